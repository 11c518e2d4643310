// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/debug/dwarf/small_unit.h"

#include <QTest>

using namespace faultline;
using object::TypeKind;

namespace {

// Attributes and forms.
constexpr unsigned kName = 0x03, kByteSize = 0x0b, kBitOffset = 0x0c, kBitSize = 0x0d,
                   kMemberLocation = 0x38, kDataBitOffset = 0x6b, kType = 0x49, kUpperBound = 0x2f;
constexpr unsigned kData1 = 0x0b, kData8 = 0x07, kString = 0x08, kRef4 = 0x13;

} // namespace

class TestDwarfTypes : public QObject
{
    Q_OBJECT

private slots:

    void arraysInOtherOrders_data()
    {
        QTest::addColumn<std::uint8_t>("language");
        QTest::addColumn<unsigned>("attribute"); // Of the array; DW_AT_decl_line says nothing.
        QTest::addColumn<unsigned>("ofBound");
        QTest::addColumn<std::uint8_t>("value");
        QTest::addColumn<bool>("isKnown");
        constexpr std::uint8_t kC = 0x0c, kFortran = 0x23;
        constexpr unsigned kOrdering = 0x09, kByteStride = 0x51, kBitStride = 0x2e, kLine = 0x3b;
        const auto row = [](const char* name, std::uint8_t language, unsigned attribute,
                            unsigned ofBound, std::uint8_t value, bool isKnown) {
            QTest::newRow(name) << language << attribute << ofBound << value << isKnown;
        };
        row("of C", kC, kLine, kLine, 1, true);
        row("row-major", kC, kOrdering, kLine, 0, true);
        row("column-major", kC, kOrdering, kLine, 1, false);
        row("of Fortran", kFortran, kLine, kLine, 1, false);
        row("of Fortran, row-major", kFortran, kOrdering, kLine, 0, true);
        row("with a byte stride", kC, kByteStride, kLine, 8, false);
        row("with a bit stride", kC, kBitStride, kLine, 1, false);
        row("with a byte stride of a bound", kC, kLine, kByteStride, 8, false);
    }

    void arraysInOtherOrders()
    {
        QFETCH(std::uint8_t, language);
        QFETCH(unsigned, attribute);
        QFETCH(unsigned, ofBound);
        QFETCH(std::uint8_t, value);
        QFETCH(bool, isKnown);
        test::SmallUnit unit(language);
        unit.declare(2, 0x24, false, {kByteSize, kData1});
        unit.declare(3, 0x01, true, {kType, kRef4, attribute, kData1});
        unit.declare(4, 0x21, false, {kUpperBound, kData1, ofBound, kData1});
        const auto number = unit.here();
        unit.entry(2).u8(4);
        const auto array = unit.here();
        unit.entry(3).u32(number).u8(value);
        unit.entry(4).u8(2).u8(value);
        unit.entry(4).u8(3).u8(value);
        unit.end();
        const auto reader = unit.read();
        QVERIFY(reader != nullptr);
        QCOMPARE(reader->type({1, array})->kind, isKnown ? TypeKind::Array : TypeKind::Unknown);
    }

    void numbersInOtherForms_data()
    {
        QTest::addColumn<bool>("isBig");
        QTest::addColumn<unsigned>("attribute");
        QTest::addColumn<std::uint8_t>("value");
        QTest::addColumn<bool>("isUsual");
        const auto row = [](const char* name, bool isBig, unsigned attribute, std::uint8_t value,
                            bool isUsual) {
            QTest::newRow(name) << isBig << attribute << value << isUsual;
        };
        row("of the default order", false, 0x65, 0, true);
        row("big-endian", false, 0x65, 1, false);
        row("little-endian", false, 0x65, 2, true);
        row("big-endian in a big-endian file", true, 0x65, 1, true);
        row("little-endian in a big-endian file", true, 0x65, 2, false);
        row("with a binary scale", false, 0x5b, 2, false);
        row("with a decimal scale", false, 0x5c, 2, false);
    }

    void numbersInOtherForms()
    {
        QFETCH(bool, isBig);
        QFETCH(unsigned, attribute);
        QFETCH(std::uint8_t, value);
        QFETCH(bool, isUsual);
        test::SmallUnit unit(0x0c, isBig ? std::endian::big : std::endian::little);
        unit.declare(2, 0x24, false, {kByteSize, kData1, attribute, kData1});
        const auto number = unit.here();
        unit.entry(2).u8(4).u8(value);
        const auto reader = unit.read();
        QVERIFY(reader != nullptr);
        QCOMPARE(reader->type({1, number})->isEncodedOtherwise, !isUsual);
    }

    void aLongDoubleInAnotherFormat()
    {
        for (const auto* options : {"GNU C17 -mtune=generic", "GNU C17 -mlong-double-128"}) {
            test::SmallUnit unit(0x0c, std::endian::little, options);
            unit.declare(2, 0x24, false, {kByteSize, kData1, 0x3e, kData1});
            const auto number = unit.here();
            unit.entry(2).u8(16).u8(4);
            const auto reader = unit.read();
            QVERIFY(reader != nullptr);
            QCOMPARE(reader->type({1, number})->isEncodedOtherwise,
                     std::string_view(options).ends_with("128"));
        }
    }

    void aStructureInOtherOrder()
    {
        test::SmallUnit unit;
        unit.declare(2, 0x24, false, {kByteSize, kData1, 0x65, kData1});
        unit.declare(3, 0x04, false, {kByteSize, kData1});
        unit.declare(4, 0x13, true, {kByteSize, kData1});
        unit.declare(5, 0x0d, false, {kType, kRef4, kMemberLocation, kData1});
        const auto big = unit.here();
        unit.entry(2).u8(4).u8(1);
        const auto usual = unit.here();
        unit.entry(2).u8(1).u8(0);
        const auto enumeration = unit.here();
        unit.entry(3).u8(4);
        const auto structure = [&](std::uint32_t first) {
            const auto at = unit.here();
            unit.entry(4).u8(8);
            unit.entry(5).u32(first).u8(0);
            unit.entry(5).u32(enumeration).u8(4);
            unit.end();
            return at;
        };
        const auto swapped = structure(big);
        const auto plain = structure(usual);
        const auto reader = unit.read();
        QVERIFY(reader != nullptr);
        // An enumeration has no mark of its own.
        QVERIFY(reader->type({1, swapped})->members.at(1).isInOtherOrder);
        QVERIFY(!reader->type({1, plain})->members.at(1).isInOtherOrder);
    }

    void aBitFieldOfItsOwnStructureHasNoPlace()
    {
        test::SmallUnit unit;
        unit.declare(2, 0x13, true, {kName, kString});
        unit.declare(3, 0x0d, false,
                     {kName, kString, kType, kRef4, kBitSize, kData1, kBitOffset, kData1});
        const auto self = unit.here();
        unit.entry(2).text("Self").u8(0);
        unit.entry(3).text("m").u8(0).u32(self).u8(3).u8(2);
        unit.end();
        const auto reader = unit.read();
        QVERIFY(reader != nullptr);
        const auto type = reader->type({1, self});
        QCOMPARE(type->members.size(), std::size_t{1});
        QVERIFY(!type->members[0].offsetBytes);
        QVERIFY(type->members[0].place.bytes.empty());
    }

    void bitFieldsThatContradictThemselves_data()
    {
        QTest::addColumn<unsigned>("attribute"); // DW_AT_bit_offset or DW_AT_data_bit_offset.
        QTest::addColumn<std::uint64_t>("offset");
        QTest::addColumn<std::uint64_t>("bitSize");
        QTest::addColumn<std::uint64_t>("bitOffset");
        QTest::addColumn<bool>("isKnown");
        using Number = std::uint64_t;
        const auto row = [](const char* name, unsigned attribute, Number offset, Number bitSize,
                            Number bitOffset, bool isKnown) {
            QTest::newRow(name) << attribute << offset << bitSize << bitOffset << isKnown;
        };
        row("inside", kBitOffset, 4, 3, 29, true);
        row("beyond the storage", kBitOffset, 4, 3, 30, false);
        row("wider than the storage", kBitOffset, 4, 33, 0, false);
        row("before the storage, as in packed structures", kBitOffset, 4, 3, ~Number{0} - 1, true);
        row("a huge distance", kBitOffset, 4, 3, Number{1} << 62, false);
        row("a huge offset", kBitOffset, Number{1} << 61, 3, 0, false);
        row("a huge width", kBitOffset, 4, 200, 0, false);
        row("no width", kBitOffset, 4, 0, 0, false);
        row("since DWARF 4", kDataBitOffset, 4, 3, 30, true);
        row("a huge distance since DWARF 4", kDataBitOffset, 4, 3, ~Number{0} - 16, false);
    }

    void bitFieldsThatContradictThemselves()
    {
        QFETCH(unsigned, attribute);
        QFETCH(std::uint64_t, offset);
        QFETCH(std::uint64_t, bitSize);
        QFETCH(std::uint64_t, bitOffset);
        QFETCH(bool, isKnown);
        test::SmallUnit unit;
        unit.declare(2, 0x24, false, {kByteSize, kData1});
        unit.declare(3, 0x13, true, {kByteSize, kData1});
        unit.declare(4, 0x0d, false,
                     {kType, kRef4, kMemberLocation, kData8, kBitSize, kData8, attribute, kData8});
        const auto number = unit.here();
        unit.entry(2).u8(4);
        const auto structure = unit.here();
        unit.entry(3).u8(8);
        unit.entry(4).u32(number).u64(offset).u64(bitSize).u64(bitOffset);
        unit.end();
        const auto reader = unit.read();
        QVERIFY(reader != nullptr);
        const auto member = reader->type({1, structure})->members.at(0);
        QCOMPARE(member.offsetBytes.has_value(), isKnown);
        QVERIFY(member.bitSize != 0 || !isKnown);
    }

    void aBitFieldHasTheSizeOfItsTypesOtherName()
    {
        test::SmallUnit unit;
        unit.declare(2, 0x24, false, {kByteSize, kData1});
        unit.declare(3, 0x16, false, {kName, kString, kType, kRef4});
        unit.declare(4, 0x13, true, {kByteSize, kData1});
        unit.declare(5, 0x0d, false,
                     {kType, kRef4, kMemberLocation, kData1, kBitSize, kData1, kBitOffset, kData1});
        const auto byte = unit.here();
        unit.entry(2).u8(1);
        const auto name = unit.here();
        unit.entry(3).text("u8").u8(0).u32(byte);
        const auto structure = unit.here();
        unit.entry(4).u8(8);
        unit.entry(5).u32(name).u8(4).u8(3).u8(2);
        unit.end();
        const auto reader = unit.read();
        QVERIFY(reader != nullptr);
        // Two bits from the top of a byte are left free above these three.
        QCOMPARE(reader->type({1, structure})->members.at(0).bitOffset, 4u * 8 + 3);
    }

    /// GCC declares variables in their namespace and defines them outside; Clang defines them
    /// inside.
    void variablesHaveTheScopesThatDeclareThem()
    {
        constexpr unsigned kNamespace = 0x39, kVariable = 0x34;
        constexpr unsigned kLocation = 0x02, kDeclaration = 0x3c, kExternal = 0x3f,
                           kSpecification = 0x47;
        constexpr unsigned kExpression = 0x18, kPresent = 0x19;
        test::SmallUnit unit(0x1a);
        unit.declare(2, kNamespace, true, {kName, kString});
        unit.declare(3, kVariable, false,
                     {kName, kString, kExternal, kPresent, kDeclaration, kPresent});
        unit.declare(4, kVariable, false,
                     {kName, kString, kExternal, kPresent, kLocation, kExpression});
        unit.declare(5, kVariable, false, {kSpecification, kRef4, kLocation, kExpression});
        unit.entry(2).text("ns").u8(0);
        const auto declaration = unit.here();
        unit.entry(3).text("outside").u8(0);
        const auto inside = unit.here();
        unit.entry(4).text("inside").u8(0).u8(1).u8(0x30);
        unit.end();
        const auto outside = unit.here();
        unit.entry(5).u32(declaration).u8(1).u8(0x31);
        unit.end();
        const auto reader = unit.read();
        QVERIFY(reader != nullptr);
        const auto placesOf = [&](std::string_view name) {
            std::vector<std::uint64_t> places;
            for (const auto& variable : reader->globalsNamed(name, 8))
                places.push_back(variable.entry.offset);
            return places;
        };
        for (const auto* name : {"outside", "ns::outside"})
            QCOMPARE(placesOf(name), std::vector<std::uint64_t>{outside});
        for (const auto* name : {"inside", "ns::inside"})
            QCOMPARE(placesOf(name), std::vector<std::uint64_t>{inside});
        for (const auto* name : {"other::outside", "other::inside", "other::ns::inside"})
            QVERIFY(placesOf(name).empty());
    }
};

QTEST_GUILESS_MAIN(TestDwarfTypes)
#include "tst_dwarf_types.moc"
