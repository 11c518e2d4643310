// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/dwarf_reader.h"
#include "core/formats/debug/dwarf/package_index.h"
#include "core/formats/debug/dwarf/split_files.h"
#include "tests/support/debug_lookup.h"
#include "tests/support/split_dwarf_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

// Units that need other files: split units in .dwo files and .dwp packages, and data that dwz moved
// into a supplementary file.
class TestDwarfCompanions : public QObject
{
    Q_OBJECT

private slots:
    void splitUnitsReadLikeWholeOnes_data();
    void splitUnitsReadLikeWholeOnes();
    void withoutItsSplitUnitASkeletonGivesLines_data();
    void withoutItsSplitUnitASkeletonGivesLines();
    void idsOfSplitFiles_data();
    void idsOfSplitFiles();
    void namesComeFromTheSupplementaryFile();
    void withoutTheSupplementaryFileNamesAreEmpty();
    void packageIndexDefects_data();
    void packageIndexDefects();
    void unitsThatShareOnePartAreRefused();
    void everyPrefixIsValueOrError_data();
    void everyPrefixIsValueOrError();
};

namespace {

using Sections = DwarfBuilder::Sections;
using Shape = SplitDwarfBuilder::Shape;

auto sourceOf(Sections sections)
{
    return [sections = std::move(sections)](std::string_view name) -> std::optional<ByteView> {
        const auto found = sections.find(name);
        return found == sections.end() ? std::nullopt
                                       : std::optional(ByteView::fromVector(found->second));
    };
}

dwarf::DwarfCompanion
companionOf(dwarf::DwarfCompanion::Kind kind, Sections sections, std::endian order)
{
    return {kind, "companion", sourceOf(std::move(sections)), order};
}

/// A reader of `main` with one companion; null when there is nothing to read.
std::unique_ptr<object::DebugInfoReader> readerOf(Sections main,
                                                  Sections companion,
                                                  dwarf::DwarfCompanion::Kind kind,
                                                  std::endian order = std::endian::little)
{
    dwarf::DwarfInput input;
    input.byteOrder = order;
    input.section = sourceOf(std::move(main));
    if (!companion.empty())
        input.companions = {companionOf(kind, std::move(companion), order)};
    auto reader = dwarf::makeDwarfReader(std::move(input), {});
    return reader ? *std::move(reader) : nullptr;
}

QString describe(const object::DebugInfoReader& reader, std::uint32_t address)
{
    QStringList lines;
    for (const auto& frame : DebugLookup(reader).at(address))
        lines +=
            QStringLiteral("%1 %2:%3:%4")
                .arg(QString::fromStdString(frame.function), QString::fromStdString(frame.file))
                .arg(frame.line)
                .arg(frame.column);
    return lines.join(QStringLiteral(", "));
}

void addShapes()
{
    QTest::addColumn<int>("version");
    QTest::addColumn<bool>("isBig");
    QTest::addColumn<bool>("isPackaged");
    for (const int version : {4, 5}) {
        for (const bool isBig : {false, true}) {
            for (const bool isPackaged : {false, true})
                QTest::addRow("DWARF %d, %s-endian, %s", version, isBig ? "big" : "little",
                              isPackaged ? "package" : "single file")
                    << version << isBig << isPackaged;
        }
    }
}

Shape fetchedShape()
{
    Shape shape;
    [&] {
        QFETCH(int, version);
        QFETCH(bool, isBig);
        shape.version = static_cast<unsigned>(version);
        shape.order = isBig ? std::endian::big : std::endian::little;
    }();
    return shape;
}

Sections splitSections(const Shape& shape, bool isPackaged)
{
    const SplitDwarfBuilder builder(shape);
    return isPackaged ? builder.package() : builder.file();
}

} // namespace

void TestDwarfCompanions::splitUnitsReadLikeWholeOnes_data()
{
    addShapes();
}

void TestDwarfCompanions::splitUnitsReadLikeWholeOnes()
{
    QFETCH(bool, isPackaged);
    const auto shape = fetchedShape();
    const auto reader = readerOf(SplitDwarfBuilder(shape).main(), splitSections(shape, isPackaged),
                                 dwarf::DwarfCompanion::Kind::Split, shape.order);
    QVERIFY(reader);
    QCOMPARE(describe(*reader, 0xfff), QString());
    QCOMPARE(describe(*reader, 0x1000), QStringLiteral("outer a.c:5:9"));
    QCOMPARE(describe(*reader, 0x1010), QStringLiteral("inner a.c:20:9, outer a.c:7:3"));
    QCOMPARE(describe(*reader, 0x103f), QStringLiteral("outer a.c:8:9"));
    QCOMPARE(describe(*reader, 0x1040), QString());
    QVERIFY(reader->warnings().empty());
    const auto unit = reader->readUnit(0, {});
    QVERIFY(unit);
    QCOMPARE(unit->damagedRecords, 0u);
    QCOMPARE(unit->functions.front().language, Language::Cpp);
    QCOMPARE(unit->files.back().compDir, std::string_view("/src"));
}

void TestDwarfCompanions::withoutItsSplitUnitASkeletonGivesLines_data()
{
    QTest::addColumn<bool>("hasFile");
    QTest::newRow("no file at all") << false;
    QTest::newRow("a file of another build") << true;
}

void TestDwarfCompanions::withoutItsSplitUnitASkeletonGivesLines()
{
    QFETCH(bool, hasFile);
    Shape shape;
    shape.skeletonId = 0x42;
    const SplitDwarfBuilder builder(shape);
    const auto reader = readerOf(builder.main(), hasFile ? builder.file() : Sections(),
                                 dwarf::DwarfCompanion::Kind::Split);
    QVERIFY(reader);
    const auto unit = reader->readUnit(0, {});
    QVERIFY(unit);
    QVERIFY(unit->functions.empty());
    QCOMPARE(unit->bareLines.size(), std::size_t{1});
    QCOMPARE(unit->bareLines.front().begin, 0x1000u);
    QCOMPARE(unit->bareLines.front().end, 0x1040u);
    QCOMPARE(unit->bareLines.front().lineCount, 3u);
    QCOMPARE(reader->warnings(), std::vector<std::string>{"split debug info missing: a.dwo"});
}

void TestDwarfCompanions::idsOfSplitFiles_data()
{
    addShapes();
}

void TestDwarfCompanions::idsOfSplitFiles()
{
    QFETCH(bool, isPackaged);
    const auto shape = fetchedShape();
    const auto ids = dwarf::splitUnitIds(companionOf(
        dwarf::DwarfCompanion::Kind::Split, splitSections(shape, isPackaged), shape.order));
    QCOMPARE(ids, std::vector<std::uint64_t>{shape.id});
}

void TestDwarfCompanions::namesComeFromTheSupplementaryFile()
{
    const auto files = makeSupplementaryDwarf();
    const auto reader =
        readerOf(files.main, files.supplementary, dwarf::DwarfCompanion::Kind::Supplementary);
    QVERIFY(reader);
    const auto unit = reader->readUnit(0, {});
    QVERIFY(unit);
    QCOMPARE(unit->functions.size(), std::size_t{2});
    QCOMPARE(unit->functions[0].name, std::string_view("shared"));
    // The language of the unit with the origin.
    QCOMPARE(unit->functions[0].language, Language::Cpp);
    QCOMPARE(unit->functions[1].name, std::string_view("shared"));
    QCOMPARE(unit->functions[1].language, Language::C);
}

void TestDwarfCompanions::withoutTheSupplementaryFileNamesAreEmpty()
{
    const auto reader =
        readerOf(makeSupplementaryDwarf().main, {}, dwarf::DwarfCompanion::Kind::Supplementary);
    QVERIFY(reader);
    const auto unit = reader->readUnit(0, {});
    QVERIFY(unit);
    QCOMPARE(unit->functions.size(), std::size_t{2});
    QVERIFY(unit->functions[0].name.empty());
    QVERIFY(unit->functions[1].name.empty());
}

void TestDwarfCompanions::packageIndexDefects_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("value");
    QTest::addColumn<QString>("warning");
    QTest::newRow("version") << 0 << 3 << "companion: package index: version 3, expected 2 or 5";
    QTest::newRow("section count")
        << 7 << 1
        << "companion: package index: 2 slots, 1 units and 16777220 sections do not fit 88 bytes";
    QTest::newRow("unit count")
        << 11 << 1
        << "companion: package index: 2 slots, 16777217 units and 4 sections do not fit 88 bytes";
    QTest::newRow("slot count")
        << 15 << 1
        << "companion: package index: 16777218 slots, 1 units and 4 sections do not fit 88 bytes";
    QTest::newRow("row number") << 36 << 2 << "split debug info missing: a.dwo";
    QTest::newRow("part outside its section")
        << 59 << 1
        << "split debug info damaged: a.dwo: split unit 0x123456789abcdef: its part of the package "
           "lies outside";
}

void TestDwarfCompanions::packageIndexDefects()
{
    QFETCH(int, offset);
    QFETCH(int, value);
    QFETCH(QString, warning);
    const SplitDwarfBuilder builder({});
    auto package = builder.package();
    package["debug_cu_index"].at(static_cast<std::size_t>(offset)) = static_cast<std::byte>(value);
    const auto reader = readerOf(builder.main(), package, dwarf::DwarfCompanion::Kind::Split);
    QVERIFY(reader);
    QVERIFY(reader->readUnit(0, {}));
    QVERIFY(!reader->warnings().empty());
    QCOMPARE(QString::fromStdString(reader->warnings().front()), warning);
}

void TestDwarfCompanions::unitsThatShareOnePartAreRefused()
{
    constexpr std::uint32_t kUnits = 100;
    constexpr std::uint32_t kSlots = 128;
    const SplitDwarfBuilder builder({});
    auto package = builder.package();
    const auto infoBytes = package["debug_info.dwo"].size();
    ByteAssembler index;
    index.u16(5).u16(0).u32(1).u32(kUnits).u32(kSlots);
    for (std::uint32_t slot = 0; slot < kSlots; ++slot)
        index.u64(slot + 1);
    for (std::uint32_t slot = 0; slot < kSlots; ++slot)
        index.u32(slot < kUnits ? slot + 1 : 0);
    index.u32(1).zeros(std::size_t{4} * kUnits);
    for (std::uint32_t unit = 0; unit < kUnits; ++unit)
        index.u32(infoBytes);
    package["debug_cu_index"] = index.finish();
    const auto reader = readerOf(builder.main(), package, dwarf::DwarfCompanion::Kind::Split);
    QVERIFY(reader);
    QVERIFY(!reader->warnings().empty());
    QCOMPARE(reader->warnings().front(), concat("companion: package index: units of ",
                                                kUnits * infoBytes, " bytes share ", infoBytes));
}

void TestDwarfCompanions::everyPrefixIsValueOrError_data()
{
    addShapes();
}

void TestDwarfCompanions::everyPrefixIsValueOrError()
{
    QFETCH(bool, isPackaged);
    const auto shape = fetchedShape();
    const auto main = SplitDwarfBuilder(shape).main();
    const auto split = splitSections(shape, isPackaged);
    for (const auto& [name, whole] : split) {
        for (std::size_t length = 0; length < whole.size(); ++length) {
            auto cut = split;
            cut[name].resize(length);
            const auto reader =
                readerOf(main, std::move(cut), dwarf::DwarfCompanion::Kind::Split, shape.order);
            QVERIFY(reader);
            QCOMPARE(QString::fromStdString(DebugLookup(*reader).brokenPromise()), QString());
        }
    }
}

QTEST_GUILESS_MAIN(TestDwarfCompanions)
#include "tst_dwarf_companions.moc"
