// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

namespace faultline::test {

/// A service manager's end of sd_notify(3).
class NotifySocket
{
public:
    enum class Kind { File, Abstract };

    explicit NotifySocket(Kind kind = Kind::File);
    ~NotifySocket();
    NotifySocket(const NotifySocket&) = delete;
    NotifySocket& operator=(const NotifySocket&) = delete;

    /// The value of NOTIFY_SOCKET.
    QString name() const { return m_name; }

    /// Waits for the next message, half a minute at most; empty when none comes.
    QByteArray next();
    /// Waits for the next message that begins like that, and drops those before it.
    QByteArray next(const QByteArray& beginning);

private:
    QTemporaryDir m_folder;
    QString m_name;
    int m_socket = -1;
};

} // namespace faultline::test
