// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/unwind/walk_scene.h"
#include "tests/support/memory_object.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Checks which words a scan accepts as return addresses, and which it refuses.
class TestStackScan : public QObject
{
    Q_OBJECT

private slots:
    void corruptedFramePointerFallsBackToScan();
    void scanTakesTheFirstAddressInAModule();
    void scanRefusesTheBaseOfAModule();
    void scanRefusesTheBeginOfAFilesCode();
    void scanRefusesStartValues();
    void scanRange_data();
    void scanRange();
    void scanGoesOnForAProvenCall_data();
    void scanGoesOnForAProvenCall();
    void scanIsStrictWithSymbols();
    void scanNamesTheFirstRefusedAddresses();
    void scanReadsTheDumpsOwnCode();
    void scanAsksForTheModuleFirst();
    void scanRecoversTheFramePointer();
    void callsThatLeadOnByAJump_data();
    void callsThatLeadOnByAJump();
    void stackOverflowScansFromTheLowestWord();
};

namespace {

std::vector<std::byte> codeBytes(std::initializer_list<int> values)
{
    std::vector<std::byte> bytes;
    for (const int value : values)
        bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

std::uint8_t reg(std::string_view name)
{
    return *registerIndex(CpuFamily::Intel64, name);
}

} // namespace

void TestStackScan::corruptedFramePointerFallsBackToScan()
{
    const auto result =
        walkAlone(amd64().set("rbp", 0xdeadbeef00000000).word(kStack + 24, kOther + 8).finish());
    QCOMPARE(trustTexts(result), (QStringList{"400100 context", "500008 scan"}));
    QCOMPARE(result.frames[1].module, std::optional<std::uint32_t>(1));
    QCOMPARE(result.end.reason, StackEnd::NotFound);
}

void TestStackScan::scanTakesTheFirstAddressInAModule()
{
    auto stack = amd64();
    stack.word(kStack, 0)
        .word(kStack + 8, 0x800000000000)
        .word(kStack + 16, 0x600000)
        .word(kStack + 24, kOther);
    stack.word(kStack + 32, kOther + 0x10000).word(kStack + 40, kCode + 1);
    const auto result = walkAlone(stack.finish());
    // The byte before an address decides. The first byte of a module does not count, the first byte
    // after it does.
    QCOMPARE(trustTexts(result), (QStringList{"400100 context", "510000 scan", "400001 scan"}));
    QCOMPARE(result.frames[1].sp, kStack + 40);
}

/// The base of a loaded file often lies on the stack (AT_BASE).
void TestStackScan::scanRefusesTheBaseOfAModule()
{
    auto stack = amd64();
    stack.module(kCode + 0x10000, 0x1000);
    stack.word(kStack, kCode + 0x10000).word(kStack + 8, kCode + 0x10001);
    QCOMPARE(trustTexts(walkAlone(stack.finish())), (QStringList{"400100 context", "410001 scan"}));
}

/// A program's entry point lies on the stack (AT_ENTRY). Nothing stands before it that could call.
void TestStackScan::scanRefusesTheBeginOfAFilesCode()
{
    auto stack = amd64();
    stack.word(kStack, kCode + 0x300).word(kStack + 8, kCode + 0x309);
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, Arch::Amd64);
    auto code = std::vector<std::byte>(0x100, std::byte{0x90});
    code[4] = std::byte{0xe8}; // A call, which ends before kCode + 0x309.
    object->addSection(".text", 0x300, code, true);
    FixedModules modules;
    modules.modules[0] = functionsOf256Bytes("f");
    modules.modules[0].code = object;
    QCOMPARE(trustTexts(walk(stack.finish(), modules)),
             (QStringList{"400100 context", "400309 scan"}));
}

/// The kernel and libc leave these on the stack. Nothing is known of the file here.
void TestStackScan::scanRefusesStartValues()
{
    auto stack = amd64();
    stack.word(kStack, kCode + 0x3e0)
        .word(kStack + 8, kCode + 0x40)
        .word(kStack + 16, kCode + 0x409);
    stack.word(kStack + 24, kCode + 0x20).word(kStack + 32, kCode + 0x500);
    auto event = stack.finish();
    event.makeNative().entryPoint = kCode + 0x3e0;
    event.makeNative().programHeaders = kCode + 0x40;
    // Nothing follows the frame in the start code.
    QCOMPARE(trustTexts(walkAlone(event)), (QStringList{"400100 context", "400409 scan"}));
}

void TestStackScan::scanRange_data()
{
    QTest::addColumn<quint64>("slot");
    QTest::addColumn<bool>("fromContext");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("last word from a context frame") << quint64{159} << true << true;
    QTest::newRow("beyond it") << quint64{160} << true << false;
    QTest::newRow("last word from a scanned frame") << quint64{39} << false << true;
    QTest::newRow("beyond that") << quint64{40} << false << false;
}

void TestStackScan::scanRange()
{
    QFETCH(quint64, slot);
    QFETCH(bool, fromContext);
    auto stack = amd64();
    std::uint64_t base = kStack;
    if (!fromContext) {
        stack.word(kStack, kCode + 0x10);
        base += 8;
    }
    stack.word(base + 8 * slot, kCode + 0x20);
    QTEST(walkAlone(stack.finish()).frames.size() == (fromContext ? 2u : 3u), "isFound");
}

void TestStackScan::scanGoesOnForAProvenCall_data()
{
    QTest::addColumn<quint64>("target");
    QTest::addColumn<quint64>("slot");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("a call of the function") << quint64{kCode + 0x100} << quint64{900} << true;
    QTest::newRow("a call of another") << quint64{kCode + 0x300} << quint64{900} << false;
    QTest::newRow("too far") << quint64{kCode + 0x100} << quint64{1200} << false;
}

/// The frame of the function at 0x100 is larger than the part of the stack that a scan searches.
void TestStackScan::scanGoesOnForAProvenCall()
{
    QFETCH(quint64, target);
    QFETCH(quint64, slot);
    const auto distance = static_cast<int>(target - (kCode + 0x220));
    auto stack = amd64();
    stack.set("rip", kCode + 0x120).stackBytes(0x3000);
    stack.memory(kCode + 0x218,
                 codeBytes({0x90, 0x90, 0x90, 0xe8, distance & 0xff, distance >> 8 & 0xff,
                            distance >> 16 & 0xff, distance >> 24 & 0xff}));
    stack.word(kStack + 8 * slot, kCode + 0x220);
    FixedModules modules;
    modules.modules[0] = functionsOf256Bytes();
    QTEST(walk(stack.finish(), modules).frames.size() == 2, "isFound");
}

void TestStackScan::scanIsStrictWithSymbols()
{
    auto stack = amd64();
    stack.word(kStack, kOther + 0x40)
        .word(kStack + 8, kOther + 0x60)
        .word(kStack + 16, kOther + 0x85);
    stack.memory(kOther + 0x58, std::vector<std::byte>(8, std::byte{0x90}));
    stack.memory(kOther + 0x7d, codeBytes({0x90, 0x90, 0x90, 0xe8, 1, 2, 3, 4}));
    FixedModules modules;
    modules.modules[1].state = unwind::WalkModule::State::Ready;
    modules.modules[1].hasFunction = [](std::uint64_t relative) { return relative >= 0x50; };
    const auto result = walk(stack.finish(), modules);
    QCOMPARE(trustTexts(result), (QStringList{"400100 context", "500085 scan"}));
    QCOMPARE(result.frames[1].note,
             std::string("scan skipped 1 addresses outside functions (0x500040); scan skipped 1 "
                         "addresses that follow no call (0x500060)"));
}

void TestStackScan::scanNamesTheFirstRefusedAddresses()
{
    auto stack = amd64();
    for (std::uint64_t i = 0; i < 20; ++i)
        stack.word(kStack + 8 * i, kOther + 0x40 + i);
    stack.word(kStack + 8 * 20, kCode + 0x10);
    FixedModules modules;
    modules.modules[1].state = unwind::WalkModule::State::Ready;
    modules.modules[1].hasFunction = [](std::uint64_t) { return false; };
    const auto result = walk(stack.finish(), modules);
    QCOMPARE(trustTexts(result), (QStringList{"400100 context", "400010 scan"}));
    QCOMPARE(result.frames[1].note,
             std::string("scan skipped 20 addresses outside functions (0x500040, 0x500041, "
                         "0x500042, 0x500043, 0x500044, 0x500045, 0x500046, 0x500047, …)"));
}

/// The module has no file, but the dump has a page of its code: a nop and the first byte of a
/// function after it, and a call. Around the third word's address it has only a few bytes, like the
/// bytes around pc in small dumps.
void TestStackScan::scanReadsTheDumpsOwnCode()
{
    auto stack = amd64();
    auto page = std::vector<std::byte>(0x400, std::byte{0x90});
    page[0x80] = std::byte{0xe8};
    stack.memory(kOther, std::move(page));
    stack.memory(kOther + 0x7f0, std::vector<std::byte>(0x20, std::byte{0x90}));
    stack.word(kStack, kOther + 0x40).word(kStack + 16, kOther + 0x85);
    stack.word(kStack + 24, kOther + 0x800);
    const auto result = walkAlone(stack.finish());
    QCOMPARE(trustTexts(result), (QStringList{"400100 context", "500085 scan", "500800 scan"}));
    QCOMPARE(result.frames[1].note,
             std::string("scan skipped 1 addresses that follow no call (0x500040)"));
}

void TestStackScan::scanAsksForTheModuleFirst()
{
    const auto event = amd64().word(kStack, kOther + 0x40).finish();
    FixedModules modules;
    modules.modules[1].state = unwind::WalkModule::State::Pending;
    const unwind::ModuleMap map(event);
    unwind::StackWalker walker(event, map, 0, modules, ParseLimits{});
    QVERIFY(std::holds_alternative<unwind::WalkedFrame>(walker.next()));
    for (int i = 0; i < 2; ++i) {
        const auto step = walker.next();
        QVERIFY(std::holds_alternative<unwind::StackWalker::NeedsModule>(step));
        QCOMPARE(std::get<unwind::StackWalker::NeedsModule>(step).module, std::uint32_t{1});
    }
    modules.modules[1].state = unwind::WalkModule::State::Unavailable;
    const auto step = walker.next();
    QVERIFY(std::holds_alternative<unwind::WalkedFrame>(step));
    QCOMPARE(std::get<unwind::WalkedFrame>(step).pc, kOther + 0x40);
    QVERIFY(std::holds_alternative<unwind::StackWalker::Finished>(walker.next()));
    QVERIFY(std::holds_alternative<unwind::StackWalker::Finished>(walker.next()));
}

void TestStackScan::scanRecoversTheFramePointer()
{
    auto stack = amd64();
    // rbp is above the found frame and does not lead to a chain there, so it is kept for the
    // caller.
    const auto result =
        walkAlone(stack.set("rbp", kStack + 0x1000).word(kStack + 8, kCode + 0x10).finish());
    QCOMPARE(result.frames[1].registers.find(reg("rbp")), std::optional(kStack + 0x1000));
    const auto first =
        walkAlone(amd64().set("rbp", kStack + 0x1000).word(kStack, kCode + 0x10).finish());
    QVERIFY(!first.frames[1].registers.has(reg("rbp")));
}

/// A program calls a function of its own, which jumps into a library whose file is not there.
void TestStackScan::callsThatLeadOnByAJump_data()
{
    QTest::addColumn<QByteArray>("end"); // Of the called function.
    QTest::addColumn<bool>("isLibraryKnown");
    QTest::addColumn<QStringList>("frames");
    const QStringList caller{"500010 context", "400400 scan", "400500 scan"};
    const QStringList skipped{"500010 context", "400500 scan"};
    QTest::newRow("jmp") << QByteArray("909090e900000100") << false << caller;
    QTest::newRow("ret") << QByteArray("90909090909090c3") << false << skipped;
    QTest::newRow("the library's functions are known")
        << QByteArray("909090e900000100") << true << skipped;
}

void TestStackScan::callsThatLeadOnByAJump()
{
    QFETCH(QByteArray, end);
    QFETCH(bool, isLibraryKnown);
    auto stack = amd64();
    stack.set("rip", kOther + 0x10);
    stack.memory(kCode + 0x3f8, bytesOfHex("909090e800040000")); // call kCode + 0x800
    stack.memory(kCode + 0x800, bytesOfHex("f30f1efa488b3690"));
    stack.memory(kCode + 0x8e0, bytesOfHex(QByteArray("90").repeated(24) + end));
    stack.memory(kCode + 0x4f8, bytesOfHex("909090909090ffd0")); // call rax
    stack.word(kStack + 8, kCode + 0x400).word(kStack + 16, kCode + 0x500);
    FixedModules modules;
    modules.modules[0] = functionsOf256Bytes("f");
    if (isLibraryKnown)
        modules.modules[1] = functionsOf256Bytes("g");
    QTEST(trustTexts(walk(stack.finish(), modules)), "frames");
}

void TestStackScan::stackOverflowScansFromTheLowestWord()
{
    const auto result =
        walkAlone(amd64().set("rsp", kStack - 0x200).word(kStack + 16, kCode + 0x40).finish());
    QCOMPARE(trustTexts(result), (QStringList{"400100 context", "400040 scan"}));
}

QTEST_GUILESS_MAIN(TestStackScan)
#include "tst_stack_scan.moc"
