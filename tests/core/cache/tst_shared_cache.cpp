// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_store.h"
#include "core/cache/shared_folder.h"
#include "core/packing/compression.h"
#include "tests/core/cache/text_item.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using faultline::test::Recipe;
using faultline::test::setAge;
using faultline::test::TextItem;

namespace {

/// Misses every look-up, and delays uploads until it is released.
class SlowBackend final : public cache::SharedBackend
{
public:
    std::string describe() const override { return "slow"; }

    void fetch(std::string, TempFile, std::stop_token, FetchDone done) override
    {
        ++fetches;
        done(fail(ErrorKind::NotFound, ""));
    }

    void exists(std::string, std::stop_token, ExistsDone done) override { done(false); }

    void store(std::string name, ByteView, std::stop_token stop, StoreDone done) override
    {
        std::unique_lock lock(mutex);
        most = std::max(most, ++running);
        names.push_back(std::move(name));
        if (isOpen) {
            --running;
            lock.unlock();
            return done(StoreOutcome::Stored);
        }
        waiting.push_back(std::move(done));
        watches.push_back(std::make_unique<std::stop_callback<std::function<void()>>>(
            std::move(stop), [this] { ++stops; }));
    }

    void open()
    {
        std::vector<StoreDone> all;
        {
            const std::lock_guard lock(mutex);
            isOpen = true;
            all.swap(waiting);
            running -= static_cast<int>(all.size());
        }
        for (auto& done : all)
            done(StoreOutcome::Stored);
    }

    int startedUploads()
    {
        const std::lock_guard lock(mutex);
        return static_cast<int>(names.size());
    }

    std::mutex mutex;
    bool isOpen = false;
    int running = 0;
    int most = 0;
    std::atomic<int> fetches = 0;
    std::atomic<int> stops = 0;
    std::vector<std::string> names;
    std::vector<StoreDone> waiting;
    std::vector<std::unique_ptr<std::stop_callback<std::function<void()>>>> watches;
};

} // namespace

class TestSharedCache : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void anEmptyMachineStartsFromIt();
    void worksWithoutAFolderOfItsOwn();
    void failuresStayHere();
    void localFilesStayHere();
    void damagedFilesAreMisses_data();
    void damagedFilesAreMisses();
    void whatTheStoreHasLostIsSentAgain();
    void offlineLeavesItAlone();
    void nobodyWaitsForUploads();
    void fullQueuesDropUploads();
    void theFirstWriterWins();

private:
    cache::CacheStoreConfig config(const std::string& machine) const
    {
        cache::CacheStoreConfig config;
        config.folder = path(machine);
        config.shared = std::make_shared<cache::SharedFolder>(path("shared"));
        return config;
    }

    std::unique_ptr<cache::CacheStore> machine(cache::CacheStoreConfig config)
    {
        return std::make_unique<cache::CacheStore>(std::move(config), m_compute, m_io, silentLog());
    }

    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_dir->path().toStdString()) / name;
    }

    std::filesystem::path sharedPath(const TextItem& item) const
    {
        return path("shared") / "texts" / item.key().relativePath(2);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    WorkerPool m_compute{2};
    WorkerPool m_io{2};
};

void TestSharedCache::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
}

void TestSharedCache::anEmptyMachineStartsFromIt()
{
    const Recipe recipe;
    {
        auto first = machine(config("first"));
        QCOMPARE(first->fetch(recipe.item()).answer().trace.layer, cache::CacheLayer::Computed);
        first.reset(); // Uploads have some time to end.
    }
    QVERIFY(std::filesystem::exists(sharedPath(*recipe.item())));
    auto second = machine(config("second"));
    const auto answer = second->fetch(recipe.item()).answer();
    QCOMPARE(**answer.value, std::string("text"));
    QCOMPARE(answer.trace.layer, cache::CacheLayer::Shared);
    QCOMPARE(answer.trace.sizeBytes, std::uint64_t{4});
    QCOMPARE(second->sharedCounts().hits, std::uint64_t{1});
    second->clearMemory();
    QCOMPARE(second->fetch(recipe.item()).answer().trace.layer, cache::CacheLayer::Disk);
    QCOMPARE(second->sharedCounts().stored, std::uint64_t{0}); // Not sent back.
    QCOMPARE(recipe.runs->load(), 1);
}

void TestSharedCache::worksWithoutAFolderOfItsOwn()
{
    const Recipe recipe;
    for (const auto layer : {cache::CacheLayer::Computed, cache::CacheLayer::Shared}) {
        auto settings = config("unused");
        settings.folder.reset();
        QCOMPARE(machine(settings)->fetch(recipe.item()).answer().trace.layer, layer);
    }
}

void TestSharedCache::failuresStayHere()
{
    Recipe recipe;
    recipe.result = fail(ErrorKind::NotFound, "");
    static_cast<void>(machine(config("first"))->fetch(recipe.item()).wait());
    QVERIFY(!std::filesystem::exists(sharedPath(*recipe.item())));
}

void TestSharedCache::localFilesStayHere()
{
    class LocalItem final : public cache::CacheItemRequest<std::string>
    {
    public:
        const cache::CacheVersions& versions() const override { return test::kTexts; }

        cache::CacheKey key() const override
        {
            return cache::CacheKeyBuilder("").addFile("local", "file:///a").addIdentity({}).build();
        }

        Result<void> compute(const cache::CacheInputs&, TempFile& out, std::stop_token) override
        {
            return out.append(asBytes("text"));
        }

        Result<std::string> load(ByteView bytes) const override
        {
            return std::string(bytes.text());
        }
    };

    QVERIFY(machine(config("first"))->fetch(std::make_shared<LocalItem>()).wait());
    QVERIFY(!std::filesystem::exists(path("shared") / "texts"));
}

void TestSharedCache::damagedFilesAreMisses_data()
{
    QTest::addColumn<bool>("packed");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << false << QByteArray();
    QTest::newRow("not packed") << false << QByteArray("text");
    QTest::newRow("of no use") << true << QByteArray("unreadable");
}

void TestSharedCache::damagedFilesAreMisses()
{
    QFETCH(bool, packed);
    QFETCH(QByteArray, bytes);
    const Recipe recipe;
    auto file = TempFile::create(path("shared"));
    const auto content = asBytes(std::string_view(bytes.constData(), std::size_t(bytes.size())));
    QVERIFY(packed ? packing::packZstd(content, *file) : file->append(content));
    QVERIFY(file->keepAs(sharedPath(*recipe.item())));
    auto store = machine(config("first"));
    const auto answer = store->fetch(recipe.item()).answer();
    QCOMPARE(**answer.value, std::string("text"));
    QCOMPARE(answer.trace.layer, cache::CacheLayer::Computed);
}

void TestSharedCache::whatTheStoreHasLostIsSentAgain()
{
    const Recipe recipe;
    const auto item = recipe.item();
    static_cast<void>(machine(config("first"))->fetch(item).wait());
    std::filesystem::remove(sharedPath(*item));
    setAge(path("first") / "texts" / item->key().relativePath(2), std::chrono::hours(2));
    static_cast<void>(machine(config("first"))->fetch(item).wait());
    QVERIFY(std::filesystem::exists(sharedPath(*item)));
}

void TestSharedCache::offlineLeavesItAlone()
{
    const auto backend = std::make_shared<SlowBackend>();
    backend->isOpen = true;
    auto settings = config("first");
    settings.shared = backend;
    settings.offline = true;
    const Recipe recipe;
    auto store = machine(settings);
    QVERIFY(store->fetch(recipe.item()).wait());
    QCOMPARE(backend->fetches.load(), 0);
    store->setOffline(false);
    QVERIFY(store->fetch(recipe.item("b")).wait());
    QCOMPARE(backend->fetches.load(), 1);
}

void TestSharedCache::nobodyWaitsForUploads()
{
    const auto backend = std::make_shared<SlowBackend>();
    auto settings = config("first");
    settings.shared = backend;
    settings.sharedLimits.maxConcurrentUploads = 2;
    const Recipe recipe;
    auto store = machine(settings);
    for (int i = 0; i < 5; ++i)
        QVERIFY(store->fetch(recipe.item(std::to_string(i))).wait());
    QTRY_COMPARE(backend->startedUploads(), 2);
    backend->open();
    store.reset();
    QCOMPARE(backend->startedUploads(), 5);
    QCOMPARE(backend->most, 2);
    QCOMPARE(backend->stops.load(), 0);
}

void TestSharedCache::fullQueuesDropUploads()
{
    const auto backend = std::make_shared<SlowBackend>();
    auto settings = config("first");
    settings.shared = backend;
    settings.sharedLimits.maxConcurrentUploads = 1;
    settings.sharedLimits.maxUploadQueue = 2;
    const Recipe recipe;
    auto store = machine(settings);
    for (int i = 0; i < 6; ++i) {
        QVERIFY(store->fetch(recipe.item(std::to_string(i))).wait());
        QTRY_COMPARE(backend->startedUploads(), 1);
    }
    QCOMPARE(store->sharedCounts().dropped, std::uint64_t{3});
    backend->open();
}

void TestSharedCache::theFirstWriterWins()
{
    cache::SharedFolder folder(path("shared"));
    std::vector<cache::SharedBackend::StoreOutcome> outcomes;
    for (const auto* text : {"first", "second"})
        folder.store("texts/v1/aa/bb/cc", ByteView::fromString(text), {}, [&](const auto& outcome) {
            QVERIFY(outcome.has_value());
            outcomes.push_back(*outcome);
        });
    QVERIFY((outcomes == std::vector{cache::SharedBackend::StoreOutcome::Stored,
                                     cache::SharedBackend::StoreOutcome::AlreadyThere}));
    folder.fetch("texts/v1/aa/bb/cc", *TempFile::createInMemory(), {}, [](Result<TempFile> file) {
        QCOMPARE(file->map()->text(), std::string_view("first"));
    });
    folder.exists("texts/v1/aa/bb/dd", {}, [](Result<bool> there) { QCOMPARE(*there, false); });
    folder.fetch("texts/v1/aa/bb/dd", *TempFile::createInMemory(), {},
                 [](Result<TempFile> file) { QCOMPARE(file.error().kind, ErrorKind::NotFound); });
}

QTEST_GUILESS_MAIN(TestSharedCache)
#include "tst_shared_cache.moc"
