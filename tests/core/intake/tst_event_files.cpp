// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/crash_files.h"
#include "core/intake/read_event.h"
#include "tests/support/container_builder.h"
#include "tests/support/core_builder.h"
#include "tests/support/packed_bytes.h"
#include "tests/support/sample_minidumps.h"
#include "tests/support/zip_builder.h"

#include <QFile>
#include <QTest>

#include <random>

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
    void factsOfApportAreAdded();
    void argumentsOfApportAreUnescaped_data();
    void argumentsOfApportAreUnescaped();
    void lastCoreOfApportIsRead();
    void apportKeepsTheLimits();
    void damagedPackingKeepsWhatComesBefore_data();
    void damagedPackingKeepsWhatComesBefore();
    void damagedPackingOfTextIsRefused();
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

std::string coreFile()
{
    CoreBuilder core;
    core.addThread(7, 11, {{"rip", 0x401000}, {"rsp", 0x7ff00000}});
    core.addProcess(7, "crash", "./crash --n");
    core.addMemory({.address = 0x7ff00000, .bytes = CoreBuilder::Bytes(64)});
    const auto bytes = core.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// With memory that packs to no less, so that half of a packed file holds the notes.
std::string largeCore(std::size_t memoryBytes = 1 << 20)
{
    CoreBuilder core;
    core.addThread(7, 11, {{"rip", 0x401000}, {"rsp", 0x7ff00000}});
    CoreBuilder::Bytes noise(memoryBytes);
    std::mt19937 generator(1);
    for (auto& byte : noise)
        byte = static_cast<std::byte>(generator() & 0xff);
    core.addMemory({.address = 0x7ff00000, .bytes = noise});
    const auto bytes = core.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Apport encodes each block by itself: the header, then the compressed bytes.
std::string apportReport(const std::string& packed, const std::string& command = "./crash --now")
{
    const auto line = [](const std::string& part) {
        return " " + QByteArray::fromStdString(part).toBase64().toStdString() + "\n";
    };
    std::string text = "ProblemType: Crash\nArchitecture: amd64\nCoreDump: base64\n";
    text += line(packed.substr(0, 10)) + line(packed.substr(10, 12)) + line(packed.substr(22));
    return text + "ExecutablePath: /opt/crash\nPackage: crash 1.0-2\nProcCmdline: " + command +
           "\nDistroRelease: Ubuntu 24.04\nSignal: 11\n";
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
    row("native request", R"({"stacktraces":[{"frames":[{"instruction_addr":"0x1"}]}]})",
        EventKind::NativeJson);
    const std::string jvmRequest =
        R"({"sources":[],"stacktraces":[{"frames":[{"function":"b","module":"a","index":0}]}]})";
    row("request of the JVM", jvmRequest, EventKind::Jvm);
    row("compressed request of the JVM", gzip(jvmRequest), EventKind::Jvm);
    const auto apport = apportReport(gzip(coreFile()));
    row("report of Apport", apport, EventKind::CoreFile);
    row("compressed report of Apport", gzip(apport), EventKind::CoreFile);
    row("report of Apport in a zip archive", zipOf({{"a.crash", apport}, {"log", "hello"}}),
        EventKind::CoreFile);
}

void TestEventFiles::opens()
{
    QFETCH(QByteArray, file);
    QFETCH(EventKind, kind);
    const auto result = intake::readEvent(ByteView::fromString(file.toStdString()), {});
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
        "not a crash file that Faultline knows: it looks like JSON that is neither an event nor a "
        "request: it has no exception, threads, debug_meta, stacktraces or modules";
    row("empty object", "{}", kUnknown);
    row("other object", R"({"hello":1})", kUnknown);
    row("event of another language",
        R"({"event_id":"a","platform":"python","exception":{"values":[]}})",
        "sentry event of platform python: debug_meta.images has no image of native code, and "
        "nothing else is resolved");
    row("cut off event", eventText().substr(0, 100),
        "sentry event: unexpected text at line 4 column 0");
    row("report of Apport without a core", "ProblemType: Crash\nSignal: 11\n",
        "the report of Apport holds no core file (CoreDump): it was made without one, or "
        "apport-retrace has removed it");
    row("report of Apport with something else", apportReport(gzip("hello, I am no core file")),
        "not a crash file that Faultline knows: it looks like text without a stack that Faultline "
        "reads, beginning with \"hello, I am no core file\"");
    row("text that tells of a panic", "thread 'main' panicked at src/main.rs:4:5:\nno luck\n",
        "not a crash file that Faultline knows: it looks like text without a stack that Faultline "
        "reads, beginning with \"thread 'main' panicked at src/main.rs:4:5:\"; it tells of a panic "
        "of Rust; RUST_BACKTRACE=1 adds the stack");
    row("no text", std::string("\x01\x02\x03\x04\x05\x06\x07\x08", 8),
        "not a crash file that Faultline knows: it looks like bytes 0102030405060708 at offset 0");
    row("damaged report of Apport", "ProblemType: Crash\nCoreDump: base64\n a\n",
        "CoreDump: line 1 of 1 characters is no base64");
    row("envelope without an event", envelopeOf({{"notes.txt", "hello"}, {"session", "{}"}}),
        "the envelope holds no crash file: notes.txt, session");
}

void TestEventFiles::refuses()
{
    QFETCH(QByteArray, file);
    const auto result = intake::readEvent(ByteView::fromString(file.toStdString()), {});
    QVERIFY(!result);
    QTEST(QByteArray::fromStdString(result.error().detail), "detail");
}

/// The core cuts the command line off.
void TestEventFiles::factsOfApportAreAdded()
{
    const auto event = intake::readEvent(ByteView::fromString(apportReport(gzip(coreFile()))), {});
    QVERIFY(event);
    QCOMPARE((*event)->threads.size(), std::size_t{1});
    QCOMPARE((*event)->asNative()->process.arguments,
             (std::vector<std::string>{"./crash", "--now"}));
    QStringList details;
    for (const auto& [name, value] : (*event)->details)
        details << QString::fromStdString(name + "=" + value);
    QCOMPARE(details, (QStringList{"executable=/opt/crash", "package=crash 1.0-2",
                                   "distribution=Ubuntu 24.04"}));
}

void TestEventFiles::argumentsOfApportAreUnescaped_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("blank in an argument")
        << QByteArray(R"(./a\ b --now)") << QStringList{"./a b", "--now"};
    QTest::newRow("backslash before a blank")
        << QByteArray(R"(./a\\ b)") << QStringList{"./a\\", "b"};
    QTest::newRow("empty argument") << QByteArray("./a  b") << QStringList{"./a", "", "b"};
    QTest::newRow("backslash at the end") << QByteArray(R"(./a b\)") << QStringList{"./a", "b\\"};
}

void TestEventFiles::argumentsOfApportAreUnescaped()
{
    QFETCH(QByteArray, command);
    const auto report = apportReport(gzip(coreFile()), command.toStdString());
    const auto event = intake::readEvent(ByteView::fromString(report), {});
    QVERIFY(event);
    QStringList arguments;
    for (const auto& argument : (*event)->asNative()->process.arguments)
        arguments << QString::fromStdString(argument);
    QTEST(arguments, "arguments");
}

void TestEventFiles::lastCoreOfApportIsRead()
{
    const auto report =
        concat(apportReport("this is not a core file"), apportReport(gzip(coreFile())));
    const auto event = intake::readEvent(ByteView::fromString(report), {});
    QVERIFY2(event, event ? "" : event.error().detail.c_str());
    QCOMPARE((*event)->threads.size(), std::size_t{1});
    const auto& last = (*event)->diagnostics.back();
    QCOMPARE(
        QString::fromStdString(concat(last.area, ": ", last.text)),
        QString("CoreDump: the report holds 2 core files; the last one is read, as Apport does"));
}

void TestEventFiles::apportKeepsTheLimits()
{
    const auto file = ByteView::fromString(apportReport(gzip(coreFile())));
    ParseLimits limits;
    limits.maxUnpackedEventBytes = 100;
    const auto tooLarge = intake::readEvent(file, limits);
    QVERIFY(!tooLarge);
    QCOMPARE(QString::fromStdString(tooLarge.error().detail),
             QString("Maximum file size exceeded"));
    limits.maxUnpackedEventBytes = 0;
    const auto refused = intake::readEvent(file, limits);
    QVERIFY(!refused);
    QCOMPARE(QString::fromStdString(refused.error().detail),
             QString("not a crash file that Faultline knows: it looks like a report of Apport"));
}

void TestEventFiles::damagedPackingKeepsWhatComesBefore_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("note");
    const auto row = [](const char* name, const std::string& file, const char* note) {
        QTest::newRow(name) << QByteArray::fromStdString(file) << QByteArray(note);
    };
    const auto core = largeCore();
    const auto half = [](const std::string& packed) { return packed.substr(0, packed.size() / 2); };
    row("gzip", half(gzip(core)), "gzip stream: unexpected end at offset ");
    row("zstd", half(zstd(core)), "zstd stream: unexpected end at offset ");
    row("xz", half(xz(core)), "xz archive: ");
    constexpr std::size_t kThreeBlocksBytes = 12 << 20;
    row("lz4", half(lz4(largeCore(kThreeBlocksBytes))), "lz4 archive: truncated lz4 input");
    row("in a report of Apport", apportReport(half(gzip(core))),
        "gzip stream: unexpected end at offset ");
    row("in a zip archive", zipOf({{"core.gz", half(gzip(core))}}),
        "gzip stream: unexpected end at offset ");
    auto wrongSum = gzip(core);
    wrongSum[wrongSum.size() - 8] ^= 1;
    row("wrong checksum", wrongSum, "gzip stream: incorrect data check at offset ");
}

void TestEventFiles::damagedPackingKeepsWhatComesBefore()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, note);
    const auto event = intake::readEvent(ByteView::fromString(file.toStdString()), {});
    QVERIFY2(event, event ? "" : event.error().detail.c_str());
    QCOMPARE((*event)->threads.size(), std::size_t{1});
    const auto expected = "the compressed file is damaged: " + note.toStdString();
    const auto noted = std::ranges::any_of((*event)->diagnostics, [&](const Diagnostic& found) {
        return found.area == "file" && found.text.starts_with(expected);
    });
    QVERIFY2(noted, (*event)->diagnostics.empty() ? "" : (*event)->diagnostics.back().text.c_str());
}

void TestEventFiles::damagedPackingOfTextIsRefused()
{
    const auto packed = gzip(appleReport());
    const auto event =
        intake::readEvent(ByteView::fromString(packed.substr(0, packed.size() / 2)), {});
    QVERIFY(!event);
    QVERIFY2(event.error().detail.starts_with("gzip stream: unexpected end at offset "),
             event.error().detail.c_str());
}

QTEST_GUILESS_MAIN(TestEventFiles)
#include "tst_event_files.moc"
