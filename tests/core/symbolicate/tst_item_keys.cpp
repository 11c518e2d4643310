// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_store.h"
#include "core/symbolicate/items/ppdb_cache_item.h"
#include "core/symbolicate/items/symcache_item.h"
#include "core/symbolicate/items/symstore_items.h"
#include "core/symbolicate/jvm/mapping_item.h"
#include "core/symbolicate/source/linked_source.h"
#include "tests/support/source_trials.h"

#include <QTest>

#include <functional>

using namespace faultline;
using namespace faultline::test;

Q_DECLARE_METATYPE(FieldTrial)

/// Keys of everything that is kept of a source's files (docs/security.md).
class TestItemKeys : public QObject
{
    Q_OBJECT

private slots:
    void everyItemNamesThePlace_data();
    void everyItemNamesThePlace();
    void whatIsWantedOfAFile_data();
    void whatIsWantedOfAFile();
    void linkedSources_data();
    void linkedSources();

private:
    using Objects = std::vector<std::shared_ptr<symbolicate::ObjectItem>>;
    /// The items' names and keys.
    using Keys = std::vector<std::pair<QString, cache::CacheKey>>;

    std::shared_ptr<symbolicate::ObjectItem> object(const sources::RemoteFile& file,
                                                    const sources::ObjectLookup& wanted = {})
    {
        return std::make_shared<symbolicate::ObjectItem>(file, wanted, "scope", m_downloader,
                                                         m_limits);
    }

    cache::CacheKey symCacheKey(symbolicate::SymCacheInputs inputs)
    {
        return symbolicate::SymCacheItem(std::move(inputs), {}, "scope", m_pool).key();
    }

    std::shared_ptr<symbolicate::NameMapItem> nameMap(sources::RemoteFile file)
    {
        file.type = sources::FileType::BcSymbolMap;
        return std::make_shared<symbolicate::NameMapItem>(std::move(file), "scope", m_downloader,
                                                          m_limits);
    }

    Keys keysOf(const sources::SourceConfig& config)
    {
        const sources::RemoteFile file{
            .source = sources::makeSource(config), .type = {}, .path = "a/b", .checksum = {}};
        const auto item = object(file);
        // The same for both sources: only the companions differ.
        const auto fixed = object({.source = sources::makeSource(sourceOfEachKind().front()),
                                   .type = {},
                                   .path = "c",
                                   .checksum = {}});
        Keys keys{
            {"object", item->key()},
            {"metadata", symbolicate::ObjectMetaItem(item, {}, "scope").key()},
            {"ppdb cache", symbolicate::PpdbCacheItem(item, {}, "scope").key()},
            {"symcache",
             symCacheKey({.debugFile = item, .symbolFiles = {}, .companions = {}, .better = {}})},
            {"symbols of a symcache",
             symCacheKey(
                 {.debugFile = fixed, .symbolFiles = {item}, .companions = {}, .better = {}})},
            {"companion of a symcache",
             symCacheKey(
                 {.debugFile = fixed, .symbolFiles = {}, .companions = {item}, .better = {}})},
            {"name map", nameMap(file)->key()},
            {"symbol map of a symcache", symCacheKey({.debugFile = fixed,
                                                      .symbolFiles = {},
                                                      .companions = {},
                                                      .maps = {nameMap(file), nullptr, {}, {}},
                                                      .better = {}})},
            {"line mapping of a symcache", symCacheKey({.debugFile = fixed,
                                                        .symbolFiles = {},
                                                        .companions = {},
                                                        .maps = {nullptr, nameMap(file), {}, {}},
                                                        .better = {}})},
        };
        const auto mapping = std::make_shared<jvm::MappingFileItem>(file, "scope", m_downloader);
        keys.emplace_back("mapping", mapping->key());
        keys.emplace_back("mapping cache", jvm::MappingItem(mapping, "scope", m_limits).key());
        const auto store = sources::makeSource(config);
        const std::chrono::sys_days day{std::chrono::days(20'000)};
        keys.emplace_back("last transaction",
                          symbolicate::SymstoreLastIdItem(store, day, m_downloader).key());
        keys.emplace_back("transaction",
                          symbolicate::SymstoreSegmentItem(store, 1, m_downloader).key());
        keys.emplace_back(
            "index", symbolicate::SymstoreIndexItem(store, 1, m_cache, {}, m_downloader).key());
        return keys;
    }

    WorkerPool m_pool{1};
    std::unique_ptr<net::Transport> m_transport = net::makeCurlTransport();
    net::Downloader m_downloader{{}, *m_transport, m_pool};
    cache::CacheStore m_cache{cache::CacheStoreConfig{}, m_pool, m_pool, silentLog()};
    ParseLimits m_limits;
};

void TestItemKeys::everyItemNamesThePlace_data()
{
    QTest::addColumn<FieldTrial>("trial");
    for (const auto& trial : fieldTrials())
        QTest::newRow(trial.name.c_str()) << trial;
}

void TestItemKeys::everyItemNamesThePlace()
{
    QFETCH(FieldTrial, trial);
    const auto before = keysOf(trial.one);
    const auto after = keysOf(trial.other);
    const auto again = keysOf(trial.other);
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto& name = before[i].first;
        const bool isRecord =
            name == "last transaction" || name == "transaction" || name == "index";
        const bool isPart = name.contains("of a symcache"); // Its scope is the debug file's.
        const bool isScope = trial.decides == Decides::Scope && !isRecord && !isPart;
        const bool differs =
            trial.decides == Decides::Bytes || trial.decides == Decides::Id || isScope;
        QVERIFY2(!(before[i].second == after[i].second) == differs, qPrintable(name));
        QVERIFY2(after[i].second == again[i].second, qPrintable(name));
        if (!trial.secret.empty())
            QVERIFY2(after[i].second.text().find(trial.secret) == std::string::npos,
                     qPrintable(name));
    }
}

void TestItemKeys::whatIsWantedOfAFile_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QString>("codeId");
    QTest::addColumn<QString>("debugId");
    QTest::addColumn<QString>("otherDebugId");
    QTest::addColumn<bool>("isSame");
    const QString id = "0a010000000000000000000000000000";
    const QString debugId = "0a010000-0000-0000-0000-000000000000";
    const QString wrong = "0b010000-0000-0000-0000-000000000000";
    const auto mach = int(sources::LookupType::MachO);
    const auto unknown = int(sources::LookupType::Unknown);
    const auto elf = int(sources::LookupType::Elf);
    QTest::newRow("a debug id that says the same becomes known later")
        << mach << id << "" << debugId << true;
    QTest::newRow("a wrong debug id beside the code id") << mach << id << debugId << wrong << false;
    QTest::newRow("debug ids alone") << mach << "" << debugId << wrong << false;
    QTest::newRow("an appendix, which no such file has, chooses nothing")
        << mach << id << debugId << debugId + "-5" << true;
    QTest::newRow("unknown type, same id later") << unknown << id << "" << debugId << true;
    QTest::newRow("unknown type, wrong debug id") << unknown << id << debugId << wrong << false;
    QTest::newRow("unknown type, debug ids alone are in the location")
        << unknown << "" << debugId << debugId + "-5" << true;
    QTest::newRow("no fat file is an ELF module's") << elf << id << debugId << wrong << true;
}

void TestItemKeys::whatIsWantedOfAFile()
{
    QFETCH(int, type);
    QFETCH(QString, codeId);
    QFETCH(QString, debugId);
    QFETCH(QString, otherDebugId);
    QFETCH(bool, isSame);
    const sources::RemoteFile file{.source = sources::makeSource(sourceOfEachKind().at(2)),
                                   .type = sources::FileType::MachDebug,
                                   .path = "a/b",
                                   .checksum = {}};
    sources::ObjectLookup wanted;
    wanted.type = static_cast<sources::LookupType>(type);
    if (!codeId.isEmpty())
        wanted.codeId = CodeId::parse(codeId.toStdString());
    wanted.debugId = DebugId::parse(debugId.toStdString());
    auto other = wanted;
    other.debugId = DebugId::parse(otherDebugId.toStdString());
    QCOMPARE(object(file, wanted)->key() == object(file, other)->key(), isSame);
}

void TestItemKeys::linkedSources_data()
{
    using Change = std::function<void(symbolicate::SourcePlace&)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("isSame");
    const auto row = [](const char* name, bool isSame, Change change) {
        QTest::newRow(name) << std::move(change) << isSame;
    };
    row("nothing", true, [](auto&) {});
    row("another host", false, [](auto& place) { place.url = "https://evil.example/a.c"; });
    row("a credential", false, [](auto& place) { place.url = "https://u:p@h.example/a.c"; });
    row("a header", false, [](auto& place) { place.headers = {{"Host", "evil.example"}}; });
    row("no trust", false, [](auto& place) { place.acceptInvalidCerts = true; });
    row("fewer redirects", false, [](auto& place) { place.redirectHosts.emplace(); });
    row("another source", false, [](auto& place) { place.source = "other"; });
    row("no consent needed", true, [](auto& place) { place.isConfigured = true; });
}

void TestItemKeys::linkedSources()
{
    QFETCH(std::function<void(symbolicate::SourcePlace&)>, change);
    QFETCH(bool, isSame);
    const symbolicate::SourcePlace place{
        .source = "sourcelink", .url = "https://h.example/a.c", .headers = {}};
    auto other = place;
    change(other);
    const auto keyOf = [&](const symbolicate::SourcePlace& from) {
        return symbolicate::SourceFileItem(from, "scope", m_downloader, m_limits).key();
    };
    QCOMPARE(keyOf(place) == keyOf(other), isSame);
}

QTEST_GUILESS_MAIN(TestItemKeys)
#include "tst_item_keys.moc"
