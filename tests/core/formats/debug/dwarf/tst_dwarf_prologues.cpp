// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/debug/dwarf/small_unit.h"

#include <QTest>

using namespace faultline;

namespace {

/// A line program of version 4 whose rows have these distances from 0x1000. The row with the number
/// `marked` ends a prologue.
std::vector<std::byte> program(const std::vector<std::uint8_t>& rows, std::size_t marked)
{
    test::ByteAssembler header;
    header.u8(1).u8(1).u8(1).u8(0xfb).u8(14).u8(13);
    for (const auto operands : std::to_array<std::uint8_t>({0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1}))
        header.u8(operands);
    header.u8(0).text("a.c").u8(0).u8(0).u8(0).u8(0).u8(0);
    test::ByteAssembler code;
    code.u8(0).u8(9).u8(2).u64(0x1000);
    std::uint8_t at = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        code.u8(2).u8(static_cast<std::uint8_t>(rows[i] - at));
        if (i == marked)
            code.u8(10);
        code.u8(1);
        at = rows[i];
    }
    code.u8(2).u8(0x10).u8(0).u8(1).u8(1);
    const auto head = header.finish();
    const auto body = code.finish();
    test::ByteAssembler out;
    out.u32(static_cast<std::uint32_t>(6 + head.size() + body.size())).u16(4);
    return out.u32(static_cast<std::uint32_t>(head.size())).bytes(head).bytes(body).finish();
}

constexpr std::size_t kNone = ~std::size_t{0};

} // namespace

class TestDwarfPrologues : public QObject
{
    Q_OBJECT

private slots:

    void theEnd_data()
    {
        QTest::addColumn<std::vector<std::uint8_t>>("rows");
        QTest::addColumn<std::size_t>("marked");
        QTest::addColumn<std::uint64_t>("end");
        using Rows = std::vector<std::uint8_t>;
        QTest::newRow("the second row") << Rows{0, 4, 9} << kNone << std::uint64_t{0x1004};
        QTest::newRow("the marked row") << Rows{0, 4, 9} << std::size_t{2} << std::uint64_t{0x1009};
        QTest::newRow("marked at its beginning")
            << Rows{0, 4} << std::size_t{0} << std::uint64_t{0x1000};
        QTest::newRow("two rows of one address") << Rows{0, 0, 4} << kNone << std::uint64_t{0x1004};
        QTest::newRow("marked in the next function")
            << Rows{0, 4, 0x22} << std::size_t{2} << std::uint64_t{0x1004};
        QTest::newRow("one row") << Rows{0} << kNone << std::uint64_t{0x1000};
    }

    void theEnd()
    {
        QFETCH(std::vector<std::uint8_t>, rows);
        QFETCH(std::size_t, marked);
        QFETCH(std::uint64_t, end);
        test::SmallUnit unit;
        // DW_TAG_subprogram with DW_AT_low_pc and DW_AT_high_pc.
        unit.declare(2, 0x2e, false, {0x11, 0x01, 0x12, 0x0b});
        const auto function = unit.here();
        unit.entry(2).u64(0x1000).u8(0x20);
        unit.setSection("debug_line", program(rows, marked));
        const auto reader = unit.read();
        QVERIFY(reader != nullptr);
        QCOMPARE(reader->prologueEnd({1, function}), end);
    }

    void withoutLines()
    {
        test::SmallUnit unit;
        unit.declare(2, 0x2e, false, {0x11, 0x01, 0x12, 0x0b});
        const auto function = unit.here();
        unit.entry(2).u64(0x1000).u8(0x20);
        const auto reader = unit.read();
        QCOMPARE(reader->prologueEnd({1, function}), std::uint64_t{0x1000});
        QCOMPARE(reader->prologueEnd({1, 3}), std::uint64_t{0});
    }

    void everyBeginningIsRead()
    {
        const auto whole = program({0, 4, 9}, 1);
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            test::SmallUnit unit;
            unit.declare(2, 0x2e, false, {0x11, 0x01, 0x12, 0x0b});
            const auto function = unit.here();
            unit.entry(2).u64(0x1000).u8(0x20);
            unit.setSection("debug_line",
                            {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
            const auto reader = unit.read();
            const auto end = reader->prologueEnd({1, function});
            QCOMPARE(end, size == whole.size() ? std::uint64_t{0x1004} : std::uint64_t{0x1000});
        }
    }
};

QTEST_GUILESS_MAIN(TestDwarfPrologues)
#include "tst_dwarf_prologues.moc"
