// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desktop/system_theme.h"

#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

#include <utility>

namespace faultline::ui {

namespace {

constexpr auto kService = "org.freedesktop.portal.Desktop";
constexpr auto kPath = "/org/freedesktop/portal/desktop";
constexpr auto kInterface = "org.freedesktop.portal.Settings";
constexpr auto kGroup = "org.freedesktop.appearance";
constexpr auto kKey = "color-scheme";
constexpr uint kNoPreference = 0;
constexpr uint kPrefersDark = 1;

} // namespace

SystemTheme::SystemTheme(QDBusConnection bus, QObject* parent)
    : QObject(parent), m_bus(std::move(bus))
{
    if (!m_bus.isConnected())
        return;
    m_bus.connect(QString(), QLatin1String(kPath), QLatin1String(kInterface),
                  QStringLiteral("SettingChanged"), this, SLOT(takeChange(QDBusMessage)));
    ask();
}

void SystemTheme::ask()
{
    auto call = QDBusMessage::createMethodCall(QLatin1String(kService), QLatin1String(kPath),
                                               QLatin1String(kInterface), QStringLiteral("Read"));
    call.setArguments({QLatin1String(kGroup), QLatin1String(kKey)});
    auto* reply = new QDBusPendingCallWatcher(m_bus.asyncCall(call), this);
    connect(reply, &QDBusPendingCallWatcher::finished, this, [this, reply] {
        reply->deleteLater();
        const QDBusPendingReply<QDBusVariant> answer = *reply;
        if (answer.isValid())
            take(answer.value().variant());
    });
}

void SystemTheme::takeChange(const QDBusMessage& message)
{
    const QVariantList arguments = message.arguments(); // Group, key and value.
    if (arguments.size() == 3 && arguments[0].toString() == QLatin1String(kGroup) &&
        arguments[1].toString() == QLatin1String(kKey))
        take(arguments[2]);
}

/// Portals wrap the answer to Read once more.
void SystemTheme::take(const QVariant& value)
{
    if (value.userType() == qMetaTypeId<QDBusVariant>())
        return take(value.value<QDBusVariant>().variant());
    bool isNumber = false;
    const uint scheme = value.toUInt(&isNumber);
    if (isNumber && scheme != kNoPreference)
        Q_EMIT changed(scheme == kPrefersDark);
}

} // namespace faultline::ui
