// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/read_event.h"
#include "tests/core/formats/crash/elfcore/core_events.h"
#include "tests/support/core_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;
using Cpu = CoreBuilder::Cpu;

/// Cores of FreeBSD, NetBSD and OpenBSD, written here after the systems' headers.
class TestBsdCore : public QObject
{
    Q_OBJECT

private slots:
    void readsEverySystem_data();
    void readsEverySystem();
    void reasonFollowsTheSignal_data();
    void reasonFollowsTheSignal();
    void threadOfTheSignalComesFirst();
    void lostThreadOfTheSignalIsNamed();
    void addressMaskIsRead_data();
    void addressMaskIsRead();
    void listIsSearchedFromTheProgramOn();
    void listIsLimited();
    void programIsFoundWithoutItsPage_data();
    void programIsFoundWithoutItsPage();
    void defectsAreNamed_data();
    void defectsAreNamed();
    void strangeOwnersAreLeftOut_data();
    void strangeOwnersAreLeftOut();
    void threadsAreLimited_data();
    void threadsAreLimited();
    void everyPrefixIsReadOrRefused_data();
    void everyPrefixIsReadOrRefused();
};

namespace {

enum class System { FreeBsd, NetBsd, OpenBsd };

constexpr std::uint64_t kPc = 0x401d72;
constexpr std::uint64_t kSp = 0x7ff00008;
constexpr std::uint64_t kFault = 0x45;

struct Signal
{
    std::uint32_t number = 11;
    std::uint32_t code = 1;
    std::uint64_t address = kFault;
    std::uint32_t thread = 0; ///< NetBSD names it.
};

/// The general registers in the order of machine/reg.h; pc and sp are marked.
const char* registerNames(System system, Cpu cpu)
{
    if (cpu == Cpu::Arm64)
        return system == System::NetBsd
                   ? "- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - sp pc - -"
                   : "- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - sp pc -";
    if (cpu == Cpu::X86)
        return system == System::FreeBsd ? "- - - - - - - - - - - - - pc - - sp - -"
                                         : "- - - - sp - - - pc - - - - - - -";
    switch (system) {
    case System::FreeBsd: return "- - - - - - - - - - - - - - - - - pc - - sp -";
    case System::NetBsd: return "- - - - - - - - - - - - - - - - - - - - - pc - - sp -";
    case System::OpenBsd: return "- - - - - - - - - - - - - - - sp pc - - - - - - -";
    }
    return "";
}

unsigned wordBytes(Cpu cpu)
{
    return cpu == Cpu::X86 ? 4 : 8;
}

CoreBuilder::Bytes
registerBytes(System system, Cpu cpu, std::uint64_t pc = kPc, std::uint64_t sp = kSp)
{
    ByteAssembler out;
    for (const auto& name : QString(registerNames(system, cpu)).split(' '))
        out.number(name == "pc" ? pc : name == "sp" ? sp : 0, wordBytes(cpu));
    return out.finish();
}

CoreBuilder::Bytes
freeBsdStatus(Cpu cpu, std::uint32_t thread, std::uint32_t signal, std::uint64_t pc = kPc)
{
    const auto registers = registerBytes(System::FreeBsd, cpu, pc);
    const auto word = wordBytes(cpu);
    ByteAssembler out;
    out.u32(1).align(word).number(48 + registers.size(), word).number(registers.size(), word);
    out.number(512, word).u32(1400097).u32(signal).u32(thread).align(word).bytes(registers);
    return out.finish();
}

CoreBuilder::Bytes padded(const std::string& text, std::size_t sizeBytes)
{
    ByteAssembler out;
    out.text(text).zeros(sizeBytes - text.size());
    return out.finish();
}

CoreBuilder::Bytes freeBsdProcess(Cpu cpu)
{
    ByteAssembler out;
    out.u32(1)
        .align(wordBytes(cpu))
        .number(120, wordBytes(cpu))
        .bytes(padded("crash", 17))
        .bytes(padded("./crash --now ", 81));
    out.align(4).u32(1300);
    return out.finish();
}

CoreBuilder::Bytes freeBsdSignal(Cpu cpu, const Signal& signal, std::uint32_t flags = 0x20)
{
    ByteAssembler out;
    out.u32(160).u32(1304).u32(0).u32(flags).zeros(32).zeros(wordBytes(cpu) - 4);
    out.u32(signal.number).u32(0).u32(signal.code).u32(77).u32(0).u32(0);
    out.number(signal.address, wordBytes(cpu));
    out.zeros(40);
    return out.finish();
}

CoreBuilder::Bytes freeBsdMappings(const std::vector<CoreBuilder::Mapping>& mappings)
{
    ByteAssembler out;
    out.u32(1160);
    for (const auto& mapping : mappings) {
        const auto sizeBytes = (136 + mapping.path.size() + 1 + 7) / 8 * 8;
        out.u32(sizeBytes).u32(2).u64(mapping.begin).u64(mapping.end).u64(mapping.page * 4096);
        out.zeros(104).bytes(padded(mapping.path, sizeBytes - 136));
    }
    return out.finish();
}

CoreBuilder::Bytes netBsdProcess(const Signal& signal)
{
    ByteAssembler out;
    out.u32(2).u32(160).u32(signal.number).u32(signal.code).zeros(64).u32(1300).zeros(36).u32(2);
    out.bytes(padded("crash", 32)).u32(signal.thread);
    return out.finish();
}

CoreBuilder::Bytes openBsdProcess(const Signal& signal)
{
    ByteAssembler out;
    out.u32(1).u32(104).u32(signal.number).u32(signal.code).zeros(16).u32(1300).zeros(36);
    out.bytes(padded("crash", 32));
    return out.finish();
}

CoreBuilder::Bytes auxv(Cpu cpu,
                        const std::vector<std::pair<std::uint64_t, std::uint64_t>>& entries)
{
    ByteAssembler out;
    for (const auto& [type, value] : entries)
        out.number(type, wordBytes(cpu)).number(value, wordBytes(cpu));
    out.zeros(2 * wordBytes(cpu));
    return out.finish();
}

std::uint32_t netBsdRegisters(Cpu cpu)
{
    return cpu == Cpu::Arm64 ? 32 : 33;
}

/// Notes of a process with the threads 1304 and 1305.
void addNotes(CoreBuilder& core, System system, Cpu cpu, const Signal& signal)
{
    const auto vector = auxv(cpu, {{3, 0x400040}, {9, 0x401000}});
    switch (system) {
    case System::FreeBsd: {
        core.addNote("FreeBSD", 3, freeBsdProcess(cpu));
        core.addNote("FreeBSD", 1, freeBsdStatus(cpu, 1304, signal.number));
        core.addNote("FreeBSD", 7, padded("worker", 24));
        core.addNote("FreeBSD", 17, freeBsdSignal(cpu, signal));
        core.addNote("FreeBSD", 1, freeBsdStatus(cpu, 1305, signal.number, 0x401000));
        core.addNote("FreeBSD", 10,
                     freeBsdMappings({{0x400000, 0x401000, 0, "/opt/crash"},
                                      {0x401000, 0x403000, 1, "/opt/crash"},
                                      {0x600000, 0x601000, 0, ""}}));
        ByteAssembler sized;
        sized.u32(2 * wordBytes(cpu)).bytes(vector);
        core.addNote("FreeBSD", 16, sized.finish());
        return;
    }
    case System::NetBsd:
        core.addNote("NetBSD-CORE", 1, netBsdProcess(signal));
        core.addNote("NetBSD-CORE", 2, vector);
        core.addNote("NetBSD-CORE@1304", 24, padded(std::string(36, '\1') + "worker", 60));
        core.addNote("NetBSD-CORE@1304", netBsdRegisters(cpu), registerBytes(system, cpu));
        core.addNote("NetBSD-CORE@1304", netBsdRegisters(cpu) + 2, CoreBuilder::Bytes(512));
        core.addNote("NetBSD-CORE@1305", netBsdRegisters(cpu),
                     registerBytes(system, cpu, 0x401000));
        return;
    case System::OpenBsd:
        core.addNote("OpenBSD", 10, openBsdProcess(signal));
        core.addNote("OpenBSD", 11, vector);
        core.addNote("OpenBSD@1304", 20, registerBytes(system, cpu));
        core.addNote("OpenBSD@1305", 20, registerBytes(system, cpu, 0x401000));
        return;
    }
}

CoreBuilder sampleCore(System system, Cpu cpu, const Signal& signal = {})
{
    CoreBuilder core(cpu);
    addNotes(core, system, cpu, signal);
    core.addMemory({.address = 0x400000,
                    .bytes = core.imagePage(0, 0x3000, {1, 2, 3, 4}),
                    .memoryBytes = 0x1000,
                    .flags = 4});
    core.addMemory({.address = 0x401000, .bytes = {}, .memoryBytes = 0x2000, .flags = 5});
    core.addMemory({.address = 0x7ff00000, .bytes = CoreBuilder::Bytes(0x100)});
    return core;
}

constexpr std::pair<const char*, System> kSystems[]{
    {"FreeBSD", System::FreeBsd}, {"NetBSD", System::NetBsd}, {"OpenBSD", System::OpenBsd}};

void everySystem()
{
    QTest::addColumn<int>("system");
    QTest::addColumn<int>("cpu");
    QTest::addColumn<QString>("name");
    for (const auto& [name, system] : kSystems) {
        for (const auto& [cpuName, cpu] :
             {std::pair("amd64", Cpu::Amd64), std::pair("arm64", Cpu::Arm64),
              std::pair("x86", Cpu::X86)})
            QTest::addRow("%s, %s", name, cpuName)
                << static_cast<int>(system) << static_cast<int>(cpu) << QString(name);
    }
}

} // namespace

void TestBsdCore::readsEverySystem_data()
{
    everySystem();
}

void TestBsdCore::readsEverySystem()
{
    QFETCH(int, system);
    QFETCH(int, cpu);
    QFETCH(QString, name);
    const auto kind = static_cast<System>(system);
    const auto event = eventOf(sampleCore(kind, static_cast<Cpu>(cpu)));
    const bool isFreeBsd = kind == System::FreeBsd;
    QCOMPARE(QString::fromStdString(event->system.osName), name);
    QCOMPARE(event->system.osVersion, std::string(isFreeBsd ? "14.0" : ""));
    QCOMPARE(event->asNative()->process.id, std::optional<std::uint32_t>(1300));
    QCOMPARE(event->asNative()->process.name, std::string("crash"));
    QCOMPARE(event->crash.reason, std::string("SIGSEGV / SEGV_MAPERR"));
    QCOMPARE(event->crash.code, 11u);
    QCOMPARE(event->crash.addressKnown, isFreeBsd);
    QCOMPARE(event->crash.address, isFreeBsd ? kFault : 0u);
    QCOMPARE(event->threads.size(), std::size_t{2});
    const auto& thread = event->threads[0];
    QCOMPARE(thread.id, std::optional<std::uint64_t>(1304));
    QVERIFY(thread.isRequesting.value());
    QCOMPARE(thread.name.value_or(""), std::string(kind == System::OpenBsd ? "" : "worker"));
    QCOMPARE(thread.registers->pc(), kPc);
    QCOMPARE(thread.registers->sp(), kSp);
    QCOMPARE(thread.stackBegin, 0x7ff00000u);
    QCOMPARE(event->threads[1].registers->pc(), 0x401000u);
    QCOMPARE(event->modules.size(), std::size_t{1});
    QCOMPARE(event->modules[0].address, 0x400000u);
    QCOMPARE(event->modules[0].codeId->text(), std::string("01020304"));
    QCOMPARE(event->modules[0].codeFile.value_or(""),
             std::string(isFreeBsd ? "/opt/crash" : "program"));
}

void TestBsdCore::reasonFollowsTheSignal_data()
{
    QTest::addColumn<int>("system");
    QTest::addColumn<quint32>("number");
    QTest::addColumn<quint32>("code");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<bool>("hasAddress");
    const auto row = [](const char* name, System system, quint32 number, quint32 code,
                        const char* reason, bool hasAddress = false) {
        QTest::newRow(name) << static_cast<int>(system) << number << code << QString(reason)
                            << hasAddress;
    };
    row("FreeBSD, division by zero", System::FreeBsd, 8, 2, "SIGFPE / FPE_INTDIV", true);
    row("NetBSD, division by zero", System::NetBsd, 8, 1, "SIGFPE / FPE_INTDIV");
    row("OpenBSD, overflow", System::OpenBsd, 8, 2, "SIGFPE / FPE_INTOVF");
    row("FreeBSD, bus", System::FreeBsd, 10, 1, "SIGBUS / BUS_ADRALN", true);
    row("FreeBSD, sent", System::FreeBsd, 11, 0x10001, "SIGSEGV / SI_USER");
    row("FreeBSD, abort", System::FreeBsd, 6, 0x10007, "SIGABRT / SI_LWP");
    row("NetBSD, abort", System::NetBsd, 6, 0xfffffffb, "SIGABRT / SI_LWP");
    row("OpenBSD, abort", System::OpenBsd, 6, 0xffffffff, "SIGABRT / SI_LWP");
    row("OpenBSD, no information", System::OpenBsd, 6, 32767, "SIGABRT");
    row("NetBSD, trap", System::NetBsd, 5, 1, "SIGTRAP / TRAP_BRKPT");
    row("NetBSD, unknown code", System::NetBsd, 4, 99, "SIGILL / 0x00000063");
    row("FreeBSD, unknown signal", System::FreeBsd, 90, 0, "unknown 0x0000005a / 0x00000000");
}

void TestBsdCore::reasonFollowsTheSignal()
{
    QFETCH(int, system);
    QFETCH(quint32, number);
    QFETCH(quint32, code);
    QFETCH(bool, hasAddress);
    const auto event = eventOf(
        sampleCore(static_cast<System>(system), Cpu::Amd64, {.number = number, .code = code}));
    QTEST(QString::fromStdString(event->crash.reason), "reason");
    QCOMPARE(event->crash.addressKnown, hasAddress);
    QCOMPARE(event->crash.address, hasAddress ? kFault : 0u);
}

/// NetBSD lists its threads in the order of their numbers.
void TestBsdCore::threadOfTheSignalComesFirst()
{
    const auto event = eventOf(sampleCore(System::NetBsd, Cpu::Amd64, {.thread = 1305}));
    QCOMPARE(event->threads[0].id, std::optional<std::uint64_t>(1305));
    QCOMPARE(event->threads[0].registers->pc(), 0x401000u);
    QVERIFY(event->threads[0].isRequesting.value());
    QCOMPARE(event->crash.threadId, std::optional<std::uint64_t>(1305));
    QVERIFY(!event->threads[1].isRequesting.value());
}

void TestBsdCore::lostThreadOfTheSignalIsNamed()
{
    const auto event = eventOf(sampleCore(System::NetBsd, Cpu::Amd64, {.thread = 7}));
    QCOMPARE(event->crash.threadId, std::optional<std::uint64_t>(1304));
    QVERIFY(diagnosticsOf(*event).contains(
        "process information: thread 7 got the signal, but none of its notes is readable; thread "
        "1304 takes its place"));
}

void TestBsdCore::addressMaskIsRead_data()
{
    QTest::addColumn<int>("system");
    QTest::addColumn<QString>("owner");
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("sizeBytes");
    QTest::addColumn<quint64>("mask");
    constexpr quint64 kFirst = 0xff7f000000000000;
    constexpr quint64 kSecond = 0xffff800000000000;
    const auto row = [](const char* name, System system, const char* owner, int type, int sizeBytes,
                        quint64 mask) {
        QTest::newRow(name) << static_cast<int>(system) << QString(owner) << type << sizeBytes
                            << mask;
    };
    row("FreeBSD, code comes first", System::FreeBsd, "FreeBSD", 0x406, 16, kFirst);
    row("OpenBSD, data come first", System::OpenBsd, "OpenBSD@1304", 24, 16, kSecond);
    row("OpenBSD, of no thread", System::OpenBsd, "OpenBSD", 24, 16, 0);
    row("NetBSD has none", System::NetBsd, "NetBSD-CORE@1304", 24, 16, 0);
    row("too short", System::FreeBsd, "FreeBSD", 0x406, 15, 0);
}

void TestBsdCore::addressMaskIsRead()
{
    QFETCH(int, system);
    QFETCH(QString, owner);
    QFETCH(int, type);
    QFETCH(int, sizeBytes);
    auto core = sampleCore(static_cast<System>(system), Cpu::Arm64);
    ByteAssembler masks;
    masks.u64(0xff7f000000000000).u64(0xffff800000000000);
    auto bytes = masks.finish();
    bytes.resize(static_cast<std::size_t>(sizeBytes));
    core.addNote(owner.toStdString(), static_cast<std::uint32_t>(type), bytes);
    QTEST(quint64{eventOf(core)->asNative()->addressMask}, "mask");
}

namespace {

void setWord(CoreBuilder::Bytes& bytes, std::size_t at, std::uint64_t value)
{
    for (std::size_t i = 0; i < 8; ++i)
        bytes[at + i] = static_cast<std::byte>(value >> (8 * i));
}

// The data of a program at 0x400000: its dynamic section, r_debug, the list, and names.
constexpr std::uint64_t kData = 0x402000;
constexpr std::uint64_t kDebug = kData + 0x40;
constexpr std::uint64_t kProgramEntry = kData + 0x80;
constexpr std::uint64_t kLibraryEntry = kData + 0xc0;
constexpr std::uint64_t kProgramName = kData + 0x100;
constexpr std::uint64_t kLibraryName = kData + 0x140;

CoreBuilder::Bytes programData()
{
    CoreBuilder::Bytes bytes(0x200);
    const auto words = [&](std::uint64_t at, const std::vector<std::uint64_t>& values) {
        for (std::size_t i = 0; i < values.size(); ++i)
            setWord(bytes, at - kData + 8 * i, values[i]);
    };
    words(kData, {21, 5, 21, kDebug}); // The first one leads nowhere.
    words(kDebug, {1, kProgramEntry});
    words(kProgramEntry, {0, kProgramName, kData, kLibraryEntry});
    words(kLibraryEntry, {0x600000, kLibraryName, 0x601000, 0});
    const auto name = [&](std::uint64_t at, std::string_view text) {
        std::ranges::copy(std::as_bytes(std::span(text)),
                          bytes.begin() + static_cast<long>(at - kData));
    };
    name(kProgramName, "/opt/crash");
    name(kLibraryName, "/usr/lib/libc.so");
    return bytes;
}

} // namespace

void TestBsdCore::programIsFoundWithoutItsPage_data()
{
    QTest::addColumn<quint64>("at"); // Position and value of the damage.
    QTest::addColumn<quint64>("value");
    QTest::addColumn<QStringList>("modules");
    const QStringList both{"/opt/crash 0x400000 0x3000", "/usr/lib/libc.so 0x600000 0x3000"};
    const QStringList alone{"program 0x400000 0x3000"}; // As a static program is found.
    QTest::newRow("whole") << quint64{0} << quint64{0} << both;
    QTest::newRow("program without a name") << quint64{kProgramEntry + 8} << quint64{0}
                                            << QStringList{"program 0x400000 0x3000", both[1]};
    QTest::newRow("the list leads to another section")
        << quint64{kProgramEntry + 16} << quint64{kData + 0x1000} << alone;
    QTest::newRow("the list lies outside memory")
        << quint64{kDebug + 8} << quint64{0x900000} << alone;
    QTest::newRow("list leads back")
        << quint64{kLibraryEntry + 24} << quint64{kProgramEntry} << both;
}

/// NetBSD and OpenBSD dump no code and no file headers.
void TestBsdCore::programIsFoundWithoutItsPage()
{
    QFETCH(quint64, at);
    QFETCH(quint64, value);
    CoreBuilder core;
    addNotes(core, System::NetBsd, Cpu::Amd64, {});
    auto data = programData();
    if (at != 0)
        setWord(data, at - kData, value);
    core.addMemory({.address = 0x400000, .bytes = {}, .memoryBytes = 0x1000, .flags = 4});
    core.addMemory({.address = 0x401000, .bytes = {}, .memoryBytes = 0x1000, .flags = 5});
    core.addMemory({.address = kData, .bytes = data, .memoryBytes = 0x1000, .flags = 6});
    core.addMemory({.address = 0x600000, .bytes = {}, .memoryBytes = 0x1000, .flags = 5});
    // Made read-only after relocation; the other data follow.
    core.addMemory({.address = 0x601000, .bytes = {}, .memoryBytes = 0x1000, .flags = 4});
    core.addMemory({.address = 0x602000, .bytes = {}, .memoryBytes = 0x1000, .flags = 6});
    core.addMemory({.address = 0x603000, .bytes = {}, .memoryBytes = 0x1000, .flags = 6});
    const auto event = eventOf(core);
    QStringList modules;
    for (const auto& module : event->modules)
        modules << QString::fromStdString(
            concat(*module.codeFile, ' ', Hex{module.address}, ' ', Hex{module.sizeBytes}));
    QTEST(modules, "modules");
}

/// Other memory lies below the program, more than is searched.
void TestBsdCore::listIsSearchedFromTheProgramOn()
{
    constexpr std::size_t kOtherBytes = 65 << 20;
    CoreBuilder core;
    core.addNote("NetBSD-CORE", 1, netBsdProcess({}));
    core.addNote("NetBSD-CORE", 2, auxv(Cpu::Amd64, {{3, kOtherBytes + 0x400040}}));
    core.addMemory({.address = 0, .bytes = CoreBuilder::Bytes(kOtherBytes)});
    auto data = programData();
    setWord(data, 24, kOtherBytes + kDebug);
    setWord(data, kDebug + 8 - kData, kOtherBytes + kProgramEntry);
    setWord(data, kProgramEntry + 8 - kData, kOtherBytes + kProgramName);
    setWord(data, kProgramEntry + 16 - kData, kOtherBytes + kData);
    setWord(data, kProgramEntry + 24 - kData, 0);
    core.addMemory(
        {.address = kOtherBytes + 0x400000, .bytes = {}, .memoryBytes = 0x2000, .flags = 5});
    core.addMemory({.address = kOtherBytes + kData, .bytes = data, .memoryBytes = 0x1000});
    const auto event = eventOf(core);
    QCOMPARE(event->modules.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(*event->modules[0].codeFile), QString("/opt/crash"));
    QCOMPARE(event->modules[0].address, kOtherBytes + 0x400000);
}

/// Entries of no file count, too: a list may have as many as memory holds.
void TestBsdCore::listIsLimited()
{
    constexpr std::uint64_t kEntries = 0x700000;
    const auto modules = [](std::uint64_t entries, std::uint32_t limit) {
        CoreBuilder core;
        addNotes(core, System::NetBsd, Cpu::Amd64, {});
        auto data = programData();
        ByteAssembler list;
        for (std::uint64_t i = 1; i <= entries; ++i)
            list.u64(0).u64(0).u64(0).u64(i < entries ? kEntries + 32 * i : kLibraryEntry);
        if (entries != 0)
            setWord(data, kProgramEntry + 24 - kData, kEntries);
        core.addMemory({.address = 0x400000, .bytes = {}, .memoryBytes = 0x2000, .flags = 5});
        core.addMemory({.address = kData, .bytes = data, .memoryBytes = 0x1000, .flags = 6});
        core.addMemory({.address = 0x600000, .bytes = {}, .memoryBytes = 0x3000, .flags = 5});
        core.addMemory({.address = kEntries, .bytes = list.finish(), .memoryBytes = 0x1000});
        ParseLimits limits;
        limits.maxModules = limit;
        const auto event = corefile::readCoreEvent(ByteView::copyOf(core.bytes()), limits);
        return event ? (*event)->modules.size() : 0;
    };
    QCOMPARE(modules(0, 4), std::size_t{2});
    QCOMPARE(modules(10, 4), std::size_t{1});
    QCOMPARE(modules(10, 100), std::size_t{2});
}

void TestBsdCore::defectsAreNamed_data()
{
    QTest::addColumn<QString>("owner");
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("sizeBytes");
    QTest::addColumn<QString>("diagnostic");
    const auto row = [](const char* name, const char* owner, int type, int sizeBytes,
                        const char* text) {
        QTest::newRow(name) << QString(owner) << type << sizeBytes << QString(text);
    };
    row("FreeBSD, short status", "FreeBSD", 1, 40,
        "NT_PRSTATUS: note at offset 0xc4: 40 bytes, "
        "expected at least 48");
    row("FreeBSD, short registers", "FreeBSD", 1, 100,
        "NT_PRSTATUS: thread 0: 52 bytes of registers, expected 176");
    row("FreeBSD, short process", "FreeBSD", 3, 100,
        "NT_PRPSINFO: note at offset 0xc4: 100 bytes, expected at least 114");
    row("NetBSD, short process", "NetBSD-CORE", 1, 150,
        "process information: note at offset 0xc8: 150 bytes, expected at least 156");
    row("NetBSD, short registers", "NetBSD-CORE@3", 33, 100,
        "NT_PRSTATUS: thread 3: 100 bytes of registers, expected 208");
    row("OpenBSD, short process", "OpenBSD", 10, 100,
        "process information: note at offset 0xc4: 100 bytes, expected at least 104");
    row("OpenBSD, short registers", "OpenBSD@7", 20, 8,
        "NT_PRSTATUS: thread 7: 8 bytes of registers, expected 192");
}

void TestBsdCore::defectsAreNamed()
{
    QFETCH(QString, owner);
    QFETCH(int, type);
    QFETCH(int, sizeBytes);
    QFETCH(QString, diagnostic);
    CoreBuilder core;
    core.addNote(owner.toStdString(), static_cast<std::uint32_t>(type),
                 CoreBuilder::Bytes(static_cast<std::size_t>(sizeBytes)));
    core.addMemory({.address = 0x1000, .bytes = CoreBuilder::Bytes(16)});
    const auto texts = diagnosticsOf(*eventOf(core));
    QVERIFY2(texts.contains(diagnostic), qPrintable(texts.join(" | ")));
}

void TestBsdCore::strangeOwnersAreLeftOut_data()
{
    QTest::addColumn<QString>("owner");
    QTest::newRow("thread without a number") << "OpenBSD@";
    QTest::newRow("thread with letters") << "OpenBSD@7x";
    QTest::newRow("thread beyond 32 bits") << "OpenBSD@4294967296";
    QTest::newRow("another system") << "DragonFly";
}

void TestBsdCore::strangeOwnersAreLeftOut()
{
    QFETCH(QString, owner);
    auto core = sampleCore(System::OpenBsd, Cpu::Amd64);
    core.addNote(owner.toStdString(), 20, registerBytes(System::OpenBsd, Cpu::Amd64));
    QCOMPARE(eventOf(core)->threads.size(), std::size_t{2});
}

void TestBsdCore::threadsAreLimited_data()
{
    everySystem();
}

void TestBsdCore::threadsAreLimited()
{
    QFETCH(int, system);
    QFETCH(int, cpu);
    const auto core = sampleCore(static_cast<System>(system), static_cast<Cpu>(cpu));
    ParseLimits limits;
    limits.maxThreads = 1;
    const auto event = corefile::readCoreEvent(ByteView::copyOf(core.bytes()), limits);
    QVERIFY(event);
    QCOMPARE((*event)->threads.size(), std::size_t{1});
    QVERIFY(diagnosticsOf(**event).contains(
        "NT_PRSTATUS: 1 threads beyond the limit of 1 are left out"));
}

void TestBsdCore::everyPrefixIsReadOrRefused_data()
{
    everySystem();
}

void TestBsdCore::everyPrefixIsReadOrRefused()
{
    QFETCH(int, system);
    QFETCH(int, cpu);
    const auto bytes = sampleCore(static_cast<System>(system), static_cast<Cpu>(cpu)).bytes();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const CoreBuilder::Bytes prefix(bytes.begin(), bytes.begin() + static_cast<long>(size));
        const auto event = corefile::readCoreEvent(ByteView::copyOf(prefix), {});
        if (event)
            QVERIFY((*event)->asNative()->memory);
        else
            QVERIFY(!event.error().detail.empty());
    }
}

QTEST_GUILESS_MAIN(TestBsdCore)
#include "tst_bsd_core.moc"
