// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/desktop/system_theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusServer>
#include <QDBusVariant>
#include <QSignalSpy>
#include <QTest>

using namespace faultline::ui;
using namespace faultline::ui::test;

/// The settings portal of a desktop, without a message bus.
class FakePortal : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

public:
    uint scheme = 0;

public Q_SLOTS:

    QDBusVariant Read(const QString& group, const QString& key) // NOLINT: the portal's name.
    {
        ++reads;
        const bool isKnown = group == QStringLiteral("org.freedesktop.appearance") &&
                             key == QStringLiteral("color-scheme");
        return QDBusVariant(QVariant::fromValue(QDBusVariant(isKnown ? scheme : 0u)));
    }

public:
    int reads = 0;
};

/// The theme "System" follows the desktop while the window is open.
class TestSystemTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void windowFollowsTheDesktop();
    void choiceOfTheUserCounts();
    void otherSettingsChangeNothing();
    void noPortalChangesNothing();
};

namespace {

/// A portal and a connection to it.
struct Desktop
{
    explicit Desktop(uint scheme)
    {
        portal.scheme = scheme;
        QObject::connect(&server, &QDBusServer::newConnection, &server,
                         [this](const QDBusConnection& connection) {
                             peer = connection;
                             peer.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"),
                                                 &portal,
                                                 QDBusConnection::ExportAllSlots |
                                                     QDBusConnection::ExportAllSignals);
                         });
        bus = QDBusConnection::connectToPeer(server.address(), QStringLiteral("desktop"));
    }

    ~Desktop() { QDBusConnection::disconnectFromPeer(QStringLiteral("desktop")); }

    void choose(uint scheme) { tell(QStringLiteral("color-scheme"), scheme); }

    void tell(const QString& key, uint value) const
    {
        auto message = QDBusMessage::createSignal(QStringLiteral("/org/freedesktop/portal/desktop"),
                                                  QStringLiteral("org.freedesktop.portal.Settings"),
                                                  QStringLiteral("SettingChanged"));
        message.setArguments({QStringLiteral("org.freedesktop.appearance"), key,
                              QVariant::fromValue(QDBusVariant(value))});
        QVERIFY(peer.send(message));
    }

    FakePortal portal;
    QDBusServer server;
    QDBusConnection peer{QString()};
    QDBusConnection bus{QString()};
};

constexpr uint kDark = 1;
constexpr uint kLight = 2;

} // namespace

void TestSystemTheme::windowFollowsTheDesktop()
{
    WindowFixture fixture;
    fixture.settings.setTheme(ThemeChoice::System);
    Desktop desktop(kDark);
    const SystemTheme system(desktop.bus);
    connect(&system, &SystemTheme::changed, &fixture.theme, &Theme::setSystemDark);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.theme.isDark(), 30'000);
    // The palette follows with the next turns of the event loop.
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window.palette().color(QPalette::Window),
                              QColor(darkTokens().window), 30'000);
    desktop.choose(kLight);
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.theme.isDark(), 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window.palette().color(QPalette::Window),
                              QColor(lightTokens().window), 30'000);
    desktop.choose(kDark);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.theme.isDark(), 30'000);
}

void TestSystemTheme::choiceOfTheUserCounts()
{
    WindowFixture fixture;
    fixture.settings.setTheme(ThemeChoice::Light);
    Desktop desktop(kDark);
    const SystemTheme system(desktop.bus);
    QSignalSpy told(&system, &SystemTheme::changed);
    connect(&system, &SystemTheme::changed, &fixture.theme, &Theme::setSystemDark);
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, 30'000);
    QVERIFY(!fixture.theme.isDark());
    fixture.settings.setTheme(ThemeChoice::System);
    QVERIFY(fixture.theme.isDark());
}

void TestSystemTheme::otherSettingsChangeNothing()
{
    Desktop desktop(0);
    const SystemTheme system(desktop.bus);
    QSignalSpy told(&system, &SystemTheme::changed);
    QTRY_COMPARE_WITH_TIMEOUT(desktop.portal.reads, 1, 30'000);
    desktop.tell(QStringLiteral("contrast"), 1);
    desktop.choose(kDark); // Messages arrive in their order.
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, 30'000);
    QCOMPARE(told.first().first().toBool(), true);
}

void TestSystemTheme::noPortalChangesNothing()
{
    const SystemTheme system{QDBusConnection(QStringLiteral("not connected"))};
    QSignalSpy told(&system, &SystemTheme::changed);
    QCoreApplication::processEvents();
    QCOMPARE(told.count(), 0);
}

QTEST_MAIN(TestSystemTheme)
#include "tst_system_theme.moc"
