// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/map_reference.h"
#include "core/formats/debug/sourcemap/source_map.h"

#include <QTest>

using namespace faultline;
using sourcemap::SourceMap;

class TestSourceMap : public QObject
{
    Q_OBJECT

private slots:
    void tokensHavePositionsAndNames();
    void defects_data();
    void defects();
    void lenientReadingDropsDamagedSegments();
    void laterSegmentsCountFromARefusedOne_data();
    void laterSegmentsCountFromARefusedOne();
    void aByteOrderMarkIsSkipped();
    void sectionsAreMadeFlat();
    void sectionsMayNotNestForever();
    void functionMapsNameFunctions();
    void functionMapsOfSections();
    void everyPrefixGivesValueOrError();
    void manySegmentsOnOneLine();
    void dataUrls_data();
    void dataUrls();
    void mapReferences_data();
    void mapReferences();
    void codeAfterAReference_data();
    void codeAfterAReference();
};

namespace {

constexpr std::string_view kPlain =
    R"({"version":3,"sources":["a.js",null],"sourceRoot":"src/","names":["f",7],"mappings":"AAAA,GAAIA;EACAC,I"})";

Result<SourceMap> parse(std::string_view json, sourcemap::MapOptions options = {})
{
    return SourceMap::parse(asBytes(json), options);
}

} // namespace

void TestSourceMap::tokensHavePositionsAndNames()
{
    const auto map = parse(kPlain);
    QVERIFY(map.has_value());
    QCOMPARE(map->tokens().size(), std::size_t(4));
    QCOMPARE(map->sources()[0].name, std::string("src/a.js"));
    QCOMPARE(map->sources()[1].name, std::string());
    const auto& second = map->tokens()[1];
    QCOMPARE(second.generated.column, 3u);
    QCOMPARE(second.original.column, 4u);
    QCOMPARE(map->nameOf(second), std::string_view("f"));
    QCOMPARE(map->nameOf(map->tokens()[2]), std::string_view("7"));
    QCOMPARE(map->tokens()[2].generated.line, 1u);
    QVERIFY(!map->tokens()[3].isMapped());
    QVERIFY(map->tokenAtOrBefore({1, 100}) == &map->tokens()[3]);
}

void TestSourceMap::defects_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("detail");
    const auto row = [](const char* name, const char* mappings, const char* detail) {
        QTest::newRow(name) << QByteArray(R"({"sources":["a"],"names":["n"],"mappings":")") +
                                   mappings + "\"}"
                            << QByteArray(detail);
    };
    row("bad digit", "AA!A", "mappings: a byte that is no base64 digit at offset 0");
    row("two numbers", "AAAA,AA", "mappings: a segment of two or three numbers at offset 5");
    row("six numbers", "AAAAAA", "mappings: a segment of more than five numbers at offset 0");
    row("unknown source", "ACAA", "mappings: a source that is not listed at offset 0");
    row("unknown name", "AAAAC", "mappings: a name that is not listed at offset 0");
    row("unfinished", "AAAg", "mappings: an unfinished number at offset 0");
    row("negative column", "D", "mappings: a column outside of 32 bits at offset 0");
    row("too long", "ggggggggggggggA", "mappings: a number of more than 60 bits at offset 0");
    QTest::newRow("no object") << QByteArray("[]")
                               << QByteArray("source map: the text is no json object");
    QTest::newRow("guard with a bare CR")
        << QByteArray(")]}'\r{}") << QByteArray("source map: the first line ends with CR alone");
    QTest::newRow("section without a map")
        << QByteArray(R"({"sections":[{"offset":{"line":0,"column":2},"url":"x"}]})")
        << QByteArray("source map: the section at line 0 column 2 has no map but a url");
}

void TestSourceMap::defects()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, detail);
    const auto map = parse({json.constData(), static_cast<std::size_t>(json.size())});
    QVERIFY(!map);
    QCOMPARE(map.error().kind, ErrorKind::Malformed);
    QCOMPARE(QByteArray::fromStdString(map.error().detail), detail);
}

void TestSourceMap::lenientReadingDropsDamagedSegments()
{
    const auto map = parse(R"({"sources":["a"],"names":[],"mappings":"AAAA,!!,CAAC,AA,CACA"})",
                           {.leniency = sourcemap::Leniency::Lenient});
    QVERIFY(map.has_value());
    QCOMPARE(map->tokens().size(), std::size_t(3));
    QCOMPARE(map->droppedSegments(), 2u);
    QCOMPARE(map->tokens()[2].generated.column, 2u);
}

void TestSourceMap::laterSegmentsCountFromARefusedOne_data()
{
    QTest::addColumn<QByteArray>("bad");
    QTest::addColumn<quint32>("dropped");
    QTest::newRow("name") << QByteArray("CACCC") << 0u;
    QTest::newRow("source that is not listed, and back") << QByteArray("CCCC,ADAA") << 1u;
    QTest::newRow("line below 0, and back") << QByteArray("CADC,AAEA") << 1u;
}

/// Each `bad` ends at column 1, and at line 1, column 1 of the only source.
void TestSourceMap::laterSegmentsCountFromARefusedOne()
{
    QFETCH(QByteArray, bad);
    const auto json =
        R"({"sources":["a"],"names":[],"mappings":"AAAA,)" + bad.toStdString() + R"(,CACC"})";
    const auto map = parse(json, {.leniency = sourcemap::Leniency::Lenient});
    QVERIFY(map.has_value());
    QTEST(map->droppedSegments(), "dropped");
    const auto& last = map->tokens().back();
    QCOMPARE(last.generated.column, 2u);
    QCOMPARE(last.original.line, 2u);
    QCOMPARE(last.original.column, 2u);
    QVERIFY(map->nameOf(last).empty());
}

void TestSourceMap::aByteOrderMarkIsSkipped()
{
    const std::string mark = "\xef\xbb\xbf";
    QVERIFY(parse(mark + std::string(kPlain)).has_value());
    QVERIFY(parse(mark + ")]}'\n" + std::string(kPlain)).has_value());
    QVERIFY(!parse(mark).has_value());
}

void TestSourceMap::sectionsAreMadeFlat()
{
    const auto map = parse(R"({"sections":[
        {"offset":{"line":1,"column":5},"map":{"sources":["b"],"names":["y"],"mappings":"AAAAA;CAAA"}},
        {"offset":{"line":0,"column":0},"map":{"sources":["a"],"names":["x"],"mappings":"CAAAA"}}]})");
    QVERIFY(map.has_value());
    QCOMPARE(map->tokens().size(), std::size_t(3));
    QCOMPARE(map->sources()[map->tokens()[0].source].name, std::string("a"));
    QCOMPARE(map->tokens()[1].generated.column, 5u);
    QCOMPARE(map->nameOf(map->tokens()[1]), std::string_view("y"));
    QCOMPARE(map->tokens()[2].generated.line, 2u);
    QCOMPARE(map->tokens()[2].generated.column, 1u);
}

void TestSourceMap::sectionsMayNotNestForever()
{
    std::string json = R"({"mappings":""})";
    for (int i = 0; i < 40; ++i)
        json = R"({"sections":[{"offset":{"line":0,"column":0},"map":)" + json + "}]}";
    const auto map = parse(json);
    QVERIFY(!map);
    QCOMPARE(map.error().kind, ErrorKind::Malformed);
}

void TestSourceMap::functionMapsNameFunctions()
{
    const auto map = parse(
        R"({"sources":["a.js"],"names":[],"mappings":"AAAA;AACE","x_facebook_sources":[[{"names":["<global>","foo"],"mappings":"AAA;ACC"}]]})");
    QVERIFY(map.has_value());
    QVERIFY(map->hasFunctionMaps());
    const auto& functions = map->sources()[0].functions;
    QVERIFY(functions.has_value());
    QCOMPARE(functions->nameAt({0, 0}).value_or("?"), std::string_view("<global>"));
    QCOMPARE(functions->nameAt({1, 2}).value_or("?"), std::string_view("foo"));
}

void TestSourceMap::functionMapsOfSections()
{
    constexpr std::string_view kSections =
        R"({"sections":[{"offset":{"line":0,"column":0},"map":{"sources":["a.js"],"names":[],)"
        R"("mappings":"AAAA;AACE","x_facebook_sources":[[{"names":["<global>","foo"],)"
        R"("mappings":"AAA;ACC"}]]}}]})";
    const auto map = parse(kSections, {.leniency = sourcemap::Leniency::Lenient});
    QVERIFY(map.has_value());
    QVERIFY(map->hasFunctionMaps());
    QVERIFY(map->sources()[0].functions.has_value());
    QVERIFY(!parse(kSections)->hasFunctionMaps()); // Like the reference.
}

void TestSourceMap::everyPrefixGivesValueOrError()
{
    for (std::size_t size = 0; size < kPlain.size(); ++size)
        QVERIFY(!parse(kPlain.substr(0, size)));
}

void TestSourceMap::manySegmentsOnOneLine()
{
    std::string json = R"({"sources":["a"],"names":[],"mappings":"AAAA)";
    constexpr std::size_t kSegments = 1'000'000;
    for (std::size_t i = 1; i < kSegments; ++i)
        json += ",CAAA";
    const auto map = parse(json + "\"}");
    QVERIFY(map.has_value());
    QCOMPARE(map->tokens().size(), kSegments);
    const auto limited = parse(json + "\"}", {.limits = {.maxTokens = 1000}});
    QVERIFY(!limited);
    QCOMPARE(limited.error().detail, std::string("mappings: more than 1000 segments"));
}

void TestSourceMap::dataUrls_data()
{
    QTest::addColumn<QByteArray>("url");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("percent") << QByteArray("data:,Hello%2C%20World%21")
                             << QByteArray("Hello, World!");
    QTest::newRow("base64") << QByteArray("data:;base64,SGVsbG8sIFdvcmxkIQ==")
                            << QByteArray("Hello, World!");
    QTest::newRow("wrong padding")
        << QByteArray("data:;base64,SGVsbG8sIFdvcmxkIQ=") << QByteArray();
    QTest::newRow("no comma") << QByteArray("data:abc") << QByteArray();
    QTest::newRow("no scheme") << QByteArray("data,abc") << QByteArray();
}

void TestSourceMap::dataUrls()
{
    QFETCH(QByteArray, url);
    QFETCH(QByteArray, text);
    const auto read =
        sourcemap::readDataUrl({url.constData(), static_cast<std::size_t>(url.size())});
    QCOMPARE(read.has_value(), !text.isEmpty());
    if (read)
        QCOMPARE(QByteArray::fromStdString(*read), text);
}

void TestSourceMap::mapReferences_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("strict");
    QTest::addColumn<QByteArray>("lenient");
    QTest::newRow("comment") << QByteArray("x\n//# sourceMappingURL=a.map\n") << QByteArray("a.map")
                             << QByteArray("a.map");
    QTest::newRow("old comment, query cut off") << QByteArray("//@ sourceMappingURL=a.map?x#y")
                                                << QByteArray("a.map") << QByteArray("a.map?x#y");
    QTest::newRow("last of several")
        << QByteArray("//# sourceMappingURL=a\n//@ sourceMappingURL=b\n") << QByteArray("b")
        << QByteArray("b");
    QTest::newRow("block comment")
        << QByteArray("/*# sourceMappingURL=a.map */") << QByteArray() << QByteArray("a.map");
    QTest::newRow("no space") << QByteArray("//#sourceMappingURL=a.map") << QByteArray()
                              << QByteArray("a.map");
    QTest::newRow("none") << QByteArray("sourceMappingURL=a") << QByteArray() << QByteArray();
}

void TestSourceMap::mapReferences()
{
    QFETCH(QByteArray, script);
    const std::string_view text(script.constData(), static_cast<std::size_t>(script.size()));
    const auto asBytesOf = [](std::optional<std::string_view> found) {
        return found ? QByteArray(found->data(), static_cast<qsizetype>(found->size()))
                     : QByteArray();
    };
    QTEST(asBytesOf(sourcemap::findMapReference(text)), "strict");
    QTEST(asBytesOf(sourcemap::findLenientMapReference(text)), "lenient");
}

void TestSourceMap::codeAfterAReference_data()
{
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<bool>("isCode");
    QTest::newRow("end") << QByteArray() << false;
    QTest::newRow("white space") << QByteArray(" \n\r\n\t") << false;
    QTest::newRow("comments") << QByteArray("\n//# debugId=x\n/* a\nb */ // c") << false;
    QTest::newRow("code") << QByteArray("\nconsole.log(1);\n") << true;
    QTest::newRow("code after comments") << QByteArray("\n/* a */ f()") << true;
    QTest::newRow("the end of a string") << QByteArray("`;") << false; // Part of the comment.
    QTest::newRow("unfinished comment") << QByteArray("\n/* a") << false;
}

void TestSourceMap::codeAfterAReference()
{
    QFETCH(QByteArray, after);
    QFETCH(bool, isCode);
    const auto script = "f();\n//# sourceMappingURL=a.map" + after.toStdString();
    const auto reference = sourcemap::findMapReference(script);
    QVERIFY(reference.has_value());
    QCOMPARE(sourcemap::isFollowedByCode(script, *reference), isCode);
    const auto block = "f();\n/*# sourceMappingURL=a.map */" + after.toStdString();
    const auto inBlock = sourcemap::findLenientMapReference(block);
    QVERIFY(inBlock.has_value());
    QCOMPARE(sourcemap::isFollowedByCode(block, *inBlock), isCode || after.startsWith('`'));
}

QTEST_GUILESS_MAIN(TestSourceMap)
#include "tst_source_map.moc"
