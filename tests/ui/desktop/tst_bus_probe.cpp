// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/session_bus.h"
#include "ui/desktop/bus_probe.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

constexpr int kWaitMs = 50;

/// Somebody who listens and says nothing.
class SilentListener
{
public:
    explicit SilentListener(const QByteArray& path) : m_socket(::socket(AF_UNIX, SOCK_STREAM, 0))
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::copy(path.begin(), path.end(), address.sun_path);
        m_listens =
            ::bind(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
            ::listen(m_socket, 8) == 0;
    }

    ~SilentListener() { ::close(m_socket); }

    SilentListener(const SilentListener&) = delete;
    SilentListener& operator=(const SilentListener&) = delete;

    bool listens() const { return m_listens; }

private:
    int m_socket;
    bool m_listens = false;
};

} // namespace

/// A bus that accepts and does not answer held the program for ever.
class TestBusProbe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBusAnswers();
    void aSilentOneIsFound();
    void nobodyIsNotSilent_data();
    void nobodyIsNotSilent();
    void theProcessDoesWithoutASilentBus();
};

void TestBusProbe::aBusAnswers()
{
    if (!SessionBus::isAvailable())
        QSKIP("dbus-daemon is not installed");
    const SessionBus bus;
    QVERIFY(!bus.address().isEmpty());
    QVERIFY(!isSilentBus(bus.address().toUtf8(), 30'000));
}

void TestBusProbe::aSilentOneIsFound()
{
    const QTemporaryDir folder;
    const QByteArray path = QFile::encodeName(folder.filePath(QStringLiteral("b,us")));
    const SilentListener listener(path);
    QVERIFY(listener.listens());
    QVERIFY(isSilentBus("unix:path=" + QByteArray(path).replace(",", "%2c") + ",guid=00", kWaitMs));
}

void TestBusProbe::nobodyIsNotSilent_data()
{
    QTest::addColumn<QByteArray>("address");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("disabled") << QByteArray("disabled:");
    QTest::newRow("no socket") << QByteArray("unix:path=/nowhere/bus");
    QTest::newRow("abstract, nobody") << QByteArray("unix:abstract=/faultline/nobody");
    QTest::newRow("no path") << QByteArray("unix:path=");
    QTest::newRow("longer than a name can be") << "unix:path=/" + QByteArray(500, 'x');
    QTest::newRow("another kind") << QByteArray("tcp:host=localhost,port=1");
}

void TestBusProbe::nobodyIsNotSilent()
{
    QFETCH(QByteArray, address);
    QVERIFY(!isSilentBus(address, kWaitMs));
}

void TestBusProbe::theProcessDoesWithoutASilentBus()
{
    const QTemporaryDir folder;
    const QByteArray path = QFile::encodeName(folder.filePath(QStringLiteral("bus")));
    const SilentListener listener(path);
    QVERIFY(listener.listens());
    const QByteArray before = qgetenv("DBUS_SESSION_BUS_ADDRESS");
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + path);
    leaveSilentBus();
    QCOMPARE(qgetenv("DBUS_SESSION_BUS_ADDRESS"), QByteArray("disabled:"));
    qputenv("DBUS_SESSION_BUS_ADDRESS", before);
}

QTEST_GUILESS_MAIN(TestBusProbe)
#include "tst_bus_probe.moc"
