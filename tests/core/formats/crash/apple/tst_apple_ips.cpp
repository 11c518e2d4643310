// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/apple/apple_ips.h"
#include "core/formats/crash/apple/read_apple.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace faultline;

namespace {

std::string sample()
{
    QFile file(QStringLiteral(FL_TESTS_DIR "/corpora/apple/macos.ips"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

Result<EventPtr> read(std::string text, const ParseLimits& limits = {})
{
    return apple::readIpsEvent(ByteView::fromString(std::move(text)), limits);
}

std::string detailOf(const Event& event, std::string_view key)
{
    const auto found = std::ranges::find(event.details, key,
                                         [](const auto& d) { return std::string_view(d.first); });
    return found == event.details.end() ? std::string("(none)") : found->second;
}

} // namespace

class TestAppleIps : public QObject
{
    Q_OBJECT

private slots:
    void readsTheReport_data();
    void readsTheReport();
    void readsThreads();
    void readsModules();
    void keepsWhatItDoesNotKnow();
    void insertsTheCallerOfANullCall();
    void textReportBehindTheHeader();
    void textReportAfterTheHeaderOfACrash();
    void layoutDecidesAboutOtherBugTypes();
    void everyPrefixIsRead();
    void defects_data();
    void defects();
    void crashes_data();
    void crashes();
    void theUncaughtExceptionLeads_data();
    void theUncaughtExceptionLeads();
    void toleratesOtherTypes();
    void limitsHold();
};

void TestAppleIps::readsTheReport_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto text = sample();
    QVERIFY(!text.empty());
    QTest::newRow("as written") << QByteArray::fromStdString(text);
    QTest::newRow("byte order mark") << QByteArray::fromStdString("\xef\xbb\xbf" + text);
    QTest::newRow("behind a translated text")
        << QByteArray::fromStdString("Process: X\n\n-----\nFull Report\n-----\n\n" + text);
    QTest::newRow("payload alone") << QByteArray::fromStdString(text.substr(text.find("\n{") + 1));
}

void TestAppleIps::readsTheReport()
{
    QFETCH(QByteArray, text);
    const auto result = read(text.toStdString());
    QVERIFY2(result, result ? "" : result.error().detail.c_str());
    const Event& event = **result;
    QCOMPARE(event.kind, EventKind::AppleIps);
    QCOMPARE(event.timestamp, std::optional<std::int64_t>(1709622931));
    QCOMPARE(event.system.osName, std::string("macOS"));
    QCOMPARE(event.system.osVersion, std::string("14.1"));
    QCOMPARE(event.system.osBuild, std::string("23B74"));
    QCOMPARE(event.system.arch, Arch::Arm64);
    QCOMPARE(event.system.deviceModel, std::string("MacBookPro18,1"));
    QCOMPARE(event.asNative()->process.id, std::optional<std::uint32_t>(4711));
    QCOMPARE(event.asNative()->process.name, std::string("Sketch Book"));
    QCOMPARE(event.crash.reason, std::string("EXC_BAD_ACCESS (SIGSEGV)"));
    QCOMPARE(event.crash.code, 11u);
    QCOMPARE(event.crash.address, std::uint64_t{0x18});
    QVERIFY(event.crash.present && event.crash.addressKnown && !event.crash.isSimulated);
    QCOMPARE(event.crash.details, std::string("drawing page 3\nwith brush ink"));
    QVERIFY(!event.asNative()->signal);
    QCOMPARE(event.requestingThread, std::optional<std::uint32_t>(1));
}

void TestAppleIps::readsThreads()
{
    const auto result = read(sample());
    QVERIFY(result);
    const auto& threads = (*result)->threads;
    QCOMPARE(threads.size(), std::size_t{4});
    QCOMPARE(threads[0].id, std::optional<std::uint64_t>(900));
    QCOMPARE(threads[0].queue, std::string("com.apple.main-thread"));
    QCOMPARE(threads[0].isRequesting, std::optional(false));
    const auto& registers = threads[1].givenRegisters;
    QCOMPARE(registers.size(), std::size_t{5});
    QCOMPARE(registers[1].first, std::string("x1"));
    QCOMPARE(registers[1].second, std::uint64_t{0xfffffffffffffff0}); // Exact beyond 2^63.
    const auto& frames = *threads[1].givenFrames;
    QCOMPARE(frames.size(), std::size_t{2}); // The inlined code shares its frame.
    QCOMPARE(frames[0].asNative()->instructionAddress, std::uint64_t{0x104a04100});
    QCOMPARE(frames[0].asNative()->reported.size(), std::size_t{2});
    QCOMPARE(frames[0].asNative()->reported[0].file, std::string("brush.h"));
    QCOMPARE(frames[0].asNative()->reported[1].functionOffset, std::optional<std::uint64_t>(64));
    QVERIFY(!frames[0].position.function && !frames[0].position.line);
    QCOMPARE(frames[1].asNative()->instructionAddress, std::uint64_t{958468}); // In no image.
    QVERIFY(!frames[1].asNative()->package);
    QCOMPARE(threads[2].name, std::optional<std::string>("Last Exception Backtrace"));
    QCOMPARE(threads[3].givenFrames->size(), std::size_t{2});
}

void TestAppleIps::readsModules()
{
    const auto result = read(sample());
    QVERIFY(result);
    const auto& modules = (*result)->modules;
    QCOMPARE(modules.size(), std::size_t{3});
    QCOMPARE(modules[0].sizeBytes, std::uint64_t{49152});
    QCOMPARE(modules[0].version, std::string("2.1"));
    QCOMPARE(modules[2].debugId->canonical(), std::string("bbbbbbbb-cccc-dddd-eeee-ffffffffffff"));
    QCOMPARE(modules[2].codeFile,
             std::optional<std::string>("/usr/lib/system/libsystem_kernel.dylib"));
}

void TestAppleIps::keepsWhatItDoesNotKnow()
{
    const auto result = read(sample());
    QVERIFY(result);
    QCOMPARE(detailOf(**result, "futureKey"), std::string(R"({"a":[1,2]})"));
    QCOMPARE(detailOf(**result, "procRole"), std::string("Foreground"));
    QCOMPARE(detailOf(**result, "app_version"), std::string("2.1"));
    QCOMPARE(detailOf(**result, "threads"), std::string("(none)"));
}

void TestAppleIps::insertsTheCallerOfANullCall()
{
    const auto result =
        read(R"({"usedImages":[],"threads":[{"threadState":{"pc":{"value":0},)"
             R"("lr":{"value":4096}},"frames":[{"imageOffset":0},{"imageOffset":9}]}]})");
    QVERIFY(result);
    const auto& frames = *(*result)->threads[0].givenFrames;
    QCOMPARE(frames.size(), std::size_t{3});
    QCOMPARE(frames[1].asNative()->instructionAddress, std::uint64_t{4096});
}

void TestAppleIps::textReportBehindTheHeader()
{
    const auto result = read("{\"bug_type\":\"109\"}\nException Type: EXC_CRASH (SIGABRT)\n");
    QVERIFY(result);
    QCOMPARE((*result)->kind, EventKind::AppleText);
    QCOMPARE((*result)->crash.code, 6u);
}

void TestAppleIps::textReportAfterTheHeaderOfACrash()
{
    const auto result = read("{\"bug_type\":\"309\"}\nException Type: EXC_CRASH (SIGABRT)\n");
    QVERIFY(result);
    QCOMPARE((*result)->kind, EventKind::AppleText);
}

void TestAppleIps::layoutDecidesAboutOtherBugTypes()
{
    const auto result = read("{\"bug_type\":\"385\"}\n{\"bug_type\":\"385\",\"usedImages\":[],"
                             "\"threads\":[{\"frames\":[]}]}");
    QVERIFY(result);
    QCOMPARE((*result)->threads.size(), std::size_t{1});
}

void TestAppleIps::everyPrefixIsRead()
{
    const auto text = sample();
    const auto end = text.rfind('}');
    for (std::size_t size = 0; size < end; ++size)
        QVERIFY(!read(text.substr(0, size)));
    QVERIFY(read(text.substr(0, end + 1)));
}

void TestAppleIps::defects_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("detail");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    row("panic", "{\"bug_type\":\"210\"}\n{}",
        "ips: bug type 210 (kernel panic) is not a crash report");
    row("number", "{\"bug_type\":298}\n{}", "ips: bug type 298 (jetsam) is not a crash report");
    row("unknown type", "{\"bug_type\":\"7\"}\n{}", "ips: bug type 7 is not a crash report");
    row("type in the payload", "{\"usedImages\":[],\n\"bug_type\":\"288\"}",
        "ips: bug type 288 (stackshot) is not a crash report");
    row("payload is a list", "{\"bug_type\":\"309\"}\n[]", "ips report: expected a map");
}

void TestAppleIps::defects()
{
    QFETCH(QByteArray, text);
    const auto result = read(text.toStdString());
    QVERIFY(!result);
    QTEST(QByteArray::fromStdString(result.error().detail), "detail");
}

void TestAppleIps::crashes_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QByteArray>("crash"); // "reason|details|simulated"
    const auto row = [](const char* name, const char* members, const char* crash) {
        QTest::newRow(name) << QByteArray(members) << QByteArray(crash);
    };
    row("type alone", R"("exception":{"type":"EXC_GUARD"})", "EXC_GUARD||0");
    row("signal alone", R"("exception":{"signal":"SIGABRT"})", "SIGABRT||0");
    row("message before subtype", R"("exception":{"type":"T","subtype":"s","message":"m"})",
        "T|m|0");
    row("termination", R"("termination":{"indicator":"Abort trap: 6"})", "|Abort trap: 6|0");
    row("reasons", R"("termination":{"reasons":["a","b"]})", "|a\nb|0");
    row("zeros say nothing",
        R"("exception":{"type":"EXC_CRASH","codes":"0x0000000000000000, 0x0000000000000000"},)"
        R"("termination":{"indicator":"Library missing","reasons":["a"],"details":["b"]})",
        "EXC_CRASH|Library missing\na\nb|0");
    row("not fatal", R"("isNonFatal":1)", "||1");
    row("simulated", R"("isSimulated":true)", "||1");
}

void TestAppleIps::crashes()
{
    QFETCH(QByteArray, members);
    const auto result = read("{\"usedImages\":[]," + members.toStdString() + "}");
    QVERIFY(result);
    const auto& crash = (*result)->crash;
    QTEST(QByteArray::fromStdString(
              concat(crash.reason, "|", crash.details, "|", crash.isSimulated ? 1 : 0)),
          "crash");
}

void TestAppleIps::theUncaughtExceptionLeads_data()
{
    QTest::addColumn<QByteArray>("exception");
    QTest::addColumn<uint>("leading");
    QTest::newRow("abort") << QByteArray(R"({"type":"EXC_CRASH","signal":"SIGABRT"})") << 2u;
    QTest::newRow("AppKit's trap")
        << QByteArray(R"({"type":"EXC_BREAKPOINT","signal":"SIGTRAP"})") << 2u;
    QTest::newRow("access") << QByteArray(R"({"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"})") << 1u;
}

void TestAppleIps::theUncaughtExceptionLeads()
{
    QFETCH(const QByteArray, exception);
    QFETCH(const uint, leading);
    const auto result = read(
        R"({"usedImages":[],"threads":[{"id":7,"frames":[]},{"id":8,"triggered":true,"frames":[{)"
        R"("imageOffset":16}]}],"lastExceptionBacktrace":[{"imageOffset":32}],"exception":)" +
        exception.toStdString() + "}");
    QVERIFY2(result, result ? "" : result.error().detail.c_str());
    QCOMPARE((*result)->requestingThread, std::optional<std::uint32_t>(leading));
    QCOMPARE((*result)->crash.threadId, std::optional<std::uint64_t>(8));
    QCOMPARE((*result)->threads[1].isRequesting, std::optional(true)); // The thread that crashed.
    QCOMPARE((*result)->threads[2].role, leading == 2 ? StackRole::Error : StackRole::Thread);
}

void TestAppleIps::toleratesOtherTypes()
{
    const auto result = read(
        R"({"usedImages":[{"base":18446744073709551615,"size":18446744073709551615,"uuid":7},3],)"
        R"("threads":[{"id":"x","frames":[{"imageIndex":0,"imageOffset":18446744073709551615},)"
        R"({"imageIndex":99,"imageOffset":-1,"sourceLine":4294967296}]},null],"exception":[],)"
        R"("asi":"text","lastExceptionBacktrace":3,"osVersion":"14","faultingThread":1e9})");
    QVERIFY2(result, result ? "" : result.error().detail.c_str());
    QCOMPARE((*result)->threads.size(), std::size_t{3});
    QCOMPARE((*result)->threads[0].givenFrames->front().asNative()->instructionAddress,
             std::uint64_t{18446744073709551615u});
}

void TestAppleIps::limitsHold()
{
    ParseLimits limits;
    limits.maxModules = limits.maxThreads = limits.maxFramesPerThread = 1;
    const auto result = read(sample(), limits);
    QVERIFY(result);
    QCOMPARE((*result)->modules.size(), std::size_t{1});
    QCOMPARE((*result)->threads.size(), std::size_t{1});
    QCOMPARE((*result)->threads[0].givenFrames->size(), std::size_t{1});
    QCOMPARE((*result)->diagnostics.size(), std::size_t{2});
}

QTEST_GUILESS_MAIN(TestAppleIps)
#include "tst_apple_ips.moc"
