// SPDX-License-Identifier: GPL-3.0-or-later
// Instances on this machine, and servers that pretend to be some.
#include "core/base/random_id.h"
#include "core/server/fleet/fleet.h"
#include "core/server/fleet/peer_addresses.h"
#include "tests/core/server/tested_server.h"
#include "tests/support/left_behind.h"
#include "tests/support/loopback_server.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <future>
#include <stop_token>

using namespace faultline;
using namespace faultline::server;
using namespace faultline::test;

namespace {

const std::string kToken = "a token of this fleet";
const std::string kCompleted = R"({"status":"completed"})";

/// A server with its fleet.
class Instance : public TestedServer
{
public:
    /// `addresses` is asked whenever a peer is looked for.
    void begin(PeerDirectory::Resolve addresses, const std::string& token = kToken)
    {
        stop();
        auto fleet = Fleet::create({.token = token, .resolve = std::move(addresses)}, silentLog());
        if (!fleet)
            qFatal("%s", fleet.error().detail.c_str());
        m_fleet = *std::move(fleet);
        start([this](ServerOptions& options) { options.fleet = m_fleet.get(); });
    }

    void stop()
    {
        m_server.reset();
        m_fleet.reset();
    }

    std::uint16_t port() const { return m_port; }

    std::string address() const { return "127.0.0.1:" + std::to_string(m_port); }

    FakeService& service() { return *m_service; }

    Server& server() { return *m_server; }

    /// The id of a job that runs until the service is released.
    std::string beginJob()
    {
        m_service->block = true;
        const auto pending = postJson(m_port, "/symbolicate?timeout=0", "{}").body;
        const std::string start = R"({"status":"pending","request_id":")";
        return pending.starts_with(start) ? pending.substr(start.size(), 36) : std::string();
    }

private:
    std::unique_ptr<Fleet> m_fleet;
};

/// A peer that answers as a test wants it: with seals of a token, as an instance.
class FalsePeer
{
public:
    explicit FalsePeer(std::string token = kToken) : m_key(std::move(token))
    {
        m_server.handleOthers([this](const LoopbackServer::Request& request) {
            return LoopbackServer::Reply{.body = answerTo(request)};
        });
    }

    std::string address() const { return m_server.url().substr(std::string("http://").size()); }

    /// The id of a job that the claimed instance would have.
    std::string idOfItsOwn() const { return FleetIds(m_key, claimed).mint().text(); }

    LoopbackServer& server() { return m_server; }

    InstanceId claimed = randomUuidBytes(); ///< Who it says it is,
    InstanceId answers = claimed;           ///< and who answers for a job.
    std::string envelope = kCompleted;
    std::string introduction; ///< What stands behind who it says it is.

private:
    std::string answerTo(const LoopbackServer::Request& request) const
    {
        const auto header = request.headers.find("faultline-peer");
        if (header == request.headers.end())
            return {};
        const auto nonce = header->second.substr(0, 32);
        if (request.target == "/peers/instance")
            return writePeerAnswer(m_key, nonce, claimed, 200, introduction);
        return writePeerAnswer(m_key, nonce, answers, 200, envelope);
    }

    const FleetKey m_key;
    LoopbackServer m_server;
};

/// At every address is an instance.
class CrowdCaller final : public PeerCaller
{
public:
    static InstanceId instanceAt(const std::string& address)
    {
        InstanceId instance{};
        const auto digest = sha256(asBytes(address));
        std::copy_n(digest.begin(), instance.size(), instance.begin());
        return instance;
    }

    void ask(const std::string& address, const PeerQuestion&, Done done) override
    {
        done(PeerAnswer{.instance = instanceAt(address), .status = 200, .content = {}});
    }

    void close() override {}
};

std::string
polled(const Instance& instance, const std::string& id, const char* query = "?timeout=0")
{
    const auto reply = get(instance.port(), "/requests/" + id + query);
    return reply.status == 200 ? reply.body : std::to_string(reply.status);
}

} // namespace

class TestFleet : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void everyInstanceAnswers();
    void aPollWaitsWithTheOwner();
    void answersSurviveTheJob();
    void nobodyHasTheJobsOfTheGone();
    void aRestartedInstanceIsAnother();
    void nobodyIsAskedForAForgedId();
    void strangersAreNotBelieved_data();
    void strangersAreNotBelieved();
    void liarsAreNotBelieved_data();
    void liarsAreNotBelieved();
    void theFirstClaimHolds();
    void aSilentPeerHoldsUpNobody();
    void questionsDoNotGoOn();
    void questionsNeedASeal();
    void stopsWhileAQuestionIsOpen();
    void addressesComeAndGo();
    void resolvesNamesOnce();
    void furtherAddressesArePassedOver();
    void aStoppedResolverAsksNobody();
    void introductionsAreShort();

private:
    std::vector<std::string> addresses() const { return m_addresses; }

    std::array<Instance, 3> m_instances;
    std::vector<std::string> m_addresses;
};

/// Three instances that know all three of them.
void TestFleet::init()
{
    m_addresses.clear();
    for (auto& instance : m_instances)
        instance.begin([this](const std::stop_token&) { return addresses(); });
    for (const auto& instance : m_instances)
        m_addresses.push_back(instance.address());
}

void TestFleet::cleanup()
{
    for (auto& instance : m_instances) {
        instance.service().release();
        QVERIFY(instance.end());
        instance.stop();
    }
}

void TestFleet::everyInstanceAnswers()
{
    for (auto& owner : m_instances) {
        const auto id = owner.beginJob();
        QCOMPARE(id.size(), 36U);
        const auto pending = polled(owner, id);
        QVERIFY(pending.contains(id));
        for (const auto& instance : m_instances)
            QCOMPARE(polled(instance, id), pending);
        owner.service().release();
        for (const auto& instance : m_instances)
            QCOMPARE(polled(instance, id, ""), std::string(kEmptyAnswer));
    }
}

void TestFleet::aPollWaitsWithTheOwner()
{
    auto& [owner, other, third] = m_instances;
    const auto id = owner.beginJob();
    auto waiting = std::async(std::launch::async, [&] { return polled(other, id, "?timeout=60"); });
    auto unlimited = std::async(std::launch::async, [&] { return polled(third, id, ""); });
    QTRY_VERIFY(polled(other, id).contains("pending"));
    owner.service().release();
    QCOMPARE(waiting.get(), std::string(kEmptyAnswer));
    QCOMPARE(unlimited.get(), std::string(kEmptyAnswer));
}

void TestFleet::answersSurviveTheJob()
{
    auto& [owner, other, third] = m_instances;
    const auto id = owner.beginJob();
    owner.service().release();
    QCOMPARE(polled(owner, id, ""), std::string(kEmptyAnswer));
    QCOMPARE(polled(other, id), std::string(kEmptyAnswer));
    QCOMPARE(HttpClient(third.port()).exchange("HEAD", "/requests/" + id).status, 200);
}

void TestFleet::nobodyHasTheJobsOfTheGone()
{
    auto& [owner, other, third] = m_instances;
    const auto id = owner.beginJob();
    QVERIFY(polled(other, id).contains("pending"));
    auto waiting = std::async(std::launch::async, [&] { return polled(other, id, ""); });
    owner.server().stop();
    // The job was given up, which its last waiter may still hear.
    const auto last = waiting.get();
    QVERIFY2(last == "404" || last.contains("internal_error"), last.c_str());
    QCOMPARE(polled(other, id), std::string("404"));
    QCOMPARE(polled(third, id), std::string("404"));
}

void TestFleet::aRestartedInstanceIsAnother()
{
    auto& [owner, other, third] = m_instances;
    const auto id = owner.beginJob();
    QVERIFY(polled(other, id).contains("pending"));
    owner.begin([this](const std::stop_token&) { return addresses(); });
    m_addresses.front() = owner.address();
    QCOMPARE(polled(other, id), std::string("404"));
    QCOMPARE(polled(owner, id), std::string("404"));
    const auto next = owner.beginJob();
    QVERIFY(polled(third, next).contains(next));
}

void TestFleet::nobodyIsAskedForAForgedId()
{
    FalsePeer peer;
    m_addresses = {peer.address()};
    QCOMPARE(polled(m_instances[0], randomUuid()), std::string("404"));
    const auto forged = FleetIds(FleetKey("another token"), peer.claimed).mint().text();
    QCOMPARE(polled(m_instances[0], forged), std::string("404"));
    QCOMPARE(peer.server().totalHits(), 0);
    QCOMPARE(polled(m_instances[0], peer.idOfItsOwn()), kCompleted);
}

void TestFleet::strangersAreNotBelieved_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("body");
    QTest::newRow("an answer without a seal") << 200 << QString::fromStdString(kCompleted);
    QTest::newRow("a page") << 200 << "<!DOCTYPE html><html></html>";
    QTest::newRow("nothing") << 200 << "";
    QTest::newRow("a redirect") << 302 << "";
    QTest::newRow("an error") << 500 << "";
}

/// Another server has got the address of an instance.
void TestFleet::strangersAreNotBelieved()
{
    QFETCH(const int, status);
    QFETCH(const QString, body);
    LoopbackServer stranger;
    stranger.handleOthers([&](const LoopbackServer::Request&) {
        return LoopbackServer::Reply{.status = status,
                                     .body = body.toStdString(),
                                     .headers = {{"Location", "http://127.0.0.2:9/"}}};
    });
    m_addresses = {stranger.url().substr(7)};
    const auto id = FleetIds(FleetKey(kToken), randomUuidBytes()).mint().text();
    QCOMPARE(polled(m_instances[0], id), std::string("404"));
    QVERIFY(stranger.hits("/peers/instance") > 0);
    QCOMPARE(stranger.countBelow("GET", "/peers/requests"), 0);
}

void TestFleet::liarsAreNotBelieved_data()
{
    QTest::addColumn<bool>("knowsTheToken");
    QTest::addColumn<bool>("answersAsAnother");
    QTest::addColumn<QString>("envelope");
    QTest::addColumn<bool>("isBelieved");
    const auto completed = QString::fromStdString(kCompleted);
    QTest::newRow("a member") << true << false << completed << true;
    QTest::newRow("another fleet's") << false << false << completed << false;
    QTest::newRow("as another instance") << true << true << completed << false;
    QTest::newRow("pending, another job")
        << true << false
        << R"({"status":"pending","request_id":"6f1a0b52-1d0e-4a5d-9d0c-0f2f5f3d8a11"})" << false;
}

void TestFleet::liarsAreNotBelieved()
{
    QFETCH(const bool, knowsTheToken);
    QFETCH(const bool, answersAsAnother);
    QFETCH(const QString, envelope);
    QFETCH(const bool, isBelieved);
    FalsePeer liar(knowsTheToken ? kToken : "another token");
    liar.envelope = envelope.toStdString();
    if (answersAsAnother)
        liar.answers = randomUuidBytes();
    m_addresses = {liar.address()};
    const auto id = FleetIds(FleetKey(kToken), liar.claimed).mint().text();
    QCOMPARE(polled(m_instances[0], id), isBelieved ? kCompleted : std::string("404"));
}

/// Who claims to be an instance that was found elsewhere is not asked for its jobs.
void TestFleet::theFirstClaimHolds()
{
    FalsePeer first;
    FalsePeer second;
    second.claimed = first.claimed;
    second.envelope = R"({"status":"failed","message":"a lie"})";
    m_addresses = {first.address()};
    QCOMPARE(polled(m_instances[0], first.idOfItsOwn()), kCompleted);
    m_addresses = {second.address(), first.address()};
    const auto unknown = FleetIds(FleetKey(kToken), randomUuidBytes()).mint().text();
    QCOMPARE(polled(m_instances[0], unknown), std::string("404"));
    QVERIFY(second.server().hits("/peers/instance") > 0);
    QCOMPARE(polled(m_instances[0], first.idOfItsOwn()), kCompleted);
    QCOMPARE(second.server().countBelow("GET", "/peers/requests"), 0);
}

void TestFleet::aSilentPeerHoldsUpNobody()
{
    LoopbackServer silent;
    silent.handleOthers([](const LoopbackServer::Request&) {
        return LoopbackServer::Reply{.delay = std::chrono::minutes(10)};
    });
    auto& [owner, other, third] = m_instances;
    m_addresses.insert(m_addresses.begin(), silent.url().substr(7));
    const auto id = owner.beginJob();
    QVERIFY(polled(other, id).contains(id));
    const auto unknown = FleetIds(FleetKey(kToken), randomUuidBytes()).mint().text();
    QCOMPARE(polled(other, unknown), std::string("404"));
}

/// A peer's question is answered out of the instance's own table.
void TestFleet::questionsDoNotGoOn()
{
    FalsePeer peer;
    m_addresses = {peer.address(), m_instances[0].address()};
    const auto target = "/peers/requests/" + peer.idOfItsOwn();
    const FleetKey key(kToken);
    const std::string nonce(32, 'c');
    HttpClient client(m_instances[0].port());
    QVERIFY(client.send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nFaultline-Peer: " +
                        writePeerQuestion(key, nonce, target) + "\r\n\r\n"));
    const auto read = readPeerAnswer(key, nonce, client.receive().body);
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    QCOMPARE(read->status, 404U);
    QCOMPARE(peer.server().totalHits(), 0);
}

void TestFleet::questionsNeedASeal()
{
    const auto id = m_instances[0].beginJob();
    const auto port = m_instances[0].port();
    QCOMPARE(get(port, "/peers/instance").status, 401);
    QCOMPARE(get(port, "/peers/requests/" + id).status, 401);
    HttpClient client(port);
    QVERIFY(client.send(
        "GET /peers/requests/" + id + " HTTP/1.1\r\nHost: localhost\r\nFaultline-Peer: " +
        writePeerQuestion(FleetKey(kToken), std::string(32, 'c'), "/peers/instance") + "\r\n\r\n"));
    QCOMPARE(client.receive().status, 401);
}

void TestFleet::stopsWhileAQuestionIsOpen()
{
    auto& [owner, other, third] = m_instances;
    const auto id = owner.beginJob();
    auto waiting = std::async(std::launch::async, [&] { return polled(other, id, ""); });
    QTRY_VERIFY(polled(third, id).contains("pending"));
    other.server().stop();
    const auto last = waiting.get();
    QVERIFY2(last == "404" || last == "0", last.c_str());
    QVERIFY(polled(third, id).contains("pending"));
}

/// Pods get new addresses with every release.
void TestFleet::addressesComeAndGo()
{
    CrowdCaller crowd;
    int round = 0;
    const auto resolve = [&round](const std::stop_token&) {
        std::vector<std::string> addresses;
        for (std::size_t i = 0; i < kMostPeers; ++i)
            addresses.push_back(std::to_string(round) + "-" + std::to_string(i));
        ++round;
        return addresses;
    };
    auto directory = PeerDirectory::create(crowd, resolve, randomUuidBytes());
    QVERIFY2(directory, directory ? "" : directory.error().detail.c_str());
    for (int i = 0; i < 6; ++i) {
        const auto wanted = std::to_string(i) + "-7";
        std::promise<std::optional<Peer>> found;
        (*directory)->find(tagOf(CrowdCaller::instanceAt(wanted)), [&](std::optional<Peer> peer) {
            found.set_value(std::move(peer));
        });
        const auto peer = found.get_future().get();
        QVERIFY2(peer && peer->address == wanted, wanted.c_str());
    }
}

void TestFleet::resolvesNamesOnce()
{
    RecordingLog log;
    PeerResolver resolve({"127.0.0.1:80", "[::1]:81", "127.0.0.1:80", "127.0.0.1:no-port"}, log);
    const std::vector<std::string> expected{"127.0.0.1:80", "[::1]:81"};
    QCOMPARE(resolve({}), expected);
    QCOMPARE(resolve({}), expected);
    QCOMPARE(log.all(),
             std::string("fleet: peers: 127.0.0.1:no-port: expected a name or an address "
                         "with a port\n"));
}

/// A fleet that is too large says so, instead of forgetting instances.
void TestFleet::furtherAddressesArePassedOver()
{
    std::vector<std::string> peers;
    for (std::size_t i = 0; i < kMostPeers + 2; ++i)
        peers.push_back(concat("127.0.0.1:", i + 1));
    RecordingLog log;
    PeerResolver resolve(std::move(peers), log);
    QCOMPARE(resolve({}).size(), kMostPeers);
    QCOMPARE(resolve({}).size(), kMostPeers);
    QCOMPARE(log.all(), std::string("fleet: peers: only the first 64 addresses are asked\n"));
}

/// Whoever stops the server does not wait for every name.
void TestFleet::aStoppedResolverAsksNobody()
{
    std::stop_source stop;
    stop.request_stop();
    RecordingLog log;
    PeerResolver resolve({"127.0.0.1:80", "127.0.0.1:no-port"}, log);
    QVERIFY(resolve(stop.get_token()).empty() && log.all().empty());
}

/// Who an instance is takes one line; a stranger that sends more is not heard to the end.
void TestFleet::introductionsAreShort()
{
    FalsePeer peer;
    peer.introduction = "x";
    m_addresses = {peer.address()};
    QCOMPARE(polled(m_instances[0], peer.idOfItsOwn()), std::string("404"));
    QVERIFY(peer.server().hits("/peers/instance") > 0);
    QCOMPARE(peer.server().countBelow("GET", "/peers/requests"), 0);
}

QTEST_GUILESS_MAIN(TestFleet)
#include "tst_fleet.moc"
