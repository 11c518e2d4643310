// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks through x86 code of which nothing but the code is known: no unwind data, and for some
// functions not even a symbol.
#include "tests/core/unwind/walk_scene.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/memory_object.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestCodeFrames : public QObject
{
    Q_OBJECT

private slots:
    void namedFunction();
    void savedRegistersComeBack();
    void frameOfUnknownSize();
    void namelessFunction();
    void callThroughATailCall();
    void refutedCallsAreNotTaken();
    void valueThatIsNoReturnAddress();
    void windowsX86IsLeftAlone_data();
    void windowsX86IsLeftAlone();
    void limitIsReported();
    void unlistedCode_data();
    void unlistedCode();
    void codeIsFollowedToItsReturn_data();
    void codeIsFollowedToItsReturn();
    void returnsThatDisagreeAreNoAnswer();
    void callOfAnotherFunctionIsNoAnswer();
    void alignedMainOfX86();
    void recordOfTheCaller_data();
    void recordOfTheCaller();
    void vsyscallWithoutItsCode_data();
    void vsyscallWithoutItsCode();
    void unwindDataThatLeadsToData_data();
    void unwindDataThatLeadsToData();
};

namespace {

constexpr std::uint64_t kStackTop = StackBuilder::kStackBegin + 0x100;

// Addresses in the module.
constexpr std::uint64_t kFunction = kCode + 0x100; // Crashes, or has called one that did.
constexpr std::uint64_t kCaller = kCode + 0x200;
constexpr std::uint64_t kOtherCaller = kCode + 0x300; // Calls something else.
constexpr std::uint64_t kElsewhere = kCode + 0x400;
constexpr std::uint64_t kJumper = kCode + 0x500; // Only jumps to the function.

/// call rel32, with its return address at `end`.
std::vector<std::byte> callOf(std::uint64_t target, std::uint64_t end)
{
    auto bytes = bytesOfHex("909090e8");
    const auto distance = static_cast<std::uint32_t>(target - end);
    for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<std::byte>(distance >> shift));
    return bytes;
}

/// push rbx, rbp; sub rsp, 0x18; nop; add rsp, 0x18; pop rbp, rbx; ret
constexpr auto kPushesAndAllocates = "53554883ec18904883c4185d5bc3";
constexpr auto kCallsThroughRax = "909090909090ffd0";

struct Code
{
    std::vector<std::byte> function = bytesOfHex(kPushesAndAllocates);
    std::vector<std::byte> call = callOf(kFunction, kCaller); ///< In front of kCaller.
    std::uint64_t stale = kOtherCaller; ///< The stack up to the function's return address.
};

StackBuilder scene(Arch arch, OsFamily os, const Code& code)
{
    StackBuilder stack(arch, os);
    stack.module(kCode, 0x1000).stackBytes(0x800);
    stack.memory(kFunction, code.function).memory(kCaller - 8, code.call);
    stack.memory(kOtherCaller - 8, callOf(kElsewhere, kOtherCaller));
    stack.memory(kElsewhere, bytesOfHex("504883ec0890c3cc"));
    stack.memory(kJumper, bytesOfHex("e9fbfbffff"));
    const auto word = pointerSize(cpuFamily(arch));
    for (unsigned i = 0; i < 5; ++i)
        stack.word(kStackTop + i * word, code.stale);
    return stack.word(kStackTop + 5 * word, kCaller);
}

StackBuilder crashIn(const Code& code = {})
{
    auto stack = scene(Arch::Amd64, OsFamily::Linux, code);
    return stack.set("rip", kFunction + 6).set("rsp", kStackTop).set("rbp", 1);
}

unwind::WalkModule nameless()
{
    unwind::WalkModule module;
    module.state = unwind::WalkModule::State::Ready;
    return module;
}

Walk walkWith(const Event& event, unwind::WalkModule module)
{
    FixedModules modules;
    modules.modules[0] = std::move(module);
    return walk(event, modules);
}

std::uint64_t valueOf(const unwind::WalkedFrame& frame, std::string_view name)
{
    return frame.registers.get(*registerIndex(frame.registers.family(), name));
}

} // namespace

void TestCodeFrames::namedFunction()
{
    const auto result = walkWith(crashIn().finish(), functionsOf256Bytes());
    QCOMPARE(methodTexts(result).mid(0, 2),
             (QStringList{"400106 context", "400200 instructions around pc"}));
    QCOMPARE(result.frames[1].sp, kStackTop + 0x30);
    QCOMPARE(result.frames[1].trust, FrameTrust::FramePointer);
}

void TestCodeFrames::savedRegistersComeBack()
{
    auto stack = crashIn();
    stack.word(kStackTop + 0x18, 0x5555).word(kStackTop + 0x20, 0x3333);
    const auto result = walkWith(stack.finish(), functionsOf256Bytes());
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(valueOf(result.frames[1], "rbp"), std::uint64_t{0x5555});
    QCOMPARE(valueOf(result.frames[1], "rbx"), std::uint64_t{0x3333});
    const auto r12 = *registerIndex(CpuFamily::Intel64, "r12");
    QCOMPARE(result.frames[1].registers.get(r12), StackBuilder::pattern(r12));
    QVERIFY(!result.frames[1].registers.has(*registerIndex(CpuFamily::Intel64, "rax")));
}

/// After push rbp; mov rbp, rsp; sub rsp, rax only rbp leads to the frame.
void TestCodeFrames::frameOfUnknownSize()
{
    auto stack = crashIn({.function = bytesOfHex("554889e54829c490")});
    stack.set("rip", kFunction + 7).set("rbp", kStackTop + 0x20);
    const auto result = walkWith(stack.finish(), functionsOf256Bytes());
    QCOMPARE(methodTexts(result).mid(0, 2),
             (QStringList{"400107 context", "400200 instructions around pc"}));
}

void TestCodeFrames::namelessFunction()
{
    const auto result = walkWith(crashIn().finish(), nameless());
    QCOMPARE(methodTexts(result).mid(0, 2),
             (QStringList{"400106 context", "400200 instructions around pc"}));
    QCOMPARE(result.frames[1].sp, kStackTop + 0x30);
}

void TestCodeFrames::callThroughATailCall()
{
    const auto stack = crashIn({.call = callOf(kJumper, kCaller)});
    const auto result = walkWith(stack.finish(), nameless());
    QCOMPARE(methodTexts(result).mid(0, 2),
             (QStringList{"400106 context", "400200 instructions around pc"}));
}

/// The caller called through a pointer. Older words of the stack are return addresses of calls to
/// this very function. Where it returns tells the right one.
void TestCodeFrames::refutedCallsAreNotTaken()
{
    auto stack = crashIn({.call = bytesOfHex(kCallsThroughRax), .stale = kCode + 0x600});
    stack.memory(kCode + 0x600 - 8, callOf(kFunction, kCode + 0x600));
    const auto result = walkWith(stack.finish(), nameless());
    QCOMPARE(methodTexts(result).mid(0, 2),
             (QStringList{"400106 context", "400200 instructions around pc"}));
    QVERIFY(result.frames[1].note.contains("a guess"));
}

void TestCodeFrames::valueThatIsNoReturnAddress()
{
    auto stack = crashIn();
    stack.word(kStackTop + 0x28, kCode + 0x10).memory(kCode, std::vector(0x20, std::byte{0x90}));
    const auto result = walkWith(stack.finish(), functionsOf256Bytes());
    QVERIFY(result.frames.size() < 2 || result.frames[1].method != UnwindMethod::Instructions);
}

void TestCodeFrames::windowsX86IsLeftAlone_data()
{
    QTest::addColumn<int>("os");
    QTest::addColumn<bool>("isFollowed");
    QTest::newRow("Linux") << static_cast<int>(OsFamily::Linux) << true;
    QTest::newRow("Windows") << static_cast<int>(OsFamily::Windows) << false;
}

/// Functions on 32-bit Windows remove their arguments.
void TestCodeFrames::windowsX86IsLeftAlone()
{
    QFETCH(int, os);
    auto stack =
        scene(Arch::X86, static_cast<OsFamily>(os), {.function = bytesOfHex("535583ec0c9090c3")});
    stack.set("eip", kFunction + 5).set("esp", kStackTop).set("ebp", 1);
    const auto result = walkWith(stack.finish(), functionsOf256Bytes());
    QVERIFY(result.frames.size() >= 2);
    QTEST(result.frames[1].method == UnwindMethod::Instructions, "isFollowed");
}

void TestCodeFrames::limitIsReported()
{
    auto stack = crashIn({.function = bytesOfHex("9053554883ec1890c3")}); // No plain prologue.
    const auto event = stack.set("rip", kFunction + 7).finish();
    FixedModules modules;
    modules.modules[0] = functionsOf256Bytes();
    const unwind::ModuleMap map(event);
    unwind::StackWalker walker(event, map, 0, modules, {}, unwind::UnwindPreference::CfiFirst,
                               std::make_shared<unwind::CodeBudget>(3));
    bool isReported = false;
    auto step = walker.next();
    for (; std::holds_alternative<unwind::WalkedFrame>(step); step = walker.next()) {
        const auto& frame = std::get<unwind::WalkedFrame>(step);
        QVERIFY(frame.method != UnwindMethod::Instructions);
        isReported = isReported || frame.note.contains("limit of instructions to follow");
    }
    QVERIFY(std::holds_alternative<unwind::StackWalker::Finished>(step));
    QVERIFY(isReported || std::get<unwind::StackWalker::Finished>(step).note.contains(
                              "limit of instructions to follow"));
}

void TestCodeFrames::unlistedCode_data()
{
    QTest::addColumn<quint64>("listedUpTo");
    QTest::addColumn<quint64>("listedFrom");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("far from all functions") << quint64{0x100} << quint64{0x800} << true;
    QTest::newRow("first function of the gap") << quint64{0x1f0} << quint64{0x800} << true;
    QTest::newRow("between two") << quint64{0x1f0} << quint64{0x208} << false;
    QTest::newRow("small function between two") << quint64{0x1d0} << quint64{0x220} << true;
}

/// The caller lies in code without symbols.
void TestCodeFrames::unlistedCode()
{
    QFETCH(quint64, listedUpTo);
    QFETCH(quint64, listedFrom);
    auto stack = crashIn({.call = bytesOfHex(kCallsThroughRax)});
    auto module = nameless();
    module.hasFunction = [=](std::uint64_t relative) {
        return relative < listedUpTo || relative >= listedFrom;
    };
    for (unsigned i = 0; i < 5; ++i)
        stack.word(kStackTop + 8 * i, 0);
    const auto result = walkWith(stack.finish(), module);
    QTEST(result.frames.size() >= 2 && result.frames[1].pc == kCaller, "isFound");
}

void TestCodeFrames::codeIsFollowedToItsReturn_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<quint64>("rbp"); ///< From the word with the return address.
    QTest::addColumn<quint64>("slot");
    QTest::newRow("at the first instruction")
        << QByteArray("5553905d5dc3") << quint64{0} << quint64{0};
    QTest::newRow("before the epilogue")
        << QByteArray("904883c4105b5dc3") << quint64{0} << quint64{0x20};
    QTest::newRow("by the frame pointer")
        << QByteArray("9089c8c9c3") << quint64{8} << quint64{0x28};
    QTest::newRow("after a call") << QByteArray("90e8000500004883c408c3") << quint64{0}
                                  << quint64{8};
    QTest::newRow("the other branch does not return")
        << QByteArray("9074064883c4085bc3f4") << quint64{0} << quint64{0x10};
    QTest::newRow("by a jump") << QByteArray("90eb01cc4883c418c3") << quint64{0} << quint64{0x18};
    QTest::newRow("a stub of an unknown function")
        << QByteArray("90ff2576df0800") << quint64{0} << quint64{0};
    QTest::newRow("a tail call through a stub")
        << QByteArray("904883c4085bff25f0ff0700") << quint64{0} << quint64{0x10};
    QTest::newRow("a loop") << QByteArray("9075fd4883c408c3") << quint64{0} << quint64{8};
}

/// Called through a pointer, no symbol, no unwind data. All other words of the stack are return
/// addresses of calls through pointers, too.
void TestCodeFrames::codeIsFollowedToItsReturn()
{
    QFETCH(QByteArray, code);
    QFETCH(quint64, rbp);
    QFETCH(quint64, slot);
    constexpr std::uint64_t kStale = kCode + 0x600;
    StackBuilder stack(Arch::Amd64, OsFamily::Linux);
    stack.module(kCode, 0x1000).stackBytes(0x800).memory(kFunction, bytesOfHex(code));
    stack.memory(kCaller - 8, bytesOfHex(kCallsThroughRax));
    stack.memory(kStale - 8, bytesOfHex(kCallsThroughRax));
    for (unsigned i = 0; i < 8; ++i)
        stack.word(kStackTop + 8 * i, 8 * i == slot ? kCaller : kStale);
    stack.set("rip", kFunction).set("rsp", kStackTop).set("rbp", kStackTop + slot - rbp);
    const auto result = walkWith(stack.finish(), nameless());
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(result.frames[1].pc, kCaller);
    QCOMPARE(result.frames[1].sp, kStackTop + slot + 8);
    QCOMPARE(result.frames[1].method, UnwindMethod::Instructions);
    QVERIFY(result.frames[1].note.contains("a guess"));
}

/// nop; je; ret; add rsp, 8; ret: one of the two is no part of this function.
void TestCodeFrames::returnsThatDisagreeAreNoAnswer()
{
    auto stack = crashIn({.function = bytesOfHex("907401c34883c408c3"),
                          .call = bytesOfHex(kCallsThroughRax),
                          .stale = kCaller});
    const auto result = walkWith(stack.set("rip", kFunction).finish(), nameless());
    QVERIFY(result.frames.size() < 2 || result.frames[1].method != UnwindMethod::Instructions);
}

/// The function's symbol is known, but its code does not lead to pc: ret; …; nop; add rsp, 0x28;
/// ret.
void TestCodeFrames::callOfAnotherFunctionIsNoAnswer()
{
    auto stack = crashIn({.function = bytesOfHex("c3cccccccccccc85c04883c428c3"),
                          .call = callOf(kElsewhere, kCaller),
                          .stale = 0});
    stack.set("rip", kFunction + 7);
    const auto result = walkWith(stack.finish(), functionsOf256Bytes());
    QVERIFY(result.frames.size() < 2 || result.frames[1].method != UnwindMethod::Instructions);
}

/// lea ecx, [esp + 4]; and esp, -16; push [ecx - 4]; …: before it returns, main loads its caller's
/// sp from the saved ecx. Its prologue is not known.
void TestCodeFrames::alignedMainOfX86()
{
    StackBuilder stack(Arch::X86, OsFamily::Linux);
    stack.module(kCode, 0x1000).stackBytes(0x800);
    stack.memory(kFunction, bytesOfHex("908b4dfcc98d61fcc3"));
    stack.memory(kCaller - 8, bytesOfHex(kCallsThroughRax));
    constexpr std::uint64_t kFrame = kStackTop + 0x40;
    stack.set("eip", kFunction).set("esp", kStackTop).set("ebp", kFrame);
    stack.word(kFrame - 4, kFrame + 0x24).word(kFrame, 0x1234).word(kFrame + 4, kCode + 0x700);
    stack.word(kFrame + 0x20, kCaller);
    const auto result = walkWith(stack.finish(), nameless());
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(result.frames[1].pc, kCaller);
    QCOMPARE(result.frames[1].sp, kFrame + 0x24);
    QCOMPARE(valueOf(result.frames[1], "ebp"), std::uint64_t{0x1234});
}

void TestCodeFrames::recordOfTheCaller_data()
{
    QTest::addColumn<int>("arch");
    QTest::addColumn<quint64>("wordAtSp");
    QTest::addColumn<QStringList>("methods");
    const QStringList skipped{"400100 context", "500210 frame pointer"};
    for (const auto& [name, arch] :
         {std::pair("amd64", Arch::Amd64), std::pair("x86", Arch::X86)}) {
        const auto row = [&](const char* text) -> QTestData& {
            return QTest::addRow("%s, %s", name, text) << static_cast<int>(arch);
        };
        row("sp has the return address")
            << quint64{kOther + 0x110}
            << QStringList{"400100 context", "500110 frame pointer", "500210 frame pointer"};
        row("sp has another function's") << quint64{kOther + 0x310} << skipped;
        row("sp has data") << quint64{kOther + 0x118} << skipped;
    }
}

/// A system call in a library without a file has pushed nothing. The frame pointer's record belongs
/// to its caller, the function at kOther + 0x100, which the one at kOther + 0x200 has called.
void TestCodeFrames::recordOfTheCaller()
{
    QFETCH(int, arch);
    QFETCH(quint64, wordAtSp);
    QFETCH(QStringList, methods);
    StackBuilder stack(static_cast<Arch>(arch), OsFamily::NetBsd);
    stack.module(kCode, 0x10000).module(kOther, 0x10000).stackBytes(0x800);
    stack.memory(kOther + 0x108, bytesOfHex(kCallsThroughRax));
    stack.memory(kOther + 0x208, callOf(kOther + 0x100, kOther + 0x210));
    stack.memory(kOther + 0x308, bytesOfHex(kCallsThroughRax));
    stack.memory(kOther + 0x110, bytesOfHex("9090909090909090"));
    stack.memory(kOther + 0x100, bytesOfHex("554889e590909090"));
    const auto word = pointerSize(cpuFamily(static_cast<Arch>(arch)));
    const bool is64 = word == 8;
    stack.set(is64 ? "rip" : "eip", kCode + 0x100).set(is64 ? "rsp" : "esp", kStackTop);
    stack.set(is64 ? "rbp" : "ebp", kStackTop + 0x40).word(kStackTop, wordAtSp);
    stack.word(kStackTop + 0x40, kStackTop + 0x80).word(kStackTop + 0x40 + word, kOther + 0x210);
    FixedModules modules;
    modules.modules[1] = functionsOf256Bytes();
    QCOMPARE(methodTexts(walk(stack.finish(), modules)).mid(0, methods.size()), methods);
}

void TestCodeFrames::vsyscallWithoutItsCode_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("call"); // Before kCaller.
    QTest::addColumn<quint64>("slot");
    QTest::addColumn<QString>("method");
    QTest::addColumn<quint64>("ebp"); // In the caller; 0: not compared.
    constexpr std::uint64_t kPushedEbp = 0x77;
    const auto kThroughGs = QByteArray("9065ff1510000000");
    const QString found("400200 instructions around pc");
    const QString skipped("400400 frame pointer");
    QTest::newRow("three registers pushed")
        << "[vdso]" << kThroughGs << quint64{12} << found << quint64{kPushedEbp};
    QTest::newRow("one register popped")
        << "linux-gate.so" << kThroughGs << quint64{8} << found << quint64{kStackTop + 0x40};
    QTest::newRow("nothing pushed")
        << "[vdso]" << kThroughGs << quint64{0} << found << quint64{kStackTop + 0x40};
    QTest::newRow("beyond what it pushes")
        << "[vdso]" << kThroughGs << quint64{16} << skipped << quint64{0};
    QTest::newRow("another call") << "[vdso]" << QByteArray("909090909090ffd0") << quint64{12}
                                  << skipped << quint64{0};
    QTest::newRow("another module")
        << "libc.so.6" << kThroughGs << quint64{12} << skipped << quint64{0};
}

/// A frame record of an outer function, to which ebp leads, would skip the callers.
void TestCodeFrames::vsyscallWithoutItsCode()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, call);
    QFETCH(quint64, slot);
    QFETCH(QString, method);
    QFETCH(quint64, ebp);
    StackBuilder stack(Arch::X86, OsFamily::Linux);
    stack.module(kCode, 0x10000).module(kOther, 0x1000).stackBytes(0x800);
    stack.memory(kCaller - 8, bytesOfHex(call))
        .memory(kElsewhere - 8, bytesOfHex(kCallsThroughRax));
    stack.set("eip", kOther + 0x5e9).set("esp", kStackTop).set("ebp", kStackTop + 0x40);
    stack.word(kStackTop, 0x77).word(kStackTop + slot, kCaller);
    stack.word(kStackTop + 0x40, kStackTop + 0x80).word(kStackTop + 0x44, kElsewhere);
    auto event = stack.finish();
    event.modules[1].codeFile = file.toStdString();
    FixedModules modules;
    const auto result = walk(event, modules);
    QCOMPARE(methodTexts(result).value(1), method);
    if (ebp != 0) {
        QCOMPARE(valueOf(result.frames[1], "ebp"), ebp);
        QCOMPARE(result.frames[1].sp, kStackTop + slot + 4);
    }
}

void TestCodeFrames::unwindDataThatLeadsToData_data()
{
    QTest::addColumn<bool>("isData");
    QTest::newRow("data") << true;
    QTest::newRow("code made at run time") << false;
}

/// One entry covers all code with CFA = rsp + 0x50, as that of LuaJIT's interpreter does.
void TestCodeFrames::unwindDataThatLeadsToData()
{
    QFETCH(bool, isData);
    constexpr std::uint64_t kMapped = 0x30000000;
    CfiBuilder cfi(0x8000);
    cfi.frame(cfi.common("R", 16, {0x0c, 7, 0x50, 0x90, 1}), 0, 0x1000, {});
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, Arch::Amd64);
    object->addSection(".eh_frame", 0x8000, cfi.finish());
    auto module = functionsOf256Bytes();
    module.unwind = unwind::makeUnwindTable(object, ParseLimits{}).value();
    auto event = crashIn().word(kStackTop + 0x48, kMapped + 0x10).finish();
    event.makeNative().memoryMap = {
        {.address = kCode, .sizeBytes = 0x1000, .executable = true, .kind = {}, .owner = {}},
        {.address = kMapped, .sizeBytes = 0x1000, .executable = !isData, .kind = {}, .owner = {}}};
    const auto result = walkWith(event, module);
    QCOMPARE(methodTexts(result).value(1),
             isData ? QString("400200 instructions around pc") : QString("30000010 DWARF CFI"));
}

QTEST_GUILESS_MAIN(TestCodeFrames)
#include "tst_code_frames.moc"