// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/session_bus.h"

#include <QFile>
#include <QStandardPaths>

#include <atomic>

namespace faultline::ui::test {

namespace {

constexpr int kStartMs = 30'000;

constexpr const char* kConfig = R"(<busconfig>
  <type>session</type>
  <listen>unix:dir=%1</listen>
  <servicedir>%1</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
)";

bool write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

} // namespace

bool SessionBus::isAvailable()
{
    return !QStandardPaths::findExecutable(QStringLiteral("dbus-daemon")).isEmpty();
}

SessionBus::SessionBus(const QMap<QString, QByteArray>& services,
                       const QProcessEnvironment& environment)
{
    const QString config = m_folder.filePath(QStringLiteral("bus.conf"));
    if (!write(config, QString::fromLatin1(kConfig).arg(m_folder.path()).toUtf8()))
        return;
    for (auto service = services.begin(); service != services.end(); ++service) {
        if (!write(m_folder.filePath(service.key()), service.value()))
            return;
    }
    m_process.setProcessEnvironment(environment);
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QStringLiteral("dbus-daemon"),
                    {QStringLiteral("--nofork"), QStringLiteral("--print-address"),
                     QStringLiteral("--config-file"), config});
    while (!m_process.canReadLine() && m_process.waitForReadyRead(kStartMs)) {
    }
    m_address = QString::fromUtf8(m_process.readLine()).trimmed();
}

SessionBus::~SessionBus()
{
    for (const QString& name : m_connections)
        QDBusConnection::disconnectFromBus(name);
    m_process.kill();
    m_process.waitForFinished();
}

QDBusConnection SessionBus::connection()
{
    static std::atomic<int> count = 0;
    const QString name = QStringLiteral("test-%1").arg(++count);
    m_connections.append(name);
    return QDBusConnection::connectToBus(m_address, name);
}

} // namespace faultline::ui::test
