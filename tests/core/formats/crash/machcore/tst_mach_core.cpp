// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/machcore/mach_core.h"
#include "core/formats/crash/machcore/read_event.h"
#include "tests/support/mach_core_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;
using Memory = MachCoreBuilder::Memory;

/// Core files of macOS, written here after <mach-o/loader.h> and LLDB's notes.
class TestMachCore : public QObject
{
    Q_OBJECT

private slots:
    void readsThreadsAndMemory_data();
    void readsThreadsAndMemory();
    void faultNamesThreadAndAddress_data();
    void faultNamesThreadAndAddress();
    void handledFaultsAreNoCrash_data();
    void handledFaultsAreNoCrash();
    void modulesComeFromEverywhere_data();
    void modulesComeFromEverywhere();
    void listedImagesAreRead_data();
    void listedImagesAreRead();
    void longPathsAreCut();
    void headersAreLimited();
    void notesAreLimited();
    void dyldListIsRead_data();
    void dyldListIsRead();
    void platformTellsTheSystem_data();
    void platformTellsTheSystem();
    void addressBitsGiveTheMask_data();
    void addressBitsGiveTheMask();
    void defectsAreNamed_data();
    void defectsAreNamed();
    void unreadableFiles_data();
    void unreadableFiles();
    void countsAreLimited();
    void everyPrefixIsReadOrRefused_data();
    void everyPrefixIsReadOrRefused();
};

namespace {

constexpr auto kAmd64 = kMachAmd64;
constexpr auto kArm64 = kMachArm64;
constexpr std::uint64_t kProgram = 0x100000000;
constexpr std::uint64_t kStack = 0x7ff000000;

/// A crashed thread of a program, and one in a system call.
MachCoreBuilder sampleCore(std::uint32_t cpu)
{
    MachCoreBuilder core;
    core.cpu = cpu;
    const bool isIntel = cpu == kAmd64;
    core.thread(joinedBytes(machGeneralState(cpu, kProgram + 0x2000, kStack + 0x800),
                            machFaultState(cpu, isIntel ? 133 : 0x56000080, 0)));
    core.thread(joinedBytes(machGeneralState(cpu, kProgram + 0x1000, kStack + 0x10),
                            machFaultState(cpu, isIntel ? 14 : 0x92000006, 0x45)));
    core.memory(kProgram, MachImage{.linkedAddress = kProgram, .ownPath = {}}.bytes(cpu), 5,
                0x4000);
    core.memory(kStack, Memory(0x1000));
    return core;
}

Result<EventPtr> readCore(const Memory& bytes, const ParseLimits& limits = {})
{
    return machcore::readMachCoreEvent(ByteView::copyOf(bytes), limits);
}

EventPtr eventOf(const MachCoreBuilder& core)
{
    auto event = readCore(core.bytes());
    if (!event)
        qFatal("%s", event.error().detail.c_str());
    return *event;
}

QStringList diagnosticsOf(const Event& event)
{
    QStringList texts;
    for (const auto& diagnostic : event.diagnostics)
        texts << QString::fromStdString(concat(diagnostic.area, ": ", diagnostic.text));
    return texts;
}

QStringList modulesOf(const Event& event)
{
    QStringList texts;
    for (const auto& module : event.modules)
        texts << QString::fromStdString(concat(module.codeFile.value_or("?"), ' ',
                                               Hex{module.address}, ' ', Hex{module.sizeBytes}, ' ',
                                               module.codeId ? module.codeId->text() : "no id"));
    return texts;
}

QString hexOf(char fill)
{
    return QByteArray(16, fill).toHex();
}

void everyCpu()
{
    QTest::addColumn<quint32>("cpu");
    QTest::newRow("x86-64") << kAmd64;
    QTest::newRow("arm64") << kArm64;
}

} // namespace

void TestMachCore::readsThreadsAndMemory_data()
{
    everyCpu();
}

void TestMachCore::readsThreadsAndMemory()
{
    QFETCH(quint32, cpu);
    const auto event = eventOf(sampleCore(cpu));
    QCOMPARE(diagnosticsOf(*event), QStringList());
    QVERIFY(event->kind == EventKind::CoreFile);
    QCOMPARE(event->system.osName, std::string("macOS"));
    QVERIFY(event->system.arch == (cpu == kAmd64 ? Arch::Amd64 : Arch::Arm64));
    QCOMPARE(event->threads.size(), std::size_t{2});
    QCOMPARE(event->threads[0].registers->pc(), kProgram + 0x2000);
    QCOMPARE(event->threads[0].registers->sp(), kStack + 0x800);
    QCOMPARE(event->threads[0].stackBegin, kStack);
    QCOMPARE(event->threads[0].stackEnd, kStack + 0x1000);
    QVERIFY(!event->threads[0].isRequesting.value());
    QCOMPARE(event->threads[0].extraRegisters[0].second, cpu == kAmd64 ? 0x246u : 0x60000000u);
    QCOMPARE(event->requestingThread, std::optional<std::uint32_t>(1));
    QVERIFY(event->threads[1].isRequesting.value());
    QCOMPARE(event->crash.reason, std::string("EXC_BAD_ACCESS"));
    QCOMPARE(event->crash.address, 0x45u);
    QCOMPARE(event->crash.threadId, std::optional<std::uint64_t>(1));
    QCOMPARE(modulesOf(*event), QStringList{"program 0x100000000 0x4000 " + hexOf('u')});
    QCOMPARE(event->asNative()->memoryMap.size(), std::size_t{2});
    QVERIFY(event->asNative()->memoryMap[0].executable);
    QVERIFY(!event->asNative()->memoryMap[0].writable);
}

void TestMachCore::faultNamesThreadAndAddress_data()
{
    QTest::addColumn<quint32>("cpu");
    QTest::addColumn<quint32>("number");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<bool>("hasAddress");
    const auto row = [](const char* name, quint32 cpu, quint32 number, const char* reason,
                        bool hasAddress = false) {
        QTest::newRow(name) << cpu << number << QString(reason) << hasAddress;
    };
    row("x86-64 page fault", kAmd64, 14, "EXC_BAD_ACCESS", true);
    row("x86-64 general protection", kAmd64, 13, "EXC_BAD_ACCESS");
    row("x86-64 invalid opcode", kAmd64, 6, "EXC_BAD_INSTRUCTION");
    row("x86-64 breakpoint", kAmd64, 3, "EXC_BREAKPOINT");
    row("x86-64 system call", kAmd64, 133, "");
    row("x86-64 zero", kAmd64, 0, "");
    row("arm64 data abort", kArm64, 0x92000006, "EXC_BAD_ACCESS", true);
    row("arm64 instruction abort", kArm64, 0x82000006, "EXC_BAD_ACCESS", true);
    row("arm64 pc alignment", kArm64, 0x8a000000, "EXC_BAD_ACCESS");
    row("arm64 brk", kArm64, 0xf2000001, "EXC_BREAKPOINT");
    row("arm64 unknown instruction", kArm64, 0x02000000, "EXC_BAD_INSTRUCTION");
    row("arm64 system call", kArm64, 0x56000080, "");
    row("arm64 zero", kArm64, 0, "");
}

void TestMachCore::faultNamesThreadAndAddress()
{
    QFETCH(quint32, cpu);
    QFETCH(quint32, number);
    QFETCH(QString, reason);
    QFETCH(bool, hasAddress);
    MachCoreBuilder core;
    core.cpu = cpu;
    core.thread(
        joinedBytes(machGeneralState(cpu, 0x1000, kStack), machFaultState(cpu, number, 0x45)));
    const auto event = eventOf(core);
    QCOMPARE(QString::fromStdString(event->crash.reason), reason);
    QCOMPARE(event->crash.present, !reason.isEmpty());
    if (reason.isEmpty())
        return;
    QCOMPARE(event->crash.addressKnown, hasAddress);
    QCOMPARE(event->crash.address, hasAddress ? 0x45u : 0u);
}

void TestMachCore::handledFaultsAreNoCrash_data()
{
    QTest::addColumn<quint32>("cpu");
    QTest::addColumn<quint32>("number");
    QTest::addColumn<quint32>("error");
    QTest::addColumn<quint32>("protection");
    QTest::addColumn<bool>("isCrash");
    const auto row = [](const char* name, quint32 cpu, quint32 number, quint32 error,
                        quint32 protection, bool isCrash) {
        QTest::newRow(name) << cpu << number << error << protection << isCrash;
    };
    row("x86-64, read of readable memory", kAmd64, 14, 4, 1, false);
    row("x86-64, read of a guard page", kAmd64, 14, 4, 0, true);
    row("x86-64, write to writable memory", kAmd64, 14, 6, 3, false);
    row("x86-64, write to readable memory", kAmd64, 14, 6, 1, true);
    row("x86-64, execution of code", kAmd64, 14, 20, 5, false);
    row("x86-64, execution of data", kAmd64, 14, 20, 3, true);
    row("x86-64, general protection", kAmd64, 13, 4, 7, true);
    row("arm64, read of readable memory", kArm64, 0x92000007, 0, 1, false);
    row("arm64, write to writable memory", kArm64, 0x92000047, 0, 3, false);
    row("arm64, write to readable memory", kArm64, 0x92000047, 0, 1, true);
    row("arm64, execution of code", kArm64, 0x82000007, 0, 5, false);
    row("arm64, execution of data", kArm64, 0x82000007, 0, 3, true);
}

/// The kernel brings in pages of programs that run; the threads' states keep those faults.
void TestMachCore::handledFaultsAreNoCrash()
{
    QFETCH(quint32, cpu);
    QFETCH(quint32, number);
    QFETCH(quint32, error);
    QFETCH(quint32, protection);
    QFETCH(bool, isCrash);
    constexpr std::uint64_t kAddress = 0x500000000;
    MachCoreBuilder core;
    core.cpu = cpu;
    core.thread(joinedBytes(machGeneralState(cpu, 0x1000, kStack),
                            machFaultState(cpu, 0x56000080 * (cpu == kArm64), 0)));
    core.thread(joinedBytes(machGeneralState(cpu, 0x1000, kStack),
                            machFaultState(cpu, number, kAddress + 0x10, error)));
    core.memory(kAddress, Memory(0x100), protection);
    const auto event = eventOf(core);
    QCOMPARE(event->crash.present, isCrash);
    QCOMPARE(event->requestingThread, std::optional<std::uint32_t>(1));
    QVERIFY(event->threads[1].isRequesting.value());
}

void TestMachCore::modulesComeFromEverywhere_data()
{
    QTest::addColumn<QString>("owner");
    QTest::addColumn<QByteArray>("note");
    QTest::addColumn<QStringList>("modules");
    const auto row = [](const char* name, const char* owner, ByteAssembler& note,
                        const QStringList& modules) {
        const auto bytes = note.finish();
        QTest::newRow(name) << QString(owner)
                            << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                          static_cast<qsizetype>(bytes.size()))
                            << modules;
    };
    const QString program = "program 0x100000000 0x4000 " + hexOf('u');
    const QString library = "/usr/lib/own.dylib 0x200000000 0x2000 " + hexOf('l');
    ByteAssembler empty;
    row("headers in memory", "other", empty, {program, library});
    ByteAssembler binary;
    binary.u32(1).text(machUuid('b')).u64(0x300000000).u64(0).text("/tmp/b.dylib").u8(0);
    row("load binary", "load binary", binary,
        {program, library, "/tmp/b.dylib 0x300000000 0x0 " + hexOf('b')});
    ByteAssembler named;
    named.u32(1).text(machUuid('u')).u64(kProgram).u64(0).text("/opt/app").u8(0);
    row("load binary names the program", "load binary", named,
        {"/opt/app 0x100000000 0x4000 " + hexOf('u'), library});
    ByteAssembler newVersion;
    newVersion.u32(9).text(machUuid('b')).u64(0x300000000).u64(0).text("/tmp/b").u8(0);
    row("load binary of an unknown version", "load binary", newVersion, {program, library});
    ByteAssembler spec;
    spec.u32(1).u32(2).u64(0x300000000).text(machUuid('m')).u32(12).u32(0);
    row("main bin spec", "main bin spec", spec,
        {program, library, "? 0x300000000 0x0 " + hexOf('m')});
    ByteAssembler spec2;
    spec2.u32(2).u32(2).u64(0x300000000).u64(0).text(machUuid('m')).u32(12).u32(1);
    row("main bin spec, version 2", "main bin spec", spec2,
        {program, library, "? 0x300000000 0x0 " + hexOf('m')});
    ByteAssembler nowhere;
    nowhere.u32(2).u32(2).u64(~std::uint64_t{0}).u64(0).text(machUuid('m')).u32(12).u32(1);
    row("main bin spec without an address", "main bin spec", nowhere, {program, library});
}

void TestMachCore::modulesComeFromEverywhere()
{
    QFETCH(QString, owner);
    QFETCH(QByteArray, note);
    const auto bytes = asBytes({note.constData(), static_cast<std::size_t>(note.size())});
    auto core = sampleCore(kAmd64);
    core.memory(0x200000000,
                MachImage{.type = 6,
                          .linkedAddress = 0x7fff00000000,
                          .textBytes = 0x2000,
                          .uuid = 'l',
                          .ownPath = "/usr/lib/own.dylib"}
                    .bytes(),
                5, 0x4000);
    core.note(owner.toStdString(), {bytes.begin(), bytes.end()});
    const auto event = eventOf(core);
    QTEST(modulesOf(*event), "modules");
    QCOMPARE(event->asNative()->streams.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(event->asNative()->streams[0].name), owner);
}

void TestMachCore::listedImagesAreRead_data()
{
    QTest::addColumn<quint32>("entryBytes");
    QTest::addColumn<bool>("isNamed");
    QTest::addColumn<QStringList>("modules");
    const QString program = "program 0x100000000 0x4000 " + hexOf('u');
    const QStringList named{program, "/opt/a.dylib 0x300000000 0x0 " + hexOf('a'),
                            "/opt/b.dylib 0x400000000 0x0 no id"};
    QTest::newRow("as LLDB writes it") << 48u << true << named;
    QTest::newRow("larger entries") << 64u << true << named;
    QTest::newRow("no size of entries") << 0u << true << named;
    QTest::newRow("without paths")
        << 48u << false
        << QStringList{program, "? 0x300000000 0x0 " + hexOf('a'), "? 0x400000000 0x0 no id"};
}

/// LLDB's note "all image infos". The second image has no id.
void TestMachCore::listedImagesAreRead()
{
    QFETCH(quint32, entryBytes);
    QFETCH(bool, isNamed);
    auto core = sampleCore(kAmd64);
    const auto writtenBytes = std::max(entryBytes, 48u);
    auto sized = core; // The note's place depends on the number of notes alone.
    sized.note("all image infos", {});
    const auto entriesAt = sized.noteOffset() + 24;
    const auto pathsAt = entriesAt + 3 * writtenBytes;
    const auto unknown = ~std::uint64_t{0};
    ByteAssembler note;
    note.u32(1).u32(3).u64(entriesAt).u32(entryBytes).u32(0);
    const auto entry = [&](std::uint64_t path, const std::string& uuid, std::uint64_t address) {
        note.u64(isNamed ? path : unknown).text(uuid).u64(address).u64(unknown).u32(0).u32(0);
        note.zeros(writtenBytes - 48);
    };
    entry(pathsAt, machUuid('a'), 0x300000000);
    entry(pathsAt + 13, std::string(16, '\0'), 0x400000000);
    entry(pathsAt, machUuid('c'), unknown); // Not loaded.
    note.text("/opt/a.dylib").u8(0).text("/opt/b.dylib").u8(0);
    core.note("all image infos", note.finish());
    QTEST(modulesOf(*eventOf(core)), "modules");
}

void TestMachCore::longPathsAreCut()
{
    auto core = sampleCore(kAmd64);
    core.memory(0x200000000, MachImage{.type = 6, .ownPath = '/' + std::string(5000, 'a')}.bytes(),
                5, 0x4000);
    const auto event = eventOf(core);
    QCOMPARE(event->modules.size(), std::size_t{2});
    QCOMPARE(event->modules[1].codeFile->size(), std::size_t{1024});
}

/// All segments have the same bytes of the file: the headers are far larger than it.
void TestMachCore::headersAreLimited()
{
    constexpr std::uint32_t kImages = 300;
    const auto image = machHeader(kAmd64, 2, {machCommand(0x7fff, Memory((1 << 20) - 64))});
    std::vector<Memory> commands;
    const auto dataAt = 32 + kImages * 72;
    for (std::uint32_t i = 0; i < kImages; ++i) {
        ByteAssembler segment;
        segment.zeros(16).u64(0x100000000 + i * 0x200000).u64(image.size());
        segment.u64(dataAt).u64(image.size()).u32(5).u32(5).u32(0).u32(0);
        commands.push_back(machCommand(0x19, segment.finish()));
    }
    const auto bytes = joinedBytes(machHeader(kAmd64, 4, commands), image);
    const auto event = readCore(bytes);
    QVERIFY(event);
    QCOMPARE((*event)->modules.size(), std::size_t{256});
    const auto texts = diagnosticsOf(**event);
    QVERIFY2(texts.contains("modules: not all headers of images are read: their load commands have "
                            "more than 268435456 bytes"),
             qPrintable(texts.join(" | ")));
}

void TestMachCore::notesAreLimited()
{
    auto core = sampleCore(kAmd64);
    for (int i = 0; i < 4097; ++i)
        core.note("other", {});
    const auto texts = diagnosticsOf(*eventOf(core));
    QVERIFY2(
        texts.contains("LC_NOTE: 1 notes are left out: too short, or beyond the limit of 4096"),
        qPrintable(texts.join(" | ")));
}

void TestMachCore::dyldListIsRead_data()
{
    QTest::addColumn<quint32>("count");
    QTest::addColumn<quint64>("entries");
    QTest::addColumn<QStringList>("modules");
    QTest::addColumn<QString>("diagnostic");
    const QString app = "/opt/app 0x100000000 0x4000 " + hexOf('u');
    const QString program = "program 0x100000000 0x4000 " + hexOf('u');
    const QString library = "/usr/lib/cached.dylib 0x200000800 0x1000 " + hexOf('c');
    const QString dyld = "/usr/lib/dyld 0x400000000 0x1000 " + hexOf('d');
    QTest::newRow("whole") << 2u << quint64{0x400010100} << QStringList{app, library, dyld} << "";
    QTest::newRow("no list") << 2u << quint64{0} << QStringList{program, dyld} << "";
    QTest::newRow("more than there is")
        << 1000u << quint64{0x400010100} << QStringList{app, library, dyld} << "";
    QTest::newRow("list outside memory") << 2u << quint64{0x500000000} << QStringList{program, dyld}
                                         << "dyld: of 2 images, 0 are listed in memory";
}

/// A library of the shared cache begins in the middle of a segment.
void TestMachCore::dyldListIsRead()
{
    QFETCH(quint32, count);
    QFETCH(quint64, entries);
    QFETCH(QString, diagnostic);
    auto core = sampleCore(kAmd64);
    ByteAssembler cache;
    cache.zeros(0x800).bytes(MachImage{.type = 6,
                                       .linkedAddress = 0x7fff00000000,
                                       .textBytes = 0x1000,
                                       .uuid = 'c',
                                       .ownPath = "/usr/lib/own.dylib"}
                                 .bytes());
    core.memory(0x200000000, cache.finish(), 5, 0x4000);
    core.memory(0x400000000,
                MachImage{.type = 7,
                          .linkedAddress = 0,
                          .textBytes = 0x1000,
                          .uuid = 'd',
                          .ownPath = "/usr/lib/dyld",
                          .listSection = 0x10000}
                    .bytes(),
                5, 0x1000);
    ByteAssembler data;
    data.u32(15).u32(count).u64(entries).zeros(0xf0);
    data.u64(kProgram).u64(0x400010180).u64(0);
    data.u64(0x200000800).u64(0x4000101a0).u64(0).zeros(0x50);
    data.text("/opt/app").zeros(24).text("/usr/lib/cached.dylib").u8(0);
    core.memory(0x400010000, data.finish());
    const auto event = eventOf(core);
    QTEST(modulesOf(*event), "modules");
    if (!diagnostic.isEmpty())
        QVERIFY2(diagnosticsOf(*event).contains(diagnostic),
                 qPrintable(diagnosticsOf(*event).join(" | ")));
}

void TestMachCore::platformTellsTheSystem_data()
{
    QTest::addColumn<quint32>("platform");
    QTest::addColumn<QString>("name");
    QTest::newRow("not given") << 0u << "macOS";
    QTest::newRow("macOS") << 1u << "macOS";
    QTest::newRow("iOS") << 2u << "iOS";
}

void TestMachCore::platformTellsTheSystem()
{
    QFETCH(quint32, platform);
    MachCoreBuilder core;
    core.cpu = kArm64;
    core.memory(
        kProgram,
        MachImage{.linkedAddress = kProgram, .ownPath = {}, .platform = platform}.bytes(kArm64));
    QTEST(QString::fromStdString(eventOf(core)->system.osName), "name");
}

void TestMachCore::addressBitsGiveTheMask_data()
{
    QTest::addColumn<quint32>("version");
    QTest::addColumn<quint32>("bits");
    QTest::addColumn<quint64>("mask");
    QTest::newRow("version 3") << 3u << 47u << quint64{0xffff800000000000};
    QTest::newRow("version 4") << 4u << 39u << quint64{0xffffff8000000000};
    QTest::newRow("unknown version") << 5u << 39u << quint64{0};
    QTest::newRow("all bits") << 3u << 64u << quint64{0};
    QTest::newRow("no bits") << 3u << 0u << quint64{0};
}

void TestMachCore::addressBitsGiveTheMask()
{
    QFETCH(quint32, version);
    QFETCH(quint32, bits);
    ByteAssembler note;
    note.u32(version).u32(bits).u32(bits).u32(0);
    auto core = sampleCore(kArm64);
    core.note("addrable bits", note.finish());
    QTEST(quint64{eventOf(core)->asNative()->addressMask}, "mask");
}

void TestMachCore::defectsAreNamed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("diagnostic");
    const auto row = [](const char* name, const Memory& bytes, const QString& text) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                          static_cast<qsizetype>(bytes.size()))
                            << text;
    };
    ByteAssembler few;
    few.u32(4).u32(2).u64(1);
    auto shortState = sampleCore(kAmd64);
    shortState.thread(few.finish());
    row("short registers", shortState.bytes(),
        "LC_THREAD: thread 2: 8 bytes of registers, expected 168");
    auto otherFlavor = sampleCore(kArm64);
    otherFlavor.thread(machFaultState(kArm64, 0, 0));
    row("no registers", otherFlavor.bytes(),
        "LC_THREAD: thread 2: no state with general registers");
    auto cut = sampleCore(kAmd64).bytes();
    cut.resize(cut.size() - 0x10);
    row("truncated memory", cut,
        "memory: the file ends too early: 1 memory segments are cut off, the first at address "
        "0x7ff000ff0");
    ByteAssembler list;
    list.u32(1).u32(3).u64(0x10000000).u32(48).u32(0);
    auto farList = sampleCore(kAmd64);
    farList.note("all image infos", list.finish());
    row("image list outside the file", farList.bytes(),
        QString("all image infos: version 1, entries at offset 0x10000000 of %1")
            .arg(farList.bytes().size()));
    auto longList = sampleCore(kAmd64);
    ByteAssembler infos;
    longList.note("all image infos", Memory(24 + 48));
    infos.u32(1).u32(3).u64(longList.noteOffset() + 24).u32(48).u32(0).zeros(48);
    auto listed = sampleCore(kAmd64);
    listed.note("all image infos", infos.finish());
    row("image list too long", listed.bytes(), "all image infos: 3 images, the file holds 1");
    MachCoreBuilder empty;
    empty.memory(kStack, Memory(16));
    row("no threads", empty.bytes(), "LC_THREAD: the file has no threads");
}

void TestMachCore::defectsAreNamed()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, diagnostic);
    const auto view = asBytes({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    const auto event = readCore({view.begin(), view.end()});
    QVERIFY(event);
    const auto texts = diagnosticsOf(**event);
    QVERIFY2(texts.contains(diagnostic), qPrintable(texts.join(" | ")));
}

void TestMachCore::unreadableFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isCore");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* name, const Memory& bytes, bool isCore, const char* error) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                          static_cast<qsizetype>(bytes.size()))
                            << isCore << QString(error);
    };
    row("empty", {}, false, "no Mach-O core file at offset 0");
    row("program", MachImage{}.bytes(), false, "no Mach-O core file at offset 0");
    ByteAssembler narrow;
    narrow.u32(0xfeedface).u32(7).u32(3).u32(4).zeros(12);
    row("32 bits", narrow.finish(), true,
        "core file of macOS for another CPU than 64-bit x86 or ARM (cputype 0x7); lldb -c reads "
        "it");
    row("PowerPC", machHeader(0x01000012, 4, {}), true,
        "core file of macOS for another CPU than 64-bit x86 or ARM (cputype 0x1000012); lldb -c "
        "reads it");
    ByteAssembler swapped(std::endian::big);
    swapped.u32(0xfeedface).u32(18).u32(100).u32(4).zeros(12);
    row("big endian", swapped.finish(), true,
        "core file of macOS for another CPU than 64-bit x86 or ARM (cputype 0x12, big endian); "
        "lldb -c reads it");
    row("no commands", machHeader(kAmd64, 4, {}), true,
        "core file: no load command gives a thread or memory");
    auto commands = machHeader(kAmd64, 4, {machCommand(4, {})});
    commands[36] = std::byte{4}; // The size of the command.
    row("command too small", commands, true,
        "load command 0 of 1 at offset 0x20: size 4, 8 bytes left");
    commands[36] = std::byte{16};
    row("command too large", commands, true,
        "load command 0 of 1 at offset 0x20: size 16, 8 bytes left");
    auto beyond = machHeader(kAmd64, 4, {machCommand(4, {})});
    beyond.resize(36);
    row("commands beyond the file", beyond, true,
        "core header: 8 bytes of load commands, the file has 36");
}

void TestMachCore::unreadableFiles()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, isCore);
    QFETCH(QString, error);
    const auto view = asBytes({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    QCOMPARE(machcore::isMachCore(view), isCore);
    const auto event = readCore({view.begin(), view.end()});
    QVERIFY(!event);
    QCOMPARE(QString::fromStdString(event.error().detail), error);
}

void TestMachCore::countsAreLimited()
{
    ParseLimits limits;
    limits.maxThreads = 1;
    limits.maxMemoryRanges = 1;
    limits.maxModules = 0;
    const auto event = readCore(sampleCore(kAmd64).bytes(), limits);
    QVERIFY(event);
    QCOMPARE((*event)->threads.size(), std::size_t{1});
    QCOMPARE((*event)->asNative()->memoryMap.size(), std::size_t{1});
    QVERIFY((*event)->modules.empty());
    const auto texts = diagnosticsOf(**event);
    QVERIFY(texts.contains("LC_THREAD: 1 threads beyond the limit of 1 are left out"));
    QVERIFY(texts.contains("memory: 1 memory segments beyond the limit of 1 are left out"));
}

void TestMachCore::everyPrefixIsReadOrRefused_data()
{
    everyCpu();
}

void TestMachCore::everyPrefixIsReadOrRefused()
{
    QFETCH(quint32, cpu);
    auto core = sampleCore(cpu);
    ByteAssembler binary;
    binary.u32(1).text(machUuid('b')).u64(0x300000000).u64(0).text("/tmp/b.dylib").u8(0);
    core.note("load binary", binary.finish());
    const auto bytes = core.bytes();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto event = readCore({bytes.begin(), bytes.begin() + static_cast<long>(size)});
        if (event)
            QVERIFY((*event)->asNative()->memory);
        else
            QVERIFY(!event.error().detail.empty());
    }
}

QTEST_GUILESS_MAIN(TestMachCore)
#include "tst_mach_core.moc"
