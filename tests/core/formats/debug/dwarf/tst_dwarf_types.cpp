// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/debug/dwarf/small_unit.h"

#include <QTest>

using namespace faultline;
using object::TypeKind;

namespace {

// Attributes and forms.
constexpr unsigned kName = 0x03, kByteSize = 0x0b, kBitOffset = 0x0c, kBitSize = 0x0d,
                   kMemberLocation = 0x38, kType = 0x49;
constexpr unsigned kData1 = 0x0b, kString = 0x08, kRef4 = 0x13;

} // namespace

class TestDwarfTypes : public QObject
{
    Q_OBJECT

private slots:

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
