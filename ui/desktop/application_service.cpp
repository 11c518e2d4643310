// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desktop/application_service.h"

#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusReply>

#include <utility>

namespace faultline::ui {

namespace {

// The name of the desktop entry, and the path that the specification derives from it.
constexpr auto kName = "org.faultline.Faultline";
constexpr auto kPath = "/org/faultline/Faultline";
constexpr auto kInterface = "org.freedesktop.Application";
constexpr auto kTokenKey = "activation-token";
constexpr auto kTokenVariable = "XDG_ACTIVATION_TOKEN";

QString tokenIn(const QVariantMap& platformData)
{
    return platformData.value(QLatin1String(kTokenKey)).toString();
}

} // namespace

ApplicationService::ApplicationService(QDBusConnection bus, QObject* parent)
    : QObject(parent), m_bus(std::move(bus))
{
}

ApplicationService::~ApplicationService()
{
    if (m_hasName)
        m_bus.unregisterService(QLatin1String(kName));
}

ApplicationService::Role ApplicationService::claim()
{
    if (!m_bus.isConnected())
        return Role::Alone;
    // First the object, so that whoever sees the name can call it.
    m_bus.registerObject(QLatin1String(kPath), this, QDBusConnection::ExportScriptableSlots);
    const QDBusReply<QDBusConnectionInterface::RegisterServiceReply> reply =
        m_bus.interface()->registerService(QLatin1String(kName),
                                           QDBusConnectionInterface::DontQueueService,
                                           QDBusConnectionInterface::DontAllowReplacement);
    m_hasName = reply.isValid() && reply.value() == QDBusConnectionInterface::ServiceRegistered;
    if (m_hasName)
        return Role::First;
    m_bus.unregisterObject(QLatin1String(kPath));
    return reply.isValid() ? Role::Another : Role::Alone;
}

QString ApplicationService::owner() const
{
    return m_bus.isConnected() ? m_bus.interface()->serviceOwner(QLatin1String(kName)).value()
                               : QString();
}

bool ApplicationService::forwardFiles(const QList<QUrl>& files)
{
    if (files.isEmpty())
        return forward(QStringLiteral("Activate"), {});
    QStringList uris;
    for (const QUrl& file : files)
        uris.append(QString::fromLatin1(file.toEncoded()));
    return forward(QStringLiteral("Open"), {uris});
}

bool ApplicationService::forwardAction(const QString& action)
{
    return forward(QStringLiteral("ActivateAction"), {action, QVariantList()});
}

bool ApplicationService::forward(const QString& method, QVariantList arguments)
{
    QVariantMap platformData;
    if (const QString token = qEnvironmentVariable(kTokenVariable); !token.isEmpty())
        platformData.insert(QLatin1String(kTokenKey), token);
    arguments.append(platformData);
    auto call = QDBusMessage::createMethodCall(QLatin1String(kName), QLatin1String(kPath),
                                               QLatin1String(kInterface), method);
    call.setAutoStartService(false); // Otherwise the bus could start what has just ended.
    call.setArguments(arguments);
    return m_bus.call(call, QDBus::Block, kAnswerTimeMs).type() == QDBusMessage::ReplyMessage;
}

void ApplicationService::Activate(const QVariantMap& platform_data)
{
    Q_EMIT activated(tokenIn(platform_data));
}

void ApplicationService::Open(const QStringList& uris, const QVariantMap& platform_data)
{
    QList<QUrl> files;
    for (const QString& uri : uris)
        files.append(QUrl(uri, QUrl::StrictMode));
    Q_EMIT openRequested(files, tokenIn(platform_data));
}

void ApplicationService::ActivateAction(const QString& action_name,
                                        const QVariantList& /*parameter*/,
                                        const QVariantMap& platform_data)
{
    Q_EMIT actionRequested(action_name, tokenIn(platform_data));
}

} // namespace faultline::ui
