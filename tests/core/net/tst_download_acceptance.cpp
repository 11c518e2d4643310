// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/downloader.h"
#include "tests/support/loopback_server.h"
#include "tests/support/packed_bytes.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <future>

using namespace faultline;
using namespace faultline::test;
using std::chrono::milliseconds;

/// The acceptance checks of docs/spec/sources-and-caches.md §18 that concern one download. Rows
/// begin with their numbers. Other tests have 1 (tst_layout), 2, 5, 6 (tst_cached_downloads), 8 to
/// 10 (tst_ranged_download), 22 and 23 (tst_source_indexes).
class TestDownloadAcceptance : public QObject
{
    Q_OBJECT

private slots:

    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void answers_data();
    void answers();
    void hosts_data();
    void hosts();
    void blockedHostsAreNotContacted();
    void everyPackingIsUndone_data();
    void everyPackingIsUndone();
    void bombsLeaveNothingBehind_data();
    void bombsLeaveNothingBehind();
    void waitsAsLongAsTheServerAsks();
    void stalledBodiesEnd();

private:
    net::DownloadRequest request(decltype(net::DownloadRequest::from) from)
    {
        return {.from = std::move(from),
                .target = *TempFile::create(m_dir->path().toStdString()),
                .decompress = true,
                .source = "test",
                .location = {},
                .label = {}};
    }

    static net::HttpTarget target(const std::string& url)
    {
        net::HttpTarget target{.url = url};
        target.denyWay = "test";
        return target;
    }

    static net::DownloadOutcome run(net::Downloader& downloader, net::DownloadRequest wanted)
    {
        std::promise<net::DownloadOutcome> outcome;
        downloader.start(std::move(wanted), {},
                         [&](net::DownloadOutcome o) { outcome.set_value(std::move(o)); });
        return outcome.get_future().get();
    }

    net::DownloadOutcome run(const std::string& url, net::DownloadPolicy policy = {})
    {
        net::Downloader downloader(std::move(policy), *m_transport, *m_io);
        return run(downloader, request(target(url)));
    }

    static QString textOf(const net::DownloadOutcome& outcome)
    {
        if (!outcome.content)
            return QString::fromStdString(outcome.content.error().describe());
        const auto* file = std::get_if<TempFile>(&*outcome.content);
        const auto bytes = file ? *file->map() : std::get<ByteView>(*outcome.content);
        return QString::fromStdString(std::string(bytes.text()));
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<net::Transport> m_transport = net::makeCurlTransport();
    std::unique_ptr<WorkerPool> m_io = std::make_unique<WorkerPool>(2);
};

void TestDownloadAcceptance::answers_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("delayMs");
    QTest::addColumn<int>("hits");
    QTest::addColumn<QString>("text");
    QTest::newRow("2: a failing server is asked three times")
        << 500 << 0 << 3 << "download failed: 500 Internal Server Error";
    QTest::newRow("3: absence is asked for once") << 404 << 0 << 1 << "not found";
    QTest::newRow("3: refusal is asked for once")
        << 403 << 0 << 1 << "permission denied: 403 Forbidden";
    QTest::newRow("4: a hanging server ends at the overall limit")
        << 200 << 60'000 << 1 << "download timed out after 200ms";
}

void TestDownloadAcceptance::answers()
{
    QFETCH(int, status);
    QFETCH(int, delayMs);
    QFETCH(int, hits);
    QFETCH(QString, text);
    LoopbackServer server;
    server.reply("/x", {.status = status, .body = "x", .delay = milliseconds(delayMs)});
    net::DownloadPolicy policy;
    if (delayMs > 0)
        policy.totalTimeout = milliseconds(200);
    QCOMPARE(textOf(run(server.url() + "/x", policy)), text);
    QCOMPARE(server.hits("/x"), hits);
}

void TestDownloadAcceptance::hosts_data()
{
    QTest::addColumn<QString>("host");
    QTest::newRow("21: address of the loopback") << "127.0.0.1";
    QTest::newRow("21: name of the loopback") << "localhost";
    QTest::newRow("21: IPv6 loopback") << "[::1]";
    QTest::newRow("21: mapped loopback") << "[::ffff:127.0.0.1]";
    QTest::newRow("21: any address") << "0.0.0.0";
    QTest::newRow("21: number of the loopback") << "2130706433";
}

void TestDownloadAcceptance::hosts()
{
    QFETCH(QString, host);
    LoopbackServer server;
    server.reply("/x", {.body = "secret"});
    QCOMPARE(textOf(run(server.url(host.toStdString()) + "/x", {.connectToReservedIps = false})),
             QString("download failed: destination is restricted"));
    QCOMPARE(server.totalHits(), 0);
}

/// Check 7: the threshold is 2 and the server answers 500. Answers 404 and 403 never block a host.
void TestDownloadAcceptance::blockedHostsAreNotContacted()
{
    LoopbackServer server;
    server.reply("/broken", {.status = 500});
    server.reply("/refused", {.status = 403});
    server.reply("/there", {.body = "x"});
    net::DownloadPolicy policy;
    policy.denyList.threshold = 2;
    net::Downloader downloader(policy, *m_transport, *m_io);
    const auto ask = [&](const char* path) {
        return run(downloader, request(target(server.url() + path)));
    };
    for (int i = 0; i < 5; ++i) {
        QCOMPARE(textOf(ask("/absent")), QString("not found"));
        QCOMPARE(textOf(ask("/refused")), QString("permission denied: 403 Forbidden"));
    }
    ask("/broken");
    ask("/broken");
    const auto hits = server.totalHits();
    const auto refused = ask("/there");
    QCOMPARE(
        textOf(refused),
        QString("download failed: Host 127.0.0.1 is temporarily blocked because there were too "
                "many download failures. It will remain blocked for a maximum of 1h. The error "
                "that triggered the block was: `download failed: 500 Internal Server "
                "Error`."));
    QVERIFY(refused.content.error().momentary);
    QCOMPARE(server.totalHits(), hits);
    // Targets that the list does not watch are still asked.
    auto trusted = target(server.url() + "/there");
    trusted.denyWay.reset();
    QCOMPARE(textOf(run(downloader, request(trusted))), QString("x"));
}

void TestDownloadAcceptance::everyPackingIsUndone_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const std::string& content, const char* text) {
        QTest::newRow(name) << QByteArray::fromStdString(content) << text;
    };
    row("11: cabinet", cabinet({"symbols"}), "symbols");
    row("11: zip", zip({"symbols"}), "symbols");
    row("11: gzip", gzip("symbols"), "symbols");
    row("11: zlib", zlibOf("symbols"), "symbols");
    row("11: zstd", zstd("symbols"), "symbols");
    row("11: xz", xz("symbols"), "symbols");
    row("11: bzip2", bzip2("symbols"), "symbols");
    row("11: lz4", lz4("symbols"), "symbols");
    row("11: zip of two", zip({"a", "b"}),
        "malformed: ZipArchive contains more than one symbol file");
    row("11: cabinet of two", cabinet({"a", "b"}),
        "malformed: cab file contains more than 1 symbol file");
    row("11: empty zip", zip({}), "");
}

void TestDownloadAcceptance::everyPackingIsUndone()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, text);
    LoopbackServer server;
    server.reply("/x", {.body = content.toStdString()});
    const auto file = std::filesystem::path(m_dir->path().toStdString()) / "packed";
    std::ofstream(file, std::ios::binary) << content.toStdString();
    if (text.isEmpty())
        text = QString::fromStdString(content.toStdString()); // No member, so no such archive.
    QCOMPARE(textOf(run(server.url() + "/x")), text);
    net::Downloader downloader({}, *m_transport, *m_io);
    QCOMPARE(textOf(run(downloader, request(net::LocalTarget{file}))), text);
}

void TestDownloadAcceptance::bombsLeaveNothingBehind_data()
{
    QTest::addColumn<QByteArray>("content");
    const std::string zeros(4 << 20, '\0');
    QTest::newRow("12: gzip") << QByteArray::fromStdString(gzip(zeros));
    QTest::newRow("12: zstd") << QByteArray::fromStdString(zstd(zeros));
    QTest::newRow("12: zip") << QByteArray::fromStdString(zip({zeros}));
    QTest::newRow("12: xz") << QByteArray::fromStdString(xz(zeros));
}

void TestDownloadAcceptance::bombsLeaveNothingBehind()
{
    QFETCH(QByteArray, content);
    LoopbackServer server;
    server.reply("/x", {.body = content.toStdString()});
    QCOMPARE(textOf(run(server.url() + "/x", {.maxBytes = 1 << 20})),
             QString("malformed: Maximum file size exceeded"));
    QCOMPARE(server.hits("/x"), 1); // Another copy would be no better.
    QCOMPARE(std::distance(std::filesystem::directory_iterator(m_dir->path().toStdString()), {}),
             std::ptrdiff_t{0});
}

void TestDownloadAcceptance::waitsAsLongAsTheServerAsks()
{
    LoopbackServer server;
    std::atomic<int> count = 0;
    server.handle("/soon", [&](const auto&) {
        return ++count < 3 ? LoopbackServer::Reply{.status = 503, .headers = {{"Retry-After", "0"}}}
                           : LoopbackServer::Reply{.body = "x"};
    });
    QCOMPARE(textOf(run(server.url() + "/soon")), QString("x"));
    server.reply("/late", {.status = 429, .headers = {{"Retry-After", "7200"}}});
    QCOMPARE(textOf(run(server.url() + "/late")),
             QString("download failed: 429 Too Many Requests"));
    QCOMPARE(server.hits("/late"), 1);
}

void TestDownloadAcceptance::stalledBodiesEnd()
{
    LoopbackServer server;
    server.reply("/x", {.body = "half a body", .stall = true});
    QCOMPARE(textOf(run(server.url() + "/x", {.stallTimeout = milliseconds(50), .maxAttempts = 1})),
             QString("download timed out after 50ms"));
}

QTEST_GUILESS_MAIN(TestDownloadAcceptance)
#include "tst_download_acceptance.moc"
