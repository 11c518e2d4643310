// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/debug/dwarf/small_unit.h"

#include <QTest>

using namespace faultline;

class TestDwarfCalls : public QObject
{
    Q_OBJECT

private slots:

    void otherEntries_data()
    {
        QTest::addColumn<unsigned>("flag");
        QTest::addColumn<bool>("hasTailCall");
        QTest::addColumn<bool>("isDamaged");
        QTest::addColumn<bool>("isPossible");
        QTest::newRow("all calls are told") << 0x7au << false << false << false;
        QTest::newRow("all calls of the source are told") << 0x7bu << false << false << false;
        QTest::newRow("all tail calls are told") << 0x7cu << false << false << false;
        QTest::newRow("there is a tail call") << 0x7au << true << false << true;
        QTest::newRow("nothing is said about calls") << 0x3au << false << false << true;
        QTest::newRow("the calls cannot be read") << 0x7au << false << true << true;
    }

    void otherEntries()
    {
        QFETCH(unsigned, flag);
        QFETCH(bool, hasTailCall);
        QFETCH(bool, isDamaged);
        QFETCH(bool, isPossible);
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
        QCOMPARE(reader->mayBeEnteredOtherwise({1, function}), isPossible);
        QVERIFY(reader->callReturningTo(0x1008).has_value());
    }
};

QTEST_GUILESS_MAIN(TestDwarfCalls)
#include "tst_dwarf_calls.moc"
