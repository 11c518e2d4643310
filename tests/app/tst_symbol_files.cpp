// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/symbolfiles/symbol_files.h"
#include "core/tools/breakpad_dump.h"
#include "tests/support/elf_builder.h"
#include "tests/support/macho_builder.h"
#include "tests/support/pdb_builder.h"
#include "tests/support/pe_builder.h"
#include "tests/support/split_dwarf_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace faultline;
using namespace faultline::app;
using namespace faultline::test;

/// The symbols commands also use files beside the given one that belong to it.
class TestSymbolFiles : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void findsWhatBelongsToAFile_data();
    void findsWhatBelongsToAFile();
    void opensDsymFolders();
    void passesOverTheCurrentDirectory();

private:
    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_dir->path().toStdString()) / name;
    }

    void write(const std::string& name, const std::vector<std::byte>& bytes) const
    {
        std::filesystem::create_directories(path(name).parent_path());
        std::ofstream(path(name), std::ios::binary) << asText(bytes);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

namespace {

/// Files by name. The file "app" is opened.
using Files = std::map<std::string, std::vector<std::byte>>;

constexpr std::string_view kBuildId = "0123456789abcdefghij";
constexpr std::uint32_t kCodeSection = 0x60000020;

void addSections(ElfBuilder& elf, const DwarfBuilder::Sections& sections)
{
    for (const auto& [name, content] : sections)
        elf.add({.name = "." + name, .content = content});
}

ElfBuilder program(const DwarfBuilder::Sections& sections = {})
{
    ElfBuilder elf;
    elf.add({.name = ".text",
             .flags = 6,
             .address = 0x1000,
             .content = std::vector<std::byte>(0x1000)});
    elf.addSymbols(".symtab", 2, {{.name = "symbol", .value = 0x1800, .sizeBytes = 0x40}});
    addSections(elf, sections);
    return elf;
}

std::vector<std::byte> elfOf(const DwarfBuilder::Sections& sections)
{
    ElfBuilder elf;
    elf.add({.name = ".note.gnu.build-id", .type = 7, .content = elf.note("GNU", 3, kBuildId)});
    addSections(elf, sections);
    return elf.build();
}

std::vector<std::byte> debugLink(std::string_view name, std::uint32_t checksum)
{
    ByteAssembler bytes;
    bytes.text(name).u8(0);
    while (bytes.size() % 4 != 0)
        bytes.u8(0);
    return bytes.u32(checksum).finish();
}

Files elfWithDebugLink(const std::string& place, std::uint32_t wrong = 0)
{
    const auto debugFile = elfOf(DwarfBuilder({}).build());
    auto stripped = program();
    stripped.add(
        {.name = ".gnu_debuglink", .content = debugLink("app.dbg", crc32(debugFile) + wrong)});
    return {{"app", stripped.build()}, {place, debugFile}};
}

Files elfWithSplitUnits(const std::string& place)
{
    const SplitDwarfBuilder builder({});
    const bool isPackage = place.ends_with(".dwp");
    return {{"app", program(builder.main()).build()},
            {place, elfOf(isPackage ? builder.package() : builder.file())}};
}

Files elfWithSupplementaryFile()
{
    const auto files = makeSupplementaryDwarf();
    auto main = program(files.main);
    main.add(
        {.name = ".gnu_debugaltlink",
         .content = ByteAssembler().text("/nowhere/common.debug").u8(0).text(kBuildId).finish()});
    return {{"app", main.build()}, {"common.debug", elfOf(files.supplementary)}};
}

PeBuilder image()
{
    PeBuilder pe;
    pe.addSection(".text", std::string(0x400, '\0'), kCodeSection);
    return pe;
}

Files mingwWithDebugLink()
{
    auto debugFile = image();
    const auto begin = debugFile.imageBase + PeBuilder::sectionRva(0);
    const DwarfBuilder dwarf({.functionBegin = begin, .functionEnd = begin + 0x40});
    for (const auto& [name, content] : dwarf.build())
        debugFile.addSection("." + name, std::string(asText(content)), 0x42000040);
    const auto bytes = debugFile.build();
    auto stripped = image();
    const auto link = debugLink("app.debug", crc32(bytes));
    stripped.addSection(".gnu_debuglink", std::string(asText(link)), 0x42000040);
    return {{"app", stripped.build()}, {"app.debug", bytes}};
}

Files imageWithPdb(const std::string& recorded, const std::string& place, std::uint8_t guid = 7)
{
    auto pe = image();
    pe.codeView = {.guid = {7}, .name = recorded};
    PdbBuilder pdb;
    pdb.guid = {guid};
    pdb.publics = codeViewRecord(
        0x110e, asString(ByteAssembler().u32(2).u32(0x10).u16(1).text("ofThePdb").u8(0).finish()));
    return {{"app", pe.build()}, {place, pdb.build()}};
}

MachOBuilder machO()
{
    MachOBuilder builder;
    builder.uuid = {1, 2, 3};
    builder.segments = {{"__TEXT", 0, 0x2000, 5, {{"__text", 0x1000, std::string(0x100, '\0')}}}};
    return builder;
}

Files machOWithDsym(const std::string& name, std::uint8_t uuid = 1)
{
    auto dsym = machO();
    dsym.fileType = 10;
    dsym.uuid = {uuid, 2, 3};
    std::vector<MachOBuilder::Section> sections;
    std::uint64_t address = 0x3000;
    for (const auto& [section, content] : DwarfBuilder({}).build()) {
        sections.push_back({"__" + section, address, std::string(asText(content))});
        address += 0x1000;
    }
    dsym.segments.push_back({"__DWARF", 0x3000, 0x9000, 1, sections});
    return {{"app", machO().build()}, {name + "/Contents/Resources/DWARF/app", dsym.build()}};
}

QString dumpOf(const symbolfiles::SymbolFiles& files)
{
    std::string text;
    const auto stats = app::dumpBreakpad({.files = files, .name = "app"},
                                         [&](std::string_view piece) { text += piece; });
    return QString::fromStdString(stats ? text : stats.error().detail);
}

} // namespace

Q_DECLARE_METATYPE(Files)

void TestSymbolFiles::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
}

void TestSymbolFiles::findsWhatBelongsToAFile_data()
{
    QTest::addColumn<Files>("files");
    QTest::addColumn<QString>("record");
    const QString outer = QStringLiteral("FUNC 1000 40 0 outer\n");
    QTest::newRow("debug link beside") << elfWithDebugLink("app.dbg") << outer;
    QTest::newRow("debug link below") << elfWithDebugLink(".debug/app.dbg") << outer;
    QTest::newRow("debug link, symbols of the program")
        << elfWithDebugLink("app.dbg") << "PUBLIC 1800 0 symbol\n";
    QTest::newRow("debug link to another build") << elfWithDebugLink("app.dbg", 1) << "!FUNC";
    QTest::newRow("package") << elfWithSplitUnits("app.dwp") << outer;
    QTest::newRow("split unit") << elfWithSplitUnits("a.dwo") << outer;
    QTest::newRow("supplementary file") << elfWithSupplementaryFile() << "FUNC 1000 40 0 shared\n";
    QTest::newRow("debug link of MinGW") << mingwWithDebugLink() << "FUNC 400 40 0 outer\n";
    QTest::newRow("pdb by its name")
        << imageWithPdb(R"(C:\build\other.pdb)", "other.pdb") << "PUBLIC 1010 0 ofThePdb\n";
    QTest::newRow("pdb by the image's name")
        << imageWithPdb(R"(C:\build\other.pdb)", "app.pdb") << "PUBLIC 1010 0 ofThePdb\n";
    QTest::newRow("pdb of another build")
        << imageWithPdb(R"(C:\build\app.pdb)", "app.pdb", 8) << "!PUBLIC";
    QTest::newRow("dSYM") << machOWithDsym("app.dSYM") << outer;
    QTest::newRow("dSYM of another build") << machOWithDsym("app.dSYM", 9) << "!FUNC";
}

void TestSymbolFiles::findsWhatBelongsToAFile()
{
    QFETCH(Files, files);
    QFETCH(QString, record);
    for (const auto& [name, bytes] : files)
        write(name, bytes);
    const auto found = symbolfiles::openSymbolFiles(path("app"));
    QVERIFY2(found, found ? "" : found.error().detail.c_str());
    const auto text = dumpOf(*found);
    const bool isExpected = !record.startsWith('!');
    QVERIFY2(text.contains(isExpected ? record : record.mid(1)) == isExpected, qPrintable(text));
}

void TestSymbolFiles::opensDsymFolders()
{
    for (const auto& [name, bytes] : machOWithDsym("app.dSYM"))
        write(name, bytes);
    for (const auto* name : {"app.dSYM", "app.dSYM/"}) {
        const auto files = symbolfiles::openSymbolFiles(path(name));
        QVERIFY2(files, files ? "" : files.error().detail.c_str());
        QVERIFY(dumpOf(*files).contains("FUNC 1000 40 0 outer\n"));
    }
    write("app.dSYM/Contents/Resources/DWARF/second", machO().build());
    const auto several = symbolfiles::openSymbolFile(path("app.dSYM"));
    QVERIFY(!several);
    QVERIFY(QString::fromStdString(several.error().detail).startsWith("holds 2 files"));
    std::filesystem::create_directories(path("empty.dSYM"));
    const auto none = symbolfiles::openSymbolFile(path("empty.dSYM"));
    QVERIFY(!none);
    QCOMPARE(none.error().kind, ErrorKind::NotFound);
}

void TestSymbolFiles::passesOverTheCurrentDirectory()
{
    const auto files = imageWithPdb("other.pdb", "elsewhere/other.pdb");
    for (const auto& [name, bytes] : files)
        write(name, bytes);
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(path("elsewhere"));
    const auto found = symbolfiles::openSymbolFiles(path("app"));
    std::filesystem::current_path(before);
    QVERIFY(found);
    QVERIFY(!found->linked);
}

QTEST_GUILESS_MAIN(TestSymbolFiles)
#include "tst_symbol_files.moc"
