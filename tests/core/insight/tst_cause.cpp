// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/cause.h"
#include "core/insight/code_owner.h"
#include "core/insight/frame_names.h"
#include "core/insight/key_frame.h"
#include "core/insight/self_end.h"
#include "tests/core/insight/named_report.h"

#include <QTest>

using namespace faultline;
using insight::CauseCode;
using test::reportOf;

Q_DECLARE_METATYPE(faultline::insight::CauseCode)

class TestCause : public QObject
{
    Q_OBJECT

private slots:
    void overflowLiesBesideTheStackPointer_data();
    void overflowLiesBesideTheStackPointer();
    void overflowLiesBelowTheStack_data();
    void overflowLiesBelowTheStack();
    void instructionTellsTheAddress();
    void generalProtectionHasNoAddress_data();
    void generalProtectionHasNoAddress();
    void impossibleAccessNeedsNoAddress_data();
    void impossibleAccessNeedsNoAddress();
    void callToNullNeedsNoAddress();
    void callOfNullIsItsCallers();
    void filesOfTextsAreTheProgram();
    void onlyFaultsAreSuspicious_data();
    void onlyFaultsAreSuspicious();
    void namesOfTheReportName();
    void appleReportsTellWhy_data();
    void appleReportsTellWhy();
};

void TestCause::overflowLiesBesideTheStackPointer_data()
{
    QTest::addColumn<quint64>("distance");
    QTest::addColumn<bool>("inGuard");
    QTest::addColumn<CauseCode>("code");
    QTest::newRow("in its own frame") << quint64{0x75} << true << CauseCode::StackOverflow;
    QTest::newRow("far from it") << quint64{0x100000} << true << CauseCode::GuardPage;
    QTest::newRow("no guard page") << quint64{0x75} << false << CauseCode::ReasonAddress;
}

void TestCause::overflowLiesBesideTheStackPointer()
{
    QFETCH(quint64, distance);
    QFETCH(bool, inGuard);
    QFETCH(CauseCode, code);
    auto report = reportOf("SIGSEGV / SEGV_ACCERR", {"app::depth(int)"});
    constexpr std::uint64_t kStackPointer = 0x7fc000390000;
    auto event = std::make_shared<Event>(*report.event);
    event->crash.address = kStackPointer + distance;
    MemoryRegion region;
    region.address = event->crash.address & ~std::uint64_t{0xfff};
    region.sizeBytes = 0x1000;
    region.guard = inGuard;
    event->makeNative().memoryMap.push_back(region);
    report.event = event;
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    stack->frames.front().makeNative().sp = kStackPointer;
    report.stacks.front() = stack;
    QCOMPARE(insight::causeOf(report).code, code);
}

void TestCause::overflowLiesBelowTheStack_data()
{
    constexpr quint64 kStack = 0x7fc000390000;
    QTest::addColumn<quint64>("address");
    QTest::addColumn<quint64>("sp");
    QTest::addColumn<quint64>("callerSp");
    QTest::addColumn<CauseCode>("code");
    QTest::newRow("recursion") << kStack - 8 << kStack << kStack + 0x100
                               << CauseCode::StackOverflow;
    QTest::newRow("a large frame")
        << kStack - 0xffff73 << kStack - 0x1000000 << kStack + 0x100 << CauseCode::StackOverflow;
    QTest::newRow("no caller on the stack")
        << kStack - 8 << kStack << kStack << CauseCode::ReasonAddress;
    QTest::newRow("far from the stack pointer")
        << kStack - 0x20000 << kStack << kStack + 0x100 << CauseCode::ReasonAddress;
    QTest::newRow("on the stack") << kStack + 8 << kStack << kStack + 0x100
                                  << CauseCode::ReasonAddress;
    QTest::newRow("in other memory")
        << kStack - 0x10008 << kStack - 0x10000 << kStack + 0x100 << CauseCode::ReasonAddress;
    QTest::newRow("a damaged stack pointer")
        << kStack - 0x40000000 << kStack - 0x40000000 << kStack + 0x100 << CauseCode::ReasonAddress;
}

void TestCause::overflowLiesBelowTheStack()
{
    QFETCH(quint64, address);
    QFETCH(quint64, sp);
    QFETCH(quint64, callerSp);
    auto report = reportOf("SIGSEGV / SEGV_MAPERR", {"app::depth(int)", "main"});
    auto event = std::make_shared<Event>(*report.event);
    event->crash.address = address;
    const auto region = [](std::uint64_t begin, std::uint64_t sizeBytes) {
        MemoryRegion memory;
        memory.address = begin;
        memory.sizeBytes = sizeBytes;
        memory.readable = memory.writable = true;
        return memory;
    };
    event->makeNative().memoryMap = {region(0x7fc000370000, 0x10000),
                                     region(0x7fc000390000, 0x20000)};
    report.event = event;
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    stack->frames.front().makeNative().sp = sp;
    stack->frames.back().makeNative().sp = callerSp;
    report.stacks.front() = stack;
    QTEST(insight::causeOf(report).code, "code");
}

/// LLDB's dumps give no address of the fault.
void TestCause::instructionTellsTheAddress()
{
    auto report = reportOf("SIGSEGV", {"app::depth(int)"});
    auto event = std::make_shared<Event>(*report.event);
    event->crash.addressKnown = false;
    report.event = event;
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    stack->frames.front().makeNative().sp = 0x7ffff7da9000;
    stack->frames.front().makeNative().pc = 0x401000;
    report.stacks.front() = stack;
    MemoryAccess access;
    access.address = 0x7ffff7da8f7c;
    access.isGuardPage = true;
    auto analysis = std::make_shared<CrashAnalysis>();
    analysis->instruction.emplace().accesses = {access};
    report.analysis = analysis;
    QCOMPARE(insight::causeOf(report).code, CauseCode::StackOverflow);
    analysis->instruction->accesses->push_back(access);
    QCOMPARE(insight::causeOf(report).code, CauseCode::Reason);
}

void TestCause::generalProtectionHasNoAddress_data()
{
    QTest::addColumn<QString>("instruction");
    QTest::addColumn<bool>("isPrivileged");
    QTest::addColumn<qulonglong>("access");
    QTest::addColumn<CauseCode>("code");
    const auto row = [](const char* name, const char* text, bool isPrivileged, qulonglong access,
                        CauseCode code) {
        QTest::newRow(name) << text << isPrivileged << access << code;
    };
    const auto aligned = CauseCode::MisalignedAddress;
    row("aligned move", "movaps xmm0, xmmword ptr [rax]", false, 0x7f0000000008, aligned);
    row("near null", "movaps xmm0, xmmword ptr [rax]", false, 8, aligned);
    row("operand of SSE", "addps xmm0, xmmword ptr [rax]", false, 0x7f0000000008, aligned);
    row("at an aligned address", "movaps xmm0, xmmword ptr [rax]", false, 0x7f0000000010,
        CauseCode::Reason);
    row("unaligned move", "movups xmm0, xmmword ptr [rax]", false, 0x7f0000000008,
        CauseCode::Reason);
    row("operand of AVX", "vaddps xmm0, xmm0, xmmword ptr [rax]", false, 0x7f0000000008,
        CauseCode::Reason);
    row("aligned move of AVX", "vmovaps xmm0, xmmword ptr [rax]", false, 0x7f0000000008, aligned);
    row("privileged", "hlt", true, 0x10, CauseCode::PrivilegedInstruction);
    row("anything else", "ret", false, 0x10, CauseCode::Reason);
}

/// The system puts 0 where the address of a fault would be, which is no null pointer.
void TestCause::generalProtectionHasNoAddress()
{
    QFETCH(QString, instruction);
    QFETCH(bool, isPrivileged);
    QFETCH(qulonglong, access);
    auto report = reportOf("SIGSEGV / SI_KERNEL", {"app::f()"});
    auto event = std::make_shared<Event>(*report.event);
    event->system.arch = Arch::Amd64;
    report.event = event;
    auto analysis = std::make_shared<CrashAnalysis>();
    auto& crashed = analysis->instruction.emplace();
    crashed.text = instruction.toStdString();
    crashed.isPrivileged = isPrivileged;
    crashed.accesses = {MemoryAccess{.address = access, .sizeBytes = 16}};
    report.analysis = analysis;
    const auto cause = insight::causeOf(report);
    QTEST(cause.code, "code");
    if (cause.code == CauseCode::MisalignedAddress)
        QCOMPARE(cause.address, std::uint64_t{access});
}

void TestCause::impossibleAccessNeedsNoAddress_data()
{
    QTest::addColumn<QString>("reason");
    QTest::addColumn<qulonglong>("address");
    QTest::addColumn<CauseCode>("code");
    QTest::newRow("null") << "SIGSEGV" << 0ull << CauseCode::NearNull;
    QTest::newRow("text") << "SIGSEGV" << 0x6172747320746f6eull << CauseCode::ImpossibleAddress;
    QTest::newRow("possible") << "SIGSEGV" << 0x7f0000001000ull << CauseCode::Reason;
    QTest::newRow("a sent signal") << "SIGSEGV / SI_USER" << 0ull << CauseCode::Reason;
}

/// Old versions of Breakpad record neither what the signal is about nor where it comes from. An
/// instruction that cannot succeed tells it.
void TestCause::impossibleAccessNeedsNoAddress()
{
    QFETCH(QString, reason);
    QFETCH(qulonglong, address);
    auto report = reportOf(reason.toStdString(), {"app::f()"});
    auto event = std::make_shared<Event>(*report.event);
    event->system.arch = Arch::Amd64;
    event->crash.addressKnown = false;
    report.event = event;
    MemoryAccess access;
    access.address = address;
    auto analysis = std::make_shared<CrashAnalysis>();
    analysis->instruction.emplace().accesses = {access};
    report.analysis = analysis;
    const auto cause = insight::causeOf(report);
    QTEST(cause.code, "code");
    if (cause.code != CauseCode::Reason)
        QCOMPARE(cause.address, std::uint64_t{address});
}

void TestCause::callToNullNeedsNoAddress()
{
    auto report = reportOf("SIGSEGV", {"", "main"});
    auto event = std::make_shared<Event>(*report.event);
    event->crash.addressKnown = false;
    report.event = event;
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    stack->frames.front().trust = FrameTrust::Context;
    report.stacks.front() = stack;
    const auto cause = insight::causeOf(report);
    QCOMPARE(cause.code, CauseCode::NearNull);
    QCOMPARE(cause.access, insight::CauseAccess::Execute);
    QVERIFY(insight::isCallOfNull(cause));
    stack->frames.front().makeNative().pc = 0x401000;
    QCOMPARE(insight::causeOf(report).code, CauseCode::Reason);
}

/// The return address of the call is on top of the stack; one further down is only a guess.
void TestCause::callOfNullIsItsCallers()
{
    auto report = reportOf("SIGSEGV / SEGV_MAPERR", {"", "app::run(int)", "main"});
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    auto& nowhere = stack->frames[0];
    nowhere.module.reset();
    nowhere.trust = FrameTrust::Context;
    nowhere.makeNative().sp = 0x7000;
    auto& caller = stack->frames[1];
    caller.trust = FrameTrust::Scan;
    caller.makeNative().method = UnwindMethod::Scan;
    caller.makeNative().sp = 0x7008;
    report.stacks.front() = stack;
    auto cause = insight::causeOf(report);
    QVERIFY(insight::isCallOfNull(cause));
    QCOMPARE(cause.function, "app::run()");
    QCOMPARE(insight::blamedFrame(report), &stack->frames[1]);
    caller.makeNative().sp = 0x7040;
    cause = insight::causeOf(report);
    QCOMPARE(insight::blamedFrame(report), &stack->frames[0]);
}

/// Sanitizers print source files, and no modules for functions whose names they know.
void TestCause::filesOfTextsAreTheProgram()
{
    auto report = reportOf("SIGSEGV", {"__asan_memcpy", "use", "main", "__libc_start_main"});
    auto event = std::make_shared<Event>(*report.event);
    event->kind = EventKind::NativeText;
    report.event = event;
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    for (auto& frame : stack->frames)
        frame.module.reset();
    stack->frames[1].position.file = "asan.c";
    stack->frames[2].position.file = "asan.c";
    stack->frames[3].position.file = "../csu/libc-start.c";
    report.stacks.front() = stack;
    QVERIFY(!insight::isInApp(report, stack->frames[0]));
    QVERIFY(insight::isOwnCode(report, stack->frames[1]));
    QVERIFY(!insight::isInApp(report, stack->frames[3]));
    QCOMPARE(insight::keyFrame(report, *stack), 1U);
}

void TestCause::onlyFaultsAreSuspicious_data()
{
    QTest::addColumn<QString>("reason");
    QTest::addColumn<bool>("hasAccess");
    QTest::addColumn<bool>("isSuspicious");
    QTest::newRow("memory fault") << "SIGSEGV / SEGV_MAPERR" << true << true;
    QTest::newRow("memory fault of Windows") << "EXCEPTION_ACCESS_VIOLATION_READ" << true << true;
    QTest::newRow("stack overflow") << "EXCEPTION_STACK_OVERFLOW" << true << false;
    QTest::newRow("signal sent by another program") << "SIGSEGV / SI_USER" << false << false;
    QTest::newRow("abort") << "SIGABRT / SI_TKILL" << false << false;
    QTest::newRow("unknown instruction") << "SIGILL / ILL_ILLOPN" << false << false;
    QTest::newRow("unknown instruction on a Mac") << "EXC_BAD_INSTRUCTION / 1" << false << false;
    QTest::newRow("trap") << "SIGTRAP" << false << false;
    QTest::newRow("no reason") << QString() << true << true;
}

void TestCause::onlyFaultsAreSuspicious()
{
    QFETCH(QString, reason);
    const auto report = reportOf(reason.toStdString(), {"app::work(int)"});
    QTEST(insight::hasFaultingAccess(report), "hasAccess");
    QTEST(insight::isSuspicious(report), "isSuspicious");
}

void TestCause::namesOfTheReportName()
{
    auto report = reportOf("EXC_BAD_ACCESS (SIGSEGV)", {""});
    auto stack = std::make_shared<ThreadStack>(*report.stacks.front());
    auto& frame = stack->frames.front();
    frame.position.function.reset();
    frame.makeNative().reported.resize(1);
    frame.asNative()->reported.front().function = "-[Canvas(Draw) stroke:]";
    report.stacks.front() = stack;
    QCOMPARE(insight::crashedFunction(report), std::string("-[Canvas(Draw) stroke:]"));
}

void TestCause::appleReportsTellWhy_data()
{
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("details");
    QTest::addColumn<QString>("text");
    QTest::newRow("an exception that nobody caught")
        << "EXC_CRASH (SIGABRT)"
        << "*** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[A "
           "objectAtIndex:]: index 5 of 'b' beyond bounds'\nterminating"
        << "NSRangeException: *** -[A objectAtIndex:]: index 5 of 'b' beyond bounds";
    QTest::newRow("the watchdog of iOS")
        << "EXC_CRASH (SIGKILL)"
        << "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog "
           "transgression: exhausted real (wall clock) time allowance of 10.00 seconds"
        << "0x8BADF00D: scene-update watchdog transgression: exhausted real (wall clock) time "
           "allowance of 10.00 seconds";
    QTest::newRow("the watchdog in a text")
        << "EXC_CRASH (SIGKILL)" << "Namespace FRONTBOARD, Code 0x8badf00d\nscene-create watchdog"
        << "0x8badf00d: scene-create watchdog";
    QTest::newRow("a fault") << "EXC_BAD_ACCESS (SIGSEGV)"
                             << "KERN_INVALID_ADDRESS at 0x1, Code 0x1"
                             << "";
}

void TestCause::appleReportsTellWhy()
{
    QFETCH(const QString, reason);
    QFETCH(const QString, details);
    QFETCH(const QString, text);
    auto report = reportOf(reason.toStdString(), {"app::run()"});
    auto event = std::make_shared<Event>(*report.event);
    event->kind = EventKind::AppleIps;
    event->makeNative();
    event->crash.details = details.toStdString();
    report.event = event;
    const auto cause = insight::causeOf(report);
    QCOMPARE(cause.code == CauseCode::Message, !text.isEmpty());
    if (!text.isEmpty())
        QCOMPARE(QString::fromStdString(cause.text), text);
}

QTEST_GUILESS_MAIN(TestCause)
#include "tst_cause.moc"
