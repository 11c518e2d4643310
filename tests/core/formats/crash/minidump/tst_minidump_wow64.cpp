// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/read_event.h"
#include "tests/support/minidump_builder.h"
#include "tests/support/stack_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// 64-bit dumps of 32-bit programs, as the Task Manager of Windows writes them.
class TestMinidumpWow64 : public QObject
{
    Q_OBJECT

private slots:
    void bothStacksAreWalked();
    void lastErrorIsThatOfTheProgram();
    void threadInItsOwnCode();
    void otherThreadsStayAsTheyAre_data();
    void otherThreadsStayAsTheyAre();
    void exceptionsContextCounts();
};

namespace {

constexpr std::uint64_t kTeb = 0x7e0000;
constexpr std::uint64_t kTeb32 = kTeb + 0x2000;
constexpr std::uint64_t kState = 0x8ffd20;
constexpr std::uint64_t kStack32 = 0x19f000;
constexpr std::uint64_t kStack64 = 0x8fe000;
constexpr std::uint64_t kApp = 0x400000;
constexpr std::uint64_t kWow64Cpu = 0x77a10000;

struct Parts
{
    std::uint16_t machine = 0x14c;
    std::uint64_t code32 = 0x23;
    std::uint64_t stackPointer = kStack32;
    std::string wow64 = R"(C:\Windows\System32\wow64.dll)";
    std::uint64_t codeSegment = 0x33;
    bool hasSlot = true;
};

/// WOW64_CPURESERVED: flags, machine, context.
Buffer savedState(const Parts& parts)
{
    ByteAssembler out;
    out.u16(0).u16(parts.machine);
    out.bytes(contextBytes(Cpu::X86, {{"eip", kApp + 0x1010},
                                      {"esp", parts.stackPointer},
                                      {"ebp", kStack32 + 0x10},
                                      {"cs", parts.code32},
                                      {"ss", 0x2b}}));
    return out.finish();
}

Buffer teb64(const Parts& parts)
{
    ByteAssembler out;
    out.u64(kTeb32).zeros(0x68 - 8).u32(997).zeros(0x1488 - 0x6c);
    out.u64(parts.hasSlot ? kState : 0);
    return out.finish();
}

Buffer teb32()
{
    ByteAssembler out;
    return out.zeros(0x34).u32(5).finish();
}

MinidumpBuilder taskManagerDump(const Parts& parts = {})
{
    MinidumpBuilder dump;
    dump.setSystem({.cpu = Cpu::Amd64, .platformId = platform::kWindows, .major = 10});
    dump.addModule({.name = R"(C:\app.exe)", .base = kApp, .sizeBytes = 0x10000});
    dump.addModule({.name = parts.wow64, .base = 0x77900000, .sizeBytes = 0x10000});
    dump.addModule(
        {.name = R"(C:\Windows\System32\wow64cpu.dll)", .base = kWow64Cpu, .sizeBytes = 0x10000});
    dump.addThread({.id = 1,
                    .cpu = Cpu::Amd64,
                    .registers = {{"rip", kWow64Cpu + 0x1000},
                                  {"rsp", kStack64},
                                  {"rax", 0x1234567890},
                                  {"cs", parts.codeSegment}},
                    .stackAddress = kStack64,
                    .stackInMemoryList = true,
                    .teb = kTeb});
    dump.addMemory64(kStack32, words32({0, 0, 0, 0, 0, kApp + 0x2020, 0, 0}));
    dump.addMemory64(kTeb, teb64(parts));
    dump.addMemory64(kTeb32, teb32());
    dump.addMemory64(kStack64, words64({0x77901234, 0, 0, 0}));
    dump.addMemory64(kState, savedState(parts));
    return dump;
}

EventPtr eventOf(const MinidumpBuilder& builder)
{
    return minidump::readMinidumpEvent(builder.build(), {}).value_or(nullptr);
}

CpuFamily familyOf(const Event& event)
{
    return event.threads.front().registers->family();
}

} // namespace

void TestMinidumpWow64::bothStacksAreWalked()
{
    const auto event = eventOf(taskManagerDump());
    QVERIFY(event);
    QCOMPARE(event->system.arch, Arch::Amd64);
    QCOMPARE(familyOf(*event), CpuFamily::Intel32);
    QVERIFY(event->threads.front().hostRegisters.has_value());
    QCOMPARE(event->threads.front().context.size(), std::size_t{716});
    QCOMPARE(event->diagnostics.size(), std::size_t{1});
    FixedModules modules;
    const auto stacks = walk(*event, modules);
    QVERIFY(stacks.frames.size() >= 3);
    QCOMPARE(stacks.frames[0].pc, kApp + 0x1010);
    QCOMPARE(stacks.frames[1].pc, kApp + 0x2020);
    const auto host =
        std::ranges::find(stacks.frames, kWow64Cpu + 0x1000, &unwind::WalkedFrame::pc);
    QVERIFY(host != stacks.frames.end());
    QVERIFY(host > stacks.frames.begin() + 1);
    QCOMPARE(host->trust, FrameTrust::Context);
    QCOMPARE(host->method, UnwindMethod::HostContext);
    QCOMPARE(host->registers.family(), CpuFamily::Intel64);
    QVERIFY(host->note.starts_with("the 32-bit stack ends above ("));
    QVERIFY(host + 1 != stacks.frames.end());
    QCOMPARE((host + 1)->pc, std::uint64_t{0x77901234});
}

void TestMinidumpWow64::lastErrorIsThatOfTheProgram()
{
    const auto event = eventOf(taskManagerDump());
    QVERIFY(event);
    QCOMPARE(event->threads.front().lastError, std::optional<std::uint32_t>(5));
    QCOMPARE(event->threads.front().lastErrorName, std::string("ERROR_ACCESS_DENIED"));
}

/// Its 64-bit context has the program's registers, and what the slot keeps is old.
void TestMinidumpWow64::threadInItsOwnCode()
{
    const auto event = eventOf(taskManagerDump({.codeSegment = 0x23}));
    QVERIFY(event);
    QCOMPARE(familyOf(*event), CpuFamily::Intel32);
    QVERIFY(!event->threads.front().hostRegisters);
    const auto& registers = *event->threads.front().registers;
    QCOMPARE(registers.pc(), kWow64Cpu + 0x1000);
    QCOMPARE(registers.get(*registerIndex(CpuFamily::Intel32, "eax")), std::uint64_t{0x34567890});
}

void TestMinidumpWow64::otherThreadsStayAsTheyAre_data()
{
    QTest::addColumn<Parts>("parts");
    QTest::newRow("a 64-bit program") << Parts{.wow64 = R"(C:\Windows\System32\ntdll.dll)"};
    QTest::newRow("an empty slot") << Parts{.hasSlot = false};
    QTest::newRow("another machine") << Parts{.machine = 0x1c4};
    QTest::newRow("no 32-bit code") << Parts{.code32 = 0x33};
    QTest::newRow("no stack") << Parts{.stackPointer = 0x55550000};
}

void TestMinidumpWow64::otherThreadsStayAsTheyAre()
{
    QFETCH(Parts, parts);
    const auto event = eventOf(taskManagerDump(parts));
    QVERIFY(event);
    QCOMPARE(familyOf(*event), CpuFamily::Intel64);
    QVERIFY(!event->threads.front().hostRegisters);
    QCOMPARE(event->threads.front().lastError, std::optional<std::uint32_t>(997));
}

void TestMinidumpWow64::exceptionsContextCounts()
{
    auto dump = taskManagerDump();
    dump.setException({.threadId = 1,
                       .code = 0xc0000005,
                       .registers = Registers{{"rip", kWow64Cpu + 0x1000}, {"rsp", kStack64}}});
    const auto event = eventOf(dump);
    QVERIFY(event);
    QCOMPARE(familyOf(*event), CpuFamily::Intel64);
}

QTEST_GUILESS_MAIN(TestMinidumpWow64)
#include "tst_minidump_wow64.moc"
