// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/unwind/cpu_scene.h"

using namespace faultline;
using namespace faultline::test;

/// Tests walks out of code that no call entered: bad jumps, signal handlers, code without a module.
class TestInterruptedCode : public QObject
{
    Q_OBJECT

private slots:

    void jumpToNullReturnsToTheCaller_data() { addEveryCpu(); }

    void jumpToNullReturnsToTheCaller();
    void jumpIntoDataReturnsToTheCaller();
    void framePointerToDataIsRefused();
    void codeWithoutModuleIsFinished_data();
    void codeWithoutModuleIsFinished();
    void thumbRestorerIsASignalFrame();
    void restorerIsASignalFrame_data();
    void restorerIsASignalFrame();
    void failedFetchIsABadCall_data();
    void failedFetchIsABadCall();
    void scanFindsGeneratedCode();
    void scanOutOfGeneratedCodeRefusesOtherCalls();
    void thumbStateComesFromTheContext();
    void macSigtrampLeadsToTheInterruptedCode();
    void arm64CodeIsFollowedToItsReturn_data();
    void arm64CodeIsFollowedToItsReturn();
};

void TestInterruptedCode::jumpToNullReturnsToTheCaller()
{
    QFETCH(int, cpu);
    const auto& row = cpuAt(cpu);
    const auto special = specialRegisters(row.family());
    auto stack = threadOf(row);
    stack.set(row.nameOf(special.pc), 0).word(kStack, special.lr ? 0 : kCaller);
    if (special.lr)
        stack.set(row.nameOf(*special.lr), kCaller);
    const auto result = walkAlone(stack.finish());
    QCOMPARE(result.frames.size(), std::size_t{2});
    QCOMPARE(result.frames[1].pc, kCaller);
    QCOMPARE(result.frames[1].sp, special.lr ? kStack : kStack + row.wordBytes());
    QCOMPARE(result.frames[1].note, std::string("a call to an address without code"));
}

void TestInterruptedCode::jumpIntoDataReturnsToTheCaller()
{
    const auto& row = cpuAt(1);
    auto stack = threadOf(row);
    // rbp belongs to the caller, so the frame pointer would skip that frame.
    stack.set("rip", kCode + 0x2000).set("rbp", kStack + 0x40).word(kStack, kCaller);
    stack.word(kStack + 0x40, kStack + 0x80).word(kStack + 0x48, kCaller);
    auto event = stack.finish();
    addMemoryMap(event);
    const auto result = walkAlone(event);
    QCOMPARE(methodTexts(result).mid(0, 3),
             (QStringList{"402000 context", "400200 stack scan", "400200 frame pointer"}));
    QCOMPARE(result.frames[1].sp, kStack + 8);
}

void TestInterruptedCode::framePointerToDataIsRefused()
{
    const auto& row = cpuAt(1);
    auto stack = threadOf(row);
    stack.set("rbp", kStack + 0x40).word(kStack + 0x40, kStack + 0x80);
    stack.word(kStack + 0x48, kCode + 0x2004).word(kStack + 0x10, kCaller);
    auto event = stack.finish();
    addMemoryMap(event);
    const auto result = walkAlone(event);
    QCOMPARE(methodTexts(result), (QStringList{"400100 context", "400200 stack scan"}));
    QCOMPARE(result.frames[1].note,
             std::string("the frame pointer's record holds 0x402004, no return address"));
}

void TestInterruptedCode::codeWithoutModuleIsFinished_data()
{
    QTest::addColumn<int>("cpu");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("words");
    QTest::newRow("x86, pop and ret") << 0 << QByteArray("5d5a59c3") << 3;
    QTest::newRow("x86, give back and ret n") << 0 << QByteArray("83c408c20800") << 2;
    QTest::newRow("amd64, give back and ret") << 1 << QByteArray("4883c418c3") << 3;
    QTest::newRow("amd64, pops and ret") << 1 << QByteArray("5b415cc3") << 2;
    QTest::newRow("arm, pop pc") << 2 << QByteArray("08d08de2f080bde8") << 6;
    QTest::newRow("arm64, ldp and ret") << 3 << QByteArray("fd7bc2a8c0035fd6") << 1;
}

/// pc is in memory of no module. Few and known instructions lead to the return.
void TestInterruptedCode::codeWithoutModuleIsFinished()
{
    QFETCH(int, cpu);
    QFETCH(QByteArray, code);
    QFETCH(int, words);
    constexpr std::uint64_t kGenerated = 0x600000;
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row);
    stack.memory(kGenerated, bytesOfHex(code));
    stack.set(row.nameOf(specialRegisters(row.family()).pc), kGenerated);
    // A frame record further up that belongs to another function.
    stack.word(kStack + 0x60, kStack + 0x80).word(kStack + 0x60 + row.wordBytes(), kCaller);
    stack.set(row.nameOf(specialRegisters(row.family()).fp), kStack + 0x60);
    stack.word(kStack + static_cast<std::uint64_t>(words) * row.wordBytes(), kCaller);
    const auto result = walkAlone(stack.finish());
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(methodTexts(result)[1], QString("400200 instructions around pc"));
}

/// mov.w r7, #173; svc #0, as in glibc's Thumb code. The signal came at the beginning of a
/// function.
void TestInterruptedCode::thumbRestorerIsASignalFrame()
{
    auto stack = threadOf(cpuAt(2));
    stack.word(kStack + 28, kCode + 0x301);
    stack.memory(kCode + 0x2f8, bytesOfHex("00bf00bf00bf9847"));
    stack.memory(kCode + 0x300, bytesOfHex("4ff0ad0700df"));
    constexpr std::uint64_t kContext = kStack + 32 + 148;
    for (std::uint64_t i = 0; i < 16; ++i)
        stack.word(kContext + 12 + 4 * i, 0x100 + i);
    stack.word(kContext + 64, kStack + 0x400).word(kContext + 68, kCaller);
    stack.word(kContext + 72, kCode + 0x600).word(kStack + 0x400, 1);
    const auto result = walkWith(stack.finish(), moduleWithCfi(cpuAt(2)));
    QCOMPARE(methodTexts(result).mid(0, 3),
             (QStringList{"400100 context", "400301 DWARF CFI", "400600 signal frame"}));
    // That function's caller has the same stack pointer.
    QCOMPARE(methodTexts(result).value(3), QString("400200 link register"));
}

void TestInterruptedCode::restorerIsASignalFrame_data()
{
    QTest::addColumn<int>("cpu");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("pcAt"); // From sp, as the next ones.
    QTest::addColumn<int>("spAt");
    QTest::addColumn<int>("lrAt");
    QTest::newRow("riscv64") << 6 << QByteArray("9308b00873000000") << 304 << 320 << 312;
    QTest::newRow("ppc64") << 7 << QByteArray("80002138ac00003802000044") << 616 << 368 << 648;
    QTest::newRow("ppc64, qemu-user") << 7 << QByteArray("ac00003802000044") << 632 << 384 << 664;
    QTest::newRow("loongarch64") << 8 << QByteArray("0b2c820300002b00") << 304 << 336 << 320;
}

/// The handler's caller is the kernel's trampoline, and above it lie the interrupted registers.
void TestInterruptedCode::restorerIsASignalFrame()
{
    QFETCH(int, cpu);
    QFETCH(QByteArray, code);
    QFETCH(int, pcAt);
    QFETCH(int, spAt);
    QFETCH(int, lrAt);
    const auto& row = cpuAt(cpu);
    constexpr std::uint64_t kFrame = kStack + 32;
    const auto at = [](int offset) { return kFrame + static_cast<std::uint64_t>(offset); };
    auto stack = threadOf(row);
    stack.word(kFrame - 8, kCode + 0x300).memory(kCode + 0x300, bytesOfHex(code));
    stack.word(at(pcAt), kCode + 0x600).word(at(spAt), kStack + 0x800).word(at(lrAt), kCaller);
    const auto result = walkWith(stack.finish(), moduleWithCfi(row));
    QCOMPARE(methodTexts(result).mid(0, 4),
             (QStringList{"400100 context", "400300 DWARF CFI", "400600 signal frame",
                          "400200 link register"}));
    QCOMPARE(result.frames[2].sp, kStack + 0x800);
    QCOMPARE(result.frames[2].lookupAddress, kCode + 0x600);
}

void TestInterruptedCode::failedFetchIsABadCall_data()
{
    QTest::addColumn<quint64>("address");
    QTest::addColumn<QString>("method");
    QTest::newRow("nothing was fetched at pc") << quint64{0x6b6b6b60} << "400200 stack scan";
    QTest::newRow("the access was elsewhere") << quint64{8} << "";
}

/// Wine writes zeros for the memory around a pc without code.
void TestInterruptedCode::failedFetchIsABadCall()
{
    QFETCH(quint64, address);
    QFETCH(QString, method);
    auto stack = threadOf(cpuAt(1), OsFamily::Windows);
    stack.set("rip", 0x6b6b6b60).memory(0x6b6b6b60 - 64, std::vector<std::byte>(128));
    stack.word(kStack, kCaller).word(kStack + 8, 0);
    auto event = stack.finish();
    event.crash.code = 0xc0000005;
    event.crash.parameters = {8, address};
    const auto result = walkAlone(event);
    QCOMPARE(result.frames.size() > 1 &&
                 result.frames[1].note == "a call to an address without code",
             !method.isEmpty());
    if (!method.isEmpty())
        QCOMPARE(methodTexts(result).value(1), method);
}

void TestInterruptedCode::scanFindsGeneratedCode()
{
    constexpr std::uint64_t kGenerated = 0x600000;
    auto stack = threadOf(cpuAt(1));
    stack.memory(kGenerated, bytesOfHex("909090909090ffd0"));
    stack.word(kStack + 8, kGenerated + 8);
    QCOMPARE(methodTexts(walkAlone(stack.finish())), (QStringList{"400100 context"}));
    auto event = stack.finish();
    addMemoryMap(event);
    event.makeNative().memoryMap.insert(event.asNative()->memoryMap.begin() + 2,
                                        regionOf(kGenerated, 0x1000, true));
    QCOMPARE(methodTexts(walkAlone(event)), (QStringList{"400100 context", "600008 stack scan"}));
}

/// pc is in code made at run time, whose functions are unknown. A direct call of a function in a
/// module is not the call of its caller, but a call into the same region may be.
void TestInterruptedCode::scanOutOfGeneratedCodeRefusesOtherCalls()
{
    constexpr std::uint64_t kGenerated = 0x600000;
    auto stack = threadOf(cpuAt(1));
    stack.set("rip", kGenerated + 0x100);
    stack.memory(kGenerated, bytesOfHex("909090e8f8000000"));    // call kGenerated + 0x100
    stack.memory(kCode + 0x3f8, bytesOfHex("909090e8fb040000")); // call kCode + 0x8fb
    stack.memory(kCode + 0x8fb, bytesOfHex("554889e54883ec10"));
    stack.word(kStack + 8, kCode + 0x400).word(kStack + 16, kGenerated + 8);
    auto event = stack.finish();
    addMemoryMap(event);
    event.makeNative().memoryMap.insert(event.asNative()->memoryMap.begin() + 2,
                                        regionOf(kGenerated, 0x1000, true));
    const auto result = walkWith(event, functionsOf256Bytes("f"));
    QCOMPARE(methodTexts(result).value(1), QString("600008 stack scan"));
    QCOMPARE(result.frames[1].note,
             std::string("scan skipped 1 calls of another function (0x400400)"));
}

/// cpsr, not pc, says that the interrupted code is Thumb: pop {r4, pc}.
void TestInterruptedCode::thumbStateComesFromTheContext()
{
    auto stack = threadOf(cpuAt(2));
    stack.memory(kCode + 0x100, bytesOfHex("10bd00bf")).word(kStack + 4, kCaller);
    auto event = stack.finish();
    QVERIFY(methodTexts(walkAlone(event)).value(1) != "400200 instructions around pc");
    event.threads[0].extraRegisters = {{"cpsr", 0x20}};
    QCOMPARE(methodTexts(walkAlone(event)).value(1), QString("400200 instructions around pc"));
}

/// rbx holds the ucontext; word 6 of it is the machine context.
void TestInterruptedCode::macSigtrampLeadsToTheInterruptedCode()
{
    constexpr std::uint64_t kContext = kStack + 0x200;
    auto stack = threadOf(cpuAt(1), OsFamily::MacOs);
    stack.word(kStack + 24, kCaller).set("rbx", kStack + 0x100).word(kStack + 0x130, kContext);
    for (std::uint64_t i = 0; i < 17; ++i)
        stack.word(kContext + 16 + 8 * i, 0x7700 + i);
    stack.word(kContext + 72, kStack + 0x800).word(kContext + 144, kCode + 0x321);
    auto module = moduleWithCfi(cpuAt(1));
    module.function = functionsOf256Bytes("_sigtramp").function;
    module.hasFunction = functionsOf256Bytes("_sigtramp").hasFunction;
    const auto result = walkWith(stack.finish(), std::move(module));
    QCOMPARE(methodTexts(result).mid(0, 3),
             (QStringList{"400100 context", "400200 DWARF CFI", "400321 signal frame"}));
    QCOMPARE(result.frames[2].lookupAddress, kCode + 0x321); // Exact: it was interrupted there.
    QCOMPARE(result.frames[2].sp, kStack + 0x800);
    QCOMPARE(result.frames[2].registers.get(*registerIndex(CpuFamily::Intel64, "r15")),
             std::uint64_t{0x770f});
}

void TestInterruptedCode::arm64CodeIsFollowedToItsReturn_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("caller");
    QTest::newRow("leaf: add; ret") << QByteArray("2000000bc0035fd6") << "400200 instructions";
    QTest::newRow("before the frame record: stp; mov; blr; ldp; ret")
        << QByteArray("fd7bbfa9fd03009100013fd6fd7bc1a8c0035fd6") << "400200 instructions";
    QTest::newRow("import stub: br x17") << QByteArray("20021fd6") << "400200 instructions";
    QTest::newRow("a jump table: br x8") << QByteArray("00011fd6") << "400300 frame pointer";
}

/// The function has no frame record, so the frame pointer is its caller's.
void TestInterruptedCode::arm64CodeIsFollowedToItsReturn()
{
    QFETCH(QByteArray, code);
    QFETCH(QString, caller);
    const auto& cpu = cpuAt(3);
    const auto special = specialRegisters(cpu.family());
    constexpr auto kRecord = kStack + 0x100;
    auto stack = threadOf(cpu);
    stack.memory(kCode + 0x100, bytesOfHex(code)).memory(kCode + 0x300 - 8, bytesOfHex(cpu.call));
    stack.set(cpu.nameOf(*special.lr), kCaller).set(cpu.nameOf(special.fp), kRecord);
    stack.word(kRecord, kRecord + 0x40).word(kRecord + 8, kCode + 0x300);
    const auto methods = methodTexts(walkAlone(stack.finish()));
    QVERIFY2(methods.value(1).startsWith(caller), qPrintable(methods.join(", ")));
    if (caller.startsWith("400200"))
        QCOMPARE(methods.value(2), QString("400300 frame pointer"));
}

QTEST_GUILESS_MAIN(TestInterruptedCode)
#include "tst_interrupted_code.moc"
