// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/query.h"
#include "core/library/sqlite_dialect.h"

#include <QTest>

using namespace faultline;
using namespace faultline::library;

/// The search line.
class TestQuery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTerms_data();
    void readsTerms();
    void readsDates();
    void tellsWordsFromFields();
    void refusesWhatIsNoSearch_data();
    void refusesWhatIsNoSearch();
    void everyFieldHasAName();
    void bindsEveryText();
    void findsTheWrongWord();
    void termsFindTheirValue_data();
    void termsFindTheirValue();
    void wordsAreToggled();
};

void TestQuery::findsTheWrongWord()
{
    const std::string line = "  crash \"a b\" date:>-7x version:=1";
    const auto words = queryWords(line);
    QCOMPARE(words.size(), 4u);
    QCOMPARE(line.substr(words[1].offset, words[1].length), std::string("\"a b\""));
    const auto wrong = wrongQueryWord(line, 0);
    QVERIFY(wrong);
    QCOMPARE(line.substr(wrong->offset, wrong->length), std::string("date:>-7x"));
    QVERIFY(!wrongQueryWord("crash version:=1", 0));
    QVERIFY(!wrongQueryWord("", 0));
}

void TestQuery::termsFindTheirValue_data()
{
    QTest::addColumn<QByteArray>("value");
    for (const char* value :
         {"4.2", "Windows 11", "a \"b\" \\ c", "!x", ">=3", "null", "true", " ", "\t"})
        QTest::newRow(value) << QByteArray(value);
}

void TestQuery::termsFindTheirValue()
{
    QFETCH(const QByteArray, value);
    const auto query = Query::parse(queryTermText(QueryField::Os, value.toStdString()), 0);
    QVERIFY(query);
    QCOMPARE(query->terms.size(), 1u);
    QVERIFY(query->terms[0].comparison == QueryOperator::Equals);
    QCOMPARE(query->terms[0].value, value.toStdString());
    QVERIFY(!query->terms[0].isNegated);
}

void TestQuery::wordsAreToggled()
{
    QCOMPARE(withToggledWord("", "os:=x"), std::string("os:=x"));
    QCOMPARE(withToggledWord("a  os:=x b", "os:=x"), std::string("a b"));
    QCOMPARE(withToggledWord("!os:=x b", "os:=x"), std::string("b os:=x"));
    QCOMPARE(withToggledWord("os:=x b", "!os:=x"), std::string("b !os:=x"));
    QCOMPARE(queryTermText(QueryField::Tag, ""), std::string("tag:null"));
    QCOMPARE(queryTermText(QueryField::Regression, "1"), std::string("regression:true"));
    const auto query = *Query::parse("os:=x version:=1 os:=y", 0);
    QCOMPARE(withoutField(query, QueryField::Os).terms.size(), 1u);
}

void TestQuery::readsTerms_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("comparison");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("isNegated");
    const auto row = [](const char* line, QueryOperator comparison, const char* value,
                        bool isNegated = false) {
        QTest::newRow(line) << QByteArray(line) << static_cast<int>(comparison) << QByteArray(value)
                            << isNegated;
    };
    row("product:app", QueryOperator::Words, "app");
    row("product:~app", QueryOperator::Contains, "app");
    row("product:=app", QueryOperator::Equals, "app");
    row("product:^app", QueryOperator::Starts, "app");
    row("product:$app", QueryOperator::Ends, "app");
    row("product:@a.p", QueryOperator::Matches, "a.p");
    row("product:null", QueryOperator::Absent, "null");
    row("product:!null", QueryOperator::Absent, "null", true);
    row("product:!=app", QueryOperator::Equals, "app", true);
    row("-product:=app", QueryOperator::Equals, "app", true);
    row("!product:!=app", QueryOperator::Equals, "app");
    row("product:\"=my app\"", QueryOperator::Words, "=my app");
    row("product:=\"my app\"", QueryOperator::Equals, "my app");
    row("product:=\"a\\\"b\"", QueryOperator::Equals, "a\"b");
    row("version:>=4.2", QueryOperator::AtLeast, "4.2");
    row("os_version:<11", QueryOperator::Less, "11");
    row("quality:>=3", QueryOperator::AtLeast, "3");
    row("quality:3", QueryOperator::Equals, "3");
    row("regression:true", QueryOperator::True, "true");
}

void TestQuery::readsTerms()
{
    QFETCH(QByteArray, line);
    QFETCH(int, comparison);
    QFETCH(QByteArray, value);
    QFETCH(bool, isNegated);
    const auto query = Query::parse(line.toStdString(), 0);
    QVERIFY2(query, query ? "" : query.error().detail.c_str());
    QCOMPARE(query->terms.size(), 1u);
    QCOMPARE(static_cast<int>(query->terms[0].comparison), comparison);
    QCOMPARE(query->terms[0].value, value.toStdString());
    QCOMPARE(query->terms[0].isNegated, isNegated);
}

void TestQuery::readsDates()
{
    const auto query = Query::parse("date:>-7d date:<2024-05-31 imported:>=1000", 1'700'000'000);
    QVERIFY(query);
    QCOMPARE(query->terms[0].number, 1'700'000'000 - 7 * 86400);
    QCOMPARE(query->terms[1].number, 1'717'113'600);
    QCOMPARE(query->terms[1].last, 1'717'113'600 + 86'399);
    QCOMPARE(query->terms[0].last, query->terms[0].number);
    QCOMPARE(query->terms[2].number, 1000);
}

void TestQuery::tellsWordsFromFields()
{
    const auto query = Query::parse("  std::vector \"tag:x y\" paint tag:gpu ", 0);
    QVERIFY(query);
    QCOMPARE(query->words, (std::vector<std::string>{"std::vector", "tag:x y", "paint"}));
    QCOMPARE(query->terms.size(), 1u);
}

void TestQuery::refusesWhatIsNoSearch_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("expected");
    QByteArray fields;
    for (int i = 0; i <= static_cast<int>(kLastQueryField); ++i)
        fields +=
            (i == 0 ? "" : ", ") +
            QByteArray::fromStdString(std::string(queryFieldName(static_cast<QueryField>(i))));
    QTest::newRow("field") << QByteArray("colour:red")
                           << "there is no field \"colour\"; fields are " + fields;
    QTest::newRow("number") << QByteArray("quality:good")
                            << QByteArray("quality: \"good\" is no number");
    QTest::newRow("date") << QByteArray("date:>2024-13-01")
                          << QByteArray(
                                 "date: \">2024-13-01\" is no date such as 2024-05-31 or -7d")
                                 .replace(">2024", "2024");
    QTest::newRow("range of texts")
        << QByteArray("product:>a")
        << QByteArray("product is a text; <, <=, > and >= compare numbers and versions");
    QTest::newRow("no version") << QByteArray("version:>")
                                << QByteArray("version: expected a version after the sign");
    QTest::newRow("status") << QByteArray("status:=done")
                            << QByteArray("there is no status \"done\"; statuses are new, triaged, "
                                          "needs_symbols, waiting_customer, known, fixed_in, "
                                          "ignored, duplicate_of");
    QTest::newRow("pattern") << QByteArray("product:@(")
                             << QByteArray("product: a parenthesis ( that nothing closes: (");
    QTest::newRow("flag") << QByteArray("regression:yes")
                          << QByteArray("regression: expected true or !true");
    QTest::newRow("long") << QByteArray(4097, 'a')
                          << QByteArray("a search of 4097 bytes, limit 4096");
    QTest::newRow("many words") << QByteArray("signature:\"") + QByteArray("a ").repeated(65) + "\""
                                << QByteArray("signature: more than 64 words");
    QTest::newRow("many") << QByteArray("a ").repeated(65) << QByteArray("more than 64 terms");
}

void TestQuery::refusesWhatIsNoSearch()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, expected);
    const auto query = Query::parse(line.toStdString(), 0);
    QVERIFY(!query);
    QVERIFY(query.error().kind == ErrorKind::Malformed);
    QCOMPARE(query.error().detail, expected.toStdString());
}

void TestQuery::everyFieldHasAName()
{
    for (int i = 0; i <= static_cast<int>(kLastQueryField); ++i) {
        const auto field = static_cast<QueryField>(i);
        QVERIFY(parseQueryField(queryFieldName(field)) == field);
        QVERIFY(sqlFieldOf(field).expression != nullptr);
    }
    QVERIFY(parseQueryField("system") == QueryField::Os);
}

/// No text of a search becomes part of the statement.
void TestQuery::bindsEveryText()
{
    const std::string evil = "'; DROP TABLE reports; --";
    Query query;
    query.words = {evil, "\"*"};
    for (int i = 0; i <= static_cast<int>(kLastQueryField); ++i) {
        for (const auto comparison : {QueryOperator::Words, QueryOperator::Contains,
                                      QueryOperator::Equals, QueryOperator::Matches}) {
            query.terms.push_back(
                {.field = static_cast<QueryField>(i), .comparison = comparison, .value = evil});
        }
    }
    SqliteDialect dialect;
    const auto condition = *conditionOf(query, dialect);
    QVERIFY(condition.sql.find("DROP") == std::string::npos);
    QCOMPARE(static_cast<std::size_t>(std::ranges::count(condition.sql, '?')),
             condition.values.size());
}

QTEST_GUILESS_MAIN(TestQuery)
#include "tst_query.moc"
