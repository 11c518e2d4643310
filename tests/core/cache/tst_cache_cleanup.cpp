// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/cache/cache_cleaner.h"
#include "core/cache/cache_cleanup.h"
#include "core/cache/cache_store.h"
#include "core/cache/cache_verify.h"
#include "tests/core/cache/store_fixture.h"

#include <QTest>

#include <fstream>

using namespace faultline;
using namespace std::chrono_literals;
using faultline::test::Recipe;
using faultline::test::setAge;
using faultline::test::StoreFixture;
using faultline::test::TextItem;

namespace {

constexpr std::uint64_t kEntryBytes = 8192; // A page of head and one of payload.

std::chrono::system_clock::time_point today()
{
    return std::chrono::system_clock::now();
}

} // namespace

class TestCacheCleanup : public QObject, private StoreFixture
{
    Q_OBJECT

private slots:

    void init() { reset(); }

    void expiry_data();
    void expiry();
    void damageIsRemovedAndForeignFilesAreNot();
    void emptyFoldersGo();
    void abandonedTemporaryFilesGo();
    void check20MappedEntriesStayReadable();
    void theQuotaEvictsWhatWasUsedLeastRecently_data();
    void theQuotaEvictsWhatWasUsedLeastRecently();
    void freshEntriesAreNotEvicted();
    void aFolderThatIsMissingIsAnError();
    void theCleanerRepeats();
    void verifyFindsEveryDamage_data();
    void verifyFindsEveryDamage();
    void sizesAreForPeople();

private:
    /// Makes an entry that was last used some time ago.
    std::filesystem::path entry(const std::string& name,
                                Result<std::string> result = std::string("text"),
                                std::chrono::seconds age = 0s,
                                const std::string& scope = "")
    {
        const auto item = std::make_shared<TextItem>(
            name, [result](const auto&, const auto&) { return result; },
            std::vector<cache::CacheInput>(), scope);
        static_cast<void>(makeStore()->fetch(item).wait());
        const auto path = entryPath(*item);
        setAge(path, age);
        return path;
    }

    cache::CacheCleanupSummary cleanUp(const cache::CacheCleanupOptions& options)
    {
        auto summary = cache::cleanUpCache(folder(), options, {});
        return summary ? *std::move(summary) : cache::CacheCleanupSummary();
    }
};

void TestCacheCleanup::expiry_data()
{
    QTest::addColumn<int>("kind"); // 0: a payload.
    QTest::addColumn<QString>("scope");
    QTest::addColumn<int>("hoursLater");
    QTest::addColumn<bool>("dryRun");
    QTest::addColumn<bool>("startedLater"); // Than the entry was made.
    QTest::addColumn<bool>("counted");
    const int success = -1;
    const int missing = int(ErrorKind::NotFound);
    const int malformed = int(ErrorKind::Malformed);
    QTest::newRow("check 19: success unused too long, removed")
        << success << "" << 8 * 24 << false << false << true;
    QTest::newRow("check 19: success used lately, kept")
        << success << "" << 6 * 24 << false << false << false;
    QTest::newRow("check 19: private miss expired, removed")
        << missing << "42" << 2 << false << false << true;
    QTest::newRow("check 19: public miss younger than 24 h, kept")
        << missing << "" << 23 << false << false << false;
    QTest::newRow("check 19: malformed from before the process started, removed")
        << malformed << "" << 0 << false << true << true;
    QTest::newRow("malformed made by this process, kept")
        << malformed << "" << 0 << false << false << false;
    QTest::newRow("check 19: --dry-run, nothing removed")
        << success << "" << 8 * 24 << true << false << true;
}

void TestCacheCleanup::expiry()
{
    QFETCH(int, kind);
    QFETCH(QString, scope);
    QFETCH(int, hoursLater);
    QFETCH(bool, dryRun);
    QFETCH(bool, startedLater);
    QFETCH(bool, counted);
    const auto result = kind < 0 ? Result<std::string>("text")
                                 : Result<std::string>(fail(static_cast<ErrorKind>(kind), "why"));
    const auto before = today();
    const auto path = entry("a", result, 0s, scope.toStdString());
    cache::CacheCleanupOptions options;
    options.lifetimes.derived.retryMissesAfterPublic = 24h; // The reference's value.
    options.dryRun = dryRun;
    options.processStart = startedLater ? before + 1h : before;
    // The entry was made after `before`.
    options.now = [&] { return before + 1min + std::chrono::hours(hoursLater); };
    const auto summary = cleanUp(options);
    QCOMPARE(std::filesystem::exists(path), dryRun || !counted);
    const auto& texts = summary.kinds.at(0);
    QCOMPARE(texts.kind, std::string("texts"));
    QCOMPARE(texts.expired.entries, std::uint64_t{counted});
    QCOMPARE(texts.kept.entries, std::uint64_t{!counted});
    QVERIFY(!summary.error);
}

void TestCacheCleanup::damageIsRemovedAndForeignFilesAreNot()
{
    const auto sound = entry("sound");
    const auto cut = entry("cut");
    const auto empty = entry("empty");
    std::filesystem::resize_file(cut, 100);
    std::filesystem::resize_file(empty, 0);
    const auto foreign = sound.parent_path() / std::string(60, 'a');
    std::ofstream(foreign) << "notfound"; // Other programs leave such files in a cache folder.
    const auto stray = folder() / "texts" / "notes.txt";
    std::ofstream(stray) << "a user's";
    const auto summary = cleanUp({});
    QVERIFY(!std::filesystem::exists(cut) && !std::filesystem::exists(empty));
    QVERIFY(std::filesystem::exists(sound) && std::filesystem::exists(foreign) &&
            std::filesystem::exists(stray));
    QCOMPARE(summary.kinds.at(0).damaged.entries, std::uint64_t{2});
    QCOMPARE(summary.kinds.at(0).kept, (cache::CacheAmount{1, kEntryBytes}));
    QCOMPARE(summary.foreignFiles, std::uint64_t{1});
}

void TestCacheCleanup::emptyFoldersGo()
{
    entry("a", std::string("text"), 24h * 30);
    const auto summary = cleanUp({});
    QCOMPARE(summary.emptyFolders, std::uint64_t{3}); // Two of digits, one of the version.
    QVERIFY(std::filesystem::exists(folder() / "texts"));
    const Recipe recipe;
    QVERIFY(makeStore()->fetch(recipe.item("a")).wait());
}

void TestCacheCleanup::abandonedTemporaryFilesGo()
{
    const auto store = makeStore(); // Holds a folder of its own.
    const auto tmp = folder() / "tmp";
    std::ofstream(tmp / "0123456789abcdef.lock");
    std::filesystem::create_directories(tmp / "0123456789abcdef");
    std::ofstream(tmp / "0123456789abcdef" / "tmp-abcdef") << "left by a crash";
    cleanUp({});
    std::size_t left = 0;
    for (const auto& each : std::filesystem::directory_iterator(tmp)) {
        QVERIFY(!each.path().filename().string().starts_with("0123456789abcdef"));
        ++left;
    }
    QCOMPARE(left, std::size_t{2}); // The living process's folder and its lock.
}

void TestCacheCleanup::check20MappedEntriesStayReadable()
{
    const auto path = entry("a");
    const auto file = mapOwnFile(path);
    setAge(path, 24h * 30);
    cleanUp({});
    QVERIFY(!std::filesystem::exists(path));
    QCOMPARE(cache::readEntry(*file)->payload.text(), std::string_view("text"));
    const Recipe recipe;
    QCOMPARE(makeStore()->fetch(recipe.item("a")).answer().trace.layer,
             cache::CacheLayer::Computed);
}

void TestCacheCleanup::theQuotaEvictsWhatWasUsedLeastRecently_data()
{
    QTest::addColumn<qulonglong>("quota");   // 0: none.
    QTest::addColumn<qulonglong>("minFree"); // 0: none.
    QTest::addColumn<qulonglong>("free");
    QTest::addColumn<QString>("left");
    const auto entries = [](unsigned count) { return qulonglong{count * kEntryBytes}; };
    QTest::newRow("enough room") << entries(3) << 0ull << 0ull << "abc";
    QTest::newRow("one too many") << entries(2) << 0ull << 0ull << "ac";
    QTest::newRow("a byte too many") << entries(3) - 1 << 0ull << 0ull << "ac";
    QTest::newRow("no room") << 1ull << 0ull << 0ull << "";
    QTest::newRow("disk nearly full") << 0ull << entries(10) << entries(8) << "c";
    QTest::newRow("disk full enough") << 0ull << entries(10) << entries(10) << "abc";
}

void TestCacheCleanup::theQuotaEvictsWhatWasUsedLeastRecently()
{
    QFETCH(qulonglong, quota);
    QFETCH(qulonglong, minFree);
    QFETCH(qulonglong, free);
    QFETCH(QString, left);
    const std::map<char, std::filesystem::path> paths{{'a', entry("a", std::string("text"), 2h)},
                                                      {'b', entry("b", std::string("text"), 3h)},
                                                      {'c', entry("c", std::string("text"), 1h)}};
    cache::CacheCleanupOptions options;
    if (quota != 0)
        options.quotaBytes = quota;
    if (minFree != 0)
        options.minFreeBytes = minFree;
    options.freeBytes = [free] { return free; };
    const auto summary = cleanUp(options);
    QString found;
    for (const auto& [name, path] : paths) {
        if (std::filesystem::exists(path))
            found += name;
    }
    QCOMPARE(found, left);
    QCOMPARE(summary.kinds.at(0).evicted.entries, std::uint64_t(3 - left.size()));
    QCOMPARE(summary.kinds.at(0).kept.bytes, std::uint64_t(left.size()) * kEntryBytes);
}

void TestCacheCleanup::freshEntriesAreNotEvicted()
{
    const auto fresh = entry("fresh");
    const auto old = entry("old", std::string("text"), 10min);
    cache::CacheCleanupOptions options;
    options.quotaBytes = 0;
    cleanUp(options);
    QVERIFY(std::filesystem::exists(fresh) && !std::filesystem::exists(old));
}

void TestCacheCleanup::aFolderThatIsMissingIsAnError()
{
    QCOMPARE(cache::cleanUpCache(folder() / "absent", {}, {}).error().kind, ErrorKind::NotFound);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(cache::cleanUpCache(folder(), {}, stop.get_token()).error().kind,
             ErrorKind::Cancelled);
}

void TestCacheCleanup::theCleanerRepeats()
{
    const auto first = entry("first", std::string("text"), 24h * 30);
    const cache::CacheCleaner cleaner(folder(), {}, 1ms, silentLog());
    QTRY_VERIFY(!std::filesystem::exists(first));
    const auto second = entry("second", std::string("text"), 24h * 30);
    QTRY_VERIFY(!std::filesystem::exists(second));
}

void TestCacheCleanup::verifyFindsEveryDamage_data()
{
    QTest::addColumn<int>("offset"); // Offset of the flipped byte; negative when none is flipped.
    QTest::addColumn<bool>("misplaced");
    QTest::addColumn<QString>("reason");
    QTest::newRow("sound") << -1 << false << "";
    QTest::newRow("head") << 20 << false << "cache entry: head has checksum";
    QTest::newRow("payload") << 4096 << false << "cache entry: payload has checksum";
    QTest::newRow("another's place") << -1 << true << "cache entry: its key belongs at";
}

void TestCacheCleanup::verifyFindsEveryDamage()
{
    QFETCH(int, offset);
    QFETCH(bool, misplaced);
    QFETCH(QString, reason);
    auto path = entry("a");
    if (offset >= 0) {
        std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(offset);
        file.put('\x7f');
    }
    if (misplaced) {
        const auto other = path.parent_path() / std::string(60, 'a');
        std::filesystem::rename(path, other);
        path = other;
    }
    const auto inside = [](std::string_view kind, std::uint32_t version, const ByteView& payload) {
        return kind == "texts" && version == 2 && payload.text() == "text"
                   ? Result<void>()
                   : fail(ErrorKind::Malformed, "not the text");
    };
    const auto found = cache::verifyCache(folder(), cache::DamagedEntries::Report, inside, {});
    QCOMPARE(found->damaged.size(), std::size_t(reason.isEmpty() ? 0 : 1));
    QCOMPARE(found->entries, std::uint64_t(reason.isEmpty() ? 1 : 0));
    if (!reason.isEmpty())
        QVERIFY(found->damaged[0].reason.starts_with(reason.toStdString()));
    QVERIFY(std::filesystem::exists(path));
    static_cast<void>(cache::verifyCache(folder(), cache::DamagedEntries::Remove, inside, {}));
    QCOMPARE(std::filesystem::exists(path), reason.isEmpty());
}

void TestCacheCleanup::sizesAreForPeople()
{
    QCOMPARE(cache::sizeText(0), std::string("0 bytes"));
    QCOMPARE(cache::sizeText(1023), std::string("1023 bytes"));
    QCOMPARE(cache::sizeText(1024), std::string("1.0 KiB"));
    QCOMPARE(cache::sizeText(1536 * 1024), std::string("1.5 MiB"));
    QCOMPARE(cache::sizeText(50ull << 30), std::string("50.0 GiB"));
}

QTEST_GUILESS_MAIN(TestCacheCleanup)
#include "tst_cache_cleanup.moc"
