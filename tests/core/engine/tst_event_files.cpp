#include "core/engine/crash_files.h"
#include "core/engine/event_reader.h"
#include "tests/support/container_builder.h"
#include "tests/support/packed_bytes.h"
#include "tests/support/sample_minidumps.h"
#include "tests/support/zip_builder.h"

#include <QFile>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Events in JSON, alone and inside other files.
class TestEventFiles : public QObject
{
    Q_OBJECT

private slots:
    void opens_data();
    void opens();
    void refuses_data();
    void refuses();
};

namespace {

std::string dump()
{
    const auto bytes = sampleLinuxDump().bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string eventText()
{
    QFile file(QStringLiteral(FL_TESTS_DIR "/corpora/sentry/null_write.json"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string appleReport()
{
    QFile file(QStringLiteral(FL_TESTS_DIR "/corpora/apple/macos.crash"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string zipOf(const NamedParts& files)
{
    ZipBuilder builder;
    for (const auto& [name, content] : files)
        builder.add(name, content, {.method = ZipBuilder::Method::Deflated});
    const auto bytes = builder.build();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string envelopeOf(const NamedParts& items)
{
    std::string text = "{\"event_id\":\"9f1d2c3b4a5968778695a4b3c2d1e0f0\"}\n";
    for (const auto& [name, content] : items)
        text += "{\"type\":\"x\",\"length\":" + std::to_string(content.size()) +
                ",\"filename\":\"" + name + "\"}\n" + content + "\n";
    return text;
}

} // namespace

void TestEventFiles::opens_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<EventKind>("kind");
    const auto row = [](const char* name, const std::string& file, EventKind kind) {
        QTest::newRow(name) << QByteArray::fromStdString(file) << kind;
    };
    const NamedParts both{{"event.json", eventText()}, {"one.dmp", dump()}, {"notes.txt", "hello"}};
    row("event", eventText(), EventKind::NativeJson);
    row("compressed event", gzip(eventText()), EventKind::NativeJson);
    row("event in a zip archive", zipOf({{"event.json", eventText()}}), EventKind::NativeJson);
    row("event in an upload", multipartBody({{"event.json", eventText()}}), EventKind::NativeJson);
    row("event in an envelope", envelopeOf({{"event", eventText()}, {"notes.txt", "hello"}}),
        EventKind::NativeJson);
    row("event in a compressed envelope", gzip(envelopeOf({{"event", eventText()}})),
        EventKind::NativeJson);
    row("dump in an envelope", envelopeOf(both), EventKind::Minidump);
    row("compressed dump in an envelope", envelopeOf({{"one.dmp.gz", gzip(dump())}}),
        EventKind::Minidump);
    row("Apple report in an envelope", envelopeOf({{"a.crash", appleReport()}}),
        EventKind::AppleText);
    row("dump beside an event in a zip archive", zipOf(both), EventKind::Minidump);
    row("dump beside an event in an upload", multipartBody(both), EventKind::Minidump);
}

void TestEventFiles::opens()
{
    QFETCH(QByteArray, file);
    QFETCH(EventKind, kind);
    const auto result = engine::readEventFile(ByteView::fromString(file.toStdString()), {});
    QVERIFY2(result, result ? "" : result.error().detail.c_str());
    QCOMPARE((*result)->kind, kind);
}

void TestEventFiles::refuses_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("detail");
    const auto row = [](const char* name, const std::string& file, const char* detail) {
        QTest::newRow(name) << QByteArray::fromStdString(file) << QByteArray(detail);
    };
    constexpr auto* kUnknown =
        "not a crash file that Faultline knows: it looks like JSON without an event";
    row("empty object", "{}", kUnknown);
    row("other object", R"({"hello":1})", kUnknown);
    row("event of another language",
        R"({"event_id":"a","platform":"python","exception":{"values":[]}})",
        "sentry event of platform python: debug_meta.images has no image of native code, and "
        "nothing else is resolved");
    row("cut off event", eventText().substr(0, 100),
        "sentry event: unexpected text at line 4 column 0");
    row("envelope without an event", envelopeOf({{"notes.txt", "hello"}, {"session", "{}"}}),
        "the envelope holds no crash file: notes.txt, session");
}

void TestEventFiles::refuses()
{
    QFETCH(QByteArray, file);
    const auto result = engine::readEventFile(ByteView::fromString(file.toStdString()), {});
    QVERIFY(!result);
    QTEST(QByteArray::fromStdString(result.error().detail), "detail");
}

QTEST_GUILESS_MAIN(TestEventFiles)
#include "tst_event_files.moc"
