// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/debug/dwarf/small_unit.h"

#include <QTest>

using namespace faultline;
using object::TypeKind;

namespace {

// Attributes and forms.
constexpr unsigned kName = 0x03, kByteSize = 0x0b, kBitOffset = 0x0c, kBitSize = 0x0d,
                   kMemberLocation = 0x38, kType = 0x49, kUpperBound = 0x2f;
constexpr unsigned kData1 = 0x0b, kString = 0x08, kRef4 = 0x13;

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
};

QTEST_GUILESS_MAIN(TestDwarfTypes)
#include "tst_dwarf_types.moc"
