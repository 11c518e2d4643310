// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QObject>
#include <QVariant>

namespace faultline::ui {

/// Follows the desktop's choice between light and dark, which desktops tell through the settings
/// portal (https://flatpak.github.io/xdg-desktop-portal, org.freedesktop.appearance). Without a
/// portal it stays silent. GUI thread only.
class SystemTheme final : public QObject
{
    Q_OBJECT

public:
    explicit SystemTheme(QDBusConnection bus, QObject* parent = nullptr);

Q_SIGNALS:
    /// The desktop's choice is known, or has changed.
    void changed(bool isDark);

private Q_SLOTS:
    void takeChange(const QDBusMessage& message);

private:
    void ask();
    void take(const QVariant& value);

    QDBusConnection m_bus;
};

} // namespace faultline::ui
