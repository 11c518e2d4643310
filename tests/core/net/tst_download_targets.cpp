// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/net/download_bench.h"
#include "tests/support/loopback_server.h"

#include <QTest>

using namespace faultline;
using faultline::test::DownloadBench;
using faultline::test::LoopbackServer;
using std::chrono::milliseconds;

namespace {

/// Numbers its grants and counts the bytes that it is asked to explain.
class NumberedAccess final : public net::RequestAccess
{
public:
    explicit NumberedAccess(std::string url) : m_url(std::move(url)) {}

    void grant(std::stop_token, Done done) override
    {
        if (refusal)
            return done(std::unexpected(*refusal));
        const auto number = std::to_string(++grants);
        done(Grant{m_url, {{"X-Grant", number}}});
    }

    Error explain(const net::HttpHead& head, std::string_view body) override
    {
        return {ErrorKind::PermissionDenied,
                concat(head.status, ": ", body.size(), " bytes, ", body.substr(0, 6))};
    }

    std::optional<Error> refusal;
    std::atomic<int> grants = 0;

private:
    std::string m_url;
};

} // namespace

/// Whom a download asks, with what in the request, and where redirects may lead.
class TestDownloadTargets : public QObject, private DownloadBench
{
    Q_OBJECT

private slots:
    void reservedAddressesAreRefused_data();
    void reservedAddressesAreRefused();
    void trustedTargetsPassTheFilter();
    void signedRequestsAreGrantedForEveryAttempt();
    void signedRequestsExplainRefusals();
    void refusedGrantsFailTheTransfer_data();
    void refusedGrantsFailTheTransfer();
    void headersStayOnTheirHost();
    void redirectsStayOnAllowedHosts_data();
    void redirectsStayOnAllowedHosts();
    void tooManyRedirectsEnd();
    void sendsUserAgentAndChecksum();
};

void TestDownloadTargets::reservedAddressesAreRefused_data()
{
    QTest::addColumn<QString>("host");
    QTest::newRow("literal") << "127.0.0.1";
    QTest::newRow("name that resolves to it") << "localhost";
}

void TestDownloadTargets::reservedAddressesAreRefused()
{
    QFETCH(QString, host);
    LoopbackServer server;
    server.reply("/x", {.body = "secret"});
    // A connection that another exchange left open must not be used either.
    QCOMPARE(textOf(run(request(server.url(host.toStdString()) + "/x"))), std::string("secret"));
    const auto outcome =
        run(request(server.url(host.toStdString()) + "/x"), {.connectToReservedIps = false});
    QCOMPARE(textOf(outcome), std::string("download failed: destination is restricted"));
    QCOMPARE(server.hits("/x"), 1);
}

void TestDownloadTargets::trustedTargetsPassTheFilter()
{
    LoopbackServer server;
    server.reply("/x", {.body = "ok"});
    auto wanted = request(server.url() + "/x");
    std::get<net::HttpTarget>(wanted.from).ignoreAddressFilter = true;
    QCOMPARE(textOf(run(std::move(wanted), {.connectToReservedIps = false})), std::string("ok"));
}

void TestDownloadTargets::signedRequestsAreGrantedForEveryAttempt()
{
    LoopbackServer server;
    server.handle("/x", [&](const LoopbackServer::Request& sent) {
        const bool first = sent.headers.at("x-grant") == "1";
        return LoopbackServer::Reply{.body = "granted " + sent.headers.at("x-grant"), .cut = first};
    });
    auto wanted = request(server.url());
    const auto access = std::make_shared<NumberedAccess>(server.url() + "/x");
    std::get<net::HttpTarget>(wanted.from).access = access;
    QCOMPARE(textOf(run(std::move(wanted))), std::string("granted 2"));
    QCOMPARE(access->grants.load(), 2);
    QCOMPARE(server.totalHits(), 2);
}

void TestDownloadTargets::signedRequestsExplainRefusals()
{
    LoopbackServer server;
    server.reply("/x", {.status = 500, .body = "reason" + std::string(100'000, '.')});
    auto wanted = request(server.url());
    std::get<net::HttpTarget>(wanted.from).access =
        std::make_shared<NumberedAccess>(server.url("localhost") + "/x");
    QCOMPARE(textOf(run(std::move(wanted))),
             std::string("permission denied: 500: 65536 bytes, reason"));
    // The access decides about a refusal, and also about a further attempt.
    QCOMPARE(server.hits("/x"), 1);
}

void TestDownloadTargets::refusedGrantsFailTheTransfer_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("error");
    QTest::addColumn<uint>("attempts");
    QTest::newRow("a lasting failure ends it")
        << static_cast<int>(ErrorKind::PermissionDenied) << "permission denied: no" << 1u;
    QTest::newRow("a passing failure is tried again")
        << static_cast<int>(ErrorKind::DownloadFailed) << "download failed: no" << 3u;
}

void TestDownloadTargets::refusedGrantsFailTheTransfer()
{
    QFETCH(int, kind);
    QFETCH(QString, error);
    QFETCH(uint, attempts);
    auto wanted = request("http://127.0.0.1:1");
    const auto access = std::make_shared<NumberedAccess>("");
    access->refusal = Error{static_cast<ErrorKind>(kind), "no"};
    std::get<net::HttpTarget>(wanted.from).access = access;
    const auto outcome = run(std::move(wanted));
    QCOMPARE(QString::fromStdString(textOf(outcome)), error);
    QCOMPARE(outcome.attempts, attempts);
    QCOMPARE(filesLeft(), 0);
}

void TestDownloadTargets::headersStayOnTheirHost()
{
    LoopbackServer first;
    LoopbackServer second;
    first.reply("/same", {.status = 301, .body = "moved", .headers = {{"Location", "/away"}}});
    first.reply("/away",
                {.status = 302, .body = "moved", .headers = {{"Location", second.url() + "/end"}}});
    second.reply("/end", {.body = "there"});
    auto wanted = request(first.url() + "/same");
    std::get<net::HttpTarget>(wanted.from).headers = {
        {"Authorization", "Basic x"}, {"X-Key", "y"}, {"bad name", "z"}};
    QCOMPARE(textOf(run(std::move(wanted))), std::string("there"));
    QCOMPARE(first.lastRequest("/away").headers["authorization"], std::string("Basic x"));
    QCOMPARE(first.lastRequest("/away").headers["x-key"], std::string("y"));
    const auto end = second.lastRequest("/end").headers;
    QVERIFY(!end.contains("authorization"));
    QVERIFY(!end.contains("x-key"));
    QVERIFY(end.contains("user-agent"));
}

void TestDownloadTargets::redirectsStayOnAllowedHosts_data()
{
    QTest::addColumn<bool>("isHeld");
    QTest::addColumn<QString>("allowed");
    QTest::addColumn<QString>("text");
    QTest::newRow("any host") << false << "" << "there";
    QTest::newRow("the other host") << true << "127.0.0.2" << "there";
    QTest::newRow("its own host only")
        << true << ""
        << "permission denied: redirected to 127.0.0.2, a host that is not allowed";
}

void TestDownloadTargets::redirectsStayOnAllowedHosts()
{
    QFETCH(bool, isHeld);
    QFETCH(QString, allowed);
    QFETCH(QString, text);
    LoopbackServer first;
    LoopbackServer second("127.0.0.2");
    first.reply("/same", {.status = 301, .headers = {{"Location", "/away"}}});
    first.reply("/away", {.status = 302, .headers = {{"Location", second.url() + "/end"}}});
    second.reply("/end", {.body = "there"});
    auto wanted = request(first.url() + "/same");
    if (isHeld)
        std::get<net::HttpTarget>(wanted.from).redirectHosts = {allowed.toStdString()};
    const auto outcome = run(std::move(wanted));
    QCOMPARE(QString::fromStdString(textOf(outcome)), text);
    const bool isFound = outcome.content.has_value();
    QCOMPARE(second.totalHits(), isFound ? 1 : 0);
    QCOMPARE(outcome.attempts, 1u);
    if (!isFound)
        QVERIFY(outcome.content.error().momentary); // The next consent may allow it.
}

void TestDownloadTargets::tooManyRedirectsEnd()
{
    LoopbackServer server;
    server.reply("/x", {.status = 302, .headers = {{"Location", "/x"}}});
    const auto outcome = run(request(server.url() + "/x"), {.maxAttempts = 1});
    QCOMPARE(textOf(outcome), std::string("download failed: too many redirects"));
    QCOMPARE(server.hits("/x"), 11);
}

void TestDownloadTargets::sendsUserAgentAndChecksum()
{
    LoopbackServer server;
    server.reply("/base/a", {.body = "ok"});
    sources::SourceConfig source;
    source.where = sources::HttpSource{server.url() + "/base", {{"User-Agent", "curl/8"}}, false};
    const sources::RemoteFile file{sources::makeSource(source), sources::FileType::Pdb, "a",
                                   "SHA256:00"};
    auto wanted = net::downloadRequestFor(file, *TempFile::create(m_dir->path().toStdString()));
    QCOMPARE(textOf(run(*std::move(wanted))), std::string("ok"));
    const auto sent = server.lastRequest("/base/a").headers;
    QCOMPARE(sent.at("user-agent"), std::string("curl/8"));
    QCOMPARE(sent.at("symbolchecksum"), std::string("SHA256:00"));
    QCOMPARE(sent.at("accept-encoding"), std::string("br, deflate, gzip, zstd"));
    run(request(server.url() + "/base/a"));
    QVERIFY(server.lastRequest("/base/a").headers.at("user-agent").starts_with("faultline/"));
}

QTEST_GUILESS_MAIN(TestDownloadTargets)
#include "tst_download_targets.moc"
