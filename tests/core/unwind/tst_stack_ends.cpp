// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/unwind/cpu_scene.h"

using namespace faultline;
using namespace faultline::test;

/// Tests where each CPU's stack ends: by unwind data, return addresses, names, and by what the
/// stack cannot be.
class TestStackEnds : public QObject
{
    Q_OBJECT

private slots:

    void undefinedReturnAddressEnds_data() { addEveryCpu(); }

    void undefinedReturnAddressEnds();

    void zeroReturnAddressEnds_data() { addEveryCpu(); }

    void zeroReturnAddressEnds();

    void smallReturnAddressIsRefuted_data() { addEveryCpu(); }

    void smallReturnAddressIsRefuted();
    void frameRecordOfDataIsRefuted_data();
    void frameRecordOfDataIsRefuted();

    void knownStartEnds_data() { addEveryCpu(); }

    void knownStartEnds();
    void knownStartIsCalledByAnother_data();
    void knownStartIsCalledByAnother();
    void bsdStartEndsDespiteUnwindData_data();
    void bsdStartEndsDespiteUnwindData();

    void returnAddressInDataEnds_data() { addEveryCpu(); }

    void returnAddressInDataEnds();
    void deepRecursionIsWalkedToItsEnd();
};

void TestStackEnds::undefinedReturnAddressEnds()
{
    QFETCH(int, cpu);
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row);
    stack.word(kStack + 8 * row.wordBytes(), kCaller);
    const auto result = walkWith(stack.finish(), moduleWithCfi(row, {0x07, row.dwarfReturn}));
    QCOMPARE(methodTexts(result), (QStringList{"400100 context"}));
    QCOMPARE(result.end.reason, StackEnd::UnwindData);
}

void TestStackEnds::zeroReturnAddressEnds()
{
    QFETCH(int, cpu);
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row);
    stack.word(kStack + 8 * row.wordBytes(), kCaller);
    const auto result = walkWith(stack.finish(), moduleWithCfi(row));
    QCOMPARE(methodTexts(result), (QStringList{"400100 context"}));
    QCOMPARE(result.end.reason, StackEnd::ZeroPc);
}

/// The unwind data leads to a small number instead of a return address.
void TestStackEnds::smallReturnAddressIsRefuted()
{
    QFETCH(int, cpu);
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row);
    stack.word(kStack + 32 - row.wordBytes(), 5).word(kStack + 9 * row.wordBytes(), kCaller);
    const auto result = walkWith(stack.finish(), moduleWithCfi(row));
    QCOMPARE(methodTexts(result), (QStringList{"400100 context", "400200 stack scan"}));
    QVERIFY(result.frames[1].note.starts_with("DWARF CFI leads to 0x5"));
}

void TestStackEnds::frameRecordOfDataIsRefuted_data()
{
    QTest::addColumn<int>("cpu");
    QTest::addColumn<QString>("fp");
    QTest::addColumn<quint64>("savedFp");
    QTest::addColumn<quint64>("returnAddress");
    QTest::addColumn<bool>("isEnd");
    QTest::newRow("x86, 4") << 0 << "ebp" << quint64{kStack + 0x80} << quint64{4} << false;
    QTest::newRow("x86, 4095") << 0 << "ebp" << quint64{0} << quint64{0xfff} << false;
    QTest::newRow("x86, 0 and a pointer")
        << 0 << "ebp" << quint64{kStack + 0x80} << quint64{0} << false;
    QTest::newRow("x86, 4, no file") << 0 << "" << quint64{kStack + 0x80} << quint64{4} << true;
    QTest::newRow("x86, 0 and a pointer, no file")
        << 0 << "" << quint64{kStack + 0x80} << quint64{0} << true;
    QTest::newRow("x86, zeros") << 0 << "ebp" << quint64{0} << quint64{0} << true;
    QTest::newRow("amd64, 5") << 1 << "rbp" << quint64{kStack + 0x80} << quint64{5} << false;
    QTest::newRow("amd64, 0") << 1 << "rbp" << quint64{kStack + 0x80} << quint64{0} << true;
    QTest::newRow("arm64, 5") << 3 << "fp" << quint64{kStack + 0x80} << quint64{5} << false;
    QTest::newRow("arm, iOS, 5") << 2 << "r7" << quint64{kStack + 0x80} << quint64{5} << false;
}

/// The frame pointer points to data, so a scan must find the caller.
void TestStackEnds::frameRecordOfDataIsRefuted()
{
    QFETCH(int, cpu);
    QFETCH(QString, fp);
    QFETCH(quint64, savedFp);
    QFETCH(quint64, returnAddress);
    QFETCH(bool, isEnd);
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row, fp == "r7" ? OsFamily::Ios : OsFamily::Linux);
    stack.set(fp.isEmpty() ? "ebp" : fp.toStdString(), kStack + 0x40).word(kStack + 0x10, kCaller);
    stack.word(kStack + 0x40, savedFp).word(kStack + 0x40 + row.wordBytes(), returnAddress);
    FixedModules modules;
    if (!fp.isEmpty())
        modules.modules[0].state = unwind::WalkModule::State::Ready;
    const auto result = walk(stack.finish(), modules);
    QCOMPARE(methodTexts(result).value(1), isEnd ? QString() : QString("400200 stack scan"));
    if (isEnd)
        QCOMPARE(result.end.reason, returnAddress == 0 ? StackEnd::ZeroPc : StackEnd::NotCode);
}

/// The caller is start_thread. Nothing above it on the stack is a frame, even if it looks like one.
void TestStackEnds::knownStartEnds()
{
    QFETCH(int, cpu);
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row);
    stack.word(kStack + 5 * row.wordBytes(), kCaller).word(kStack + 9 * row.wordBytes(), kCaller);
    const auto result = walkWith(stack.finish(), functionsOf256Bytes("start_thread"));
    QCOMPARE(methodTexts(result), (QStringList{"400100 context", "400200 stack scan"}));
    QCOMPARE(result.end.reason, StackEnd::KnownStart);
}

void TestStackEnds::knownStartIsCalledByAnother_data()
{
    QTest::addColumn<int>("cpu");
    QTest::addColumn<QString>("outer");
    QTest::addColumn<bool>("isFrame");
    for (const int cpu : {0, 1, 3, 7, 9}) {
        const auto* const name = cpuAt(cpu).name;
        QTest::addRow("%s: _start", name) << cpu << "_start" << true;
        QTest::addRow("%s: another function", name) << cpu << "f" << false;
    }
}

/// main's caller is __libc_start_main. It lacks unwind data, and its frame leads to `outer`.
void TestStackEnds::knownStartIsCalledByAnother()
{
    QFETCH(int, cpu);
    QFETCH(QString, outer);
    QFETCH(bool, isFrame);
    const auto& row = cpuAt(cpu);
    const auto word = row.wordBytes();
    const bool isPowerPc = row.dwarfReturn == 65;
    auto stack = threadOf(row);
    stack.memory(kCode + 0x3f8, bytesOfHex(row.call));
    stack.set(row.nameOf(specialRegisters(row.family()).fp), kStack + 0x40);
    stack.word(kStack + 32 - word, kCaller);
    if (isPowerPc)
        stack.word(kStack + 32, kStack + 0x80)
            .word(kStack + 0x80 + (word == 8 ? 16 : 4), kCode + 0x400);
    else
        stack.word(kStack + 0x40, 0).word(kStack + 0x40 + word, kCode + 0x400);
    auto module = moduleWithCfi(row);
    module.hasFunction = [](std::uint64_t) { return true; };
    module.function = [&](std::uint64_t relative) {
        if (relative >= 0x300)
            return std::optional(unwind::WalkFunction{0x300, outer.toStdString()});
        return std::optional(relative < 0x180 ? unwind::WalkFunction{0x100, "main"}
                                              : unwind::WalkFunction{0x180, "__libc_start_main"});
    };
    const auto result = walkWith(stack.finish(), module);
    QStringList expected{"400100 context", "400200 DWARF CFI"};
    if (isFrame)
        expected << "400400 frame pointer";
    QCOMPARE(methodTexts(result), expected);
    QCOMPARE(result.end.reason, StackEnd::KnownStart);
}

void TestStackEnds::bsdStartEndsDespiteUnwindData_data()
{
    QTest::addColumn<int>("os");
    QTest::addColumn<QString>("function");
    QTest::addColumn<QStringList>("methods");
    const QStringList both{"400100 context", "400108 DWARF CFI"};
    QStringList all = both;
    all << "400200 DWARF CFI";
    QTest::newRow("NetBSD") << static_cast<int>(OsFamily::NetBsd) << "___start" << both;
    QTest::newRow("OpenBSD") << static_cast<int>(OsFamily::OpenBsd) << "__start" << both;
    QTest::newRow("another function") << static_cast<int>(OsFamily::NetBsd) << "main" << all;
    QTest::newRow("Linux") << static_cast<int>(OsFamily::Linux) << "__start" << all;
}

/// The caller's function is covered by unwind data, too.
void TestStackEnds::bsdStartEndsDespiteUnwindData()
{
    QFETCH(int, os);
    QFETCH(QString, function);
    const auto& row = cpuAt(1);
    auto stack = threadOf(row, static_cast<OsFamily>(os));
    stack.memory(kCode + 0x100, bytesOfHex("909090909090ffd0"));
    stack.word(kStack + 24, kCode + 0x108).word(kStack + 56, kCaller);
    auto module = moduleWithCfi(row);
    module.function = [name = function.toStdString()](std::uint64_t relative) {
        return std::optional(unwind::WalkFunction{relative & ~std::uint64_t{0xff}, name});
    };
    const auto result = walkWith(stack.finish(), std::move(module));
    QTEST(methodTexts(result).mid(0, 3), "methods");
}

void TestStackEnds::returnAddressInDataEnds()
{
    QFETCH(int, cpu);
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row);
    stack.word(kStack + 32 - row.wordBytes(), kCode + 0x2004);
    stack.word(kStack + 8 * row.wordBytes(), kCaller);
    auto event = stack.finish();
    addMemoryMap(event);
    const auto result = walkWith(event, moduleWithCfi(row));
    QCOMPARE(methodTexts(result), (QStringList{"400100 context"}));
    QCOMPARE(result.end.reason, StackEnd::NotCode);
    QCOMPARE(result.end.note, std::string("the caller would be at 0x402004"));
}

void TestStackEnds::deepRecursionIsWalkedToItsEnd()
{
    constexpr std::uint64_t kFrames = 100000;
    auto stack = threadOf(cpuAt(1));
    stack.stackBytes(16 * (kFrames + 1)).set("rbp", kStack);
    for (std::uint64_t i = 0; i < kFrames; ++i)
        stack.word(kStack + 16 * i, kStack + 16 * (i + 1)).word(kStack + 16 * i + 8, kCaller);
    const auto result = walkAlone(stack.finish());
    QCOMPARE(result.frames.size(), std::size_t{kFrames} + 1);
    QCOMPARE(result.end.reason, StackEnd::ZeroFramePointer);
}

QTEST_GUILESS_MAIN(TestStackEnds)
#include "tst_stack_ends.moc"
