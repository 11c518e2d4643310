// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/map_cache.h"
#include "core/formats/debug/sourcemap/map_cache_writer.h"

#include <QTest>

using namespace faultline;
using sourcemap::MapCache;

class TestMapCache : public QObject
{
    Q_OBJECT

private slots:
    void answersAsTheMapDoes();
    void nothingCarriesOverToTheNextLine();
    void equalPositions();
    void sourcesHaveTheirText();
    void functionsAreNamedByTheScript();
    void everyPrefixIsRefusedOrSafe();
    void damagedBytesAreSafe();
};

namespace {

ByteView cacheOf(std::string_view script, std::string_view map)
{
    auto out = TempFile::createInMemory();
    if (!out || !sourcemap::writeMapCache({.script = asBytes(script), .map = asBytes(map)}, *out))
        return {};
    return ByteView::copyOf(out->map()->span());
}

/// Forty tokens on two lines, so that there are several blocks.
std::string mapOfManyTokens()
{
    std::string mappings;
    for (int i = 0; i < 20; ++i)
        mappings += i == 0 ? "AAAAA" : ",EACC";
    mappings += ";";
    for (int i = 0; i < 20; ++i)
        mappings += i == 0 ? "CAAA" : ",EACC";
    return R"({"sources":["a.js"],"names":["n"],"mappings":")" + mappings +
           R"(","sourcesContent":["text"]})";
}

} // namespace

void TestMapCache::answersAsTheMapDoes()
{
    const auto json = mapOfManyTokens();
    const auto map = sourcemap::SourceMap::parse(asBytes(json));
    const auto cache = MapCache::open(cacheOf("", json));
    QVERIFY(map && cache);
    QVERIFY(cache->verify());
    QCOMPARE(cache->tokenCount(), 40u);
    for (std::uint32_t line = 0; line < 3; ++line) {
        for (std::uint32_t column = 0; column < 60; ++column) {
            const auto* token = map->tokenAtOrBefore({line, column});
            const auto hit = cache->lookup({line, column});
            const bool isSameLine = token != nullptr && token->generated.line == line;
            QCOMPARE(hit.has_value(), isSameLine);
            if (!hit)
                continue;
            QVERIFY(hit->generated == token->generated);
            QVERIFY(hit->original == token->original);
            QCOMPARE(hit->name.value_or(""), map->nameOf(*token));
        }
    }
    QCOMPARE(cache->tokenAfter({0, 0})->generated.column, 2u);
    QVERIFY(!cache->tokenAfter({0, 1000}));
}

void TestMapCache::nothingCarriesOverToTheNextLine()
{
    const auto cache =
        MapCache::open(cacheOf("", R"({"sources":["a"],"names":[],"mappings":"AAAA,C;AAAA;"})"));
    QVERIFY(cache.has_value());
    QVERIFY(cache->lookup({0, 0}).has_value());
    QVERIFY(!cache->lookup({0, 5}));
    QVERIFY(cache->tokenAt({0, 5}).has_value());
    QVERIFY(cache->lookup({1, 3}).has_value()); // Repeats the first token, but on its own line.
    QVERIFY(!cache->lookup({2, 0}));
}

void TestMapCache::equalPositions()
{
    for (int before = 0; before < 20;
         ++before) { // The pair may also lie across the end of a block.
        std::string mappings;
        for (int i = 0; i < before; ++i)
            mappings += "CAAC,";
        const auto cache =
            MapCache::open(cacheOf("", R"({"sources":["a"],"names":[],"mappings":")" + mappings +
                                           R"(CAAC,AACA,AACA,EACA"})"));
        QVERIFY(cache.has_value());
        const auto column = static_cast<std::uint32_t>(before) + 1;
        using sourcemap::Among;
        QCOMPARE(cache->lookup({0, column}, Among::First)->original.line, 0u);
        QCOMPARE(cache->lookup({0, column})->original.line, 2u);
        QCOMPARE(cache->lookup({0, column + 1})->original.line, 2u);
        QCOMPARE(cache->lookup({0, column + 2})->original.line, 3u);
    }
}

void TestMapCache::sourcesHaveTheirText()
{
    const std::string longText(5000, 'x');
    const auto json =
        R"({"sources":["a","b","c"],"names":[],"mappings":"","sourcesContent":["short",")" +
        longText + R"(",null],"ignoreList":[1]})";
    const auto cache = MapCache::open(cacheOf("", json));
    QVERIFY(cache.has_value());
    QCOMPARE((*cache->sourceText(0))->text(), std::string_view("short"));
    QCOMPARE((*cache->sourceText(1))->text(), std::string_view(longText));
    QVERIFY(!*cache->sourceText(2));
    QVERIFY(!*cache->sourceText(9));
    QVERIFY(cache->source(1)->isIgnored);
}

void TestMapCache::functionsAreNamedByTheScript()
{
    if (!script::hasGrammar(script::Grammar::JavaScript))
        QSKIP("this build has no grammars");
    // The name of `a` is mapped to "fill", its body to the position after it.
    const auto cache = MapCache::open(
        cacheOf("function a(){b()}",
                R"({"sources":["o.js"],"names":["fill"],"mappings":"AAAA,SAASA,IAAG"})"));
    QVERIFY(cache.has_value());
    const auto hit = cache->lookup({0, 14});
    QVERIFY(hit.has_value());
    QCOMPARE(hit->scope.name, std::string_view("fill"));
}

void TestMapCache::everyPrefixIsRefusedOrSafe()
{
    const auto whole = cacheOf("", mapOfManyTokens());
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY(!MapCache::open(*whole.slice(0, size)));
}

void TestMapCache::damagedBytesAreSafe()
{
    const auto whole = cacheOf("", mapOfManyTokens());
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::vector<std::byte> bytes(whole.span().begin(), whole.span().end());
        bytes[at] ^= std::byte{0xff};
        const auto cache = MapCache::open(ByteView::fromVector(std::move(bytes)));
        if (!cache)
            continue;
        for (std::uint32_t column = 0; column < 60; column += 7)
            (void)cache->lookup({0, column});
        (void)cache->sourceText(0);
        QVERIFY(at < 32 ? true : !cache->verify());
    }
}

QTEST_GUILESS_MAIN(TestMapCache)
#include "tst_map_cache.moc"
