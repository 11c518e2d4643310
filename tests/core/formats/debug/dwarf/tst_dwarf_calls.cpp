// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/debug/dwarf/small_unit.h"

#include <QTest>

using namespace faultline;

class TestDwarfCalls : public QObject
{
    Q_OBJECT

private slots:

    void tailJumps_data()
    {
        QTest::addColumn<unsigned>("flag");
        QTest::addColumn<bool>("hasTailCall");
        QTest::addColumn<bool>("isDamaged");
        QTest::addColumn<int>("count");
        QTest::newRow("all calls are told") << 0x7au << false << false << 0;
        QTest::newRow("all calls of the source are told") << 0x7bu << false << false << 0;
        QTest::newRow("all tail calls are told") << 0x7cu << false << false << 0;
        QTest::newRow("there is a tail call") << 0x7au << true << false << 1;
        QTest::newRow("nothing is said about calls") << 0x3au << false << false << -1;
        QTest::newRow("the calls cannot be read") << 0x7au << false << true << -1;
    }

    void tailJumps()
    {
        QFETCH(unsigned, flag);
        QFETCH(bool, hasTailCall);
        QFETCH(bool, isDamaged);
        QFETCH(int, count);
        test::SmallUnit unit;
        constexpr unsigned kFlag = 0x0c;
        unit.declare(2, 0x2e, true, {0x11, 0x01, 0x12, 0x0b, flag, kFlag});
        // DW_AT_call_return_pc.
        unit.declare(3, 0x48, false, {0x7d, 0x01});
        unit.declare(4, 0x0b, true, {0x11, 0x01, 0x12, 0x0b});
        const auto function = unit.here();
        unit.entry(2).u64(0x1000).u8(0x20).u8(1);
        unit.entry(3).u64(0x1008);
        unit.entry(4).u64(0x1010).u8(4);
        if (hasTailCall)
            unit.entry(5).u64(0x1012).u8(1);
        // DW_AT_call_tail_call takes two bytes.
        unit.declare(5, 0x48, false, {0x7d, 0x01, 0x82, 0x01, kFlag});
        if (isDamaged)
            unit.entry(9);
        unit.end();
        unit.end();
        const auto reader = unit.read();
        QVERIFY(reader != nullptr);
        const auto jumps = reader->tailJumps({1, function});
        QCOMPARE(jumps ? static_cast<int>(jumps->size()) : -1, count);
        if (count == 1)
            QCOMPARE(jumps->front().end, 0x1012u);
        QVERIFY(!reader->hasOtherInstance({1, function}));
        QVERIFY(reader->callReturningTo(0x1008).has_value());
    }

    void variablesThatShareALongList()
    {
        test::SmallUnit unit;
        unit.declare(2, 0x2e, true, {0x11, 0x01, 0x12, 0x0b});
        unit.declare(3, 0x34, false, {0x02, 0x17});
        unit.entry(2).u64(0x1000).u8(0x20);
        test::ByteAssembler list;
        constexpr std::size_t kCount = 2000;
        for (std::size_t i = 0; i < kCount; ++i) {
            unit.entry(3).u32(0);
            list.u64(1).u64(2).u16(1).u8(0x50);
        }
        unit.end();
        unit.setSection("debug_loc", list.u64(0).u64(0).finish());
        const auto reader = unit.read();
        QVERIFY(reader != nullptr);
        for (int again = 0; again < 2; ++again) {
            const auto functions = reader->functionsAt(0x1000);
            const auto& variables = functions.at(0).variables;
            QCOMPARE(variables.size(), kCount);
            QVERIFY(!variables.front().isDamaged);
            QVERIFY(variables.back().isDamaged);
        }
    }
};

QTEST_GUILESS_MAIN(TestDwarfCalls)
#include "tst_dwarf_calls.moc"
