// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/http_status.h"
#include "tests/core/net/download_bench.h"
#include "tests/support/loopback_server.h"

#include <QTest>

#include <atomic>
#include <fstream>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <zlib.h>

using namespace faultline;
using faultline::test::DownloadBench;
using faultline::test::LoopbackServer;
using std::chrono::milliseconds;

namespace {

std::string deflated(const std::string& text)
{
    std::string out(compressBound(text.size()), 0);
    auto size = static_cast<uLongf>(out.size());
    compress(reinterpret_cast<Bytef*>(out.data()), &size,
             reinterpret_cast<const Bytef*>(text.data()), text.size());
    out.resize(size);
    return out;
}

} // namespace

class TestDownloader : public QObject, private DownloadBench
{
    Q_OBJECT

private slots:
    void init();
    void savesABody();
    void mapsFailuresAndRetries_data();
    void mapsFailuresAndRetries();
    void overallLimitEndsAHangingServer();
    void headLimitIsPerAttempt();
    void aCutConnectionIsTriedAgain();
    void tooLargeIsMalformed_data();
    void tooLargeIsMalformed();
    void decodesEncodingAndContent();
    void largeBodiesArriveWhole();
    void cancelling_data();
    void cancelling();
    void offlineSkips();
    void hostLimitHolds();
    void urgencyMayChangeWhileWaiting();
    void openFilesHaveALimit();
    void waitsForDescriptors();
    void localFiles();
    void progressIsReported();
    void statesOfInstantTransfersAreNumbered();
    void destructionAnswersEveryone();
    void destructionWaitsForCallsThatStillRun();
};

void TestDownloader::init()
{
    newFolder();
}

void TestDownloader::savesABody()
{
    LoopbackServer server;
    server.reply("/a/b.sym", {.body = "hello"});
    const auto outcome = run(request(server.url() + "/a/b.sym"));
    QCOMPARE(textOf(outcome), std::string("hello"));
    QCOMPARE(outcome.httpStatus.value_or(0), 200u);
    QCOMPARE(outcome.attempts, 1u);
    QCOMPARE(outcome.receivedBytes, std::uint64_t{5});
}

void TestDownloader::mapsFailuresAndRetries_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("error");
    QTest::addColumn<int>("hits");
    QTest::newRow("missing is asked once") << 404 << "not found" << 1;
    QTest::newRow("forbidden is asked once") << 403 << "permission denied: 403 Forbidden" << 1;
    QTest::newRow("server errors are tried three times")
        << 500 << "download failed: 500 Internal Server Error" << 3;
    QTest::newRow("throttling is tried three times")
        << 429 << "download failed: 429 Too Many Requests" << 3;
}

void TestDownloader::mapsFailuresAndRetries()
{
    QFETCH(int, status);
    QFETCH(QString, error);
    QFETCH(int, hits);
    LoopbackServer server;
    server.reply("/x", {.status = status, .body = "no"});
    const auto outcome = run(request(server.url() + "/x"));
    QCOMPARE(QString::fromStdString(textOf(outcome)), error);
    QCOMPARE(server.hits("/x"), hits);
    QCOMPARE(outcome.attempts, static_cast<std::uint32_t>(hits));
    QCOMPARE(outcome.httpStatus.value_or(0), static_cast<std::uint32_t>(status));
}

void TestDownloader::overallLimitEndsAHangingServer()
{
    LoopbackServer server;
    server.reply("/x", {.body = "late", .delay = std::chrono::seconds(60)});
    const auto outcome = run(request(server.url() + "/x"), {.totalTimeout = milliseconds(200)});
    QCOMPARE(textOf(outcome), std::string("download timed out after 200ms"));
    QCOMPARE(server.hits("/x"), 1);
}

void TestDownloader::headLimitIsPerAttempt()
{
    LoopbackServer server;
    server.reply("/x", {.body = "late", .delay = std::chrono::seconds(60)});
    const auto outcome = run(request(server.url() + "/x"), {.headTimeout = milliseconds(50)});
    QCOMPARE(textOf(outcome), std::string("download timed out after 50ms"));
    QCOMPARE(server.hits("/x"), 3);
}

void TestDownloader::aCutConnectionIsTriedAgain()
{
    LoopbackServer server;
    std::atomic<int> count = 0;
    server.handle("/x", [&count](const auto&) {
        return LoopbackServer::Reply{.body = "complete body", .cut = ++count < 3};
    });
    QCOMPARE(textOf(run(request(server.url() + "/x"))), std::string("complete body"));
    QCOMPARE(server.hits("/x"), 3);
}

void TestDownloader::tooLargeIsMalformed_data()
{
    QTest::addColumn<bool>("compressed");
    QTest::newRow("on the wire") << false;
    QTest::newRow("once decompressed") << true;
}

void TestDownloader::tooLargeIsMalformed()
{
    QFETCH(bool, compressed);
    LoopbackServer server;
    const std::string zeros(200'000, '\0');
    server.reply("/x", {.body = compressed ? deflated(zeros) : zeros});
    {
        const auto outcome = run(request(server.url() + "/x"), {.maxBytes = 100'000});
        QCOMPARE(outcome.content.error(),
                 (Error{ErrorKind::TooLarge, "Maximum file size exceeded"}));
    }
    QCOMPARE(filesLeft(), 0);
}

void TestDownloader::decodesEncodingAndContent()
{
    LoopbackServer server;
    const auto inner = deflated("symbols");
    server.reply("/x", {.body = deflated(inner), .headers = {{"Content-Encoding", "deflate"}}});
    server.reply("/odd", {.body = "x", .headers = {{"Content-Encoding", "compress"}}});
    QCOMPARE(textOf(run(request(server.url() + "/x"))), std::string("symbols"));
    auto raw = request(server.url() + "/x");
    raw.decompress = false;
    QCOMPARE(textOf(run(std::move(raw))), inner);
    QCOMPARE(textOf(run(request(server.url() + "/odd"))),
             std::string("download failed: Unsupported content encoding"));
}

/// The body exceeds what may wait for the disk, so the transfer is paused and resumed.
void TestDownloader::largeBodiesArriveWhole()
{
    LoopbackServer server;
    std::string body;
    body.reserve(24 << 20);
    while (body.size() < (24 << 20))
        body += std::to_string(body.size()) + ',';
    server.reply("/x", {.body = body});
    const auto outcome = run(request(server.url() + "/x"));
    QVERIFY(textOf(outcome) == body);
}

void TestDownloader::cancelling_data()
{
    QTest::addColumn<QString>("how");
    QTest::newRow("by token") << "token";
    QTest::newRow("by token that has fired before") << "before";
    QTest::newRow("by number") << "number";
    QTest::newRow("while queued") << "queued";
}

void TestDownloader::cancelling()
{
    QFETCH(QString, how);
    LoopbackServer server;
    server.reply("/x", {.body = "late", .delay = std::chrono::seconds(60)});
    net::Downloader downloader({.maxPerHost = 1}, *m_transport, *m_io);
    std::stop_source blocking;
    if (how == "queued")
        downloader.start(request(server.url() + "/x"), blocking.get_token(),
                         [](net::DownloadOutcome) {});
    std::stop_source stop;
    if (how == "before")
        stop.request_stop();
    std::promise<net::DownloadOutcome> outcome;
    const auto id =
        downloader.start(request(server.url() + "/x"), stop.get_token(),
                         [&](net::DownloadOutcome o) { outcome.set_value(std::move(o)); });
    if (how == "number")
        downloader.cancel(id);
    else
        stop.request_stop();
    QCOMPARE(outcome.get_future().get().content.error().kind, ErrorKind::Cancelled);
}

void TestDownloader::offlineSkips()
{
    LoopbackServer server;
    std::atomic<net::TransferState> last = net::TransferState::Queued;
    const auto outcome = run(request(server.url() + "/x"), {.offline = true},
                             [&](const net::TransferStatus& status) {
                                 if (status.state != net::TransferState::Queued)
                                     last = status.state;
                             });
    QCOMPARE(last.load(), net::TransferState::Skipped); // Nobody cancelled it.
    QCOMPARE(outcome.content.error(), (Error{ErrorKind::Cancelled, "skipped (offline)"}));
    QCOMPARE(server.totalHits(), 0);
}

void TestDownloader::hostLimitHolds()
{
    LoopbackServer server;
    net::Downloader downloader({.maxPerHost = 2}, *m_transport, *m_io);
    std::vector<std::promise<net::DownloadOutcome>> outcomes(8);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const auto path = "/" + std::to_string(i);
        server.reply(path, {.body = "x", .delay = milliseconds(20)});
        downloader.start(request(server.url() + path), {},
                         [&, i](net::DownloadOutcome o) { outcomes[i].set_value(std::move(o)); });
    }
    for (auto& outcome : outcomes)
        QCOMPARE(textOf(outcome.get_future().get()), std::string("x"));
    QVERIFY(server.mostAtOnce() <= 2);
}

/// A transfer that becomes urgent passes older ones.
void TestDownloader::urgencyMayChangeWhileWaiting()
{
    std::mutex mutex;
    std::vector<std::string> order;
    std::promise<void> gate;
    LoopbackServer server;
    server.handleOthers([&, opened = gate.get_future().share()](
                            const LoopbackServer::Request& asked) -> LoopbackServer::Reply {
        if (asked.target == "/0")
            opened.wait();
        const std::lock_guard lock(mutex);
        order.push_back(asked.target);
        return {.body = "x"};
    });
    net::Downloader downloader({.maxPerHost = 1}, *m_transport, *m_io);
    const auto urgency = std::make_shared<std::atomic<net::Urgency>>(net::Urgency::Last);
    std::vector<std::promise<net::DownloadOutcome>> outcomes(3);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        auto wanted = request(server.url() + "/" + std::to_string(i));
        if (i == 2)
            wanted.urgency = urgency;
        downloader.start(std::move(wanted), {},
                         [&, i](net::DownloadOutcome o) { outcomes[i].set_value(std::move(o)); });
    }
    *urgency = net::Urgency::First;
    downloader.urgenciesChanged();
    gate.set_value();
    for (auto& outcome : outcomes)
        QCOMPARE(textOf(outcome.get_future().get()), std::string("x"));
    QCOMPARE(order, (std::vector<std::string>{"/0", "/2", "/1"}));
}

/// A transfer that waits has no file, and one that has ended counts until its file is closed.
void TestDownloader::openFilesHaveALimit()
{
    LoopbackServer server;
    net::Downloader downloader({.maxOpenFiles = 2}, *m_transport, *m_io);
    std::atomic<int> opened{0};
    std::vector<std::promise<net::DownloadOutcome>> outcomes(6);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const auto path = "/" + std::to_string(i);
        server.reply(path, {.body = "x"});
        auto wanted = request(server.url() + path);
        wanted.target = TempFile::createLater(0, [&opened, folder = m_dir->path().toStdString()] {
            ++opened;
            return TempFile::create(folder);
        });
        downloader.start(std::move(wanted), {},
                         [&, i](net::DownloadOutcome o) { outcomes[i].set_value(std::move(o)); });
    }
    std::vector<net::DownloadOutcome> open;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        open.push_back(outcomes[i].get_future().get());
        QCOMPARE(textOf(open.back()), std::string("x"));
        QVERIFY(opened <= static_cast<int>(i) + 2);
        if (i > 0)
            open.erase(open.begin());
    }
    QCOMPARE(opened.load(), 6);
}

namespace {

/// Takes all descriptors that the process may have.
class NoDescriptors
{
public:
    NoDescriptors()
    {
        ::getrlimit(RLIMIT_NOFILE, &m_before);
        auto few = m_before;
        few.rlim_cur = 64;
        ::setrlimit(RLIMIT_NOFILE, &few);
        for (int fd = ::dup(0); fd >= 0; fd = ::dup(0))
            m_taken.push_back(fd);
    }

    ~NoDescriptors()
    {
        for (const int fd : m_taken)
            ::close(fd);
        ::setrlimit(RLIMIT_NOFILE, &m_before);
    }

    NoDescriptors(const NoDescriptors&) = delete;
    NoDescriptors& operator=(const NoDescriptors&) = delete;

private:
    rlimit m_before{};
    std::vector<int> m_taken;
};

} // namespace

/// Running out of descriptors is not an answer: the caller gets the file when there are descriptors
/// again.
void TestDownloader::waitsForDescriptors()
{
    LoopbackServer server;
    server.reply("/x", {.body = "x"});
    server.reply("/y", {.body = "y"});
    // The first starts what needs descriptors of its own.
    QCOMPARE(textOf(run(request(server.url() + "/x"))), std::string("x"));
    auto wanted = request(server.url() + "/y");
    wanted.target = TempFile::createLater(
        0, [folder = m_dir->path().toStdString()] { return TempFile::create(folder); });
    std::promise<net::DownloadOutcome> outcome;
    net::Downloader downloader({}, *m_transport, *m_io);
    auto future = outcome.get_future();
    {
        const NoDescriptors none;
        downloader.start(std::move(wanted), {},
                         [&](net::DownloadOutcome o) { outcome.set_value(std::move(o)); });
        QCOMPARE(future.wait_for(milliseconds(300)), std::future_status::timeout);
    }
    QCOMPARE(textOf(future.get()), std::string("y"));
}

void TestDownloader::localFiles()
{
    const auto folder = std::filesystem::path(m_dir->path().toStdString()) / "local";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "plain") << "symbols";
    std::ofstream(folder / "packed", std::ios::binary) << deflated("symbols");
    const auto get = [&](const std::string& name) {
        auto wanted = request("");
        wanted.from = net::LocalTarget{folder / name};
        return textOf(run(std::move(wanted)));
    };
    QCOMPARE(get("plain"), std::string("in place: symbols"));
    QCOMPARE(get("packed"), std::string("symbols"));
    QCOMPARE(get("absent"), std::string("not found"));
}

void TestDownloader::progressIsReported()
{
    LoopbackServer server;
    server.reply("/x", {.body = deflated("symbols")});
    std::mutex mutex;
    std::vector<net::TransferStatus> seen;
    run(request(server.url() + "/x"), {}, [&](const net::TransferStatus& status) {
        const std::lock_guard lock(mutex);
        seen.push_back(status);
    });
    const std::lock_guard lock(mutex);
    QStringList states;
    for (const auto& status : seen)
        states << QString::fromStdString(std::string(net::transferStateName(status.state)));
    QCOMPARE(states.first(), QString("queued"));
    QVERIFY(states.contains(QString("connecting")));
    QVERIFY(states.contains(QString("downloading")));
    QVERIFY(states.contains(QString("unpacking")));
    QCOMPARE(states.last(), QString("done"));
    QCOMPARE(seen.back().label, std::string("module"));
    QCOMPARE(seen.back().receivedBytes, seen.back().totalBytes);
}

/// Transfers that end at once are queued first, and nothing follows their end.
void TestDownloader::statesOfInstantTransfersAreNumbered()
{
    constexpr int kTransfers = 1000;
    const auto file = std::filesystem::path(m_dir->path().toStdString()) / "plain";
    std::ofstream(file) << "symbols";
    std::mutex mutex;
    std::map<std::uint64_t, std::map<std::uint64_t, net::TransferState>> states;
    std::atomic<int> count = 0;
    const auto record = [&](const net::TransferStatus& status) {
        ++count;
        const std::lock_guard lock(mutex);
        states[status.transfer].emplace(status.sequence, status.state);
    };
    {
        net::Downloader downloader({.maxPerHost = 4}, *m_transport, *m_io, record);
        std::latch ended(kTransfers);
        const auto startSome = [&] {
            for (int i = 0; i < kTransfers / 4; ++i) {
                auto wanted = request("");
                wanted.from = net::LocalTarget{file};
                downloader.start(std::move(wanted), {},
                                 [&ended](const net::DownloadOutcome&) { ended.count_down(); });
            }
        };
        std::vector<std::jthread> callers;
        for (int i = 0; i < 4; ++i)
            callers.emplace_back(startSome);
        ended.wait();
    }
    QCOMPARE(states.size(), std::size_t(kTransfers));
    int numbers = 0;
    for (const auto& [transfer, numbered] : states) {
        QCOMPARE(numbered.begin()->second, net::TransferState::Queued);
        QCOMPARE(numbered.rbegin()->second, net::TransferState::Done);
        QCOMPARE(numbered.rbegin()->first, numbered.size()); // From 1, without gaps.
        numbers += static_cast<int>(numbered.size());
    }
    QCOMPARE(numbers, count.load());
}

void TestDownloader::destructionAnswersEveryone()
{
    LoopbackServer server;
    server.reply("/x", {.body = "late", .delay = std::chrono::seconds(60)});
    std::atomic<int> cancelled = 0;
    {
        net::Downloader downloader({.maxPerHost = 1}, *m_transport, *m_io);
        for (int i = 0; i < 3; ++i) {
            downloader.start(request(server.url() + "/x"), {}, [&](const net::DownloadOutcome& o) {
                cancelled += !o.content && o.content.error().kind == ErrorKind::Cancelled ? 1 : 0;
            });
        }
    }
    QCOMPARE(cancelled.load(), 3);
}

/// A transfer may end while the call that began it is still reporting.
void TestDownloader::destructionWaitsForCallsThatStillRun()
{
    std::unique_ptr<net::Downloader> downloader;
    std::promise<void> ended;
    std::atomic<bool> isGone = false;
    bool wasGone = true;
    const auto reported = [&](const net::TransferStatus& status) {
        if (status.state != net::TransferState::Queued)
            return;
        downloader->cancel(status.transfer);
        ended.get_future().wait();
        std::this_thread::sleep_for(milliseconds(50)); // Time for the destructor to go wrong.
        wasGone = isGone;
    };
    downloader =
        std::make_unique<net::Downloader>(net::DownloadPolicy(), *m_transport, *m_io, reported);
    std::promise<void> mayGo;
    std::jthread caller([&, raw = downloader.get()] {
        raw->start(request("http://127.0.0.1:1/x"), {}, [&](const net::DownloadOutcome&) {
            ended.set_value();
            mayGo.set_value();
        });
    });
    mayGo.get_future().wait();
    downloader.reset();
    isGone = true;
    caller.join();
    QVERIFY(!wasGone);
}

QTEST_GUILESS_MAIN(TestDownloader)
#include "tst_downloader.moc"
