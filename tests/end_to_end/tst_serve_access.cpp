// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/end_to_end/faultline_program.h"
#include "tests/end_to_end/serve_process.h"
#include "tests/support/http_client.h"
#include "tests/support/loopback_server.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline::test;

namespace {

constexpr const char* kToken = "bearer-secret-0001";
constexpr const char* kUploadToken = "aaaabbbbccccddddaaaabbbbccccdddd";
constexpr const char* kApiKey = "symbfile-secret-0002";
constexpr const char* kSourceKey = "source-secret-0003";
constexpr const char* kRequestKey = "request-secret-0004";
constexpr const char* kQueryKey = "query-secret-0005";

std::string bearer(const std::string& token)
{
    return "Authorization: Bearer " + token + "\r\n";
}

} // namespace

/// Who may use a real server, and what it keeps to itself.
class TestServeAccess : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void asksForTokens_data();
    void asksForTokens();
    void refusesBeforeTheBody();
    void theCommandLineHasAToken_data();
    void theCommandLineHasAToken();
    void logsNoSecrets();

private:
    HttpReply ask(const std::string& start,
                  const std::string& headers = {},
                  const std::string& body = {}) const
    {
        HttpClient client(m_server->port());
        client.send(start + " HTTP/1.1\r\nHost: x\r\n" + headers +
                    (body.empty() ? std::string()
                                  : "Content-Type: application/json\r\nContent-Length: " +
                                        std::to_string(body.size()) + "\r\n") +
                    "\r\n" + body);
        return client.receive();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<LoopbackServer> m_source;
    std::unique_ptr<ServeProcess> m_server;
};

void TestServeAccess::initTestCase()
{
    m_source = std::make_unique<LoopbackServer>();
    const auto folder = m_folder.path().toUtf8();
    const auto source = QByteArray::fromStdString(m_source->url());
    m_server = std::make_unique<ServeProcess>(
        QByteArray("  level: trace\nconnect_to_reserved_ips: true\n") + "bearer_tokens: [" +
        kToken + "]\nmozilla: {upload: {directory: '" + folder + "/m', tokens: [" + kUploadToken +
        "], allow_hosts: [127.0.0.1]}}\nsymbfile: {directory: '" + folder + "/s', api_keys: [" +
        kApiKey + "]}\nsources:\n- {id: a, type: http, url: '" + source +
        "', headers: {Authorization: 'Bearer " + kSourceKey + "'}}\n");
    QVERIFY2(m_server->port() != 0, m_server->log().constData());
}

void TestServeAccess::asksForTokens_data()
{
    QTest::addColumn<QByteArray>("start");
    QTest::addColumn<int>("without");
    QTest::addColumn<int>("with");
    const auto row = [](const char* start, int without, int with) {
        QTest::newRow(start) << QByteArray(start) << without << with;
    };
    row("GET /healthcheck", 200, 200);
    row("GET /ready", 200, 200);
    row("GET /__heartbeat__", 200, 200);
    row("GET /__lbheartbeat__", 200, 200);
    row("OPTIONS /symbolicate/v5", 200, 200);
    row("GET /__version__", 401, 200);
    row("POST /symbolicate", 401, 415);
    row("POST /symbolicate-js", 401, 415);
    row("POST /symbolicate-jvm", 401, 415);
    row("POST /symbolicate-any", 401, 415);
    row("POST /minidump", 401, 400);
    row("POST /applecrashreport", 401, 400);
    row("POST /symbolicate/v5", 401, 400);
    row("GET /requests/0", 401, 404);
    row("GET /proxy/a.pdb/1/a.pdb", 401, 404);
    row("GET /a.pdb/1/a.sym", 401, 404);
    row("POST /upload/", 403, 403);            // It has tokens of its own,
    row("POST /api/symbols-ranges", 401, 401); // and so has this.
    row("GET /symbfiles/a/b/c/ranges", 401, 404);
    row("GET /nothing", 404, 404);
}

void TestServeAccess::asksForTokens()
{
    QFETCH(QByteArray, start);
    QTEST(ask(start.toStdString()).status, "without");
    QTEST(ask(start.toStdString(), bearer("bearer-secret-0002")).status, "without");
    QTEST(ask(start.toStdString(), bearer(kToken)).status, "with");
}

void TestServeAccess::refusesBeforeTheBody()
{
    HttpClient client(m_server->port());
    client.send("POST /minidump HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; "
                "boundary=x\r\nContent-Length: 200000000\r\n\r\n");
    const auto reply = client.receive();
    QCOMPARE(reply.status, 401);
    QVERIFY(reply.headers.at("www-authenticate").starts_with("Bearer"));
}

void TestServeAccess::theCommandLineHasAToken_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("right") << QByteArray(kToken) << 0 << QByteArray();
    QTest::newRow("right, with a line end") << QByteArray(kToken) + "\n" << 0 << QByteArray();
    QTest::newRow("wrong") << QByteArray("other") << 4 << QByteArray(" answered 401");
    QTest::newRow("empty") << QByteArray("\n") << 2 << QByteArray("is empty");
}

void TestServeAccess::theCommandLineHasAToken()
{
    QFETCH(QByteArray, token);
    QFETCH(QByteArray, error);
    QFile file(m_folder.filePath("token"));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(token);
    file.close();
    const auto run = runFaultline({"symbolicate", "--server", m_server->url(), "--format", "json",
                                   "--token-file", file.fileName(), "null_write.dmp"},
                                  sampleFolder("null_write"));
    QTEST(run.exitCode, "exitCode");
    QVERIFY2(run.errors.contains(error), run.errors.constData());
    QVERIFY(!run.errors.contains(kToken));
    QCOMPARE(run.output.contains("\"status\""), run.exitCode == 0);
}

/// With the most talkative log, after requests that fail at every place.
void TestServeAccess::logsNoSecrets()
{
    const auto body =
        R"({"stacktraces":[{"frames":[{"instruction_addr":"0x401010"}]}],"modules":[{"type":"pe",)"
        R"("debug_id":"01234567-89ab-cdef-0123-456789abcdef-1","debug_file":"app.pdb",)"
        R"("code_file":"app.exe","image_addr":"0x400000","image_size":65536}])";
    const auto secretUrl = m_source->url() + "/s?token=" + kQueryKey;
    const auto withSource = std::string(body) + R"(,"sources":[{"id":"r","type":"http","url":")" +
                            secretUrl + R"(","headers":{"x-key":")" + kRequestKey + "\"}}]}";
    const auto plain = ask("POST /symbolicate", bearer(kToken), std::string(body) + "}");
    QCOMPARE(plain.status, 200);
    QCOMPARE(ask("POST /symbolicate", bearer(kToken), withSource).status, 200);
    ask("POST /upload/", std::string("Auth-Token: ") + kUploadToken + "\r\n", "url=x");
    ask("POST /api/symbols-ranges", std::string("Authorization: APIKey ") + kApiKey + "\r\n", "x");
    ask(std::string("GET /requests/") + "0?token=" + kQueryKey, bearer(kToken));
    QVERIFY(m_source->totalHits() > 0);
    QCOMPARE(m_server->stop(), 0);
    const auto log = m_server->log();
    QVERIFY(log.contains("POST /symbolicate: status 200"));
    for (const auto* secret : {kToken, kUploadToken, kApiKey, kSourceKey, kRequestKey, kQueryKey})
        QVERIFY2(!log.contains(secret), log.constData());
}

QTEST_GUILESS_MAIN(TestServeAccess)
#include "tst_serve_access.moc"
