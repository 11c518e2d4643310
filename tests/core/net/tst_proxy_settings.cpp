// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/proxy_settings.h"

#include <QTest>

#include <map>

using namespace faultline;

namespace {

using Variables = std::map<std::string, std::string>;

net::ProxySettings settingsOf(const Variables& variables)
{
    return net::proxySettingsFrom([&](const std::string& name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
}

} // namespace

Q_DECLARE_METATYPE(Variables)

class TestProxySettings : public QObject
{
    Q_OBJECT

private slots:
    void readsTheEnvironment_data();
    void readsTheEnvironment();
    void leavesHostsDirect_data();
    void leavesHostsDirect();
};

void TestProxySettings::readsTheEnvironment_data()
{
    QTest::addColumn<Variables>("variables");
    QTest::addColumn<QString>("http");
    QTest::addColumn<QString>("https");
    QTest::newRow("none") << Variables() << "" << "";
    QTest::newRow("by scheme") << Variables{{"http_proxy", "a"}, {"HTTPS_PROXY", "b"}} << "a"
                               << "b";
    QTest::newRow("one for all") << Variables{{"ALL_PROXY", "socks5h://s:1"}} << "socks5h://s:1"
                                 << "socks5h://s:1";
    QTest::newRow("the particular one wins")
        << Variables{{"all_proxy", "a"}, {"https_proxy", "b"}} << "a" << "b";
    QTest::newRow("lower case wins")
        << Variables{{"https_proxy", "a"}, {"HTTPS_PROXY", "b"}} << "" << "a";
    QTest::newRow("capitals") << Variables{{"HTTP_PROXY", "a"}} << "a" << "";
    QTest::newRow("a CGI client's header")
        << Variables{{"HTTP_PROXY", "a"}, {"REQUEST_METHOD", "GET"}} << "" << "";
    QTest::newRow("empty") << Variables{{"http_proxy", " "}, {"all_proxy", "a"}} << "a" << "a";
}

void TestProxySettings::readsTheEnvironment()
{
    QFETCH(Variables, variables);
    QFETCH(QString, http);
    QFETCH(QString, https);
    const auto settings = settingsOf(variables);
    QCOMPARE(QString::fromStdString(settings.proxyFor("http://h/x")), http);
    QCOMPARE(QString::fromStdString(settings.proxyFor("https://h/x")), https);
}

void TestProxySettings::leavesHostsDirect_data()
{
    QTest::addColumn<QString>("direct");
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("isDirect");
    QTest::newRow("name") << "example.org" << "example.org" << true;
    QTest::newRow("below the name") << "example.org" << "a.example.org" << true;
    QTest::newRow("similar name") << "example.org" << "badexample.org" << false;
    QTest::newRow("with a dot") << ".example.org" << "a.example.org" << true;
    QTest::newRow("with a star") << "*.example.org" << "a.example.org" << true;
    QTest::newRow("capitals") << "Example.ORG" << "example.org" << true;
    QTest::newRow("one of several") << "a.b, example.org" << "example.org" << true;
    QTest::newRow("everything") << "*" << "anything" << true;
    QTest::newRow("address") << "10.0.0.1" << "10.0.0.1" << true;
    QTest::newRow("in the network") << "10.0.0.0/8" << "10.200.3.4" << true;
    QTest::newRow("outside the network") << "10.0.0.0/8" << "11.0.0.1" << false;
    QTest::newRow("odd prefix") << "10.0.0.0/9" << "10.128.0.1" << false;
    QTest::newRow("six") << "fd00::/8" << "[fd12::1]" << true;
    QTest::newRow("six and four") << "fd00::/8" << "10.0.0.1" << false;
    QTest::newRow("prefix too long") << "10.0.0.0/33" << "10.0.0.0" << false;
    QTest::newRow("nothing") << " , " << "example.org" << false;
}

void TestProxySettings::leavesHostsDirect()
{
    QFETCH(QString, direct);
    QFETCH(QString, host);
    QFETCH(bool, isDirect);
    const auto settings = settingsOf({{"http_proxy", "proxy"}, {"no_proxy", direct.toStdString()}});
    QCOMPARE(settings.proxyFor("http://" + host.toStdString() + ":80/x").empty(), isDirect);
}

QTEST_GUILESS_MAIN(TestProxySettings)
#include "tst_proxy_settings.moc"
