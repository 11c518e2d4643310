// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_store.h"
#include "core/cache/entry_header.h"
#include "tests/core/cache/store_fixture.h"

#include <QTest>

#include <fstream>
#include <latch>

using namespace faultline;
using namespace std::chrono_literals;
using faultline::test::Recipe;
using faultline::test::setAge;
using faultline::test::StoreFixture;
using faultline::test::TextItem;

/// Events in the life of an entry: older versions, better files, a crash of the machine, a full
/// disk, a lost network.
class TestCacheRenewal : public QObject, private StoreFixture
{
    Q_OBJECT

private slots:

    void init() { reset(); }

    void check14TwoReadsOfAFallbackMakeOneNewEntry();
    void check15AFailureOfTheCurrentVersionHidesFallbacks();
    void check16OneFallbackIsRenewedAtATime();
    void check17WhatIsWritten_data();
    void check17WhatIsWritten();
    void betterFilesAreLookedForHourly();
    void theBestIsNotLookedFor();
    void offlineUnusedEntriesServeOn();
    void fullDisksStillServe();

private:
    /// Makes an entry and turns it into one of an older version.
    void makeFallback(const Recipe& recipe, const std::string& name = "a")
    {
        const auto item = recipe.item(name);
        static_cast<void>(makeStore()->fetch(item).wait());
        std::filesystem::create_directories(entryPath(*item, 1).parent_path());
        std::filesystem::rename(entryPath(*item), entryPath(*item, 1));
    }
};

void TestCacheRenewal::check14TwoReadsOfAFallbackMakeOneNewEntry()
{
    Recipe recipe;
    recipe.result = "old";
    makeFallback(recipe);
    std::latch go(1);
    std::atomic<int> runs = 0;
    const auto item = std::make_shared<TextItem>("a", [&](const auto&, const auto&) {
        ++runs;
        go.wait();
        return Result<std::string>("new");
    });
    const auto store = makeStore();
    for (int read = 0; read < 2; ++read) {
        const auto answer = store->fetch(item).answer();
        QCOMPARE(**answer.value, std::string("old"));
        QCOMPARE(answer.trace.layer, cache::CacheLayer::DiskFallback);
    }
    go.count_down();
    QTRY_COMPARE(**store->fetch(item).wait(), std::string("new"));
    QCOMPARE(runs.load(), 1);
    QTRY_VERIFY(
        !std::filesystem::exists(entryPath(*item, 1))); // Removed after the new one is there.
}

void TestCacheRenewal::check15AFailureOfTheCurrentVersionHidesFallbacks()
{
    Recipe recipe;
    makeFallback(recipe);
    Recipe missing;
    missing.result = fail(ErrorKind::NotFound, "");
    const auto item = missing.item();
    const auto fallback = entryPath(*item, 1);
    const auto aside = folder() / "aside";
    std::filesystem::rename(fallback, aside);
    static_cast<void>(makeStore()->fetch(item).wait());
    std::filesystem::create_directories(fallback.parent_path());
    std::filesystem::rename(aside, fallback);
    QCOMPARE(makeStore()->fetch(item).wait().error().kind, ErrorKind::NotFound);
    QCOMPARE(missing.runs->load(), 1);
}

void TestCacheRenewal::check16OneFallbackIsRenewedAtATime()
{
    const Recipe recipe;
    std::latch go(1);
    std::latch running(1);
    std::atomic<int> runs = 0;
    std::vector<std::shared_ptr<TextItem>> items;
    for (const auto* name : {"a", "b", "c"}) {
        makeFallback(recipe, name);
        items.push_back(std::make_shared<TextItem>(name, [&](const auto&, const auto&) {
            if (++runs == 1)
                running.count_down();
            go.wait();
            return Result<std::string>("new");
        }));
    }
    auto settings = config();
    settings.maxLazyRecomputations = 1;
    auto store = makeStore(settings);
    for (const auto& item : items)
        QCOMPARE(store->fetch(item).answer().trace.layer, cache::CacheLayer::DiskFallback);
    running.wait();
    QCOMPARE(runs.load(), 1);
    go.count_down();
    store.reset();
    QCOMPARE(runs.load(), 1);
}

void TestCacheRenewal::check17WhatIsWritten_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("written");
    QTest::newRow("check 17: internal error, no file") << int(ErrorKind::Internal) << false;
    QTest::newRow("check 17: malformed, a file") << int(ErrorKind::Malformed) << true;
}

void TestCacheRenewal::check17WhatIsWritten()
{
    QFETCH(int, kind);
    QFETCH(bool, written);
    Recipe recipe;
    recipe.result = fail(static_cast<ErrorKind>(kind), "why");
    static_cast<void>(makeStore()->fetch(recipe.item()).wait());
    QCOMPARE(std::filesystem::exists(entryPath(*recipe.item())), written);
}

void TestCacheRenewal::betterFilesAreLookedForHourly()
{
    Recipe better;
    better.result = fail(ErrorKind::NotFound, "");
    const Recipe recipe;
    const auto derived = [&] {
        const auto item = recipe.item("derived");
        item->setRank(2, {better.item("better")});
        return item;
    };
    auto settings = config();
    settings.lifetimes.derived.retryMissesAfter = 24h; // Longer than the interval of attempts.
    settings.lifetimes.derived.retryMissesAfterPublic = 24h;
    const auto readFromDisk = [&] {
        const auto store = makeStore(settings);
        return store->fetch(derived()).answer();
    };
    static_cast<void>(makeStore(settings)->fetch(better.item("better")).wait());
    QCOMPARE(better.runs->load(), 1);
    QCOMPARE(readFromDisk().trace.layer, cache::CacheLayer::Computed);
    m_ahead = 30min;
    QCOMPARE(readFromDisk().trace.layer, cache::CacheLayer::Disk);
    QCOMPARE(better.runs->load(), 1);
    for (int hour = 1; hour <= 2; ++hour) {
        m_ahead = hour * 61min;
        const auto store = makeStore(settings);
        const auto answer = store->fetch(derived()).answer();
        QCOMPARE(answer.trace.layer, cache::CacheLayer::Disk); // Not kept waiting.
        QCOMPARE(answer.trace.objectRank, 2u);
        QTRY_COMPARE(better.runs->load(), hour + 1);
        QCOMPARE(makeStore(settings)->fetch(derived()).answer().trace.layer,
                 cache::CacheLayer::Disk);
        QCOMPARE(better.runs->load(), hour + 1); // Once per hour, whoever asks.
    }
    QCOMPARE(recipe.runs->load(), 1);
}

void TestCacheRenewal::theBestIsNotLookedFor()
{
    Recipe better;
    const Recipe recipe;
    const auto item = recipe.item("derived");
    item->setRank(0, {better.item("better")});
    static_cast<void>(makeStore()->fetch(item).wait());
    m_ahead = 2h;
    QCOMPARE(makeStore()->fetch(item).answer().trace.layer, cache::CacheLayer::Disk);
    QCOMPARE(better.runs->load(), 0);
}

void TestCacheRenewal::offlineUnusedEntriesServeOn()
{
    const Recipe recipe;
    static_cast<void>(makeStore()->fetch(recipe.item()).wait());
    auto settings = config();
    settings.offline = true;
    for (int read = 0; read < 2; ++read) {
        setAge(entryPath(*recipe.item()), 24h * 30);
        const auto store = makeStore(settings);
        QVERIFY(store->isOffline());
        QCOMPARE(store->fetch(recipe.item()).answer().trace.layer, cache::CacheLayer::Disk);
    }
    setAge(entryPath(*recipe.item()), 24h * 30);
    const auto store = makeStore(settings);
    store->setOffline(false);
    QCOMPARE(store->fetch(recipe.item()).answer().trace.layer, cache::CacheLayer::Computed);
}

/// A temporary file that has moved into memory, as on a full disk; tests/fault_drill fills a real
/// one.
void TestCacheRenewal::fullDisksStillServe()
{
    class Crowded final : public cache::CacheItemRequest<std::string>
    {
    public:
        const cache::CacheVersions& versions() const override { return test::kTexts; }

        cache::CacheKey key() const override
        {
            return cache::CacheKeyBuilder("").addFile("test", "big").build();
        }

        Result<void> compute(const cache::CacheInputs&, TempFile& out, std::stop_token) override
        {
            FL_TRY(out, TempFile::createInMemory(out.reservedBytes()));
            return out.append(asBytes("text"));
        }

        Result<std::string> load(ByteView bytes) const override
        {
            return std::string(bytes.text());
        }
    };

    const auto item = std::make_shared<Crowded>();
    const auto store = makeStore();
    const auto answer = store->fetch(item).answer();
    QCOMPARE(**answer.value, std::string("text"));
    QVERIFY(answer.trace.notKept.starts_with("no space left on the disk for "));
    QCOMPARE(store->fetch(item).answer().trace.layer, cache::CacheLayer::Memory);
    QVERIFY(!std::filesystem::exists(folder() / "texts"));
}

QTEST_GUILESS_MAIN(TestCacheRenewal)
#include "tst_cache_renewal.moc"
