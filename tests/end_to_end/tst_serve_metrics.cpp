// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/end_to_end/serve_process.h"
#include "tests/support/http_client.h"

#include <QMap>
#include <QRegularExpression>
#include <QTest>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace faultline::test;

namespace {

/// What Prometheus' text format says: families with their kinds, and samples.
struct Exposition
{
    QMap<QString, QString> kinds;
    QMap<QString, double> samples; ///< By name with labels.
    QStringList mistakes;
};

/// Version 0.0.4: every sample follows the TYPE line of its family, and comes once.
Exposition parse(const QString& text)
{
    static const QRegularExpression kType(
        "^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|summary)$");
    static const QRegularExpression kSample(
        R"re(^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*")re"
        R"re((?:,[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*")*\})? (\S+)$)re");
    Exposition found;
    QString family;
    for (const auto& line : text.split(u'\n', Qt::SkipEmptyParts)) {
        const auto type = kType.match(line);
        const auto sample = kSample.match(line);
        if (type.hasMatch()) {
            family = type.captured(1);
            if (found.kinds.contains(family))
                found.mistakes.append("twice: " + line);
            found.kinds[family] = type.captured(2);
            continue;
        }
        const auto tail = found.kinds.value(family) == "summary" ? "(_sum|_count)" : "";
        bool isNumber = false;
        const double value = sample.captured(3).toDouble(&isNumber);
        const auto series = sample.captured(1) + sample.captured(2);
        if (!sample.hasMatch() || !isNumber || found.samples.contains(series) ||
            !QRegularExpression("^" + family + tail + "$").match(sample.captured(1)).hasMatch())
            found.mistakes.append(line);
        found.samples[series] = value;
    }
    if (!text.endsWith(u'\n'))
        found.mistakes.append("no newline at the end");
    return found;
}

/// A UDP socket on a free loopback port, as a statsd server has one.
class StatsdListener
{
public:
    StatsdListener() : m_socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(m_socket, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
            ::getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &size) != 0)
            qFatal("no socket");
        m_port = ntohs(address.sin_port);
    }

    ~StatsdListener() { ::close(m_socket); }

    StatsdListener(const StatsdListener&) = delete;
    StatsdListener& operator=(const StatsdListener&) = delete;

    QByteArray address() const { return "127.0.0.1:" + QByteArray::number(m_port); }

    /// What has arrived.
    QByteArray read() const
    {
        QByteArray lines;
        char packet[2048];
        for (ssize_t size = 0; (size = ::recv(m_socket, packet, sizeof packet, MSG_DONTWAIT)) > 0;)
            lines.append(packet, size);
        return lines;
    }

private:
    int m_socket;
    int m_port = 0;
};

/// The platforms that the label has in the text, in either format.
QSet<QString> platformsIn(const QString& text)
{
    static const QRegularExpression kLabel("platform(?:=\"|:)([^\",\n|]*)");
    QSet<QString> names;
    for (const auto& match : kLabel.globalMatch(text))
        names.insert(match.captured(1));
    return names;
}

} // namespace

/// The metrics of a real server, as Prometheus fetches them.
class TestServeMetrics : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void areOnTheirOwnPortOnly();
    void countWhatHappened();
    void labelsAreNamesOfOurs();
    void refusesAPortInUse();

private:
    Exposition fetch() const { return parse(QString::fromStdString(get(m_port, "/metrics").body)); }

    std::unique_ptr<ServeProcess> m_server;
    std::uint16_t m_port = 0;
};

void TestServeMetrics::initTestCase()
{
    m_server = std::make_unique<ServeProcess>("metrics: {prometheus_bind: '127.0.0.1:0', "
                                              "custom_tags: {site: \"a \\\"b\\\"\", 1st: x}}\n");
    m_port = m_server->numberInLog("offering metrics on http://127.0.0.1:(\\d+)/metrics");
    QVERIFY2(m_port != 0 && m_server->port() != 0, m_server->log().constData());
}

void TestServeMetrics::areOnTheirOwnPortOnly()
{
    const auto reply = get(m_port, "/metrics");
    QCOMPARE(reply.status, 200);
    QCOMPARE(reply.headers.at("content-type"),
             std::string("text/plain; version=0.0.4; charset=utf-8"));
    QCOMPARE(get(m_server->port(), "/metrics").status, 404);
    for (const auto* path : {"/", "/healthcheck", "/symbolicate"})
        QCOMPARE(get(m_port, path).status, 404);
}

void TestServeMetrics::countWhatHappened()
{
    const QString status =
        R"(symbolicator_responses_status_code_total{status="415",site="a \"b\"",_1st="x"})";
    const QString duration = R"(symbolicator_requests_duration_count{site="a \"b\"",_1st="x"})";
    const QString accepted =
        R"(symbolicator_requests_accepted_total{task="symbolicate",site="a \"b\"",_1st="x"})";
    const auto before = fetch();
    for (int i = 0; i < 3; ++i)
        QCOMPARE(HttpClient(m_server->port()).exchange("POST", "/symbolicate").status, 415);
    QCOMPARE(
        postJson(m_server->port(), "/symbolicate", R"({"stacktraces":[],"modules":[]})").status,
        200);
    const auto after = fetch();
    QCOMPARE(after.mistakes, QStringList());
    QVERIFY(after.samples.size() > 5);
    QCOMPARE(after.kinds.value("symbolicator_responses_status_code_total"), QString("counter"));
    QCOMPARE(after.kinds.value("symbolicator_requests_duration"), QString("summary"));
    QCOMPARE(after.kinds.value("symbolicator_requests_in_flight"), QString("gauge"));
    QCOMPARE(after.samples.value(status) - before.samples.value(status), 3.0);
    QCOMPARE(after.samples.value(duration) - before.samples.value(duration), 4.0);
    QCOMPARE(after.samples.value(accepted), 1.0);
}

/// A client names any platform. Only names that the program knows are published.
void TestServeMetrics::labelsAreNamesOfOurs()
{
    const StatsdListener statsd;
    {
        ServeProcess server("metrics: {prometheus_bind: '127.0.0.1:0', statsd: '" +
                            statsd.address() + "'}\n");
        const auto port = server.numberInLog("offering metrics on http://127.0.0.1:(\\d+)/metrics");
        const auto ask = [&](const std::string& platform) {
            const auto member = platform.empty() ? "" : "\"platform\":\"" + platform + "\",";
            return postJson(server.port(), "/symbolicate",
                            "{" + member + R"("stacktraces":[{"frames":[]}],"modules":[]})")
                .status;
        };
        for (std::size_t length = 1; length <= 200; ++length)
            QCOMPARE(ask(std::string(length, 'q')), 200);
        for (const auto* known : {"native", "cocoa", ""})
            QCOMPARE(ask(known), 200);
        const auto text = QString::fromStdString(get(port, "/metrics").body);
        QCOMPARE(parse(text).mistakes, QStringList());
        QCOMPARE(platformsIn(text), (QSet<QString>{"other", "native", "cocoa", "none"}));
        QVERIFY(text.contains(
            R"(symbolicator_symbolication_num_modules_count{platform="other",origin="symbolicate"} 200)"));
        QCOMPARE(server.stop(), 0);
    }
    const auto lines = QString::fromUtf8(statsd.read());
    QVERIFY2(lines.contains("symbolication.num_modules"), qPrintable(lines.left(500)));
    QCOMPARE(platformsIn(lines) - QSet<QString>({"other", "native", "cocoa", "none"}),
             QSet<QString>());
}

void TestServeMetrics::refusesAPortInUse()
{
    const auto port = QByteArray::number(m_port);
    ServeProcess second("metrics: {prometheus_bind: '127.0.0.1:" + port + "'}\n");
    QCOMPARE(second.port(), std::uint16_t{0});
    QVERIFY2(second.log().contains("cannot listen on 127.0.0.1:" + port), second.log().constData());
}

QTEST_GUILESS_MAIN(TestServeMetrics)
#include "tst_serve_metrics.moc"
