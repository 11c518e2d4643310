// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/cpu_state/vector_state.h"

#include <QTest>

#include <algorithm>

using namespace faultline;

namespace {

using Area = std::vector<std::byte>;

/// An area of XSAVE: byte 0 of each register is its number, and 0x40 more in the vectors' high
/// halves. The top of the stack of numbers is physical register 6; 6, 7 and 0 are in use.
Area xsave(std::uint8_t inUse = 7)
{
    Area area(576 + 256);
    const auto set = [&](std::size_t offset, unsigned value) {
        area[offset] = static_cast<std::byte>(value);
    };
    set(0, 0x7f);
    set(1, 0x03);
    set(3, 6u << 3);
    set(4, 0xc1);
    for (unsigned i = 0; i < 8; ++i)
        set(32 + 16 * i, 0x80 + i);
    for (unsigned i = 0; i < 16; ++i) {
        set(160 + 16 * i, i);
        set(576 + 16 * i, 0x40 + i);
    }
    set(512, inUse);
    return area;
}

const WideRegister* find(const crash::WideRegisters& registers, unsigned number)
{
    const auto found = std::ranges::find(registers, number, &WideRegister::dwarf);
    return found == registers.end() ? nullptr : &*found;
}

int byteOf(const crash::WideRegisters& registers, unsigned number, std::size_t at = 0)
{
    const auto* found = find(registers, number);
    return found == nullptr || at >= found->bytes.size() ? -1
                                                         : std::to_integer<int>(found->bytes[at]);
}

} // namespace

class TestVectorState : public QObject
{
    Q_OBJECT

private slots:

    void vectorsHaveTheNumbersOfTheirCpu()
    {
        const auto wide = crash::readFxsave(xsave(), CpuFamily::Intel64);
        QCOMPARE(wide.size(), std::size_t{19});
        QVERIFY(std::ranges::is_sorted(wide, {}, &WideRegister::dwarf));
        QCOMPARE(byteOf(wide, 17), 0);
        QCOMPARE(byteOf(wide, 32), 15);
        QCOMPARE(find(wide, 32)->bytes.size(), std::size_t{16});
        const auto narrow = crash::readFxsave(xsave(), CpuFamily::Intel32);
        QCOMPARE(narrow.size(), std::size_t{11});
        QVERIFY(std::ranges::is_sorted(narrow, {}, &WideRegister::dwarf));
        QCOMPARE(byteOf(narrow, 21), 0);
        QCOMPARE(byteOf(narrow, 28), 7);
    }

    void onlyNumbersInUseAreKnown()
    {
        const auto wide = crash::readFxsave(xsave(), CpuFamily::Intel64);
        QCOMPARE(byteOf(wide, 33), 0x80);
        QCOMPARE(byteOf(wide, 35), 0x82);
        QCOMPARE(byteOf(wide, 36), -1);
        QCOMPARE(find(wide, 33)->bytes.size(), WideRegister::kExtendedBytes);
        QCOMPARE(byteOf(crash::readFxsave(xsave(), CpuFamily::Intel32), 13), 0x82);
    }

    void highHalvesFollow()
    {
        const auto used = crash::readXsave(xsave(), CpuFamily::Intel64);
        QCOMPARE(find(used, 20)->bytes.size(), std::size_t{32});
        QCOMPARE(byteOf(used, 20), 3);
        QCOMPARE(byteOf(used, 20, 16), 0x43);
        // A component that is not in use has its initial value.
        QCOMPARE(byteOf(crash::readXsave(xsave(3), CpuFamily::Intel64), 20, 16), 0);
    }

    void theCompactedFormMayLackHighHalves()
    {
        auto area = xsave();
        area[527] = std::byte{0x80};
        QCOMPARE(find(crash::readXsave(area, CpuFamily::Intel64), 20)->bytes.size(),
                 std::size_t{16});
        area[520] = std::byte{4};
        QCOMPARE(byteOf(crash::readXsave(area, CpuFamily::Intel64), 20, 16), 0x43);
    }

    void everyPrefixIsReadOrRefused()
    {
        const auto whole = xsave();
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            const auto part = Bytes(whole).first(size);
            const auto wide = crash::readXsave(part, CpuFamily::Intel64);
            QCOMPARE(wide.empty(), size < 512);
            if (!wide.empty())
                QCOMPARE(find(wide, 17)->bytes.size(), std::size_t{size < 832 ? 16u : 32u});
        }
    }

    void anAreaThatNobodyFilledInTellsNothing()
    {
        QVERIFY(crash::readFxsave(Area(512), CpuFamily::Intel64).empty());
        QVERIFY(crash::readArmVectors(Area(512), CpuFamily::Arm64).empty());
        QVERIFY(crash::readFxsave(xsave(), CpuFamily::Arm64).empty());
        QVERIFY(crash::readArmVectors(xsave(), CpuFamily::Intel64).empty());
    }

    void armsRegistersLieInARow()
    {
        Area area(528);
        area[16] = std::byte{1};
        area[8] = std::byte{2};
        QCOMPARE(byteOf(crash::readArmVectors(area, CpuFamily::Arm64), 65), 1);
        QCOMPARE(byteOf(crash::readArmVectors(area, CpuFamily::Arm32), 257), 2);
        QCOMPARE(byteOf(crash::readArmVectors(area, CpuFamily::Arm32), 258), 1);
        QVERIFY(crash::readArmVectors(Bytes(area).first(511), CpuFamily::Arm64).empty());
    }
};

QTEST_GUILESS_MAIN(TestVectorState)

#include "tst_vector_state.moc"
