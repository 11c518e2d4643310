// SPDX-License-Identifier: GPL-3.0-or-later
// A real `faultline serve` that reads its configuration again on SIGHUP.
#include "tests/end_to_end/faultline_program.h"
#include "tests/end_to_end/serve_process.h"
#include "tests/support/loopback_server.h"
#include "tests/support/tls_server.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <csignal>
#include <future>

using namespace faultline::test;
using namespace std::chrono_literals;

namespace {

const QByteArray kCodeId = "fc126d05f89c08b10d94e991125ddefbfd6da978"; // Of null_write.
const std::string kDebugInfoPath = "/" + kCodeId.toStdString() + "/debuginfo";

std::string debugFile()
{
    QFile file(sampleFolder(QStringLiteral("null_write")) + QStringLiteral("/null_write"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// One frame of the null_write sample. The server's own sources serve it.
const std::string kRequest = R"({"stacktraces":[{"frames":[{"instruction_addr":"0x4019a0"}]}],)"
                             R"("modules":[{"type":"elf","code_id":")" +
                             kCodeId.toStdString() +
                             R"(","image_addr":"0x400000","image_size":745472}]})";

QByteArray webSource(const LoopbackServer& server)
{
    return "connect_to_reserved_ips: true\nsources:\n  - {type: http, id: web, url: \"" +
           QByteArray::fromStdString(server.url()) +
           "/\", layout: {type: debuginfod}, filters: {filetypes: [elf_debug]}}\n";
}

QByteArray folderSource()
{
    return "sources:\n  - {type: folder, id: mine, path: \"" +
           sampleFolder(QStringLiteral("null_write")).toUtf8() + "\"}\n";
}

bool isSymbolicated(const HttpReply& reply)
{
    return reply.status == 200 && reply.body.contains(R"("status":"completed")") &&
           reply.body.contains("sample::process(sample::Node*)");
}

HttpReply getWithToken(std::uint16_t port, const std::string& token)
{
    HttpClient client(port);
    client.send("GET /requests/00000000-0000-4000-8000-000000000000 HTTP/1.1\r\nHost: x\r\n"
                "Authorization: Bearer " +
                token + "\r\n\r\n");
    return client.receive();
}

/// Sends requests on its own connection until told to stop, and counts the answers.
class Client
{
public:
    Client(std::uint16_t port, const std::atomic<bool>& stop)
        : m_result(std::async(std::launch::async, [this, port, &stop] {
              HttpClient client(port);
              while (!stop) {
                  const auto reply =
                      client.exchange("POST", "/symbolicate", "application/json", kRequest);
                  if (!isSymbolicated(reply))
                      m_wrong = "status " + std::to_string(reply.status) + ": " + reply.body;
                  ++m_answers;
              }
          }))
    {
    }

    /// Waits for the end. Returns how many answers came, or 0 if one was wrong.
    int answers()
    {
        m_result.wait();
        if (!m_wrong.empty())
            qWarning("%s", m_wrong.c_str());
        return m_wrong.empty() ? m_answers : 0;
    }

private:
    int m_answers = 0;
    std::string m_wrong;
    std::future<void> m_result; // The last member, because its thread uses the others.
};

} // namespace

class TestServeReload : public QObject
{
    Q_OBJECT

private slots:
    void changesTokens();
    void changesSourcesForNewRequests();
    void changesTheLogLevel();
    void changesLimits();
    void keepsJobsReadable();
    void refusesABadConfiguration_data();
    void refusesABadConfiguration();
    void namesWhatNeedsARestart();
    void takesARenewedCertificate();
    void losesNoRequest();
    void survivesAStorm();
    void survivesAKill();
};

void TestServeReload::changesTokens()
{
    ServeProcess server("bearer_tokens: [the-old-one-here]\n");
    QVERIFY2(server.port() != 0, server.log().constData());
    QCOMPARE(getWithToken(server.port(), "the-old-one-here").status, 404);
    server.changeSettings("bearer_tokens: [the-new-one-here]\n");
    QVERIFY(server.reload());
    QCOMPARE(getWithToken(server.port(), "the-old-one-here").status, 401);
    QCOMPARE(getWithToken(server.port(), "the-new-one-here").status, 404);
}

/// A request keeps the sources that it began with, even when it runs much longer than the reload.
void TestServeReload::changesSourcesForNewRequests()
{
    LoopbackServer source;
    source.reply(kDebugInfoPath, {.body = debugFile(), .delay = 3000ms});
    ServeProcess server(webSource(source));
    QVERIFY2(server.port() != 0, server.log().constData());
    HttpClient running(server.port());
    running.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                 "Content-Length: " +
                 std::to_string(kRequest.size()) + "\r\n\r\n" + kRequest);
    QTRY_COMPARE(source.hits(kDebugInfoPath), 1);
    server.changeSettings("sources: []\n");
    QVERIFY(server.reload());
    const auto later = postJson(server.port(), "/symbolicate", kRequest);
    QCOMPARE(later.status, 200);
    QVERIFY(!isSymbolicated(later));
    const auto reply = running.receive();
    QVERIFY2(isSymbolicated(reply), reply.body.c_str());
    QCOMPARE(source.hits(kDebugInfoPath), 1);
}

void TestServeReload::changesTheLogLevel()
{
    ServeProcess server;
    QVERIFY(server.isHealthy());
    QVERIFY(!server.log().contains("request: GET /healthcheck"));
    server.changeSettings("logging:\n  format: simplified\n  level: debug\n");
    QVERIFY(server.reload());
    QVERIFY(server.isHealthy());
    QTRY_VERIFY(server.log().contains("request: GET /healthcheck"));
}

void TestServeReload::changesLimits()
{
    ServeProcess server(folderSource());
    QVERIFY(isSymbolicated(postJson(server.port(), "/symbolicate", kRequest)));
    server.changeSettings(folderSource() + "max_concurrent_requests: 0\n");
    QVERIFY(server.reload());
    QCOMPARE(postJson(server.port(), "/symbolicate", kRequest).status, 503);
    server.changeSettings(folderSource());
    QVERIFY(server.reload());
    QVERIFY(isSymbolicated(postJson(server.port(), "/symbolicate", kRequest)));
}

void TestServeReload::keepsJobsReadable()
{
    LoopbackServer source;
    source.reply(kDebugInfoPath, {.body = debugFile(), .delay = 2000ms});
    ServeProcess server(webSource(source));
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto pending = QJsonDocument::fromJson(QByteArray::fromStdString(
        postJson(server.port(), "/symbolicate?timeout=0", kRequest).body));
    const auto job = "/requests/" + pending["request_id"].toString().toStdString();
    server.changeSettings("sources: []\n");
    QVERIFY(server.reload());
    QVERIFY(isSymbolicated(get(server.port(), job + "?timeout=9")));
    QVERIFY(server.reload());
    QVERIFY(isSymbolicated(get(server.port(), job)));
}

void TestServeReload::refusesABadConfiguration_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("not YAML") << QByteArray("sources: [\n") << QByteArray("config.yml: ");
    QTest::newRow("wrong type") << QByteArray("max_concurrent_requests: many\n")
                                << QByteArray("config.yml: max_concurrent_requests: ");
    QTest::newRow("unusable value")
        << QByteArray("symcache:\n  directory: /nowhere\n  transcoder: [cat]\n"
                      "  transcoder_version: x\n")
        << QByteArray("symcache.transcoder_version: expected a version");
}

void TestServeReload::refusesABadConfiguration()
{
    QFETCH(QByteArray, settings);
    QFETCH(QByteArray, reason);
    ServeProcess server("bearer_tokens: [the-old-one-here]\n");
    QVERIFY2(server.port() != 0, server.log().constData());
    server.changeSettings(settings);
    QVERIFY(server.reload());
    const auto log = server.log();
    QVERIFY2(log.contains("new configuration refused: ") && log.contains(reason), log.constData());
    QCOMPARE(getWithToken(server.port(), "the-old-one-here").status, 404);
    QCOMPARE(getWithToken(server.port(), "the-new-one-here").status, 401);
    server.changeSettings("bearer_tokens: [the-new-one-here]\n");
    QVERIFY(server.reload());
    QCOMPARE(getWithToken(server.port(), "the-new-one-here").status, 404);
}

void TestServeReload::namesWhatNeedsARestart()
{
    ServeProcess server;
    QVERIFY2(server.port() != 0, server.log().constData());
    QTemporaryDir folder;
    server.changeSettings("logging:\n  format: json\ncache_dir: \"" + folder.path().toUtf8() +
                              "\"\nmetrics:\n  prometheus_bind: \"127.0.0.1:0\"\n"
                              "bind_https: \"127.0.0.1:0\"\ntls_cert: /none\ntls_key: /none\n"
                              "peers: [\"127.0.0.1:1\"]\npeer_token: 0123456789abcdef\n",
                          "127.0.0.1:1");
    QVERIFY(server.reload());
    const auto log = server.log();
    for (const char* key :
         {"bind", "bind_https", "cache_dir", "metrics", "logging.format", "peers", "peer_token"})
        QVERIFY2(log.contains(QByteArray(key) +
                              ": the change takes effect at the next start of the server"),
                 log.constData());
    QVERIFY(server.isHealthy());
    QVERIFY(QDir(folder.path()).isEmpty());
    server.changeSettings({});
    QVERIFY(server.reload());
    QCOMPARE(server.log().count("next start of the server"), 7);
}

void TestServeReload::takesARenewedCertificate()
{
    QTemporaryDir folder;
    const auto write = [&](const char* name) {
        const auto place = std::filesystem::path(folder.path().toStdString()) / name;
        std::filesystem::create_directory(place);
        return TestCertificate::write(place);
    };
    const auto first = write("first");
    const auto second = write("second");
    const auto settings = [](const TestCertificate& files) {
        return "bind_https: '127.0.0.1:0'\ntls_cert: '" + QByteArray(files.certificate.c_str()) +
               "'\ntls_key: '" + QByteArray(files.key.c_str()) + "'\n";
    };
    ServeProcess server(settings(first));
    const auto port = server.numberInLog(QStringLiteral("listening on https://127.0.0.1:(\\d+)"));
    const auto answers = [](TlsClient& client) {
        return client.send("GET /healthcheck HTTP/1.1\r\nHost: x\r\n\r\n") &&
               client.receive().ends_with("ok");
    };
    TlsClient kept(port, first.certificate);
    QVERIFY(answers(kept));
    server.changeSettings(settings({.certificate = first.certificate, .key = second.key}));
    QVERIFY(server.reload());
    QVERIFY2(server.log().contains("key values mismatch"), server.log().constData());
    TlsClient unchanged(port, first.certificate);
    QVERIFY(answers(unchanged));
    server.changeSettings(settings(second));
    QVERIFY(server.reload());
    TlsClient renewed(port, second.certificate);
    QVERIFY(answers(renewed));
    QVERIFY(!TlsClient(port, first.certificate).isConnected());
    QVERIFY(answers(kept));
}

void TestServeReload::losesNoRequest()
{
    ServeProcess server(folderSource());
    QVERIFY2(server.port() != 0, server.log().constData());
    std::atomic<bool> stop = false;
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 8; ++i)
        clients.push_back(std::make_unique<Client>(server.port(), stop));
    for (int i = 0; i < 20; ++i) {
        server.changeSettings(folderSource() + "slow_request_time: " + QByteArray::number(30 + i) +
                              "s\n");
        QVERIFY(server.reload());
    }
    stop = true;
    for (const auto& client : clients)
        QVERIFY(client->answers() > 0);
    QCOMPARE(server.log().count("configuration reloaded"), 20);
    QCOMPARE(server.stop(), 0);
}

/// Signals come faster than a configuration is read, while requests hold the earlier ones.
void TestServeReload::survivesAStorm()
{
    LoopbackServer source;
    source.reply(kDebugInfoPath, {.body = debugFile(), .delay = 4000ms});
    ServeProcess server(webSource(source));
    QVERIFY2(server.port() != 0, server.log().constData());
    std::vector<std::future<HttpReply>> running;
    for (int i = 0; i < 400; ++i) {
        server.signal(SIGHUP);
        if (i % 50 == 0)
            running.push_back(std::async(std::launch::async, [port = server.port()] {
                return postJson(port, "/symbolicate", kRequest);
            }));
        QTest::qWait(5);
    }
    QVERIFY(server.isHealthy());
    for (auto& reply : running)
        QVERIFY(isSymbolicated(reply.get()));
    server.changeSettings("bearer_tokens: [the-new-one-here]\n");
    server.signal(SIGHUP);
    // Before, no token was needed.
    QTRY_COMPARE_WITH_TIMEOUT(getWithToken(server.port(), "the-old-one-here").status, 401, 30000);
    QCOMPARE(getWithToken(server.port(), "the-new-one-here").status, 404);
    QCOMPARE(server.stop(), 0);
}

void TestServeReload::survivesAKill()
{
    QTemporaryDir cache;
    const auto settings = folderSource() + "cache_dir: \"" + cache.path().toUtf8() +
                          "\"\nmozilla:\n  enabled: true\n";
    for (int i = 0; i < 5; ++i) {
        ServeProcess server(settings);
        QVERIFY2(server.port() != 0, server.log().constData());
        QVERIFY(isSymbolicated(postJson(server.port(), "/symbolicate", kRequest)));
        for (int sent = 0; sent <= i; ++sent) {
            server.signal(SIGHUP);
            QTest::qWait(i);
        }
        server.signal(SIGKILL);
        QCOMPARE(server.stop(), -1);
    }
}

QTEST_GUILESS_MAIN(TestServeReload)
#include "tst_serve_reload.moc"
