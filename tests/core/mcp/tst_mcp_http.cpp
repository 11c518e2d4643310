// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"
#include "core/mcp/http_door.h"
#include "core/server/http/http_server.h"
#include "tests/support/http_client.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

using namespace faultline;
using namespace faultline::test;
using namespace faultline::mcp;

namespace {

const std::string kToken = "a-token-of-the-test";
const std::string kInitialize = R"({"jsonrpc":"2.0","id":1,"method":"initialize",)"
                                R"("params":{"protocolVersion":"2025-06-18"}})";
const std::string kPing = R"({"jsonrpc":"2.0","id":2,"method":"ping"})";

/// A door with one token, at which one web page may ask.
class Door
{
public:
    explicit Door(Services services = {})
        : m_services(std::move(services)), m_queue(*RequestQueue::start(2)),
          m_door(m_services,
                 *m_queue,
                 {.tokens = {kToken},
                  .origins = {"https://page.example"},
                  .spoolFolder = std::filesystem::temp_directory_path()})
    {
        server::HttpServerOptions options;
        options.threads = 2;
        m_server = *server::HttpServer::start(options, m_door, silentLog());
    }

    ~Door()
    {
        m_queue->stop();
        m_server->stop();
    }

    std::uint16_t port() const { return m_server->port(); }

    /// A request with the right token and type, and more headers.
    HttpReply post(const std::string& body, const std::string& headers = {})
    {
        return send("POST", body, "Authorization: Bearer " + kToken + "\r\n" + headers);
    }

    HttpReply send(const std::string& method,
                   const std::string& body,
                   const std::string& headers,
                   const std::string& host = "127.0.0.1")
    {
        HttpClient client(port());
        client.send(method + " /mcp HTTP/1.1\r\nHost: " + host +
                    "\r\nContent-Type: application/json\r\nContent-Length: " +
                    std::to_string(body.size()) + "\r\n" + headers + "\r\n" + body);
        return client.receive();
    }

    /// The id of a new session.
    std::string begin() { return post(kInitialize).headers["mcp-session-id"]; }

private:
    Services m_services;
    std::unique_ptr<RequestQueue> m_queue;
    HttpDoor m_door;
    std::unique_ptr<server::HttpServer> m_server;
};

/// A call that opens a path.
std::string openCall(const std::filesystem::path& path)
{
    return R"({"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"open","arguments":)"
           R"({"path":")" +
           path.string() + "\"}}}";
}

std::string sessionHeader(const std::string& id)
{
    return "Mcp-Session-Id: " + id + "\r\n";
}

} // namespace

class TestMcpHttp : public QObject
{
    Q_OBJECT

private slots:

    void answersJson()
    {
        Door door;
        const auto reply = door.post(kInitialize);
        QCOMPARE(reply.status, 200);
        QVERIFY(reply.body.find("\"protocolVersion\":\"2025-06-18\"") != std::string::npos);
        const auto id = door.begin();
        QVERIFY(id.size() >= 32);
        QCOMPARE(QByteArray::fromStdString(door.post(kPing, sessionHeader(id)).body),
                 QByteArray(R"({"jsonrpc":"2.0","id":2,"result":{}})"));
        const auto tools =
            door.post(R"({"jsonrpc":"2.0","id":3,"method":"tools/list"})", sessionHeader(id));
        QVERIFY(tools.body.find("\"name\":\"summary\"") != std::string::npos);
        const auto note = door.post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                                    sessionHeader(id));
        QVERIFY(note.status == 202 && note.body.empty());
    }

    void strangersAreRefused_data()
    {
        QTest::addColumn<QByteArray>("headers");
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<int>("status");
        const QByteArray token = "Authorization: Bearer " + QByteArray::fromStdString(kToken);
        QTest::newRow("no token") << QByteArray() << QByteArray("127.0.0.1") << 401;
        QTest::newRow("wrong token")
            << QByteArray("Authorization: Bearer wrong-token-of-the-test\r\n")
            << QByteArray("127.0.0.1") << 401;
        QTest::newRow("foreign origin") << token + "\r\nOrigin: https://evil.example\r\n"
                                        << QByteArray("127.0.0.1") << 403;
        QTest::newRow("origin of nothing") << token + "\r\nOrigin: null\r\n"
                                           << QByteArray("127.0.0.1") << 403;
        QTest::newRow("known origin") << token + "\r\nOrigin: https://page.example\r\n"
                                      << QByteArray("127.0.0.1") << 200;
        QTest::newRow("rebound host") << token + "\r\n" << QByteArray("evil.example") << 403;
        QTest::newRow("localhost") << token + "\r\n" << QByteArray("localhost:80") << 200;
        QTest::newRow("unknown revision") << token + "\r\nMCP-Protocol-Version: 1999-01-01\r\n"
                                          << QByteArray("127.0.0.1") << 400;
    }

    void strangersAreRefused()
    {
        QFETCH(QByteArray, headers);
        QFETCH(QByteArray, host);
        Door door;
        const auto reply =
            door.send("POST", kInitialize, headers.toStdString(), host.toStdString());
        QTEST(reply.status, "status");
        QCOMPARE(reply.headers.contains("mcp-session-id"), reply.status == 200);
    }

    void sessionsAreNeeded()
    {
        Door door;
        QCOMPARE(door.post(kPing).status, 400);
        QCOMPARE(door.post(kPing, sessionHeader("nobody")).status, 404);
        const auto id = door.begin();
        const auto headers = "Authorization: Bearer " + kToken + "\r\n" + sessionHeader(id);
        QCOMPARE(door.send("DELETE", "", headers).status, 204);
        QCOMPARE(door.post(kPing, sessionHeader(id)).status, 404);
        QCOMPARE(door.send("GET", "", headers).status, 405);
    }

    void oldestSessionGoes()
    {
        Door door;
        const auto first = door.begin();
        for (std::size_t i = 0; i < HttpDoor::kMostSessions; ++i)
            QVERIFY(!door.begin().empty());
        QCOMPARE(door.post(kPing, sessionHeader(first)).status, 404);
    }

    /// A client that has vanished cannot cancel what it has asked for.
    void workOfTheOldestSessionEnds()
    {
        std::atomic<bool> isWorking = false;
        std::atomic<bool> isCancelled = false;
        Services services;
        services.folders = {std::filesystem::temp_directory_path()};
        services.open = [&](const std::filesystem::path&, const std::optional<std::string>&,
                            const OnStep&,
                            const std::stop_token& stop) -> Result<std::unique_ptr<query::Crash>> {
            isWorking = true;
            while (!stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            isCancelled = true;
            return fail(ErrorKind::Cancelled, "cancelled");
        };
        Door door(std::move(services));
        const auto id = door.begin();
        const auto body = openCall(std::filesystem::temp_directory_path());
        HttpClient client(door.port());
        client.send("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + kToken +
                    "\r\nContent-Type: application/json\r\n" + sessionHeader(id) +
                    "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        QTRY_VERIFY(isWorking);
        client.close();
        QVERIFY(!isCancelled); // To be disconnected is not to cancel.
        for (std::size_t i = 0; i < HttpDoor::kMostSessions; ++i)
            QVERIFY(!door.begin().empty());
        QTRY_VERIFY(isCancelled);
    }

    void hostileBodies()
    {
        Door door;
        QCOMPARE(door.post("{").status, 200); // The error is JSON-RPC's.
        QVERIFY(door.post("{").body.find("-32700") != std::string::npos);
        QVERIFY(door.post(std::string(5000, '[')).body.find("error") != std::string::npos);
        QCOMPARE(door.post(std::string(kMostMessageBytes + 1, ' ')).status, 413);
        HttpClient client(door.port());
        client.send("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + kToken +
                    "\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}");
        QCOMPARE(client.receive().status, 415);
    }

    void clientsMayVanish()
    {
        Door door;
        const auto id = door.begin();
        for (int i = 0; i < 50; ++i) {
            HttpClient client(door.port());
            client.send("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + kToken +
                        "\r\nContent-Type: application/json\r\n" + sessionHeader(id) +
                        "Content-Length: 100\r\n\r\n{");
            client.close();
        }
        QCOMPARE(door.post(kPing, sessionHeader(id)).status, 200);
    }
};

QTEST_GUILESS_MAIN(TestMcpHttp)
#include "tst_mcp_http.moc"
