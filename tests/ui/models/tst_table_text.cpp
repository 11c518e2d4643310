// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/table_text.h"

#include <QTest>

using namespace faultline::ui;

/// Rows of a table as texts for the clipboard: nothing in a cell breaks the table, runs or shows
/// as markup.
class TestTableText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tabsAndLineEndsStayInTheirCell();
    void csvCells_data();
    void csvCells();
    void htmlIsEscaped();
};

void TestTableText::tabsAndLineEndsStayInTheirCell()
{
    const TableText table{
        {QStringLiteral("Name"), QStringLiteral("Path")},
        {{QStringLiteral("a\tb"), QStringLiteral("c\r\nd")}, {QString(), QStringLiteral("e")}}};
    QCOMPARE(tabSeparated(table, Titles::Include), QStringLiteral("Name\tPath\na b\tc  d\n\te"));
    QCOMPARE(tabSeparated(table, Titles::LeaveOut), QStringLiteral("a b\tc  d\n\te"));
}

void TestTableText::csvCells_data()
{
    QTest::addColumn<QString>("cell");
    QTest::addColumn<QString>("written");
    QTest::newRow("plain") << QStringLiteral("main") << QStringLiteral("\"main\"");
    QTest::newRow("empty") << QString() << QStringLiteral("\"\"");
    QTest::newRow("quotes") << QStringLiteral("a\"b,c") << QStringLiteral("\"a\"\"b,c\"");
    QTest::newRow("formula") << QStringLiteral("=1+1") << QStringLiteral("\"'=1+1\"");
    QTest::newRow("after blanks") << QStringLiteral("  @SUM(A1)")
                                  << QStringLiteral("\"'  @SUM(A1)\"");
    QTest::newRow("wide") << QStringLiteral("＝cmd") << QStringLiteral("\"'＝cmd\"");
    QTest::newRow("tab first") << QStringLiteral("\tx") << QStringLiteral("\"' x\"");
    QTest::newRow("controls") << QStringLiteral("a\x1b[b") << QStringLiteral("\"a [b\"");
    QTest::newRow("lines stay") << QStringLiteral("a\nb") << QStringLiteral("\"a\nb\"");
}

void TestTableText::csvCells()
{
    QFETCH(QString, cell);
    QFETCH(QString, written);
    QCOMPARE(csvText(TableText{{QStringLiteral("T")}, {QStringList{cell}}}),
             QStringLiteral("\"T\"\r\n") + written + QStringLiteral("\r\n"));
}

void TestTableText::htmlIsEscaped()
{
    const TableText table{{QStringLiteral("T")}, {QStringList{QStringLiteral("f<b>::g&h")}}};
    QCOMPARE(htmlTable(table, Titles::LeaveOut),
             QStringLiteral("<table>\n<tr><td>f&lt;b&gt;::g&amp;h</td></tr>\n</table>"));
    QVERIFY(htmlTable(table, Titles::Include).contains(QStringLiteral("<th>T</th>")));
}

QTEST_GUILESS_MAIN(TestTableText)
#include "tst_table_text.moc"
