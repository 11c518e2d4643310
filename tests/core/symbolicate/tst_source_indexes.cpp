// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/items/source_indexes.h"
#include "tests/support/loopback_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <future>

using namespace faultline;
using faultline::test::LoopbackServer;

namespace {

using Index = Result<std::shared_ptr<const sources::SymstoreIndex>>;

constexpr const char* kLine = "\"crash.pdb\\3249D99D0C4049318610F4E4FB0B69361\",\"D:\\x\"\r\n";
constexpr const char* kPath = "crash.pdb/3249D99D0C4049318610F4E4FB0B69361/crash.pdb";

} // namespace

/// Indexes of symbol stores; numbers in row names are those of docs/spec/sources-and-caches.md §18.
class TestSourceIndexes : public QObject
{
    Q_OBJECT

private slots:

    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void listsWhatTheTransactionsAdded();
    void failures_data();
    void failures();
    void segmentsThatCameAreKept();
    void check23BrokenIndexesAreTriedAgain_data();
    void check23BrokenIndexesAreTriedAgain();
    void newTransactionsAreSeenTheNextDay();
    void strangersIndexesStayTheirOwn_data();
    void strangersIndexesStayTheirOwn();
    void manySegmentsNeedNoDeepStack();
    void storesOnDisk();
    void whichSourcesHaveOne_data();
    void whichSourcesHaveOne();

private:
    struct Services
    {
        explicit Services(cache::CacheStoreConfig config)
            : store(std::move(config), compute, io, silentLog())
        {
        }

        WorkerPool compute{2};
        WorkerPool io{2};
        std::unique_ptr<net::Transport> transport = net::makeCurlTransport();
        net::Downloader downloader{{}, *transport, io};
        symbolicate::SourceIndexes indexes{store, downloader};
        cache::CacheStore store;
    };

    std::unique_ptr<Services> start() const
    {
        return std::make_unique<Services>(
            cache::CacheStoreConfig{.folder = m_dir->path().toStdString()});
    }

    static sources::SourceConfig configOf(const std::string& url)
    {
        sources::SourceConfig config;
        config.id = "store";
        config.hasIndex = true;
        config.layout.type = sources::LayoutType::Symstore;
        config.where = sources::HttpSource{url, {}, false};
        return config;
    }

    static sources::SourcePtr source(const std::string& url)
    {
        return sources::makeSource(configOf(url));
    }

    static Index fetch(Services& services, const sources::SourcePtr& source)
    {
        std::promise<Index> index;
        services.indexes.fetch(source, {}, {}, [&](Index i) { index.set_value(std::move(i)); });
        return index.get_future().get();
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestSourceIndexes::listsWhatTheTransactionsAdded()
{
    LoopbackServer server;
    server.reply("/000Admin/lastid.txt", {.body = " 2\r\n"});
    server.reply("/000Admin/0000000001", {.body = kLine});
    server.reply("/000Admin/0000000002", {.body = "rubbish\n\"a.exe\\1\"\n"});
    const auto services = start();
    const auto index = fetch(*services, source(server.url()));
    QVERIFY(index);
    QVERIFY((*index)->contains(kPath) && (*index)->contains("a.exe/1/a.exe"));
    QVERIFY(!(*index)->contains("crash.pdb/3249D99D0C4049318610F4E4FB0B69361/crash.pd_"));
    QVERIFY(fetch(*services, source(server.url())));
    QCOMPARE(server.totalHits(), 3); // The second time, everything comes from the caches.
}

void TestSourceIndexes::failures_data()
{
    QTest::addColumn<QString>("lastId");
    QTest::addColumn<int>("segmentStatus");
    QTest::addColumn<int>("hits");
    QTest::addColumn<QString>("error");
    QTest::newRow("no number") << "two" << 200 << 1 << "malformed: lastid.txt: not a number";
    QTest::newRow("too many") << "10001" << 200 << 1
                              << "malformed: lastid.txt: 10001 transactions, limit 10000";
    QTest::newRow("23: a segment fails")
        << "3" << 500 << 5 << "download failed: Failed to download symstore index segment 2";
    QTest::newRow("23: a segment is missing")
        << "3" << 404 << 3 << "download failed: Failed to download symstore index segment 2";
}

void TestSourceIndexes::failures()
{
    QFETCH(QString, lastId);
    QFETCH(int, segmentStatus);
    QFETCH(int, hits);
    QFETCH(QString, error);
    LoopbackServer server;
    server.reply("/000Admin/lastid.txt", {.body = lastId.toStdString()});
    server.reply("/000Admin/0000000001", {.body = kLine});
    server.reply("/000Admin/0000000002", {.status = segmentStatus});
    server.reply("/000Admin/0000000003", {.body = kLine});
    const auto services = start();
    for (int i = 0; i < 2; ++i) {
        const auto index = fetch(*services, source(server.url()));
        QVERIFY(!index);
        QCOMPARE(QString::fromStdString(index.error().describe()), error);
    }
    // Neither the failed segment nor the ones after it are requested at once.
    QCOMPARE(server.totalHits(), hits);
}

/// Check 23: a retry requests the failed segment, but not those before it.
void TestSourceIndexes::segmentsThatCameAreKept()
{
    LoopbackServer server;
    server.reply("/000Admin/lastid.txt", {.body = "2"});
    server.reply("/000Admin/0000000001", {.body = kLine});
    server.reply("/000Admin/0000000002", {.status = 404});
    const auto services = start();
    QVERIFY(!fetch(*services, source(server.url())));
    server.reply("/000Admin/0000000002", {.body = "\"a\\1\"\n"});
    std::promise<Index> retried;
    services->indexes.fetch(source(server.url()), {.bypassNegative = true}, {},
                            [&](Index i) { retried.set_value(std::move(i)); });
    const auto index = retried.get_future().get();
    QVERIFY(index && (*index)->contains("a/1/a"));
    QCOMPARE(server.hits("/000Admin/0000000001"), 1);
}

void TestSourceIndexes::check23BrokenIndexesAreTriedAgain_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("isReference"); // Lifetimes of caches.profile: reference.
    QTest::addColumn<int>("minutes");
    QTest::newRow("23: 500, after ten minutes") << 500 << true << 10;
    QTest::newRow("500 is passing trouble by our own rules") << 500 << false << 5;
    QTest::newRow("404, whose index failed to download all the same") << 404 << true << 10;
}

void TestSourceIndexes::check23BrokenIndexesAreTriedAgain()
{
    QFETCH(int, status);
    QFETCH(bool, isReference);
    QFETCH(int, minutes);
    LoopbackServer server;
    server.reply("/000Admin/lastid.txt", {.body = "2"});
    server.reply("/000Admin/0000000001", {.body = kLine});
    server.reply("/000Admin/0000000002", {.status = status});
    std::chrono::seconds ahead{0};
    cache::CacheStoreConfig config{.folder = m_dir->path().toStdString()};
    config.now = [&] { return std::chrono::system_clock::now() + ahead; };
    if (isReference)
        config.lifetimes.index.retryTransientAfter.reset();
    Services services(std::move(config));
    const auto segments = [&] { return server.hits("/000Admin/0000000002"); };
    QVERIFY(!fetch(services, source(server.url())));
    const auto asked = segments();
    server.reply("/000Admin/0000000002", {.body = "\"a\\1\"\n"});
    ahead = std::chrono::minutes(minutes) - std::chrono::seconds(30);
    QVERIFY(!fetch(services, source(server.url())));
    QCOMPARE(segments(), asked);
    ahead = std::chrono::minutes(minutes) + std::chrono::seconds(30);
    const auto index = fetch(services, source(server.url()));
    QVERIFY(index && (*index)->contains("a/1/a") && (*index)->contains(kPath));
    QCOMPARE(segments(), asked + 1);
    QCOMPARE(server.hits("/000Admin/0000000001"), 1);
}

void TestSourceIndexes::newTransactionsAreSeenTheNextDay()
{
    const std::chrono::sys_days day(std::chrono::days(20'000));
    const auto services = start();
    const auto from = source("http://h");
    const symbolicate::SymstoreLastIdItem today(from, day, services->downloader);
    const symbolicate::SymstoreLastIdItem again(from, day, services->downloader);
    const symbolicate::SymstoreLastIdItem tomorrow(from, day + std::chrono::days(1),
                                                   services->downloader);
    QVERIFY(today.key() == again.key());
    QVERIFY(!(today.key() == tomorrow.key()));
}

void TestSourceIndexes::strangersIndexesStayTheirOwn_data()
{
    QTest::addColumn<int>("ownStatus"); // Of the number of the last transaction.
    QTest::newRow("the store has its own index") << 200;
    QTest::newRow("the store does not say its last transaction") << 500;
}

/// Indexes are shared by all requests. A stranger who asks the same URL for another site must not
/// decide which files the store has for others, nor which transaction is its last.
void TestSourceIndexes::strangersIndexesStayTheirOwn()
{
    QFETCH(int, ownStatus);
    LoopbackServer server;
    const auto answer = [&](const char* path, LoopbackServer::Reply own, std::string forged) {
        server.handle(path, [=](const LoopbackServer::Request& request) {
            const bool isForged = request.headers.at("host") == "evil.example";
            return isForged ? LoopbackServer::Reply{.body = forged} : own;
        });
    };
    answer("/000Admin/lastid.txt", {.status = ownStatus, .body = "1"}, "1");
    answer("/000Admin/0000000001", {.body = kLine}, "\"evil\\1\"\n");
    auto config = configOf(server.url());
    std::get<sources::HttpSource>(config.where).headers = {{"Host", "evil.example"}};
    const auto services = start();
    const auto forged = fetch(*services, sources::makeSource(config));
    QVERIFY(forged && (*forged)->contains("evil/1/evil"));
    const auto own = fetch(*services, source(server.url()));
    QCOMPARE(own.has_value(), ownStatus == 200);
    if (own)
        QVERIFY((*own)->contains(kPath) && !(*own)->contains("evil/1/evil"));
}

void TestSourceIndexes::manySegmentsNeedNoDeepStack()
{
    LoopbackServer server;
    server.reply("/000Admin/lastid.txt", {.body = "1000"});
    for (std::uint32_t i = 1; i <= 1000; ++i)
        server.reply("/" + sources::symstoreSegmentPath(i),
                     {.body = "\"a\\" + std::to_string(i) + "\"\n"});
    const auto services = start();
    const auto from = source(server.url());
    QVERIFY(fetch(*services, from));
    // Another number makes another index, whose segments are all in memory.
    std::promise<cache::CacheAnswer<sources::SymstoreIndex>> answer;
    services->store.fetch(
        std::make_shared<symbolicate::SymstoreIndexItem>(
            from, 999, services->store, cache::CacheFetchOptions{}, services->downloader),
        {}, {}, [&](cache::CacheAnswer<sources::SymstoreIndex> a) { answer.set_value(a); });
    const auto index = answer.get_future().get();
    QVERIFY(index.value);
    QVERIFY((*index.value)->contains("a/999/a") && !(*index.value)->contains("a/1000/a"));
    QCOMPARE(server.totalHits(), 1001);
}

void TestSourceIndexes::storesOnDisk()
{
    QTemporaryDir folder;
    const auto root = std::filesystem::path(folder.path().toStdString());
    std::filesystem::create_directories(root / "000Admin");
    std::ofstream(root / sources::kSymstoreLastIdPath) << "1";
    std::ofstream(root / sources::symstoreSegmentPath(1)) << kLine;
    auto config = configOf("http://h");
    config.where = sources::FilesystemSource{root.string()};
    const auto store = sources::makeSource(std::move(config));
    const auto services = start();
    const auto before = fetch(*services, store);
    QVERIFY(before && (*before)->contains(kPath));
    // After a further transaction.
    std::ofstream(root / sources::symstoreSegmentPath(2)) << "\"a\\1\"\n";
    std::ofstream(root / sources::kSymstoreLastIdPath) << "2 ";
    const auto after = fetch(*services, store);
    QVERIFY(after && (*after)->contains("a/1/a") && (*after)->contains(kPath));
}

void TestSourceIndexes::whichSourcesHaveOne_data()
{
    QTest::addColumn<bool>("says");
    QTest::addColumn<QString>("layout");
    QTest::addColumn<bool>("has");
    QTest::newRow("symbol store") << true << "symstore" << true;
    QTest::newRow("one that says nothing") << false << "symstore" << false;
    QTest::newRow("two-tier store") << true << "symstore_index2" << false;
    QTest::newRow("other layout") << true << "native" << false;
}

void TestSourceIndexes::whichSourcesHaveOne()
{
    QFETCH(bool, says);
    QFETCH(QString, layout);
    QFETCH(bool, has);
    auto config = *source("http://h");
    config.hasIndex = says;
    config.layout.type = sources::parseLayoutType(layout.toStdString()).value();
    QCOMPARE(symbolicate::SourceIndexes::hasIndex(config), has);
}

QTEST_GUILESS_MAIN(TestSourceIndexes)
#include "tst_source_indexes.moc"
