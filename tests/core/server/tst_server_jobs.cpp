// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/server/tested_server.h"

#include <QTest>

#include <future>

using namespace faultline;
using namespace faultline::test;
using namespace std::chrono_literals;

/// Jobs that outlive their requests, and what answers them while the configuration changes.
class TestServerJobs : public QObject, private TestedServer
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void pendingJobsArePolled();
    void limitsConcurrentJobs();
    void answersFromMemoryWithoutAJob_data();
    void answersFromMemoryWithoutAJob();
    void memoryCountsAsAJob();
    void unknownRequestIds();
    void stopsWhileJobsRun();
    void drainsBeforeItStops();
    void isNotReadyWithoutAPlaceForCaches();
    void changesItsSetup();
    void anEarlierSetupServesItsRequests();
    void pingsTellThatThreadsAreStuck();
};

void TestServerJobs::init()
{
    start([](server::ServerOptions&) {});
}

void TestServerJobs::cleanup()
{
    QVERIFY(end());
}

void TestServerJobs::pendingJobsArePolled()
{
    m_service->block = true;
    const auto pending = postJson(m_port, "/symbolicate?timeout=0", "{}");
    QCOMPARE(pending.status, 200);
    const std::string start = R"({"status":"pending","request_id":")";
    QVERIFY2(pending.body.starts_with(start) && pending.body.ends_with(R"(","retry_after":30})"),
             pending.body.c_str());
    const auto id = pending.body.substr(start.size(), 36);
    QCOMPARE(get(m_port, "/requests/" + id + "?timeout=0").body, pending.body);
    auto waiting = std::async(std::launch::async, [&] { return get(m_port, "/requests/" + id); });
    m_service->release();
    QCOMPARE(waiting.get().body, std::string(kEmptyAnswer));
    QCOMPARE(get(m_port, "/requests/" + id).body, std::string(kEmptyAnswer));
    QCOMPARE(HttpClient(m_port).exchange("HEAD", "/requests/" + id).status, 200);
}

void TestServerJobs::limitsConcurrentJobs()
{
    start([](server::ServerOptions& options) { options.maxConcurrentJobs = 1; });
    m_service->block = true;
    QCOMPARE(postJson(m_port, "/symbolicate?timeout=0", "{}").status, 200);
    const auto refused = postJson(m_port, "/symbolicate", "{}");
    QCOMPARE(refused.status, 503);
    QCOMPARE(refused.body,
             std::string(R"({"detail":"maximum number of concurrent requests reached"})"));
    m_service->release();
    QTRY_COMPARE(postJson(m_port, "/symbolicate", "{}").status, 200);
}

void TestServerJobs::answersFromMemoryWithoutAJob_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("body");
    QTest::addColumn<bool>("isAnswered");
    const auto row = [](const char* name, QString target, QString body, bool isAnswered) {
        QTest::newRow(name) << std::move(target) << std::move(body) << isAnswered;
    };
    row("small", "/symbolicate", "{}", true);
    row("client waits for a while", "/symbolicate?timeout=5", "{}", true);
    row("client wants an id", "/symbolicate?timeout=0", "{}", false);
    row("sources", "/symbolicate", R"({"sources":[]})", true);
    row("long body", "/symbolicate",
        QString(R"({"platform":"%1"})").arg(QString(100'000, QLatin1Char('x'))), true);
}

/// Jobs would block.
void TestServerJobs::answersFromMemoryWithoutAJob()
{
    QFETCH(QString, target);
    QFETCH(QString, body);
    QFETCH(bool, isAnswered);
    m_service->block = true;
    m_service->isReady = true;
    const auto reply = postJson(m_port, target.toStdString(), body.toStdString());
    QCOMPARE(reply.status, 200);
    if (isAnswered)
        QCOMPARE(reply.body, std::string(kEmptyAnswer));
    else
        QVERIFY2(reply.body.starts_with(R"({"status":"pending",)"), reply.body.c_str());
    m_service->release();
}

void TestServerJobs::memoryCountsAsAJob()
{
    start([](server::ServerOptions& options) { options.maxConcurrentJobs = 1; });
    m_service->isReady = true;
    QCOMPARE(postJson(m_port, "/symbolicate", "{}").status, 200);
    m_service->block = true;
    QCOMPARE(postJson(m_port, "/symbolicate?timeout=0", "{}").status, 200);
    QCOMPARE(postJson(m_port, "/symbolicate", "{}").status, 503);
    m_service->release();
    QTRY_COMPARE(postJson(m_port, "/symbolicate", "{}").status, 200);
}

void TestServerJobs::unknownRequestIds()
{
    QCOMPARE(get(m_port, "/requests/6f1a0b52-1d0e-4a5d-9d0c-0f2f5f3d8a11").status, 404);
    QCOMPARE(get(m_port, "/requests/6f1a0b52-1d0e-4a5d-9d0c-0f2f5f3d8a11?timeout=5").status, 404);
    QCOMPARE(get(m_port, "/requests/not-a-uuid").status, 404);
    QCOMPARE(get(m_port, "/requests/not-a-uuid?timeout=soon").status, 400);
}

void TestServerJobs::stopsWhileJobsRun()
{
    start([](server::ServerOptions& options) { options.stopGrace = 20ms; });
    m_service->block = true;
    auto waiting =
        std::async(std::launch::async, [this] { return postJson(m_port, "/symbolicate", "{}"); });
    QTRY_VERIFY(postJson(m_port, "/symbolicate?timeout=0", "{}").status == 200);
    HttpClient idle(m_port);
    QCOMPARE(idle.exchange("GET", "/healthcheck").status, 200);
    m_server->stop();
    QVERIFY(idle.isClosedByServer());
    waiting.get();
    QCOMPARE(get(m_port, "/healthcheck").status, 0);
}

void TestServerJobs::drainsBeforeItStops()
{
    start([](server::ServerOptions& options) { options.stopGrace = 1min; });
    QCOMPARE(get(m_port, "/ready").body, std::string("ready"));
    m_service->block = true;
    const auto pending = postJson(m_port, "/symbolicate?timeout=0", "{}");
    const auto id =
        pending.body.substr(std::string(R"({"status":"pending","request_id":")").size(), 36);
    m_server->drain();
    QCOMPARE(get(m_port, "/ready").status, 503);
    QCOMPARE(get(m_port, "/ready").body, std::string("draining"));
    QCOMPARE(get(m_port, "/healthcheck").status, 200);
    QCOMPARE(postJson(m_port, "/symbolicate?timeout=0", "{}").status, 200); // Still accepted.

    auto stopped = std::async(std::launch::async, [this] { m_server->stop(); });
    HttpReply refused;
    QTRY_VERIFY((refused = postJson(m_port, "/symbolicate?timeout=0", "{}")).status == 503);
    QCOMPARE(refused.headers["retry-after"], std::string("1"));
    QCOMPARE(get(m_port, "/requests/" + id + "?timeout=0").body, pending.body);
    auto answer = std::async(std::launch::async, [&] { return get(m_port, "/requests/" + id); });
    m_service->release();
    QCOMPARE(answer.get().body, std::string(kEmptyAnswer));
    QVERIFY(stopped.wait_for(30s) == std::future_status::ready); // Nothing runs any more.
    QCOMPARE(get(m_port, "/ready").status, 0);
}

void TestServerJobs::isNotReadyWithoutAPlaceForCaches()
{
    start(
        [](server::ServerOptions& options) { options.readiness = server::Readiness::CannotStore; });
    QCOMPARE(get(m_port, "/ready").status, 503);
    QCOMPARE(get(m_port, "/healthcheck").status, 200);
    QCOMPARE(postJson(m_port, "/symbolicate", "{}").status, 200);
}

void TestServerJobs::changesItsSetup()
{
    FakeService other;
    QCOMPARE(get(m_port, "/more").status, 404);
    server::ServerSetupOptions options;
    options.spoolFolder = m_folder.path().toStdString();
    options.access.bearerTokens = {"secret"};
    const auto makeMore = [](server::RequestRunner&) {
        std::vector<server::Route> routes;
        routes.push_back({"GET", "/more",
                          [](const server::HttpRequestHead&, const auto&) -> server::HttpOpening {
                              return server::textResponse(200, "more");
                          },
                          server::RouteAccess::Open});
        return routes;
    };
    QVERIFY(m_server->change(options, std::nullopt, {.service = other, .protocols = {makeMore}}));
    QCOMPARE(get(m_port, "/more").body, std::string("more"));
    QCOMPARE(postJson(m_port, "/symbolicate", "{}").status, 401);
    QCOMPARE(m_server->releaseUnused(), std::size_t{0});
}

/// Its job goes on after the answer that it is pending, and its answer is found later.
void TestServerJobs::anEarlierSetupServesItsRequests()
{
    auto service = std::make_shared<FakeService>();
    const std::weak_ptr<FakeService> held = service;
    service->block = true;
    server::ServerSetupOptions options;
    options.spoolFolder = m_folder.path().toStdString();
    QVERIFY(m_server->change(options, std::nullopt, {.service = *service, .owner = service}));
    QCOMPARE(m_server->releaseUnused(), std::size_t{0});
    const auto pending = postJson(m_port, "/symbolicate?timeout=0", "{}");
    HttpClient half(m_port); // Sends its body later.
    QVERIFY(half.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                      "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"));
    QCOMPARE(half.receive(true).status, 100);
    const auto id =
        pending.body.substr(std::string(R"({"status":"pending","request_id":")").size(), 36);
    QVERIFY(m_server->change(options, std::nullopt, {.service = *m_service}));
    QCOMPARE(postJson(m_port, "/symbolicate", "{}").body, std::string(kEmptyAnswer));
    QCOMPARE(m_server->releaseUnused(), std::size_t{1});
    auto* blocked = service.get();
    service.reset();
    QVERIFY(!held.expired());
    blocked->release();
    QCOMPARE(get(m_port, "/requests/" + id + "?timeout=9").body, std::string(kEmptyAnswer));
    QVERIFY(half.send("{}"));
    QCOMPARE(half.receive().body, std::string(kEmptyAnswer));
    QTRY_COMPARE(m_server->releaseUnused(), std::size_t{0});
    QVERIFY(held.expired());
    QCOMPARE(get(m_port, "/requests/" + id).body, std::string(kEmptyAnswer));
}

/// What sends the watchdog's message must not depend on threads that answer nobody.
void TestServerJobs::pingsTellThatThreadsAreStuck()
{
    const auto ping = [this] {
        auto answered = std::make_shared<std::promise<void>>();
        m_server->ping([answered] { answered->set_value(); });
        return answered->get_future();
    };
    QVERIFY(ping().wait_for(30s) == std::future_status::ready);
    std::promise<void> mayEnd;
    const auto ended = mayEnd.get_future().share();
    std::atomic<int> stuck = 0;
    const auto makeStuck = [&](server::RequestRunner&) {
        std::vector<server::Route> routes;
        routes.push_back({"GET", "/stuck", [&](const server::HttpRequestHead&, const auto&) {
                              return server::HttpOpening(server::makeBodilessExchange(
                                  [&](server::RequestExchange::Respond respond) {
                                      ++stuck;
                                      ended.wait();
                                      respond(server::emptyResponse(200));
                                  }));
                          }});
        return routes;
    };
    server::ServerSetupOptions options;
    options.spoolFolder = m_folder.path().toStdString();
    QVERIFY(
        m_server->change(options, std::nullopt, {.service = *m_service, .protocols = {makeStuck}}));
    const int threads = static_cast<int>(server::HttpServerOptions().workThreads);
    std::vector<std::future<int>> clients;
    for (int i = 0; i < threads; ++i)
        clients.push_back(
            std::async(std::launch::async, [this] { return get(m_port, "/stuck").status; }));
    QTRY_COMPARE(stuck, threads);
    auto answered = ping();
    QVERIFY(answered.wait_for(200ms) == std::future_status::timeout);
    mayEnd.set_value();
    QVERIFY(answered.wait_for(30s) == std::future_status::ready);
    for (auto& client : clients)
        QCOMPARE(client.get(), 200);
}

QTEST_GUILESS_MAIN(TestServerJobs)
#include "tst_server_jobs.moc"
