// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/session_bus.h"
#include "ui/desktop/application_service.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QSignalSpy>
#include <QTest>

#include <future>

using namespace faultline::ui;
using namespace faultline::ui::test;

/// The workbench's name and methods on a real session bus.
class TestApplicationService : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theFirstOneHasTheName();
    void worksWithoutABus();
    void forwardsFiles_data();
    void forwardsFiles();
    void forwardsActions();
    void givesUpWhenNobodyAnswers();
    void takesCallsOfDesktops();
    void refusesWrongCalls();

private:
    using Role = ApplicationService::Role;

    /// Calls `forward` on another thread, as the other process would, while this one has its loop.
    template <class Forward>
    static bool whileServing(Forward forward)
    {
        auto result = std::async(std::launch::async, forward);
        return QTest::qWaitFor(
                   [&] {
                       return result.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
                   },
                   30'000) &&
               result.get();
    }

    std::unique_ptr<SessionBus> m_bus;
};

void TestApplicationService::initTestCase()
{
    if (!SessionBus::isAvailable())
        QSKIP("dbus-daemon is not installed");
    m_bus = std::make_unique<SessionBus>();
    QVERIFY(!m_bus->address().isEmpty());
}

void TestApplicationService::theFirstOneHasTheName()
{
    auto first = std::make_unique<ApplicationService>(m_bus->connection());
    ApplicationService second(m_bus->connection());
    QCOMPARE(first->claim(), Role::First);
    QCOMPARE(second.claim(), Role::Another);
    QCOMPARE(second.claim(), Role::Another);
    QVERIFY(!second.owner().isEmpty());
    first.reset();
    QVERIFY(second.owner().isEmpty());
    QCOMPARE(second.claim(), Role::First);
}

void TestApplicationService::worksWithoutABus()
{
    ApplicationService service(QDBusConnection(QStringLiteral("not connected")));
    QCOMPARE(service.claim(), Role::Alone);
    QVERIFY(!service.forwardFiles({}));
}

void TestApplicationService::forwardsFiles_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("plain") << QStringLiteral("/tmp/a.dmp");
    QTest::newRow("space") << QStringLiteral("/tmp/two words.dmp");
    QTest::newRow("percent") << QStringLiteral("/tmp/100%20 %.dmp");
    QTest::newRow("letters of URLs") << QStringLiteral("/tmp/a?b#c&d;e.dmp");
    QTest::newRow("Turkish") << QStringLiteral("/tmp/çökme ığüşö.dmp");
    QTest::newRow("newline") << QStringLiteral("/tmp/a\nb.dmp");
}

void TestApplicationService::forwardsFiles()
{
    QFETCH(QString, path);
    ApplicationService first(m_bus->connection());
    QCOMPARE(first.claim(), Role::First);
    QSignalSpy opened(&first, &ApplicationService::openRequested);
    QSignalSpy activated(&first, &ApplicationService::activated);
    ApplicationService second(m_bus->connection());
    qputenv("XDG_ACTIVATION_TOKEN", "token-1");
    QVERIFY(whileServing([&] { return second.forwardFiles({QUrl::fromLocalFile(path)}); }));
    qunsetenv("XDG_ACTIVATION_TOKEN");
    QCOMPARE(opened.size(), 1);
    const auto files = opened[0][0].value<QList<QUrl>>();
    QCOMPARE(files.size(), 1);
    QCOMPARE(files[0].toLocalFile(), path);
    QCOMPARE(opened[0][1].toString(), QStringLiteral("token-1"));
    QVERIFY(whileServing([&] { return second.forwardFiles({}); }));
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].toString(), QString());
}

void TestApplicationService::forwardsActions()
{
    ApplicationService first(m_bus->connection());
    QCOMPARE(first.claim(), Role::First);
    QSignalSpy requested(&first, &ApplicationService::actionRequested);
    ApplicationService second(m_bus->connection());
    QVERIFY(whileServing(
        [&] { return second.forwardAction(QLatin1String(desktop_action::kOpenLast)); }));
    QCOMPARE(requested.size(), 1);
    QCOMPARE(requested[0][0].toString(), QStringLiteral("open-last"));
}

void TestApplicationService::givesUpWhenNobodyAnswers()
{
    ApplicationService second(m_bus->connection());
    QVERIFY(!second.forwardFiles({}));
}

namespace {

QDBusMessage call(const QString& method, const QVariantList& arguments)
{
    auto message = QDBusMessage::createMethodCall(
        QStringLiteral("org.faultline.Faultline"), QStringLiteral("/org/faultline/Faultline"),
        QStringLiteral("org.freedesktop.Application"), method);
    message.setArguments(arguments);
    return message;
}

} // namespace

/// Written out as the specification has it, so that a mistake on both sides cannot hide.
void TestApplicationService::takesCallsOfDesktops()
{
    ApplicationService service(m_bus->connection());
    QCOMPARE(service.claim(), Role::First);
    QSignalSpy opened(&service, &ApplicationService::openRequested);
    auto desktop = m_bus->connection();
    const QVariantMap data{{QStringLiteral("activation-token"), QStringLiteral("t")},
                           {QStringLiteral("desktop-startup-id"), QStringLiteral("i")}};
    QDBusPendingReply<> reply = desktop.asyncCall(
        call(QStringLiteral("Open"),
             {QStringList{QStringLiteral("file:///tmp/a%20b%25.dmp"),
                          QStringLiteral("https://host/c.dmp"), QStringLiteral("file:///%FF%FE"),
                          QStringLiteral("no url \x01")},
              data}));
    QTRY_VERIFY(reply.isFinished());
    QVERIFY2(reply.isValid(), qPrintable(reply.error().message()));
    const auto files = opened[0][0].value<QList<QUrl>>();
    QCOMPARE(files.size(), 4);
    QCOMPARE(files[0].toLocalFile(), QStringLiteral("/tmp/a b%.dmp"));
    QVERIFY(!files[1].isLocalFile());
    QVERIFY(!files[3].isLocalFile());
}

void TestApplicationService::refusesWrongCalls()
{
    ApplicationService service(m_bus->connection());
    QCOMPARE(service.claim(), Role::First);
    QSignalSpy opened(&service, &ApplicationService::openRequested);
    auto desktop = m_bus->connection();
    for (const auto& message :
         {call(QStringLiteral("Open"), {QStringLiteral("file:///a")}),
          call(QStringLiteral("Open"), {}), call(QStringLiteral("deleteLater"), {})}) {
        QDBusPendingReply<> reply = desktop.asyncCall(message);
        QTRY_VERIFY(reply.isFinished());
        QVERIFY(reply.isError());
    }
    QCOMPARE(opened.size(), 0);
}

QTEST_GUILESS_MAIN(TestApplicationService)
#include "tst_application_service.moc"
