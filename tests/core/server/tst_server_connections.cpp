// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "tests/core/server/tested_server.h"
#include "tests/support/no_more_threads.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <future>
#include <new>

using namespace faultline;
using namespace faultline::test;
using namespace std::chrono_literals;

namespace {

/// Answers every path with a handler of its own.
class TestHandler final : public server::HttpHandler
{
public:
    using Answer = std::function<void(const std::string& path, server::RequestExchange::Respond)>;

    explicit TestHandler(Answer answer) : m_answer(std::move(answer)) {}

    server::HttpOpening open(const server::HttpRequestHead& head) override
    {
        if (head.path == "/open")
            throw std::bad_alloc();
        return server::makeBodilessExchange(
            [this, path = head.path](server::RequestExchange::Respond respond) {
                m_answer(path, std::move(respond));
            });
    }

private:
    Answer m_answer;
};

/// The memory of this process that lies in no file, in bytes.
std::uint64_t memoryBytes()
{
    QFile status("/proc/self/status");
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    static const QRegularExpression kSize("RssAnon:\\s+(\\d+) kB");
    return kSize.match(QString::fromLatin1(status.readAll())).captured(1).toULongLong() * 1024;
}

} // namespace

/// How connections are kept, framed, limited and closed.
class TestServerConnections : public QObject, private TestedServer
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void keepsConnectionsAlive();
    void answersPipelinedRequests();
    void readsChunkedBodies();
    void asksToContinue();
    void refusedBodiesLeaveTheConnectionUsable();
    void brokenHttp_data();
    void brokenHttp();
    void refusesUnknownFraming_data();
    void refusesUnknownFraming();
    void refusesEndlessFraming_data();
    void refusesEndlessFraming();
    void takesTheServersNameInTheTarget_data();
    void takesTheServersNameInTheTarget();
    void slowBodiesDelayNobody();
    void closesIdleConnectionsWhenFull();
    void answersHealthchecksWhenFull();
    void closesSilentConnections();
    void manyClientsAtOnce();
    void manyRequestsInOnePiece();
    void slowReaderGetsALongAnswer();
    void unreadAnswersWaitOnTheDisk();
    void aHandlerThatFailsEndsOneRequest();
    void withoutThreadsItDoesNotStart();
};

void TestServerConnections::init()
{
    start([](server::ServerOptions&) {});
}

void TestServerConnections::cleanup()
{
    QVERIFY(end());
}

void TestServerConnections::keepsConnectionsAlive()
{
    HttpClient client(m_port);
    for (int i = 0; i < 10; ++i)
        QCOMPARE(client.exchange("POST", "/symbolicate", "application/json", "{}").status, 200);
    client.send("GET /healthcheck HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    QCOMPARE(client.receive().status, 200);
    QVERIFY(client.isClosedByServer());
    HttpClient old(m_port);
    old.send("GET /healthcheck HTTP/1.0\r\n\r\n");
    QCOMPARE(old.receive().status, 200);
    QVERIFY(old.isClosedByServer());
}

void TestServerConnections::answersPipelinedRequests()
{
    HttpClient client(m_port);
    client.send(
        "GET /healthcheck HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"
        "POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
        "application/json\r\nContent-Length: 2\r\n\r\n{}");
    QCOMPARE(client.receive().status, 200);
    QCOMPARE(client.receive().status, 404);
    QCOMPARE(client.receive().body, std::string(kEmptyAnswer));
}

void TestServerConnections::readsChunkedBodies()
{
    HttpClient client(m_port);
    client.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                "application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                "1\r\n{\r\n1;ext=1\r\n}\r\n0\r\n\r\n");
    QCOMPARE(client.receive().body, std::string(kEmptyAnswer));
    client.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                "application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
    QCOMPARE(client.receive().status, 400);
    QVERIFY(client.isClosedByServer());
}

void TestServerConnections::asksToContinue()
{
    HttpClient client(m_port);
    client.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                "application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    QCOMPARE(client.receive().status, 100);
    client.send("{}");
    QCOMPARE(client.receive().status, 200);
    client.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                "text/plain\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    QCOMPARE(client.receive().status, 415);
    QVERIFY(client.isClosedByServer());
}

void TestServerConnections::refusedBodiesLeaveTheConnectionUsable()
{
    HttpClient client(m_port);
    QCOMPARE(client.exchange("POST", "/nothing", "text/plain", std::string(3'000'000, 'x')).status,
             404);
    QCOMPARE(
        client.exchange("POST", "/symbolicate", "text/plain", std::string(3'000'000, 'x')).status,
        415);
    QCOMPARE(client.exchange("GET", "/healthcheck").status, 200);
}

void TestServerConnections::brokenHttp_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::newRow("no http") << QByteArray("hello\r\n\r\n") << 400;
    QTest::newRow("no version") << QByteArray("GET /healthcheck\r\n\r\n") << 400;
    QTest::newRow("header without colon")
        << QByteArray("GET /healthcheck HTTP/1.1\r\nHost\r\n\r\n") << 400;
    QTest::newRow("bad length") << QByteArray(
                                       "POST /symbolicate HTTP/1.1\r\nContent-Length: x\r\n\r\n")
                                << 400;
    QTest::newRow("two lengths")
        << QByteArray(
               "POST /symbolicate HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n")
        << 400;
    QTest::newRow("huge header") << QByteArray("GET / HTTP/1.1\r\nA: ") + QByteArray(100'000, 'x') +
                                        "\r\n\r\n"
                                 << 431;
}

void TestServerConnections::brokenHttp()
{
    QFETCH(QByteArray, request);
    HttpClient client(m_port);
    client.send(request.toStdString());
    QTEST(client.receive().status, "status");
    QVERIFY(client.isClosedByServer());
    QCOMPARE(get(m_port, "/healthcheck").status, 200);
}

/// The end of such a body is unknown, so the rest could pass for a request.
void TestServerConnections::refusesUnknownFraming_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<QByteArray>("fields");
    const QByteArray http11 = "HTTP/1.1";
    QTest::newRow("unknown coding") << http11 << QByteArray("Transfer-Encoding: gzip\r\n");
    QTest::newRow("identity") << http11 << QByteArray("Transfer-Encoding: identity\r\n");
    QTest::newRow("chunked is not last")
        << http11 << QByteArray("Transfer-Encoding: chunked, gzip\r\n");
    QTest::newRow("another before chunked")
        << http11 << QByteArray("Transfer-Encoding: gzip, chunked\r\n");
    QTest::newRow("in two fields")
        << http11 << QByteArray("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n");
    QTest::newRow("two hosts") << http11 << QByteArray("Content-Length: 0\r\nHost: another\r\n");
    QTest::newRow("chunked twice")
        << http11 << QByteArray("Transfer-Encoding: chunked, chunked\r\n");
    QTest::newRow("with a length")
        << http11 << QByteArray("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n");
    QTest::newRow("an old version")
        << QByteArray("HTTP/1.0") << QByteArray("Transfer-Encoding: chunked\r\n");
}

void TestServerConnections::refusesUnknownFraming()
{
    QFETCH(QByteArray, version);
    QFETCH(QByteArray, fields);
    HttpClient client(m_port);
    client.send(("POST /symbolicate " + version +
                 "\r\nHost: x\r\nContent-Type: application/json\r\n" + fields +
                 "\r\nGET /healthcheck HTTP/1.1\r\nHost: x\r\n\r\n")
                    .toStdString());
    QCOMPARE(client.receive().status, 400);
    QCOMPARE(client.receive().status, 0);
    QVERIFY(client.isClosedByServer());
}

/// Without a limit, all of these were kept in memory as long as they arrived.
void TestServerConnections::refusesEndlessFraming_data()
{
    QTest::addColumn<QByteArray>("begin");
    QTest::addColumn<QByteArray>("again");
    QTest::newRow("chunk extension") << QByteArray("1;x=") << QByteArray(1024, 'x');
    QTest::newRow("digits of a chunk's size") << QByteArray() << QByteArray(1024, '0');
    QTest::newRow("trailers") << QByteArray("0\r\n") << "A: " + QByteArray(1020, 'x') + "\r\n";
    QTest::newRow("extensions of many chunks")
        << QByteArray() << "1;x=" + QByteArray(1010, 'x') + "\r\n \r\n";
}

void TestServerConnections::refusesEndlessFraming()
{
    QFETCH(QByteArray, begin);
    QFETCH(QByteArray, again);
    HttpClient client(m_port);
    client.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                "application/json\r\nTransfer-Encoding: chunked\r\n\r\n" +
                begin.toStdString());
    for (int i = 0; i < 4096 && client.send(again.toStdString()); ++i) {
    }
    QCOMPARE(client.receive().status, 400);
    QVERIFY(client.isClosedByServer());
}

void TestServerConnections::takesTheServersNameInTheTarget_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<int>("status");
    QTest::newRow("path") << QByteArray("http://example.org/healthcheck") << 200;
    QTest::newRow("port and query") << QByteArray("HTTP://[::1]:80/healthcheck?x=/y") << 200;
    QTest::newRow("https") << QByteArray("https://example.org/healthcheck") << 200;
    QTest::newRow("no path") << QByteArray("http://example.org") << 404;
    QTest::newRow("only a query") << QByteArray("http://example.org?/healthcheck") << 404;
    QTest::newRow("not at the start") << QByteArray("/http://example.org/healthcheck") << 404;
}

void TestServerConnections::takesTheServersNameInTheTarget()
{
    QFETCH(QByteArray, target);
    QTEST(get(m_port, target.toStdString()).status, "status");
}

/// Sources are read on a work thread: while one request's take their time, others are answered.
void TestServerConnections::slowBodiesDelayNobody()
{
    std::promise<void> release;
    const auto released = release.get_future().share();
    std::atomic<int> reading{0};
    start([&](server::ServerOptions& options) {
        options.policy.readSources = [&reading, released](std::string_view) {
            ++reading;
            released.wait();
            return Result<std::vector<sources::SourceConfig>>();
        };
        options.http.threads = 2;
    });
    const auto ask = [this] {
        return postJson(m_port, "/symbolicate", R"({"sources":[]})").status;
    };
    std::vector<std::future<int>> slow;
    for (int i = 0; i < 3; ++i)
        slow.push_back(std::async(std::launch::async, ask));
    QTRY_COMPARE(reading.load(), 3);
    QCOMPARE(get(m_port, "/healthcheck").status, 200);
    QCOMPARE(postJson(m_port, "/symbolicate", "{}").status, 200);
    release.set_value();
    for (auto& request : slow)
        QCOMPARE(request.get(), 200);
}

void TestServerConnections::closesIdleConnectionsWhenFull()
{
    start([](server::ServerOptions& options) { options.http.maxConnections = 3; });
    std::vector<std::unique_ptr<HttpClient>> idle;
    for (int i = 0; i < 3; ++i) {
        idle.push_back(std::make_unique<HttpClient>(m_port));
        QCOMPARE(idle.back()->exchange("GET", "/healthcheck").status, 200);
    }
    for (int i = 0; i < 50; ++i)
        QCOMPARE(postJson(m_port, "/symbolicate", "{}").status, 200);
    QVERIFY(idle.front()->isClosedByServer());
}

/// Every regular connection waits for a job.
void TestServerConnections::answersHealthchecksWhenFull()
{
    start([](server::ServerOptions& options) { options.http.maxConnections = 3; });
    m_service->block = true;
    std::vector<std::unique_ptr<HttpClient>> busy;
    const std::string request = "POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                                "application/json\r\nContent-Length: 2\r\n\r\n{}";
    for (int i = 0; i < 3; ++i) {
        busy.push_back(std::make_unique<HttpClient>(m_port));
        QVERIFY(busy.back()->send(request));
    }
    QTRY_COMPARE(get(m_port, "/requests/x").status, 503);
    std::vector<std::unique_ptr<HttpClient>> silent;
    for (int i = 0; i < 100; ++i)
        silent.push_back(std::make_unique<HttpClient>(m_port));
    for (int i = 0; i < 20; ++i)
        QCOMPARE(get(m_port, "/healthcheck").status, 200);
    m_service->release();
    for (auto& client : busy)
        QCOMPARE(client->receive().status, 200);
}

void TestServerConnections::closesSilentConnections()
{
    start([](server::ServerOptions& options) {
        options.http.idleTimeout = 50ms;
        options.http.readTimeout = 50ms;
    });
    HttpClient silent(m_port);
    QVERIFY(silent.isClosedByServer());
    HttpClient slow(m_port);
    slow.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
              "application/json\r\nContent-Length: 10\r\n\r\n{");
    QVERIFY(slow.isClosedByServer());
}

void TestServerConnections::manyClientsAtOnce()
{
    std::vector<std::future<int>> clients;
    for (int i = 0; i < 30; ++i) {
        clients.push_back(std::async(std::launch::async, [this] {
            HttpClient client(m_port);
            int good = 0;
            for (int round = 0; round < 20; ++round)
                good +=
                    client.exchange("POST", "/symbolicate", "application/json", "{}").status == 200
                        ? 1
                        : 0;
            return good;
        }));
    }
    for (auto& client : clients)
        QCOMPARE(client.get(), 20);
}

/// More than a read takes, and more answers than a thread's stack could hold calls.
void TestServerConnections::manyRequestsInOnePiece()
{
    constexpr int kRequests = 20'000;
    HttpClient client(m_port);
    std::string requests;
    for (int i = 0; i < kRequests; ++i)
        requests += i % 2 == 0 ? "GET /healthcheck HTTP/1.1\r\nHost: x\r\n\r\n"
                               : "POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                                 "application/json\r\nContent-Length: 2\r\n\r\n{}";
    m_service->isReady = true;
    auto sent = std::async(std::launch::async, [&] { return client.send(requests); });
    for (int i = 0; i < kRequests; ++i)
        QCOMPARE(client.receive().body, i % 2 == 0 ? "ok" : std::string(kEmptyAnswer));
    QVERIFY(sent.get());
}

/// The system takes only a part of the answer at once.
void TestServerConnections::slowReaderGetsALongAnswer()
{
    constexpr std::size_t kModules = 200'000;
    std::string body = R"({"modules":[)";
    for (std::size_t i = 0; i < kModules; ++i)
        body += i == 0 ? R"({"type":"elf"})" : R"(,{"type":"elf"})";
    body += "]}";
    HttpClient client(m_port);
    QVERIFY(client.send(concat("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: "
                               "application/json\r\nContent-Length: ",
                               body.size(), "\r\n\r\n", body)));
    QTest::qWait(200);
    const auto reply = client.receive();
    QCOMPARE(reply.status, 200);
    QVERIFY(reply.body.ends_with("}"));
    QCOMPARE(client.exchange("GET", "/healthcheck").body, std::string("ok"));
}

/// Clients that do not read what they asked for hold little memory.
void TestServerConnections::unreadAnswersWaitOnTheDisk()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("a sanitizer keeps what was freed");
#endif
    constexpr int kClients = 16;
    constexpr std::size_t kBytes = std::size_t{32} << 20;
    std::atomic<int> answered = 0;
    TestHandler handler([&](const std::string&, server::RequestExchange::Respond respond) {
        respond(server::textResponse(200, std::string(kBytes, 'x')));
        ++answered;
    });
    server::HttpServerOptions options;
    options.answers.folder = m_folder.path().toStdString();
    const auto http = server::HttpServer::start(options, handler, silentLog());
    QVERIFY(http);
    const auto before = memoryBytes();
    std::vector<std::unique_ptr<HttpClient>> clients;
    for (int i = 0; i < kClients; ++i) {
        clients.push_back(std::make_unique<HttpClient>((*http)->port()));
        QVERIFY(clients.back()->send("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
    }
    QTRY_COMPARE_WITH_TIMEOUT(answered.load(), kClients, 60'000);
    const auto held = memoryBytes() - std::min(before, memoryBytes());
    QVERIFY2(held < kClients * kBytes / 4, std::to_string(held).c_str());
    for (const auto& client : clients)
        QCOMPARE(client->receive().body, std::string(kBytes, 'x'));
}

/// Memory runs out in the middle of anything.
void TestServerConnections::aHandlerThatFailsEndsOneRequest()
{
    TestHandler handler([](const std::string& path, server::RequestExchange::Respond respond) {
        if (path == "/before")
            throw std::bad_alloc();
        respond(server::textResponse(200, "ok"));
        if (path == "/after")
            throw std::bad_alloc();
    });
    const auto http = server::HttpServer::start({}, handler, silentLog());
    QVERIFY(http);
    HttpClient client((*http)->port());
    for (int i = 0; i < 20; ++i) {
        for (const auto* path : {"/open", "/before"}) {
            const auto reply = client.exchange("GET", path);
            QCOMPARE(reply.status, 503);
            QCOMPARE(reply.body, std::string(R"({"detail":"out of memory"})"));
            QCOMPARE(reply.headers.at("retry-after"), std::string("10"));
        }
        for (const auto* path : {"/after", "/"})
            QCOMPARE(client.exchange("GET", path).body, std::string("ok"));
    }
}

void TestServerConnections::withoutThreadsItDoesNotStart()
{
    TestHandler handler([](const std::string&, const auto&) {});
    const NoMoreThreads limit;
    const auto http = server::HttpServer::start({}, handler, silentLog());
    QVERIFY(!http);
    QVERIFY2(http.error().detail.starts_with("cannot start a thread"), http.error().detail.c_str());
}

QTEST_GUILESS_MAIN(TestServerConnections)
#include "tst_server_connections.moc"
