// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cfi_builder.h"
#include "tests/support/memory_object.h"
#include "tests/support/stack_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// The Go runtime switches stacks in a few functions. The unwind data of these functions leads to
/// stale stacks.
class TestGoStacks : public QObject
{
    Q_OBJECT

private slots:
    void callOnTheThreadsStack_data();
    void callOnTheThreadsStack();
    void interruptedBeforeTheChange();
    void interruptedAfterTheChange_data();
    void interruptedAfterTheChange();
    void interruptedBeforeMoreStack();
    void recordInTheGoroutine_data();
    void recordInTheGoroutine();
    void stackOverflow_data();
    void stackOverflow();
    void faultIsLookedUpExactly_data();
    void faultIsLookedUpExactly();
    void starts_data();
    void starts();
};

namespace {

constexpr std::uint64_t kCode = 0x400000;
constexpr std::uint64_t kThreadStack = StackBuilder::kStackBegin;
constexpr std::uint64_t kGoroutine = 0xc000010000; ///< The end of the goroutine's stack.
constexpr std::uint64_t kRecord = kGoroutine - 0x40;
constexpr std::uint64_t kG = 0xc000020000;
constexpr std::uint64_t kG0 = kG + 0x400;
constexpr std::uint64_t kMachine = kG + 0x800;
constexpr std::uint64_t kThreadStorage = kG + 0xc00;
constexpr std::uint64_t kStale = kCode + 0x345; ///< It also follows a call of the function.
constexpr std::uint64_t kOtherCall = kCode + 0x380;

std::vector<std::byte> bytesOf(std::initializer_list<std::uint64_t> words)
{
    std::vector<std::byte> bytes;
    for (const auto word : words) {
        for (unsigned shift = 0; shift < 64; shift += 8)
            bytes.push_back(static_cast<std::byte>(word >> shift));
    }
    return bytes;
}

/// Writes `call target` before an address.
void putCall(StackBuilder& stack, std::uint64_t returnAddress, std::uint64_t target)
{
    constexpr std::size_t kBytes = 8;
    const auto distance = target - returnAddress;
    std::vector<std::byte> code(kBytes, std::byte{0x90});
    code[3] = std::byte{0xe8};
    for (unsigned i = 0; i < 4; ++i)
        code[4 + i] = static_cast<std::byte>(distance >> (8 * i));
    stack.memory(returnAddress - kBytes, std::move(code));
}

/// Functions of 256 bytes: the one that crashed, the given one, its caller, and the one that
/// switches to a larger stack. All have the row CFA = rsp + 16.
unwind::WalkModule goModule(const std::string& name)
{
    CfiBuilder cfi(0x8000);
    cfi.frame(cfi.common("R", 16, {0x0c, 7, 16, 0x90, 1}), 0x100, 0x300, {});
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, Arch::Amd64);
    object->addSection(".eh_frame", 0x8000, cfi.finish());
    unwind::WalkModule module;
    module.state = unwind::WalkModule::State::Ready;
    module.unwind = unwind::makeUnwindTable(object, ParseLimits{}).value();
    module.hasFunction = [](std::uint64_t) { return true; };
    module.function = [=](std::uint64_t relative) {
        const auto begin = relative & ~std::uint64_t{0xff};
        const auto* other = begin == 0x400   ? "runtime.morestack_noctxt.abi0"
                            : begin == 0x500 ? "runtime.systemstack_switch"
                                             : "main.crash";
        return std::optional(unwind::WalkFunction{begin, begin == 0x200 ? name : other});
    };
    return module;
}

/// Frame 0 was called by the function at 0x200, above which the thread's stack is stale.
StackBuilder onThreadStack()
{
    StackBuilder stack(Arch::Amd64, OsFamily::Linux);
    stack.module(kCode, 0x10000).stackBytes(0x100);
    stack.set("rip", kCode + 0x100).set("rsp", kThreadStack).set("rbp", 0);
    stack.word(kThreadStack + 8, kCode + 0x220).word(kThreadStack + 24, kStale);
    putCall(stack, kStale, kCode + 0x200);
    putCall(stack, kCode + 0x320, kCode + 0x200);
    putCall(stack, kCode + 0x360, kCode + 0x400);
    putCall(stack, kOtherCall, kCode + 0x300);
    stack.memory(kRecord, bytesOf({0, kCode + 0x320, 0, 0, 0, 0, 0, 0}));
    return stack;
}

/// A thread whose goroutine has saved this pc and sp.
StackBuilder
threadWithGoroutine(std::uint64_t rbp, std::uint64_t savedPc, std::uint64_t savedSp = kRecord)
{
    auto stack = onThreadStack();
    stack.set("rbp", rbp);
    stack.memory(kG, bytesOf({kGoroutine - 0x1000, kGoroutine, 0, 0, 0, 0, kMachine, savedSp,
                              savedPc, 0, 0, 0, 0, kRecord + 0x20}));
    stack.memory(kG0, bytesOf({kThreadStack, kThreadStack + 0x100, 0, 0, 0, 0, kMachine,
                               kThreadStack + 0x80, kOtherCall}));
    stack.memory(kMachine, bytesOf({kG0, 0, 0, 0, 0, kG}));
    stack.memory(kThreadStorage - 8, bytesOf({kG0}));
    return stack;
}

/// The thread is interrupted in the function at 0x200, which has changed to the thread's stack.
Event onChangedStack(std::uint64_t rbp, std::uint64_t savedPc)
{
    auto event = threadWithGoroutine(rbp, savedPc).set("rip", kCode + 0x204).finish();
    event.threads[0].extraRegisters.emplace_back("fs_base", kThreadStorage);
    return event;
}

Walk walkIn(const Event& event, const std::string& name)
{
    FixedModules modules;
    modules.modules[0] = goModule(name);
    return walk(event, modules);
}

} // namespace

void TestGoStacks::callOnTheThreadsStack_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<quint64>("saved");
    QTest::addColumn<quint64>("rbp");
    QTest::addColumn<quint64>("depth");
    QTest::addColumn<bool>("isFound");
    const auto row = [](const char* name, const char* function, quint64 saved, quint64 rbp,
                        quint64 depth, bool isFound) {
        QTest::newRow(name) << QString(function) << saved << rbp << depth << isFound;
    };
    row("the callee saved rbp", "runtime.systemstack.abi0", kRecord, 0, 0, true);
    row("the callee left rbp alone", "runtime.systemstack.abi0", 0, kRecord, 0, true);
    row("before Go 1.17", "runtime.systemstack", kRecord, 0, 0, true);
    row("C code", "runtime.asmcgocall.abi0", 7, kRecord, 0, true);
    row("C code that lost rbp", "runtime.asmcgocall.abi0", 7, 9, kGoroutine - kRecord, true);
    row("no record", "runtime.systemstack.abi0", 7, 9, 0, false);
    row("a record of another call", "runtime.systemstack.abi0", kRecord + 16, 0, 0, false);
}

void TestGoStacks::callOnTheThreadsStack()
{
    QFETCH(QString, function);
    QFETCH(quint64, saved);
    QFETCH(quint64, rbp);
    QFETCH(quint64, depth);
    QFETCH(bool, isFound);
    auto stack = onThreadStack();
    stack.word(kThreadStack, saved).set("rbp", rbp);
    stack.word(kThreadStack + 16, depth);
    if (depth != 0)
        stack.word(kThreadStack + 24, kG);
    stack.memory(kG, bytesOf({kGoroutine - 0x1000, kGoroutine}));
    const auto result = walkIn(stack.finish(), function.toStdString());
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(result.frames[1].pc, kCode + 0x220);
    QCOMPARE(result.frames.size() > 2, isFound);
    if (isFound) {
        QCOMPARE(result.frames[2].pc, kCode + 0x320);
        QCOMPARE(result.frames[2].sp, kRecord + 16);
        QCOMPARE(result.frames[2].note, std::string("on the goroutine's own stack"));
    } else {
        QCOMPARE(result.end.reason, StackEnd::NotFound);
        QCOMPARE(result.end.note, std::string("the goroutine's stack is not known"));
    }
}

void TestGoStacks::interruptedBeforeTheChange()
{
    auto stack = onThreadStack();
    stack.set("rip", kCode + 0x204);
    const auto result = walkIn(stack.finish(), "runtime.systemstack.abi0");
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(result.frames[1].pc, kCode + 0x220); // Found by its unwind data.
}

void TestGoStacks::interruptedAfterTheChange_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<quint64>("rbp");
    QTest::addColumn<quint64>("found");
    const auto row = [](const char* name, const char* function, quint64 rbp, quint64 found) {
        QTest::newRow(name) << QString(function) << rbp << found;
    };
    row("systemstack", "runtime.systemstack.abi0", kRecord, kCode + 0x320);
    row("asmcgocall", "runtime.asmcgocall", kRecord, kCode + 0x320);
    row("systemstack without a record", "runtime.systemstack", kRecord + 16, 0);
    row("mcall", "runtime.mcall", kRecord, 0);
    row("morestack", "runtime.morestack", 0, kCode + 0x360);
    row("on the thread's stack from the start", "runtime.systemstack", kThreadStack + 0x40,
        kCode + 0x220);
}

/// The unwind data would lead to an old frame of the thread's stack.
void TestGoStacks::interruptedAfterTheChange()
{
    QFETCH(QString, function);
    QFETCH(quint64, rbp);
    QFETCH(quint64, found);
    const auto event = onChangedStack(rbp, kCode + 0x360);
    const auto result = walkIn(event, function.toStdString());
    QVERIFY(!result.frames.empty());
    if (found != 0) {
        QVERIFY(result.frames.size() >= 2);
        QCOMPARE(result.frames[1].pc, found);
    } else {
        QCOMPARE(result.frames.size(), std::size_t{1});
        QCOMPARE(result.end.note, std::string("the goroutine's stack is not known"));
    }
}

/// A function asks for more stack and `morestack` has not left its stack yet. Here that is the
/// thread's own, which ends the program.
void TestGoStacks::interruptedBeforeMoreStack()
{
    auto stack = threadWithGoroutine(0, kOtherCall);
    stack.set("rip", kCode + 0x204).word(kThreadStack, kCode + 0x360);
    auto event = stack.finish();
    event.threads[0].extraRegisters.emplace_back("fs_base", kThreadStorage);
    const auto result = walkIn(event, "runtime.morestack.abi0");
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(result.frames[1].pc, kCode + 0x220); // By its unwind data.
}

void TestGoStacks::recordInTheGoroutine_data()
{
    QTest::addColumn<bool>("hasFrame");
    QTest::newRow("the called function has lost rbp") << true;
    QTest::newRow("before Go 1.12, systemstack has no frame") << false;
}

/// The goroutine kept sp and rbp of `systemstack`.
void TestGoStacks::recordInTheGoroutine()
{
    QFETCH(bool, hasFrame);
    auto stack = threadWithGoroutine(9, kCode + 0x508, hasFrame ? kRecord : kRecord + 8);
    stack.word(kThreadStack, 7);
    auto event = stack.finish();
    event.threads[0].extraRegisters.emplace_back("fs_base", kThreadStorage);
    const auto result = walkIn(event, "runtime.systemstack.abi0");
    QVERIFY(result.frames.size() >= 3);
    QCOMPARE(result.frames[2].pc, kCode + 0x320);
    QCOMPARE(result.frames[2].sp, kRecord + 16);
    if (!hasFrame)
        QCOMPARE(result.frames[2].registers.get(specialRegisters(CpuFamily::Intel64).fp),
                 kRecord + 0x20);
}

void TestGoStacks::stackOverflow_data()
{
    QTest::addColumn<quint64>("savedPc");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("through the door without a context") << quint64{kCode + 0x360} << true;
    QTest::newRow("no call for more stack") << quint64{kOtherCall} << false;
}

/// The thread's `m` first has its own g0, whose saved registers belong to an earlier caller.
void TestGoStacks::stackOverflow()
{
    QFETCH(quint64, savedPc);
    QFETCH(bool, isFound);
    auto stack = onThreadStack();
    const auto sp = kGoroutine - 0x20;
    stack.memory(kG, bytesOf({kGoroutine - 0x1000, kGoroutine, 0, 0, 0, 0, kMachine, sp, savedPc}));
    stack.memory(kG0, bytesOf({kThreadStack, kThreadStack + 0x100, 0, 0, 0, 0, kMachine,
                               kThreadStack + 0x80, kOtherCall}));
    stack.memory(kMachine, bytesOf({kG0, 0, 0, 0, 0, kG}));
    stack.memory(kThreadStorage - 8, bytesOf({kG0}));
    auto event = stack.finish();
    event.threads[0].extraRegisters.emplace_back("fs_base", kThreadStorage);
    const auto result = walkIn(event, "runtime.morestack.abi0");
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(result.frames.size() > 2, isFound);
    if (isFound) {
        QCOMPARE(result.frames[2].pc, savedPc);
        QCOMPARE(result.frames[2].sp, sp);
    } else {
        QCOMPARE(result.end.reason, StackEnd::NotFound);
    }
}

void TestGoStacks::faultIsLookedUpExactly_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<bool>("isExact");
    QTest::newRow("a fault") << "runtime.sigpanic" << true;
    QTest::newRow("a call") << "runtime.gopanic" << false;
}

/// `sigpanic` returns to the failed instruction itself. The instruction before it may be on another
/// line.
void TestGoStacks::faultIsLookedUpExactly()
{
    QFETCH(QString, function);
    QFETCH(bool, isExact);
    const auto result = walkIn(onThreadStack().finish(), function.toStdString());
    QVERIFY(result.frames.size() >= 3);
    QCOMPARE(result.frames[2].pc, kStale);
    QCOMPARE(result.frames[2].lookupAddress, kStale - (isExact ? 0 : 1));
}

void TestGoStacks::starts_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<bool>("isStart");
    for (const auto* name :
         {"runtime.clone.abi0", "runtime.goexit.abi0", "runtime.mcall", "runtime.rt0_go.abi0"})
        QTest::newRow(name) << QString(name) << true;
    for (const auto* name : {"runtime.mstart.abi0", "clone.abi0", "main.mcall", "runtime."})
        QTest::newRow(name) << QString(name) << false;
}

void TestGoStacks::starts()
{
    QFETCH(QString, function);
    QFETCH(bool, isStart);
    const auto result = walkIn(onThreadStack().finish(), function.toStdString());
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(result.frames.size() == 2, isStart);
    QCOMPARE(result.end.reason == StackEnd::KnownStart, isStart);
}

QTEST_GUILESS_MAIN(TestGoStacks)
#include "tst_go_stacks.moc"
