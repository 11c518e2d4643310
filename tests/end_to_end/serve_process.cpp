// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/end_to_end/serve_process.h"

#include "tests/end_to_end/faultline_program.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QRegularExpression>
#include <QSaveFile>

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

namespace faultline::test {

namespace {

constexpr const char* kAnyPort = "127.0.0.1:0";
constexpr int kFirstPassed = 3; // Of sd_listen_fds(3).
constexpr const char* kBoundary = "end-to-end-test-boundary";

QByteArray formPart(const QByteArray& name, const QByteArray& content)
{
    return QByteArray("--") + kBoundary + "\r\nContent-Disposition: form-data; name=\"" + name +
           "\"\r\n\r\n" + content + "\r\n";
}

} // namespace

ServeProcess::ServeProcess(const QByteArray& settings,
                           unsigned mostDescriptors,
                           const std::map<QString, QString>& variables,
                           const std::vector<int>& passed,
                           const std::function<void()>& prepare)
{
    writeSettings(kAnyPort, settings);
    auto environment = bareEnvironment();
    for (const auto& [name, value] : variables)
        environment.insert(name, value);
    m_process.setProcessEnvironment(environment);
    // A pipe that no test reads for a while would be full, and the server would wait for it.
    m_process.setStandardErrorFile(logPath());
    m_process.setChildProcessModifier([mostDescriptors, passed, prepare] {
        if (mostDescriptors != 0) {
            const rlimit limit{.rlim_cur = mostDescriptors, .rlim_max = mostDescriptors};
            ::setrlimit(RLIMIT_NOFILE, &limit);
        }
        for (std::size_t i = 0; i < passed.size(); ++i)
            ::dup2(passed[i], kFirstPassed + static_cast<int>(i));
        if (prepare)
            prepare();
    });
    start(passed);
    m_port = numberInLog(QStringLiteral("listening on 127.0.0.1:(\\d+)"));
}

void ServeProcess::start(const std::vector<int>& passed)
{
    QStringList arguments{QStringLiteral("serve"), QStringLiteral("--config"),
                          m_folder.filePath(QStringLiteral("config.yml"))};
    if (passed.empty()) {
        m_process.start(QStringLiteral(FL_PROGRAM), arguments);
        return;
    }
    // Only the process itself knows the id that LISTEN_PID must have; exec keeps it.
    auto environment = m_process.processEnvironment();
    environment.insert(QStringLiteral("LISTEN_FDS"), QString::number(passed.size()));
    m_process.setProcessEnvironment(environment);
    arguments = QStringList{QStringLiteral("-c"),
                            QStringLiteral("LISTEN_PID=${PID:-$$} exec \"$0\" \"$@\""),
                            QStringLiteral(FL_PROGRAM)} +
                arguments;
    m_process.start(QStringLiteral("/bin/sh"), arguments);
}

void ServeProcess::writeSettings(const QByteArray& address, const QByteArray& settings)
{
    QSaveFile config(m_folder.filePath(QStringLiteral("config.yml")));
    if (!config.open(QIODevice::WriteOnly))
        return;
    config.write("bind: \"" + address + "\"\n");
    // Settings may begin with further lines of this map.
    if (!settings.contains("logging:"))
        config.write("logging:\n  format: simplified\n");
    config.write(settings);
    config.commit();
}

void ServeProcess::changeSettings(const QByteArray& settings, const QByteArray& address)
{
    writeSettings(address.isEmpty() ? QByteArray(kAnyPort) : address, settings);
}

void ServeProcess::signal(int number)
{
    ::kill(pid(), number);
}

bool ServeProcess::reload()
{
    const auto outcomes = [this] {
        const auto text = log();
        return text.count("configuration reloaded") + text.count("new configuration refused");
    };
    const auto before = outcomes();
    signal(SIGHUP);
    const QDeadlineTimer deadline(30000);
    while (outcomes() == before && !deadline.hasExpired() && !m_process.waitForFinished(20)) {
    }
    return outcomes() > before;
}

std::uint16_t ServeProcess::numberInLog(const QString& pattern)
{
    const QRegularExpression expression(pattern);
    const QDeadlineTimer deadline(30000);
    while (true) {
        const auto match = expression.match(QString::fromUtf8(log()));
        if (match.hasMatch())
            return match.captured(1).toUShort();
        if (deadline.hasExpired() || m_process.waitForFinished(20))
            return 0;
    }
}

ServeProcess::~ServeProcess()
{
    stop();
}

QString ServeProcess::logPath() const
{
    return m_folder.filePath(QStringLiteral("log"));
}

QString ServeProcess::url() const
{
    return QStringLiteral("http://127.0.0.1:%1").arg(m_port);
}

QByteArray ServeProcess::log() const
{
    QFile file(logPath());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray ServeProcess::nextPrintedLine()
{
    const QDeadlineTimer deadline(30'000);
    while (!m_process.canReadLine() && !deadline.hasExpired())
        m_process.waitForReadyRead(100);
    return m_process.canReadLine() ? m_process.readLine().trimmed() : QByteArray();
}

bool ServeProcess::isHealthy()
{
    return m_process.state() == QProcess::Running && get(m_port, "/healthcheck").status == 200;
}

void ServeProcess::terminate()
{
    m_process.terminate();
}

int ServeProcess::stop()
{
    if (m_process.state() != QProcess::NotRunning) {
        m_process.terminate();
        if (!m_process.waitForFinished(30000)) {
            m_process.kill();
            m_process.waitForFinished();
        }
    }
    return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

HttpReply ServeProcess::postMinidump(const QByteArray& file,
                                     const std::map<std::string, std::string>& fields)
{
    QByteArray body = formPart("upload_file_minidump", file);
    for (const auto& [name, json] : fields)
        body += formPart(QByteArray::fromStdString(name), QByteArray::fromStdString(json));
    body += QByteArray("--") + kBoundary + "--\r\n";
    return HttpClient(m_port).exchange("POST", "/minidump",
                                       std::string("multipart/form-data; boundary=") + kBoundary,
                                       body.toStdString());
}

} // namespace faultline::test
