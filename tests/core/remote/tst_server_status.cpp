// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/server_client.h"
#include "core/remote/server_status.h"
#include "tests/support/loopback_server.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;
using namespace std::chrono_literals;

namespace {

const std::string kStatus = R"({"version":"1.4.0","uptime_seconds":90,"readiness":"ready",
    "controllable":true,"token":"t-1",
    "jobs":{"running":[{"id":"j","request_id":"r-7","request":"POST /minidump","scope":"acme",
                        "milliseconds":8200}],"max_running":200},
    "requests":{"total":12,"lately":{"seconds":60,"requests":6,"failed":1,"p50_milliseconds":42,
                                     "p95_milliseconds":1900,"p99_milliseconds":null},
      "recent":[{"id":"r-1","request":"POST /symbolicate","scope":"","state":"completed",
                 "status":200,"milliseconds":12,"ended_seconds_ago":3,"message":null,"modules":31,
                 "lacking":2,"has_modules":true},
                {"id":"r-0","request":"POST /minidump","state":"a word of the future"}],
      "endpoints":[{"endpoint":"POST /minidump","requests":4,"failed":1,"refused":0,
                    "p50_milliseconds":40}],
      "minutes":[{"requests":6,"failed":1,"running":2,"memory_bytes":1048576},{"requests":0}]},
    "caches":{"folder":"/var/cache","error":null,"quota_bytes":null,"disk_bytes":100,
              "free_bytes":40,"kinds":[{"kind":"objects","entries":3,"bytes":30,
                                        "removable_bytes":10}]},
    "sources":[{"id":"store","type":"http","location":"https:\/\/store.example\/","is_public":true,
                "host":"store.example"}],
    "blocked_hosts":[{"host":"store.example","seconds_left":3600,"reason":"refused"}],
    "process":{"address":"127.0.0.1:3021","configuration":"/etc/faultline.yml","threads":34,
               "open_files":212,"max_open_files":65536,"memory_bytes":1048576},
    "log":[{"unix_milliseconds":1790000000000,"level":"warn","category":"net",
            "message":"refused"}]})";

/// What a server of an earlier version says.
const std::string kEarlier =
    R"({"version":"1.0.0","uptime_seconds":1,"jobs":{"running":[],"max_running":null},)"
    R"("caches":{"folder":null,"kinds":[]},"sources":[],"blocked_hosts":[]})";

} // namespace

/// What a server tells about itself, and servers that tell something else.
class TestServerStatus : public QObject
{
    Q_OBJECT

private slots:
    void readsAWholeStatus();
    void readsTheStatusOfAnEarlierServer();
    void refusesWhatIsNoStatus_data();
    void refusesWhatIsNoStatus();
    void survivesEveryTruncation();
    void longTextsAndListsAreCut();
    void asksTheServer();
    void tellsWhatWentWrong_data();
    void tellsWhatWentWrong();
    void stopsWaiting();
    void actionsCarryTheToken();
};

void TestServerStatus::readsAWholeStatus()
{
    const auto status = remote::readServerStatus(kStatus);
    QVERIFY2(status.has_value(), status ? "" : status.error().detail.c_str());
    QVERIFY(status->isControllable);
    QCOMPARE(status->token, std::string("t-1"));
    QCOMPARE(status->running.at(0).requestId, std::string("r-7"));
    QCOMPARE(status->running.at(0).milliseconds, std::uint64_t(8200));
    QCOMPARE(*status->maxRunning, std::uint64_t(200));
    QVERIFY(status->hasRequests);
    QCOMPARE(*status->latelyTimes.most, std::uint64_t(1900));
    QVERIFY(!status->latelyTimes.nearlyAll);
    QCOMPARE(status->recent.size(), std::size_t(2));
    QCOMPARE(status->recent[0].end, remote::ServerStatus::End::Completed);
    QCOMPARE(*status->recent[0].modules, std::uint64_t(31));
    QVERIFY(status->recent[0].hasModules && status->recent[0].message.empty());
    QCOMPARE(status->recent[1].end, remote::ServerStatus::End::Other);
    QVERIFY(!status->recent[1].modules);
    QCOMPARE(*status->minutes.at(0).running, std::uint64_t(2));
    QVERIFY(!status->minutes.at(1).running);
    QCOMPARE(status->caches.at(0).removableBytes, std::uint64_t(10));
    QVERIFY(!status->quotaBytes);
    QCOMPARE(*status->freeBytes, std::uint64_t(40));
    QCOMPARE(status->sources.at(0).host, status->blockedHosts.at(0).host);
    QCOMPARE(*status->openFiles, std::uint64_t(212));
    QCOMPARE(status->log.at(0).unixMilliseconds, std::int64_t(1'790'000'000'000));
}

void TestServerStatus::readsTheStatusOfAnEarlierServer()
{
    const auto status = remote::readServerStatus(kEarlier);
    QVERIFY(status.has_value());
    QVERIFY(!status->hasRequests && status->readiness.empty() && !status->isControllable);
    QVERIFY(status->recent.empty() && status->minutes.empty() && !status->maxRunning);
}

void TestServerStatus::refusesWhatIsNoStatus_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a page") << QByteArray("<!DOCTYPE html><title>Sign in</title>");
    QTest::newRow("an empty object") << QByteArray("{}");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("another program")
        << QByteArray(R"({"version":"2.0","uptime_seconds":1,"jobs":7})");
    QTest::newRow("deep") << QByteArray(100'000, '[');
}

void TestServerStatus::refusesWhatIsNoStatus()
{
    QFETCH(QByteArray, text);
    const auto status = remote::readServerStatus(text.toStdString());
    QVERIFY(!status);
    QCOMPARE(status.error().kind, ErrorKind::Malformed);
}

void TestServerStatus::survivesEveryTruncation()
{
    for (std::size_t size = 0; size < kStatus.size(); ++size) {
        const auto status = remote::readServerStatus(std::string_view(kStatus).substr(0, size));
        QVERIFY(!status);
        QCOMPARE(status.error().kind, ErrorKind::Malformed);
    }
}

void TestServerStatus::longTextsAndListsAreCut()
{
    std::string sources;
    for (int i = 0; i < 5000; ++i)
        sources += R"({"id":")" + std::string(10, 'x') + R"("},)";
    auto text = kEarlier;
    text.replace(text.find(R"("sources":[])"), 12,
                 R"("sources":[)" + sources + R"({"id":")" + std::string(100'000, 'y') + R"("}])");
    const auto cut = remote::readServerStatus(text);
    QVERIFY(cut.has_value());
    QCOMPARE(cut->sources.size(), std::size_t(1000));
    text = kEarlier;
    text.replace(text.find("1.0.0"), 5, std::string(100'000, 'v'));
    const auto longVersion = remote::readServerStatus(text);
    QVERIFY(longVersion.has_value() && longVersion->version.size() < 2100);
}

void TestServerStatus::asksTheServer()
{
    LoopbackServer server;
    server.reply("/status.json", {.body = kStatus});
    remote::ServerClient client({.url = server.url() + "/", .token = "secret"}, {}, {});
    const auto status = client.status({});
    QVERIFY2(status.has_value(), status ? "" : status.error().describe().c_str());
    QCOMPARE(status->version, std::string("1.4.0"));
    QCOMPARE(server.lastRequest("/status.json").headers.at("authorization"),
             std::string("Bearer secret"));
}

void TestServerStatus::tellsWhatWentWrong_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, int status, const QByteArray& body, ErrorKind kind) {
        QTest::newRow(name) << status << body << static_cast<int>(kind);
    };
    row("a page with 200", 200, "<html>Sign in</html>", ErrorKind::Malformed);
    row("a huge answer", 200, QByteArray(9 << 20, ' '), ErrorKind::Malformed);
    row("no status page", 404, "", ErrorKind::Unsupported);
    row("a token is needed", 401, "", ErrorKind::PermissionDenied);
    row("another name", 403, "", ErrorKind::PermissionDenied);
    row("busy", 503, "", ErrorKind::DownloadFailed);
}

void TestServerStatus::tellsWhatWentWrong()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(int, kind);
    LoopbackServer server;
    server.reply("/status.json", {.status = status, .body = body.toStdString()});
    remote::ServerClient client({.url = server.url(), .token = "hunter2"}, {}, {});
    const auto answer = client.status({});
    QVERIFY(!answer);
    QCOMPARE(static_cast<int>(answer.error().kind), kind);
    QVERIFY(!answer.error().describe().contains("hunter2"));
}

void TestServerStatus::stopsWaiting()
{
    LoopbackServer server;
    server.reply("/status.json", {.body = kStatus, .delay = 60s});
    remote::ServerClient client({.url = server.url()}, {}, {});
    std::stop_source stop;
    std::jthread stopper([&stop, &server] {
        while (server.hits("/status.json") == 0)
            std::this_thread::sleep_for(1ms);
        stop.request_stop();
    });
    const auto answer = client.status(stop.get_token());
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, ErrorKind::Cancelled);
}

void TestServerStatus::actionsCarryTheToken()
{
    LoopbackServer server;
    server.reply("/status", {.body = "<html>the page</html>"});
    server.reply("/status/unblock", {.status = 303, .headers = {{"Location", "/status"}}});
    server.reply("/status/drain", {.status = 403});
    remote::ServerClient client({.url = server.url()}, {}, {});
    const auto done = client.act(remote::ServerAction::Unblock, "store.example", "t&1", {});
    QVERIFY2(done.has_value(), done ? "" : done.error().describe().c_str());
    const auto request = server.lastRequest("/status/unblock");
    QCOMPARE(request.method, std::string("POST"));
    QCOMPARE(request.body, std::string("token=t%261&host=store.example"));
    const auto refused = client.act(remote::ServerAction::Drain, {}, "t", {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::PermissionDenied);
}

QTEST_GUILESS_MAIN(TestServerStatus)
#include "tst_server_status.moc"
