// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/end_to_end/serve_process.h"
#include "tests/support/http_client.h"
#include "tests/support/loopback_server.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace faultline::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* kHeader = "X-Request-Id";

/// The id that a real server gives back for the header's value; "none" for no header in the answer.
std::string idFor(std::uint16_t port, const std::string& given)
{
    HttpClient client(port);
    client.send("GET /healthcheck HTTP/1.1\r\nHost: x\r\n" +
                (given.empty() ? std::string() : std::string(kHeader) + ": " + given + "\r\n") +
                "\r\n");
    const auto reply = client.receive();
    const auto found = reply.headers.find("x-request-id");
    return found == reply.headers.end() ? "none" : found->second;
}

} // namespace

/// Request ids, and what the log says of requests.
class TestServeTrace : public QObject
{
    Q_OBJECT

private slots:
    void idsInHeaders_data();
    void idsInHeaders();
    void ownIdsDiffer();
    void noHeaderUnlessConfigured();
    void slowRequestsAreTraced();
};

void TestServeTrace::idsInHeaders_data()
{
    QTest::addColumn<std::string>("given");
    QTest::addColumn<bool>("isTaken");
    QTest::newRow("well formed") << std::string("aB3-._x") << true;
    QTest::newRow("as long as may be") << std::string(128, 'a') << true;
    QTest::newRow("too long") << std::string(129, 'a') << false;
    QTest::newRow("absent") << std::string() << false;
    QTest::newRow("with a space") << std::string("a b") << false;
    QTest::newRow("that breaks the line of a log") << std::string("a\x1b[31m") << false;
    QTest::newRow("that breaks JSON") << std::string("a\"b") << false;
}

void TestServeTrace::idsInHeaders()
{
    QFETCH(std::string, given);
    static ServeProcess server(QByteArray("request_id_header: ") + kHeader + "\n");
    const auto id = idFor(server.port(), given);
    QTEST(id == given, "isTaken");
    QVERIFY(QRegularExpression("^[A-Za-z0-9._-]{1,128}$").match(id.c_str()).hasMatch());
}

void TestServeTrace::ownIdsDiffer()
{
    const QByteArray settings = QByteArray("request_id_header: ") + kHeader + "\n";
    ServeProcess first(settings);
    ServeProcess second(settings);
    QSet<QByteArray> ids;
    for (const auto* server : {&first, &second})
        for (int i = 0; i < 3; ++i)
            ids.insert(QByteArray::fromStdString(idFor(server->port(), "")));
    QCOMPARE(ids.size(), 6);
}

/// The reference gives none back.
void TestServeTrace::noHeaderUnlessConfigured()
{
    ServeProcess server;
    QCOMPARE(idFor(server.port(), "given"), std::string("none"));
}

void TestServeTrace::slowRequestsAreTraced()
{
    LoopbackServer source;
    source.handleOthers(
        [](const auto&) { return LoopbackServer::Reply{.status = 404, .delay = 300ms}; });
    ServeProcess server(QByteArray("  level: debug\nrequest_id_header: ") + kHeader +
                        "\nslow_request_time: 200ms\nconnect_to_reserved_ips: true\nsources:\n" +
                        "- {id: slowpoke, type: http, url: '" +
                        QByteArray::fromStdString(source.url()) + "', layout: {type: symstore}}\n");
    const std::string body =
        R"({"stacktraces":[{"frames":[{"instruction_addr":"0x401010"}]}],"modules":[{"type":"pe",)"
        R"("debug_id":"01234567-89ab-cdef-0123-456789abcdef-1","debug_file":"C:\\app.pdb",)"
        R"("code_file":"app.exe","image_addr":"0x400000","image_size":65536}]})";
    HttpClient client(server.port());
    client.send("POST /symbolicate HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine-1\r\nContent-Type: "
                "application/json\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + body);
    QCOMPARE(client.receive().status, 200);
    QCOMPARE(get(server.port(), "/requests/0?secret=1").status, 404);
    QCOMPARE(server.stop(), 0);
    const QString log = server.log();
    const auto has = [&](const char* pattern) {
        return QRegularExpression(pattern).match(log).hasMatch();
    };
    QVERIFY2(
        has("slow symbolication: \\d{3,} ms;.* app.pdb: \\d{3,} ms for http://127\\.0\\.0\\.1:\\d+/"
            "app.pdb/\\w+/app.pd[b_] of source slowpoke \\(network, notfound, 1 request, "
            "0 bytes\\).* request_id=mine-1"),
        qPrintable(log));
    QVERIFY2(has("slow request: POST /symbolicate: status 200 in \\d{3,} ms request_id=mine-1"),
             qPrintable(log));
    QVERIFY2(has("request: GET /requests/0: status 404 in \\d+ ms request_id="), qPrintable(log));
    QVERIFY(!log.contains("secret"));
}

QTEST_GUILESS_MAIN(TestServeTrace)
#include "tst_serve_trace.moc"
