// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/formats/debug/breakpad/breakpad_object.h"
#include "core/formats/debug/open/open_object.h"
#include "core/formats/debug/sourcebundle/source_bundle.h"
#include "core/tools/breakpad_dump.h"
#include "core/tools/breakpad_expression.h"
#include "core/tools/source_collector.h"
#include "core/tools/symbol_sorter.h"
#include "core/tools/wasm_splitter.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/dwarf_builder.h"
#include "tests/support/elf_builder.h"
#include "tests/support/macho_builder.h"
#include "tests/support/pdb_builder.h"
#include "tests/support/pe_builder.h"
#include "tests/support/wasm_builder.h"
#include "tests/support/zip_builder.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace faultline;
using namespace faultline::app;
using namespace faultline::test;

/// Checks `faultline symbols dump`, `bundle`, `sort` and `wasm-split`.
class TestSymbolTools : public QObject
{
    Q_OBJECT

private slots:
    void expressions_data();
    void expressions();
    void init();
    void dumpOfFunctionsAndInlines();
    void dumpOfPublicsAndCallFrames();
    void dumpOfCallFramesNamesRegisters_data();
    void dumpOfCallFramesNamesRegisters();
    void dumpOfUnwindTables_data();
    void dumpOfUnwindTables();
    void dumpOfLinesWithoutNumber();
    void dumpOfHostileNames();
    void dumpOfNothing();
    void bundleOfLocalSources();
    void bundleTakesSourcesOnly();
    void sortIntoTheUnifiedLayout();
    void sortTellsWhatItLeavesOut();
    void sortAgainAddsToTheBundle();
    void sortMakesSourceBundles();
    void bundleIds_data();
    void bundleIds();
    void splitKeepsEverythingInTheCompanion();
    void splitWithBuildIds_data();
    void splitWithBuildIds();

private:
    std::filesystem::path write(const std::string& name, std::string_view bytes) const
    {
        const auto path = std::filesystem::path(m_dir->path().toStdString()) / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }

    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_dir->path().toStdString()) / name;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

namespace {

object::ObjectPtr open(const std::vector<std::byte>& bytes)
{
    auto object = object::openObject(ByteView::copyOf(bytes), {});
    return object ? *std::move(object) : nullptr;
}

/// "outer" at 0x1000–0x1040 with "inner" inlined, in /src/inc/a.c.
std::vector<std::byte> elfWithDwarf()
{
    ElfBuilder elf;
    elf.add(ElfBuilder::Section{
        .name = ".text", .flags = 6, .address = 0x1000, .content = std::vector<std::byte>(0x40)});
    elf.add(ElfBuilder::Section{.name = ".note.gnu.build-id",
                                .type = 7,
                                .flags = 2,
                                .content = elf.note("GNU", 3, "0123456789abcdefghij")});
    for (const auto& [name, bytes] : DwarfBuilder({}).build())
        elf.add(ElfBuilder::Section{.name = "." + name, .content = bytes});
    return elf.build();
}

std::vector<std::byte> elfWithCallFrames()
{
    constexpr std::uint64_t kFrames = 0x3000;
    CfiBuilder cfi(kFrames);
    // CFA rsp+8, return address at CFA-8; then push rbp at +1, mov rbp at +4.
    const auto common = cfi.common("R", 16, {0x0c, 7, 8, 0x90, 1});
    cfi.frame(common, 0x1000, 0x20,
              {0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x48, 0x0c, 7, 8, 0xc6});
    cfi.frame(common, 0x1020, 0x10, {0x0f, 1, 0x77}); // CFA by an expression.
    cfi.frame(common, 0x1030, 0x10, {0x07, 16});      // No return address: the stack begins here.
    cfi.terminator();
    ElfBuilder elf;
    elf.add(ElfBuilder::Section{
        .name = ".text", .flags = 6, .address = 0x1000, .content = std::vector<std::byte>(0x40)});
    elf.add(ElfBuilder::Section{
        .name = ".eh_frame", .flags = 2, .address = kFrames, .content = cfi.finish()});
    elf.addSymbols(".symtab", 2,
                   {{.name = "second", .value = 0x1020, .sizeBytes = 0x10},
                    {.name = "_ZN3foo3barEv", .value = 0x1000, .sizeBytes = 0x20}});
    return elf.build();
}

/// A function that pushes its frame pointer and the return address.
std::vector<std::byte> elfWithFramePointer(ElfBuilder elf,
                                           std::uint16_t machine,
                                           std::uint8_t fp,
                                           std::uint8_t lr,
                                           const std::vector<std::uint8_t>& atEntry)
{
    constexpr std::uint64_t kFrames = 0x3000;
    const auto saved = [](std::uint8_t reg) { return static_cast<std::uint8_t>(0x80 | reg); };
    CfiBuilder cfi(kFrames);
    const auto common = cfi.common("R", lr, atEntry);
    cfi.frame(common, 0x1000, 0x20, {0x44, 0x0e, 16, saved(fp), 2, saved(lr), 1, 0x44, 0x0d, fp});
    cfi.terminator();
    elf.machine(machine);
    elf.add(ElfBuilder::Section{
        .name = ".text", .flags = 6, .address = 0x1000, .content = std::vector<std::byte>(0x40)});
    elf.add(ElfBuilder::Section{
        .name = ".eh_frame", .flags = 2, .address = kFrames, .content = cfi.finish()});
    return elf.build();
}

QByteArray asByteArray(const std::vector<std::byte>& bytes)
{
    const auto text = asText(bytes);
    return {text.data(), static_cast<qsizetype>(text.size())};
}

/// One function of 0x40 bytes with the given UNWIND_INFO.
QByteArray peWithUnwindInfo(const std::vector<std::uint8_t>& info)
{
    PeBuilder pe;
    pe.addSection(".text", std::string(0x40, '\x90'), 0x60000020);
    ByteAssembler functions;
    const auto begin = PeBuilder::sectionRva(0);
    functions.u32(begin).u32(begin + 0x40).u32(PeBuilder::sectionRva(2));
    pe.addSection(".pdata", std::string(asText(functions.finish())), 0x40000040);
    pe.addSection(".xdata", std::string(info.begin(), info.end()), 0x40000040);
    return asByteArray(pe.build());
}

/// One function with the given packed record.
QByteArray arm64PeWithRecord(std::uint32_t record)
{
    PeBuilder pe;
    pe.machine = 0xaa64;
    pe.addSection(".text", std::string(0x40, '\0'), 0x60000020);
    ByteAssembler functions;
    functions.u32(PeBuilder::sectionRva(0)).u32(record);
    pe.addSection(".pdata", std::string(asText(functions.finish())), 0x40000040);
    return asByteArray(pe.build());
}

/// One function at 0x1000–0x1040 with the given compact encoding.
QByteArray machOWithCompactUnwind(std::uint32_t cpu, std::uint32_t encoding)
{
    ByteAssembler unwind;
    unwind.u32(1).u32(28).u32(0).u32(28).u32(0).u32(28).u32(2); // No common encodings.
    unwind.u32(0x1000).u32(52).u32(0);                          // A page, and where it ends.
    unwind.u32(0x1040).u32(0).u32(0);
    unwind.u32(2).u16(8).u16(1).u32(0x1000).u32(encoding); // The page: regular, one entry.
    MachOBuilder builder;
    builder.cpuType = cpu;
    builder.segments = {{"__TEXT",
                         0,
                         0x3000,
                         5,
                         {{"__text", 0x1000, std::string(0x40, '\0')},
                          {"__unwind_info", 0x2000, std::string(asText(unwind.finish()))}}}};
    return asByteArray(builder.build());
}

std::string dumpOf(const std::vector<std::byte>& bytes, app::BreakpadDumpStats& stats)
{
    std::string text;
    const auto outcome = app::dumpBreakpad({.files = {.object = open(bytes)}, .name = "app"},
                                           [&](std::string_view piece) { text += piece; });
    if (outcome)
        stats = *outcome;
    return outcome ? text : outcome.error().detail;
}

} // namespace

void TestSymbolTools::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
}

void TestSymbolTools::dumpOfFunctionsAndInlines()
{
    app::BreakpadDumpStats stats;
    const auto text = dumpOf(elfWithDwarf(), stats);
    QCOMPARE(QString::fromStdString(text),
             QString("MODULE Linux x86_64 333231303534373638396162636465660 app\n"
                     "INFO CODE_ID 303132333435363738396162636465666768696A\n"
                     "FILE 0 /src/inc/a.c\n"
                     "INLINE_ORIGIN 0 inner\n"
                     "FUNC 1000 40 0 outer\n"
                     "INLINE 0 7 0 0 1010 10\n"
                     "1000 10 5 0\n"
                     "1010 10 20 0\n"
                     "1020 20 8 0\n"));
    // Our own reader can read the result.
    const auto object = object::openObject(ByteView::fromString(text), {});
    QVERIFY(object);
    QCOMPARE((*object)->format(), object::FileFormat::Breakpad);
    QVERIFY((*object)->features().hasDebugInfo);
    QCOMPARE(stats.functions, std::size_t{1});
}

void TestSymbolTools::dumpOfPublicsAndCallFrames()
{
    app::BreakpadDumpStats stats;
    const auto text = QString::fromStdString(dumpOf(elfWithCallFrames(), stats));
    QVERIFY2(text.contains("PUBLIC 1000 0 foo::bar()\nPUBLIC 1020 0 second\n"), qPrintable(text));
    QVERIFY2(text.endsWith("STACK CFI INIT 1000 20 .cfa: $rsp 8 + .ra: .cfa -8 + ^\n"
                           "STACK CFI 1001 .cfa: $rsp 16 + $rbp: .cfa -16 + ^\n"
                           "STACK CFI 1004 .cfa: $rbp 16 +\n"
                           "STACK CFI 100c .cfa: $rsp 8 + $rbp: $rbp\n"
                           "STACK CFI INIT 1030 10 .cfa: $rsp 8 + .ra: 0\n"),
             qPrintable(text));
    QCOMPARE(stats.publics, std::size_t{2});
    QCOMPARE(stats.untoldUnwindEntries, std::size_t{1});
}

void TestSymbolTools::dumpOfCallFramesNamesRegisters_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("records");
    const ElfBuilder elf32(ElfBuilder::Class::Elf32);
    // For arm64, Breakpad's reader does not know fp and lr, and rust-minidump's does not know x31.
    QTest::newRow("arm64") << asByteArray(
                                  elfWithFramePointer(ElfBuilder(), 183, 29, 30, {0x0c, 31, 0}))
                           << "STACK CFI INIT 1000 20 .cfa: sp 0 + .ra: x30\n"
                              "STACK CFI 1004 .cfa: sp 16 + .ra: .cfa -8 + ^ x29: .cfa -16 + ^\n"
                              "STACK CFI 1008 .cfa: x29 16 +\n";
    QTest::newRow("arm") << asByteArray(elfWithFramePointer(elf32, 40, 11, 14, {0x0c, 13, 0}))
                         << "STACK CFI INIT 1000 20 .cfa: sp 0 + .ra: lr\n"
                            "STACK CFI 1004 .cfa: sp 16 + .ra: .cfa -8 + ^ r11: .cfa -16 + ^\n"
                            "STACK CFI 1008 .cfa: r11 16 +\n";
    // Clang defines only the register at entry.
    QTest::newRow("mips") << asByteArray(elfWithFramePointer(elf32, 8, 30, 31, {0x0d, 29}))
                          << "STACK CFI INIT 1000 20 .cfa: $sp 0 + .ra: $ra\n"
                             "STACK CFI 1004 .cfa: $sp 16 + .ra: .cfa -8 + ^ $fp: .cfa -16 + ^\n"
                             "STACK CFI 1008 .cfa: $fp 16 +\n";
}

void TestSymbolTools::dumpOfCallFramesNamesRegisters()
{
    QFETCH(QByteArray, file);
    const auto bytes =
        std::as_bytes(std::span(file.constData(), static_cast<std::size_t>(file.size())));
    app::BreakpadDumpStats stats;
    const auto text = dumpOf({bytes.begin(), bytes.end()}, stats);
    QTEST(QString::fromStdString(text).section("STACK", 1).prepend("STACK"), "records");
}

void TestSymbolTools::dumpOfUnwindTables_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("records");
    // push rbx; push rbp; sub rsp, 0x20.
    QTest::newRow("pe x64") << peWithUnwindInfo({0x01, 6, 3, 0, 6, 0x32, 2, 0x50, 1, 0x30})
                            << "STACK CFI INIT 400 40 .cfa: $rsp 8 + .ra: .cfa -8 + ^\n"
                               "STACK CFI 401 .cfa: $rsp 16 + $rbx: .cfa -16 + ^\n"
                               "STACK CFI 402 .cfa: $rsp 24 + $rbp: .cfa -24 + ^\n"
                               "STACK CFI 406 .cfa: $rsp 56 +\n";
    // push rbp; sub rsp, 0x20; lea rbp, [rsp + 0x10]; mov [rbp + 8], rsi.
    QTest::newRow("pe x64, frame pointer")
        << peWithUnwindInfo({0x01, 14, 5, 0x15, 14, 0x64, 3, 0, 10, 0x03, 5, 0x32, 1, 0x50, 0, 0})
        << "STACK CFI INIT 400 40 .cfa: $rsp 8 + .ra: .cfa -8 + ^\n"
           "STACK CFI 401 .cfa: $rsp 16 + $rbp: .cfa -16 + ^\n"
           "STACK CFI 405 .cfa: $rsp 48 +\n"
           "STACK CFI 40a .cfa: $rbp 32 +\n"
           "STACK CFI 40e $rsi: .cfa -24 + ^\n";
    QTest::newRow("pe x64, frame of the processor")
        << peWithUnwindInfo({0x01, 0, 1, 0, 0, 0x0a, 0, 0})
        << "STACK CFI INIT 400 40 .cfa: $rsp 24 + ^ .ra: $rsp 0 + ^\n";
    // stp x29, x30, [sp, #-32]!; mov x29, sp.
    QTest::newRow("pe arm64") << arm64PeWithRecord(1 | 16 << 2 | 3 << 21 | 2 << 23)
                              << "STACK CFI INIT 400 40 .cfa: sp .ra: x30\n"
                                 "STACK CFI 404 .cfa: sp 32 + .ra: .cfa -24 + ^ x29: .cfa -32 + ^\n"
                                 "STACK CFI 408 .cfa: x29 32 +\n";
    QTest::newRow("pe x64, damaged") << peWithUnwindInfo({0x07, 0, 0, 0}) << "1 untold";
    const std::uint32_t frame = 0x04000001;     // x19, x20 and the frame record.
    const std::uint32_t frameless = 0x02002000; // 32 bytes, nothing saved.
    QTest::newRow("compact, arm64 frame")
        << machOWithCompactUnwind(0x0100000c, frame)
        << "STACK CFI INIT 1000 40 .cfa: x29 16 + .ra: .cfa -8 + ^ x19: .cfa -24 + ^ "
           "x20: .cfa -32 + ^ x29: .cfa -16 + ^\n";
    QTest::newRow("compact, arm64 frameless") << machOWithCompactUnwind(0x0100000c, frameless)
                                              << "STACK CFI INIT 1000 40 .cfa: sp 32 + .ra: x30\n";
    QTest::newRow("compact, arm64 leaf")
        << machOWithCompactUnwind(0x0100000c, 0) << "STACK CFI INIT 1000 40 .cfa: sp .ra: x30\n";
    QTest::newRow("compact, x64 frame with rbx")
        << machOWithCompactUnwind(0x01000007, 0x01010001)
        << "STACK CFI INIT 1000 40 .cfa: $rbp 16 + .ra: .cfa -8 + ^ $rbx: .cfa -24 + ^ "
           "$rbp: .cfa -16 + ^\n";
    QTest::newRow("compact, x64 leaf")
        << machOWithCompactUnwind(0x01000007, 0)
        << "STACK CFI INIT 1000 40 .cfa: $rsp 8 + .ra: .cfa -8 + ^\n";
}

void TestSymbolTools::dumpOfUnwindTables()
{
    QFETCH(QByteArray, file);
    const auto object = object::openObject(ByteView::fromString(file.toStdString()), {});
    QVERIFY2(object, object ? "" : object.error().detail.c_str());
    std::string text;
    const auto untold =
        app::dumpCallFrames(*object, [&](std::string_view piece) { text += piece; });
    if (untold != 0)
        text += concat(untold, " untold");
    QTEST(QString::fromStdString(text), "records");
    // Our own reader understands it.
    if (untold == 0) {
        const auto symbols = object::openObject(
            ByteView::fromString(concat("MODULE Linux ", archName((*object)->arch()),
                                        " 333231303534373638396162636465660 app\n", text)),
            {});
        QVERIFY(symbols && (*symbols)->features().hasUnwindInfo);
    }
}

/// Code that the compiler generated belongs to a file but to no line of it.
void TestSymbolTools::dumpOfLinesWithoutNumber()
{
    const std::string text = "MODULE Linux x86_64 333231303534373638396162636465660 app\n"
                             "FILE 0 /src/a.c\n"
                             "FUNC 1000 40 0 outer\n"
                             "1000 10 5 0\n"
                             "1010 30 0 0\n";
    const auto bytes = asBytes(text);
    app::BreakpadDumpStats stats;
    QCOMPARE(dumpOf({bytes.begin(), bytes.end()}, stats), text);
}

void TestSymbolTools::dumpOfHostileNames()
{
    const std::string text = "MODULE Linux x86_64 333231303534373638396162636465660 app\x1b[31m\n"
                             "FILE 0 /src/\x1b[31m.c\n"
                             "FUNC 1000 40 0 outer\x1b[31m\n"
                             "1000 40 5 0\n"
                             "PUBLIC 2000 0 f\xc2\x9b\n"
                             "STACK CFI INIT 1000 40 .cfa: \x1b[31m\n";
    const auto bytes = asBytes(text);
    app::BreakpadDumpStats stats;
    const auto dump = dumpOf({bytes.begin(), bytes.end()}, stats);
    QVERIFY2(!dump.contains('\x1b') && !dump.contains("\xc2\x9b"), dump.c_str());
    QVERIFY(dump.contains("FUNC 1000 40 0 outer\\x1b[31m\n"));
    QVERIFY(dump.contains("STACK CFI INIT 1000 40 .cfa: \\x1b[31m\n"));
}

void TestSymbolTools::dumpOfNothing()
{
    app::BreakpadDumpStats stats;
    QCOMPARE(dumpOf(ElfBuilder().build(), stats),
             std::string("no functions, symbols or unwind data to dump"));
}

void TestSymbolTools::bundleOfLocalSources()
{
    write("tree/inc/a.c", "int a;\n");
    const auto object = open(elfWithDwarf());
    QVERIFY(object);
    auto out = TempFile::create(path("out"));
    QVERIFY(out);
    const auto stats = app::bundleSources(
        {.object = object},
        {.objectName = "app", .pathMappings = {{"/src", path("tree").string()}}, .anyFile = false},
        *out);
    QVERIFY2(stats, stats ? "" : stats.error().detail.c_str());
    QCOMPARE(stats->files, std::size_t{1});
    const auto bytes = out->map();
    const auto bundle = sourcebundle::SourceBundle::open(*bytes, {});
    QVERIFY2(bundle, bundle ? "" : bundle.error().detail.c_str());
    QCOMPARE((*bundle)->attribute("object_name"), std::string_view("app"));
    QCOMPARE((*bundle)->debugId(), object->debugId());
    QCOMPARE((*bundle)->codeId(), object->codeId());
    QVERIFY((*bundle)->files().contains("files/src/inc/a.c"));
    const auto source = (*bundle)->sourceByPath("/src/inc/a.c");
    QVERIFY(source && source->text && *source->text);
    QCOMPARE((*source->text)->text(), std::string_view("int a;\n"));

    auto again = TempFile::create(path("out"));
    const auto none = app::bundleSources(
        {.object = object}, {.objectName = {}, .pathMappings = {}, .anyFile = false}, *again);
    QVERIFY(none);
    QCOMPARE(none->files, std::size_t{0});
    QVERIFY(none->absent > 0);
}

void TestSymbolTools::bundleTakesSourcesOnly()
{
    write("tree/a.c", "int a;\n");
    write("tree/include/vector", "int v;\n");
    write("tree/.cargo/registry/lib.rs", "fn f() {}\n");
    write("tree/secret", "password\n");
    write("tree/.ssh/key.c", "key\n");
    std::filesystem::create_symlink(path("tree/secret"), path("tree/link.c"));
    std::string files;
    std::string lines;
    std::size_t count = 0;
    for (const auto* name : {"a.c", "include/vector", ".cargo/registry/lib.rs", "secret",
                             ".ssh/key.c", "link.c", "/etc/passwd"}) {
        const bool isAbsolute = *name == '/';
        files += concat("FILE ", count, " ",
                        isAbsolute ? std::string(name) : path("tree").string() + "/" + name, "\n");
        lines += concat("10", count, "0 10 1 ", count, "\n");
        ++count;
    }
    const auto file = write("app.sym", "MODULE Linux x86_64 333231303534373638396162636465660 a\n" +
                                           files + "FUNC 1000 80 0 f\n" + lines);
    const auto symbols = symbolfiles::openSymbolFiles(file);
    QVERIFY2(symbols, symbols ? "" : symbols.error().detail.c_str());
    auto out = TempFile::create(path("out"));
    const auto stats = app::bundleSources(
        *symbols, {.objectName = {}, .pathMappings = {}, .anyFile = false}, *out);
    QVERIFY2(stats, stats ? "" : stats.error().detail.c_str());
    QCOMPARE(stats->files, std::size_t{3});
    QCOMPARE(stats->foreign + stats->files, count);
    auto all = TempFile::create(path("out"));
    const auto asked =
        app::bundleSources(*symbols, {.objectName = {}, .pathMappings = {}, .anyFile = true}, *all);
    QVERIFY(asked);
    QCOMPARE(asked->foreign, std::size_t{0});
    QCOMPARE(asked->files, count);
}

void TestSymbolTools::sortIntoTheUnifiedLayout()
{
    const auto elf = elfWithDwarf();
    PdbBuilder pdb;
    pdb.guid = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    ZipBuilder zip;
    const auto pdbBytes = pdb.build();
    zip.add("folder/app.pdb", std::string(asText(pdbBytes)));
    zip.add("readme.txt", "nothing of interest here");
    write("in/app.elf", asText(elf));
    write("in/notes.txt", "passed over in folders");
    const auto archive = zip.build();
    const auto archivePath = write("symbols.zip", asText(archive));
    app::SymbolSorter sorter({.output = path("sorted"), .compression = 3});
    QVERIFY(sorter.add(path("in"), "1.0"));
    QVERIFY(sorter.add(archivePath, "2.0"));
    QVERIFY(sorter.finish());
    QCOMPARE(sorter.objects().size(), std::size_t{2});
    const auto elfPath = std::string("30/3132333435363738396162636465666768696a/executable");
    QCOMPARE(sorter.objects()[0].path, elfPath);
    QCOMPARE(sorter.objects()[1].path, std::string("04/03020106050807090a0b0c0d0e0f101/debuginfo"));
    const auto stored = mapOwnFile(path("sorted") / elfPath);
    QVERIFY(stored && stored->text().starts_with("\x28\xb5\x2f\xfd"));
    const auto meta = mapOwnFile(path("sorted") / (elfPath + ".meta"));
    QVERIFY(meta);
    QCOMPARE(meta->text(),
             std::string_view(R"({"name":"app.elf","arch":"x86_64","file_format":"elf"})"));
    QVERIFY(
        std::filesystem::exists(path("sorted/30/3132333435363738396162636465666768696a/refs/1.0")));
    const auto record = mapOwnFile(path("sorted/bundles/1.0"));
    QVERIFY(record);
    const QRegularExpression expected(
        R"(^\{"name":"1.0","timestamp":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",)"
        R"("debug_ids":\["33323130-3534-3736-3839-616263646566"\]\}$)");
    const auto text = QString::fromStdString(std::string(record->text()));
    QVERIFY2(expected.match(text).hasMatch(), qPrintable(text));
    QVERIFY(std::filesystem::exists(path("sorted/bundles/2.0")));
}

void TestSymbolTools::sortTellsWhatItLeavesOut()
{
    using Outcome = app::SortedObject::Outcome;
    const auto file = write("app.elf", asText(elfWithDwarf()));
    auto relocatable = ElfBuilder().type(1).build();
    PeBuilder pe; // Without a debug id its code id has no place in the layout.
    app::SymbolSorter sorter({.output = path("sorted")});
    QVERIFY(sorter.add(file, {}));
    QVERIFY(sorter.add(file, {}));
    QVERIFY(sorter.add(write("text", "no debug file at all"), {}));
    QVERIFY(sorter.add(write("a.o", asText(relocatable)), {}));
    QVERIFY(sorter.add(write("a.exe", asText(pe.build())), {}));
    QVERIFY(!sorter.add(path("absent"), {}));
    QVERIFY(sorter.finish());
    std::vector<Outcome> outcomes;
    for (const auto& object : sorter.objects())
        outcomes.push_back(object.outcome);
    QVERIFY((outcomes == std::vector{Outcome::Stored, Outcome::Duplicate, Outcome::Unreadable,
                                     Outcome::Skipped, Outcome::Unreadable}));
    QVERIFY(QString::fromStdString(sorter.objects()[1].note).endsWith("is there already"));
    QVERIFY(!std::filesystem::exists(path("sorted/bundles"))); // None was named.
    QVERIFY(!std::filesystem::exists(path("sorted/00")));
}

void TestSymbolTools::sortAgainAddsToTheBundle()
{
    const auto file = write("app.elf", asText(elfWithDwarf()));
    const auto folder = std::string("sorted/30/3132333435363738396162636465666768696a/");
    for (const auto* bundle : {"1.0", "2.0"}) {
        app::SymbolSorter sorter({.output = path("sorted")});
        QVERIFY(sorter.add(file, bundle));
        QVERIFY(sorter.finish());
        QVERIFY(std::filesystem::exists(path(folder + "refs/" + bundle)));
        const auto record = mapOwnFile(path(std::string("sorted/bundles/") + bundle));
        QVERIFY(record && record->text().contains("33323130-3534-3736-3839-616263646566"));
        std::filesystem::remove(path(folder + "executable.meta"));
    }
    app::SymbolSorter sorter({.output = path("sorted")});
    QVERIFY(sorter.add(file, {}));
    QVERIFY(std::filesystem::exists(path(folder + "executable.meta")));
}

void TestSymbolTools::sortMakesSourceBundles()
{
    const auto source = write("a.c", "int a;\n");
    const auto symbols = concat("MODULE Linux x86_64 333231303534373638396162636465660 app\n"
                                "FILE 0 ",
                                source.string(),
                                "\nFUNC 1000 40 0 outer\n"
                                "1000 40 5 0\n");
    const auto file = write("app.sym", symbols);
    const auto bare =
        write("bare.sym", "MODULE Linux x86_64 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA0 bare\n"
                          "PUBLIC 1000 0 f\n");
    app::SymbolSorter sorter({.output = path("sorted"), .withSources = true});
    QVERIFY(sorter.add(file, {}));
    QVERIFY(sorter.add(bare, {})); // Names no sources, which is no failure.
    QVERIFY(sorter.finish());
    QCOMPARE(sorter.sourceBundles(), std::size_t{1});
    for (const auto& object : sorter.objects())
        QCOMPARE(object.outcome, app::SortedObject::Outcome::Stored);
    const std::string folder = "sorted/33/3231303534373638396162636465660/";
    const auto meta = mapOwnFile(path(folder + "sourcebundle.meta"));
    QVERIFY(meta);
    QCOMPARE(
        meta->text(),
        std::string_view(R"({"name":"app.sym","arch":"x86_64","file_format":"sourcebundle"})"));
    const auto content = mapOwnFile(path(folder + "sourcebundle"));
    QVERIFY(content);
    const auto bundle = sourcebundle::SourceBundle::open(*content, {});
    QVERIFY(bundle);
    QCOMPARE((*bundle)->attribute("object_name"), std::string_view("app.sym"));

    app::SymbolSorter packer({.output = path("packed"), .compression = 3, .withSources = true});
    QVERIFY(packer.add(file, {}));
    QVERIFY(packer.finish());
    const auto packed = mapOwnFile(path("packed/33/3231303534373638396162636465660/sourcebundle"));
    QVERIFY(packed && packed->text().starts_with("\x28\xb5\x2f\xfd"));
}

void TestSymbolTools::bundleIds_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("id");
    QTest::newRow("kept") << "a-Z.0+1,2" << "a-Z.0+1,2";
    QTest::newRow("replaced") << "My App/1.0" << "My_App_1.0";
    QTest::newRow("runs and ends") << "/My  App (1)/" << "My_App_1";
    QTest::newRow("no folder above") << ".." << "";
    QTest::newRow("nothing left") << "%/" << "";
}

void TestSymbolTools::bundleIds()
{
    QFETCH(QString, name);
    QTEST(QString::fromStdString(app::SymbolSorter::bundleId(name.toStdString())), "id");
}

void TestSymbolTools::splitKeepsEverythingInTheCompanion()
{
    WasmBuilder wasm;
    wasm.addCustom(".debug_info", "x");
    wasm.addFunction({.name = "f"});
    const auto file = wasm.build();
    const auto split = app::splitWasm(ByteView::copyOf(file), {.stripDebug = true,
                                                               .stripNames = true,
                                                               .externalDebugUrl = "app.debug.wasm",
                                                               .buildId = std::nullopt});
    QVERIFY2(split, split ? "" : split.error().detail.c_str());
    QCOMPARE(split->buildId.size(), std::size_t{32});
    const auto module = open(split->module);
    const auto debug = open(split->debug);
    QVERIFY(module && debug);
    QCOMPARE(module->codeId().text(), split->buildId);
    QCOMPARE(debug->codeId().text(), split->buildId);
    QVERIFY(!module->section(".debug_info") && !module->section("name"));
    QVERIFY(debug->section(".debug_info") && debug->section("name"));
    QCOMPARE(module->companions().size(), std::size_t{1});
    QCOMPARE(module->companions()[0].name, std::string("app.debug.wasm"));
    QVERIFY(debug->companions().empty());
    // A file with a build id keeps it.
    const auto again = app::splitWasm(ByteView::copyOf(split->debug), {.buildId = "ffff"});
    QVERIFY(again);
    QCOMPARE(again->buildId, split->buildId);
    QCOMPARE(again->module, split->debug);
}

void TestSymbolTools::splitWithBuildIds_data()
{
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("hyphens") << "01234567-89AB-cdef-0123-456789abcdef"
                             << "0123456789abcdef0123456789abcdef";
    QTest::newRow("odd") << "012" << "build id \"012\" is no even number of hexadecimal digits";
    QTest::newRow("not hexadecimal")
        << "zz" << "build id \"zz\" is no even number of hexadecimal digits";
    QTest::newRow("empty") << "" << "build id \"\" is no even number of hexadecimal digits";
}

void TestSymbolTools::splitWithBuildIds()
{
    QFETCH(QString, given);
    WasmBuilder wasm;
    wasm.addFunction({.name = "f"});
    const auto file = wasm.build();
    const auto split = app::splitWasm(ByteView::copyOf(file), {.buildId = given.toStdString()});
    QTEST(QString::fromStdString(split ? split->buildId : split.error().detail), "outcome");
}

void TestSymbolTools::expressions_data()
{
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<bool>("isRegisters");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const QByteArray& expression, bool isRegisters,
                        const char* text) {
        QTest::newRow(name) << expression << isRegisters << QString(text);
    };
    row("GCC's main: where sp is saved", "757c06", false, "$ebp -4 + ^");
    row("a register by fp", "7500", true, "$ebp 0 +");
    row("a register by the frame", "2308", true, ".cfa 8 +");
    row("an aligned place", "74080bf0ff1a", false, "$esp 8 + 16 @");
    row("sums", "7400301c0a00012203", false, "");
    row("constants", "08ff09ff0cffffffff2222", false, "255 -1 4294967295 + +");
    row("a large register number", "920510", false, "$ebp 16 +");
    row("LEB128", "10ac02117f1e", false, "300 -1 *");
    row("a mask that aligns nothing", "740007110f1a", false, "");
    row("a mask that is no constant", "740075001a", false, "");
    row("a comparison", "740030ff", false, "");
    row("too few terms", "22", false, "");
    row("memory at nothing", "06", false, "");
    row("cut off", "75", false, "");
    row("longer than any real one", QByteArray("7500" + QByteArray("06").repeated(2000)), false,
        "");
    row("nothing", "", false, "");
}

void TestSymbolTools::expressions()
{
    QFETCH(QByteArray, expression);
    QFETCH(bool, isRegisters);
    const auto raw = QByteArray::fromHex(expression);
    const auto bytes = asBytes({raw.constData(), static_cast<std::size_t>(raw.size())});
    const auto text = app::breakpadExpression(
        bytes, CpuFamily::Intel32, isRegisters ? std::optional<std::string>(".cfa") : std::nullopt);
    QTEST(QString::fromStdString(text.value_or("")), "text");
    // A part of a module is a different module or none. At most it is read to its end.
    for (std::size_t size = 0; size < std::min<std::size_t>(bytes.size(), 16); ++size)
        static_cast<void>(
            app::breakpadExpression(bytes.first(size), CpuFamily::Intel32, std::nullopt));
}

QTEST_GUILESS_MAIN(TestSymbolTools)
#include "tst_symbol_tools.moc"
