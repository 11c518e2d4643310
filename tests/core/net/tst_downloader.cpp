// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/downloader.h"
#include "core/net/transport/http_status.h"
#include "tests/support/loopback_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <future>
#include <latch>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <zlib.h>

using namespace faultline;
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

/// Numbers its grants and counts the bytes that it is asked to explain.
class NumberedAccess final : public net::RequestAccess
{
public:
    explicit NumberedAccess(std::string url) : m_url(std::move(url)) {}

    void grant(std::stop_token, Done done) override
    {
        if (refusal)
            return done(std::unexpected(*refusal));
        const auto number = std::to_string(++grants);
        done(Grant{m_url, {{"X-Grant", number}}});
    }

    Error explain(const net::HttpHead& head, std::string_view body) override
    {
        return {ErrorKind::PermissionDenied,
                concat(head.status, ": ", body.size(), " bytes, ", body.substr(0, 6))};
    }

    std::optional<Error> refusal;
    std::atomic<int> grants = 0;

private:
    std::string m_url;
};

} // namespace

class TestDownloader : public QObject
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
    void reservedAddressesAreRefused_data();
    void reservedAddressesAreRefused();
    void trustedTargetsPassTheFilter();
    void signedRequestsAreGrantedForEveryAttempt();
    void signedRequestsExplainRefusals();
    void refusedGrantsFailTheTransfer_data();
    void refusedGrantsFailTheTransfer();
    void headersStayOnTheirHost();
    void redirectsStayOnAllowedHosts_data();
    void redirectsStayOnAllowedHosts();
    void tooManyRedirectsEnd();
    void decodesEncodingAndContent();
    void sendsUserAgentAndChecksum();
    void largeBodiesArriveWhole();
    void cancelling_data();
    void cancelling();
    void offlineSkips();
    void hostLimitHolds();
    void openFilesHaveALimit();
    void waitsForDescriptors();
    void localFiles();
    void progressIsReported();
    void statesOfInstantTransfersAreNumbered();
    void destructionAnswersEveryone();
    void destructionWaitsForCallsThatStillRun();

private:
    net::DownloadRequest request(const std::string& url)
    {
        return {.from = net::HttpTarget{.url = url},
                .target = *TempFile::create(m_dir->path().toStdString()),
                .decompress = true,
                .source = "test",
                .location = url,
                .label = "module"};
    }

    net::DownloadOutcome run(net::DownloadRequest wanted,
                             net::DownloadPolicy policy = {},
                             net::Downloader::Progress progress = {})
    {
        net::Downloader downloader(std::move(policy), *m_transport, *m_io, std::move(progress));
        std::promise<net::DownloadOutcome> outcome;
        downloader.start(std::move(wanted), {},
                         [&](net::DownloadOutcome o) { outcome.set_value(std::move(o)); });
        return outcome.get_future().get();
    }

    static std::string textOf(const net::DownloadOutcome& outcome)
    {
        if (!outcome.content)
            return outcome.content.error().describe();
        if (const auto* file = std::get_if<TempFile>(&*outcome.content))
            return std::string(file->map()->text());
        return "in place: " + std::string(std::get<ByteView>(*outcome.content).text());
    }

    int filesLeft() const
    {
        return static_cast<int>(
            std::distance(std::filesystem::directory_iterator(m_dir->path().toStdString()), {}));
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<net::Transport> m_transport = net::makeCurlTransport();
    std::unique_ptr<WorkerPool> m_io = std::make_unique<WorkerPool>(2);
};

void TestDownloader::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
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

void TestDownloader::reservedAddressesAreRefused_data()
{
    QTest::addColumn<QString>("host");
    QTest::newRow("literal") << "127.0.0.1";
    QTest::newRow("name that resolves to it") << "localhost";
}

void TestDownloader::reservedAddressesAreRefused()
{
    QFETCH(QString, host);
    LoopbackServer server;
    server.reply("/x", {.body = "secret"});
    // A connection that another exchange left open must not be used either.
    QCOMPARE(textOf(run(request(server.url(host.toStdString()) + "/x"))), std::string("secret"));
    const auto outcome =
        run(request(server.url(host.toStdString()) + "/x"), {.connectToReservedIps = false});
    QCOMPARE(textOf(outcome), std::string("download failed: destination is restricted"));
    QCOMPARE(server.hits("/x"), 1);
}

void TestDownloader::trustedTargetsPassTheFilter()
{
    LoopbackServer server;
    server.reply("/x", {.body = "ok"});
    auto wanted = request(server.url() + "/x");
    std::get<net::HttpTarget>(wanted.from).ignoreAddressFilter = true;
    QCOMPARE(textOf(run(std::move(wanted), {.connectToReservedIps = false})), std::string("ok"));
}

void TestDownloader::signedRequestsAreGrantedForEveryAttempt()
{
    LoopbackServer server;
    server.handle("/x", [&](const LoopbackServer::Request& sent) {
        const bool first = sent.headers.at("x-grant") == "1";
        return LoopbackServer::Reply{.body = "granted " + sent.headers.at("x-grant"), .cut = first};
    });
    auto wanted = request(server.url());
    const auto access = std::make_shared<NumberedAccess>(server.url() + "/x");
    std::get<net::HttpTarget>(wanted.from).access = access;
    QCOMPARE(textOf(run(std::move(wanted))), std::string("granted 2"));
    QCOMPARE(access->grants.load(), 2);
    QCOMPARE(server.totalHits(), 2);
}

void TestDownloader::signedRequestsExplainRefusals()
{
    LoopbackServer server;
    server.reply("/x", {.status = 500, .body = "reason" + std::string(100'000, '.')});
    auto wanted = request(server.url());
    std::get<net::HttpTarget>(wanted.from).access =
        std::make_shared<NumberedAccess>(server.url("localhost") + "/x");
    QCOMPARE(textOf(run(std::move(wanted))),
             std::string("permission denied: 500: 65536 bytes, reason"));
    // The access decides about a refusal, and also about a further attempt.
    QCOMPARE(server.hits("/x"), 1);
}

void TestDownloader::refusedGrantsFailTheTransfer_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("error");
    QTest::addColumn<uint>("attempts");
    QTest::newRow("a lasting failure ends it")
        << static_cast<int>(ErrorKind::PermissionDenied) << "permission denied: no" << 1u;
    QTest::newRow("a passing failure is tried again")
        << static_cast<int>(ErrorKind::DownloadFailed) << "download failed: no" << 3u;
}

void TestDownloader::refusedGrantsFailTheTransfer()
{
    QFETCH(int, kind);
    QFETCH(QString, error);
    QFETCH(uint, attempts);
    auto wanted = request("http://127.0.0.1:1");
    const auto access = std::make_shared<NumberedAccess>("");
    access->refusal = Error{static_cast<ErrorKind>(kind), "no"};
    std::get<net::HttpTarget>(wanted.from).access = access;
    const auto outcome = run(std::move(wanted));
    QCOMPARE(QString::fromStdString(textOf(outcome)), error);
    QCOMPARE(outcome.attempts, attempts);
    QCOMPARE(filesLeft(), 0);
}

void TestDownloader::headersStayOnTheirHost()
{
    LoopbackServer first;
    LoopbackServer second;
    first.reply("/same", {.status = 301, .body = "moved", .headers = {{"Location", "/away"}}});
    first.reply("/away",
                {.status = 302, .body = "moved", .headers = {{"Location", second.url() + "/end"}}});
    second.reply("/end", {.body = "there"});
    auto wanted = request(first.url() + "/same");
    std::get<net::HttpTarget>(wanted.from).headers = {
        {"Authorization", "Basic x"}, {"X-Key", "y"}, {"bad name", "z"}};
    QCOMPARE(textOf(run(std::move(wanted))), std::string("there"));
    QCOMPARE(first.lastRequest("/away").headers["authorization"], std::string("Basic x"));
    QCOMPARE(first.lastRequest("/away").headers["x-key"], std::string("y"));
    const auto end = second.lastRequest("/end").headers;
    QVERIFY(!end.contains("authorization"));
    QVERIFY(!end.contains("x-key"));
    QVERIFY(end.contains("user-agent"));
}

void TestDownloader::redirectsStayOnAllowedHosts_data()
{
    QTest::addColumn<bool>("isHeld");
    QTest::addColumn<QString>("allowed");
    QTest::addColumn<QString>("text");
    QTest::newRow("any host") << false << "" << "there";
    QTest::newRow("the other host") << true << "127.0.0.2" << "there";
    QTest::newRow("its own host only")
        << true << ""
        << "permission denied: redirected to 127.0.0.2, a host that is not allowed";
}

void TestDownloader::redirectsStayOnAllowedHosts()
{
    QFETCH(bool, isHeld);
    QFETCH(QString, allowed);
    QFETCH(QString, text);
    LoopbackServer first;
    LoopbackServer second("127.0.0.2");
    first.reply("/same", {.status = 301, .headers = {{"Location", "/away"}}});
    first.reply("/away", {.status = 302, .headers = {{"Location", second.url() + "/end"}}});
    second.reply("/end", {.body = "there"});
    auto wanted = request(first.url() + "/same");
    if (isHeld)
        std::get<net::HttpTarget>(wanted.from).redirectHosts = {allowed.toStdString()};
    const auto outcome = run(std::move(wanted));
    QCOMPARE(QString::fromStdString(textOf(outcome)), text);
    const bool isFound = outcome.content.has_value();
    QCOMPARE(second.totalHits(), isFound ? 1 : 0);
    QCOMPARE(outcome.attempts, 1u);
    if (!isFound)
        QVERIFY(outcome.content.error().momentary); // The next consent may allow it.
}

void TestDownloader::tooManyRedirectsEnd()
{
    LoopbackServer server;
    server.reply("/x", {.status = 302, .headers = {{"Location", "/x"}}});
    const auto outcome = run(request(server.url() + "/x"), {.maxAttempts = 1});
    QCOMPARE(textOf(outcome), std::string("download failed: too many redirects"));
    QCOMPARE(server.hits("/x"), 11);
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

void TestDownloader::sendsUserAgentAndChecksum()
{
    LoopbackServer server;
    server.reply("/base/a", {.body = "ok"});
    sources::SourceConfig source;
    source.where = sources::HttpSource{server.url() + "/base", {{"User-Agent", "curl/8"}}, false};
    const sources::RemoteFile file{sources::makeSource(source), sources::FileType::Pdb, "a",
                                   "SHA256:00"};
    auto wanted = net::downloadRequestFor(file, *TempFile::create(m_dir->path().toStdString()));
    QCOMPARE(textOf(run(*std::move(wanted))), std::string("ok"));
    const auto sent = server.lastRequest("/base/a").headers;
    QCOMPARE(sent.at("user-agent"), std::string("curl/8"));
    QCOMPARE(sent.at("symbolchecksum"), std::string("SHA256:00"));
    QCOMPARE(sent.at("accept-encoding"), std::string("br, deflate, gzip, zstd"));
    run(request(server.url() + "/base/a"));
    QVERIFY(server.lastRequest("/base/a").headers.at("user-agent").starts_with("faultline/"));
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
