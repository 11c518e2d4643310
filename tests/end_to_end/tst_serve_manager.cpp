// SPDX-License-Identifier: GPL-3.0-or-later
// What a real `faultline serve` has to do with the service manager that starts it.
#include "tests/end_to_end/notify_socket.h"
#include "tests/end_to_end/serve_process.h"

#include <QTest>

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace faultline::test;

namespace {

/// A listening socket on a free loopback port, or another kind of socket.
class TestSocket
{
public:
    enum class Kind { Listening, NotListening, Datagram, Unix, None };

    explicit TestSocket(Kind kind = Kind::Listening)
    {
        const int family = kind == Kind::Unix ? AF_UNIX : AF_INET;
        const int type = kind == Kind::Datagram ? SOCK_DGRAM : SOCK_STREAM;
        m_socket =
            kind == Kind::None ? ::dup(STDERR_FILENO) : ::socket(family, type | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        auto* any = reinterpret_cast<sockaddr*>(&address);
        if (family == AF_INET && ::bind(m_socket, any, size) == 0 &&
            ::getsockname(m_socket, any, &size) == 0)
            m_port = ntohs(address.sin_port);
        if (kind == Kind::Listening)
            ::listen(m_socket, 16);
    }

    ~TestSocket() { ::close(m_socket); }

    TestSocket(const TestSocket&) = delete;
    TestSocket& operator=(const TestSocket&) = delete;

    int descriptor() const { return m_socket; }

    std::uint16_t port() const { return m_port; }

private:
    int m_socket = -1;
    std::uint16_t m_port = 0;
};

std::map<QString, QString> names(const char* text)
{
    return {{QStringLiteral("LISTEN_FDNAMES"), QLatin1String(text)}};
}

} // namespace

class TestServeManager : public QObject
{
    Q_OBJECT

private slots:
    void tellsWhatItDoes_data();
    void tellsWhatItDoes();
    void feedsTheWatchdog();
    void leavesAnotherProcessesWatchdogAlone();
    void takesAPassedSocket_data();
    void takesAPassedSocket();
    void takesSocketsByName();
    void ignoresSocketsOfAnotherProcess();
    void refusesWrongSockets_data();
    void refusesWrongSockets();
};

void TestServeManager::tellsWhatItDoes_data()
{
    QTest::addColumn<bool>("isAbstract");
    QTest::newRow("a socket in a folder") << false;
    QTest::newRow("an abstract name") << true;
}

void TestServeManager::tellsWhatItDoes()
{
    QFETCH(bool, isAbstract);
    NotifySocket manager(isAbstract ? NotifySocket::Kind::Abstract : NotifySocket::Kind::File);
    ServeProcess server({}, 0, {{QStringLiteral("NOTIFY_SOCKET"), manager.name()}});
    const auto listening = "STATUS=listening on 127.0.0.1:" + QByteArray::number(server.port());
    QCOMPARE(manager.next(), "READY=1\n" + listening);
    QVERIFY(server.isHealthy());
    QVERIFY(server.reload());
    const auto reloading = manager.next();
    QVERIFY2(reloading.startsWith("RELOADING=1\nMONOTONIC_USEC="), reloading.constData());
    QVERIFY(reloading.mid(reloading.lastIndexOf('=') + 1).toLongLong() > 0);
    QCOMPARE(manager.next(), "READY=1\n" + listening + "; configuration reloaded");
    server.changeSettings("bearer_tokens: {\n");
    QVERIFY(server.reload());
    QVERIFY(manager.next().startsWith("RELOADING=1\n"));
    const auto refused = manager.next();
    QVERIFY2(refused.startsWith("READY=1\n" + listening + "; new configuration refused: "),
             refused.constData());
    QCOMPARE(server.stop(), 0);
    QVERIFY(manager.next().startsWith("STOPPING=1\n"));
}

void TestServeManager::feedsTheWatchdog()
{
    NotifySocket manager;
    ServeProcess server({}, 0,
                        {{QStringLiteral("NOTIFY_SOCKET"), manager.name()},
                         {QStringLiteral("WATCHDOG_USEC"), QStringLiteral("300000")}});
    QVERIFY(manager.next().startsWith("READY=1\n"));
    QElapsedTimer time;
    time.start();
    for (int i = 0; i < 5; ++i)
        QCOMPARE(manager.next(), QByteArray("WATCHDOG=1"));
    QVERIFY2(time.elapsed() >= 300, QByteArray::number(time.elapsed()).constData());
    QCOMPARE(server.stop(), 0);
}

void TestServeManager::leavesAnotherProcessesWatchdogAlone()
{
    NotifySocket manager;
    ServeProcess server({}, 0,
                        {{QStringLiteral("NOTIFY_SOCKET"), manager.name()},
                         {QStringLiteral("WATCHDOG_USEC"), QStringLiteral("1000")},
                         {QStringLiteral("WATCHDOG_PID"), QStringLiteral("1")}});
    QVERIFY(manager.next().startsWith("READY=1\n"));
    QTest::qWait(50);
    QCOMPARE(server.stop(), 0);
    QVERIFY(manager.next().startsWith("STOPPING=1\n"));
}

void TestServeManager::takesAPassedSocket_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("by name") << QByteArray("http");
    QTest::newRow("the unit's name") << QByteArray("faultline-server.socket");
    QTest::newRow("without a name") << QByteArray();
}

/// A request that came before the server was there is answered, too.
void TestServeManager::takesAPassedSocket()
{
    QFETCH(QByteArray, name);
    const TestSocket socket;
    HttpClient early(socket.port());
    QVERIFY(early.send("GET /healthcheck HTTP/1.1\r\nHost: x\r\n\r\n"));
    ServeProcess server({}, 0, names(name.constData()), {socket.descriptor()});
    QCOMPARE(server.port(), socket.port());
    QCOMPARE(early.receive().body, std::string("ok"));
    QVERIFY(server.reload());
    QVERIFY(server.isHealthy());
    QVERIFY2(server.log().contains("configuration reloaded"), server.log().constData());
}

void TestServeManager::takesSocketsByName()
{
    const TestSocket metrics;
    const TestSocket http;
    ServeProcess server("metrics:\n  prometheus_bind: \"127.0.0.1:0\"\n", 0, names("metrics:http"),
                        {metrics.descriptor(), http.descriptor()});
    QCOMPARE(server.port(), http.port());
    QVERIFY(server.isHealthy());
    QCOMPARE(get(metrics.port(), "/metrics").status, 200);
    QVERIFY(server.reload());
    QVERIFY2(!server.log().contains("next start"), server.log().constData());
}

void TestServeManager::ignoresSocketsOfAnotherProcess()
{
    const TestSocket socket;
    auto variables = names("http");
    variables[QStringLiteral("PID")] = QStringLiteral("1");
    ServeProcess server({}, 0, variables, {socket.descriptor()});
    QVERIFY2(server.port() != 0, server.log().constData());
    QVERIFY(server.port() != socket.port());
}

void TestServeManager::refusesWrongSockets_data()
{
    using Kind = TestSocket::Kind;
    QTest::addColumn<QList<int>>("kinds");
    QTest::addColumn<QByteArray>("names");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char* title, const QList<Kind>& kinds, const char* name,
                        const char* reason) {
        QList<int> numbers;
        for (const auto kind : kinds)
            numbers.append(static_cast<int>(kind));
        QTest::newRow(title) << numbers << QByteArray(name) << QByteArray(reason);
    };
    row("a Unix socket", {Kind::Unix}, "http", "passed socket 3 (http) is a Unix socket");
    row("a datagram socket", {Kind::Datagram}, "http", "passed socket 3 (http) is no TCP socket");
    row("a connection", {Kind::NotListening}, "http", "passed socket 3 (http) does not listen");
    row("a file", {Kind::None}, "http", "passed socket 3 (http) is no socket");
    row("an unknown name", {Kind::Listening, Kind::Listening}, "http:grpc",
        "passed socket 4 has the name \"grpc\"; expected http, https or metrics");
    row("the same name twice", {Kind::Listening, Kind::Listening}, "http:http",
        "passed socket 4: another one has the name http");
    row("https that is not configured", {Kind::Listening}, "https",
        "a socket for https was passed, but the configuration has no bind_https");
    row("metrics that are not configured", {Kind::Listening}, "metrics",
        "a socket for metrics was passed, but the configuration has no metrics.prometheus_bind");
}

void TestServeManager::refusesWrongSockets()
{
    QFETCH(QList<int>, kinds);
    QFETCH(QByteArray, names);
    QFETCH(QByteArray, reason);
    std::vector<std::unique_ptr<TestSocket>> sockets;
    std::vector<int> descriptors;
    for (const int kind : kinds) {
        sockets.push_back(std::make_unique<TestSocket>(static_cast<TestSocket::Kind>(kind)));
        descriptors.push_back(sockets.back()->descriptor());
    }
    ServeProcess server({}, 0, ::names(names.constData()), descriptors);
    QCOMPARE(server.stop(), 2);
    QVERIFY2(server.log().contains(reason), server.log().constData());
}

QTEST_GUILESS_MAIN(TestServeManager)
#include "tst_serve_manager.moc"
