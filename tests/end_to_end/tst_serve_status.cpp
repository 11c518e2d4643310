// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/end_to_end/serve_process.h"
#include "tests/support/http_client.h"
#include "tests/support/loopback_server.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace faultline::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* kBody =
    R"({"stacktraces":[{"frames":[{"instruction_addr":"0x401010"}]}],"modules":[{"type":"pe",)"
    R"("debug_id":"01234567-89ab-cdef-0123-456789abcdef-1","debug_file":"app.pdb",)"
    R"("code_file":"app.exe","image_addr":"0x400000","image_size":65536}]})";
constexpr const char* kToken = "bearer-secret-0001";

HttpReply getAs(std::uint16_t port, const std::string& path, const std::string& headers)
{
    HttpClient client(port);
    client.send("GET " + path + " HTTP/1.1\r\n" + headers + "\r\n");
    return client.receive();
}

QJsonObject facts(std::uint16_t port)
{
    const auto reply = get(port, "/status.json");
    return QJsonDocument::fromJson(QByteArray::fromStdString(reply.body)).object();
}

/// The token in the forms of the page.
std::string tokenOf(std::uint16_t port)
{
    static const QRegularExpression kField("name=\"token\" value=\"([^\"]+)\"");
    return kField.match(QString::fromStdString(get(port, "/status").body))
        .captured(1)
        .toStdString();
}

int act(std::uint16_t port, const std::string& action, const std::string& form)
{
    return HttpClient(port)
        .exchange("POST", "/status/" + action, "application/x-www-form-urlencoded", form)
        .status;
}

} // namespace

/// The status page of a real server, and who may use it.
class TestServeStatus : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void isAbsentUnlessConfigured();
    void tellsWhatTheServerDoes();
    void isHarmlessInABrowser();
    void asksForAKnownHost_data();
    void asksForAKnownHost();
    void actionsNeedTheToken();
    void showsRunningJobs();
    void tellsOfEndedRequests();
    void tellsWhatBecameOfModules();
    void tellsOfProcessAndLog();
    void canBeControlledFromThisMachine();
    void takesTheTokenAsPassword();

private:
    QByteArray settings() const
    {
        const auto url = QByteArray::fromStdString(m_source->url());
        return "status_page: true\nconnect_to_reserved_ips: true\ndeny_list_threshold: 1\n"
               "cache_dir: '" +
               m_folder.path().toUtf8() +
               "'\nsources:\n- {id: '<b>broken</b>', type: http, url: '" +
               QByteArray(url).replace("http://", "http://user:secret@") +
               "/', layout: {type: symstore}}\n";
    }

    QTemporaryDir m_folder;
    std::unique_ptr<LoopbackServer> m_source;
    std::unique_ptr<ServeProcess> m_server;
};

void TestServeStatus::initTestCase()
{
    m_source = std::make_unique<LoopbackServer>();
    m_source->handleOthers([](const auto&) { return LoopbackServer::Reply{.status = 500}; });
    m_server = std::make_unique<ServeProcess>(settings());
    QVERIFY2(m_server->port() != 0, m_server->log().constData());
}

void TestServeStatus::isAbsentUnlessConfigured()
{
    ServeProcess server;
    for (const auto* path : {"/status", "/status.json"})
        QCOMPARE(get(server.port(), path).status, 404);
    QCOMPARE(act(server.port(), "unblock", "token=x"), 404);
}

void TestServeStatus::tellsWhatTheServerDoes()
{
    const auto finished = [this] {
        return facts(m_server->port())["jobs"].toObject()["finished"].toInt();
    };
    QCOMPARE(postJson(m_server->port(), "/symbolicate", kBody).status, 200);
    QCOMPARE(finished(), 0); // Nobody can ask for the answer again.
    QCOMPARE(postJson(m_server->port(), "/symbolicate?timeout=0", kBody).status, 200);
    QTRY_COMPARE(finished(), 1);
    const auto told = facts(m_server->port());
    QVERIFY(!told["version"].toString().isEmpty());
    const auto jobs = told["jobs"].toObject();
    QCOMPARE(jobs["max_running"].toInt(), 200);
    QVERIFY(jobs["finished_bytes"].toInt() > 0);
    const auto source = told["sources"][0].toObject();
    QCOMPARE(source["id"].toString(), QString("<b>broken</b>"));
    QCOMPARE(source["type"].toString(), QString("http"));
    QVERIFY(!source["location"].toString().contains("secret"));
    const auto host = told["blocked_hosts"][0].toObject();
    QCOMPARE(host["host"].toString(), QString("127.0.0.1"));
    QVERIFY(host["seconds_left"].toInt() > 3000);
    QVERIFY2(host["reason"].toString().contains("500"), qPrintable(host["reason"].toString()));
    QCOMPARE(told["caches"]["folder"].toString(), m_folder.path());
    QVERIFY(!told["caches"]["kinds"].toArray().isEmpty());
}

void TestServeStatus::isHarmlessInABrowser()
{
    const auto reply = get(m_server->port(), "/status");
    QCOMPARE(reply.status, 200);
    QCOMPARE(reply.headers.at("content-type"), std::string("text/html; charset=utf-8"));
    QVERIFY(reply.headers.at("content-security-policy").starts_with("default-src 'none'"));
    QCOMPARE(reply.headers.at("cache-control"), std::string("no-store"));
    QVERIFY(reply.body.contains("&lt;b&gt;broken&lt;/b&gt;"));
    for (const auto* text : {"<b>", "<script", "secret"})
        QVERIFY2(!reply.body.contains(text), text);
    QVERIFY(reply.body.contains("Ask it again"));
}

void TestServeStatus::asksForAKnownHost_data()
{
    QTest::addColumn<QByteArray>("headers");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("listed"); // With allowed_hosts: [crash.example]
    const auto row = [](const char* host, int status, int listed) {
        QTest::newRow(host) << QByteArray("Host: ") + host + "\r\n" << status << listed;
    };
    row("localhost", 200, 403);
    row("LOCALHOST:3021", 200, 403);
    row("127.0.0.1:3021", 200, 403);
    row("[::1]:3021", 200, 403);
    row("crash.example", 403, 200);
    row("Crash.Example.:3021", 403, 200);
    row("rebound.example", 403, 403);
    row("localhost.rebound.example", 403, 403);
    row("127.0.0.1.rebound.example", 403, 403);
    row("[::1", 403, 403);
    row("", 403, 403);
    QTest::newRow("none") << QByteArray() << 403 << 403;
}

void TestServeStatus::asksForAKnownHost()
{
    QFETCH(QByteArray, headers);
    static ServeProcess listed("status_page: true\nallowed_hosts: [crash.example]\n");
    for (const auto* path : {"/status", "/status.json"}) {
        QTEST(getAs(m_server->port(), path, headers.toStdString()).status, "status");
        QTEST(getAs(listed.port(), path, headers.toStdString()).status, "listed");
    }
    QCOMPARE(getAs(listed.port(), "/healthcheck", headers.toStdString()).status, 200);
}

void TestServeStatus::actionsNeedTheToken()
{
    const auto port = m_server->port();
    const auto token = tokenOf(port);
    ServeProcess other(settings());
    QVERIFY(token.size() > 16 && token != tokenOf(other.port()));
    for (const auto& wrong :
         {std::string(), std::string("token="), "token=" + tokenOf(other.port())})
        for (const auto* action : {"unblock", "clear-memory"})
            QCOMPARE(act(port, action, wrong + "&host=127.0.0.1"), 403);
    QCOMPARE(act(port, "unblock", std::string(5000, 'x')), 413);
    QVERIFY(!facts(port)["blocked_hosts"].toArray().isEmpty());

    QCOMPARE(act(port, "clear-memory", "token=" + token), 303);
    QCOMPARE(act(port, "unblock", "token=" + token + "&host=other.example"), 404);
    QCOMPARE(act(port, "unblock", "token=" + token + "&host=127.0.0.1"), 303);
    QVERIFY(facts(port)["blocked_hosts"].toArray().isEmpty());
}

void TestServeStatus::showsRunningJobs()
{
    m_source->handleOthers(
        [](const auto&) { return LoopbackServer::Reply{.status = 404, .delay = 20s}; });
    ServeProcess server("status_page: true\nconnect_to_reserved_ips: true\nsources:\n"
                        "- {id: slow, type: http, url: '" +
                        QByteArray::fromStdString(m_source->url()) + "'}\n");
    const auto pending = postJson(server.port(), "/symbolicate?timeout=0", kBody);
    const auto id = QJsonDocument::fromJson(QByteArray::fromStdString(pending.body))["request_id"];
    const auto running = [&] {
        return facts(server.port())["jobs"].toObject()["running"].toArray();
    };
    QStringList requests;
    for (const auto& job : running())
        requests.append(job.toObject()["request"].toString());
    QVERIFY2(requests.contains("POST /symbolicate"), qPrintable(requests.join(u' ')));
    QVERIFY(get(server.port(), "/status").body.contains(id.toString().toStdString()));
}

void TestServeStatus::tellsOfEndedRequests()
{
    ServeProcess server(settings());
    QCOMPARE(postJson(server.port(), "/symbolicate?scope=acme", kBody).status, 200);
    QCOMPARE(postJson(server.port(), "/symbolicate", "{").status, 400);
    QCOMPARE(get(server.port(), "/nothing").status, 404);
    const auto requests = facts(server.port())["requests"].toObject();
    QCOMPARE(requests["total"].toInt(), 3);
    QCOMPARE(requests["lately"]["requests"].toInt(), 3);
    QVERIFY(requests["lately"]["p95_milliseconds"].isDouble());
    const auto recent = requests["recent"].toArray();
    QCOMPARE(recent.size(), 3);
    QCOMPARE(recent[0]["state"].toString(), QString("refused"));
    QCOMPARE(recent[1]["status"].toInt(), 400);
    QVERIFY(!recent[1]["message"].toString().isEmpty());
    QCOMPARE(recent[2]["state"].toString(), QString("completed"));
    QCOMPARE(recent[2]["scope"].toString(), QString("acme"));
    QCOMPARE(recent[2]["lacking"].toInt(), 1);
    QStringList endpoints;
    for (const auto& each : requests["endpoints"].toArray())
        endpoints.append(each.toObject()["endpoint"].toString());
    QCOMPARE(endpoints, QStringList({"POST /symbolicate", "other"}));
    QVERIFY(requests["minutes"][0]["memory_bytes"].toDouble() > 0);
    const auto page = get(server.port(), "/status").body;
    QVERIFY(page.contains("By endpoint") && page.contains("1 of 1 modules without a debug file"));
}

/// With the reason that the workbench gives under Why?.
void TestServeStatus::tellsWhatBecameOfModules()
{
    ServeProcess server(settings());
    QCOMPARE(postJson(server.port(), "/symbolicate", kBody).status, 200);
    const auto ended =
        facts(server.port())["requests"].toObject()["recent"].toArray()[0].toObject();
    QVERIFY(ended["has_modules"].toBool());
    const auto path = "/status/requests/" + ended["id"].toString().toStdString();
    const auto json = get(server.port(), path + "/modules.json");
    QCOMPARE(json.status, 200);
    const auto module = QJsonDocument::fromJson(QByteArray::fromStdString(json.body))
                            .object()["modules"]
                            .toArray()[0]
                            .toObject();
    QVERIFY(!module["why"]["code"].toString().isEmpty());
    QVERIFY(!module["why"]["explanation"].toString().isEmpty());
    QVERIFY(module["why"]["headline"].toString().contains("app.exe"));
    const auto candidate = module["module"]["candidates"][0].toObject();
    QCOMPARE(candidate["source"].toString(), QString("<b>broken</b>"));
    QVERIFY(!candidate["location"].toString().contains("secret"));
    const auto page = get(server.port(), path);
    QVERIFY(page.body.contains(module["why"]["headline"].toString().toStdString()));
    QVERIFY(page.body.contains("&lt;b&gt;broken") && !page.body.contains("<b>"));
    const auto report = get(server.port(), path + "/modules");
    QCOMPARE(report.headers.at("content-type"), std::string("application/octet-stream"));
    QVERIFY(!report.body.empty());
    QCOMPARE(get(server.port(), "/status/requests/unknown/modules").status, 404);
}

void TestServeStatus::tellsOfProcessAndLog()
{
    const auto told = facts(m_server->port());
    QCOMPARE(told["readiness"].toString(), QString("ready"));
    const auto process = told["process"].toObject();
    QCOMPARE(process["id"].toInt(), int(m_server->pid()));
    QCOMPARE(process["address"].toString(), QString("127.0.0.1:%1").arg(m_server->port()));
    QVERIFY(process["configuration"].toString().startsWith(u'/'));
    QCOMPARE(process["configuration_hash"].toString().size(), 12);
    QVERIFY(process["threads"].toInt() > 1 && process["open_files"].toInt() > 3);
    QVERIFY(process["memory_bytes"].toDouble() > 1e6);
    const auto log = told["log"].toArray();
    QVERIFY(std::ranges::any_of(log, [](const auto& line) {
        return line.toObject()["message"].toString().startsWith("listening on ");
    }));
    QVERIFY(!QJsonDocument(told).toJson().contains("secret"));
}

void TestServeStatus::canBeControlledFromThisMachine()
{
    ServeProcess server(settings());
    QVERIFY(facts(server.port())["controllable"].toBool());
    const auto token = facts(server.port())["token"].toString().toStdString();
    QCOMPARE(token, tokenOf(server.port()));
    QCOMPARE(act(server.port(), "reload", "token=" + token), 303);
    QTRY_VERIFY(server.log().contains("configuration reloaded"));
    const auto next = facts(server.port())["token"].toString().toStdString();
    QVERIFY(next != token); // Forms of the earlier setup do nothing any more.
    QCOMPARE(act(server.port(), "drain", "token=" + token), 403);
    QCOMPARE(act(server.port(), "clean-caches", "token=" + next), 303);
    QCOMPARE(act(server.port(), "drain", "token=" + next), 303);
    QCOMPARE(get(server.port(), "/ready").status, 503);
    QCOMPARE(facts(server.port())["readiness"].toString(), QString("draining"));
    QVERIFY(get(server.port(), "/status").body.contains("Not ready: draining"));
}

/// Browsers cannot send bearer tokens of themselves.
void TestServeStatus::takesTheTokenAsPassword()
{
    ServeProcess server(QByteArray("status_page: true\nbearer_tokens: [") + kToken + "]\n");
    const auto ask = [&](const std::string& authorization) {
        return getAs(server.port(), "/status", "Host: localhost\r\n" + authorization);
    };
    const auto basic = [](const char* pair) {
        return "Authorization: Basic " + QByteArray(pair).toBase64().toStdString() + "\r\n";
    };
    const auto refused = ask("");
    QCOMPARE(refused.status, 401);
    QVERIFY(refused.headers.at("www-authenticate").starts_with("Basic "));
    QCOMPARE(ask(basic("any:bearer-secret-0001")).status, 200);
    QCOMPARE(ask(basic("any:bearer-secret-0002")).status, 401);
    QCOMPARE(ask(basic("bearer-secret-0001")).status, 401);
    QCOMPARE(ask(std::string("Authorization: Bearer ") + kToken + "\r\n").status, 200);
    // A password is for pages only.
    QCOMPARE(
        getAs(server.port(), "/requests/0", "Host: localhost\r\n" + basic("any:bearer-secret-0001"))
            .status,
        401);
}

QTEST_GUILESS_MAIN(TestServeStatus)
#include "tst_serve_status.moc"
