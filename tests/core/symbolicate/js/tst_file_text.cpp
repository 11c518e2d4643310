// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/symbolicate/js/context_around.h"
#include "core/symbolicate/js/file_content.h"
#include "core/symbolicate/js/file_text.h"

#include <QTest>

using namespace faultline;

namespace {

js::FileText fileOf(std::string text)
{
    return js::FileText(ByteView::fromString(std::move(text)));
}

std::string numbered(std::size_t lines, std::size_t bytesEach, std::string_view end)
{
    std::string text;
    for (std::size_t i = 0; i < lines; ++i)
        text += concat(std::string(bytesEach, 'x'), i, end);
    return text;
}

} // namespace

class TestFileText : public QObject
{
    Q_OBJECT

private slots:
    void contextIsThatOfTheWholeText_data();
    void contextIsThatOfTheWholeText();
    void marksAreFarApart();
    void factsAreThoseOfTheText();
    void factsAreFoundOnce();
    void anEmbeddedMapIsDecodedOnce();
    void aDamagedEmbeddedMapStaysDamaged();
    void aHeaderGoesBeforeTheComment();
};

void TestFileText::contextIsThatOfTheWholeText_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QByteArray::fromStdString(text);
    };
    const std::string longLine(100'000, 'm');
    row("empty", "");
    row("one line", "one");
    row("one long line", longLine);
    row("one long line with an end", longLine + "\n");
    row("long last line", "first\nsecond\n" + longLine);
    row("comment after a long line", longLine + "\n//# sourceMappingURL=a.map");
    row("long lines between short ones", "a\nb\n" + longLine + "\nc\n" + longLine + "\r\nd\n\ne\n");
    row("many lines", numbered(3000, 20, "\n"));
    row("many lines with CR", numbered(3000, 20, "\r\n"));
    row("lines of a mark each", numbered(40, 16 << 10, "\n"));
    row("empty lines", std::string(50'000, '\n'));
}

void TestFileText::contextIsThatOfTheWholeText()
{
    QFETCH(QByteArray, text);
    const auto file = fileOf(text.toStdString());
    const auto lines = static_cast<std::uint32_t>(text.count('\n')) + 3;
    const auto step = std::max(1U, lines / 400);
    for (std::uint32_t line = 0; line <= lines; line += line < 20 ? 1 : step) {
        for (const std::uint32_t column : {0U, 70U, 99'990U, 4'000'000'000U}) {
            const auto found = file.contextAround(line, column);
            const auto expected = js::contextAround(file.text(), line, column);
            QVERIFY2(found == expected, qPrintable(QString::number(line)));
        }
    }
    QVERIFY(file.contextAround(4'294'967'295U, 0) == std::nullopt);
}

void TestFileText::marksAreFarApart()
{
    const auto text = numbered(3000, 100, "\n");
    const js::LineMarks marks(text);
    const auto mark = marks.before(2999);
    QVERIFY(mark.line <= 2999 && 2999 - mark.line < 400);
    QCOMPARE(
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(mark.offset), '\n'),
        static_cast<std::ptrdiff_t>(mark.line));
    QVERIFY(!marks.after(1));
}

void TestFileText::factsAreThoseOfTheText()
{
    const auto file = fileOf("a()\n//# debugId=85314830-023f-4cf1-a267-535f4e37bb17\n"
                             "//# sourceMappingURL=a.js.map\n");
    QCOMPARE(file.mapReference(), std::optional<std::string_view>("a.js.map"));
    QCOMPARE(file.debugId(), DebugId::parse("85314830-023f-4cf1-a267-535f4e37bb17"));
    QCOMPARE(file.digest(), sha256Hex(file.bytes().span()));
    QVERIFY(!file.mayLinkMaps());
    QVERIFY(file.embeddedMap() && !*file.embeddedMap());
    QVERIFY(fileOf(R"({"sections":[{"url":"b.map"}]})").mayLinkMaps());
    const auto plain = fileOf("a()\n");
    QVERIFY(!plain.mapReference() && !plain.debugId());
}

void TestFileText::factsAreFoundOnce()
{
    const auto file = fileOf("a()\n//# sourceMappingURL=a.js.map\n");
    QCOMPARE(static_cast<const void*>(&file.digest()), static_cast<const void*>(&file.digest()));
    QCOMPARE(static_cast<const void*>(file.mapReference()->data()),
             static_cast<const void*>(file.mapReference()->data()));
}

void TestFileText::anEmbeddedMapIsDecodedOnce()
{
    const auto file = std::make_shared<const js::FileText>(ByteView::fromString(
        "a()\n//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozfQ==\n"));
    for (int i = 0; i < 2; ++i) {
        const auto content = js::readContent(file, "http://x/a.js", {}, false);
        QVERIFY(content && content->embedded);
        QCOMPARE(std::string(content->embedded->text()), std::string(R"({"version":3})"));
        QCOMPARE(content->embedded, *file->embeddedMap());
        QVERIFY(content->mapUrl.empty());
    }
}

void TestFileText::aDamagedEmbeddedMapStaysDamaged()
{
    const auto file = std::make_shared<const js::FileText>(
        ByteView::fromString("//# sourceMappingURL=data:application/json;base64,e\n"));
    for (int i = 0; i < 2; ++i) {
        const auto lenient = js::readContent(file, "a.js", {}, false);
        QVERIFY(lenient && lenient->embeddedDamage && !lenient->embedded);
        const auto strict = js::readContent(file, "a.js", {}, true);
        QVERIFY(!strict && strict.error().kind == ErrorKind::Malformed);
    }
}

void TestFileText::aHeaderGoesBeforeTheComment()
{
    const auto file = std::make_shared<const js::FileText>(ByteView::fromString(
        "a()\n//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozfQ==\n"));
    const auto named = js::readContent(file, "http://x/a.js", {{"sourcemap", "b.map"}}, false);
    QCOMPARE(named->mapUrl, std::string("http://x/b.map"));
    QVERIFY(!named->embedded);
    const auto embedded =
        js::readContent(file, "http://x/a.js", {{"sourcemap", "data:text/plain,%7B%7D"}}, false);
    QCOMPARE(std::string(embedded->embedded->text()), std::string("{}"));
}

QTEST_GUILESS_MAIN(TestFileText)
#include "tst_file_text.moc"
