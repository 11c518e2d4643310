// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/host_port.h"

#include <QTest>

using namespace faultline;

class TestHostPort : public QObject
{
    Q_OBJECT

private slots:
    void parses_data();
    void parses();
    void refuses_data();
    void refuses();
};

void TestHostPort::parses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<int>("port");
    QTest::newRow("IPv4") << QByteArray("127.0.0.1:3021") << QByteArray("127.0.0.1") << 3021;
    QTest::newRow("IPv6") << QByteArray("[::1]:81") << QByteArray("::1") << 81;
    QTest::newRow("IPv6 without brackets") << QByteArray("::1:81") << QByteArray("::1") << 81;
    QTest::newRow("name") << QByteArray("store.internal:80") << QByteArray("store.internal") << 80;
    QTest::newRow("one bracket") << QByteArray("[::1:81") << QByteArray("[::1") << 81;
    QTest::newRow("no host") << QByteArray(":0") << QByteArray() << 0;
    QTest::newRow("nothing in brackets") << QByteArray("[]:7") << QByteArray() << 7;
    QTest::newRow("largest port") << QByteArray("h:65535") << QByteArray("h") << 65535;
}

void TestHostPort::parses()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, host);
    QFETCH(const int, port);
    const HostPort expected{.host = host.toStdString(), .port = static_cast<std::uint16_t>(port)};
    QVERIFY(parseHostPort(text.toStdString()) == expected);
}

void TestHostPort::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const auto* text : {"", "h", "h:", "h:x", "h:-1", "h:+1", "h:1 ", "h:65536", "[::1]",
                             "h:99999999999999999999"})
        QTest::newRow(text) << QByteArray(text);
}

void TestHostPort::refuses()
{
    QFETCH(const QByteArray, text);
    QVERIFY(!parseHostPort(text.toStdString()));
}

QTEST_GUILESS_MAIN(TestHostPort)
#include "tst_host_port.moc"
