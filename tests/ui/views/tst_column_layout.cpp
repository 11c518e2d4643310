// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/column_layout.h"

#include <QTest>

#include <numeric>

using namespace faultline::ui;

/// Checks how columns share the width of a table.
class TestColumnLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sharesTheWidth_data();
    void sharesTheWidth();
    void longNamesLeaveOthersReadable_data();
    void longNamesLeaveOthersReadable();
};

namespace {

/// A number column, the flexible column, and two others.
QList<ColumnWish> wishes(int functionContent, int moduleContent)
{
    return {{40, 20, 40, false},
            {0, functionContent, 60, true},
            {150, moduleContent, 70, false},
            {100, 50, 45, false}};
}

} // namespace

void TestColumnLayout::sharesTheWidth_data()
{
    QTest::addColumn<int>("function");
    QTest::addColumn<int>("module");
    QTest::addColumn<int>("width");
    QTest::addColumn<QList<int>>("expected");
    QTest::newRow("all fits") << 200 << 150 << 600 << QList<int>{40, 310, 150, 100};
    QTest::newRow("others give what they do not need")
        << 300 << 100 << 540 << QList<int>{40, 300, 125, 75};
    QTest::newRow("others are cut first") << 400 << 150 << 555 << QList<int>{40, 400, 70, 45};
    QTest::newRow("the flexible column is cut last")
        << 400 << 150 << 300 << QList<int>{40, 145, 70, 45};
    QTest::newRow("nothing is cut beside free space")
        << 100 << 220 << 600 << QList<int>{40, 240, 220, 100};
    QTest::newRow("a short flexible column keeps its least width")
        << 20 << 600 << 300 << QList<int>{40, 60, 150, 50};
    QTest::newRow("too narrow for all") << 400 << 150 << 100 << QList<int>{40, 60, 70, 45};
}

void TestColumnLayout::sharesTheWidth()
{
    QFETCH(int, function);
    QFETCH(int, module);
    QFETCH(int, width);
    QFETCH(QList<int>, expected);
    QCOMPARE(fitColumns(wishes(function, module), width), expected);
}

void TestColumnLayout::longNamesLeaveOthersReadable_data()
{
    QTest::addColumn<int>("function");
    QTest::addColumn<int>("module");
    QTest::addColumn<int>("width");
    QTest::addColumn<QList<int>>("expected");
    QTest::newRow("the name fits if the module is cut")
        << 400 << 150 << 520 << QList<int>{400, 120};
    QTest::newRow("the name fits in no way") << 900 << 150 << 520 << QList<int>{410, 110};
    QTest::newRow("a short module keeps its width") << 900 << 90 << 520 << QList<int>{430, 90};
    QTest::newRow("the name comes first when both are cut")
        << 900 << 150 << 280 << QList<int>{200, 80};
    QTest::newRow("both at their least") << 900 << 150 << 220 << QList<int>{150, 70};
}

void TestColumnLayout::longNamesLeaveOthersReadable()
{
    QFETCH(int, function);
    QFETCH(int, module);
    QFETCH(int, width);
    QFETCH(QList<int>, expected);
    QCOMPARE(fitColumns({{0, function, 60, true, 200}, {150, module, 70, false, 110}}, width),
             expected);
}

QTEST_GUILESS_MAIN(TestColumnLayout)
#include "tst_column_layout.moc"
