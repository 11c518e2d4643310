// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/downloader.h"
#include "tests/support/loopback_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <future>
#include <zstd.h>

using namespace faultline;
using faultline::test::LoopbackServer;
using std::chrono::milliseconds;

namespace {

using Reply = LoopbackServer::Reply;
using Request = LoopbackServer::Request;

std::string zstdOf(const std::string& text)
{
    std::string out(ZSTD_compressBound(text.size()), 0);
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 1));
    return out;
}

/// Bytes that compression cannot make very small.
std::string sampleBytes(std::size_t size)
{
    std::string text;
    std::uint32_t state = 1;
    while (text.size() < size) {
        state = state * 1664525 + 1013904223;
        text += static_cast<char>(state >> 24);
    }
    return text;
}

/// Parses "bytes=5-9"; without a range, returns the whole body.
std::pair<std::size_t, std::size_t> rangeOf(const Request& request, std::size_t size)
{
    const auto found = request.headers.find("range");
    if (found == request.headers.end())
        return {0, size - 1};
    const auto& text = found->second;
    const auto dash = text.find('-');
    const auto last = std::stoull(text.substr(dash + 1));
    return {std::stoull(text.substr(6, dash - 6)), std::min<std::size_t>(last, size - 1)};
}

Reply partOf(const Request& request, const std::string& body, LoopbackServer::Headers headers = {})
{
    if (!request.headers.contains("range"))
        return {.status = 200, .body = body, .headers = std::move(headers)};
    const auto [first, last] = rangeOf(request, body.size());
    headers.emplace_back("Content-Range", "bytes " + std::to_string(first) + "-" +
                                              std::to_string(last) + "/" +
                                              std::to_string(body.size()));
    return {
        .status = 206, .body = body.substr(first, last - first + 1), .headers = std::move(headers)};
}

} // namespace

/// Ranges of docs/spec/sources-and-caches.md §8.2. Numbers in row names are those of its §18.
class TestRangedDownload : public QObject
{
    Q_OBJECT

private slots:

    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void partsAreAssembled_data();
    void partsAreAssembled();
    void check8TwoHundredMebibytesInEncodedRanges();
    void answersToTheFirstRange_data();
    void answersToTheFirstRange();
    void rangesCanBeSwitchedOff();
    void aFailingPartFailsTheAttempt();
    void goesOnBehindACut();
    void beginsAnewWhenTheFileChanged();
    void partsThatDoNotFitAreRefused_data();
    void partsThatDoNotFitAreRefused();
    void pausing_data();
    void pausing();
    void progressCountsAllParts();

private:
    net::DownloadRequest request(const std::string& url)
    {
        return {.from = net::HttpTarget{.url = url},
                .target = *TempFile::create(m_dir->path().toStdString()),
                .decompress = true,
                .source = "test",
                .location = url,
                .label = {}};
    }

    static net::DownloadPolicy policy(std::uint64_t rangeBytes)
    {
        net::DownloadPolicy policy;
        policy.rangeBytes = rangeBytes;
        return policy;
    }

    net::DownloadOutcome
    run(const std::string& url, net::DownloadPolicy policy, net::Downloader::Progress progress = {})
    {
        net::Downloader downloader(std::move(policy), *m_transport, *m_io, std::move(progress));
        std::promise<net::DownloadOutcome> outcome;
        downloader.start(request(url), {},
                         [&](net::DownloadOutcome o) { outcome.set_value(std::move(o)); });
        return outcome.get_future().get();
    }

    static std::string textOf(const net::DownloadOutcome& outcome)
    {
        if (!outcome.content)
            return outcome.content.error().describe();
        return std::string(std::get<TempFile>(*outcome.content).map()->text());
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<net::Transport> m_transport = net::makeCurlTransport();
    std::unique_ptr<WorkerPool> m_io = std::make_unique<WorkerPool>(3);
};

void TestRangedDownload::partsAreAssembled_data()
{
    QTest::addColumn<bool>("encoded");
    QTest::addColumn<int>("rangeBytes");
    QTest::addColumn<int>("requests");
    QTest::newRow("two parts") << false << 600'000 << 2;
    QTest::newRow("five parts at most") << false << 1000 << 5;
    QTest::newRow("8: encoded ranges are decoded behind the assembly") << true << 100'000 << 5;
    QTest::newRow("9: one range over everything is one request") << false << 1'000'000 << 1;
}

void TestRangedDownload::partsAreAssembled()
{
    QFETCH(bool, encoded);
    QFETCH(int, rangeBytes);
    QFETCH(int, requests);
    LoopbackServer server;
    const auto body = sampleBytes(1'000'000);
    const auto sent = encoded ? zstdOf(body) : body;
    const LoopbackServer::Headers headers =
        encoded ? LoopbackServer::Headers{{"Content-Encoding", "zstd"}} : LoopbackServer::Headers();
    server.handle("/x", [&](const Request& r) { return partOf(r, sent, headers); });
    const auto outcome = run(server.url() + "/x", policy(static_cast<std::uint64_t>(rangeBytes)));
    QVERIFY(textOf(outcome) == body);
    QCOMPARE(server.hits("/x"), requests);
    QCOMPARE(outcome.attempts, 1u);
}

/// Uses the ranges of the default policy: 128 MiB, then the rest.
void TestRangedDownload::check8TwoHundredMebibytesInEncodedRanges()
{
    LoopbackServer server;
    const auto body = sampleBytes(200u << 20);
    const auto sent = zstdOf(body);
    server.handle(
        "/x", [&](const Request& r) { return partOf(r, sent, {{"Content-Encoding", "zstd"}}); });
    const auto outcome = run(server.url() + "/x", net::DownloadPolicy());
    QVERIFY(textOf(outcome) == body);
    QCOMPARE(server.hits("/x"), 2);
    QCOMPARE(outcome.attempts, 1u);
}

void TestRangedDownload::answersToTheFirstRange_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("contentRange");
    QTest::addColumn<int>("requests");
    QTest::addColumn<QString>("result");
    QTest::newRow("no ranges here") << 200 << "" << 1 << "hello world";
    QTest::newRow("partial without a range") << 206 << "" << 1 << "hello world";
    QTest::newRow("9: everything in one range") << 206 << "bytes 0-10/11" << 1 << "hello world";
    QTest::newRow("announced beyond the end") << 206 << "bytes 0-99/11" << 1 << "hello world";
    QTest::newRow("10: malformed range") << 206 << "bytes 0-10" << 2 << "hello world";
    QTest::newRow("10: unknown length") << 206 << "bytes 0-10/*" << 2 << "hello world";
    QTest::newRow("10: not satisfiable") << 416 << "bytes */11" << 2 << "hello world";
    QTest::newRow("other unit") << 206 << "lines 0-10/11" << 2 << "hello world";
    QTest::newRow("too large") << 206 << "bytes 0-10/2000" << 3
                               << "malformed: Maximum file size exceeded";
}

void TestRangedDownload::answersToTheFirstRange()
{
    QFETCH(int, status);
    QFETCH(QString, contentRange);
    QFETCH(int, requests);
    QFETCH(QString, result);
    LoopbackServer server;
    server.handle("/x", [&](const Request& r) {
        Reply reply{.body = "hello world"};
        if (r.headers.contains("range")) {
            reply.status = status;
            if (!contentRange.isEmpty())
                reply.headers.emplace_back("Content-Range", contentRange.toStdString());
        }
        return reply;
    });
    auto rules = policy(100);
    rules.maxBytes = 1000;
    QCOMPARE(QString::fromStdString(textOf(run(server.url() + "/x", rules))), result);
    QCOMPARE(server.hits("/x"), requests);
}

void TestRangedDownload::rangesCanBeSwitchedOff()
{
    LoopbackServer server;
    server.handle("/x", [&](const Request& r) { return partOf(r, "hello world"); });
    QCOMPARE(textOf(run(server.url() + "/x", policy(0))), std::string("hello world"));
    QVERIFY(!server.lastRequest("/x").headers.contains("range"));
}

void TestRangedDownload::aFailingPartFailsTheAttempt()
{
    LoopbackServer server;
    const auto body = sampleBytes(1000);
    server.handle("/x", [&](const Request& r) {
        return rangeOf(r, body.size()).first == 0 ? partOf(r, body) : Reply{.status = 500};
    });
    const auto outcome = run(server.url() + "/x", policy(600));
    QCOMPARE(textOf(outcome), std::string("download failed: 500 Internal Server Error"));
    QCOMPARE(outcome.attempts, 3u);
    QCOMPARE(server.hits("/x"), 6);
}

/// Only the missing part is requested again, and only from the same version of the file.
void TestRangedDownload::goesOnBehindACut()
{
    LoopbackServer server;
    const auto body = sampleBytes(1000);
    std::atomic<int> count = 0;
    server.handle("/x", [&](const Request& r) {
        auto reply = partOf(r, body, {{"ETag", "\"one\""}});
        reply.cut = ++count == 1;
        return reply;
    });
    const auto outcome = run(server.url() + "/x", policy(10'000));
    QVERIFY(textOf(outcome) == body);
    QCOMPARE(outcome.attempts, 2u);
    const auto last = server.lastRequest("/x").headers;
    QCOMPARE(last.at("range"), std::string("bytes=500-999"));
    QCOMPARE(last.at("if-range"), std::string("\"one\""));
    QCOMPARE(outcome.receivedBytes, std::uint64_t{500});
}

void TestRangedDownload::beginsAnewWhenTheFileChanged()
{
    LoopbackServer server;
    const auto before = sampleBytes(1000);
    const std::string after(700, 'x');
    std::atomic<int> count = 0;
    server.handle("/x", [&](const Request& r) {
        if (++count == 1) {
            auto reply = partOf(r, before, {{"ETag", "\"one\""}});
            reply.cut = true;
            return reply;
        }
        // RFC 9110 §13.1.5: a validator that does not match makes it a plain request.
        auto request = r;
        if (r.headers.contains("if-range"))
            request.headers.erase("range");
        return partOf(request, after, {{"ETag", "\"two\""}});
    });
    const auto outcome = run(server.url() + "/x", policy(10'000));
    QCOMPARE(textOf(outcome), after);
    QCOMPARE(outcome.attempts, 3u);
}

void TestRangedDownload::partsThatDoNotFitAreRefused_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("contentRange");
    QTest::addColumn<int>("size");
    QTest::addColumn<QString>("why");
    const QString prefix = "download failed: the server's answer to bytes=600-999 does not fit the "
                           "file: ";
    QTest::newRow("the whole file") << 200 << "" << 1000 << prefix + "200";
    QTest::newRow("other bytes") << 206 << "bytes 599-999/1000" << 401
                                 << prefix + "206, bytes 599-999/1000";
    QTest::newRow("another length")
        << 206 << "bytes 600-999/1001" << 400 << prefix + "206, bytes 600-999/1001";
    QTest::newRow("not satisfiable") << 416 << "" << 0 << prefix + "416 Range Not Satisfiable";
    QTest::newRow("more than the range") << 206 << "bytes 600-999/1000" << 401
                                         << "download failed: the server sent more than the range";
    QTest::newRow("less than the range")
        << 206 << "bytes 600-999/1000" << 399
        << "download failed: the server sent 399 of 400 bytes of the range";
}

void TestRangedDownload::partsThatDoNotFitAreRefused()
{
    QFETCH(int, status);
    QFETCH(QString, contentRange);
    QFETCH(int, size);
    QFETCH(QString, why);
    LoopbackServer server;
    const auto body = sampleBytes(1000);
    server.handle("/x", [&](const Request& r) {
        if (rangeOf(r, body.size()).first == 0)
            return partOf(r, body);
        Reply reply{.status = status, .body = std::string(static_cast<std::size_t>(size), 'x')};
        if (!contentRange.isEmpty())
            reply.headers.emplace_back("Content-Range", contentRange.toStdString());
        return reply;
    });
    QCOMPARE(QString::fromStdString(textOf(run(server.url() + "/x", policy(600)))), why);
}

void TestRangedDownload::pausing_data()
{
    QTest::addColumn<bool>("resumable");
    QTest::newRow("goes on where it stopped") << true;
    QTest::newRow("begins anew where the server has no ranges") << false;
}

/// The first answer stops in the middle, so that it cannot end before the pause.
void TestRangedDownload::pausing()
{
    QFETCH(bool, resumable);
    LoopbackServer server;
    const auto body = sampleBytes(1'000'000);
    std::atomic<int> count = 0;
    server.handle("/x", [&](const Request& r) {
        auto reply = resumable ? partOf(r, body, {{"ETag", "\"one\""}}) : Reply{.body = body};
        reply.stall = ++count == 1;
        return reply;
    });
    std::promise<void> moving;
    std::promise<void> paused;
    std::atomic<bool> isMoving = false;
    net::Downloader downloader(
        policy(1u << 30), *m_transport, *m_io, [&](const net::TransferStatus& status) {
            if (status.state == net::TransferState::Downloading && !isMoving.exchange(true))
                moving.set_value();
            if (status.state == net::TransferState::Paused)
                paused.set_value();
        });
    std::promise<net::DownloadOutcome> outcome;
    const auto id = downloader.start(request(server.url() + "/x"), {}, [&](net::DownloadOutcome o) {
        outcome.set_value(std::move(o));
    });
    moving.get_future().get();
    downloader.pause(id);
    auto ended = outcome.get_future();
    paused.get_future().get();
    QVERIFY(ended.wait_for(milliseconds(0)) != std::future_status::ready);
    downloader.resume(id);
    const auto result = ended.get();
    QVERIFY(textOf(result) == body);
    QCOMPARE(result.attempts, 1u);
    QCOMPARE(server.hits("/x"), 2);
    if (!resumable)
        QVERIFY(!server.lastRequest("/x").headers.contains("if-range"));
}

void TestRangedDownload::progressCountsAllParts()
{
    LoopbackServer server;
    const auto body = sampleBytes(1'000'000);
    server.handle("/x", [&](const Request& r) { return partOf(r, body); });
    net::TransferStatus last;
    std::mutex mutex;
    run(server.url() + "/x", policy(100'000), [&](const net::TransferStatus& status) {
        const std::lock_guard lock(mutex);
        last = status;
    });
    const std::lock_guard lock(mutex);
    QCOMPARE(last.totalBytes, std::uint64_t{1'000'000});
    // Parts overlap by a byte each.
    QCOMPARE(last.receivedBytes, std::uint64_t{1'000'003});
}

QTEST_GUILESS_MAIN(TestRangedDownload)
#include "tst_ranged_download.moc"
