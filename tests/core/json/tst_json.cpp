// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_cursor.h"
#include "core/json/json_reader.h"
#include "core/json/json_writer.h"

#include <QTest>

using namespace faultline;

class TestJson : public QObject
{
    Q_OBJECT

private slots:
    void roundTrips_data();
    void roundTrips();
    void refuses_data();
    void refuses();
    void everyPrefixGivesValueOrError();
    void halvesOfCharactersAreReplaced();
    void limitsValues();
    void writesInvalidUtf8AsReplacement();
    void namesTheFirstMismatch_data();
    void namesTheFirstMismatch();
    void readsHexValues_data();
    void readsHexValues();
};

void TestJson::roundTrips_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("scalars") << QByteArray(
        R"([null,true,false,0,-1,18446744073709551615,1.50,"a"])");
    QTest::newRow("nested") << QByteArray(R"({"a":{"b":[{},[]]},"c":[1,[2]]})");
    QTest::newRow("escapes") << QByteArray(R"("\"\\\b\f\n\r\t\u0001ä😀")");
    QTest::newRow("integers beyond 64 bits")
        << QByteArray("[18446744073709551616,-9223372036854775809]");
    QTest::newRow("repeated keys") << QByteArray(R"({"a":1,"a":2})");
    QTest::newRow("empty key") << QByteArray(R"({"":1})");
}

void TestJson::roundTrips()
{
    QFETCH(QByteArray, text);
    const auto document = json::parseJson(text.toStdString());
    QVERIFY(document);
    std::string out;
    json::JsonWriter(out).value(document->root());
    QCOMPARE(QByteArray::fromStdString(out), text);
}

void TestJson::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("detail");
    QTest::newRow("empty") << QByteArray() << "unexpected end of text at line 1 column 0";
    QTest::newRow("cut") << QByteArray("{") << "unexpected text at line 1 column 1";
    QTest::newRow("second line") << QByteArray("[1,\n 2,\n x]")
                                 << "unexpected text at line 3 column 2";
    QTest::newRow("not utf-8") << QByteArray("\"\xff\"") << "unexpected text at line 1 column 2";
    QTest::newRow("text after the value")
        << QByteArray("1 2") << "unexpected text at line 1 column 3";
    QTest::newRow("too deep") << QByteArray(129, '[')
                              << "recursion limit exceeded at line 1 column 129";
}

void TestJson::refuses()
{
    QFETCH(QByteArray, text);
    const auto document = json::parseJson(text.toStdString());
    QVERIFY(!document);
    QCOMPARE(document.error().kind, ErrorKind::Malformed);
    QTEST(QString::fromStdString(document.error().detail), "detail");
}

/// Clients cut texts by UTF-16 units. Positions of what follows stay.
void TestJson::halvesOfCharactersAreReplaced()
{
    const auto textOf = [](const char* text) {
        const auto document = json::parseJson(text);
        return document ? std::string(document->root().text()) : document.error().detail;
    };
    const std::string replacement = "\xef\xbf\xbd";
    QCOMPARE(textOf(R"("ab\ud83d")"), "ab" + replacement);
    QCOMPARE(textOf(R"("\uDE00b")"), replacement + "b");
    QCOMPARE(textOf(R"("\ud83d\ud83d\ude00")"), replacement + "\xf0\x9f\x98\x80");
    QCOMPARE(textOf(R"("\\ud83d")"), "\\ud83d"); // A backslash, then other letters.
    QCOMPARE(textOf(R"("\ud83d" x)"), "unexpected text at line 1 column 10");
}

void TestJson::everyPrefixGivesValueOrError()
{
    const std::string whole = R"({"a":[1,-2,3.5e1,"x\u00e4\ud83d\ude00",{"b":null}],"c":true})";
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY(!json::parseJson(std::string_view(whole).substr(0, size)));
    QVERIFY(json::parseJson(whole));
}

void TestJson::limitsValues()
{
    QVERIFY(json::parseJson("[1,2]", {.maxValues = 3}));
    QCOMPARE(json::parseJson("[1,2,3]", {.maxValues = 3}).error().detail,
             std::string("too many values at line 1 column 7"));
    QCOMPARE(json::parseJson("[1]", {.maxTextBytes = 2}).error().detail,
             std::string("json text of 3 bytes, limit 2"));
}

void TestJson::writesInvalidUtf8AsReplacement()
{
    std::string out;
    json::JsonWriter(out).value("a\xff");
    QCOMPARE(out, std::string("\"a\xef\xbf\xbd\""));
}

void TestJson::namesTheFirstMismatch_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("detail");
    QTest::newRow("missing") << QByteArray(R"({"list":[{}]})")
                             << "list[0].name: missing field at line 1 column 10";
    QTest::newRow("wrong kind")
        << QByteArray(R"({"list":[{"name":1}]})")
        << "list[0].name: expected a string, found an integer at line 1 column 19";
    QTest::newRow("null is not absence") << QByteArray(R"({"list":null})")
                                         << "list: expected a list, found null at line 1 column 12";
    QTest::newRow("repeated") << QByteArray(R"({"list":[{"name":"a","name":"b"}]})")
                              << "list[0].name: duplicate field at line 1 column 31";
    QTest::newRow("root") << QByteArray("[]")
                          << ".: expected a map, found a list at line 1 column 1";
    QTest::newRow("first of several")
        << QByteArray("{\"list\":[\n{\"name\":1},{}]}")
        << "list[0].name: expected a string, found an integer at line 2 column 10";
}

void TestJson::namesTheFirstMismatch()
{
    QFETCH(QByteArray, text);
    const auto document = json::parseJson(text.toStdString());
    QVERIFY(document);
    json::JsonErrors errors;
    const json::JsonCursor root(document->root(), errors);
    root.member("list").forEachItem(
        [](const json::JsonCursor& item) { item.member("name").string(); });
    QVERIFY(!errors.ok());
    QTEST(QString::fromStdString(errors.first()->detail), "detail");
}

void TestJson::readsHexValues_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isValid");
    QTest::addColumn<qulonglong>("value");
    QTest::newRow("integer") << QByteArray("4096") << true << 4096ull;
    QTest::newRow("negative integer") << QByteArray("-1") << true << ~0ull;
    QTest::newRow("hexadecimal") << QByteArray(R"("0x1f")") << true << 31ull;
    QTest::newRow("capital x and digits") << QByteArray(R"("0X1F")") << true << 31ull;
    QTest::newRow("padded") << QByteArray(R"("0x0000000000001000")") << true << 4096ull;
    QTest::newRow("decimal text") << QByteArray(R"("255")") << true << 255ull;
    QTest::newRow("negative decimal text") << QByteArray(R"("-1")") << true << ~0ull;
    QTest::newRow("largest") << QByteArray(R"("0xffffffffffffffff")") << true << ~0ull;
    QTest::newRow("too large") << QByteArray(R"("0x10000000000000000")") << false << 0ull;
    QTest::newRow("prefix alone") << QByteArray(R"("0x")") << false << 0ull;
    QTest::newRow("empty text") << QByteArray(R"("")") << false << 0ull;
    QTest::newRow("word") << QByteArray(R"("xyz")") << false << 0ull;
    QTest::newRow("real") << QByteArray("1.5") << false << 0ull;
    QTest::newRow("null") << QByteArray("null") << false << 0ull;
}

void TestJson::readsHexValues()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isValid);
    const auto document = json::parseJson(text.toStdString());
    QVERIFY(document);
    json::JsonErrors errors;
    const auto value = json::JsonCursor(document->root(), errors).hexValue();
    QCOMPARE(errors.ok(), isValid);
    QTEST(static_cast<qulonglong>(value), "value");
}

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
