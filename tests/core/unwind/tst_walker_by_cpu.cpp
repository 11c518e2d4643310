// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/rules/address_rules.h"
#include "tests/core/unwind/cpu_scene.h"

using namespace faultline;
using namespace faultline::test;

/// Tests each CPU's walker by each method: context only, unwind data, frame pointer, scan, bad
/// pointers. Registers contain a pattern, which shows the values that a caller gets.
class TestWalkerByCpu : public QObject
{
    Q_OBJECT

private slots:

    void contextOnly_data() { addEveryCpu(); }

    void contextOnly();

    void unwindData_data() { addEveryCpu(); }

    void unwindData();
    void registerThatIsPoppedAlready_data();
    void registerThatIsPoppedAlready();
    void framePointer_data();
    void framePointer();

    void scan_data() { addEveryCpu(); }

    void scan();

    void corruptedPointersFindNothing_data() { addEveryCpu(); }

    void corruptedPointersFindNothing();
    void scanPrefersACallOfThisFunction();
    void scanTakesAnotherCallWhenThereIsNone();
    void scanRecoversALostFramePointer();
    void lostFrameTakesOnlyProvenCalls();
    void armPrologueOfACallerIsUndone_data();
    void armPrologueOfACallerIsUndone();
    void armPrologueIsUndoneInTheBody_data();
    void armPrologueIsUndoneInTheBody();
    void powerPcFramesAreChained_data();
    void powerPcFramesAreChained();
};

void TestWalkerByCpu::contextOnly()
{
    QFETCH(int, cpu);
    const auto result = walkAlone(threadOf(cpuAt(cpu)).finish());
    QCOMPARE(methodTexts(result), (QStringList{"400100 context"}));
    const auto& frame = result.frames[0];
    QCOMPARE(frame.lookupAddress, kCode + 0x100);
    QCOMPARE(static_cast<std::size_t>(frame.registers.count()),
             registersOf(cpuAt(cpu).family()).size());
}

void TestWalkerByCpu::unwindData()
{
    QFETCH(int, cpu);
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row);
    stack.word(kStack + 32 - row.wordBytes(), kCaller);
    const auto result = walkWith(stack.finish(), moduleWithCfi(row));
    QCOMPARE(methodTexts(result).mid(0, 2), (QStringList{"400100 context", "400200 DWARF CFI"}));
    const auto& caller = result.frames[1];
    QCOMPARE(caller.trust, FrameTrust::Cfi);
    QCOMPARE(caller.sp, kStack + 32);
    QCOMPARE(caller.lookupAddress, previousInstruction(unwind::alignedLike(row.family()), kCaller));
    const auto special = specialRegisters(row.family());
    for (const auto& info : registersOf(row.family())) {
        const bool isOwn = info.index == special.pc || info.index == special.sp ||
                           info.index == special.fp || info.index == special.lr;
        if (!isOwn && caller.registers.has(info.index))
            QCOMPARE(caller.registers.get(info.index), StackBuilder::pattern(info.index));
    }
    QVERIFY(caller.registers.has(special.fp));
}

void TestWalkerByCpu::registerThatIsPoppedAlready_data()
{
    QTest::addColumn<int>("cpu");
    QTest::addColumn<int>("wordsBelowSp");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("x86") << 0 << 1 << true;
    QTest::newRow("amd64, in the red zone") << 1 << 1 << false;
    QTest::newRow("amd64, at the red zone's end") << 1 << 16 << false;
    QTest::newRow("amd64, below the red zone") << 1 << 17 << true;
}

/// At the return after an epilogue, the row still names the slots that the pops have read. The dump
/// begins at sp.
void TestWalkerByCpu::registerThatIsPoppedAlready()
{
    QFETCH(int, cpu);
    QFETCH(int, wordsBelowSp);
    QFETCH(bool, isKnown);
    const auto& row = cpuAt(cpu);
    const auto word = row.wordBytes();
    const auto fp = specialRegisters(row.family()).fp;
    const auto dwarfFp = static_cast<std::uint8_t>(registersOf(row.family())[fp].dwarf);
    // CFA = sp + a word, with the return address below it; fp is saved further down.
    const auto saved = static_cast<std::uint8_t>(wordsBelowSp + 1);
    auto stack = threadOf(row);
    stack.set(row.nameOf(fp), 0x1234).word(kStack, kCaller);
    const auto module =
        moduleWithCfi(row, {0x0e, word, static_cast<std::uint8_t>(0x80 | dwarfFp), saved});
    const auto result = walkWith(stack.finish(), module);
    QCOMPARE(methodTexts(result).mid(0, 2), (QStringList{"400100 context", "400200 DWARF CFI"}));
    QCOMPARE(result.frames[1].registers.has(fp), isKnown);
    if (isKnown)
        QCOMPARE(result.frames[1].registers.get(fp), 0x1234u);
}

void TestWalkerByCpu::framePointer_data()
{
    QTest::addColumn<int>("cpu");
    QTest::addColumn<int>("os");
    QTest::addColumn<QString>("fp");
    QTest::newRow("x86") << 0 << static_cast<int>(OsFamily::Linux) << "ebp";
    QTest::newRow("amd64") << 1 << static_cast<int>(OsFamily::Linux) << "rbp";
    QTest::newRow("amd64, Windows") << 1 << static_cast<int>(OsFamily::Windows) << "rbp";
    QTest::newRow("arm, iOS") << 2 << static_cast<int>(OsFamily::Ios) << "r7";
    QTest::newRow("arm64") << 3 << static_cast<int>(OsFamily::Linux) << "fp";
}

void TestWalkerByCpu::framePointer()
{
    QFETCH(int, cpu);
    QFETCH(int, os);
    QFETCH(QString, fp);
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row, static_cast<OsFamily>(os));
    stack.set(fp.toStdString(), kStack + 0x40);
    stack.word(kStack + 0x40, kStack + 0x80).word(kStack + 0x40 + row.wordBytes(), kCaller);
    const auto result = walkAlone(stack.finish());
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(methodTexts(result).mid(0, 2),
             (QStringList{"400100 context", "400200 frame pointer"}));
    QCOMPARE(result.frames[1].sp, kStack + 0x40 + 2 * row.wordBytes());
    QCOMPARE(result.frames[1].registers.count(), 3);
}

void TestWalkerByCpu::scan()
{
    QFETCH(int, cpu);
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row);
    // A word in the module that follows no call, then one that does.
    stack.memory(kCode + 0x2f8, std::vector<std::byte>(8));
    stack.word(kStack + 4 * row.wordBytes(), kCode + 0x300);
    stack.word(kStack + 5 * row.wordBytes(), kCaller);
    unwind::WalkModule module;
    module.state = unwind::WalkModule::State::Ready;
    const auto result = walkWith(stack.finish(), module);
    QCOMPARE(methodTexts(result), (QStringList{"400100 context", "400200 stack scan"}));
    QCOMPARE(result.frames[1].trust, FrameTrust::Scan);
    QCOMPARE(result.frames[1].sp, kStack + 6 * row.wordBytes());
    QCOMPARE(result.frames[1].note,
             std::string("scan skipped 1 addresses that follow no call (0x400300)"));
    QCOMPARE(result.frames[1].registers.count(), 2);
}

void TestWalkerByCpu::corruptedPointersFindNothing()
{
    QFETCH(int, cpu);
    const auto& row = cpuAt(cpu);
    const auto special = specialRegisters(row.family());
    auto stack = threadOf(row);
    stack.set(row.nameOf(special.fp), 0xdeadbeef);
    for (std::uint64_t i = 0; i < 64; ++i)
        stack.word(kStack + i * row.wordBytes(), 0xdead0000 + i);
    const auto result = walkAlone(stack.finish());
    QCOMPARE(methodTexts(result), (QStringList{"400100 context"}));
    QCOMPARE(result.end.reason, StackEnd::NotFound);
    auto lost = threadOf(row);
    lost.set(row.nameOf(special.sp), 0x10);
    QCOMPARE(walkAlone(lost.finish()).frames.size(), std::size_t{1});
}

/// Stale words that follow calls of another function come first.
void TestWalkerByCpu::scanPrefersACallOfThisFunction()
{
    auto stack = threadOf(cpuAt(1));
    stack.memory(kCode + 0x3f8, bytesOfHex("909090e8fb040000")); // call kCode + 0x8fb
    stack.memory(kCode + 0x8fb, bytesOfHex("554889e54883ec10"));
    stack.memory(kCode + 0x4f8, bytesOfHex("909090e800fcffff")); // call kCode + 0x100
    stack.word(kStack + 8, kCode + 0x400).word(kStack + 16, kCode + 0x500);
    const auto result = walkWith(stack.finish(), functionsOf256Bytes("f"));
    QCOMPARE(methodTexts(result).value(1), QString("400500 stack scan"));
    QCOMPARE(result.frames[1].note,
             std::string("scan skipped 1 calls of another function (0x400400)"));
}

void TestWalkerByCpu::scanTakesAnotherCallWhenThereIsNone()
{
    auto stack = threadOf(cpuAt(1));
    stack.memory(kCode + 0x3f8, bytesOfHex("909090e8fb040000"));
    stack.memory(kCode + 0x8fb, bytesOfHex("554889e54883ec10"));
    stack.word(kStack + 8, kCode + 0x400);
    const auto result = walkWith(stack.finish(), functionsOf256Bytes("f"));
    QCOMPARE(methodTexts(result).value(1), QString("400400 stack scan"));
    QCOMPARE(result.frames[1].note,
             std::string("scan skipped 1 calls of another function (0x400400); no call of this "
                         "function found: it may have been jumped to"));
}

void TestWalkerByCpu::scanRecoversALostFramePointer()
{
    auto stack = threadOf(cpuAt(1));
    // push rbp; mov rbp, rsp, and then rbp was overwritten.
    stack.set("rbp", 0x4141414141414141);
    stack.word(kStack + 8, kStack + 0x40).word(kStack + 16, kCaller);
    stack.word(kStack + 0x40, 1).word(kStack + 0x48, kCaller);
    const auto result = walkAlone(stack.finish());
    QCOMPARE(methodTexts(result),
             (QStringList{"400100 context", "400200 stack scan", "400200 frame pointer"}));
}

/// The data of the caller's frame needs rbp, which the leaf destroyed, so it cannot be used. A call
/// through a pointer may belong to any function.
void TestWalkerByCpu::lostFrameTakesOnlyProvenCalls()
{
    constexpr std::uint8_t kRbp = 6;
    CfiBuilder cfi(0x8000);
    const auto common = cfi.common("R", 16, {0x0c, 7, 32, 0x90, 1}, 0x78);
    cfi.frame(common, 0x100, 0x10, {});
    cfi.frame(common, 0x1f0, 0x100, {0x0c, kRbp, 16}); // From kCaller on by rbp.
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, Arch::Amd64);
    object->addSection(".eh_frame", 0x8000, cfi.finish());
    auto module = moduleWith(object);
    module.function = functionsOf256Bytes("f").function;
    module.hasFunction = functionsOf256Bytes("f").hasFunction;

    auto stack = threadOf(cpuAt(1));
    stack.set("rbp", 0x4141414141414141).word(kStack + 24, kCaller);
    stack.memory(kCode + 0x4f8, bytesOfHex("909090909090ffd0")); // call rax
    stack.memory(kCode + 0x5f8, bytesOfHex("909090e800fbffff")); // call kCode + 0x100
    stack.word(kStack + 40, kCode + 0x500);
    const auto lost = walkWith(stack.finish(), module);
    QCOMPARE(methodTexts(lost), (QStringList{"400100 context", "400200 DWARF CFI"}));
    QVERIFY(lost.end.note.ends_with(
        "scan skipped 1 calls through pointers, as the frame is lost (0x400500)"));

    stack.word(kStack + 48, kCode + 0x600);
    QCOMPARE(methodTexts(walkWith(stack.finish(), module)).value(2), QString("400600 stack scan"));
}

void TestWalkerByCpu::armPrologueOfACallerIsUndone_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("the call leads to it") << QByteArray("00bf00bffff780fe") << true;
    QTest::newRow("the call leads elsewhere") << QByteArray("00bf00bffff700fe") << false;
    QTest::newRow("it was called through a pointer") << QByteArray("00bf00bf00bf9847") << false;
}

/// glibc's abort cannot be unwound: ldr; mrc; push {r7, lr}; sub sp, #144; beq.
void TestWalkerByCpu::armPrologueOfACallerIsUndone()
{
    QFETCH(QByteArray, call);
    QFETCH(bool, isFound);
    auto stack = threadOf(cpuAt(2));
    stack.word(kStack + 28, kCode + 0x1e1);
    stack.memory(kCode + 0x1d8, bytesOfHex("00bf00bf01f000f8")); // Any call.
    stack.memory(kCode + 0x100, bytesOfHex("4e4a1dee704f80b5a4b010d0"));
    stack.memory(kCode + 0x3f8, bytesOfHex(call));
    stack.word(kStack + 32 + 144, kStack + 0x200).word(kStack + 32 + 148, kCode + 0x401);
    auto module = moduleWithCfi(cpuAt(2));
    module.function = functionsOf256Bytes("f").function;
    module.hasFunction = functionsOf256Bytes("f").hasFunction;
    auto event = stack.finish();
    const auto result = walkWith(event, module);
    QCOMPARE(methodTexts(result).value(2) == "400401 instructions around pc", isFound);
    if (isFound)
        QCOMPARE(result.frames[2].sp, kStack + 32 + 152);
}

void TestWalkerByCpu::armPrologueIsUndoneInTheBody_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("the call leads to it") << QByteArray("00bf00bffff780fe") << true;
    QTest::newRow("the call leads elsewhere") << QByteArray("00bf00bffff700fe") << false;
}

/// Interrupted behind a branch: push {r7, lr}; sub sp, #144; beq; nops. An earlier call of this
/// function has left its return address below the slot.
void TestWalkerByCpu::armPrologueIsUndoneInTheBody()
{
    QFETCH(QByteArray, call);
    QFETCH(bool, isFound);
    auto stack = threadOf(cpuAt(2));
    stack.set("r15", kCode + 0x10a);
    stack.memory(kCode + 0x100, bytesOfHex("80b5a4b010d000bf00bf00bf00bf00bf"));
    stack.memory(kCode + 0x3f8, bytesOfHex(call));
    stack.word(kStack + 144, kStack + 0x200).word(kStack + 148, kCode + 0x401);
    auto event = stack.finish();
    event.threads[0].extraRegisters = {{"cpsr", 0x20}};
    const auto result = walkWith(event, functionsOf256Bytes("f"));
    QCOMPARE(methodTexts(result).value(1) == "400401 instructions around pc", isFound);
    if (isFound)
        QCOMPARE(result.frames[1].sp, kStack + 152);
}

void TestWalkerByCpu::powerPcFramesAreChained_data()
{
    QTest::addColumn<int>("cpu");
    QTest::addColumn<quint64>("next");
    QTest::addColumn<quint64>("returnAddress");
    QTest::addColumn<QString>("method");
    for (const int cpu : {7, 9}) {
        const auto* const name = cpuAt(cpu).name;
        const auto row = [&](const char* behaviour) -> QTestData& {
            return QTest::addRow("%s: %s", name, behaviour) << cpu;
        };
        row("chain") << quint64{kStack + 0x80} << quint64{kCaller} << "400200 frame pointer";
        row("downwards") << quint64{kStack + 8} << quint64{kCaller} << "400200 stack scan";
        row("outside the stack") << quint64{kStack + 0x2000} << quint64{kCaller}
                                 << "400200 stack scan";
        row("to data") << quint64{kStack + 0x80} << quint64{5} << "";
    }
}

/// The first step is by unwind data, which the second function lacks.
void TestWalkerByCpu::powerPcFramesAreChained()
{
    QFETCH(int, cpu);
    QFETCH(quint64, next);
    QFETCH(quint64, returnAddress);
    QFETCH(QString, method);
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row);
    stack.memory(kCode + 0x3f8, bytesOfHex(row.call));
    stack.word(kStack + 32 - row.wordBytes(), kCode + 0x400).word(kStack + 32, next);
    stack.word(kStack + (row.wordBytes() == 8 ? 0x90 : 0x84), returnAddress);
    const auto result = walkWith(stack.finish(), moduleWithCfi(row));
    QCOMPARE(methodTexts(result).mid(0, 2), (QStringList{"400100 context", "400400 DWARF CFI"}));
    QCOMPARE(methodTexts(result).value(2), method);
    if (method != "400200 frame pointer")
        return;
    QCOMPARE(result.frames[2].sp, kStack + 0x80);
    // The outermost frame's chain is empty.
    QCOMPARE(result.frames.size(), std::size_t{3});
    QCOMPARE(result.end.reason, StackEnd::ZeroFramePointer);
}

QTEST_GUILESS_MAIN(TestWalkerByCpu)
#include "tst_walker_by_cpu.moc"
