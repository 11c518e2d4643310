// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/downloader.h"
#include "tests/support/loopback_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <future>

using namespace faultline;
using faultline::test::LoopbackServer;

/// Downloads through an HTTP proxy. The loopback server acts as one when a request has an absolute
/// URL.
class TestProxiedDownload : public QObject
{
    Q_OBJECT

private slots:
    void goesThroughTheProxy();
    void credentialsGoToTheProxy();
    void messagesDoNotNameItsPassword_data();
    void messagesDoNotNameItsPassword();
    void theTargetIsCheckedBeforeTheProxyIsAsked_data();
    void theTargetIsCheckedBeforeTheProxyIsAsked();
    void everyHopIsChecked();

private:
    std::string run(const std::string& url, const std::string& proxy, bool filtered)
    {
        QTemporaryDir folder;
        const auto transport = net::makeCurlTransport({.proxies = {proxy, proxy, {}}, .tls = {}});
        WorkerPool io(1);
        net::DownloadPolicy policy;
        policy.connectToReservedIps = !filtered;
        net::Downloader downloader(policy, *transport, io);
        std::promise<std::string> text;
        downloader.start(
            {.from = net::HttpTarget{.url = url},
             .target = *TempFile::create(folder.path().toStdString()),
             .decompress = true,
             .source = {},
             .location = {},
             .label = {}},
            {}, [&](net::DownloadOutcome outcome) {
                text.set_value(outcome.content
                                   ? std::string(std::get<TempFile>(*outcome.content).map()->text())
                                   : outcome.content.error().describe());
            });
        return text.get_future().get();
    }
};

void TestProxiedDownload::goesThroughTheProxy()
{
    LoopbackServer proxy;
    proxy.reply("http://symbols.invalid/x", {.body = "by proxy"});
    QCOMPARE(run("http://symbols.invalid/x", proxy.url(), false), std::string("by proxy"));
}

void TestProxiedDownload::credentialsGoToTheProxy()
{
    LoopbackServer proxy;
    proxy.reply("http://symbols.invalid/x", {.body = "by proxy"});
    auto address = proxy.url();
    address.insert(address.find("//") + 2, "user:pass%3Aword@");
    QCOMPARE(run("http://symbols.invalid/x", address, false), std::string("by proxy"));
    QCOMPARE(proxy.lastRequest("http://symbols.invalid/x").headers.at("proxy-authorization"),
             std::string("Basic dXNlcjpwYXNzOndvcmQ="));
}

/// libcurl quotes a proxy that it cannot use, and its text goes into reports and cache entries.
void TestProxiedDownload::messagesDoNotNameItsPassword_data()
{
    QTest::addColumn<QString>("proxy");
    QTest::newRow("unusable port") << "http://user:hunter2@proxy.invalid:99999999";
    QTest::newRow("unknown scheme") << "ftp://user:hunter2@proxy.invalid";
    QTest::newRow("no scheme") << "user:hunter2@proxy.invalid:99999999";
    QTest::newRow("a password with signs") << "http://user:hunter2@x:y@proxy.invalid:99999999";
    QTest::newRow("no such host") << "http://user:hunter2@proxy.invalid:1";
    QTest::newRow("spaces") << "http://user:hunter2@proxy invalid:1";
}

void TestProxiedDownload::messagesDoNotNameItsPassword()
{
    QFETCH(QString, proxy);
    const auto error = run("http://symbols.invalid/x", proxy.toStdString(), false);
    QVERIFY2(error.starts_with("download failed: "), error.c_str());
    QVERIFY2(!error.contains("hunter2"), error.c_str());
}

void TestProxiedDownload::theTargetIsCheckedBeforeTheProxyIsAsked_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("error");
    const QString restricted = "download failed: destination is restricted";
    QTest::newRow("21: IPv4") << "127.0.0.1" << restricted;
    QTest::newRow("21: IPv6") << "[::1]" << restricted;
    QTest::newRow("21: mapped") << "[::ffff:10.0.0.1]" << restricted;
    QTest::newRow("21: NAT64") << "[64:ff9b::10.0.0.1]" << restricted;
    QTest::newRow("21: name") << "localhost" << restricted;
    QTest::newRow("public address") << "8.8.8.8" << "by proxy";
}

void TestProxiedDownload::theTargetIsCheckedBeforeTheProxyIsAsked()
{
    QFETCH(QString, host);
    QFETCH(QString, error);
    LoopbackServer proxy;
    const auto url = "http://" + host.toStdString() + "/x";
    proxy.reply(url, {.body = "by proxy"});
    QCOMPARE(QString::fromStdString(run(url, proxy.url(), true)), error);
    QCOMPARE(proxy.totalHits(), error == "by proxy" ? 1 : 0);
}

void TestProxiedDownload::everyHopIsChecked()
{
    LoopbackServer proxy;
    proxy.reply("http://8.8.8.8/x",
                {.status = 302, .headers = {{"Location", "http://169.254.169.254/meta"}}});
    QCOMPARE(run("http://8.8.8.8/x", proxy.url(), true),
             std::string("download failed: destination is restricted"));
    QCOMPARE(proxy.totalHits(), 1);
}

QTEST_GUILESS_MAIN(TestProxiedDownload)
#include "tst_proxied_download.moc"
