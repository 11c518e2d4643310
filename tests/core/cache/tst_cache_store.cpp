// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_store.h"
#include "core/cache/entry_header.h"
#include "tests/core/cache/store_fixture.h"

#include <QTest>

#include <fstream>
#include <latch>

using namespace faultline;
using faultline::test::ageOf;
using faultline::test::Recipe;
using faultline::test::setAge;
using faultline::test::StoreFixture;
using faultline::test::TextItem;
using namespace std::chrono_literals;

class TestCacheStore : public QObject, private StoreFixture
{
    Q_OBJECT

private slots:

    void init() { reset(); }

    void layersAnswerInOrder();
    void failuresAreRememberedByKind_data();
    void failuresAreRememberedByKind();
    void rememberedFailuresExpire_data();
    void rememberedFailuresExpire();
    void malformedIsForgottenByTheNextProcess();
    void retryPassesOverFailures();
    void usesAreMarkedHourly_data();
    void usesAreMarkedHourly();
    void unusedEntriesAreMadeAnew();
    void damagedEntriesAreMadeAnew();
    void whatDoesNotReadBackIsInternal();
    void identicalWorkRunsOnce();
    void sharedWorkStopsWithItsLastWaiter();
    void inputsComeFirst();
    void requiredInputsFailTheItem();
    void olderVersionsAreServedAndReplaced();
    void scopesAreApart();
    void worksWithoutAFolder();
    void unwritableFolderStillServes();
    void vanishingFilesAreMisses();
    void memoryIsBounded();
    void destructionAnswersEveryone();
    void destructionWaitsForCallsThatStillRun();
    void typesAreChecked();
};

void TestCacheStore::layersAnswerInOrder()
{
    const Recipe recipe;
    auto store = makeStore();
    const auto made = store->fetch(recipe.item()).answer();
    QCOMPARE(**made.value, std::string("text"));
    QCOMPARE(made.trace.layer, cache::CacheLayer::Computed);
    QCOMPARE(made.trace.sizeBytes, std::uint64_t{4});
    QCOMPARE(store->fetch(recipe.item()).answer().trace.layer, cache::CacheLayer::Memory);
    store->clearMemory();
    QCOMPARE(store->fetch(recipe.item()).answer().trace.layer, cache::CacheLayer::Disk);
    store = makeStore();
    const auto read = store->fetch(recipe.item()).answer();
    QCOMPARE(**read.value, std::string("text"));
    QCOMPARE(read.trace.layer, cache::CacheLayer::Disk);
    QCOMPARE(recipe.runs->load(), 1);
    store->forget(*recipe.item());
    QCOMPARE(store->fetch(recipe.item()).answer().trace.layer, cache::CacheLayer::Computed);
}

void TestCacheStore::failuresAreRememberedByKind_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("remembered");
    QTest::newRow("not found") << int(ErrorKind::NotFound) << true;
    QTest::newRow("permission denied") << int(ErrorKind::PermissionDenied) << true;
    QTest::newRow("timeout") << int(ErrorKind::Timeout) << true;
    QTest::newRow("download failed") << int(ErrorKind::DownloadFailed) << true;
    QTest::newRow("malformed") << int(ErrorKind::Malformed) << true;
    QTest::newRow("unsupported") << int(ErrorKind::Unsupported) << true;
    QTest::newRow("cancelled") << int(ErrorKind::Cancelled) << false;
    QTest::newRow("internal") << int(ErrorKind::Internal) << false;
}

void TestCacheStore::failuresAreRememberedByKind()
{
    QFETCH(int, kind);
    QFETCH(bool, remembered);
    Recipe recipe;
    recipe.result = fail(static_cast<ErrorKind>(kind), "why");
    const auto store = makeStore();
    QCOMPARE(store->fetch(recipe.item()).wait().error(), recipe.result.error());
    QCOMPARE(std::filesystem::exists(entryPath(*recipe.item())), remembered);
    const auto again = store->fetch(recipe.item()).answer();
    QCOMPARE(again.value.error(), recipe.result.error());
    QCOMPARE(again.trace.layer == cache::CacheLayer::Negative, remembered);
    store->clearMemory();
    const auto fromDisk = store->fetch(recipe.item()).answer();
    QCOMPARE(fromDisk.value.error(), recipe.result.error());
    QCOMPARE(fromDisk.trace.failureExpiresIn.has_value(), remembered);
    QCOMPARE(again.trace.failedAt.has_value(), remembered);
    QCOMPARE(fromDisk.trace.failedAt, again.trace.failedAt); // Not the time at which it was read.
    QCOMPARE(recipe.runs->load(), remembered ? 1 : 3);
}

void TestCacheStore::rememberedFailuresExpire_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("seconds");
    QTest::newRow("absence after an hour") << int(ErrorKind::NotFound) << 3600;
    QTest::newRow("passing trouble after five minutes") << int(ErrorKind::DownloadFailed) << 300;
    QTest::newRow("malformed after a day") << int(ErrorKind::Malformed) << 86400;
}

void TestCacheStore::rememberedFailuresExpire()
{
    QFETCH(int, kind);
    QFETCH(int, seconds);
    Recipe recipe;
    recipe.result = fail(static_cast<ErrorKind>(kind), "why");
    const auto store = makeStore();
    const auto fetch = [&] {
        static_cast<void>(store->fetch(recipe.item()).wait());
        store->clearMemory();
        return recipe.runs->load();
    };
    QCOMPARE(fetch(), 1);
    m_ahead = std::chrono::seconds(seconds - 10);
    QCOMPARE(fetch(), 1);
    m_ahead = std::chrono::seconds(seconds + 10);
    QCOMPARE(fetch(), 2);
}

void TestCacheStore::malformedIsForgottenByTheNextProcess()
{
    Recipe recipe;
    recipe.result = fail(ErrorKind::Malformed, "damaged");
    static_cast<void>(makeStore()->fetch(recipe.item()).wait());
    m_ahead = 10s; // The next process starts later.
    const auto store = makeStore();
    static_cast<void>(store->fetch(recipe.item()).wait());
    QCOMPARE(recipe.runs->load(), 2);
}

void TestCacheStore::retryPassesOverFailures()
{
    Recipe missing;
    missing.result = fail(ErrorKind::NotFound, "");
    const auto input = missing.item("input");
    const auto item = std::make_shared<TextItem>(
        "a", [](const auto&, const auto&) { return Result<std::string>("made"); },
        std::vector<cache::CacheInput>{{input}});
    const auto store = makeStore();
    for (const bool dropMemory : {false, true}) {
        static_cast<void>(store->fetch(item).wait());
        if (dropMemory)
            store->clearMemory();
        const auto before = missing.runs->load();
        static_cast<void>(store->fetch(item).wait());
        QCOMPARE(missing.runs->load(), before);
        static_cast<void>(store->fetch(item, {}, {.bypassNegative = true}).wait());
        QCOMPARE(missing.runs->load(), before + 1);
    }
    QVERIFY(store->fetch(input, {}, {.bypassNegative = true}).answer().trace.bypassedNegative);
}

void TestCacheStore::usesAreMarkedHourly_data()
{
    QTest::addColumn<int>("age");
    QTest::addColumn<bool>("marked");
    QTest::newRow("check 13: 1 h 15 s old, renewed") << 3615 << true;
    QTest::newRow("check 13: 30 min old, unchanged") << 1800 << false;
}

void TestCacheStore::usesAreMarkedHourly()
{
    QFETCH(int, age);
    QFETCH(bool, marked);
    const Recipe recipe;
    const auto path = entryPath(*recipe.item());
    static_cast<void>(makeStore()->fetch(recipe.item()).wait());
    setAge(path, std::chrono::seconds(age));
    static_cast<void>(makeStore()->fetch(recipe.item()).wait());
    QCOMPARE(ageOf(path) < 900, marked);
    QCOMPARE(recipe.runs->load(), 1);
}

void TestCacheStore::unusedEntriesAreMadeAnew()
{
    const Recipe recipe;
    static_cast<void>(makeStore()->fetch(recipe.item()).wait());
    setAge(entryPath(*recipe.item()), std::chrono::hours(8 * 24));
    QCOMPARE(makeStore()->fetch(recipe.item()).answer().trace.layer, cache::CacheLayer::Computed);
    QCOMPARE(recipe.runs->load(), 2);
}

void TestCacheStore::damagedEntriesAreMadeAnew()
{
    const Recipe recipe;
    const auto path = entryPath(*recipe.item());
    static_cast<void>(makeStore()->fetch(recipe.item()).wait());
    const auto whole = std::filesystem::file_size(path);
    for (const auto size : {whole - 1, std::uintmax_t{100}, std::uintmax_t{0}}) {
        std::filesystem::resize_file(path, size);
        QCOMPARE(makeStore()->fetch(recipe.item()).answer().trace.layer,
                 cache::CacheLayer::Computed);
        QCOMPARE(std::filesystem::file_size(path), whole);
    }
    std::ofstream(path) << "some other program's file";
    QCOMPARE(makeStore()->fetch(recipe.item()).answer().trace.layer, cache::CacheLayer::Computed);
}

void TestCacheStore::whatDoesNotReadBackIsInternal()
{
    Recipe recipe;
    recipe.result = "unreadable";
    const auto store = makeStore();
    const auto error = store->fetch(recipe.item()).wait().error();
    QCOMPARE(error, (Error{ErrorKind::Internal, "does not read back: starts with unreadable"}));
    QVERIFY(!std::filesystem::exists(entryPath(*recipe.item())));
}

void TestCacheStore::identicalWorkRunsOnce()
{
    for (const bool withFolder : {true, false}) {
        auto settings = config();
        if (!withFolder)
            settings.folder.reset();
        std::latch go(1);
        std::atomic<int> runs = 0;
        const auto item = [&] {
            return std::make_shared<TextItem>("shared", [&](const auto&, const auto&) {
                ++runs;
                go.wait();
                return Result<std::string>("once");
            });
        };
        const auto store = makeStore(settings);
        std::vector<cache::CacheFuture<std::string>> futures;
        for (int i = 0; i < 20; ++i)
            futures.push_back(store->fetch(item()));
        go.count_down();
        for (const auto& future : futures)
            QCOMPARE(**future.wait(), std::string("once"));
        QCOMPARE(runs.load(), 1);
    }
}

void TestCacheStore::sharedWorkStopsWithItsLastWaiter()
{
    std::latch running(1);
    std::atomic<bool> stopped = false;
    std::atomic<int> runs = 0;
    const auto item = std::make_shared<TextItem>(
        "long", [&](const auto&, std::stop_token stop) -> Result<std::string> {
            if (++runs > 1)
                return std::string("second");
            std::mutex mutex;
            std::condition_variable_any changed;
            std::unique_lock lock(mutex);
            running.count_down();
            changed.wait(lock, stop, [] { return false; });
            stopped = true;
            return fail(ErrorKind::Cancelled, "stopped");
        });
    const auto store = makeStore();
    std::stop_source first;
    auto one = store->fetch(item, first.get_token());
    auto two = std::make_optional(store->fetch(item));
    running.wait();
    first.request_stop();
    QCOMPARE(one.wait().error().kind, ErrorKind::Cancelled);
    QVERIFY(!stopped);
    // A waiter that gives up leaves the shared work to the other holders of a handle.
    std::stop_source impatient;
    impatient.request_stop();
    QCOMPARE(two->wait(impatient.get_token()).error().kind, ErrorKind::Cancelled);
    QVERIFY(!stopped);
    two.reset();
    QCOMPARE(**store->fetch(item).wait(), std::string("second")); // Does not join what is dying.
    QTRY_VERIFY(stopped);
}

void TestCacheStore::inputsComeFirst()
{
    Recipe left;
    left.result = "left";
    Recipe right;
    right.result = fail(ErrorKind::NotFound, "");
    const auto join = [](const cache::CacheInputs& inputs, const auto&) -> Result<std::string> {
        FL_TRY(const auto first, inputs.get<std::string>(0));
        const auto second = inputs.get<std::string>(1);
        return *first + "+" + (second ? **second : second.error().describe());
    };
    const auto item = std::make_shared<TextItem>(
        "joined", join,
        std::vector<cache::CacheInput>{{left.item("left")}, {right.item("right"), false}});
    QCOMPARE(**makeStore()->fetch(item).wait(), std::string("left+not found"));
}

void TestCacheStore::requiredInputsFailTheItem()
{
    Recipe missing;
    missing.result = fail(ErrorKind::NotFound, "");
    std::atomic<int> runs = 0;
    const auto item = std::make_shared<TextItem>(
        "derived",
        [&](const auto&, const auto&) {
            ++runs;
            return Result<std::string>("never");
        },
        std::vector<cache::CacheInput>{{missing.item("input")}});
    QCOMPARE(makeStore()->fetch(item).wait().error().kind, ErrorKind::NotFound);
    QCOMPARE(runs.load(), 0);
    QVERIFY(!std::filesystem::exists(entryPath(*item)));
}

void TestCacheStore::olderVersionsAreServedAndReplaced()
{
    Recipe recipe;
    const auto item = recipe.item();
    const auto oldPath = entryPath(*item, 1);
    static_cast<void>(makeStore()->fetch(item).wait());
    std::filesystem::create_directories(oldPath.parent_path());
    std::filesystem::rename(entryPath(*item), oldPath);
    recipe.result = "new text";
    auto store = makeStore();
    const auto served = store->fetch(recipe.item()).answer();
    QCOMPARE(**served.value, std::string("text"));
    QCOMPARE(served.trace.layer, cache::CacheLayer::DiskFallback);
    QTRY_COMPARE(**store->fetch(recipe.item()).wait(), std::string("new text"));
    QTRY_VERIFY(!std::filesystem::exists(oldPath)); // Removed after the new one is there.
    QCOMPARE(recipe.runs->load(), 2);
}

void TestCacheStore::scopesAreApart()
{
    std::atomic<int> runs = 0;
    const auto item = [&](const std::string& scope) {
        return std::make_shared<TextItem>(
            "a",
            [&](const auto&, const auto&) {
                ++runs;
                return Result<std::string>("text");
            },
            std::vector<cache::CacheInput>(), scope);
    };
    const auto store = makeStore();
    for (const auto* scope : {"1", "2", "1", ""})
        static_cast<void>(store->fetch(item(scope)).wait());
    QCOMPARE(runs.load(), 3);
}

void TestCacheStore::worksWithoutAFolder()
{
    auto settings = config();
    settings.folder.reset();
    const Recipe recipe;
    const auto store = makeStore(settings);
    QCOMPARE(**store->fetch(recipe.item()).wait(), std::string("text"));
    QCOMPARE(store->fetch(recipe.item()).answer().trace.layer, cache::CacheLayer::Memory);
    store->clearMemory();
    QCOMPARE(store->fetch(recipe.item()).answer().trace.layer, cache::CacheLayer::Computed);
}

void TestCacheStore::unwritableFolderStillServes()
{
    auto settings = config();
    settings.folder = folder() / "file" / "cache"; // Cannot be made: "file" is no folder.
    std::ofstream(folder() / "file") << "x";
    const Recipe recipe;
    QCOMPARE(**makeStore(settings)->fetch(recipe.item()).wait(), std::string("text"));
}

void TestCacheStore::vanishingFilesAreMisses()
{
    const Recipe recipe;
    const auto store = makeStore();
    const auto held = *store->fetch(recipe.item()).wait();
    for (const auto& entry : std::filesystem::directory_iterator(folder()))
        std::filesystem::remove_all(entry.path());
    store->clearMemory();
    QCOMPARE(store->fetch(recipe.item()).answer().trace.layer, cache::CacheLayer::Computed);
    QCOMPARE(*held, std::string("text"));
}

void TestCacheStore::memoryIsBounded()
{
    auto settings = config();
    settings.memoryBytes = 2000;
    const Recipe recipe;
    const auto store = makeStore(settings);
    for (int i = 0; i < 10; ++i)
        static_cast<void>(store->fetch(recipe.item(std::to_string(i))).wait());
    QCOMPARE(store->fetch(recipe.item("9")).answer().trace.layer, cache::CacheLayer::Memory);
    QCOMPARE(store->fetch(recipe.item("0")).answer().trace.layer, cache::CacheLayer::Disk);
}

void TestCacheStore::destructionAnswersEveryone()
{
    std::latch running(1);
    const auto item = std::make_shared<TextItem>(
        "long", [&](const auto&, std::stop_token stop) -> Result<std::string> {
            std::mutex mutex;
            std::condition_variable_any changed;
            std::unique_lock lock(mutex);
            running.count_down();
            changed.wait(lock, stop, [] { return false; });
            return fail(ErrorKind::Cancelled, "stopped");
        });
    auto store = makeStore();
    const auto future = store->fetch(item);
    running.wait();
    store.reset();
    QCOMPARE(future.wait().error().kind, ErrorKind::Cancelled);
}

/// A stop token that has fired answers inside the call, and the receiver of the answer may destroy
/// the store.
void TestCacheStore::destructionWaitsForCallsThatStillRun()
{
    const Recipe recipe;
    auto store = makeStore();
    std::latch answered(1);
    std::atomic<bool> isGone = false;
    bool wasGone = true;
    std::stop_source stopped;
    stopped.request_stop();
    std::jthread caller([&, raw = store.get()] {
        raw->fetch(recipe.item(), {}, stopped.get_token(), [&](cache::CacheAnswer<std::string>) {
            answered.count_down();
            std::this_thread::sleep_for(50ms); // Time for the destructor to go wrong.
            wasGone = isGone;
        });
    });
    answered.wait();
    store.reset();
    isGone = true;
    caller.join();
    QVERIFY(!wasGone);
}

void TestCacheStore::typesAreChecked()
{
    cache::UntypedCacheAnswer answer{
        cache::CacheValue{std::make_shared<const int>(1), &typeid(int), 4}, {}};
    QCOMPARE(**answer.as<int>().value, 1);
    QCOMPARE(answer.as<long>().value.error().kind, ErrorKind::Internal);
}

QTEST_GUILESS_MAIN(TestCacheStore)
#include "tst_cache_store.moc"
