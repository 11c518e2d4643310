// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/http_client.h"

#include <QProcess>
#include <QTemporaryDir>

#include <functional>
#include <map>
#include <sys/types.h>
#include <vector>

namespace faultline::test {

/// A real `faultline serve` on a free loopback port. Stopped by the destructor.
class ServeProcess
{
public:
    /// `settings` are lines of its configuration file beside the address. `mostDescriptors` is how
    /// many it may have open; 0: as many as this process. `variables` are added to its environment.
    /// `passed` are descriptors that it gets as a service manager passes sockets. `prepare` is
    /// called in the new process before.
    explicit ServeProcess(const QByteArray& settings = {},
                          unsigned mostDescriptors = 0,
                          const std::map<QString, QString>& variables = {},
                          const std::vector<int>& passed = {},
                          const std::function<void()>& prepare = {});
    ~ServeProcess();
    ServeProcess(const ServeProcess&) = delete;
    ServeProcess& operator=(const ServeProcess&) = delete;

    /// Returns 0 when the server did not start; `log()` then gives the reason.
    std::uint16_t port() const { return m_port; }

    /// Waits until the log has the pattern, and returns its first group as a number; 0 when the log
    /// never has it.
    std::uint16_t numberInLog(const QString& pattern);

    pid_t pid() const { return static_cast<pid_t>(m_process.processId()); }

    QString url() const;
    QByteArray log() const;
    /// Waits for the next line of standard output, and returns it without its end; empty when none
    /// comes.
    QByteArray nextPrintedLine();
    /// Tells whether the process is running and answers /healthcheck.
    bool isHealthy();
    /// Writes the configuration file anew. An empty address stands for the present one.
    void changeSettings(const QByteArray& settings, const QByteArray& address = {});
    /// Sends a signal and does not wait.
    void signal(int number);
    /// Sends SIGHUP, and waits until the log says how that ended. Returns false when it never does.
    bool reload();
    /// Sends SIGTERM and does not wait.
    void terminate();
    /// Sends SIGTERM; the exit code, or -1 when it crashed or had to be killed.
    int stop();

    /// Posts a crash file, with the JSON texts of further form fields by name.
    HttpReply postMinidump(const QByteArray& file,
                           const std::map<std::string, std::string>& fields = {});

private:
    QString logPath() const;
    void writeSettings(const QByteArray& address, const QByteArray& settings);
    void start(const std::vector<int>& passed);

    QTemporaryDir m_folder;
    QProcess m_process;
    std::uint16_t m_port = 0;
};

} // namespace faultline::test
