// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/row_filter.h"

#include <QTest>

using namespace faultline::ui;

namespace {

const QStringList kTitles{QStringLiteral("Name"), QStringLiteral("Debug file"),
                          QStringLiteral("Debug ID"), QString()};

FilterRow module(const char* name, const char* file, quint64 begin, const char* id)
{
    return {.cells = {QLatin1String(name), QLatin1String(file), QLatin1String(id), {}},
            .begin = begin,
            .end = begin + 0x1000,
            .ids = {QString::fromLatin1(id).remove(u'-').toLower()}};
}

QList<FilterRow> modules()
{
    return {module("libscene.so", "libscene.so.debug", 0x7000, "ABCD-1234"),
            module("std::vector", "other file", 0x9000, "ABFF-0000"),
            module("-[View draw]", "", 0x20000, "1111-2222")};
}

} // namespace

/// Checks which rows fit a filter.
class TestRowFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void filters_data();
    void filters();
    void wrongExpressionIsExplained();
    void expensiveExpressionEnds();
    void headsStayWithTheirRows();
    void stops();
    void wordsForCells();
    void keysAreEnglishInEveryLanguage_data();
    void keysAreEnglishInEveryLanguage();
};

void TestRowFilter::filters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isExpression");
    QTest::addColumn<bool>("matchesCase");
    QTest::addColumn<QString>("expected"); ///< One digit for each row.
    const auto row = [](const char* name, const char* text, const char* expected,
                        bool isExpression = false, bool matchesCase = false) {
        QTest::newRow(name) << QString::fromLatin1(text) << isExpression << matchesCase
                            << QString::fromLatin1(expected);
    };
    row("nothing", "  ", "111");
    row("part", "SCENE", "100");
    row("case", "SCENE", "000", false, true);
    row("two words", "lib debug", "100");
    row("quotes keep blanks", "\"other file\"", "010");
    row("quotes of two words apart", "\"file other\"", "000");
    row("column", "name:lib", "100");
    row("column by the beginning of its title", "debugf:lib", "100");
    row("both columns that begin so", "debug:abcd", "100");
    row("not in a column", "-name:lib", "011");
    row("quoted value", "debugfile:\"other file\"", "010");
    row("two columns", "name:e -debugfile:other", "101");
    row("a name with colons", "std::vec", "010");
    row("a name with a minus", "-[view", "001");
    row("expression", "^lib.*so$", "100", true);
    row("expression with blanks", "view d.aw", "001", true);
    row("expression in a column", "name:^std", "010", true);
    row("no expression in a column", "-name:^std", "101", true);
    row("address", "0x7fff", "100");
    row("address of no row", "0x8000", "000");
    row("id", "ab", "110");
    row("beginning of an id", "abcd12", "100");
    row("id with signs", "1111-22", "001");
    row("id and address", "abcd!0x7010", "100");
    row("id and offset", "abcd!10", "100");
    row("id and another's address", "abcd!0x9010", "000");
    row("offset beyond the end", "abcd!0x1000", "000");
}

void TestRowFilter::filters()
{
    QFETCH(QString, text);
    QFETCH(bool, isExpression);
    QFETCH(bool, matchesCase);
    QFETCH(QString, expected);
    const auto made = RowFilter::make(
        {.text = text, .isExpression = isExpression, .matchesCase = matchesCase}, kTitles);
    QVERIFY2(made.filter, qPrintable(made.problem));
    QString shown;
    for (const FilterRow& row : modules())
        shown += made.filter->accepts(row) ? u'1' : u'0';
    QCOMPARE(shown, expected);
}

void TestRowFilter::wrongExpressionIsExplained()
{
    for (const char* text : {"name:(", "a(b"}) {
        const auto made =
            RowFilter::make({.text = QLatin1String(text), .isExpression = true}, kTitles);
        QVERIFY(!made.filter);
        QVERIFY(!made.problem.isEmpty());
    }
}

/// Without a limit, this one would need longer than anybody waits.
void TestRowFilter::expensiveExpressionEnds()
{
    const auto made =
        RowFilter::make({.text = QStringLiteral("(a+)+$"), .isExpression = true}, kTitles);
    QVERIFY(made.filter);
    const FilterRow row{.cells = {QString(4000, u'a') + u'b'}, .ids = {}};
    QVERIFY(!made.filter->accepts(row));
}

void TestRowFilter::headsStayWithTheirRows()
{
    QList<FilterRow> rows{{.cells = {QStringLiteral("group 1")}, .isHead = true, .ids = {}},
                          {.cells = {QStringLiteral("a")}, .ids = {}},
                          {.cells = {QStringLiteral("group 2")}, .isHead = true, .ids = {}},
                          {.cells = {QStringLiteral("b")}, .ids = {}},
                          {.cells = {QStringLiteral("c")}, .ids = {}}};
    const auto made = RowFilter::make({.text = QStringLiteral("b")}, {QStringLiteral("Name")});
    QCOMPARE(shownRows(*made.filter, rows, {}), QList<bool>({false, false, true, true, false}));
}

void TestRowFilter::stops()
{
    std::stop_source stop;
    stop.request_stop();
    const auto made = RowFilter::make({.text = QStringLiteral("b")}, kTitles);
    QVERIFY(shownRows(*made.filter, modules(), stop.get_token()).isEmpty());
}

void TestRowFilter::wordsForCells()
{
    QCOMPARE(RowFilter::wordFor(QStringLiteral("Debug file"), QStringLiteral("a b"), false),
             QStringLiteral("debugfile:\"a b\""));
    QCOMPARE(RowFilter::wordFor(QStringLiteral("Name"), QStringLiteral("lib"), true),
             QStringLiteral("-name:lib"));
    const QString word =
        RowFilter::wordFor(QStringLiteral("Name"), QStringLiteral("std::vector"), true);
    const auto made = RowFilter::make({.text = word}, kTitles);
    QVERIFY(!made.filter->accepts(modules().at(1)));
    QVERIFY(made.filter->accepts(modules().at(0)));
}

/// A title of the user's language counts more than the same word in English.
void TestRowFilter::keysAreEnglishInEveryLanguage_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("own language") << QStringLiteral("ad:lib") << QStringLiteral("100");
    QTest::newRow("English") << QStringLiteral("name:lib") << QStringLiteral("100");
    QTest::newRow("English, excluded") << QStringLiteral("-name:lib") << QStringLiteral("011");
    QTest::newRow("beginning of an English title")
        << QStringLiteral("debugf:other") << QStringLiteral("010");
    QTest::newRow("own beginning, exact in English")
        << QStringLiteral("id:1111") << QStringLiteral("001");
    QTest::newRow("neither") << QStringLiteral("nom:lib") << QStringLiteral("000");
}

void TestRowFilter::keysAreEnglishInEveryLanguage()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const QStringList own{
        QStringLiteral("Ad"), QStringLiteral("İdari dosya"), QStringLiteral("Kimlik"), {}};
    const QStringList english{
        QStringLiteral("Name"), QStringLiteral("Debug file"), QStringLiteral("Id"), {}};
    const auto made = RowFilter::make({.text = text}, own, english);
    QVERIFY(made.filter);
    QString shown;
    for (const FilterRow& row : modules())
        shown += made.filter->accepts(row) ? u'1' : u'0';
    QCOMPARE(shown, expected);
}

QTEST_GUILESS_MAIN(TestRowFilter)
#include "tst_row_filter.moc"
