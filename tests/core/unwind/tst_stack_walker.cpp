// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/unwind/walk_scene.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/memory_object.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Tests the walker's methods one by one, on stacks that are built by hand.
class TestStackWalker : public QObject
{
    Q_OBJECT

private slots:
    void threadWithoutRegisters();
    void threadWithoutStack();
    void framePointers_data();
    void framePointers();
    void recordPutByHand_data();
    void recordPutByHand();
    void windowsSearchesAboveTheFramePointer();
    void unwindDataComesFirst();
    void unwindDataEndsTheStack();
    void failureOfUnwindDataIsNoted();
    void largeFrameReachesBelowTheStack_data();
    void largeFrameReachesBelowTheStack();
    void storedGuardPageBelongsToTheStackAbove();
    void stackPointerMustAdvance();
    void jumpOutOfCallsMayKeepTheStackPointer();
    void signalTrampolineWithoutAFunctionBeforeIt();
    void scannedWordIsRefutedByItsOwnUnwindData();
    void preferenceDecidesWhatComesFirst();
    void frameLimitEndsTheWalk();
    void callToNullReturnsToTheCaller();
    void signalFrameIsReadFromTheStack_data();
    void signalFrameIsReadFromTheStack();
    void signalTrampolineMayBeginAMapping_data();
    void signalTrampolineMayBeginAMapping();
    void functionEnteredByReturnIsLookedUpExactly_data();
    void functionEnteredByReturnIsLookedUpExactly();
    void arm64StripsPointerAuthentication();
    void arm64ZeroFramePointerEnds();
    void arm64LeafReturnsByLinkRegister();
    void arm64LinkRegisterIntoAnotherModule();
    void arm64LeafThroughAPointerKeepsItsCaller_data();
    void arm64LeafThroughAPointerKeepsItsCaller();
    void arm64FrameRecordLeadsToTheFrame_data();
    void arm64FrameRecordLeadsToTheFrame();
    void arm64SkippedFrameIsNoted();
    void prewalkedFramesReplaceTheWalk();
    void moduleMap();
};

namespace {

std::vector<std::byte> codeBytes(std::initializer_list<int> values)
{
    std::vector<std::byte> bytes;
    for (const int value : values)
        bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

/// A module whose functions all have the row CFA = rsp + 16, return address at CFA - 8.
unwind::WalkModule
moduleWithCfi(std::uint64_t begin, std::uint32_t sizeBytes, const std::vector<std::uint8_t>& rules)
{
    CfiBuilder cfi(0x8000);
    cfi.frame(cfi.common("R", 16, {0x0c, 7, 16, 0x90, 1}), begin, sizeBytes, rules);
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, Arch::Amd64);
    object->addSection(".eh_frame", 0x8000, cfi.finish());
    unwind::WalkModule module;
    module.state = unwind::WalkModule::State::Ready;
    module.unwind = unwind::makeUnwindTable(object, ParseLimits{}).value();
    return module;
}

std::uint8_t reg(std::string_view name)
{
    return *registerIndex(CpuFamily::Intel64, name);
}

} // namespace

void TestStackWalker::threadWithoutRegisters()
{
    auto event = amd64().finish();
    event.threads[0].registers.reset();
    event.threads[0].contextProblem = "context of an unknown size";
    const auto result = walkAlone(event);
    QVERIFY(result.frames.empty());
    QCOMPARE(result.end.reason, StackEnd::NoContext);
    QCOMPARE(result.end.note, std::string("context of an unknown size"));
}

void TestStackWalker::threadWithoutStack()
{
    StackBuilder stack(Arch::Amd64, OsFamily::Linux);
    const auto result = walkAlone(stack.module(kCode, 0x1000).set("rip", kCode + 1).finish());
    QCOMPARE(trustTexts(result), QStringList{"400001 context"});
    QCOMPARE(result.frames[0].registers.count(), 17);
    QCOMPARE(result.frames[0].lookupAddress, kCode + 1);
    QCOMPARE(result.end.reason, StackEnd::NoMemory);
}

void TestStackWalker::framePointers_data()
{
    QTest::addColumn<int>("arch");
    QTest::addColumn<QString>("fp");
    QTest::addColumn<QString>("sp");
    QTest::newRow("x86") << static_cast<int>(Arch::X86) << "ebp" << "esp";
    QTest::newRow("amd64") << static_cast<int>(Arch::Amd64) << "rbp" << "rsp";
    QTest::newRow("arm64") << static_cast<int>(Arch::Arm64) << "fp" << "sp";
}

void TestStackWalker::framePointers()
{
    QFETCH(int, arch);
    QFETCH(QString, fp);
    QFETCH(QString, sp);
    const auto cpu = static_cast<Arch>(arch);
    const std::uint64_t word = pointerSize(cpuFamily(cpu));
    StackBuilder stack(cpu, OsFamily::Linux);
    stack.module(kCode, 0x10000).stackBytes(0x400);
    stack.set(instructionPointerName(cpuFamily(cpu)), kCode + 0x100).set(sp.toStdString(), kStack);
    stack.set(fp.toStdString(), kStack + 0x40);
    stack.word(kStack + 0x40, kStack + 0x80).word(kStack + 0x40 + word, kCode + 0x200);
    stack.word(kStack + 0x80, kStack + 0x100).word(kStack + 0x80 + word, kCode + 0x300);
    const auto result = walkAlone(stack.finish());
    QVERIFY(result.frames.size() >= 3);
    QCOMPARE(trustTexts(result).mid(0, 3),
             (QStringList{"400100 context", "400200 fp", "400300 fp"}));
    QCOMPARE(result.frames[2].sp, kStack + 0x80 + 2 * word);
    QCOMPARE(result.frames[2].lookupAddress, previousInstruction(cpuFamily(cpu), kCode + 0x300));
    QCOMPARE(result.frames[2].registers.count(), 3);
    QCOMPARE(result.frames[1].method, UnwindMethod::FramePointer);
}

void TestStackWalker::recordPutByHand_data()
{
    QTest::addColumn<bool>("hasFunctions");
    QTest::addColumn<bool>("nextIsCertain");
    QTest::addColumn<bool>("isTaken");
    QTest::newRow("the next record is beyond doubt") << false << true << true;
    QTest::newRow("nothing behind it") << false << false << false;
    QTest::newRow("functions are known") << true << true << false;
}

/// The address in the record follows no call: Go's runtime makes such a record at a fault.
void TestStackWalker::recordPutByHand()
{
    QFETCH(bool, hasFunctions);
    QFETCH(bool, nextIsCertain);
    QFETCH(bool, isTaken);
    auto stack = amd64();
    auto page = std::vector<std::byte>(0x1000, std::byte{0x90});
    page[0x300 - 5] = std::byte{0xe8};
    stack.memory(kOther, std::move(page)).set("rbp", kStack + 0x40);
    stack.word(kStack + 0x40, kStack + 0x80).word(kStack + 0x48, kOther + 0x200);
    stack.word(kStack + 0x88, kOther + (nextIsCertain ? 0x300 : 0x280));
    FixedModules modules;
    if (hasFunctions)
        modules.modules[1] = functionsOf256Bytes();
    const auto result = walk(stack.finish(), modules);
    QCOMPARE(trustTexts(result).contains("500200 fp"), isTaken);
    QCOMPARE(trustTexts(result).contains("500300 fp"), isTaken);
}

void TestStackWalker::windowsSearchesAboveTheFramePointer()
{
    auto stack = amd64(OsFamily::Windows);
    stack.set("rbp", kStack + 0x40)
        .word(kStack + 0x60, kStack + 0x100)
        .word(kStack + 0x68, kCode + 0x200);
    QCOMPARE(trustTexts(walkAlone(stack.finish())).value(1), QString("400200 fp"));
}

void TestStackWalker::unwindDataComesFirst()
{
    auto stack = amd64();
    stack.set("rbp", kStack + 0x40).word(kStack + 0x48, kCode + 0x200).word(kStack + 8, kOther + 4);
    FixedModules modules;
    modules.modules[0] = moduleWithCfi(0x100, 0x10, {});
    const auto result = walk(stack.finish(), modules);
    QCOMPARE(trustTexts(result).mid(0, 2), (QStringList{"400100 context", "500004 cfi"}));
    QCOMPARE(result.frames[1].registers.get(reg("rbx")), StackBuilder::pattern(reg("rbx")));
    QVERIFY(!result.frames[1].registers.has(reg("rax")));
}

void TestStackWalker::unwindDataEndsTheStack()
{
    FixedModules modules;
    modules.modules[0] = moduleWithCfi(0x100, 0x10, {0x07, 16});
    const auto result = walk(amd64().word(kStack + 8, kOther + 4).finish(), modules);
    QCOMPARE(result.frames.size(), std::size_t{1});
    QCOMPARE(result.end.reason, StackEnd::UnwindData);
}

void TestStackWalker::failureOfUnwindDataIsNoted()
{
    FixedModules modules;
    modules.modules[0] = moduleWithCfi(0x800, 0x10, {});
    const auto result = walk(amd64().word(kStack + 8, kOther + 4).finish(), modules);
    QCOMPARE(trustTexts(result), (QStringList{"400100 context", "500004 scan"}));
    QCOMPARE(result.frames[1].note, std::string(".eh_frame: no frame entry covers 0x100"));
}

void TestStackWalker::largeFrameReachesBelowTheStack_data()
{
    QTest::addColumn<bool>("knowsItsStack");
    QTest::addColumn<bool>("isInOtherMemory");
    QTest::newRow("the thread's stack is known") << true << false;
    QTest::newRow("sp lies in no memory") << false << false;
    QTest::newRow("sp lies in other memory") << false << true;
}

/// CFA = rsp + 0x100000 is on the stack, rsp is not.
void TestStackWalker::largeFrameReachesBelowTheStack()
{
    QFETCH(bool, knowsItsStack);
    QFETCH(bool, isInOtherMemory);
    constexpr std::uint64_t kSp = kStack + 0x110 - 0x100000;
    FixedModules modules;
    modules.modules[0] = moduleWithCfi(0x100, 0x10, {0x0e, 0x80, 0x80, 0x40});
    auto stack = amd64().set("rsp", kSp).set("rbp", kStack + 0x200);
    stack.word(kStack + 0x108, kOther + 8)
        .word(kStack + 0x200, kStack + 0x300)
        .word(kStack + 0x208, kCode + 0x200);
    if (isInOtherMemory)
        stack.memory(kSp - 0x100, std::vector<std::byte>(0x1000));
    auto event = stack.finish();
    if (!knowsItsStack)
        event.threads[0].stackBegin = event.threads[0].stackEnd = 0;
    const auto result = walk(event, modules);
    QCOMPARE(trustTexts(result).mid(0, 3),
             (QStringList{"400100 context", "500008 cfi", "400200 fp"}));
}

/// gcore stores the guard page as zeros, in a segment of its own, which the reader takes for the
/// stack of a thread that has overflowed.
void TestStackWalker::storedGuardPageBelongsToTheStackAbove()
{
    constexpr std::uint64_t kGuardBytes = 0x1000;
    auto stack = amd64().memory(kStack - kGuardBytes, std::vector<std::byte>(kGuardBytes));
    stack.set("rsp", kStack - 0x40).set("rbp", kStack + 0x20);
    auto event = stack.word(kStack + 0x20, kStack + 0x80).word(kStack + 0x28, kOther + 8).finish();
    auto& thread = event.threads[0];
    const auto stackBytes = thread.stackEnd - thread.stackBegin;
    const auto addRegion = [&](std::uint64_t address, std::uint64_t sizeBytes, bool isWritable) {
        auto& region = event.makeNative().memoryMap.emplace_back();
        region.address = address;
        region.sizeBytes = sizeBytes;
        region.writable = isWritable;
        region.executable = address < kStack - kGuardBytes;
    };
    addRegion(kCode, 0x10000, false);
    addRegion(kOther, 0x10000, false);
    addRegion(kStack - kGuardBytes, kGuardBytes, false);
    addRegion(kStack, stackBytes, true);
    thread.stackBegin = kStack - kGuardBytes;
    thread.stackEnd = kStack;
    FixedModules modules;
    const auto result = walk(event, modules);
    QCOMPARE(trustTexts(result).mid(0, 2), (QStringList{"400100 context", "500008 fp"}));
}

void TestStackWalker::stackPointerMustAdvance()
{
    FixedModules modules;
    modules.modules[0] = moduleWithCfi(0x100, 0x10, {0x0e, 0});
    const auto event = amd64().set("rsp", kStack + 8).word(kStack, kCode + 0x104).finish();
    const auto result = walk(event, modules);
    QCOMPARE(result.frames.size(), std::size_t{1});
    QCOMPARE(result.end.reason, StackEnd::NoProgress);
}

/// longjmp has loaded sp, and rdx holds where it will jump: CFA = rsp, return address in rdx.
void TestStackWalker::jumpOutOfCallsMayKeepTheStackPointer()
{
    FixedModules modules;
    modules.modules[0] = moduleWithCfi(0x100, 0x10, {0x0e, 0, 0x09, 16, 1});
    auto stack = amd64().set("rdx", kOther + 8);
    stack.memory(kOther, bytesOfHex("909090e800000100"));
    const auto result = walk(stack.finish(), modules);
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(result.frames[1].pc, kOther + 8);
    QCOMPARE(result.frames[1].sp, kStack);
}

/// Go's sigreturn and i386's vDSO: symbols and unwind data cover neither the trampoline nor the
/// bytes before it.
void TestStackWalker::signalTrampolineWithoutAFunctionBeforeIt()
{
    auto module = functionsOf256Bytes();
    module.hasFunction = [](std::uint64_t relative) { return relative < 0x200; };
    FixedModules modules;
    modules.modules[0] = module;
    auto stack = amd64().set("rsp", kStack).word(kStack, kCode + 0x210);
    stack.memory(kCode + 0x100, bytesOfHex("c3"));
    stack.memory(kCode + 0x200, bytesOfHex("c3cccccccccccccccccccccccccccccc48c7c00f0000000f05"));
    stack.word(kStack + 8 + 40 + 120, kStack + 0x400).word(kStack + 8 + 40 + 128, kCode + 0x150);
    const auto result = walk(stack.finish(), modules);
    QVERIFY(result.frames.size() >= 3);
    QCOMPARE(result.frames[1].pc, kCode + 0x210);
    QCOMPARE(result.frames[2].pc, kCode + 0x150);
}

/// The function of the first word has its own caller 16 bytes further up, where data lie.
void TestStackWalker::scannedWordIsRefutedByItsOwnUnwindData()
{
    FixedModules modules;
    modules.modules[0] = moduleWithCfi(0x800, 0x100, {});
    modules.modules[0].hasFunction = [](std::uint64_t) { return true; };
    auto stack = amd64().word(kStack + 8, kCode + 0x804).word(kStack + 24, 0xbc);
    const auto result = walk(stack.word(kStack + 40, kOther + 4).finish(), modules);
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(trustTexts(result)[1], QString("500004 scan"));
    QVERIFY(result.frames[1].note.contains("own unwind data lead nowhere (0x400804)"));
}

/// Unwind data and frame pointer give different callers. Without a frame record, unwind data is
/// used in any case.
void TestStackWalker::preferenceDecidesWhatComesFirst()
{
    auto stack = amd64();
    stack.word(kStack + 8, kCode + 0x1230).set("rbp", kStack + 0x40);
    stack.word(kStack + 0x40, kStack + 0x80).word(kStack + 0x48, kCode + 0x2340);
    const auto event = stack.finish();
    FixedModules modules;
    modules.modules[0] = moduleWithCfi(0x100, 0x10, {});
    const auto methodAndCaller = [](const Walk& walk) {
        const auto& caller = walk.frames.at(1);
        return std::pair(caller.pc, caller.method);
    };
    QVERIFY(methodAndCaller(walk(event, modules)) ==
            std::pair(kCode + 0x1230, UnwindMethod::DwarfCfi));
    QVERIFY(
        methodAndCaller(walk(event, modules, {}, unwind::UnwindPreference::FramePointerFirst)) ==
        std::pair(kCode + 0x2340, UnwindMethod::FramePointer));
    const auto withoutRecord = amd64().word(kStack + 8, kCode + 0x1230).finish();
    QVERIFY(methodAndCaller(
                walk(withoutRecord, modules, {}, unwind::UnwindPreference::FramePointerFirst)) ==
            std::pair(kCode + 0x1230, UnwindMethod::DwarfCfi));
}

void TestStackWalker::frameLimitEndsTheWalk()
{
    auto stack = amd64();
    for (std::uint64_t i = 0; i < 100; ++i)
        stack.word(kStack + 8 * i, kCode + 0x10);
    ParseLimits limits;
    limits.maxFramesPerThread = 7;
    FixedModules modules;
    const auto result = walk(stack.finish(), modules, limits);
    QCOMPARE(result.frames.size(), std::size_t{7});
    QCOMPARE(result.end.reason, StackEnd::FrameLimit);
}

void TestStackWalker::callToNullReturnsToTheCaller()
{
    auto stack = amd64();
    stack.set("rip", 0).word(kStack, kCode + 0x102);
    stack.memory(kCode + 0xfa,
                 codeBytes({0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0xff, 0xd0})); // call rax
    const auto result = walkAlone(stack.finish());
    QCOMPARE(trustTexts(result), (QStringList{"0 context", "400102 scan"}));
    QCOMPARE(result.frames[1].note, std::string("a call to an address without code"));
    QCOMPARE(result.frames[1].registers.get(reg("rbx")), StackBuilder::pattern(reg("rbx")));
}

void TestStackWalker::signalFrameIsReadFromTheStack_data()
{
    QTest::addColumn<QByteArray>("trampoline");
    QTest::newRow("glibc, musl, Go") << QByteArray("48c7c00f0000000f05");
    QTest::newRow("Zig") << QByteArray("b80f0000000f050f0b");
}

void TestStackWalker::signalFrameIsReadFromTheStack()
{
    QFETCH(QByteArray, trampoline);
    auto stack = amd64();
    // The handler's return address is the trampoline; the sigcontext lies 40 bytes above the stack
    // pointer there.
    const auto context = kStack + 8 + 40;
    stack.set("rbp", 1).word(kStack, kOther + 0x100);
    stack.memory(kOther + 0x100, bytesOfHex(trampoline));
    for (std::uint64_t i = 0; i < 15; ++i)
        stack.word(context + 8 * i, 0x7700 + i);
    stack.word(context + 120, kStack + 0x400).word(context + 128, kCode + 0x321);
    const auto result = walkAlone(stack.finish());
    QCOMPARE(trustTexts(result), (QStringList{"400100 context", "500100 scan", "400321 cfi"}));
    QCOMPARE(result.frames[2].method, UnwindMethod::SignalFrame);
    QCOMPARE(result.frames[1].lookupAddress, kOther + 0x100); // Exact: nothing called from there.
    QCOMPARE(result.frames[2].lookupAddress, kCode + 0x321);  // Exact: it was interrupted there.
    QCOMPARE(result.frames[2].sp, kStack + 0x400);
    QCOMPARE(result.frames[2].registers.get(reg("rdi")), std::uint64_t{0x7708});
}

void TestStackWalker::signalTrampolineMayBeginAMapping_data()
{
    QTest::addColumn<bool>("byUnwindData");
    QTest::addColumn<QString>("trampoline");
    QTest::newRow("unwind data lead there") << true << "600000 cfi";
    QTest::newRow("a scan finds it") << false << "600000 scan";
}

/// Emulators keep the trampoline in a page of its own, which belongs to no module and follows no
/// other mapping.
void TestStackWalker::signalTrampolineMayBeginAMapping()
{
    QFETCH(bool, byUnwindData);
    QFETCH(QString, trampoline);
    constexpr std::uint64_t kPage = 0x600000;
    auto stack = amd64();
    const auto context = kStack + 16 + 40;
    stack.word(kStack + 8, kPage);
    stack.memory(kPage, codeBytes({0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05}));
    stack.word(context + 120, kStack + 0x400).word(context + 128, kCode + 0x321);
    auto event = stack.finish();
    for (const auto address : {kCode, kPage}) {
        MemoryRegion region;
        region.address = address;
        region.sizeBytes = 0x1000;
        region.executable = true;
        event.makeNative().memoryMap.push_back(region);
    }
    FixedModules modules;
    if (byUnwindData)
        modules.modules[0] = moduleWithCfi(0x100, 0x10, {});
    const auto result = walk(event, modules);
    QCOMPARE(trustTexts(result), (QStringList{"400100 context", trampoline, "400321 cfi"}));
    QCOMPARE(result.frames[2].method, UnwindMethod::SignalFrame);
}

void TestStackWalker::functionEnteredByReturnIsLookedUpExactly_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<quint64>("returnAddress");
    QTest::addColumn<bool>("isExact");
    QTest::newRow("a coroutine's first function")
        << QByteArray("c30f1f4000669090") << quint64{kOther + 0x100} << true;
    QTest::newRow("behind a call that never returns")
        << QByteArray("909090e801020304") << quint64{kOther + 0x100} << false;
    QTest::newRow("nobody knows the code") << QByteArray() << quint64{kOther + 0x100} << false;
    QTest::newRow("within a function") << QByteArray() << quint64{kOther + 0x180} << false;
}

/// The name belongs to the return address itself, not to the address before it. Functions are 256
/// bytes long. The module is requested before the frame is returned.
void TestStackWalker::functionEnteredByReturnIsLookedUpExactly()
{
    QFETCH(QByteArray, before);
    QFETCH(quint64, returnAddress);
    QFETCH(bool, isExact);
    auto stack = amd64();
    stack.word(kStack + 8, returnAddress);
    if (!before.isEmpty())
        stack.memory(kOther + 0xf8, bytesOfHex(before));
    FixedModules modules;
    modules.modules[0] = moduleWithCfi(0x100, 0x10, {});
    modules.modules[1] = functionsOf256Bytes();
    const auto result = walk(stack.finish(), modules);
    QVERIFY(result.frames.size() > 1);
    QCOMPARE(result.frames[1].pc, returnAddress);
    QCOMPARE(result.frames[1].lookupAddress, returnAddress - (isExact ? 0 : 1));
}

void TestStackWalker::arm64StripsPointerAuthentication()
{
    StackBuilder stack(Arch::Arm64, OsFamily::MacOs);
    stack.module(0x100000000, 0x10000)
        .stackBytes(0x400)
        .set("pc", 0x100000100)
        .set("sp", kStack)
        .set("fp", kStack + 0x40);
    stack.word(kStack + 0x40, 0).word(kStack + 0x48, 0x8012000100000204);
    const auto result = walkAlone(stack.finish());
    QCOMPARE(trustTexts(result), (QStringList{"100000100 context", "100000204 fp"}));
    QCOMPARE(result.end.reason, StackEnd::ZeroFramePointer);
}

void TestStackWalker::arm64ZeroFramePointerEnds()
{
    StackBuilder stack(Arch::Arm64, OsFamily::Linux);
    stack.module(kCode, 0x10000)
        .stackBytes(0x400)
        .set("pc", kCode + 0x100)
        .set("sp", kStack)
        .set("fp", 0);
    stack.word(kStack, kCode + 0x40).set("lr", 0);
    const auto result = walkAlone(stack.finish());
    QCOMPARE(result.frames.size(), std::size_t{1});
    QCOMPARE(result.end.reason, StackEnd::ZeroFramePointer);
}

void TestStackWalker::arm64LeafReturnsByLinkRegister()
{
    const auto stackWith = [](std::initializer_list<int> leaf) {
        StackBuilder stack(Arch::Arm64, OsFamily::Linux);
        stack.module(kCode, 0x10000).stackBytes(0x400).set("sp", kStack).set("fp", kStack + 0x40);
        stack.word(kStack + 0x40, 0).word(kStack + 0x48, kCode + 0x800);
        // bl +0x100 at kCode + 0x200; the leaf begins at kCode + 0x300.
        stack.memory(kCode + 0x1fc, codeBytes({0x1f, 0x20, 0x03, 0xd5, 0x40, 0x00, 0x00, 0x94}));
        stack.memory(kCode + 0x300, codeBytes(leaf));
        return stack.set("pc", kCode + 0x308).set("lr", kCode + 0x204).finish();
    };
    const auto leaf =
        walkAlone(stackWith({0x00, 0x04, 0x00, 0x91, 0x00, 0x04, 0x00, 0x91})); // add x0, x0, #1
    QCOMPARE(trustTexts(leaf), (QStringList{"400308 context", "400204 fp", "400800 fp"}));
    QCOMPARE(leaf.frames[1].method, UnwindMethod::LinkRegister);
    const auto framed = walkAlone(
        stackWith({0xfd, 0x7b, 0xbf, 0xa9, 0xfd, 0x03, 0x00, 0x91})); // stp fp, lr, …; mov fp, sp
    QCOMPARE(trustTexts(framed), (QStringList{"400308 context", "400800 fp"}));
}

/// No code is known. A function that had made a call would have an address of its own module there.
void TestStackWalker::arm64LinkRegisterIntoAnotherModule()
{
    StackBuilder stack(Arch::Arm64, OsFamily::Linux);
    stack.module(kCode, 0x10000).module(kOther, 0x10000).stackBytes(0x400);
    stack.set("sp", kStack).set("fp", kStack + 0x40).set("pc", kCode + 0x308);
    stack.word(kStack + 0x40, 0).word(kStack + 0x48, kOther + 0x800);
    const auto elsewhere = walkAlone(stack.set("lr", kOther + 0x204).finish());
    QCOMPARE(trustTexts(elsewhere), (QStringList{"400308 context", "500204 scan", "500800 fp"}));
    const auto own = walkAlone(stack.set("lr", kCode + 0x204).finish());
    QCOMPARE(trustTexts(own), (QStringList{"400308 context", "500800 fp"}));
}

void TestStackWalker::arm64LeafThroughAPointerKeepsItsCaller_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("caller");
    QTest::newRow("touches nothing") << QByteArray("0004009100040091") << "400204 fp";
    QTest::newRow("moves sp") << QByteArray("ff4300d100040091") << "400204 fp";
    QTest::newRow("saves lr") << QByteArray("fe0f1ff800040091") << "400800 fp";
    QTest::newRow("called on") << QByteArray("0004009400040091") << "400800 fp";
    QTest::newRow("another path returns") << QByteArray("c0035fd600040091") << "400204 fp";
}

/// The symbol gives the function's start. The call before lr, blr x1, does not.
void TestStackWalker::arm64LeafThroughAPointerKeepsItsCaller()
{
    QFETCH(QByteArray, code);
    QFETCH(QString, caller);
    StackBuilder stack(Arch::Arm64, OsFamily::Linux);
    stack.module(kCode, 0x10000).stackBytes(0x400).set("sp", kStack).set("fp", kStack + 0x40);
    stack.word(kStack + 0x40, 0).word(kStack + 0x48, kCode + 0x800);
    stack.memory(kCode + 0x1fc, codeBytes({0x1f, 0x20, 0x03, 0xd5, 0x20, 0x00, 0x3f, 0xd6}));
    stack.memory(kCode + 0x7fc, codeBytes({0x20, 0x00, 0x3f, 0xd6}));
    std::vector<std::byte> bytes;
    for (const char c : QByteArray::fromHex(code))
        bytes.push_back(static_cast<std::byte>(c));
    stack.memory(kCode + 0x300, std::move(bytes));
    FixedModules modules;
    modules.modules[0] = functionsOf256Bytes();
    const auto event = stack.set("pc", kCode + 0x308).set("lr", kCode + 0x204).finish();
    QCOMPARE(trustTexts(walk(event, modules)).value(1), caller);
}

void TestStackWalker::arm64FrameRecordLeadsToTheFrame_data()
{
    QTest::addColumn<QByteArray>("rules"); // Rules after CFA = sp + 48.
    QTest::addColumn<QStringList>("callers");
    const auto record = QByteArray("9d069e05"); // fp at CFA - 48, lr at CFA - 40.
    QTest::newRow("record at the low end")
        << QByteArray::fromHex(record) << QStringList{"400204 fp", "400404 cfi", "400604 cfi"};
    QTest::newRow("lr alone") << QByteArray::fromHex("9e05")
                              << QStringList{"400204 fp", "400404 fp"};
}

/// After a step by frame pointers sp is unknown. The words above the record are stale.
void TestStackWalker::arm64FrameRecordLeadsToTheFrame()
{
    QFETCH(QByteArray, rules);
    QFETCH(QStringList, callers);
    CfiBuilder cfi(0x8000);
    const auto common = cfi.common("R", 30, {0x0c, 31, 48}, 0x78);
    cfi.frame(common, 0x200, 0x400, {rules.begin(), rules.end()});
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, Arch::Arm64);
    object->addSection(".eh_frame", 0x8000, cfi.finish());
    FixedModules modules;
    modules.modules[0].state = unwind::WalkModule::State::Ready;
    modules.modules[0].unwind = unwind::makeUnwindTable(object, ParseLimits{}).value();

    StackBuilder stack(Arch::Arm64, OsFamily::Linux);
    stack.module(kCode, 0x10000).stackBytes(0x400).set("sp", kStack).set("fp", kStack + 0x40);
    stack.set("pc", kCode + 0x100).set("lr", 0);
    stack.word(kStack + 0x40, kStack + 0x80).word(kStack + 0x48, kCode + 0x204);
    stack.word(kStack + 0x80, kStack + 0xb0).word(kStack + 0x88, kCode + 0x404);
    stack.word(kStack + 0xb0, kStack + 0x100).word(kStack + 0xb8, kCode + 0x604);
    stack.word(kStack + 0x58, kCode + 0x904).word(kStack + 0x50, kStack + 0x200);
    for (const int site : {0x200, 0x400, 0x600, 0x900})
        stack.memory(kCode + static_cast<std::uint64_t>(site) - 4,
                     codeBytes({0x1f, 0x20, 0x03, 0xd5, 0x20, 0x00, 0x3f, 0xd6}));
    const auto result = walk(stack.finish(), modules);
    QCOMPARE(trustTexts(result).mid(1, callers.size()), callers);
    if (callers[1].endsWith("cfi"))
        QCOMPARE(result.frames[2].sp, kStack + 0xb0);
}

/// The function has no frame record. The record at fp belongs to its caller.
void TestStackWalker::arm64SkippedFrameIsNoted()
{
    StackBuilder stack(Arch::Arm64, OsFamily::Linux);
    stack.module(kCode, 0x10000).stackBytes(0x400).set("sp", kStack).set("fp", kStack + 0x40);
    stack.set("pc", kCode + 0x100).set("lr", 0);
    stack.word(kStack + 0x40, 0).word(kStack + 0x48, kCode + 0x204);
    // bl +0x600 at kCode + 0x200, where a function begins with nop.
    stack.memory(kCode + 0x1fc, codeBytes({0x1f, 0x20, 0x03, 0xd5, 0x80, 0x01, 0x00, 0x94}));
    stack.memory(kCode + 0x800, codeBytes({0x1f, 0x20, 0x03, 0xd5, 0x1f, 0x20, 0x03, 0xd5}));
    FixedModules modules;
    modules.modules[0] = functionsOf256Bytes();
    const auto result = walk(stack.finish(), modules);
    QCOMPARE(trustTexts(result).value(1), QString("400204 fp"));
    QCOMPARE(result.frames[1].note,
             std::string("the call there leads to another function: frames may be missing"));
}

void TestStackWalker::prewalkedFramesReplaceTheWalk()
{
    auto event = amd64().finish();
    event.threads[0].prewalked = {{kCode + 0x100, "f"}, {kOther + 0x20, "g"}};
    const auto result = walkAlone(event);
    QCOMPARE(trustTexts(result), (QStringList{"400100 prewalked", "500020 prewalked"}));
    QCOMPARE(result.frames[1].lookupAddress, kOther + 0x1f);
}

void TestStackWalker::moduleMap()
{
    Event event;
    event.modules.resize(4);
    event.modules[0].address = 0x2000;
    event.modules[0].sizeBytes = 0x1000;
    event.modules[1].address = 0x1000;
    event.modules[1].sizeBytes = 0x800;
    event.modules[2].address = 0x9000; // No size: open-ended.
    event.modules[3].address = 0xffffffffffffff00;
    event.modules[3].sizeBytes = 0x1000; // Wraps.
    const unwind::ModuleMap map(event);
    QCOMPARE(map.find(0x17ff), std::optional<std::uint32_t>(1));
    QVERIFY(!map.find(0x1800));
    QCOMPARE(map.find(0x2000), std::optional<std::uint32_t>(0));
    QVERIFY(!map.find(0x3000));
    QCOMPARE(map.find(0xffffffffffffff80), std::optional<std::uint32_t>(2));
    QCOMPARE(map.highestEnd(), std::uint64_t{0x3000});
}

QTEST_GUILESS_MAIN(TestStackWalker)
#include "tst_stack_walker.moc"
