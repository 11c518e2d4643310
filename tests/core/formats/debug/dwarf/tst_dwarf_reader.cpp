// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/dwarf_reader.h"
#include "core/formats/debug/dwarf/range_lists.h"
#include "core/formats/debug/dwarf/unit_index.h"
#include "tests/support/debug_lookup.h"
#include "tests/support/dwarf_builder.h"

#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::test;

class TestDwarfReader : public QObject
{
    Q_OBJECT

private slots:
    void everyShapeReadsTheSame_data();
    void everyShapeReadsTheSame();
    void symbolNamesTheFunction();
    void discardedFunctionsAreDropped_data();
    void discardedFunctionsAreDropped();
    void removedCodeHasNoEnd_data();
    void removedCodeHasNoEnd();
    void shortCodeOfAssemblerSourcesHasLines();
    void innerCallsAreCodeOfOuterOnes();
    void rangesHaveTheSizeOfAnAddress_data();
    void rangesHaveTheSizeOfAnAddress();
    void defects_data();
    void defects();
    void damagedHeadersCostTheirUnitOnly_data();
    void damagedHeadersCostTheirUnitOnly();
    void paddingIsNoUnit();
    void everyPrefixIsValueOrError_data();
    void everyPrefixIsValueOrError();
    void aSharedLineProgramIsNotRunForEver();
    void stopEndsInCancelled();
};

namespace {

using Shape = DwarfBuilder::Shape;

dwarf::DwarfInput inputOf(DwarfBuilder::Sections sections, std::endian order)
{
    dwarf::DwarfInput input;
    input.byteOrder = order;
    input.section = [sections =
                         std::move(sections)](std::string_view name) -> std::optional<ByteView> {
        const auto found = sections.find(name);
        return found == sections.end() ? std::nullopt
                                       : std::optional(ByteView::fromVector(found->second));
    };
    return input;
}

QString describe(const std::vector<LookupFrame>& frames)
{
    QStringList lines;
    for (const auto& frame : frames)
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
    QTest::addColumn<bool>("is64");
    QTest::addColumn<int>("addressBytes");
    QTest::addColumn<bool>("isBig");
    for (const int version : {2, 3, 4, 5}) {
        for (const bool is64 : {false, true}) {
            for (const int addressBytes : {4, 8}) {
                for (const bool isBig : {false, true})
                    QTest::addRow("DWARF %d, %d-bit offsets, %d-byte addresses, %s-endian", version,
                                  is64 ? 64 : 32, addressBytes, isBig ? "big" : "little")
                        << version << is64 << addressBytes << isBig;
            }
        }
    }
}

Shape fetchedShape()
{
    Shape shape;
    [&] {
        QFETCH(int, version);
        QFETCH(bool, is64);
        QFETCH(int, addressBytes);
        QFETCH(bool, isBig);
        shape.version = static_cast<unsigned>(version);
        shape.is64 = is64;
        shape.addressBytes = static_cast<std::size_t>(addressBytes);
        shape.order = isBig ? std::endian::big : std::endian::little;
    }();
    return shape;
}

} // namespace

void TestDwarfReader::everyShapeReadsTheSame_data()
{
    addShapes();
}

void TestDwarfReader::everyShapeReadsTheSame()
{
    const auto shape = fetchedShape();
    const auto reader =
        dwarf::makeDwarfReader(inputOf(DwarfBuilder(shape).build(), shape.order), {});
    QVERIFY(reader);
    QCOMPARE((*reader)->unitCount(), std::size_t{1});
    const auto unit = (*reader)->readUnit(0, {});
    QVERIFY(unit);
    QCOMPARE(unit->damagedRecords, 0u);
    const DebugLookup lookup(**reader);
    QCOMPARE(describe(lookup.at(0xfff)), QString());
    QCOMPARE(describe(lookup.at(0x1000)), QStringLiteral("outer a.c:5:9"));
    QCOMPARE(describe(lookup.at(0x1010)), QStringLiteral("inner a.c:20:9, outer a.c:7:3"));
    QCOMPARE(describe(lookup.at(0x101f)), QStringLiteral("inner a.c:20:9, outer a.c:7:3"));
    QCOMPARE(describe(lookup.at(0x103f)), QStringLiteral("outer a.c:8:9"));
    QCOMPARE(describe(lookup.at(0x1040)), QString());
    const auto& file = unit->files.back();
    QCOMPARE(file.directory, std::string_view("inc"));
    QCOMPARE(file.compDir, std::string_view("/src"));
    QCOMPARE(unit->functions.front().language, Language::Cpp);
    QCOMPARE(unit->functions.front().entry, 0x1000u);
}

void TestDwarfReader::symbolNamesTheFunction()
{
    auto input = inputOf(DwarfBuilder({}).build(), std::endian::little);
    input.loadAddress = 0x800;
    input.symbols = {{0x801, 1, "not this"}, {0x800, 0, "_Z5outerv"}, {0x800, 0, "alias"}};
    const auto reader = dwarf::makeDwarfReader(std::move(input), {});
    QVERIFY(reader);
    const auto unit = (*reader)->readUnit(0, {});
    QVERIFY(unit);
    QCOMPARE(unit->functions.size(), std::size_t{1});
    QCOMPARE(unit->functions.front().begin, 0x800u);
    QCOMPARE(unit->functions.front().name, std::string_view("_Z5outerv"));
}

void TestDwarfReader::discardedFunctionsAreDropped_data()
{
    QTest::addColumn<int>("addressBytes");
    QTest::addColumn<quint64>("begin");
    QTest::addColumn<quint64>("end");
    QTest::addColumn<bool>("isRelocatable");
    QTest::addColumn<int>("functions");
    QTest::addColumn<uint>("damaged");
    QTest::newRow("address 0") << 8 << quint64{0} << quint64{0x40} << false << 0 << 0u;
    QTest::newRow("address 0 of a relocatable file")
        << 8 << quint64{0} << quint64{0x40} << true << 1 << 0u;
    QTest::newRow("highest address") << 8 << ~quint64{0} << ~quint64{0} << false << 0 << 0u;
    QTest::newRow("highest 32-bit address")
        << 4 << quint64{0xfffffffe} << quint64{0xffffffff} << false << 0 << 0u;
    QTest::newRow("empty") << 8 << quint64{0x1000} << quint64{0x1000} << false << 0 << 0u;
    QTest::newRow("reversed") << 8 << quint64{0x1040} << quint64{0x1000} << false << 0 << 1u;
    QTest::newRow("outside executable sections")
        << 8 << quint64{0x9000} << quint64{0x9040} << false << 0 << 0u;
    QTest::newRow("beyond 4 GiB") << 8 << quint64{0x100000000} << quint64{0x100000040} << false << 0
                                  << 0u;
}

void TestDwarfReader::discardedFunctionsAreDropped()
{
    QFETCH(int, addressBytes);
    QFETCH(quint64, begin);
    QFETCH(quint64, end);
    QFETCH(bool, isRelocatable);
    Shape shape;
    shape.addressBytes = static_cast<std::size_t>(addressBytes);
    shape.functionBegin = begin;
    shape.functionEnd = end;
    auto input = inputOf(DwarfBuilder(shape).build(), shape.order);
    input.isRelocatable = isRelocatable;
    if (!isRelocatable)
        input.executableRanges = {{0x1000, 0x2000}};
    const auto reader = dwarf::makeDwarfReader(std::move(input), {});
    QVERIFY(reader);
    const auto unit = (*reader)->readUnit(0, {});
    QVERIFY(unit);
    QTEST(static_cast<int>(unit->functions.size()), "functions");
    QTEST(static_cast<uint>(unit->damagedRecords), "damaged");
}

void TestDwarfReader::removedCodeHasNoEnd_data()
{
    QTest::addColumn<quint32>("begin");
    QTest::addColumn<quint32>("length");
    QTest::newRow("an optimizer's 0 for the end") << 0x1010u << 0xffffeff0u;
    QTest::newRow("a linker's beginning") << 0xffffffffu << 0x10u;
    QTest::newRow("an older linker's beginning") << 0xfffffffeu << 0x10u;
}

/// The end of the inlined call is what Binaryen and linkers write for removed code, with the old
/// length. Sums of 32-bit addresses wrap around.
void TestDwarfReader::removedCodeHasNoEnd()
{
    QFETCH(quint32, begin);
    QFETCH(quint32, length);
    auto sections = DwarfBuilder({.addressBytes = 4}).build();
    const auto replace = [](std::vector<std::byte>& bytes, const QByteArray& old, QByteArray now) {
        auto text = QByteArray(reinterpret_cast<const char*>(bytes.data()),
                               static_cast<qsizetype>(bytes.size()));
        const auto at = text.indexOf(old);
        QVERIFY(at >= 0 && old.size() == now.size());
        const auto stored = asBytes({now.constData(), static_cast<std::size_t>(now.size())});
        std::ranges::copy(stored, bytes.begin() + at);
    };
    const auto number = [](quint32 value) {
        return QByteArray(reinterpret_cast<const char*>(&value), sizeof value);
    };
    // DW_AT_high_pc, before DW_AT_call_file: data4 instead of an address.
    replace(sections["debug_abbrev"], "\x12\x01\x58", "\x12\x06\x58");
    replace(sections["debug_info"], number(0x1010) + number(0x1020),
            number(begin) + number(length));

    const auto reader =
        dwarf::makeDwarfReader(inputOf(std::move(sections), std::endian::little), {});
    QVERIFY(reader);
    QCOMPARE((*reader)->readUnit(0, {})->damagedRecords, 0u);
    const DebugLookup lookup(**reader);
    QCOMPARE(describe(lookup.at(0x1010)), QStringLiteral("outer a.c:20:9"));
    QCOMPARE(describe(lookup.at(0x1030)), QStringLiteral("outer a.c:8:9"));
}

/// crtn.S ends the function that crti.S began: some bytes without function or symbol.
void TestDwarfReader::shortCodeOfAssemblerSourcesHasLines()
{
    Shape shape;
    shape.functionEnd = shape.functionBegin;
    auto input = inputOf(DwarfBuilder(shape).build(), shape.order);
    input.executableRanges = {{0x1000, 0x1020}};
    const auto reader = dwarf::makeDwarfReader(std::move(input), {});
    QVERIFY(reader);
    const auto unit = (*reader)->readUnit(0, {});
    QVERIFY(unit);
    QCOMPARE(unit->functions.size(), std::size_t{0});
    QCOMPARE(unit->bareLines.size(), std::size_t{1});
    QCOMPARE(unit->bareLines.front().end, 0x1020u);
}

/// Old Go compilers leave out parts of calls that contain other calls.
void TestDwarfReader::innerCallsAreCodeOfOuterOnes()
{
    ByteAssembler abbreviations;
    addAbbreviation(abbreviations, 1, 0x11, true, {0x13, 0x0b});
    addAbbreviation(abbreviations, 2, 0x2e, true, {0x03, 0x08, 0x11, 0x01, 0x12, 0x01});
    addAbbreviation(abbreviations, 3, 0x1d, true, {0x03, 0x08, 0x11, 0x01, 0x12, 0x01});
    addAbbreviation(abbreviations, 4, 0x0b, true, {});
    abbreviations.u8(0);
    ByteAssembler info;
    info.u32(0).u16(4).u32(0).u8(8).u8(1).u8(0x16); // Go
    const auto open = [&info](unsigned code, std::string_view name, unsigned begin, unsigned end) {
        info.u8(code).text(name).u8(0).u64(begin).u64(end);
    };
    open(2, "f", 0x1000, 0x1040);
    open(3, "a", 0x1010, 0x1014);
    info.u8(4);
    open(3, "b", 0x1010, 0x1012);
    open(3, "c", 0x1018, 0x101c);
    info.u8(0).u8(0).u8(0).u8(0).u8(0).u8(0);
    info.patch(0, info.size() - 4, 4);
    const auto reader = dwarf::makeDwarfReader(
        inputOf({{"debug_abbrev", abbreviations.finish()}, {"debug_info", info.finish()}},
                std::endian::little),
        {});
    QVERIFY(reader);
    const auto unit = (*reader)->readUnit(0, {});
    QVERIFY(unit);
    QStringList calls;
    for (const auto& call : unit->inlines)
        calls += QStringLiteral("%1 %2-%3 in %4")
                     .arg(QString::fromStdString(std::string(call.name)))
                     .arg(call.begin, 0, 16)
                     .arg(call.end, 0, 16)
                     .arg(static_cast<int>(call.parent));
    QCOMPARE(calls, (QStringList{"a 1010-1014 in -1", "b 1010-1012 in 0", "a 1018-101c in -1",
                                 "b 1018-101c in 2", "c 1018-101c in 3"}));
}

void TestDwarfReader::rangesHaveTheSizeOfAnAddress_data()
{
    QTest::addColumn<int>("addressBytes");
    QTest::addColumn<int>("ranges");
    QTest::newRow("4 bytes") << 4 << 1;
    QTest::newRow("8 bytes") << 8 << 2;
}

/// A call whose end an optimizer replaced by 0.
void TestDwarfReader::rangesHaveTheSizeOfAnAddress()
{
    QFETCH(int, addressBytes);
    constexpr unsigned kStartLength = 7;
    const auto bytes = static_cast<std::size_t>(addressBytes);
    ByteAssembler list;
    list.u8(kStartLength).number(0x1000, bytes).u8(0x10);
    list.u8(kStartLength).number(0x2000, bytes).u8(0x80).u8(0xc0).u8(0xff).u8(0xff).u8(0x0f);
    list.u8(0);
    dwarf::DwarfSections sections;
    sections.rnglists = ByteView::fromVector(list.finish());
    dwarf::Unit unit;
    unit.header.version = 5;
    unit.header.addressBytes = static_cast<std::uint8_t>(addressBytes);
    std::vector<dwarf::AddressRange> ranges;
    const dwarf::DieValue attribute{.number = 0, .form = 0x17}; // DW_FORM_sec_offset
    std::uint64_t entriesLeft = 100;
    QVERIFY(dwarf::appendRanges(sections, unit, attribute, ranges, entriesLeft) ==
            dwarf::ListState::Complete);
    QTEST(static_cast<int>(ranges.size()), "ranges");
    QCOMPARE(ranges.front().end, std::uint64_t{0x1010});
}

void TestDwarfReader::defects_data()
{
    QTest::addColumn<QString>("section");
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("value");
    QTest::addColumn<QString>("detail");
    const auto info = QStringLiteral("debug_info");
    QTest::newRow("unit length")
        << info << 3 << 0x7f
        << "unit header at offset 0x0: length does not fit the 87 bytes of .debug_info";
    QTest::newRow("version") << info << 4 << 9
                             << "unit header at offset 0x0: version 9, address size 0";
    QTest::newRow("address size") << info << 10 << 3
                                  << "unit header at offset 0x0: version 4, address size 3";
    QTest::newRow("abbreviation offset") << info << 9 << 1
                                         << "unit at offset 0x0: abbreviation 1 of its root entry "
                                            "is not declared at offset 0x1000000";
    QTest::newRow("abbreviation code of the root")
        << info << 11 << 77
        << "unit at offset 0x0: abbreviation 77 of its root entry is not declared at offset 0x0";
    QTest::newRow("abbreviation code further in costs what follows")
        << info << 30 << 77 << "1 damaged";
    QTest::newRow("unknown form") << QStringLiteral("debug_abbrev") << 19 << 0x7f << "1 damaged";
    QTest::newRow("line table version") << QStringLiteral("debug_line") << 4 << 9 << "1 damaged";
    QTest::newRow("line table line range")
        << QStringLiteral("debug_line") << 14 << 0 << "1 damaged";
}

void TestDwarfReader::defects()
{
    QFETCH(QString, section);
    QFETCH(int, offset);
    QFETCH(int, value);
    QFETCH(QString, detail);
    auto sections = DwarfBuilder({}).build();
    sections[section.toStdString()].at(static_cast<std::size_t>(offset)) =
        static_cast<std::byte>(value);
    const auto reader =
        dwarf::makeDwarfReader(inputOf(std::move(sections), std::endian::little), {});
    if (!reader) {
        QCOMPARE(QString::fromStdString(reader.error().detail), detail);
        return;
    }
    const auto unit = (*reader)->readUnit(0, {});
    if (!unit)
        QCOMPARE(QString::fromStdString(unit.error().detail), detail);
    else
        QCOMPARE(QStringLiteral("%1 damaged").arg(unit->damagedRecords), detail);
}

void TestDwarfReader::damagedHeadersCostTheirUnitOnly_data()
{
    QTest::addColumn<int>("unit"); // Of five.
    QTest::addColumn<int>("offset");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("found");
    const QByteArray tooLong("\xf0\xff\xff\x7f", 4);
    for (const int unit : {0, 2, 4}) {
        QTest::addRow("length beyond the section, unit %d", unit) << unit << 0 << tooLong << 4;
        QTest::addRow("reserved length, unit %d", unit)
            << unit << 0 << QByteArray("\xf4\xff\xff\xff", 4) << 4;
        QTest::addRow("version, unit %d", unit) << unit << 4 << QByteArray("\x63", 1) << 4;
        QTest::addRow("header of ones, unit %d", unit) << unit << 0 << QByteArray(11, '\xff') << 4;
        QTest::addRow("version and a length that leads into the next, unit %d", unit)
            << unit << 0 << QByteArray("\x60\0\0\0\x63", 5) << 4;
    }
    QTest::addRow("header of zeros") << 2 << 0 << QByteArray(11, '\0') << 4;
}

void TestDwarfReader::damagedHeadersCostTheirUnitOnly()
{
    QFETCH(int, unit);
    QFETCH(int, offset);
    QFETCH(QByteArray, bytes);
    QFETCH(int, found);
    const auto one = DwarfBuilder({}).build()["debug_info"];
    std::vector<std::byte> section;
    for (int i = 0; i < 5; ++i)
        section.insert(section.end(), one.begin(), one.end());
    const auto damagedAt = static_cast<std::size_t>(unit) * one.size();
    std::memcpy(section.data() + damagedAt + offset, bytes.data(),
                static_cast<std::size_t>(bytes.size()));
    const auto index = dwarf::readUnitIndex(section, std::endian::little);
    QCOMPARE(static_cast<int>(index.units.size()), found);
    QCOMPARE(index.lostUnits, 1u);
    QVERIFY(!index.damage.empty());
    for (const auto& header : index.units) {
        QCOMPARE(header.offset % one.size(), 0u);
        QVERIFY(header.offset != damagedAt);
        QCOMPARE(header.end, header.offset + one.size());
    }
}

void TestDwarfReader::paddingIsNoUnit()
{
    auto section = DwarfBuilder({}).build()["debug_info"];
    const auto one = section;
    section.resize(section.size() + 8);
    section.insert(section.end(), one.begin(), one.end());
    section.resize(section.size() + 4);
    const auto index = dwarf::readUnitIndex(section, std::endian::little);
    QCOMPARE(index.units.size(), 2u);
    QCOMPARE(index.lostUnits, 0u);
    QCOMPARE(index.damage, std::string());
}

void TestDwarfReader::everyPrefixIsValueOrError_data()
{
    addShapes();
}

void TestDwarfReader::everyPrefixIsValueOrError()
{
    const auto shape = fetchedShape();
    const auto sections = DwarfBuilder(shape).build();
    for (const auto& [name, whole] : sections) {
        for (std::size_t length = 0; length < whole.size(); ++length) {
            auto cut = sections;
            cut[name].resize(length);
            const auto reader = dwarf::makeDwarfReader(inputOf(std::move(cut), shape.order), {});
            if (reader)
                QCOMPARE(QString::fromStdString(DebugLookup(**reader).brokenPromise()), QString());
        }
    }
}

void TestDwarfReader::aSharedLineProgramIsNotRunForEver()
{
    constexpr std::size_t kUnits = 200;
    auto sections = DwarfBuilder({}).build();
    const auto unit = sections["debug_info"];
    for (std::size_t i = 1; i < kUnits; ++i)
        sections["debug_info"].insert(sections["debug_info"].end(), unit.begin(), unit.end());
    const auto reader = dwarf::makeDwarfReader(inputOf(sections, std::endian::little), {});
    QVERIFY(reader);
    QCOMPARE((*reader)->unitCount(), kUnits);
    std::size_t withLines = 0;
    for (std::size_t i = 0; i < kUnits; ++i) {
        const auto read = (*reader)->readUnit(i, {});
        QVERIFY(read);
        QCOMPARE(read->functions.size(), std::size_t{1});
        withLines += read->lines.empty() ? 0 : 1;
        QCOMPARE(read->damagedRecords, read->lines.empty() ? 1u : 0u);
    }
    QVERIFY(withLines >= 64 && withLines < kUnits);
}

void TestDwarfReader::stopEndsInCancelled()
{
    // The walk checks the token every 4096 entries, so the unit has more nameless declarations than
    // that.
    auto sections = DwarfBuilder({}).build();
    auto& info = sections["debug_info"];
    info.resize(info.size() - 1);
    for (int i = 0; i < 5000; ++i) {
        info.push_back(std::byte{4});
        info.insert(info.end(), 2, std::byte{0});
    }
    const auto length = info.size() - 4;
    for (std::size_t i = 0; i < 4; ++i)
        info[i] = static_cast<std::byte>(length >> (8 * i) & 0xff);
    const auto reader =
        dwarf::makeDwarfReader(inputOf(std::move(sections), std::endian::little), {});
    QVERIFY(reader);
    std::stop_source source;
    source.request_stop();
    const auto unit = (*reader)->readUnit(0, source.get_token());
    QVERIFY(!unit);
    QCOMPARE(unit.error().kind, ErrorKind::Cancelled);
}

QTEST_GUILESS_MAIN(TestDwarfReader)
#include "tst_dwarf_reader.moc"
