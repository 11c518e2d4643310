// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/debug/elf/elf_scene.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Checks which entries of which symbol tables name code, and where that code ends.
class TestElfSymbols : public QObject
{
    Q_OBJECT

private slots:
    void symbolsKeepOnlyFunctions_data();
    void symbolsKeepOnlyFunctions();
    void betterNamesComeFirst();
    void currentVersionsComeFirst();
    void globalLabelsOutsideFunctionsNameCode();
    void whatCountsAsFunction_data();
    void whatCountsAsFunction();
    void functionsWithoutSizeEndBeforeData();
    void descriptorsLeadToCode();
    void dynamicSymbolsWithoutSectionHeaders();
    void miniDebugInfoAddsSymbols_data();
    void miniDebugInfoAddsSymbols();
};

void TestElfSymbols::symbolsKeepOnlyFunctions_data()
{
    QTest::addColumn<bool>("is64");
    QTest::addColumn<bool>("isBig");
    QTest::newRow("64-bit little-endian") << true << false;
    QTest::newRow("64-bit big-endian") << true << true;
    QTest::newRow("32-bit little-endian") << false << false;
    QTest::newRow("32-bit big-endian") << false << true;
}

void TestElfSymbols::symbolsKeepOnlyFunctions()
{
    QFETCH(bool, is64);
    QFETCH(bool, isBig);
    ElfBuilder builder(is64 ? ElfBuilder::Class::Elf64 : ElfBuilder::Class::Elf32,
                       isBig ? std::endian::big : std::endian::little);
    builder.add(text()).add({".data", 1, kAlloc, 0x2000, bytesOf("d")});
    builder.add(ElfBuilder::Segment{1, 5, 0x1000, 0});
    builder.addSymbols(".symtab", kSymtab,
                       {{"main", 0x1010, 5},
                        {"object", 0x1010, 5, 0x11},
                        {"imported", 0x1010, 5, 0x12, 0},
                        {"in data", 0x2000, 1, 0x12, 2},
                        {"below the image", 0xfff, 1}});
    builder.addSymbols(".dynsym", kDynsym, {{"exported", 0x1020, 0}});
    const auto object = opened(builder);
    QVERIFY(object);
    QVERIFY(object->features().hasSymbols);
    const auto symbols = object->symbols();
    QCOMPARE(symbols.size(), std::size_t{2});
    QCOMPARE(symbols[0].name, std::string_view("main"));
    QCOMPARE(symbols[0].address, std::uint64_t{0x10});
    QCOMPARE(symbols[0].sizeBytes, std::uint64_t{5});
    QCOMPARE(symbols[1].name, std::string_view("exported"));
}

/// At one address the first name counts. glibc's debug file lists the compiler's alias first.
void TestElfSymbols::betterNamesComeFirst()
{
    ElfBuilder builder;
    builder.add(text()).add(ElfBuilder::Segment{1, 5, 0x1000, 0});
    builder.addSymbols(".symtab", kSymtab,
                       {{"__libc_start_main_alias_2", 0x1000, 4, 0x02},
                        {"helper", 0x1002, 2, 0x02},
                        {"__old_start@GLIBC_2.2.5", 0x1000, 4},
                        {"__libc_start_main@@GLIBC_2.34", 0x1000, 4}});
    const auto object = opened(builder);
    QVERIFY(object);
    std::vector<std::string_view> names;
    for (const auto& symbol : object->symbols())
        names.push_back(symbol.name);
    QCOMPARE(names, (std::vector<std::string_view>{"__libc_start_main", "__old_start",
                                                   "__libc_start_main_alias_2", "helper"}));
}

/// The dynamic table keeps versions apart: glibc offers cfree to old programs only.
void TestElfSymbols::currentVersionsComeFirst()
{
    ElfBuilder builder;
    builder.add(text()).add(ElfBuilder::Segment{1, 5, 0x1000, 0});
    builder.addSymbols(".dynsym", kDynsym, {{"cfree", 0x1000, 4}, {"free", 0x1000, 4}});
    std::vector<std::byte> versions(6);
    versions[2] = std::byte{2};
    versions[3] = std::byte{0x80}; // Version of the first symbol after the empty entry.
    versions[4] = std::byte{2};
    builder.add({".gnu.version", kVersions, 2, 0x3000, versions});
    const auto object = opened(builder);
    QVERIFY(object);
    const auto symbols = object->symbols();
    QCOMPARE(symbols.size(), std::size_t{2});
    QCOMPARE(symbols[0].name, std::string_view("free"));
}

/// Go marks the end of its code by an empty function. Symbols of assembler sources after it have no
/// type.
void TestElfSymbols::globalLabelsOutsideFunctionsNameCode()
{
    ElfBuilder builder;
    builder.add({".text", 1, kAllocExec, 0x1000, std::vector<std::byte>(0x40)});
    builder.add(ElfBuilder::Segment{1, 5, 0x1000, 0});
    builder.addSymbols(".symtab", kSymtab,
                       {{"crosscall1", 0x1011, 0, 0x10},
                        {"local", 0x1018, 0, 0x00},
                        {"etext", 0x1040, 0, 0x10},
                        {"inside", 0x1022, 0, 0x10},
                        {"runtime.etext", 0x1010, 0, 0x02},
                        {"sized", 0x1020, 8, 0x12}});
    const auto object = opened(builder);
    QVERIFY(object);
    std::vector<std::string_view> names;
    for (const auto& symbol : object->symbols())
        names.push_back(symbol.name);
    QCOMPARE(names, (std::vector<std::string_view>{"sized", "runtime.etext", "crosscall1"}));
}

void TestElfSymbols::whatCountsAsFunction_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<uint>("info");
    QTest::addColumn<quint64>("sizeBytes");
    QTest::addColumn<bool>("isFunction");
    QTest::newRow("function") << "memcpy" << 0x12u << quint64{4} << true;
    QTest::newRow("chosen when linked") << "memcpy" << 0x1au << quint64{4} << true;
    QTest::newRow("local label") << "loop" << 0x00u << quint64{0} << false;
    QTest::newRow("local label with a size") << "__do_get_xsec" << 0x00u << quint64{4} << true;
    QTest::newRow("data with a size") << "table" << 0x01u << quint64{4} << false;
    QTest::newRow("GHC's exported code")
        << "base_GHCziBase_map_info" << 0x11u << quint64{4} << true;
    QTest::newRow("mapping symbol") << "$t" << 0x02u << quint64{0} << false;
    QTest::newRow("mapping symbol, numbered") << "$a.12" << 0x02u << quint64{0} << false;
    QTest::newRow("local function of that look") << "$t1" << 0x02u << quint64{0} << true;
    QTest::newRow("exported function of that look") << "$" << 0x12u << quint64{0} << true;
}

void TestElfSymbols::whatCountsAsFunction()
{
    QFETCH(QString, name);
    QFETCH(uint, info);
    QFETCH(quint64, sizeBytes);
    ElfBuilder builder;
    builder.add(text()).add(ElfBuilder::Segment{1, 5, 0x1000, 0});
    builder.addSymbols(".symtab", kSymtab,
                       {{name.toStdString(), 0x1000, sizeBytes, static_cast<std::uint8_t>(info)}});
    const auto object = opened(builder);
    QVERIFY(object);
    const auto symbols = object->symbols();
    QTEST(symbols.size() == 1, "isFunction");
    if (!symbols.empty())
        QCOMPARE(asQString(symbols[0].name), name);
}

/// Functions as in start files.
void TestElfSymbols::functionsWithoutSizeEndBeforeData()
{
    ElfBuilder builder;
    builder.add({".text", 1, kAllocExec, 0x1000, std::vector<std::byte>(0x40)});
    builder.add(ElfBuilder::Segment{1, 5, 0x1000, 0});
    builder.addSymbols(".symtab", kSymtab,
                       {{"first", 0x1000, 0, 0x02},
                        {"frame_dummy", 0x1008, 0, 0x02},
                        {"tableA", 0x1010, 0x10, 0x11},
                        {"tableB", 0x1020, 0x10, 0x11},
                        {"last", 0x1030, 0, 0x02}});
    const auto object = opened(builder);
    QVERIFY(object);
    const auto symbols = object->symbols();
    QCOMPARE(symbols.size(), std::size_t{3});
    QCOMPARE(symbols[0].sizeBytes, std::uint64_t{0});
    QCOMPARE(symbols[1].name, std::string_view("frame_dummy"));
    QCOMPARE(symbols[1].sizeBytes, std::uint64_t{8});
    QCOMPARE(symbols[2].sizeBytes, std::uint64_t{0});
}

void TestElfSymbols::descriptorsLeadToCode()
{
    ElfBuilder builder(ElfBuilder::Class::Elf64, std::endian::big);
    builder.machine(21); // EM_PPC64
    auto descriptors = builder.assembler();
    descriptors.u64(0x1008).u64(0x9000).u64(0);
    builder.add({".text", 1, kAllocExec, 0x1000, std::vector<std::byte>(0x40)});
    builder.add({".opd", 1, 3, 0x2000, descriptors.finish()});
    builder.add(ElfBuilder::Segment{1, 5, 0x1000, 0});
    builder.addSymbols(".symtab", kSymtab,
                       {{"main", 0x2000, 8, 0x12, 2}, {"elsewhere", 0x2018, 8, 0x12, 2}});
    const auto object = opened(builder);
    QVERIFY(object);
    const auto symbols = object->symbols();
    QCOMPARE(symbols.size(), std::size_t{1});
    QCOMPARE(symbols[0].name, std::string_view("main"));
    QCOMPARE(symbols[0].address, std::uint64_t{8});
    QCOMPARE(symbols[0].sizeBytes, std::uint64_t{8});
}

/// PT_DYNAMIC with a DT_GNU_HASH of one bucket: symbol 1 is the only hashed one.
void TestElfSymbols::dynamicSymbolsWithoutSectionHeaders()
{
    ByteAssembler area;
    const auto symbols = area.newLabel();
    const auto names = area.newLabel();
    const auto hash = area.newLabel();
    area.u64(6).offsetOf(symbols, 8).u64(5).offsetOf(names, 8).u64(10).u64(6);
    area.u64(0x6ffffef5).offsetOf(hash, 8).u64(0).u64(0);
    area.place(symbols).zeros(24).u32(1).u8(0x12).u8(0).u16(7).u64(0x40).u64(4);
    area.place(names).u8(0).text("func").u8(0).align(8);
    area.place(hash).u32(1).u32(1).u32(1).u32(0).u64(0).u32(1).u32(0xabcdef01);
    ElfBuilder builder;
    builder.add({".dynamic", 6, kAlloc, 0, area.finish()});
    builder.add(ElfBuilder::Segment{1, 5, 0, 0})
        .add(ElfBuilder::Segment{2, 4, 0, 0})
        .withoutSectionHeaders();
    const auto object = opened(builder);
    QVERIFY(object);
    QVERIFY(object->features().hasSymbols);
    const auto found = object->symbols();
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].name, std::string_view("func"));
    QCOMPARE(found[0].address, std::uint64_t{0x40});
}

void TestElfSymbols::miniDebugInfoAddsSymbols_data()
{
    // Start of the first inner segment; its code is at 0x1000.
    QTest::addColumn<quint64>("innerStart");
    QTest::newRow("same segments") << quint64{0x1000};
    QTest::newRow("first segment starts later") << quint64{0x1002};
    QTest::newRow("first segment starts earlier") << quint64{0x800};
}

void TestElfSymbols::miniDebugInfoAddsSymbols()
{
    QFETCH(quint64, innerStart);
    const auto xz = QStandardPaths::findExecutable(QStringLiteral("xz"));
    if (xz.isEmpty())
        QSKIP("needs the xz program");
    ElfBuilder inner;
    inner.add(text())
        .add(ElfBuilder::Segment{1, 5, innerStart, 0})
        .addSymbols(".symtab", kSymtab, {{"hidden", 0x1004, 1}});
    const auto innerBytes = inner.build();
    QProcess process;
    process.start(xz, {QStringLiteral("-c")});
    process.write(asText(innerBytes).data(), static_cast<qint64>(innerBytes.size()));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    ElfBuilder builder;
    builder.add(text()).add(ElfBuilder::Segment{1, 5, 0x1000, 0});
    builder.addSymbols(".dynsym", kDynsym, {{"exported", 0x1000, 4}});
    builder.add(
        {".gnu_debugdata", 1, 0, 0, bytesOf(process.readAllStandardOutput().toStdString())});
    const auto object = opened(builder);
    const auto symbols = object->symbols();
    QCOMPARE(symbols.size(), std::size_t{2});
    QCOMPARE(symbols[0].name, std::string_view("exported"));
    QCOMPARE(symbols[1].name, std::string_view("hidden"));
    QCOMPARE(symbols[1].address, std::uint64_t{4});
    QVERIFY(object->warnings().empty());
}

QTEST_GUILESS_MAIN(TestElfSymbols)
#include "tst_elf_symbols.moc"
