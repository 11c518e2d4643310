#include "core/unwind/rules/address_rules.h"
#include "tests/core/unwind/walk_scene.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/memory_object.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Tests each CPU's walker by each method: context only, unwind data, frame pointer, scan, end of
/// stack, bad pointers. Registers contain a pattern, which shows the values that a caller gets.
class TestWalkerByCpu : public QObject
{
    Q_OBJECT

private slots:

    void contextOnly_data() { everyCpu(); }

    void contextOnly();

    void unwindData_data() { everyCpu(); }

    void unwindData();
    void registerThatIsPoppedAlready_data();
    void registerThatIsPoppedAlready();
    void framePointer_data();
    void framePointer();

    void scan_data() { everyCpu(); }

    void scan();

    void undefinedReturnAddressEnds_data() { everyCpu(); }

    void undefinedReturnAddressEnds();

    void zeroReturnAddressEnds_data() { everyCpu(); }

    void zeroReturnAddressEnds();

    void smallReturnAddressIsRefuted_data() { everyCpu(); }

    void smallReturnAddressIsRefuted();
    void frameRecordOfDataIsRefuted_data();
    void frameRecordOfDataIsRefuted();

    void knownStartEnds_data() { everyCpu(); }

    void knownStartEnds();
    void knownStartIsCalledByAnother_data();
    void knownStartIsCalledByAnother();

    void bsdStartEndsDespiteUnwindData_data();
    void bsdStartEndsDespiteUnwindData();

    void returnAddressInDataEnds_data() { everyCpu(); }

    void returnAddressInDataEnds();

    void corruptedPointersFindNothing_data() { everyCpu(); }

    void corruptedPointersFindNothing();

    void jumpToNullReturnsToTheCaller_data() { everyCpu(); }

    void jumpToNullReturnsToTheCaller();
    void jumpIntoDataReturnsToTheCaller();
    void framePointerToDataIsRefused();
    void codeWithoutModuleIsFinished_data();
    void codeWithoutModuleIsFinished();
    void scanPrefersACallOfThisFunction();
    void scanTakesAnotherCallWhenThereIsNone();
    void scanRecoversALostFramePointer();
    void lostFrameTakesOnlyProvenCalls();
    void armPrologueOfACallerIsUndone_data();
    void armPrologueOfACallerIsUndone();
    void thumbRestorerIsASignalFrame();
    void restorerIsASignalFrame_data();
    void restorerIsASignalFrame();
    void powerPcFramesAreChained_data();
    void powerPcFramesAreChained();
    void failedFetchIsABadCall_data();
    void failedFetchIsABadCall();
    void scanFindsGeneratedCode();
    void scanOutOfGeneratedCodeRefusesOtherCalls();
    void thumbStateComesFromTheContext();
    void macSigtrampLeadsToTheInterruptedCode();
    void deepRecursionIsWalkedToItsEnd();

private:
    static void everyCpu();
};

namespace {

constexpr std::uint64_t kCaller = kCode + 0x200;

struct Cpu
{
    const char* name;
    Arch arch;
    const char* call; ///< Eight bytes that end with a call through a register.
    std::uint8_t dwarfSp;
    std::uint8_t dwarfReturn;

    CpuFamily family() const { return cpuFamily(arch); }

    std::uint8_t wordBytes() const { return static_cast<std::uint8_t>(pointerSize(family())); }

    std::string_view nameOf(std::uint8_t index) const { return registersOf(family())[index].name; }
};

constexpr std::array kCpus{
    Cpu{"x86", Arch::X86, "909090909090ffd0", 4, 8},
    Cpu{"amd64", Arch::Amd64, "909090909090ffd0", 7, 16},
    Cpu{"arm", Arch::ArmV7, "0000a0e133ff2fe1", 13, 14},
    Cpu{"arm64", Arch::Arm64, "1f2003d500013fd6", 31, 30},
    Cpu{"mips", Arch::Mips, "09f8200300000000", 29, 31},
    Cpu{"mips64", Arch::Mips64, "09f8200300000000", 29, 31},
    Cpu{"riscv64", Arch::RiscV64, "13000000e7800700", 2, 1},
    Cpu{"ppc64", Arch::Ppc64, "000000602104804e", 1, 65},
    Cpu{"loongarch64", Arch::LoongArch64, "000040038101004c", 3, 1},
    Cpu{"ppc", Arch::Ppc, "000000602104804e", 1, 65},
};

const Cpu& cpuAt(int index)
{
    return kCpus[static_cast<std::size_t>(index)];
}

std::vector<std::byte> bytesOf(const QByteArray& hex)
{
    const auto raw = QByteArray::fromHex(hex);
    const auto bytes = asBytes({raw.constData(), static_cast<std::size_t>(raw.size())});
    return {bytes.begin(), bytes.end()};
}

/// A thread in the module's code, with a stack, and with a call before kCaller.
StackBuilder threadOf(const Cpu& cpu, OsFamily os = OsFamily::Linux)
{
    const auto special = specialRegisters(cpu.family());
    StackBuilder stack(cpu.arch, os);
    stack.module(kCode, 0x10000).stackBytes(0x1000).memory(kCaller - 8, bytesOf(cpu.call));
    stack.set(cpu.nameOf(special.pc), kCode + 0x100).set(cpu.nameOf(special.sp), kStack);
    stack.set(cpu.nameOf(special.fp), 1);
    if (special.lr)
        stack.set(cpu.nameOf(*special.lr), 1);
    return stack;
}

unwind::WalkModule moduleWith(object::ObjectPtr object)
{
    unwind::WalkModule module;
    module.state = unwind::WalkModule::State::Ready;
    module.unwind = unwind::makeUnwindTable(object, ParseLimits{}).value();
    return module;
}

/// At kCode + 0x100: CFA = sp + 32, and the return address in the word below it; `extra` has
/// further rules.
unwind::WalkModule moduleWithCfi(const Cpu& cpu, const std::vector<std::uint8_t>& extra = {})
{
    const auto alignment = static_cast<std::uint8_t>(0x80 - cpu.wordBytes());
    CfiBuilder cfi(0x8000);
    const auto common = cfi.common("R", cpu.dwarfReturn,
                                   {0x0c, cpu.dwarfSp, 32, 0x05, cpu.dwarfReturn, 1}, alignment);
    cfi.frame(common, 0x100, 0x10, extra);
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, cpu.arch);
    object->addSection(".eh_frame", 0x8000, cfi.finish());
    return moduleWith(object);
}

Walk walkWith(const Event& event, unwind::WalkModule module)
{
    FixedModules modules;
    modules.modules[0] = std::move(module);
    return walk(event, modules);
}

MemoryRegion regionOf(std::uint64_t address, std::uint64_t sizeBytes, bool isExecutable)
{
    MemoryRegion region;
    region.address = address;
    region.sizeBytes = sizeBytes;
    region.readable = true;
    region.executable = isExecutable;
    return region;
}

/// Code below kCode + 0x1000, data above.
void addMemoryMap(Event& event)
{
    event.native().memoryMap = {regionOf(kCode, 0x1000, true),
                                regionOf(kCode + 0x1000, 0xf000, false),
                                regionOf(kStack, 0x1000, false)};
}

} // namespace

void TestWalkerByCpu::everyCpu()
{
    QTest::addColumn<int>("cpu");
    for (std::size_t i = 0; i < kCpus.size(); ++i)
        QTest::newRow(kCpus[i].name) << static_cast<int>(i);
}

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

void TestWalkerByCpu::undefinedReturnAddressEnds()
{
    QFETCH(int, cpu);
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row);
    stack.word(kStack + 8 * row.wordBytes(), kCaller);
    const auto result = walkWith(stack.finish(), moduleWithCfi(row, {0x07, row.dwarfReturn}));
    QCOMPARE(methodTexts(result), (QStringList{"400100 context"}));
    QCOMPARE(result.end.reason, StackEnd::UnwindData);
}

void TestWalkerByCpu::zeroReturnAddressEnds()
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
void TestWalkerByCpu::smallReturnAddressIsRefuted()
{
    QFETCH(int, cpu);
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row);
    stack.word(kStack + 32 - row.wordBytes(), 5).word(kStack + 9 * row.wordBytes(), kCaller);
    const auto result = walkWith(stack.finish(), moduleWithCfi(row));
    QCOMPARE(methodTexts(result), (QStringList{"400100 context", "400200 stack scan"}));
    QVERIFY(result.frames[1].note.starts_with("DWARF CFI leads to 0x5"));
}

void TestWalkerByCpu::frameRecordOfDataIsRefuted_data()
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
void TestWalkerByCpu::frameRecordOfDataIsRefuted()
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
void TestWalkerByCpu::knownStartEnds()
{
    QFETCH(int, cpu);
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row);
    stack.word(kStack + 5 * row.wordBytes(), kCaller).word(kStack + 9 * row.wordBytes(), kCaller);
    const auto result = walkWith(stack.finish(), functionsOf256Bytes("start_thread"));
    QCOMPARE(methodTexts(result), (QStringList{"400100 context", "400200 stack scan"}));
    QCOMPARE(result.end.reason, StackEnd::KnownStart);
}

void TestWalkerByCpu::knownStartIsCalledByAnother_data()
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
void TestWalkerByCpu::knownStartIsCalledByAnother()
{
    QFETCH(int, cpu);
    QFETCH(QString, outer);
    QFETCH(bool, isFrame);
    const auto& row = cpuAt(cpu);
    const auto word = row.wordBytes();
    const bool isPowerPc = row.dwarfReturn == 65;
    auto stack = threadOf(row);
    stack.memory(kCode + 0x3f8, bytesOf(row.call));
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

void TestWalkerByCpu::bsdStartEndsDespiteUnwindData_data()
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
void TestWalkerByCpu::bsdStartEndsDespiteUnwindData()
{
    QFETCH(int, os);
    QFETCH(QString, function);
    const auto& row = cpuAt(1);
    auto stack = threadOf(row, static_cast<OsFamily>(os));
    stack.memory(kCode + 0x100, bytesOf("909090909090ffd0"));
    stack.word(kStack + 24, kCode + 0x108).word(kStack + 56, kCaller);
    auto module = moduleWithCfi(row);
    module.function = [name = function.toStdString()](std::uint64_t relative) {
        return std::optional(unwind::WalkFunction{relative & ~std::uint64_t{0xff}, name});
    };
    const auto result = walkWith(stack.finish(), std::move(module));
    QTEST(methodTexts(result).mid(0, 3), "methods");
}

void TestWalkerByCpu::returnAddressInDataEnds()
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

void TestWalkerByCpu::jumpToNullReturnsToTheCaller()
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

void TestWalkerByCpu::jumpIntoDataReturnsToTheCaller()
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

void TestWalkerByCpu::framePointerToDataIsRefused()
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

void TestWalkerByCpu::codeWithoutModuleIsFinished_data()
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
void TestWalkerByCpu::codeWithoutModuleIsFinished()
{
    QFETCH(int, cpu);
    QFETCH(QByteArray, code);
    QFETCH(int, words);
    constexpr std::uint64_t kGenerated = 0x600000;
    const auto& row = cpuAt(cpu);
    auto stack = threadOf(row);
    stack.memory(kGenerated, bytesOf(code));
    stack.set(row.nameOf(specialRegisters(row.family()).pc), kGenerated);
    // A frame record further up that belongs to another function.
    stack.word(kStack + 0x60, kStack + 0x80).word(kStack + 0x60 + row.wordBytes(), kCaller);
    stack.set(row.nameOf(specialRegisters(row.family()).fp), kStack + 0x60);
    stack.word(kStack + static_cast<std::uint64_t>(words) * row.wordBytes(), kCaller);
    const auto result = walkAlone(stack.finish());
    QVERIFY(result.frames.size() >= 2);
    QCOMPARE(methodTexts(result)[1], QString("400200 instructions around pc"));
}

/// Stale words that follow calls of another function come first.
void TestWalkerByCpu::scanPrefersACallOfThisFunction()
{
    auto stack = threadOf(cpuAt(1));
    stack.memory(kCode + 0x3f8, bytesOf("909090e8fb040000")); // call kCode + 0x8fb
    stack.memory(kCode + 0x8fb, bytesOf("554889e54883ec10"));
    stack.memory(kCode + 0x4f8, bytesOf("909090e800fcffff")); // call kCode + 0x100
    stack.word(kStack + 8, kCode + 0x400).word(kStack + 16, kCode + 0x500);
    const auto result = walkWith(stack.finish(), functionsOf256Bytes("f"));
    QCOMPARE(methodTexts(result).value(1), QString("400500 stack scan"));
    QCOMPARE(result.frames[1].note,
             std::string("scan skipped 1 calls of another function (0x400400)"));
}

void TestWalkerByCpu::scanTakesAnotherCallWhenThereIsNone()
{
    auto stack = threadOf(cpuAt(1));
    stack.memory(kCode + 0x3f8, bytesOf("909090e8fb040000"));
    stack.memory(kCode + 0x8fb, bytesOf("554889e54883ec10"));
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
    stack.memory(kCode + 0x4f8, bytesOf("909090909090ffd0")); // call rax
    stack.memory(kCode + 0x5f8, bytesOf("909090e800fbffff")); // call kCode + 0x100
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
    stack.memory(kCode + 0x1d8, bytesOf("00bf00bf01f000f8")); // Any call.
    stack.memory(kCode + 0x100, bytesOf("4e4a1dee704f80b5a4b010d0"));
    stack.memory(kCode + 0x3f8, bytesOf(call));
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

/// mov.w r7, #173; svc #0, as in glibc's Thumb code. The signal came at the beginning of a
/// function.
void TestWalkerByCpu::thumbRestorerIsASignalFrame()
{
    auto stack = threadOf(cpuAt(2));
    stack.word(kStack + 28, kCode + 0x301);
    stack.memory(kCode + 0x2f8, bytesOf("00bf00bf00bf9847"));
    stack.memory(kCode + 0x300, bytesOf("4ff0ad0700df"));
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

void TestWalkerByCpu::restorerIsASignalFrame_data()
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
void TestWalkerByCpu::restorerIsASignalFrame()
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
    stack.word(kFrame - 8, kCode + 0x300).memory(kCode + 0x300, bytesOf(code));
    stack.word(at(pcAt), kCode + 0x600).word(at(spAt), kStack + 0x800).word(at(lrAt), kCaller);
    const auto result = walkWith(stack.finish(), moduleWithCfi(row));
    QCOMPARE(methodTexts(result).mid(0, 4),
             (QStringList{"400100 context", "400300 DWARF CFI", "400600 signal frame",
                          "400200 link register"}));
    QCOMPARE(result.frames[2].sp, kStack + 0x800);
    QCOMPARE(result.frames[2].lookupAddress, kCode + 0x600);
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
    stack.memory(kCode + 0x3f8, bytesOf(row.call));
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

void TestWalkerByCpu::failedFetchIsABadCall_data()
{
    QTest::addColumn<quint64>("address");
    QTest::addColumn<QString>("method");
    QTest::newRow("nothing was fetched at pc") << quint64{0x6b6b6b60} << "400200 stack scan";
    QTest::newRow("the access was elsewhere") << quint64{8} << "";
}

/// Wine writes zeros for the memory around a pc without code.
void TestWalkerByCpu::failedFetchIsABadCall()
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

void TestWalkerByCpu::scanFindsGeneratedCode()
{
    constexpr std::uint64_t kGenerated = 0x600000;
    auto stack = threadOf(cpuAt(1));
    stack.memory(kGenerated, bytesOf("909090909090ffd0"));
    stack.word(kStack + 8, kGenerated + 8);
    QCOMPARE(methodTexts(walkAlone(stack.finish())), (QStringList{"400100 context"}));
    auto event = stack.finish();
    addMemoryMap(event);
    event.native().memoryMap.insert(event.native().memoryMap.begin() + 2,
                                    regionOf(kGenerated, 0x1000, true));
    QCOMPARE(methodTexts(walkAlone(event)), (QStringList{"400100 context", "600008 stack scan"}));
}

/// pc is in code made at run time, whose functions are unknown. A direct call of a function in a
/// module is not the call of its caller, but a call into the same region may be.
void TestWalkerByCpu::scanOutOfGeneratedCodeRefusesOtherCalls()
{
    constexpr std::uint64_t kGenerated = 0x600000;
    auto stack = threadOf(cpuAt(1));
    stack.set("rip", kGenerated + 0x100);
    stack.memory(kGenerated, bytesOf("909090e8f8000000"));    // call kGenerated + 0x100
    stack.memory(kCode + 0x3f8, bytesOf("909090e8fb040000")); // call kCode + 0x8fb
    stack.memory(kCode + 0x8fb, bytesOf("554889e54883ec10"));
    stack.word(kStack + 8, kCode + 0x400).word(kStack + 16, kGenerated + 8);
    auto event = stack.finish();
    addMemoryMap(event);
    event.native().memoryMap.insert(event.native().memoryMap.begin() + 2,
                                    regionOf(kGenerated, 0x1000, true));
    const auto result = walkWith(event, functionsOf256Bytes("f"));
    QCOMPARE(methodTexts(result).value(1), QString("600008 stack scan"));
    QCOMPARE(result.frames[1].note,
             std::string("scan skipped 1 calls of another function (0x400400)"));
}

/// cpsr, not pc, says that the interrupted code is Thumb: pop {r4, pc}.
void TestWalkerByCpu::thumbStateComesFromTheContext()
{
    auto stack = threadOf(cpuAt(2));
    stack.memory(kCode + 0x100, bytesOf("10bd00bf")).word(kStack + 4, kCaller);
    auto event = stack.finish();
    QVERIFY(methodTexts(walkAlone(event)).value(1) != "400200 instructions around pc");
    event.threads[0].extraRegisters = {{"cpsr", 0x20}};
    QCOMPARE(methodTexts(walkAlone(event)).value(1), QString("400200 instructions around pc"));
}

/// rbx holds the ucontext; word 6 of it is the machine context.
void TestWalkerByCpu::macSigtrampLeadsToTheInterruptedCode()
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

void TestWalkerByCpu::deepRecursionIsWalkedToItsEnd()
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

QTEST_GUILESS_MAIN(TestWalkerByCpu)
#include "tst_walker_by_cpu.moc"
