// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/metrics/statsd_client.h"

#include <QTest>

#include <arpa/inet.h>
#include <set>
#include <sys/socket.h>
#include <unistd.h>

using namespace faultline;
using namespace faultline::server;
using namespace std::chrono_literals;

namespace {

/// A UDP socket on a loopback port that collects lines.
class Listener
{
public:
    Listener() : m_socket(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (bind(m_socket, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
            getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &size) != 0)
            qFatal("no socket");
        m_port = ntohs(address.sin_port);
        const timeval patience{5, 0};
        setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    }

    ~Listener() { close(m_socket); }

    std::string address() const { return "127.0.0.1:" + std::to_string(m_port); }

    std::multiset<std::string> receive(std::size_t count)
    {
        std::multiset<std::string> lines;
        while (lines.size() < count) {
            char packet[2048];
            const auto size = recv(m_socket, packet, sizeof packet, 0);
            if (size <= 0)
                break;
            std::string_view text(packet, static_cast<std::size_t>(size));
            while (!text.empty()) {
                lines.emplace(text.substr(0, text.find('\n')));
                text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
            }
        }
        return lines;
    }

private:
    int m_socket;
    int m_port = 0;
};

} // namespace

class TestStatsdClient : public QObject
{
    Q_OBJECT

private slots:
    void sendsWhatItCounted();
    void sendsTheRestAtTheEnd();
    void refusesBadAddresses();
};

void TestStatsdClient::sendsWhatItCounted()
{
    Listener listener;
    const auto client = StatsdClient::create({.address = listener.address(),
                                              .prefix = "p",
                                              .tags = {{"env", "te,st"}},
                                              .interval = 50ms});
    QVERIFY(client);
    MetricSink& sink = **client;
    const std::multiset<std::string> expected{"p.a:2|c|#env:te_st,task:x", "p.g:7|g|#env:te_st",
                                              "p.d:1.5|d|#env:te_st", "p.d:2|d|#env:te_st"};
    sink.count("a", {"task", "x"});
    sink.count("a", {"task", "x"});
    sink.gauge("g", {}, 7);
    sink.distribution("d", {}, 1.5);
    sink.distribution("d", {}, 2);
    const auto lines = listener.receive(4);
    // The two counts may have come into two packets.
    if (lines.size() == 4)
        QVERIFY(lines == expected || lines.contains("p.a:1|c|#env:te_st,task:x"));
    else
        QFAIL("fewer lines than were counted");
}

void TestStatsdClient::sendsTheRestAtTheEnd()
{
    Listener listener;
    {
        const auto client = StatsdClient::create({.address = listener.address(), .interval = 1h});
        QVERIFY(client);
        MetricSink& sink = **client;
        sink.count("last");
    }
    QVERIFY(listener.receive(1).contains("symbolicator.last:1|c"));
}

void TestStatsdClient::refusesBadAddresses()
{
    QVERIFY(!StatsdClient::create({.address = "127.0.0.1"}));
    QVERIFY(!StatsdClient::create({.address = "127.0.0.1:nonsense"}));
}

QTEST_GUILESS_MAIN(TestStatsdClient)
#include "tst_statsd_client.moc"
