// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/csv_text.h"

#include <QTest>

#include <vector>

using namespace faultline::report;

/// Exports that a spreadsheet opens.
class TestCsvText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quotesCells_data();
    void quotesCells();
    void joinsCells();
};

void TestCsvText::quotesCells_data()
{
    QTest::addColumn<QByteArray>("cell");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("plain") << QByteArray("a b") << QByteArray("\"a b\"");
    QTest::newRow("empty") << QByteArray() << QByteArray("\"\"");
    QTest::newRow("quotes") << QByteArray("a\"b,c") << QByteArray("\"a\"\"b,c\"");
    QTest::newRow("lines") << QByteArray("a\nb") << QByteArray("\"a\nb\"");
    QTest::newRow("formula") << QByteArray("=cmd|' /C calc'!A0")
                             << QByteArray("\"'=cmd|' /C calc'!A0\"");
    QTest::newRow("plus") << QByteArray("+1") << QByteArray("\"'+1\"");
    QTest::newRow("minus") << QByteArray("-[Canvas stroke]") << QByteArray("\"'-[Canvas stroke]\"");
    QTest::newRow("at") << QByteArray("@SUM(A1)") << QByteArray("\"'@SUM(A1)\"");
    QTest::newRow("full width") << QByteArray("＝1") << QByteArray("\"'＝1\"");
    QTest::newRow("after spaces") << QByteArray("  =1") << QByteArray("\"'  =1\"");
    QTest::newRow("after a tab") << QByteArray("\t=1") << QByteArray("\"' =1\"");
    QTest::newRow("controls") << QByteArray("a\x1b[31m\x01") << QByteArray("\"a [31m \"");
    QTest::newRow("not UTF-8") << QByteArray("a\xff") << QByteArray("\"a\xef\xbf\xbd\"");
}

void TestCsvText::quotesCells()
{
    QFETCH(QByteArray, cell);
    QFETCH(QByteArray, expected);
    const std::vector<std::string> cells{cell.toStdString()};
    QCOMPARE(csvRecord(cells), expected.toStdString() + "\r\n");
}

void TestCsvText::joinsCells()
{
    QCOMPARE(csvRecord(std::vector<std::string>{"a", "", "b"}),
             std::string("\"a\",\"\",\"b\"\r\n"));
    QCOMPARE(csvRecord({}), std::string("\r\n"));
}

QTEST_GUILESS_MAIN(TestCsvText)
#include "tst_csv_text.moc"
