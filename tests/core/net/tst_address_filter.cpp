// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/address_filter.h"
#include "core/net/transport/http_status.h"

#include <QTest>

#include <arpa/inet.h>

using namespace faultline;

class TestAddressFilter : public QObject
{
    Q_OBJECT

private slots:
    void judgesAddresses_data();
    void judgesAddresses();
    void refusesOtherLengths();
    void mapsStatuses_data();
    void mapsStatuses();
    void durationsReadWell_data();
    void durationsReadWell();
};

void TestAddressFilter::judgesAddresses_data()
{
    QTest::addColumn<bool>("reserved");
    const auto add = [](bool reserved, std::initializer_list<const char*> addresses) {
        for (const auto* address : addresses)
            QTest::newRow(address) << reserved;
    };
    add(true, {"0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1",
               "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
               "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1",
               "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255"});
    add(false, {"1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
                "172.15.255.255", "172.32.0.0", "192.0.0.8", "198.20.0.0", "223.255.255.255"});
    add(true, {"::", "::1", "fe80::1", "febf::1", "fec0::1", "fc00::1", "fdff::1", "ff02::1",
               "2001:db8::1", "100::1", "2001::1", "64:ff9b:1::1", "3fff::1", "5f00::1"});
    add(true,
        {"::ffff:127.0.0.1", "::ffff:10.1.2.3", "::10.1.2.3", "64:ff9b::7f00:1", "2002:7f00:1::1"});
    add(false, {"2606:4700::1111", "2a00:1450:4001::1", "::ffff:1.1.1.1", "64:ff9b::101:101",
                "2002:101:101::1"});
}

void TestAddressFilter::judgesAddresses()
{
    QFETCH(bool, reserved);
    const auto* text = QTest::currentDataTag();
    std::array<std::byte, 16> bytes{};
    const bool isV6 = std::string_view(text).find(':') != std::string_view::npos;
    QCOMPARE(inet_pton(isV6 ? AF_INET6 : AF_INET, text, bytes.data()), 1);
    QCOMPARE(net::isReservedAddress(Bytes(bytes).first(isV6 ? 16 : 4)), reserved);
}

void TestAddressFilter::refusesOtherLengths()
{
    QVERIFY(net::isReservedAddress({}));
    const std::array<std::byte, 6> hardware{};
    QVERIFY(net::isReservedAddress(hardware));
}

void TestAddressFilter::mapsStatuses_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("error");
    QTest::newRow("success") << 200 << "";
    QTest::newRow("partial") << 206 << "";
    QTest::newRow("unauthorized") << 401 << "permission denied: 401 Unauthorized";
    QTest::newRow("forbidden") << 403 << "permission denied: 403 Forbidden";
    QTest::newRow("missing") << 404 << "not found";
    QTest::newRow("gone") << 410 << "not found";
    QTest::newRow("too many requests is no absence")
        << 429 << "download failed: 429 Too Many Requests";
    QTest::newRow("login page") << 302 << "permission denied: Potential login page detected";
    QTest::newRow("server error") << 500 << "download failed: 500 Internal Server Error";
    QTest::newRow("unknown phrase") << 599 << "download failed: 599";
}

void TestAddressFilter::mapsStatuses()
{
    QFETCH(int, status);
    QFETCH(QString, error);
    net::HttpHead head;
    head.status = static_cast<std::uint32_t>(status);
    const auto found = net::errorForStatus(head);
    QCOMPARE(QString::fromStdString(found ? found->describe() : ""), error);
}

void TestAddressFilter::durationsReadWell_data()
{
    QTest::addColumn<int>("ms");
    QTest::addColumn<QString>("text");
    QTest::newRow("milliseconds") << 200 << "200ms";
    QTest::newRow("seconds") << 10'000 << "10s";
    QTest::newRow("minutes and seconds") << 273'000 << "4m 33s";
    QTest::newRow("zero") << 0 << "0s";
}

void TestAddressFilter::durationsReadWell()
{
    QFETCH(int, ms);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(net::durationText(std::chrono::milliseconds(ms))), text);
}

QTEST_GUILESS_MAIN(TestAddressFilter)
#include "tst_address_filter.moc"
