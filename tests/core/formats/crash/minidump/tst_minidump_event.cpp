// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/read_event.h"
#include "tests/support/sample_minidumps.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Events from whole dumps.
class TestMinidumpEvent : public QObject
{
    Q_OBJECT

private slots:
    void linuxDump();
    void linuxText();
    void windowsDump();
    void windowsDetails();
    void macDump();
    void requestingThread_data();
    void requestingThread();
    void sentSignalsHaveNoAddress_data();
    void sentSignalsHaveNoAddress();
    void dumpThreadIsSkipped();
    void exceptionContextThatIsDamagedYieldsToTheThreads();
    void cpuComesFromTheContextsWithoutSystemInfo();
    void moduleReachesOverItsMappings_data();
    void moduleReachesOverItsMappings();
    void threadListedTwiceIsOneThread();
    void deadlySignalDecides_data();
    void deadlySignalDecides();
    void versionThatWasNotFilledIn_data();
    void versionThatWasNotFilledIn();
    void stopDescriptionOfLldb();
};

namespace {

EventPtr eventOf(const MinidumpBuilder& builder)
{
    return minidump::readMinidumpEvent(builder.build(), {}).value_or(nullptr);
}

std::string detailOf(const Event& event, std::string_view key)
{
    for (const auto& [name, value] : event.details) {
        if (name == key)
            return value;
    }
    return {};
}

} // namespace

void TestMinidumpEvent::linuxDump()
{
    const auto event = eventOf(sampleLinuxDump());
    QVERIFY(event);
    QVERIFY(event->diagnostics.empty());
    QCOMPARE(event->timestamp, std::optional<std::int64_t>(0x5ab8d428));
    QCOMPARE(event->crash.reason, std::string("SIGSEGV / SEGV_MAPERR"));
    QCOMPARE(event->crash.address, std::uint64_t{0x45});
    QVERIFY(event->crash.present && !event->crash.isSimulated);
    const auto& thread = event->threads.at(0);
    QCOMPARE(thread.name, std::optional<std::string>("main"));
    QCOMPARE(thread.registers->pc(), std::uint64_t{0x401d72}); // The exception's, not the thread's.
    QCOMPARE(thread.stackBegin, std::uint64_t{0x7ffe0000});
    QCOMPARE(thread.stackEnd, std::uint64_t{0x7ffe0020});
    QCOMPARE(thread.prewalked.at(1).symbol, std::string("main"));
    QCOMPARE(event->threads.at(1).contextProblem, std::string("the file has no context"));
    QVERIFY(event->threads[1].skipped);
    QVERIFY(event->modules.at(0).type == ObjectType::Elf);
    QCOMPARE(event->asNative()->memoryMap.at(0).owner, std::string("/work dir/crash"));
    QVERIFY(event->asNative()->memoryMap[0].executable &&
            !event->asNative()->memoryMap[0].writable);
    QCOMPARE(event->asNative()->memoryMap.at(1).kind, std::string("stack"));
    QCOMPARE(event->asNative()->memoryMapCount, std::optional<std::uint32_t>(2));
}

void TestMinidumpEvent::linuxText()
{
    const auto event = eventOf(sampleLinuxDump());
    QVERIFY(event);
    QCOMPARE(event->system.microcode, std::optional<std::uint64_t>(0xb4));
    QCOMPARE(event->asNative()->process.id, std::optional<std::uint32_t>(1304));
    QCOMPARE(event->asNative()->process.name, std::string("crash"));
    QVERIFY((event->asNative()->process.arguments == std::vector<std::string>{"./crash", "--now"}));
    QCOMPARE(event->asNative()->process.environment.at(1).second, std::string("C"));
    QCOMPARE(event->asNative()->lsbRelease.at("description"), std::string("Ubuntu 16.04.3 LTS"));
    QCOMPARE(event->asNative()->lsbRelease.at("id"), std::string("Ubuntu"));
    QCOMPARE(detailOf(*event, "limit Max cpu time"), std::string("unlimited unlimited seconds"));
    QCOMPARE(detailOf(*event, "limit Max nice priority"), std::string("0 0 n/a"));
    QCOMPARE(detailOf(*event, "AT_ENTRY"), std::string("0x401000"));
    QCOMPARE(detailOf(*event, "dynamic linker base"), std::string("0x7f5120000000"));
}

void TestMinidumpEvent::windowsDump()
{
    const auto event = eventOf(sampleWindowsDump());
    QVERIFY(event);
    QVERIFY(event->diagnostics.empty());
    QCOMPARE(event->system.cpuInfo, std::string("GenuineIntel family 6 model 63 stepping 2"));
    QCOMPARE(event->crash.reason, std::string("EXCEPTION_ACCESS_VIOLATION_WRITE"));
    QCOMPARE(event->crash.address, std::uint64_t{0x45});
    QCOMPARE(event->crash.recordAddress, std::uint64_t{0x2a2a3d});
    QVERIFY((event->crash.parameters == std::vector<std::uint64_t>{1, 0x45}));
    QCOMPARE(event->crash.assertion,
             std::string("Invalid parameter passed to library function x != 0 in function divide, "
                         "in file math.c at line 42"));
    const auto& thread = event->threads.at(0);
    QCOMPARE(thread.stackBegin, std::uint64_t{0x10000}); // Found in the memory list.
    QCOMPARE(thread.stackEnd, std::uint64_t{0x10020});
    QCOMPARE(thread.lastError, std::optional<std::uint32_t>(2));
    QCOMPARE(thread.lastErrorName, std::string("ERROR_FILE_NOT_FOUND"));
    QCOMPARE(thread.startAddress, std::optional<std::uint64_t>(0x77201000));
    QCOMPARE(thread.kernelTime, std::optional<std::uint64_t>(156250));
    QVERIFY(event->modules.at(0).type == ObjectType::Pe);
    QCOMPARE(event->asNative()->unloadedModules.at(0).name, std::string("gone.dll"));
}

void TestMinidumpEvent::windowsDetails()
{
    const auto event = eventOf(sampleWindowsDump());
    QVERIFY(event);
    QCOMPARE(event->asNative()->process.id, std::optional<std::uint32_t>(1928));
    QCOMPARE(event->asNative()->process.uptimeSeconds, std::optional<std::uint64_t>(1));
    QCOMPARE(detailOf(*event, "build"), std::string("14393.1715"));
    QCOMPARE(detailOf(*event, "time zone"), std::string("CET / CEST, -60 minutes west of UTC"));
    QCOMPARE(detailOf(*event, "process cookie"), std::string("0xc001d00d"));
    QCOMPARE(detailOf(*event, "comment"), std::string("made for a test"));
    const auto& handle = event->asNative()->handles.at(0);
    QCOMPARE(handle.type, std::string("Event"));
    QCOMPARE(handle.name, std::string("Done"));
    QCOMPARE(detailOf(*event, "handle 0x4c information"), std::string("Event1"));
    const auto& region = event->asNative()->memoryMap.at(0);
    QVERIFY(region.readable && region.writable && region.guard && !region.executable);
    QCOMPARE(region.kind, std::string("private"));
    const auto& image = event->asNative()->memoryMap.at(1);
    QVERIFY(image.readable && image.executable && !image.writable);
}

void TestMinidumpEvent::macDump()
{
    const auto event = eventOf(sampleMacDump());
    QVERIFY(event);
    QVERIFY(event->diagnostics.empty());
    QCOMPARE(event->asNative()->addressMask, std::uint64_t{0xffffff8000000000});
    QCOMPARE(detailOf(*event, "crashpad report id"),
             std::string("3249d99d-0c04-4931-8610-f4e4fb0b6936"));
    QCOMPARE(detailOf(*event, "mac boot arguments"), std::string("-v=1"));
    QStringList annotations;
    for (const auto& a : event->annotations)
        annotations << QString::fromStdString(concat(int(a.origin), '|', a.key, '|', a.value, '|',
                                                     a.module ? std::to_string(*a.module) : "-"));
    QCOMPARE(annotations,
             (QStringList{"0|channel|beta|-", "0|guid|1234|-", "1||abort() called|1", "0|lib|v8|1",
                          "2|url|https://example.org|1", "2|blob|2 bytes of type 0x8001|1",
                          "4|message|abort() called|1", "4|message2|again|1",
                          R"(5|soft_errors|[{"kind":"NoThreads"}]|-)"}));
    QVERIFY(event->threads.at(0).registers->family() == CpuFamily::Arm64);
}

void TestMinidumpEvent::requestingThread_data()
{
    QTest::addColumn<int>("exceptionThread"); // -1: no exception.
    QTest::addColumn<int>("breakpadThread");
    QTest::addColumn<int>("expected"); // Index, -1: none.
    QTest::newRow("nobody asked") << -1 << -1 << -1;
    QTest::newRow("the exception's") << 10 << -1 << 0;
    QTest::newRow("the exception's wins over Breakpad's") << 10 << 11 << 0;
    QTest::newRow("Breakpad's") << -1 << 11 << 1;
    QTest::newRow("the last of equal ids") << 12 << -1 << 3;
    QTest::newRow("not in the list") << 99 << 11 << -1;
}

void TestMinidumpEvent::requestingThread()
{
    QFETCH(int, exceptionThread);
    QFETCH(int, breakpadThread);
    QFETCH(int, expected);
    MinidumpBuilder builder;
    builder.setSystem({});
    for (const std::uint32_t id : {10u, 11u, 12u, 12u})
        builder.addThread({.id = id});
    if (exceptionThread >= 0)
        builder.setException({.threadId = std::uint32_t(exceptionThread), .code = 11});
    if (breakpadThread >= 0)
        builder.addStream(0x47670001, words32({2, 0, std::uint32_t(breakpadThread)}));
    const auto event = eventOf(builder);
    QVERIFY(event);
    QCOMPARE(event->requestingThread ? int(*event->requestingThread) : -1, expected);
    for (int i = 0; i < 4; ++i) {
        const auto& flag = event->threads[std::size_t(i)].isRequesting;
        QVERIFY(flag == (expected < 0 ? std::nullopt : std::optional(i == expected)));
    }
}

void TestMinidumpEvent::sentSignalsHaveNoAddress_data()
{
    QTest::addColumn<quint32>("code");
    QTest::addColumn<quint32>("flags");
    QTest::addColumn<quint64>("address");
    QTest::addColumn<bool>("known");
    QTest::newRow("abort(), with who sent it")
        << 6u << quint32(-6) << quint64{0x3e80000012c} << false;
    QTest::newRow("kill -SEGV") << 11u << 0u << quint64{0} << false;
    QTest::newRow("fault") << 11u << 1u << quint64{0} << true;
    QTest::newRow("fault without code, of an old writer") << 11u << 0u << quint64{0x45} << true;
    QTest::newRow("pc instead of the address, as LLDB writes")
        << 11u << 0u << quint64{0x400010} << false;
    QTest::newRow("the same with LLDB's mark") << 7u << 0x4c4c4442u << quint64{0x400010} << false;
    QTest::newRow("pc is the address of an unknown instruction")
        << 4u << 0x4c4c4442u << quint64{0x400010} << true;
    QTest::newRow("fault of the fetch at pc") << 11u << 0u << quint64{0x5000} << true;
    QTest::newRow("dump that was asked for") << 0xffffffffu << 0u << quint64{0x401000} << true;
}

void TestMinidumpEvent::sentSignalsHaveNoAddress()
{
    QFETCH(quint32, code);
    QFETCH(quint32, flags);
    QFETCH(quint64, address);
    MinidumpBuilder builder;
    builder.setSystem({});
    builder.addModule({.name = "/bin/app", .base = 0x400000, .sizeBytes = 0x1000});
    builder.addThread({.id = 1, .registers = {{"rip", address}}});
    builder.setException({.threadId = 1, .code = code, .flags = flags, .address = address});
    const auto event = eventOf(builder);
    QVERIFY(event);
    QTEST(event->crash.addressKnown, "known");
    QCOMPARE(event->crash.address, std::uint64_t{address});
}

void TestMinidumpEvent::dumpThreadIsSkipped()
{
    MinidumpBuilder builder;
    builder.setSystem({});
    builder.addThread({.id = 1});
    builder.addThread({.id = 2});
    builder.addStream(0x47670001, words32({1, 2, 1})); // Only the dump thread is marked as valid.
    const auto event = eventOf(builder);
    QVERIFY(event);
    QVERIFY(!event->threads.at(0).skipped);
    QVERIFY(event->threads.at(1).skipped);
    QVERIFY(!event->requestingThread);
}

void TestMinidumpEvent::exceptionContextThatIsDamagedYieldsToTheThreads()
{
    MinidumpBuilder builder;
    builder.setSystem({.cpu = Cpu::Amd64});
    builder.addThread({.id = 1, .cpu = Cpu::Amd64, .registers = {{"rip", 0x1234}}});
    ByteAssembler exception;
    exception.u32(1).u32(0).u32(11).u32(0).zeros(144).u32(1232).u32(0xfffffff0);
    builder.addStream(6, exception.finish());
    const auto event = eventOf(builder);
    QVERIFY(event);
    QCOMPARE(event->threads.at(0).registers->pc(), std::uint64_t{0x1234});
    QCOMPARE(event->threads[0].contextProblem, std::string());
    QCOMPARE(
        event->diagnostics.at(0).text,
        std::string("context at offset 0xfffffff0: no cpu context fits 0 bytes for processor 0x9"));
}

void TestMinidumpEvent::cpuComesFromTheContextsWithoutSystemInfo()
{
    MinidumpBuilder builder;
    builder.addThread({.id = 1, .cpu = Cpu::Arm64, .registers = {{"pc", 0x1234}}});
    const auto event = eventOf(builder);
    QVERIFY(event);
    QVERIFY(event->system.arch == Arch::Arm64);
    QCOMPARE(event->threads.at(0).registers->pc(), std::uint64_t{0x1234});
}

void TestMinidumpEvent::moduleReachesOverItsMappings_data()
{
    QTest::addColumn<QStringList>("maps");
    QTest::addColumn<int>("contextBytes"); // LLDB's contexts have 720.
    QTest::addColumn<quint64>("end");
    const QString head("400000-401000 r--p 00000000 08:01 7 /bin/app");
    const QString code("401000-403000 r-xp 00001000 08:01 7 /bin/app");
    const QString data("404000-405000 rw-p 00003000 08:01 7 /bin/app");
    const QString other("480000-481000 r-xp 00000000 08:01 8 /bin/other");
    QTest::newRow("code and data of the file")
        << QStringList{head, code, data, other} << 720 << quint64{0x405000};
    QTest::newRow("of any writer") << QStringList{head, code} << 1232 << quint64{0x403000};
    QTest::newRow("data alone changes nothing")
        << QStringList{head, data} << 720 << quint64{0x400800};
    QTest::newRow("the same file mapped again")
        << QStringList{head, code, "404000-405000 r-xp 00000000 08:01 7 /bin/app"} << 720
        << quint64{0x403000};
    QTest::newRow("not into the next module")
        << QStringList{head, "401000-600000 r-xp 00001000 08:01 7 /bin/app"} << 720
        << quint64{0x480000};
    QTest::newRow("maps of another process, LLDB")
        << QStringList{"10000-11000 r-xp 00000000 08:01 7 /bin/app"} << 720 << quint64{0x480000};
    QTest::newRow("maps of another process")
        << QStringList{"10000-11000 r-xp 00000000 08:01 7 /bin/app"} << 1232 << quint64{0x400800};
    QTest::newRow("no maps, LLDB") << QStringList() << 720 << quint64{0x480000};
}

void TestMinidumpEvent::moduleReachesOverItsMappings()
{
    QFETCH(QStringList, maps);
    QFETCH(int, contextBytes);
    MinidumpBuilder builder;
    builder.setSystem({});
    builder.addModule({.name = "/bin/app", .base = 0x400000, .sizeBytes = 0x800});
    builder.addModule({.name = "[vdso](0x0000000000480000)", .base = 0x480000, .sizeBytes = 0x800});
    auto context = test::contextBytes(Cpu::Amd64, {{"rip", 0x401010}});
    context.resize(std::size_t(contextBytes));
    builder.addThread({.id = 1, .rawContext = context});
    for (const auto& line : maps)
        builder.addMap(line.toStdString());
    const auto event = eventOf(builder);
    QVERIFY(event);
    const auto& module = event->modules.at(0);
    QTEST(quint64(module.address + module.sizeBytes), "end");
    QCOMPARE(event->modules.at(1).codeFile, std::optional<std::string>("[vdso]"));
    QVERIFY(std::ranges::none_of(event->diagnostics, [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Diagnostic::Severity::Warning; // The context is whole.
    }));
}

void TestMinidumpEvent::threadListedTwiceIsOneThread()
{
    MinidumpBuilder builder;
    builder.setSystem({});
    for (const std::uint32_t id : {7u, 5u, 7u})
        builder.addThread({.id = id,
                           .registers = {{"rip", 0x1000 + id}},
                           .stackAddress = 0x7000 + 0x100 * id,
                           .stack = words64({1})});
    builder.setException({.threadId = 7, .code = 11});
    const auto event = eventOf(builder);
    QVERIFY(event);
    QCOMPARE(event->threads.size(), std::size_t{2});
    QCOMPARE(event->requestingThread, std::optional<std::uint32_t>(1));
    QCOMPARE(event->threads[1].registers->pc(), std::uint64_t{0x1007});
}

void TestMinidumpEvent::deadlySignalDecides_data()
{
    QTest::addColumn<QList<int>>("signals_");
    QTest::addColumn<int>("thread");
    QTest::newRow("first of two") << QList<int>{11, 19} << 1;
    QTest::newRow("last of two") << QList<int>{0, 6} << 2;
    QTest::newRow("both deadly: the last") << QList<int>{11, 11} << 2;
    QTest::newRow("none deadly: the last") << QList<int>{19, 0} << 2;
    QTest::newRow("the first of a dozen")
        << QList<int>{11, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19} << 1;
}

void TestMinidumpEvent::deadlySignalDecides()
{
    QFETCH(QList<int>, signals_);
    MinidumpBuilder builder;
    builder.setSystem({});
    std::uint32_t thread = 0;
    for (const int signal : signals_) {
        builder.addThread({.id = ++thread});
        ByteAssembler exception;
        exception.u32(thread).u32(0).u32(std::uint32_t(signal)).zeros(156);
        builder.addStream(6, exception.finish());
    }
    const auto event = eventOf(builder);
    QVERIFY(event);
    QTEST(int(*event->crash.threadId), "thread");
}

void TestMinidumpEvent::versionThatWasNotFilledIn_data()
{
    QTest::addColumn<quint32>("platformId");
    QTest::addColumn<QList<quint32>>("numbers");
    QTest::addColumn<QString>("version");
    const auto row = [](const char* name, quint32 platformId, QList<quint32> numbers,
                        const char* version) {
        QTest::newRow(name) << platformId << numbers << QString::fromLatin1(version);
    };
    row("stale words", platform::kLinux, {0, 3703044128, 32764}, "");
    row("one stale word", platform::kLinux, {0, 0, 32764}, "");
    row("a pointer's halves", platform::kLinux, {3703044128, 32764, 0}, "");
    row("a kernel", platform::kLinux, {6, 1, 119}, "6.1.119");
    row("none", platform::kLinux, {0, 0, 0}, "0.0.0");
    row("Windows", platform::kWindows, {10, 0, 22631}, "10.0.22631");
}

void TestMinidumpEvent::versionThatWasNotFilledIn()
{
    QFETCH(quint32, platformId);
    QFETCH(QList<quint32>, numbers);
    MinidumpBuilder builder;
    builder.setSystem(
        {.platformId = platformId, .major = numbers[0], .minor = numbers[1], .build = numbers[2]});
    const auto event = eventOf(builder);
    QVERIFY(event);
    QTEST(QString::fromStdString(event->system.osVersion), "version");
}

void TestMinidumpEvent::stopDescriptionOfLldb()
{
    const std::string text = "signal SIGSEGV";
    MinidumpBuilder builder;
    builder.setSystem({});
    builder.addThread({.id = 1});
    ByteAssembler exception;
    exception.u32(1).u32(0).u32(11).u32(0x4c4c4442).u64(0).u64(0x10).u32(1).u32(0);
    exception.text(text).zeros(120 - text.size()).u32(0).u32(0);
    builder.addStream(6, exception.finish());
    const auto event = eventOf(builder);
    QVERIFY(event);
    QCOMPARE(event->crash.reason, std::string("SIGSEGV"));
    QCOMPARE(event->crash.flags, 0u);
    QCOMPARE(detailOf(*event, "stop description"), text);
}

QTEST_GUILESS_MAIN(TestMinidumpEvent)
#include "tst_minidump_event.moc"
