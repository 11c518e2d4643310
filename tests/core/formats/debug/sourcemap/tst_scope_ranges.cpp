// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/map_cache.h"
#include "core/formats/debug/sourcemap/map_cache_writer.h"

#include <QTest>

#include <initializer_list>

using namespace faultline;
using sourcemap::MapCache;

/// Functions and inlined bodies that a map's `scopes` tell.
class TestScopeRanges : public QObject
{
    Q_OBJECT

private slots:
    void bodiesAroundAPosition_data();
    void bodiesAroundAPosition();
    void rangesApartFromScopes();
    void scopesOfSections();
    void hiddenFunctions();
    void theReferencesAnswerHasNone();
    void damage_data();
    void damage();
    void everyPrefixIsSafe();
};

namespace {

/// Writes the items of `scopes`.
class Items
{
public:
    /// Numbers that are not signed.
    Items& add(char tag, std::initializer_list<std::uint64_t> numbers = {})
    {
        if (!m_text.empty())
            m_text += ',';
        m_text += tag;
        for (const auto number : numbers)
            put(number);
        return *this;
    }

    Items& withSigned(std::initializer_list<std::int64_t> numbers)
    {
        for (const auto number : numbers)
            put(number < 0 ? (static_cast<std::uint64_t>(-number) << 1 | 1)
                           : static_cast<std::uint64_t>(number) << 1);
        return *this;
    }

    const std::string& text() const { return m_text; }

private:
    void put(std::uint64_t rest)
    {
        constexpr std::string_view kDigits =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        do {
            const auto digit = rest & 31;
            rest >>= 5;
            m_text += kDigits[digit | (rest != 0 ? 32 : 0)];
        } while (rest != 0);
    }

    std::string m_text;
};

/// A global scope, and three functions in it; a block is in the last one.
Items scopes()
{
    Items items;
    items.add('B', {0, 0, 0});
    items.add('B', {5, 1, 0}).withSigned({0}).add('C', {3, 1});  // outer
    items.add('B', {5, 1, 0}).withSigned({1}).add('C', {3, 1});  // inner
    items.add('B', {5, 1, 0}).withSigned({1});                   // deep
    items.add('B', {0, 1, 2}).add('C', {1, 3}).add('C', {1, 1}); // its block
    items.add('C', {9, 0});
    return items;
}

/// `outer` from column 5 on, with `inner` from 10 on, and `deep` in it from 12 to 20. All end
/// at 30.
Items rangesOfTools(Items items)
{
    items.add('E', {2, 0}).withSigned({0});
    items.add('E', {2 | 4, 5}).withSigned({1});
    items.add('E', {2, 5}).withSigned({1}).add('I', {0, 3, 4});
    items.add('E', {2, 2}).withSigned({2}).add('I', {0, 8, 9}); // Its definition is the block.
    return items.add('F', {8}).add('F', {10}).add('F', {0}).add('F', {1, 0});
}

Items rangesOfProposal(Items items)
{
    items.add('F', {2, 0}).withSigned({0});
    items.add('F', {2 | 4, 5}).withSigned({1});
    items.add('F', {2, 5}).withSigned({1}).add('J').withSigned({0, 3, 4});
    items.add('F', {2, 2}).withSigned({2}).add('J').withSigned({0, 5, 9});
    return items.add('G', {8}).add('G', {10}).add('G', {0}).add('G', {1, 0});
}

std::string mapOf(std::string_view members)
{
    return concat(R"({"version":3,"sources":["a.js"],"names":["outer","inner","deep"],)",
                  R"("mappings":"AAAA",)", members, "}");
}

Result<MapCache> cacheOf(std::string_view map,
                         sourcemap::Leniency leniency = sourcemap::Leniency::Lenient)
{
    FL_TRY(auto out, TempFile::createInMemory());
    FL_CHECK(sourcemap::writeMapCache(
        {.script = {}, .map = asBytes(map), .options = {.leniency = leniency}}, out));
    FL_TRY(const auto bytes, out.map());
    return MapCache::open(ByteView::copyOf(bytes.span()));
}

/// "deep called at 0:8:9, inner called at 0:3:4, outer".
QString wordsAt(const MapCache& cache, sourcemap::Position position)
{
    QStringList words;
    for (const auto& frame : cache.scopesAt(position, 32)) {
        auto word = QString::fromStdString(std::string(frame.name.value_or("-")));
        if (frame.callSource)
            word += QStringLiteral(" called at %1:%2:%3")
                        .arg(*frame.callSource)
                        .arg(frame.call.line)
                        .arg(frame.call.column);
        words.append(frame.isHidden ? word + QStringLiteral(" hidden") : word);
    }
    return words.join(QStringLiteral(", "));
}

} // namespace

void TestScopeRanges::bodiesAroundAPosition_data()
{
    QTest::addColumn<QByteArray>("scopes");
    QTest::newRow("letters of tools") << QByteArray::fromStdString(rangesOfTools(scopes()).text());
    QTest::newRow("letters of the proposal")
        << QByteArray::fromStdString(rangesOfProposal(scopes()).text());
}

void TestScopeRanges::bodiesAroundAPosition()
{
    QFETCH(QByteArray, scopes);
    const auto cache = cacheOf(mapOf("\"scopes\":\"" + scopes.toStdString() + '"'));
    QVERIFY(cache);
    QVERIFY(cache->verify());
    QCOMPARE(cache->firstDamage(), std::string_view());
    QCOMPARE(wordsAt(*cache, {0, 4}), QString());
    QCOMPARE(wordsAt(*cache, {0, 5}), QStringLiteral("outer"));
    QCOMPARE(wordsAt(*cache, {0, 11}), QStringLiteral("inner called at 0:3:4, outer"));
    const auto whole = QStringLiteral("deep called at 0:8:9, inner called at 0:3:4, outer");
    QCOMPARE(wordsAt(*cache, {0, 12}), whole);
    QCOMPARE(wordsAt(*cache, {0, 19}), whole);
    QCOMPARE(wordsAt(*cache, {0, 20}), QStringLiteral("inner called at 0:3:4, outer"));
    QCOMPARE(wordsAt(*cache, {0, 30}), QString());
    QCOMPARE(cache->scopesAt({0, 12}, 2).size(), std::size_t{2});
}

void TestScopeRanges::rangesApartFromScopes()
{
    const auto cache = cacheOf(mapOf(concat(R"("scopes":[")", scopes().text(), R"("],"ranges":")",
                                            rangesOfTools({}).text(), '"')));
    QVERIFY(cache);
    QCOMPARE(wordsAt(*cache, {0, 11}), QStringLiteral("inner called at 0:3:4, outer"));
}

void TestScopeRanges::scopesOfSections()
{
    const auto part = mapOf("\"scopes\":\"" + rangesOfTools(scopes()).text() + '"');
    const auto cache =
        cacheOf(concat(R"({"sections":[{"offset":{"line":0,"column":0},"map":)", part,
                       R"(},{"offset":{"line":3,"column":100},"map":)", part, "}]}"));
    QVERIFY(cache);
    QCOMPARE(wordsAt(*cache, {0, 11}), QStringLiteral("inner called at 0:3:4, outer"));
    QCOMPARE(wordsAt(*cache, {3, 11}), QString());
    QCOMPARE(wordsAt(*cache, {3, 111}), QStringLiteral("inner called at 1:3:4, outer"));
}

void TestScopeRanges::hiddenFunctions()
{
    auto items = scopes();
    items.add('E', {4 | 8, 0}).add('F', {9});
    const auto cache = cacheOf(mapOf("\"scopes\":\"" + items.text() + '"'));
    QVERIFY(cache);
    QCOMPARE(wordsAt(*cache, {0, 3}), QStringLiteral("- hidden"));
}

void TestScopeRanges::theReferencesAnswerHasNone()
{
    const auto cache = cacheOf(mapOf("\"scopes\":\"" + rangesOfTools(scopes()).text() + '"'),
                               sourcemap::Leniency::Strict);
    QVERIFY(cache);
    QVERIFY(cache->scopesAt({0, 12}, 32).empty());
}

void TestScopeRanges::damage_data()
{
    QTest::addColumn<QByteArray>("scopes");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char* name, const Items& items, const char* detail) {
        QTest::newRow(name) << QByteArray::fromStdString(items.text())
                            << QString::fromLatin1(detail);
    };
    row("open scope", Items().add('B', {0, 0, 0}), "scopes: 1 scopes and 0 ranges do not end");
    row("open range", Items().add('E', {0, 0}), "scopes: 0 scopes and 1 ranges do not end");
    row("end of no scope", Items().add('C', {0, 0}), "scopes: the end of no scope at offset 0");
    row("end of no range", Items().add('E', {0, 0}).add('F', {0}).add('F', {0}),
        "scopes: the end of no range at offset 7");
    row("unknown name", Items().add('B', {1, 0, 0}).withSigned({3}),
        "scopes: a name outside of the list at offset 0");
    row("unknown scope", Items().add('E', {2, 0}).withSigned({0}),
        "scopes: a scope that is not there at offset 0");
    row("call of no range", Items().add('I', {0, 0, 0}), "scopes: a call of no range at offset 0");
    row("call in an unknown source", Items().add('E', {0, 0}).add('I', {1, 0, 0}),
        "scopes: a call in a source that is not listed at offset 4");
    row("line outside", Items().add('E', {1, std::uint64_t{1} << 32, 0}),
        "scopes: a range outside of 32 bits at offset 0");
    row("short", Items().add('B', {0}), "scopes: an unfinished number at offset 0");
    Items deep;
    for (int i = 0; i < 1'001; ++i)
        deep.add('E', {0, 0});
    row("deep", deep, "scopes: ranges that are nested too deeply at offset 4000");
}

/// Damaged scopes cost only themselves.
void TestScopeRanges::damage()
{
    QFETCH(QByteArray, scopes);
    const auto cache = cacheOf(mapOf("\"scopes\":\"" + scopes.toStdString() + '"'));
    QVERIFY(cache);
    QTEST(QString::fromStdString(std::string(cache->firstDamage())), "detail");
    QVERIFY(cache->scopesAt({0, 0}, 32).empty());
    QVERIFY(cache->lookup({0, 0}));
}

void TestScopeRanges::everyPrefixIsSafe()
{
    const auto whole = rangesOfProposal(scopes()).text();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto cache = cacheOf(mapOf("\"scopes\":\"" + whole.substr(0, size) + '"'));
        QVERIFY(cache);
        // The last item can end without its last number.
        const auto words = wordsAt(*cache, {0, 11});
        QVERIFY2(words.isEmpty() || size + 2 > whole.size(), qPrintable(words));
    }
}

QTEST_GUILESS_MAIN(TestScopeRanges)
#include "tst_scope_ranges.moc"
