// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace faultline::ui {

/// A server that this window has started: `faultline serve` as a child process. It ends with the
/// window, also when that is killed. GUI thread only; nothing waits except the destructor.
class ServerProcess final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Stopped,
        Starting, ///< It does not listen yet.
        Running,
        Stopping,
        Failed ///< It could not be started, or ended by itself; reason() says how.
    };

    /// `configuration` is written at the first start if there is no such file; `cacheFolder` stands
    /// in it.
    ServerProcess(QString program,
                  QString configuration,
                  QString cacheFolder,
                  QObject* parent = nullptr);
    /// Ends the server, and waits a moment for that.
    ~ServerProcess() override;

    State state() const { return m_state; }

    /// Where it listens, as a URL; empty until it does.
    QString url() const { return m_url; }

    /// Why it failed, with its last words; may have several lines.
    QString reason() const { return m_reason; }

    QString configuration() const { return m_configuration; }

    /// 0 while it does not run.
    qint64 processId() const { return m_process.processId(); }

    void start();
    /// Lets requests end; a second call ends the process at once.
    void stop();

Q_SIGNALS:
    void changed();

private:
    void set(State state);
    void read();
    void takeLine(const QString& line);
    void ended(int exitCode, QProcess::ExitStatus status);
    void startFailed(QProcess::ProcessError error);
    bool writeConfiguration();

    QString m_program;
    QString m_configuration;
    QString m_cacheFolder;
    QProcess m_process;
    State m_state = State::Stopped;
    QString m_url;
    QString m_reason;
    QByteArray m_unread;     ///< The beginning of a line.
    QStringList m_lastWords; ///< Warnings and errors of its log, the latest last.
};

/// The program `faultline`: beside the workbench, or else where programs are searched for; empty
/// when it is not found.
QString findServerProgram();

} // namespace faultline::ui
