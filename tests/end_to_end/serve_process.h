#pragma once

#include "tests/support/http_client.h"

#include <QProcess>
#include <QTemporaryDir>

namespace faultline::test {

/// A real `faultline serve` on a free loopback port. Stopped by the destructor.
class ServeProcess
{
public:
    /// `settings` are lines of its configuration file beside the address. `mostDescriptors` is how
    /// many it may have open; 0: as many as this process. `variables` are added to its environment.
    explicit ServeProcess(const QByteArray& settings = {},
                          unsigned mostDescriptors = 0,
                          const std::map<QString, QString>& variables = {});
    ~ServeProcess();
    ServeProcess(const ServeProcess&) = delete;
    ServeProcess& operator=(const ServeProcess&) = delete;

    /// Returns 0 when the server did not start; `log()` then gives the reason.
    std::uint16_t port() const { return m_port; }

    /// Waits until the log has the pattern, and returns its first group as a number; 0 when the log
    /// never has it.
    std::uint16_t numberInLog(const QString& pattern);

    QString url() const;
    QByteArray log() const;
    /// Tells whether the process is running and answers /healthcheck.
    bool isHealthy();
    /// Sends SIGTERM and does not wait.
    void terminate();
    /// Sends SIGTERM; the exit code, or -1 when it crashed or had to be killed.
    int stop();

    /// Posts a crash file, with the JSON texts of further form fields by name.
    HttpReply postMinidump(const QByteArray& file,
                           const std::map<std::string, std::string>& fields = {});

private:
    QString logPath() const;

    QTemporaryDir m_folder;
    QProcess m_process;
    std::uint16_t m_port = 0;
};

} // namespace faultline::test
