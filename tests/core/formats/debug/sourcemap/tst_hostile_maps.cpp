// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/map_cache.h"
#include "core/formats/debug/sourcemap/map_cache_writer.h"
#include "core/formats/debug/sourcemap/map_reference.h"

#include <QElapsedTimer>
#include <QTest>

using namespace faultline;
using sourcemap::LinkedMaps;
using sourcemap::MapCache;

/// Maps that try to cost memory or time. tests/fault_drill/hostile_maps.py measures larger ones.
class TestHostileMaps : public QObject
{
    Q_OBJECT

private slots:
    void errorsNameWhatAndWhere_data();
    void errorsNameWhatAndWhere();
    void damagedSegmentsAreCounted();
    void manySegmentsAreRead_data();
    void manySegmentsAreRead();
    void manySourcesAreRead();
    void sectionsByUrl();
    void sectionsByUrlThatCost_data();
    void sectionsByUrlThatCost();
};

namespace {

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

std::string repeated(std::string_view text, std::size_t times)
{
    std::string all;
    all.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

std::string mapOf(std::string_view mappings)
{
    return concat(R"({"version":3,"sources":["a.js"],"names":["n"],"mappings":")", mappings, "\"}");
}

std::string sectionOf(std::string_view url)
{
    return concat(R"({"offset":{"line":0,"column":0},"url":")", url, "\"}");
}

std::string indexOf(std::string_view sections)
{
    return concat(R"({"version":3,"sections":[)", sections, "]}");
}

/// Limits at which the rows below stay small.
sourcemap::MapLimits smallLimits()
{
    sourcemap::MapLimits limits;
    limits.maxJsonValues = 10'000;
    limits.maxSections = 100;
    limits.maxSources = 100;
    limits.maxNames = 100;
    limits.maxTokens = 1'000;
    limits.maxLinkedSections = 200;
    return limits;
}

Result<MapCache> cacheOf(std::string_view map,
                         const sourcemap::MapLimits& limits = {},
                         std::shared_ptr<const LinkedMaps> linked = {})
{
    FL_TRY(auto out, TempFile::createInMemory());
    FL_CHECK(sourcemap::writeMapCache({.script = {},
                                       .map = asBytes(map),
                                       .options = {.leniency = sourcemap::Leniency::Lenient,
                                                   .limits = limits,
                                                   .linked = std::move(linked)}},
                                      out));
    FL_TRY(const auto bytes, out.map());
    return MapCache::open(ByteView::copyOf(bytes.span()));
}

std::shared_ptr<LinkedMaps> linkedMaps(const std::map<std::string, std::string>& maps)
{
    auto linked = std::make_shared<LinkedMaps>();
    linked->base = "app.map";
    linked->join = [](std::string_view, std::string_view url) { return std::string(url); };
    for (const auto& [url, text] : maps)
        linked->maps.emplace(url, ByteView::fromString(text));
    return linked;
}

} // namespace

void TestHostileMaps::errorsNameWhatAndWhere_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char* name, const std::string& json, const char* detail) {
        QTest::newRow(name) << QByteArray::fromStdString(json) << QString::fromLatin1(detail);
    };
    row("sources in one long root",
        concat(R"({"version":3,"names":[],"mappings":"AAAA","sourceRoot":")",
               std::string(20'000, 'r'), R"(","sources":["a")", repeated(R"(,"a")", 99), "]}"),
        "source map: the sources with their sourceRoot have more than 1376096 bytes, the limit for "
        "a map of this size");
    row("negative column", mapOf("D"),
        "mappings: none of 1 segments can be read; the first: a column outside of 32 bits at "
        "offset 0");
    row("negative line", mapOf("AADA"),
        "mappings: none of 1 segments can be read; the first: an original position outside of 32 "
        "bits at offset 0");
    row("negative source", mapOf("ADAA"),
        "mappings: none of 1 segments can be read; the first: a source that is not listed at "
        "offset 0");
    row("negative line", mapOf("AADA"),
        "mappings: none of 1 segments can be read; the first: an original position outside of 32 "
        "bits at offset 0");
    row("bad base64", mapOf("A*AA"),
        "mappings: none of 1 segments can be read; the first: a byte that is no base64 digit at "
        "offset 0");
    row("a long number", mapOf(repeated("g", 1 << 20) + "A"),
        "mappings: none of 1 segments can be read; the first: a number of more than 60 bits at "
        "offset 0");
    row("deep lists", repeated("[", 1 << 20),
        "source map: lists and objects are nested deeper than 128 at byte 128");
    row("deep objects", R"({"names":)" + repeated("{\"a\":", 1 << 18) + "1",
        "source map: lists and objects are nested deeper than 128 at byte 644");
    row("deep sections",
        repeated(R"({"sections":[{"offset":{"line":0,"column":0},"map":)", 17) + "{}" +
            repeated("}]}", 17),
        "source map: sections are nested deeper than 16");
    row("empty", "", "source map: the text is empty");
    row("guard only", ")]}'\n", "source map: the text is empty");
    row("function map",
        R"({"sources":["a"],"mappings":"","x_facebook_sources":[[{"names":["f"],"mappings":"AAAA!"}]]})",
        "function map: a byte that is no base64 digit at offset 0"); // Once read for ever.
    row("unfinished string", R"({"mappings":"AAAA)",
        "source map: the string at byte 12 does not end");
    row("unfinished object", R"({"mappings":"AA\"AA")",
        "source map: 1 lists or objects do not end in 20 bytes");
    row("brackets", "{}}", "source map: the bracket at byte 2 closes nothing");
    row("values", R"({"x":[)" + repeated("1,", 20'000) + "1]}",
        "source map: more than 10000 values, at byte 20003");
    row("sources", R"({"sources":[)" + repeated("null,", 300) + "null]}",
        "source map: `sources[200]` is past the 100 entries that are read");
    row("names", R"({"names":[)" + repeated("1,", 300) + "1]}",
        "source map: `names[100]` is past the 100 entries that are read");
    row("sections", indexOf(repeated(sectionOf("x") + ",", 100) + sectionOf("x")),
        "source map: more than 100 sections");
    row("segments", mapOf("AAAA" + repeated(",CAAC", 1'000)), "mappings: more than 1000 segments");
    row("section outside",
        indexOf(R"({"offset":{"line":4294967294,"column":0},"map":)" +
                indexOf(R"({"offset":{"line":1,"column":0},"map":)" + mapOf("AAAA") + "}") + "}"),
        "source map: a section leads to line 4294967295 column 0");
}

void TestHostileMaps::errorsNameWhatAndWhere()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, detail);
    QElapsedTimer timer;
    timer.start();
    const auto cache = cacheOf({json.constData(), std::size_t(json.size())}, smallLimits());
    QVERIFY(!cache);
    QCOMPARE(cache.error().kind, ErrorKind::Malformed);
    QCOMPARE(textOf(cache.error().detail), detail);
    QVERIFY(timer.elapsed() < 5'000);
}

/// What can be read is used, and the damage is told.
void TestHostileMaps::damagedSegmentsAreCounted()
{
    const auto cache = cacheOf(mapOf("AAAA,!,CAAC,DDDDDDDD"));
    QVERIFY(cache);
    QCOMPARE(cache->tokenCount(), 2u);
    QCOMPARE(cache->droppedSegments(), 2u);
    QCOMPARE(textOf(cache->firstDamage()),
             QStringLiteral("a byte that is no base64 digit at offset 5"));
    QVERIFY(cacheOf(mapOf("AAAA"))->firstDamage().empty());
}

void TestHostileMaps::manySegmentsAreRead_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("next");
    QTest::addColumn<quint32>("tokens");
    QTest::newRow("on one line") << QByteArray("AAAA") << QByteArray(",CAAC") << 1'000'001u;
    QTest::newRow("backwards") << QByteArray("ggggCAAA") << QByteArray(",DAAA") << 1'000'001u;
    QTest::newRow("at one column") << QByteArray("AAAA") << QByteArray(",AAAC") << 2u;
    QTest::newRow("damaged") << QByteArray("AAAA") << QByteArray(",!") << 1u;
    QTest::newRow("empty lines") << QByteArray("AAAA") << QByteArray(";") << 1u;
}

void TestHostileMaps::manySegmentsAreRead()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, next);
    QElapsedTimer timer;
    timer.start();
    const auto cache = cacheOf(mapOf((first + next.repeated(1'000'000)).toStdString()));
    QVERIFY(cache);
    QTEST(cache->tokenCount(), "tokens");
    QVERIFY(timer.elapsed() < 30'000);
}

void TestHostileMaps::manySourcesAreRead()
{
    std::string sources = "\"s\"";
    for (int i = 0; i < 300'000; ++i)
        sources += concat(",\"s", i, ".js\"");
    QElapsedTimer timer;
    timer.start();
    const auto cache = cacheOf(concat(R"({"sources":[)", sources, R"(],"sourcesContent":["f")",
                                      repeated(",\"f\"", 300'000), R"(],"mappings":"AAAA"})"));
    QVERIFY(cache);
    QCOMPARE(cache->sourceCount(), 300'001u);
    QCOMPARE(textOf((*cache->sourceText(300'000))->text()), QStringLiteral("f"));
    QVERIFY(timer.elapsed() < 30'000);
}

void TestHostileMaps::sectionsByUrl()
{
    const auto sections =
        concat(sectionOf("a.map"), R"(,{"offset":{"line":2,"column":3},"url":)", R"("a.map"})");
    const auto cache = cacheOf(indexOf(sections), {}, linkedMaps({{"a.map", mapOf("AAAAA")}}));
    QVERIFY2(cache, cache ? "" : cache.error().detail.c_str());
    QCOMPARE(cache->sourceCount(), 2u);
    QCOMPARE(cache->lookup({0, 5})->source, 0u);
    QCOMPARE(cache->lookup({2, 3})->source, 1u);
    QVERIFY(!cache->lookup({2, 2}));
}

void TestHostileMaps::sectionsByUrlThatCost_data()
{
    QTest::addColumn<QString>("detail");
    QTest::newRow("itself") << "source map: the section at line 0 column 0 names the map app.map, "
                               "which the section is a part of";
    QTest::newRow("cycle") << "source map: the section at line 0 column 0 names the map b.map, "
                              "which the section is a part of";
    QTest::newRow("absent") << "source map: the section at line 0 column 0 names the map gone.map, "
                               "one more than are looked for";
    QTest::newRow("damaged") << "source map: the section at line 0 column 0 names the map d.map: "
                                "malformed: source map: the text is no json object";
    QTest::newRow("multiply") << "source map: the section at line 0 column 0: more than 200 "
                                 "sections name a map by url";
}

void TestHostileMaps::sectionsByUrlThatCost()
{
    const std::map<std::string, std::string> starts{{"itself", "app.map"},
                                                    {"cycle", "b.map"},
                                                    {"absent", "gone.map"},
                                                    {"damaged", "d.map"},
                                                    {"multiply", "0.map"}};
    std::map<std::string, std::string> maps{{"b.map", indexOf(sectionOf("c.map"))},
                                            {"c.map", indexOf(sectionOf("b.map"))},
                                            {"d.map", "[]"},
                                            {"9.map", R"({"sources":[],"mappings":""})"}};
    for (int i = 0; i < 9; ++i) {
        const auto next = sectionOf(concat(i + 1, ".map"));
        maps.emplace(concat(i, ".map"), indexOf(repeated(next + ",", 15) + next));
    }
    const auto cache = cacheOf(indexOf(sectionOf(starts.at(QTest::currentDataTag()))),
                               smallLimits(), linkedMaps(maps));
    QVERIFY(!cache);
    QTEST(textOf(cache.error().detail), "detail");
}

QTEST_GUILESS_MAIN(TestHostileMaps)
#include "tst_hostile_maps.moc"
