// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_store.h"
#include "core/net/download/downloader.h"
#include "tests/support/loopback_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace faultline;
using faultline::test::LoopbackServer;

namespace {

constexpr cache::CacheVersions kObjects{"objects", cache::CacheCategory::Downloaded, 1, {}};

/// A file of a source, as core/symbolicate fetches it: the cache decides whether to download, the
/// downloader how.
class FileItem final : public cache::DownloadItem<ByteView>
{
public:
    FileItem(sources::RemoteFile file, std::string scope, net::Downloader& downloader)
        : m_file(std::move(file)), m_scope(std::move(scope)), m_downloader(downloader)
    {
    }

    const cache::CacheVersions& versions() const override { return kObjects; }

    cache::CacheKey key() const override
    {
        return cache::CacheKeyBuilder(m_file.cacheScope(m_scope))
            .addFile(m_file.source->id, m_file.uri())
            .build();
    }

    void start(TempFile target, std::stop_token stop, Done done) override
    {
        auto request = net::downloadRequestFor(m_file, std::move(target));
        if (!request)
            return done({std::unexpected(request.error()), std::nullopt, 0});
        m_downloader.start(
            *std::move(request), std::move(stop),
            [done = std::move(done)](net::DownloadOutcome outcome) mutable {
                done({std::move(outcome.content), outcome.httpStatus, outcome.attempts});
            });
    }

    Result<void> accept(TempFile& file, std::stop_token) override
    {
        FL_TRY(const auto bytes, file.map());
        if (bytes.text().starts_with("garbage"))
            return fail(ErrorKind::Malformed, "no object file");
        return {};
    }

    Result<ByteView> load(ByteView bytes) const override { return bytes; }

private:
    sources::RemoteFile m_file;
    std::string m_scope;
    net::Downloader& m_downloader;
};

} // namespace

class TestCachedDownloads : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void check6ManyAskingAtOnceContactTheServerOnce();
    void failuresAreRememberedAcrossProcesses_data();
    void failuresAreRememberedAcrossProcesses();
    void check4HangingServersTimeOut();
    void check5GarbageIsMalformedUntilTheNextProcess();
    void check24PublicSourcesShareOneEntry();
    void localFilesAreUsedInPlace();
    void leavingCancelsTheTransfer();
    void manyItemsNeedNoThreadEach();

private:
    struct Services
    {
        Services(const std::filesystem::path& folder, net::DownloadPolicy policy)
            : downloader(std::move(policy), *transport, io),
              store({.folder = folder}, compute, io, silentLog())
        {
        }

        WorkerPool compute{2};
        WorkerPool io{2};
        std::unique_ptr<net::Transport> transport = net::makeCurlTransport();
        net::Downloader downloader;
        cache::CacheStore store;
    };

    std::unique_ptr<Services> start(net::DownloadPolicy policy = {}) const
    {
        return std::make_unique<Services>(m_dir->path().toStdString(), std::move(policy));
    }

    static std::shared_ptr<FileItem> item(Services& services,
                                          const std::string& url,
                                          const std::string& path,
                                          bool isPublic = false,
                                          const std::string& scope = "")
    {
        sources::SourceConfig source;
        source.id = "test";
        source.isPublic = isPublic;
        source.where = sources::HttpSource{url, {}, false};
        sources::RemoteFile file{
            sources::makeSource(std::move(source)), sources::FileType::Pdb, path, {}};
        return std::make_shared<FileItem>(std::move(file), scope, services.downloader);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestCachedDownloads::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
}

void TestCachedDownloads::check6ManyAskingAtOnceContactTheServerOnce()
{
    LoopbackServer server;
    server.reply("/a.pdb", {.body = "symbols", .delay = std::chrono::milliseconds(20)});
    const auto services = start();
    std::vector<cache::CacheFuture<ByteView>> futures;
    for (int i = 0; i < 20; ++i) {
        futures.push_back(services->store.fetch(item(*services, server.url(), "a.pdb")));
        futures.push_back(services->store.fetch(item(*services, server.url(), "a.pd_")));
    }
    for (std::size_t i = 0; i < futures.size(); i += 2) {
        QCOMPARE((*futures[i].wait())->text(), std::string_view("symbols"));
        QCOMPARE(futures[i + 1].wait().error().kind, ErrorKind::NotFound);
    }
    QCOMPARE(server.hits("/a.pdb"), 1);
    QCOMPARE(server.hits("/a.pd_"), 1);
}

void TestCachedDownloads::failuresAreRememberedAcrossProcesses_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("hits");
    QTest::addColumn<QString>("error");
    QTest::newRow("check 2: 500 until the attempts are used up, then remembered")
        << 500 << 3 << "download failed: 500 Internal Server Error";
    QTest::newRow("check 3: 404") << 404 << 1 << "not found";
    QTest::newRow("check 3: 403") << 403 << 1 << "permission denied: 403 Forbidden";
}

void TestCachedDownloads::failuresAreRememberedAcrossProcesses()
{
    QFETCH(int, status);
    QFETCH(int, hits);
    QFETCH(QString, error);
    LoopbackServer server;
    server.reply("/x", {.status = status});
    for (int process = 0; process < 2; ++process) {
        const auto services = start();
        const auto answer = services->store.fetch(item(*services, server.url(), "x")).answer();
        QCOMPARE(QString::fromStdString(answer.value.error().describe()), error);
        QCOMPARE(server.hits("/x"), hits);
        QCOMPARE(answer.trace.layer,
                 process == 0 ? cache::CacheLayer::Downloaded : cache::CacheLayer::Negative);
        QCOMPARE(answer.trace.attempts, process == 0 ? static_cast<std::uint32_t>(hits) : 0u);
        QCOMPARE(answer.trace.httpStatus.has_value(), process == 0);
    }
}

void TestCachedDownloads::check4HangingServersTimeOut()
{
    LoopbackServer server;
    server.reply("/x", {.delay = std::chrono::seconds(60)});
    const auto services = start({.totalTimeout = std::chrono::milliseconds(200)});
    for (int run = 0; run < 2; ++run)
        QCOMPARE(services->store.fetch(item(*services, server.url(), "x")).wait().error(),
                 (Error{ErrorKind::Timeout, "200ms"}));
    QCOMPARE(server.hits("/x"), 1);
}

void TestCachedDownloads::check5GarbageIsMalformedUntilTheNextProcess()
{
    LoopbackServer server;
    server.reply("/x", {.body = "garbage"});
    const auto services = start();
    for (int run = 0; run < 2; ++run) {
        QCOMPARE(services->store.fetch(item(*services, server.url(), "x")).wait().error(),
                 (Error{ErrorKind::Malformed, "no object file"}));
        services->store.clearMemory();
    }
    QCOMPARE(server.hits("/x"), 1);
    const auto next = start();
    static_cast<void>(next->store.fetch(item(*next, server.url(), "x")).wait());
    QCOMPARE(server.hits("/x"), 2);
}

void TestCachedDownloads::check24PublicSourcesShareOneEntry()
{
    LoopbackServer server;
    server.reply("/public", {.body = "p"});
    server.reply("/private", {.body = "p"});
    const auto services = start();
    for (const auto* scope : {"1", "2"}) {
        QVERIFY(services->store.fetch(item(*services, server.url(), "public", true, scope))
                    .wait()
                    .has_value());
        QVERIFY(services->store.fetch(item(*services, server.url(), "private", false, scope))
                    .wait()
                    .has_value());
    }
    QCOMPARE(server.hits("/public"), 1);
    QCOMPARE(server.hits("/private"), 2);
}

void TestCachedDownloads::localFilesAreUsedInPlace()
{
    const auto folder = std::filesystem::path(m_dir->path().toStdString());
    std::ofstream(folder / "local.sym") << "local symbols";
    sources::SourceConfig source;
    source.id = "disk";
    source.where = sources::FilesystemSource{folder.string()};
    const sources::RemoteFile file{
        sources::makeSource(source), sources::FileType::Breakpad, "local.sym", {}};
    const auto services = start();
    const auto wanted = std::make_shared<FileItem>(file, "", services->downloader);
    const auto answer = services->store.fetch(wanted).answer();
    QCOMPARE((*answer.value)->text(), std::string_view("local symbols"));
    QCOMPARE(answer.trace.layer, cache::CacheLayer::InPlace);
    QVERIFY(!std::filesystem::exists(folder / "objects"));
}

void TestCachedDownloads::leavingCancelsTheTransfer()
{
    LoopbackServer server;
    server.reply("/x", {.body = "late", .delay = std::chrono::seconds(60)});
    const auto services = start();
    auto future = std::make_optional(services->store.fetch(item(*services, server.url(), "x")));
    QTRY_COMPARE(server.hits("/x"), 1);
    future.reset();
    server.reply("/x", {.body = "soon"});
    const auto again = services->store.fetch(item(*services, server.url(), "x")).wait();
    QCOMPARE((*again)->text(), std::string_view("soon"));
}

void TestCachedDownloads::manyItemsNeedNoThreadEach()
{
    LoopbackServer server;
    const auto services = start();
    std::vector<cache::CacheFuture<ByteView>> futures;
    for (int i = 0; i < 300; ++i) {
        const auto name = std::to_string(i);
        server.reply("/" + name, {.body = name});
        futures.push_back(services->store.fetch(item(*services, server.url(), name)));
    }
    for (std::size_t i = 0; i < futures.size(); ++i)
        QCOMPARE((*futures[i].wait())->text(), std::string_view(std::to_string(i)));
    QCOMPARE(server.totalHits(), 300);
    QVERIFY(server.mostAtOnce() <= 8);
}

QTEST_GUILESS_MAIN(TestCachedDownloads)
#include "tst_cached_downloads.moc"
