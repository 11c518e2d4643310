// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace faultline::ui::test {

/// A session bus of its own. `services` are files for its folder of services, by name; with them it
/// starts programs in this process's environment.
class SessionBus
{
public:
    explicit SessionBus(
        const QMap<QString, QByteArray>& services = {},
        const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment());
    ~SessionBus();
    SessionBus(const SessionBus&) = delete;
    SessionBus& operator=(const SessionBus&) = delete;

    /// Is dbus-daemon installed?
    static bool isAvailable();

    /// Empty when the bus did not start.
    QString address() const { return m_address; }

    /// A new connection, closed by the destructor.
    QDBusConnection connection();

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    QString m_address;
    QStringList m_connections;
};

} // namespace faultline::ui::test
