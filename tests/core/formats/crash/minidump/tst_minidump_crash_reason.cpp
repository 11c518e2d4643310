// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/codes/windows_exceptions.h"
#include "core/formats/crash/minidump/crash_reason.h"

#include <QTest>

using namespace faultline;
using namespace faultline::minidump;

Q_DECLARE_METATYPE(faultline::OsFamily)
Q_DECLARE_METATYPE(faultline::CpuFamily)

class TestMinidumpCrashReason : public QObject
{
    Q_OBJECT

private slots:

    void windowsReasons_data()
    {
        columns();
        windowsRows();
    }

    void windowsReasons() { compare(); }

    void linuxReasons_data()
    {
        columns();
        linuxRows();
    }

    void linuxReasons() { compare(); }

    void macReasons_data()
    {
        columns();
        macRows();
    }

    void macReasons() { compare(); }

    void othersReasons_data()
    {
        columns();
        otherRows();
    }

    void othersReasons() { compare(); }

    void addresses();
    void simulated();
    void errorNames_data();
    void errorNames();

private:
    static void columns();
    static void windowsRows();
    static void linuxRows();
    static void macRows();
    static void otherRows();
    static void compare();
};

namespace {

using Words = QList<quint64>;

minidump::ExceptionRecord recordOf(std::uint32_t code, std::uint32_t flags, const Words& words)
{
    minidump::ExceptionRecord record;
    record.code = code;
    record.flags = flags;
    record.parameterCount = std::uint32_t(words.size());
    std::ranges::copy(words, record.information.begin());
    return record;
}

void row(const char* expected,
         OsFamily os,
         CpuFamily cpu,
         std::uint32_t code,
         std::uint32_t flags,
         const Words& words = {})
{
    QTest::addRow("%s (%x, %x)", expected, code, flags)
        << os << cpu << code << flags << words << QString(expected);
}

} // namespace

void TestMinidumpCrashReason::columns()
{
    QTest::addColumn<OsFamily>("os");
    QTest::addColumn<CpuFamily>("cpu");
    QTest::addColumn<std::uint32_t>("code");
    QTest::addColumn<std::uint32_t>("flags");
    QTest::addColumn<Words>("words");
    QTest::addColumn<QString>("reason");
}

void TestMinidumpCrashReason::compare()
{
    QFETCH(OsFamily, os);
    QFETCH(CpuFamily, cpu);
    QFETCH(std::uint32_t, code);
    QFETCH(std::uint32_t, flags);
    QFETCH(Words, words);
    QTEST(QString::fromStdString(minidump::crashReason(recordOf(code, flags, words), os, cpu)),
          "reason");
}

void TestMinidumpCrashReason::windowsRows()
{
    const auto win = [](const char* expected, std::uint32_t code, const Words& words = {}) {
        row(expected, OsFamily::Windows, CpuFamily::Intel64, code, 0, words);
    };
    win("EXCEPTION_ACCESS_VIOLATION", 0xc0000005);
    win("EXCEPTION_ACCESS_VIOLATION_READ", 0xc0000005, {0, 0x45});
    win("EXCEPTION_ACCESS_VIOLATION_WRITE", 0xc0000005, {1, 0x45});
    win("EXCEPTION_ACCESS_VIOLATION_EXEC", 0xc0000005, {8, 0x45});
    win("EXCEPTION_ACCESS_VIOLATION", 0xc0000005, {7, 0x45});
    win("EXCEPTION_IN_PAGE_ERROR_READ / STATUS_DISK_FULL", 0xc0000006,
        {0, 0x45, 0xffffffffc000007f});
    win("EXCEPTION_IN_PAGE_ERROR_WRITE / 0x0badf00d", 0xc0000006, {1, 0x45, 0x0badf00d});
    win("EXCEPTION_IN_PAGE_ERROR", 0xc0000006, {0, 0x45});
    win("EXCEPTION_STACK_BUFFER_OVERRUN / FAST_FAIL_FATAL_APP_EXIT", 0xc0000409, {7});
    win("EXCEPTION_STACK_BUFFER_OVERRUN / FAST_FAIL_UNHANDLED_LSS_EXCEPTON", 0xc0000409, {54});
    win("EXCEPTION_STACK_BUFFER_OVERRUN / 0x00000010", 0xc0000409, {16});
    win("STATUS_STACK_BUFFER_OVERRUN", 0xc0000409);
    win("STATUS_HEAP_CORRUPTION", 0xc0000374);
    win("EXCEPTION_BREAKPOINT", 0x80000003);
    win("EXCEPTION_POSSIBLE_DEADLOCK", 0xc0000194);
    win("MANAGED_EXCEPTION_CODE_V4", 0xe0434352);
    win("Out of Memory", 0xe0000008);
    win("Unhandled C++ Exception", 0xe06d7363);
    win("Simulated Exception", 0x0517a7ed);
    win("FACILITY_VISUALCPP / ERROR_MOD_NOT_FOUND", 0xc06d007e);
    win("FACILITY_VISUALCPP / ERROR_PROC_NOT_FOUND", 0xc06d007f);
    win("ERROR_INVALID_PARAMETER", 87);
    win("unknown 0xdeadbeef", 0xdeadbeef);
}

void TestMinidumpCrashReason::linuxRows()
{
    const auto lin = [](const char* expected, std::uint32_t code, std::int32_t flags) {
        row(expected, OsFamily::Linux, CpuFamily::Intel64, code, std::uint32_t(flags));
    };
    lin("SIGSEGV / SEGV_MAPERR", 11, 1);
    lin("SIGSEGV / SEGV_PKUERR", 11, 4);
    lin("SIGSEGV / SEGV_MTESERR", 11, 9);
    lin("SIGSEGV / SI_KERNEL", 11, 0x80);
    lin("SIGSEGV", 11, 0);
    lin("SIGABRT / SI_TKILL", 6, -6);
    lin("SIGABRT / 0xfffffff8", 6, -8);
    lin("SIGABRT / SI_ASYNCNL", 6, -60);
    lin("SIGBUS / BUS_MCEERR_AO", 7, 5);
    lin("SIGILL / ILL_BADIADDR", 4, 9);
    lin("SIGTRAP / TRAP_PERF", 5, 6);
    lin("SIGFPE / FPE_INTDIV", 8, 1);
    lin("SIGSYS / SYS_SECCOMP", 31, 1);
    lin("SIGQUIT / 0x00000001", 3, 1);
    lin("DUMP_REQUESTED", 0xffffffff, 0);
    lin("unknown 0x00000040 / 0x00000001", 64, 1);
}

void TestMinidumpCrashReason::macRows()
{
    const auto mac = [](const char* expected, CpuFamily cpu, std::uint32_t code,
                        std::uint32_t flags, const Words& words = {}) {
        row(expected, OsFamily::MacOs, cpu, code, flags, words);
    };
    using enum CpuFamily;
    mac("EXC_BAD_ACCESS / KERN_INVALID_ADDRESS", Intel64, 1, 1);
    mac("EXC_BAD_ACCESS / KERN_CODESIGN_ERROR", Arm64, 1, 50);
    mac("EXC_BAD_ACCESS / EXC_I386_GPFLT", Intel64, 1, 13);
    mac("EXC_BAD_ACCESS / EXC_ARM_DA_ALIGN", Arm64, 1, 0x101);
    mac("EXC_BAD_ACCESS / EXC_PPC_VM_PROT_READ", Ppc32, 1, 0x101);
    mac("EXC_BAD_ACCESS / 0x00000101", Arm32, 1, 0x101);
    mac("EXC_BAD_INSTRUCTION / EXC_I386_INVOP", Intel64, 2, 1);
    mac("EXC_BAD_INSTRUCTION / EXC_ARM_UNDEFINED", Arm64, 2, 1);
    mac("EXC_ARITHMETIC / EXC_I386_DIV", Intel32, 3, 1);
    mac("EXC_ARITHMETIC / EXC_FLT_INEXACT", Ppc32, 3, 3);
    mac("EXC_SOFTWARE / SIGABRT", Intel64, 5, 0x10002);
    mac("EXC_SOFTWARE / UNCAUGHT_NS_EXCEPTION", Arm64, 5, 0xdeadc0de);
    mac("EXC_BREAKPOINT / EXC_I386_BPT", Intel64, 6, 2);
    mac("EXC_BREAKPOINT / EXC_ARM_BREAKPOINT", Arm64, 6, 1);
    mac("EXC_SYSCALL / 0x00000007", Intel64, 7, 7);
    mac("Simulated Exception", Arm64, 0x43507378, 0);
    mac("Uncaught NSException", Arm64, 0x43506e78, 0);
    mac("EXC_SOFT_SIGNAL / SIGABRT", Arm64, 0x10003, 6, {0x10003, 6, 0});
    mac("EXC_SOFT_SIGNAL / SIGBUS", Arm64, 0x10003, 10);
    mac("EXC_SOFT_SIGNAL / 0x00000063", Arm64, 0x10003, 99);
    mac("EXC_CRASH / SIGABRT", Arm64, 10, 0x06000000);
    mac("EXC_CRASH / 0x00000001", Arm64, 10, 1);
    mac("EXC_CORPSE_NOTIFY / 0x00000000", Arm64, 13, 0);
    mac("unknown 0x0000000e / 0x00000001", Arm64, 14, 1);
    mac("EXC_RESOURCE / RESOURCE_TYPE_CPU / FLAVOR_CPU_MONITOR_FATAL interval: 180s CPU limit: 2% "
        "CPU consumed: 5%",
        Arm64, 11, 1u << 29, {11, 2ull << 58 | 180u << 7 | 0x32, 0x55});
    mac("EXC_RESOURCE / RESOURCE_TYPE_WAKEUPS / FLAVOR_WAKEUPS_MONITOR interval: 300s wakeups "
        "permitted: 150 wakeups observed: 1000",
        Arm64, 11, 2u << 29, {11, 1ull << 58 | 300ull << 20 | 150, 1000});
    mac("EXC_RESOURCE / RESOURCE_TYPE_MEMORY / FLAVOR_HIGH_WATERMARK high watermark limit: 1024MiB",
        Arm64, 11, 3u << 29, {11, 1ull << 58 | 1024, 0});
    mac("EXC_RESOURCE / RESOURCE_TYPE_IO / FLAVOR_IO_LOGICAL_WRITES interval: 60s I/O limit: 20% "
        "I/O observed: 30%",
        Arm64, 11, 4u << 29, {11, 2ull << 58 | 60u << 15 | 20, 30});
    mac("EXC_RESOURCE / RESOURCE_TYPE_THREADS / FLAVOR_THREADS_HIGH_WATERMARK high watermark "
        "limit: 2048",
        Arm64, 11, 5u << 29, {11, 1ull << 58 | 2048, 0});
    mac("EXC_RESOURCE / RESOURCE_TYPE_CPU / 0x0000000000000001 / 0x0000000000000002", Arm64, 11,
        1u << 29, {11, 1, 2});
    mac("EXC_RESOURCE / 0x00000001", Arm64, 11, 1);
    mac("EXC_GUARD / GUARD_TYPE_NONE", Arm64, 12, 0, {12, 1, 2});
    mac("EXC_GUARD / GUARD_TYPE_MACH_PORT / GUARD_EXC_DESTROY port name: 515", Arm64, 12, 1u << 29,
        {12, 1ull << 32 | 515, 0});
    mac("EXC_GUARD / GUARD_TYPE_MACH_PORT / GUARD_EXC_STRICT_REPLY port name: 515 subcode: 9",
        Arm64, 12, 1u << 29, {12, 0x40ull << 32 | 515, 9});
    mac("EXC_GUARD / GUARD_TYPE_FD / GUARD_EXC_CLOSE file descriptor: 3 guard identifier: 77",
        Arm64, 12, 2u << 29, {12, 1ull << 32 | 3, 77});
    mac("EXC_GUARD / GUARD_TYPE_USER/ namespace: 18 guard identifier: 77", Arm64, 12, 3u << 29,
        {12, 18, 77});
    mac("EXC_GUARD / GUARD_TYPE_VN / GUARD_EXC_UNLINK pid: 42 guard identifier: 77", Arm64, 12,
        4u << 29, {12, 4ull << 32 | 42, 77});
    mac("EXC_GUARD / GUARD_TYPE_VIRT_MEMORY / GUARD_EXC_DEALLOC_GAP offset: 4096", Arm64, 12,
        5u << 29, {12, 1ull << 32, 4096});
    mac("EXC_GUARD / GUARD_TYPE_REJECTED_SC / GUARD_EXC_MACH_TRAP syscall: 31", Arm64, 12, 6u << 29,
        {12, 0, 31});
    mac("EXC_GUARD / GUARD_TYPE_FD / 0x0000000300000001 / 0x0000000000000002", Arm64, 12, 2u << 29,
        {12, 3ull << 32 | 1, 2});
}

void TestMinidumpCrashReason::otherRows()
{
    row("unknown 0x0000000b / 0x00000001", OsFamily::Solaris, CpuFamily::Intel64, 11, 1);
    row("ZX_EXCP_FATAL_PAGE_FAULT", OsFamily::Fuchsia, CpuFamily::Intel64, 0x108, 0);
    row("SIGSEGV / SEGV_ACCERR", OsFamily::Android, CpuFamily::Arm32, 11, 2);
}

void TestMinidumpCrashReason::addresses()
{
    auto record = recordOf(0xc0000005, 0, {1, 0xffffffff80000045});
    record.address = 0x401000;
    QCOMPARE(minidump::crashAddress(record, OsFamily::Windows, CpuFamily::Intel64),
             std::uint64_t{0xffffffff80000045});
    QCOMPARE(minidump::crashAddress(record, OsFamily::Windows, CpuFamily::Intel32),
             std::uint64_t{0x80000045});
    QCOMPARE(minidump::crashAddress(record, OsFamily::Linux, CpuFamily::Intel64),
             std::uint64_t{0x401000});
    record.parameterCount = 1;
    QCOMPARE(minidump::crashAddress(record, OsFamily::Windows, CpuFamily::Intel64),
             std::uint64_t{0x401000});
}

void TestMinidumpCrashReason::simulated()
{
    QVERIFY(minidump::isSimulated(recordOf(0x0517a7ed, 0, {}), OsFamily::Windows));
    QVERIFY(minidump::isSimulated(recordOf(0x43507378, 0, {}), OsFamily::Ios));
    QVERIFY(minidump::isSimulated(recordOf(0xffffffff, 0, {}), OsFamily::Android));
    QVERIFY(!minidump::isSimulated(recordOf(11, 0, {}), OsFamily::Linux));
    QVERIFY(!minidump::isSimulated(recordOf(0x0517a7ed, 0, {}), OsFamily::Linux));
}

void TestMinidumpCrashReason::errorNames_data()
{
    QTest::addColumn<std::uint32_t>("code");
    QTest::addColumn<QString>("name");
    const auto add = [](std::uint32_t code, const char* name) {
        QTest::newRow(name) << code << QString(name);
    };
    add(0, "ERROR_SUCCESS");
    add(2, "ERROR_FILE_NOT_FOUND");
    add(1722, "RPC_S_SERVER_UNAVAILABLE");
    add(0x102, "STATUS_TIMEOUT");
    add(0xc0000005, "STATUS_ACCESS_VIOLATION");
    add(0xc000041d, "STATUS_FATAL_USER_CALLBACK_EXCEPTION");
    add(0xc0000142, "STATUS_DLL_INIT_FAILED");
    add(0x7fffffff, "unknown 0x7fffffff");
}

void TestMinidumpCrashReason::errorNames()
{
    QFETCH(std::uint32_t, code);
    QTEST(QString::fromStdString(crash::windowsErrorName(code)), "name");
}

QTEST_GUILESS_MAIN(TestMinidumpCrashReason)
#include "tst_minidump_crash_reason.moc"
