#include "tests/end_to_end/serve_process.h"

#include "tests/end_to_end/faultline_program.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QRegularExpression>

#include <sys/resource.h>

namespace faultline::test {

namespace {

constexpr const char* kBoundary = "end-to-end-test-boundary";

QByteArray formPart(const QByteArray& name, const QByteArray& content)
{
    return QByteArray("--") + kBoundary + "\r\nContent-Disposition: form-data; name=\"" + name +
           "\"\r\n\r\n" + content + "\r\n";
}

} // namespace

ServeProcess::ServeProcess(const QByteArray& settings,
                           unsigned mostDescriptors,
                           const std::map<QString, QString>& variables)
{
    QFile config(m_folder.filePath(QStringLiteral("config.yml")));
    if (!config.open(QIODevice::WriteOnly))
        return;
    config.write("bind: \"127.0.0.1:0\"\nlogging:\n  format: simplified\n" + settings);
    config.close();
    auto environment = bareEnvironment();
    for (const auto& [name, value] : variables)
        environment.insert(name, value);
    m_process.setProcessEnvironment(environment);
    // A pipe that no test reads for a while would be full, and the server would wait for it.
    m_process.setStandardErrorFile(logPath());
    if (mostDescriptors != 0)
        m_process.setChildProcessModifier([mostDescriptors] {
            const rlimit limit{.rlim_cur = mostDescriptors, .rlim_max = mostDescriptors};
            ::setrlimit(RLIMIT_NOFILE, &limit);
        });
    m_process.start(QStringLiteral(FL_PROGRAM),
                    {QStringLiteral("serve"), QStringLiteral("--config"), config.fileName()});
    m_port = numberInLog(QStringLiteral("listening on 127.0.0.1:(\\d+)"));
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
