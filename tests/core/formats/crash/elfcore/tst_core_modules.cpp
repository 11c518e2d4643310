// SPDX-License-Identifier: GPL-3.0-or-later
// Where modules of a core file come from: lists of mapped files, the dynamic linker, headers.
#include "tests/core/formats/crash/elfcore/core_events.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;
using Cpu = CoreBuilder::Cpu;

class TestCoreModules : public QObject
{
    Q_OBJECT

private slots:
    void modulesComeFromMappedFiles();
    void modulesComeFromHeadersInMemory();
    void modulesComeFromTheLinkMap_data();
    void modulesComeFromTheLinkMap();
    void prelinkedLibraryLiesWhereItWasLinked_data();
    void prelinkedLibraryLiesWhereItWasLinked();
    void programOfWhichNothingIsDumped_data();
    void programOfWhichNothingIsDumped();
    void cutOffPageIsCalledSo();
    void buildIdBehindOtherNotes_data();
    void buildIdBehindOtherNotes();
};

namespace {

constexpr std::uint64_t kProgram = 0x400000;
constexpr std::uint64_t kDynamic = kProgram + 0x1000;
constexpr std::uint64_t kLinker = 0x500000; // The dynamic linker's data: r_debug, the list, names.
constexpr std::uint64_t kFirstEntry = kLinker + 0x40;
constexpr std::uint64_t kSecondEntry = kLinker + 0x80;
constexpr std::uint64_t kThirdEntry = kLinker + 0xc0;
constexpr std::uint64_t kNames = kLinker + 0x200;

void setWord(CoreBuilder::Bytes& bytes, std::size_t at, std::uint64_t value)
{
    for (std::size_t i = 0; i < 8; ++i)
        bytes[at + i] = static_cast<std::byte>(value >> (8 * i));
}

/// The program's first page; its second program header names a dynamic section.
CoreBuilder::Bytes dynamicProgramPage(const CoreBuilder& core)
{
    constexpr std::size_t kHeader = 64 + 56;
    auto page = core.imagePage(0, 0x2000, {});
    page[kHeader] = std::byte{2}; // PT_DYNAMIC
    setWord(page, kHeader + 16, kDynamic - kProgram);
    setWord(page, kHeader + 32, 0x20);
    setWord(page, kHeader + 40, 0x20);
    return page;
}

CoreBuilder::Bytes dynamicSection()
{
    CoreBuilder::Bytes bytes(0x40);
    setWord(bytes, 0, 21); // DT_DEBUG
    setWord(bytes, 8, kLinker);
    return bytes;
}

/// r_debug, and the entries of the program and of two libraries.
CoreBuilder::Bytes linkerData()
{
    CoreBuilder::Bytes bytes(0x300);
    const auto entry = [&](std::uint64_t at, const std::vector<std::uint64_t>& words) {
        for (std::size_t i = 0; i < words.size(); ++i)
            setWord(bytes, at - kLinker + 8 * i, words[i]);
    };
    const auto name = [&](std::uint64_t at, std::string_view text) {
        std::ranges::copy(std::as_bytes(std::span(text)),
                          bytes.begin() + static_cast<long>(at - kLinker));
    };
    entry(kLinker, {1, kFirstEntry});
    entry(kFirstEntry, {kProgram, kNames, kDynamic, kSecondEntry});
    entry(kSecondEntry, {0x600000, kNames + 0x10, 0x602000, kThirdEntry});
    entry(kThirdEntry, {0x700000, kNames + 0x20, 0x702010, 0});
    name(kNames + 0x10, "/lib/a.so");
    name(kNames + 0x20, "/lib/b.so");
    name(kNames + 0x30, "/bin/app");
    return bytes;
}

} // namespace

void TestCoreModules::modulesComeFromMappedFiles()
{
    CoreBuilder core;
    core.addThread(7, 11, {{"rsp", 0x10}});
    core.addAuxv({{9, 0x900100}, {33, 0xa00000}});
    core.addFiles({{0x100000, 0x101000, 0, "/data/table"},
                   {0x200000, 0x201000, 0, "/lib/a.so (deleted)"},
                   {0x201000, 0x202000, 1, "/lib/a.so (deleted)"},
                   {0x300000, 0x301000, 0, "/lib/a.so (deleted)"},
                   {0x400000, 0x401000, 0, "/lib/undumped.so"},
                   {0x401000, 0x402000, 1, "/lib/undumped.so"},
                   {0x900000, 0x902000, 0, "/bin/app"}});
    core.addMemory({.address = 0x100000, .bytes = CoreBuilder::Bytes(0x100)});
    for (const auto address : {0x200000u, 0x300000u, 0x900000u, 0xa00000u})
        core.addMemory(
            {.address = address, .bytes = core.imagePage(0, 0x2000, kBuildId), .flags = 5});
    core.addMemory({.address = 0x401000, .bytes = {}, .memoryBytes = 0x1000, .flags = 5});
    const auto event = eventOf(core);
    QStringList modules;
    for (const auto& module : event->modules)
        modules << QString::fromStdString(concat(*module.codeFile, ' ', Hex{module.address}, ' ',
                                                 Hex{module.sizeBytes},
                                                 module.codeId ? " id" : ""));
    QCOMPARE(modules,
             (QStringList{"/bin/app 0x900000 0x2000 id", "/lib/a.so 0x200000 0x2000 id",
                          "/lib/a.so 0x300000 0x1000 id", "/lib/undumped.so 0x400000 0x2000",
                          "[vdso] 0xa00000 0x2000 id"}));
    QCOMPARE(
        diagnosticsOf(*event),
        QStringList{"modules: /lib/undumped.so has no build id: its first page was not dumped"});
}

/// Valgrind writes neither NT_FILE nor NT_AUXV.
void TestCoreModules::modulesComeFromHeadersInMemory()
{
    CoreBuilder core;
    core.addThread(7, 11, {{"rsp", 0x10}});
    core.addProcess(7, "app", "app -x");
    auto program = core.imagePage(0, 0x2000, kBuildId);
    constexpr std::size_t kHeader = 64;
    auto withInterpreter = core.imagePage(0, 0x2000, {});
    withInterpreter[kHeader + 56] = std::byte{3}; // PT_INTERP
    auto foreign = program;
    foreign[18] = std::byte{40}; // e_machine
    core.addMemory({.address = 0x100000, .bytes = program, .flags = 4});
    core.addMemory({.address = 0x101000, .bytes = {}, .memoryBytes = 0x1000, .flags = 5});
    core.addMemory({.address = 0x200000, .bytes = withInterpreter, .flags = 5});
    core.addMemory({.address = 0x300000, .bytes = program, .flags = 4}); // Only data.
    core.addMemory({.address = 0x400000, .bytes = foreign, .flags = 5});
    const auto event = eventOf(core);
    QStringList modules;
    for (const auto& module : event->modules)
        modules << QString::fromStdString(concat(module.codeFile.value_or(""), ' ',
                                                 Hex{module.address}, ' ', Hex{module.sizeBytes},
                                                 module.codeId ? " id" : ""));
    QCOMPARE(modules, (QStringList{"app 0x200000 0x2000", " 0x100000 0x2000 id"}));
    QVERIFY(diagnosticsOf(*event).contains("modules: the file lists no mapped files; they are "
                                           "taken from the ELF headers in its memory"));
}

void TestCoreModules::modulesComeFromTheLinkMap_data()
{
    QTest::addColumn<quint64>("at"); // Position and value of the damage.
    QTest::addColumn<quint64>("value");
    QTest::addColumn<QStringList>("modules");
    const QString app = "/bin/app 0x400000 0x2000";
    const QString withPage = "/lib/a.so 0x600000 0x3000 id";
    const QString withoutPage = "/lib/b.so 0x700000 0x3000";
    const auto row = [](const char* name, quint64 at, quint64 value, const QStringList& modules) {
        QTest::newRow(name) << at << value << modules;
    };
    row("whole", 0, 0, {app, withPage, withoutPage});
    row("entry leads to itself", kSecondEntry + 24, kSecondEntry, {app, withPage});
    row("list leads back", kThirdEntry + 24, kFirstEntry, {app, withPage, withoutPage});
    row("entry leads nowhere", kSecondEntry + 24, 0xdead0000, {app, withPage});
    row("entry wraps around", kSecondEntry + 24, ~quint64{7}, {app, withPage});
    // Its ELF header in the memory leads to it, too, but does not name it.
    const QString nameless = " 0x600000 0x3000 id";
    row("no list", kDynamic + 8, 0, {app, nameless});
    row("list nowhere", kDynamic + 8, ~quint64{3}, {app, nameless});
    row("name nowhere", kSecondEntry + 8, ~quint64{0}, {app, nameless, withoutPage});
    row("base behind the library", kThirdEntry, 0x800000, {app, withPage});
    row("dynamic section nowhere", kThirdEntry + 16, 0x900000, {app, withPage});
    row("the same base twice", kThirdEntry, 0x600000, {app, withPage});
}

void TestCoreModules::modulesComeFromTheLinkMap()
{
    QFETCH(quint64, at);
    QFETCH(quint64, value);
    CoreBuilder core;
    auto dynamic = dynamicSection();
    auto linker = linkerData();
    if (at >= kLinker)
        setWord(linker, at - kLinker, value);
    else if (at >= kDynamic)
        setWord(dynamic, at - kDynamic, value);
    core.addThread(7, 11, {{"rsp", 0x10}});
    core.addAuxv({{3, kProgram + 64}, {9, kProgram + 0x100}, {31, kNames + 0x30}});
    core.addMemory({.address = kProgram, .bytes = dynamicProgramPage(core), .flags = 5});
    core.addMemory({.address = kDynamic, .bytes = dynamic});
    core.addMemory({.address = kLinker, .bytes = linker});
    core.addMemory({.address = 0x600000, .bytes = core.imagePage(0, 0x3000, kBuildId), .flags = 5});
    core.addMemory({.address = 0x700000, .bytes = {}, .memoryBytes = 0x2000, .flags = 5});
    core.addMemory({.address = 0x702000, .bytes = {}, .memoryBytes = 0x1000, .flags = 6});
    const auto event = eventOf(core);
    QStringList modules;
    for (const auto& module : event->modules)
        modules << QString::fromStdString(concat(module.codeFile.value_or(""), ' ',
                                                 Hex{module.address}, ' ', Hex{module.sizeBytes},
                                                 module.codeId ? " id" : ""));
    QTEST(modules, "modules");
    QVERIFY(diagnosticsOf(*event).contains("modules: the file lists no mapped files; they are "
                                           "taken from the dynamic linker's memory"));
}

/// A prelinked library has a bias of 0, and lies where it was linked.
void TestCoreModules::prelinkedLibraryLiesWhereItWasLinked_data()
{
    QTest::addColumn<bool>("isDumped");
    QTest::addColumn<QStringList>("modules");
    QTest::newRow("its headers are in the core")
        << true << QStringList{"/bin/app 0x400000", "/lib/a.so 0x600000", "/lib/b.so 0x700000"};
    QTest::newRow("nothing tells where it begins")
        << false << QStringList{"/bin/app 0x400000", "/lib/b.so 0x700000"};
}

void TestCoreModules::prelinkedLibraryLiesWhereItWasLinked()
{
    QFETCH(bool, isDumped);
    CoreBuilder core;
    auto linker = linkerData();
    setWord(linker, kSecondEntry - kLinker, 0);
    core.addThread(7, 11, {{"rsp", 0x10}});
    core.addAuxv({{3, kProgram + 64}, {9, kProgram + 0x100}, {31, kNames + 0x30}});
    core.addMemory({.address = kProgram, .bytes = dynamicProgramPage(core), .flags = 5});
    core.addMemory({.address = kDynamic, .bytes = dynamicSection()});
    core.addMemory({.address = kLinker, .bytes = linker});
    const auto page = core.imagePage(0x600000, 0x3000, kBuildId);
    core.addMemory({.address = 0x600000,
                    .bytes = isDumped ? page : CoreBuilder::Bytes(),
                    .memoryBytes = 0x1000,
                    .flags = 5});
    core.addMemory({.address = 0x602000, .bytes = {}, .memoryBytes = 0x1000, .flags = 6});
    core.addMemory({.address = 0x700000, .bytes = {}, .memoryBytes = 0x2000, .flags = 5});
    core.addMemory({.address = 0x702000, .bytes = {}, .memoryBytes = 0x1000, .flags = 6});
    const auto event = eventOf(core);
    QStringList modules;
    for (const auto& module : event->modules)
        modules << QString::fromStdString(
            concat(module.codeFile.value_or(""), ' ', Hex{module.address}));
    QTEST(modules, "modules");
}

void TestCoreModules::programOfWhichNothingIsDumped_data()
{
    QTest::addColumn<quint64>("entry");
    QTest::addColumn<quint64>("sizeBytes"); // 0: there is no module.
    QTest::newRow("first page") << quint64{0x100001bc} << quint64{0x1000};
    QTest::newRow("later page") << quint64{0x10003000} << quint64{0x4000};
    QTest::newRow("below the headers") << quint64{0x401000} << quint64{0};
    QTest::newRow("far away") << quint64{0x70000000} << quint64{0};
}

/// The kernel was told to dump no files, and it was too old to list them.
void TestCoreModules::programOfWhichNothingIsDumped()
{
    QFETCH(quint64, entry);
    QFETCH(quint64, sizeBytes);
    CoreBuilder core(Cpu::Ppc64);
    core.addThread(7, 11, {{"nip", 0x10000130}, {"r1", 0x7ff00008}});
    core.addAuxv({{3, 0x10000040}, {9, entry}, {31, 0x7ff00010}});
    ByteAssembler stack;
    core.addMemory({.address = 0x7ff00000, .bytes = stack.zeros(16).text("./app").u8(0).finish()});
    const auto event = eventOf(core);
    QCOMPARE(event->modules.size(), sizeBytes == 0 ? std::size_t{0} : std::size_t{1});
    if (sizeBytes == 0)
        return;
    QCOMPARE(event->modules[0].address, 0x10000000u);
    QCOMPARE(event->modules[0].sizeBytes, sizeBytes);
    QCOMPARE(event->modules[0].codeFile, std::optional<std::string>("./app"));
}

void TestCoreModules::cutOffPageIsCalledSo()
{
    CoreBuilder core;
    core.addThread(7, 11, {{"rsp", 0x10}});
    core.addFiles({{0x400000, 0x402000, 0, "/bin/app"}});
    core.addMemory({.address = 0x400000, .bytes = CoreBuilder::Bytes(0x100), .flags = 5});
    auto bytes = core.bytes();
    bytes.resize(bytes.size() - 0x100);
    const auto event = readCore(bytes);
    QVERIFY(event);
    QVERIFY(diagnosticsOf(**event).contains(
        "modules: /bin/app has no build id: its first page is cut off with the end of the file"));
}

void TestCoreModules::buildIdBehindOtherNotes_data()
{
    // Number of zeros between the notes of the segment and those after it.
    QTest::addColumn<int>("gap");
    QTest::addColumn<bool>("fullPage");
    QTest::addColumn<bool>("found");
    QTest::newRow("directly behind, as Go puts it") << 0 << false << true;
    QTest::newRow("behind something else") << 24 << false << false;
    QTest::newRow("in the next page") << 0 << true << false;
}

void TestCoreModules::buildIdBehindOtherNotes()
{
    QFETCH(int, gap);
    QFETCH(bool, fullPage);
    QFETCH(bool, found);
    constexpr long kNotes = 64 + 2 * 56;
    constexpr std::size_t kOwner = kNotes + 12;
    constexpr std::size_t kOffsetOfNotes = 64 + 56 + 8;
    constexpr std::size_t kAddressOfNotes = 64 + 56 + 16;
    CoreBuilder core;
    auto page = core.imagePage(0, 0x3000, kBuildId);
    const CoreBuilder::Bytes gnuNote(page.begin() + kNotes, page.end());
    std::ranges::copy(std::as_bytes(std::span("Go\0", 4)), page.begin() + kOwner);
    if (fullPage) { // The segment's notes end with the page.
        const auto at = 0x1000 - gnuNote.size();
        page.insert(page.begin() + kNotes, at - kNotes, std::byte{0});
        for (const auto field : {kOffsetOfNotes, kAddressOfNotes}) {
            page[field] = std::byte(at & 0xff);
            page[field + 1] = std::byte(at >> 8);
        }
    }
    page.insert(page.end(), static_cast<std::size_t>(gap), std::byte{0});
    page.insert(page.end(), gnuNote.begin(), gnuNote.end());
    core.addThread(7, 11, {{"rsp", 0x10}});
    core.addFiles({{0x400000, 0x403000, 0, "/bin/app"}});
    core.addMemory({.address = 0x400000, .bytes = page, .memoryBytes = 0x3000, .flags = 5});
    const auto event = eventOf(core);
    QCOMPARE(event->modules.size(), 1u);
    QCOMPARE(event->modules[0].codeId.has_value(), found);
}

QTEST_GUILESS_MAIN(TestCoreModules)
#include "tst_core_modules.moc"
