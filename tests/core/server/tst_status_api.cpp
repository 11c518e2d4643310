// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/status/status_api.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::server;

namespace {

class Provider final : public StatusProvider
{
public:
    bool controllable = false;
    int reloads = 0;
    int cleanings = 0;

    ServerFacts collect(const std::stop_token&) override
    {
        ServerFacts facts;
        facts.version = "1";
        facts.address = "127.0.0.1";
        facts.isControllable = controllable;
        return facts;
    }

    bool unblock(const std::string&) override { return false; }

    void clearMemory() override {}

    bool isControllable() const override { return controllable; }

    void reload() override { ++reloads; }

    Result<void> cleanCaches(const std::stop_token&) override
    {
        ++cleanings;
        return fail(ErrorKind::Unsupported, "nothing is kept on disk");
    }
};

/// Works on the calling thread.
class Runner final : public RequestRunner
{
public:
    void run(Work work, RequestExchange::Respond respond) override { respond(work({})); }
};

/// A server's page without a server.
struct Page
{
    Provider provider;
    Runner runner;
    RequestBook book;
    bool drains = false;
    StatusApi api{provider,
                  {.jobs = [] { return JobFacts(); },
                   .readiness = [] { return std::string("ready"); },
                   .drain = [this] { drains = true; },
                   .port = [] { return std::uint16_t(3021); },
                   .book = book}};
    std::vector<Route> routes = api.routes(runner);

    HttpResponse ask(const std::string& method, const std::string& path, const std::string& body)
    {
        const auto route = std::ranges::find_if(
            routes, [&](const Route& each) { return each.method == method && each.path == path; });
        HttpRequestHead head{.method = method,
                             .path = path,
                             .query = {},
                             .headers = {},
                             .contentLength = body.size()};
        auto opening = route->open(head, {"unknown"});
        if (auto* response = std::get_if<HttpResponse>(&opening))
            return *response;
        auto& exchange = *std::get<std::unique_ptr<RequestExchange>>(opening);
        if (auto early = exchange.receive(std::as_bytes(std::span(body))))
            return *early;
        HttpResponse answer;
        exchange.finish([&](HttpResponse response) { answer = std::move(response); });
        return answer;
    }

    std::string token()
    {
        const auto answer = ask("GET", "/status.json", {});
        return QJsonDocument::fromJson(QByteArray::fromStdString(std::string(answer.content())))
            .object()["token"]
            .toString()
            .toStdString();
    }
};

} // namespace

/// Who may do what on the status page.
class TestStatusApi : public QObject
{
    Q_OBJECT

private slots:
    void onlyControllableServersAreControlled();
    void everyActionNeedsTheToken();
    void aFailedCleaningIsToldAs503();
};

void TestStatusApi::onlyControllableServersAreControlled()
{
    Page page;
    const auto form = "token=" + page.token();
    for (const auto* action : {"reload", "drain", "clean-caches"})
        QCOMPARE(page.ask("POST", std::string("/status/") + action, form).status, 403U);
    QCOMPARE(page.provider.reloads + page.provider.cleanings, 0);
    QVERIFY(!page.drains);
    QCOMPARE(page.ask("POST", "/status/clear-memory", form).status, 303U);
    QVERIFY(!page.ask("GET", "/status", {}).content().contains("Drain"));
    page.provider.controllable = true;
    QVERIFY(page.ask("GET", "/status", {}).content().contains("Drain"));
    QCOMPARE(page.ask("POST", "/status/reload", form).status, 303U);
    QCOMPARE(page.ask("POST", "/status/drain", form).status, 303U);
    QCOMPARE(page.provider.reloads, 1);
    QVERIFY(page.drains);
}

void TestStatusApi::everyActionNeedsTheToken()
{
    Page page;
    page.provider.controllable = true;
    for (const auto& route : page.routes)
        if (route.method == "POST")
            QCOMPARE(page.ask("POST", route.path, "token=x").status, 403U);
    QCOMPARE(page.provider.reloads + page.provider.cleanings, 0);
}

void TestStatusApi::aFailedCleaningIsToldAs503()
{
    Page page;
    page.provider.controllable = true;
    const auto answer = page.ask("POST", "/status/clean-caches", "token=" + page.token());
    QCOMPARE(answer.status, 503U);
    QVERIFY(answer.content().contains("nothing is kept on disk"));
    QCOMPARE(page.provider.cleanings, 1);
}

QTEST_GUILESS_MAIN(TestStatusApi)
#include "tst_status_api.moc"
