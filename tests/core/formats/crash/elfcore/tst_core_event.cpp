// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/wide_registers.h"
#include "tests/core/formats/crash/elfcore/core_events.h"

#include <QTest>

#include <cstring>

using namespace faultline;
using namespace faultline::test;
using Cpu = CoreBuilder::Cpu;

class TestCoreEvent : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryCpu_data();
    void readsEveryCpu();
    void bigEndianReadsAlike();
    void floatRegistersOfS390xAreRead_data();
    void floatRegistersOfS390xAreRead();
    void timesAreOfThreads_data();
    void timesAreOfThreads();
    void timesNeedTheFirstThread();
    void wideRegistersAreThoseOfTheirThread();
    void olderNotesOfX86TellLess();
    void theThreadPointerOfX86IsASegments();
    void copiesOfCodeAreMapped();
    void reasonFollowsTheSignal_data();
    void reasonFollowsTheSignal();
    void messageOfGlibcIsRead_data();
    void messageOfGlibcIsRead();
    void searchForMessageIsBounded();
    void pagesWithMoreAreNoMessage();
    void stackBelowTheGuardIsFound();
    void undumpedMemoryIsUnknown();
    void defectsAreNamed_data();
    void defectsAreNamed();
    void unreadableFiles_data();
    void unreadableFiles();
    void threadsAreLimited();
    void listsEveryNote();
    void listedNotesAreLimited();
    void everyPrefixIsReadOrRefused_data();
    void everyPrefixIsReadOrRefused();
};

namespace {

struct CpuNames
{
    std::string pc;
    std::string sp;
};

CpuNames namesOf(Cpu cpu)
{
    switch (cpu) {
    case Cpu::Amd64:
    case Cpu::X32: return {"rip", "rsp"};
    case Cpu::X86: return {"eip", "esp"};
    case Cpu::Ppc:
    case Cpu::Ppc64: return {"nip", "r1"};
    case Cpu::S390x: return {"pc", "r15"};
    default: return {"pc", "sp"};
    }
}

/// Two threads, a program whose first page is dumped, a stack.
CoreBuilder sampleCore(Cpu cpu, std::endian order)
{
    CoreBuilder core(cpu, order);
    const auto [pc, sp] = namesOf(cpu);
    core.addThread(1304, 11, {{pc, 0x401d72}, {sp, 0x7ff00008}});
    core.addProcess(1300, "crash", "./crash --now ");
    core.addSignal({.number = 11, .code = 1, .cause = 0x45});
    core.addAuxv({{9, 0x401000}, {31, 0x7ff00ff0}});
    core.addFiles({{0x400000, 0x401000, 0, "/opt/crash"}, {0x401000, 0x403000, 1, "/opt/crash"}});
    core.addThread(1305, 0, {{pc, 0x401000}, {sp, 0x10}});
    core.addMemory({.address = 0x400000,
                    .bytes = core.imagePage(0, 0x3000, kBuildId),
                    .memoryBytes = 0x1000,
                    .flags = 4});
    core.addMemory({.address = 0x401000, .bytes = {}, .memoryBytes = 0x2000, .flags = 5});
    core.addMemory({.address = 0x7ff00000, .bytes = CoreBuilder::Bytes(0x100)});
    return core;
}

CoreBuilder sampleCore(Cpu cpu)
{
    const bool isBigEndian = cpu == Cpu::S390x || cpu == Cpu::Ppc;
    return sampleCore(cpu, isBigEndian ? std::endian::big : std::endian::little);
}

} // namespace

void TestCoreEvent::readsEveryCpu_data()
{
    QTest::addColumn<int>("cpu");
    QTest::addColumn<QString>("arch");
    QTest::newRow("amd64") << static_cast<int>(Cpu::Amd64) << "x86_64";
    QTest::newRow("x32") << static_cast<int>(Cpu::X32) << "x86_64";
    QTest::newRow("x86") << static_cast<int>(Cpu::X86) << "x86";
    QTest::newRow("arm64") << static_cast<int>(Cpu::Arm64) << "arm64";
    QTest::newRow("arm") << static_cast<int>(Cpu::Arm) << "arm";
    QTest::newRow("riscv64") << static_cast<int>(Cpu::RiscV64) << "riscv64";
    QTest::newRow("ppc") << static_cast<int>(Cpu::Ppc) << "ppc";
    QTest::newRow("ppc64le") << static_cast<int>(Cpu::Ppc64) << "ppc64";
    QTest::newRow("s390x") << static_cast<int>(Cpu::S390x) << "s390x";
    QTest::newRow("loongarch64") << static_cast<int>(Cpu::LoongArch64) << "loongarch64";
}

void TestCoreEvent::readsEveryCpu()
{
    QFETCH(int, cpu);
    QFETCH(QString, arch);
    const auto event = eventOf(sampleCore(static_cast<Cpu>(cpu)));
    QVERIFY(event->kind == EventKind::CoreFile);
    QCOMPARE(diagnosticsOf(*event), QStringList());
    QCOMPARE(QString::fromUtf8(archName(event->system.arch).data()), arch);
    QCOMPARE(event->system.osName, std::string("Linux"));
    QVERIFY(!event->timestamp);
    QCOMPARE(event->crash.reason, std::string("SIGSEGV / SEGV_MAPERR"));
    QCOMPARE(event->crash.address, 0x45u);
    QCOMPARE(event->asNative()->process.id, std::optional<std::uint32_t>(1300));
    QCOMPARE(event->asNative()->process.name, std::string("crash"));
    QCOMPARE(event->asNative()->process.arguments, (std::vector<std::string>{"./crash", "--now"}));
    QCOMPARE(event->threads.size(), 2u);
    QCOMPARE(event->requestingThread, std::optional<std::uint32_t>(0));
    const auto& thread = event->threads[0];
    QCOMPARE(thread.id, std::optional<std::uint64_t>(1304));
    QVERIFY(!thread.name);
    QCOMPARE(thread.registers->pc(), 0x401d72u);
    QCOMPARE(thread.registers->sp(), 0x7ff00008u);
    QCOMPARE(thread.stackBegin, 0x7ff00000u);
    QCOMPARE(thread.stackEnd, 0x7ff00100u);
    QCOMPARE(event->modules.size(), 1u);
    QCOMPARE(event->modules[0].sizeBytes, 0x3000u);
    QCOMPARE(event->modules[0].codeId->text(),
             std::string("f1c3bcc0279865fe3058404b2831d9e64135386c"));
    QCOMPARE(event->asNative()->memoryMap.size(), 3u);
    QCOMPARE(event->asNative()->memoryMap[2].kind, std::string("stack"));
}

void TestCoreEvent::bigEndianReadsAlike()
{
    const auto event = eventOf(sampleCore(Cpu::Arm, std::endian::big));
    QCOMPARE(event->threads[0].registers->pc(), 0x401d72u);
    QCOMPARE(event->crash.address, 0x45u);
    QCOMPARE(event->modules.size(), 1u);
}

void TestCoreEvent::floatRegistersOfS390xAreRead_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("areKnown");
    QTest::newRow("whole") << 16 << true;
    QTest::newRow("one too few") << 15 << false;
    QTest::newRow("none") << 0 << false;
}

void TestCoreEvent::floatRegistersOfS390xAreRead()
{
    QFETCH(int, count);
    QFETCH(bool, areKnown);
    std::vector<std::uint64_t> values;
    for (int i = 0; i < count; ++i)
        values.push_back(0x7000u + static_cast<std::uint64_t>(i));
    CoreBuilder core(Cpu::S390x, std::endian::big);
    core.addThread(7, 11, {{"pc", 0x1000}, {"r15", 0x2000}}).addFloats(values);
    const auto event = eventOf(core);
    const auto& registers = *event->threads[0].registers;
    for (std::uint8_t i = 0; i < 16; ++i) {
        const auto index = registerIndex(CpuFamily::S390x, concat('f', int{i})).value();
        QCOMPARE(registers.has(index), areKnown);
        QCOMPARE(registers.get(index), areKnown ? 0x7000u + i : 0u);
    }
}

/// An area of XSAVE whose vector registers begin with this number.
CoreBuilder::Bytes vectorArea(std::size_t bytes, unsigned number)
{
    CoreBuilder::Bytes area(bytes);
    area[24] = std::byte{0x80};
    for (std::size_t i = 0; i < 8; ++i)
        area[160 + 16 * i] = static_cast<std::byte>(number);
    return area;
}

void TestCoreEvent::wideRegistersAreThoseOfTheirThread()
{
    constexpr std::uint32_t kFloats = 2;
    constexpr std::uint32_t kXstate = 0x202;
    CoreBuilder core;
    core.addThread(7, 11, {{"rip", 0x1000}, {"rsp", 0x2000}});
    core.addNote("CORE", kFloats, vectorArea(512, 1));
    core.addNote("LINUX", kXstate, vectorArea(832, 2));
    core.addThread(8, 0, {{"rip", 0x1000}, {"rsp", 0x3000}});
    core.addNote("CORE", kFloats, vectorArea(512, 3));
    core.addThread(9, 0, {{"rip", 0x1000}, {"rsp", 0x4000}});
    core.addNote("LINUX", kXstate, vectorArea(500, 4));
    const auto event = eventOf(core);
    const auto first = corefile::wideRegistersOf(*event, event->threads[0]);
    QCOMPARE(first.size(), std::size_t{16});
    QCOMPARE(first[0].bytes.size(), std::size_t{32});
    QCOMPARE(first[0].bytes[0], std::byte{2});
    const auto second = corefile::wideRegistersOf(*event, event->threads[1]);
    QCOMPARE(second[0].bytes.size(), std::size_t{16});
    QCOMPARE(second[0].bytes[0], std::byte{3});
    QVERIFY(corefile::wideRegistersOf(*event, event->threads[2]).empty());
    auto other = *event;
    other.kind = EventKind::Minidump;
    QVERIFY(corefile::wideRegistersOf(other, event->threads[0]).empty());
}

/// The first note has a form of its own there, which looks like no area of FXSAVE.
void TestCoreEvent::olderNotesOfX86TellLess()
{
    CoreBuilder core(Cpu::X86);
    core.addThread(7, 11, {{"eip", 0x1000}, {"esp", 0x2000}});
    core.addNote("CORE", 2, vectorArea(512, 1));
    QVERIFY(corefile::wideRegistersOf(*eventOf(core), eventOf(core)->threads[0]).empty());
    core.addNote("LINUX", 0x46e62b7f, vectorArea(512, 5));
    const auto wide = corefile::wideRegistersOf(*eventOf(core), eventOf(core)->threads[0]);
    QCOMPARE(wide.size(), std::size_t{8});
    QCOMPARE(wide[0].dwarf, std::uint16_t{21});
    QCOMPARE(wide[0].bytes[0], std::byte{5});
}

void TestCoreEvent::theThreadPointerOfX86IsASegments()
{
    const auto baseOf = [](std::uint64_t selector, std::size_t bytes) {
        ByteAssembler note;
        for (std::uint64_t i = 12; i < 15; ++i)
            note.u32(i).u32(0x1000 * i).u32(0xfffff).u32(0x51);
        auto descriptor = note.finish();
        descriptor.resize(bytes);
        CoreBuilder core(Cpu::X86);
        core.addThread(7, 11, {{"eip", 0x1000}, {"esp", 0x2000}, {"gs", selector}});
        core.addNote("LINUX", 0x200, descriptor);
        const auto event = eventOf(core);
        const auto& others = event->threads[0].extraRegisters;
        const auto found =
            std::ranges::find(others, "gs_base", &std::pair<std::string, std::uint64_t>::first);
        return found == others.end() ? std::uint64_t{0} : found->second;
    };
    QCOMPARE(baseOf(0x63, 48), 0xc000u);
    QCOMPARE(baseOf(0x73, 48), 0xe000u);
    QCOMPARE(baseOf(0x73, 40), 0u);
    QCOMPARE(baseOf(0x83, 48), 0u);
}

void TestCoreEvent::timesAreOfThreads_data()
{
    QTest::addColumn<int>("cpu");
    QTest::newRow("64 bits") << static_cast<int>(Cpu::Amd64);
    QTest::newRow("32 bits") << static_cast<int>(Cpu::X86);
    QTest::newRow("big endian") << static_cast<int>(Cpu::S390x);
}

/// The kernel's record of a process's first thread has the times of the whole process.
void TestCoreEvent::timesAreOfThreads()
{
    QFETCH(int, cpu);
    const auto isBig = static_cast<Cpu>(cpu) == Cpu::S390x;
    CoreBuilder core(static_cast<Cpu>(cpu), isBig ? std::endian::big : std::endian::little);
    core.addThread(1302, 11, {}, {.user = 1'250'000, .kernel = 3});
    core.addProcess(1300, "crash", "./crash");
    core.addThread(1300, 0, {}, {.user = 7'034'000, .kernel = 1'000'000});
    core.addThread(1304, 0, {});
    const auto event = eventOf(core);
    const auto& threads = event->threads;
    QCOMPARE(threads.at(0).userTime, std::optional<std::uint64_t>(12'500'000));
    QCOMPARE(threads.at(0).kernelTime, std::optional<std::uint64_t>(30));
    QVERIFY(!threads.at(1).userTime && !threads.at(1).kernelTime);
    QCOMPARE(threads.at(2).userTime, std::optional<std::uint64_t>(0));
    const std::pair<std::string, std::string> user{"process user time", "7.034 s"};
    const std::pair<std::string, std::string> kernel{"process kernel time", "1.000 s"};
    QVERIFY(std::ranges::find(event->details, user) != event->details.end());
    QVERIFY(std::ranges::find(event->details, kernel) != event->details.end());
}

void TestCoreEvent::timesNeedTheFirstThread()
{
    CoreBuilder nameless(Cpu::Amd64);
    nameless.addThread(1300, 11, {}, {.user = 5, .kernel = 5});
    QVERIFY(!eventOf(nameless)->threads.at(0).userTime);
    // gdb writes no times.
    CoreBuilder none(Cpu::Amd64);
    none.addThread(1300, 11, {}).addProcess(1300, "a", "a").addThread(1301, 0, {});
    QVERIFY(!eventOf(none)->threads.at(1).userTime);
    CoreBuilder damaged(Cpu::Amd64);
    damaged.addThread(1300, 11, {}).addProcess(1300, "a", "a");
    damaged.addThread(1301, 0, {}, {.user = ~std::uint64_t{0}, .kernel = 5});
    QVERIFY(!eventOf(damaged)->threads.at(1).userTime);
    QCOMPARE(eventOf(damaged)->threads.at(1).kernelTime, std::optional<std::uint64_t>(50));
}

/// gcore leaves out code that equals the file's content. A part of the program is mapped a second
/// time.
void TestCoreEvent::copiesOfCodeAreMapped()
{
    CoreBuilder core;
    core.addThread(7, 11, {{"rsp", 0x10}});
    core.addFiles({{0x200000, 0x201000, 0, "/bin/app"},
                   {0x201000, 0x204000, 1, "/bin/app"},
                   {0x204000, 0x205000, 4, "/bin/app"},
                   {0x700000, 0x702000, 2, "/bin/app"},
                   {0x703000, 0x704000, 3, "/bin/app"},
                   {0x800000, 0x801000, 1, "/data/table"}});
    core.addMemory({.address = 0x200000, .bytes = core.imagePage(0, 0x5000, kBuildId), .flags = 4});
    core.addMemory({.address = 0x204000, .bytes = CoreBuilder::Bytes(0x1000), .flags = 6});
    core.addMemory({.address = 0x703000, .bytes = CoreBuilder::Bytes(0x1000), .flags = 4});
    const auto event = eventOf(core);
    QStringList regions;
    for (const auto& region : event->asNative()->memoryMap)
        regions << QString::fromStdString(
            concat(Hex{region.address}, region.executable ? " code" : " data"));
    QCOMPARE(regions,
             (QStringList{"0x200000 data", "0x204000 data", "0x700000 code", "0x703000 data"}));
}

void TestCoreEvent::reasonFollowsTheSignal_data()
{
    QTest::addColumn<int>("current");
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<quint64>("address");
    QTest::newRow("fault with address") << 7 << 7 << 2 << "SIGBUS / BUS_ADRERR" << quint64{0x1234};
    QTest::newRow("sent by a process") << 6 << 6 << -6 << "SIGABRT / SI_TKILL" << quint64{0};
    QTest::newRow("fault without address")
        << 11 << 11 << 128 << "SIGSEGV / SI_KERNEL" << quint64{0};
    QTest::newRow("note for another signal") << 11 << 6 << 1 << "SIGSEGV" << quint64{0};
    QTest::newRow("unknown signal")
        << 40 << 40 << 0 << "unknown 0x00000028 / 0x00000000" << quint64{0};
    QTest::newRow("no signal") << 0 << 19 << 0 << "" << quint64{0};
}

void TestCoreEvent::reasonFollowsTheSignal()
{
    QFETCH(int, current);
    QFETCH(int, number);
    QFETCH(int, code);
    QFETCH(QString, reason);
    QFETCH(quint64, address);
    CoreBuilder core;
    core.addThread(7, static_cast<std::uint16_t>(current), {});
    core.addSignal({.number = static_cast<std::uint32_t>(number), .code = code, .cause = 0x1234});
    const auto event = eventOf(core);
    QCOMPARE(QString::fromStdString(event->crash.reason), reason);
    QCOMPARE(event->crash.present, current != 0);
    QCOMPARE(event->crash.address, std::uint64_t{address});
    QCOMPARE(event->crash.addressKnown, current == 0 || (code > 0 && number == current));
}

void TestCoreEvent::stackBelowTheGuardIsFound()
{
    CoreBuilder core;
    core.addThread(7, 11, {{"rsp", 0x7fefff80}});
    core.addMemory({.address = 0x7fef0000, .bytes = {}, .memoryBytes = 0x10000, .flags = 0});
    core.addMemory({.address = 0x7ff00000, .bytes = CoreBuilder::Bytes(0x100)});
    const auto event = eventOf(core);
    QCOMPARE(event->threads[0].stackBegin, 0x7ff00000u);
    QCOMPARE(event->threads[0].stackEnd, 0x7ff00100u);
}

void TestCoreEvent::undumpedMemoryIsUnknown()
{
    CoreBuilder core;
    core.addThread(7, 11, {});
    core.addMemory({.address = 0x5000, .bytes = CoreBuilder::Bytes(16), .memoryBytes = 0x1000});
    const auto event = eventOf(core);
    QVERIFY(event->asNative()->memory->contains(0x500f));
    QVERIFY(!event->asNative()->memory->contains(0x5010));
    QCOMPARE(event->asNative()->memoryMap[0].sizeBytes, 0x1000u);
}

void TestCoreEvent::defectsAreNamed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("diagnostic");
    const auto row = [](const char* name, const CoreBuilder::Bytes& bytes, const QString& text) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                          static_cast<qsizetype>(bytes.size()))
                            << text;
    };
    const auto withNote = [](std::uint32_t type, std::size_t size) {
        CoreBuilder core;
        core.addThread(7, 11, {}).addNote("CORE", type, CoreBuilder::Bytes(size));
        return core.bytes();
    };
    row("short status", withNote(1, 20),
        "NT_PRSTATUS: note at offset 0x1f0: 20 bytes, expected at least 112");
    row("short registers", withNote(1, 200),
        "NT_PRSTATUS: thread 0: 88 bytes of registers, expected 216");
    row("short signal", withNote(0x53494749, 20),
        "NT_SIGINFO: note at offset 0x1f0: 20 bytes, expected at least 24");
    row("process of odd size", withNote(3, 100),
        "NT_PRPSINFO: note at offset 0x1f0: 100 bytes, expected 136");
    row("short files", withNote(0x46494c45, 8),
        "NT_FILE: note at offset 0x1f0: 8 bytes, expected at least 16");
    CoreBuilder reversed;
    reversed.addThread(7, 11, {}).addFiles({{0x2000, 0x1000, 0, "/a"}});
    row("reversed mapping", reversed.bytes(), "NT_FILE: mapping 0 left out: from 0x2000 to 0x1000");
    const auto ofMachine = [](Cpu cpu, std::uint16_t machine) {
        CoreBuilder core(cpu);
        return core.addThread(7, 11, {}).machine(machine).bytes();
    };
    row("unknown machine", ofMachine(Cpu::Amd64, 244),
        "NT_PRSTATUS: thread 7: stacks of Linux on ELF machine 244 (64 bits) are not walked; GDB "
        "for that system can");
    row("machine without a walk", ofMachine(Cpu::Amd64, 43),
        "NT_PRSTATUS: thread 7: stacks of Linux on SPARC (64 bits) are not walked; GDB for that "
        "system can");
    row("only its 64-bit form has a walk", ofMachine(Cpu::X86, 22),
        "NT_PRSTATUS: thread 7: stacks of Linux on S/390 (32 bits) are not walked; GDB for that "
        "system can");
    auto cut = sampleCore(Cpu::Amd64).bytes();
    cut.resize(cut.size() - 0x40);
    row("truncated memory", cut,
        "memory: the file ends too early: 1 memory segments are cut off, the first at address "
        "0x7ff000c0");
}

void TestCoreEvent::defectsAreNamed()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, diagnostic);
    const auto event =
        corefile::readCoreEvent(ByteView::fromString(bytes.toStdString()), ParseLimits{});
    QVERIFY2(event, event ? "" : event.error().detail.c_str());
    QVERIFY2(diagnosticsOf(**event).contains(diagnostic),
             qPrintable(diagnosticsOf(**event).join('\n')));
}

void TestCoreEvent::unreadableFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* name, const CoreBuilder::Bytes& bytes, const QString& text) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                          static_cast<qsizetype>(bytes.size()))
                            << text;
    };
    row("no ELF file", CoreBuilder::Bytes(64), "no ELF magic at offset 0");
    row("a library", CoreBuilder().imagePage(0, 0x1000, {}),
        "ELF file of type 3, expected a core file (4)");
    row("nothing in it", CoreBuilder().bytes(),
        "core file: none of 1 program headers gives a thread or memory");
    auto kernel =
        CoreBuilder().addMemory({.address = 0x1000, .bytes = CoreBuilder::Bytes(64)}).bytes();
    kernel[64] = std::byte{}; // The type of the first program header, that of the notes.
    row("no notes", kernel,
        "an ELF core file without notes, so of no process: a full dump of a kernel (FreeBSD); "
        "kgdb and LLDB read it");
}

void TestCoreEvent::unreadableFiles()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, error);
    const auto event =
        corefile::readCoreEvent(ByteView::fromString(bytes.toStdString()), ParseLimits{});
    QVERIFY(!event);
    QCOMPARE(QString::fromStdString(event.error().detail), error);
}

void TestCoreEvent::threadsAreLimited()
{
    ParseLimits limits;
    limits.maxThreads = 1;
    const auto event = readCore(sampleCore(Cpu::Amd64).bytes(), limits);
    QVERIFY(event);
    QCOMPARE((*event)->threads.size(), 1u);
    QCOMPARE(diagnosticsOf(**event),
             QStringList{"NT_PRSTATUS: 1 threads beyond the limit of 1 are left out"});
}

void TestCoreEvent::listsEveryNote()
{
    CoreBuilder core;
    const auto name = std::string("viewer");
    core.addThread(7, 11, {}).addProcess(7, name, name).addProcess(7, name, name);
    core.addNote("CORE", 2, CoreBuilder::Bytes(512, std::byte{0x5a}));
    core.addNote("CORE", 0x53494749, CoreBuilder::Bytes(20));
    core.addNote("OTHER", 1, CoreBuilder::Bytes(4));
    const auto bytes = core.bytes();
    const auto event = corefile::readCoreEvent(ByteView::copyOf(bytes), ParseLimits{});
    QVERIFY(event.has_value());
    using enum StreamInfo::Status;
    const std::vector<std::tuple<std::string, std::string, StreamInfo::Status>> expected{
        {"NT_PRSTATUS", "CORE", Parsed},    {"NT_PRPSINFO", "CORE", Parsed},
        {"NT_PRPSINFO", "CORE", Duplicate}, {"NT_PRFPREG", "CORE", NotParsed},
        {"NT_SIGINFO", "CORE", Damaged},    {"", "OTHER", NotParsed}};
    QCOMPARE((*event)->asNative()->streams.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto& note = (*event)->asNative()->streams[i];
        QVERIFY(std::tuple(note.name, note.vendor, note.status) == expected[i]);
        QCOMPARE(note.bytes.size(), note.sizeBytes);
        QVERIFY(std::ranges::equal(note.bytes.span(),
                                   std::span(bytes).subspan(note.offset, note.sizeBytes)));
    }
    QVERIFY(std::ranges::all_of((*event)->asNative()->streams[3].bytes.span(),
                                [](std::byte byte) { return byte == std::byte{0x5a}; }));
}

void TestCoreEvent::listedNotesAreLimited()
{
    ParseLimits limits;
    limits.maxStreams = 2;
    CoreBuilder core;
    core.addThread(7, 11, {});
    for (int i = 0; i < 4; ++i)
        core.addNote("CORE", 2, CoreBuilder::Bytes(4));
    const auto event = corefile::readCoreEvent(ByteView::copyOf(core.bytes()), limits);
    QVERIFY(event.has_value());
    QCOMPARE((*event)->asNative()->streams.size(), std::size_t{2});
    QVERIFY(diagnosticsOf(**event).contains("notes: 3 notes beyond the limit of 2 are not listed"));
}

void TestCoreEvent::messageOfGlibcIsRead_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<quint32>("sizeBytes");
    QTest::addColumn<quint64>("pointer");
    QTest::addColumn<QString>("message");
    constexpr quint64 kPages = 0x7f0000010000;
    const QByteArray text = "free(): double free detected in tcache 2\n";
    const QString message = "free(): double free detected in tcache 2";
    const QString none;
    QTest::newRow("whole") << 6 << text << 4096U << kPages << message;
    QTest::newRow("large pages") << 6 << text << 65536U << kPages << message;
    QTest::newRow("other signal") << 11 << text << 4096U << kPages << none;
    QTest::newRow("size of no page") << 6 << text << 4095U << kPages << none;
    QTest::newRow("size of other texts") << 6 << text << 131072U << kPages << none;
    QTest::newRow("pointer into a page") << 6 << text << 4096U << kPages + 8 << none;
    QTest::newRow("pointer nowhere") << 6 << text << 4096U << quint64{0x1000} << none;
    QTest::newRow("no text") << 6 << QByteArray("\x01\x02") << 4096U << kPages << none;
    QTest::newRow("text without end") << 6 << QByteArray(8000, 'x') << 4096U << kPages << none;
    QTest::newRow("no message") << 6 << QByteArray() << 4096U << kPages << none;
}

namespace {

/// An aborted process whose C library has these words as its data, with two runs of pages.
std::string messageWith(const std::vector<std::uint64_t>& words,
                        std::uint64_t at,
                        const CoreBuilder::Bytes& pages,
                        std::uint64_t otherAt = 0,
                        const CoreBuilder::Bytes& others = {})
{
    constexpr std::uint64_t kLibrary = 0x7f0000000000;
    CoreBuilder core;
    core.addThread(7, 6, {{"rsp", 0x10}});
    core.addFiles({{kLibrary, kLibrary + 0x2000, 0, "/lib/libc.so.6"}});
    core.addMemory({.address = kLibrary, .bytes = core.imagePage(0, 0x3000, kBuildId), .flags = 5});
    ByteAssembler data;
    for (const auto word : words)
        data.u64(word);
    core.addMemory({.address = kLibrary + 0x2000, .bytes = data.finish()});
    core.addMemory({.address = at, .bytes = pages});
    if (!others.empty())
        core.addMemory({.address = otherAt, .bytes = others});
    const auto event = readCore(core.bytes());
    return event ? (*event)->crash.assertion : std::string("unreadable");
}

CoreBuilder::Bytes pagesOfMessage(std::size_t rest)
{
    ByteAssembler pages;
    pages.u32(4096).text("corrupted").zeros(rest);
    return pages.finish();
}

} // namespace

void TestCoreEvent::searchForMessageIsBounded()
{
    constexpr std::uint64_t kEndless = 0x7f0001000000;
    constexpr std::uint64_t kMessage = 0x7f0002000000;
    ByteAssembler head;
    head.u32(131'072);
    auto endless = head.finish();
    endless.resize(131'072, std::byte{'x'});
    std::vector<std::uint64_t> few(4, kEndless);
    few.push_back(kMessage);
    QCOMPARE(messageWith(few, kEndless, endless, kMessage, pagesOfMessage(100)), "corrupted");
    std::vector<std::uint64_t> many(2000, kEndless);
    many.push_back(kMessage);
    // The search ends before it comes to the message.
    QCOMPARE(messageWith(many, kEndless, endless, kMessage, pagesOfMessage(1000)), "");
}

void TestCoreEvent::pagesWithMoreAreNoMessage()
{
    constexpr std::uint64_t kMessage = 0x7f0001000000;
    auto pages = pagesOfMessage(100);
    QCOMPARE(messageWith({kMessage}, kMessage, pages), "corrupted");
    pages.back() = std::byte{1};
    QCOMPARE(messageWith({kMessage}, kMessage, pages), "");
}

/// A pointer in the C library's data leads to pages that begin with their size.
void TestCoreEvent::messageOfGlibcIsRead()
{
    QFETCH(int, signal);
    QFETCH(QByteArray, text);
    QFETCH(quint32, sizeBytes);
    QFETCH(quint64, pointer);
    constexpr std::uint64_t kLibrary = 0x7f0000000000;
    constexpr std::uint64_t kData = kLibrary + 0x2000;
    CoreBuilder core;
    core.addThread(7, static_cast<std::uint16_t>(signal), {{"rsp", 0x10}});
    core.addFiles({{kLibrary, kData, 0, "/lib/libc.so.6"}});
    core.addMemory({.address = kLibrary, .bytes = core.imagePage(0, 0x3000, kBuildId), .flags = 5});
    CoreBuilder::Bytes data(0x100);
    std::memcpy(data.data() + 0x38, &pointer, sizeof pointer);
    core.addMemory({.address = kData, .bytes = data});
    CoreBuilder::Bytes pages(8192);
    std::memcpy(pages.data(), &sizeBytes, sizeof sizeBytes);
    std::memcpy(pages.data() + sizeof sizeBytes, text.data(), std::size_t(text.size()));
    core.addMemory({.address = 0x7f0000010000, .bytes = pages});
    QTEST(QString::fromStdString(eventOf(core)->crash.assertion), "message");
}

void TestCoreEvent::everyPrefixIsReadOrRefused_data()
{
    readsEveryCpu_data();
}

void TestCoreEvent::everyPrefixIsReadOrRefused()
{
    QFETCH(int, cpu);
    const auto bytes = sampleCore(static_cast<Cpu>(cpu)).bytes();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto event = readCore({bytes.begin(), bytes.begin() + static_cast<long>(size)});
        if (event)
            QVERIFY((*event)->asNative()->memory);
        else
            QVERIFY(!event.error().detail.empty());
    }
}

QTEST_GUILESS_MAIN(TestCoreEvent)
#include "tst_core_event.moc"
