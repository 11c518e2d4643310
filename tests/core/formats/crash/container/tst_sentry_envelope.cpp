// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/container/sentry_envelope.h"

#include <QTest>

using namespace faultline;

namespace {

QByteArray item(const QByteArray& header, const QByteArray& payload)
{
    return header + '\n' + payload + '\n';
}

ByteView viewOf(const QByteArray& text)
{
    return ByteView::fromString(text.toStdString());
}

const QByteArray kDump("MDMP\n{\"type\":\"event\"}\n");
const QByteArray kWhole =
    item("{\"event_id\":\"a\"}",
         item(R"({"type":"event"})", R"({"level":"fatal"})") +
             item(R"({"type":"attachment","length":22,"filename":"one.dmp"})", kDump));

} // namespace

class TestSentryEnvelope : public QObject
{
    Q_OBJECT

private slots:
    void recognises_data();
    void recognises();
    void readsItems();
    void everyPrefixEnds();
    void forms_data();
    void forms();
    void refuses_data();
    void refuses();
    void countIsBounded();
};

void TestSentryEnvelope::recognises_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("expected");
    QTest::newRow("envelope") << kWhole << true;
    QTest::newRow("header of the first item at the end")
        << QByteArray("{}\n{\"type\":\"x\"}") << true;
    QTest::newRow("carriage returns") << QByteArray("{}\r\n{\"type\":\"x\"}\r\n") << true;
    QTest::newRow("one line") << QByteArray("{}\n") << false;
    QTest::newRow("item without a type") << QByteArray("{}\n{\"length\":1}\n") << false;
    QTest::newRow("event over several lines")
        << QByteArray("{\"event_id\":\"a\",\n\"type\":\"error\"}") << false;
    QTest::newRow("Apple report") << QByteArray(
                                         "{\"bug_type\":\"309\"}\n{\"exception\":{\"type\":\"x\"}}")
                                  << false;
    QTest::newRow("nothing") << QByteArray() << false;
}

void TestSentryEnvelope::recognises()
{
    QFETCH(QByteArray, text);
    QTEST(container::looksLikeSentryEnvelope(viewOf(text).span()), "expected");
}

void TestSentryEnvelope::readsItems()
{
    QCOMPARE(kDump.size(), 22);
    const auto parts = container::readSentryEnvelope(viewOf(kWhole));
    QVERIFY(parts.has_value());
    QCOMPARE(parts->size(), std::size_t{2});
    QCOMPARE(parts->at(0).name, std::string("event"));
    QCOMPARE(std::string(parts->at(0).bytes.text()), std::string(R"({"level":"fatal"})"));
    QCOMPARE(parts->at(1).name, std::string("one.dmp"));
    QCOMPARE(std::string(parts->at(1).bytes.text()), kDump.toStdString());
}

void TestSentryEnvelope::everyPrefixEnds()
{
    for (qsizetype size = 0; size < kWhole.size(); ++size) {
        const auto parts = container::readSentryEnvelope(viewOf(kWhole.first(size)));
        QVERIFY(!parts || parts->size() <= 2);
    }
}

void TestSentryEnvelope::forms_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("payloads"); // Separated by "|".
    QTest::newRow("no line end at the end")
        << QByteArray("{}\n{\"type\":\"x\"}\nab") << QByteArray("ab");
    QTest::newRow("empty lines between items")
        << QByteArray("{}\n\n{\"type\":\"x\"}\nab\n\n\n{\"type\":\"y\"}\ncd\n\n")
        << QByteArray("ab|cd");
    QTest::newRow("empty payload")
        << QByteArray("{}\n{\"type\":\"x\",\"length\":0}\n\n{\"type\":\"y\"}\ncd")
        << QByteArray("|cd");
    QTest::newRow("length of another type")
        << QByteArray("{}\n{\"type\":\"x\",\"length\":\"9\"}\nab\n") << QByteArray("ab");
    QTest::newRow("header at the very end") << QByteArray("{}\n{\"type\":\"x\"}") << QByteArray("");
}

void TestSentryEnvelope::forms()
{
    QFETCH(QByteArray, text);
    const auto parts = container::readSentryEnvelope(viewOf(text));
    QVERIFY2(parts, parts ? "" : parts.error().detail.c_str());
    QByteArrayList payloads;
    for (const auto& part : *parts)
        payloads.append(QByteArray::fromStdString(std::string(part.bytes.text())));
    QTEST(payloads.join('|'), "payloads");
}

void TestSentryEnvelope::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("detail");
    QTest::newRow("no item") << QByteArray("{}\n") << QByteArray("sentry envelope: no item");
    QTest::newRow("no header")
        << QByteArray("{}\nMDMP\n")
        << QByteArray(
               "sentry envelope: item 0 at offset 3 has no header, expected one line of JSON");
    QTest::newRow("damaged header")
        << QByteArray("{}\n{\"type\":}\nab\n")
        << QByteArray("sentry envelope: header of item 0 at offset 3: unexpected text at line 1 "
                      "column 9");
    QTest::newRow("longer than the file")
        << QByteArray("{}\n{\"type\":\"x\",\"length\":18446744073709551615}\nabc")
        << QByteArray("sentry envelope: item 0 (x) at offset 46 needs 18446744073709551615 bytes, "
                      "3 left");
}

void TestSentryEnvelope::refuses()
{
    QFETCH(QByteArray, text);
    const auto parts = container::readSentryEnvelope(viewOf(text));
    QVERIFY(!parts);
    QCOMPARE(parts.error().kind, ErrorKind::Malformed);
    QTEST(QByteArray::fromStdString(parts.error().detail), "detail");
}

void TestSentryEnvelope::countIsBounded()
{
    QByteArray text("{}\n");
    for (std::size_t i = 0; i <= container::kMaxEnvelopeItems; ++i)
        text += "{\"length\":0}\n\n";
    const auto parts = container::readSentryEnvelope(viewOf(text));
    QVERIFY(!parts);
    QCOMPARE(parts.error().detail, std::string("sentry envelope: more than 4096 items"));
}

QTEST_GUILESS_MAIN(TestSentryEnvelope)
#include "tst_sentry_envelope.moc"
