// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/server_process.h"

#include "ui/bridge/report_state.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSaveFile>
#include <QStandardPaths>

#include <csignal>
#include <utility>
#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

namespace faultline::ui {

namespace {

constexpr int kLongestEndMs = 2000;
constexpr qsizetype kLongestLine = 4096;
constexpr qsizetype kMostLastWords = 5;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ServerProcess)
};

/// A text of YAML in single quotes.
QString quoted(QString text)
{
    return u'\'' + text.replace(u'\'', QStringLiteral("''")) + u'\'';
}

QString firstConfiguration(const QString& cacheFolder)
{
    return QStringLiteral(
               "# The server that the workbench starts (Tools, Server). Change it as you "
               "like: the keys are\n"
               "# described in docs/configuration.md.\n"
               "bind: \"127.0.0.1:3021\"\n"
               "status_page: true\n"
               "cache_dir: %1\n"
               "sources: []\n")
        .arg(quoted(cacheFolder));
}

/// A server that listens everywhere is asked on this machine.
QString urlOf(QString address)
{
    address.replace(QStringLiteral("0.0.0.0:"), QStringLiteral("127.0.0.1:"));
    if (address.startsWith(QStringLiteral(":::")))
        return QStringLiteral("http://[::1]:") + address.mid(3);
    const auto colon = address.lastIndexOf(u':');
    if (address.count(u':') > 1 && !address.startsWith(u'['))
        return QStringLiteral("http://[%1]%2").arg(address.left(colon), address.mid(colon));
    return QStringLiteral("http://") + address;
}

} // namespace

QString findServerProgram()
{
    const QString name = QStringLiteral("faultline");
    const QFileInfo beside(QDir(QCoreApplication::applicationDirPath()), name);
    return beside.isExecutable() && beside.isFile() ? beside.filePath()
                                                    : QStandardPaths::findExecutable(name);
}

ServerProcess::ServerProcess(QString program,
                             QString configuration,
                             QString cacheFolder,
                             QObject* parent)
    : QObject(parent), m_program(std::move(program)), m_configuration(std::move(configuration)),
      m_cacheFolder(std::move(cacheFolder))
{
    m_process.setProcessChannelMode(QProcess::MergedChannels);
#ifdef Q_OS_LINUX
    // So the server ends too when the window has no time to end it.
    m_process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
#endif
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &ServerProcess::read);
    connect(&m_process, &QProcess::finished, this, &ServerProcess::ended);
    connect(&m_process, &QProcess::errorOccurred, this, &ServerProcess::startFailed);
}

ServerProcess::~ServerProcess()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.terminate();
    if (!m_process.waitForFinished(kLongestEndMs)) {
        m_process.kill();
        m_process.waitForFinished(kLongestEndMs);
    }
}

void ServerProcess::set(State state)
{
    m_state = state;
    Q_EMIT changed();
}

void ServerProcess::start()
{
    if (m_process.state() != QProcess::NotRunning)
        return;
    m_url.clear();
    m_reason.clear();
    m_unread.clear();
    m_lastWords.clear();
    if (m_program.isEmpty()) {
        m_reason = Words::tr("The program “faultline” was found neither beside the workbench nor "
                             "where programs are searched for.");
        return set(State::Failed);
    }
    if (!writeConfiguration())
        return set(State::Failed);
    set(State::Starting);
    m_process.start(m_program,
                    {QStringLiteral("serve"), QStringLiteral("--config"), m_configuration});
    m_process.closeWriteChannel();
}

bool ServerProcess::writeConfiguration()
{
    if (QFileInfo::exists(m_configuration))
        return true;
    QDir().mkpath(QFileInfo(m_configuration).path());
    QSaveFile file(m_configuration);
    const QByteArray text = firstConfiguration(m_cacheFolder).toUtf8();
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit())
        return true;
    m_reason = Words::tr("%1 cannot be written: %2").arg(m_configuration, file.errorString());
    return false;
}

void ServerProcess::stop()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    if (m_state == State::Stopping) {
        m_process.kill();
        return;
    }
    set(State::Stopping);
    m_process.terminate();
}

/// The pipe is always emptied, so the server never waits for the window.
void ServerProcess::read()
{
    m_unread += m_process.readAllStandardOutput();
    qsizetype start = 0;
    for (qsizetype end = m_unread.indexOf('\n'); end >= 0; end = m_unread.indexOf('\n', start)) {
        takeLine(
            toQString(std::string_view(m_unread.constData() + start, std::size_t(end - start))));
        start = end + 1;
    }
    m_unread.remove(0, start);
    if (m_unread.size() > kLongestLine)
        m_unread.clear();
}

/// A line of the log, as text or as JSON. The URL for profilers is a secret, and is dropped.
void ServerProcess::takeLine(const QString& line)
{
    static const QRegularExpression kListening(
        QStringLiteral("listening on ([0-9A-Za-z.:\\[\\]-]+:[0-9]+)"));
    static const QRegularExpression kComplaint(
        QStringLiteral("^(?:[0-9TZ:.-]+ +)?(?:\\S*warn\\S*|\\S*err\\S*|faultline:) +(.*)$"));
    if (m_url.isEmpty()) {
        if (const auto found = kListening.match(line); found.hasMatch()) {
            m_url = urlOf(found.captured(1));
            if (m_state == State::Starting)
                set(State::Running);
            return;
        }
    }
    if (const auto found = kComplaint.match(line); found.hasMatch()) {
        m_lastWords.append(found.captured(1));
        if (m_lastWords.size() > kMostLastWords)
            m_lastWords.removeFirst();
    }
}

void ServerProcess::ended(int exitCode, QProcess::ExitStatus status)
{
    read();
    m_url.clear();
    if (m_state == State::Stopping)
        return set(State::Stopped);
    const QString how = status == QProcess::CrashExit
                            ? Words::tr("It crashed or was killed (signal %1).").arg(exitCode)
                            : Words::tr("It ended with the code %1.").arg(exitCode);
    m_reason = (QStringList{how} + m_lastWords).join(u'\n');
    set(State::Failed);
}

void ServerProcess::startFailed(QProcess::ProcessError error)
{
    if (error != QProcess::FailedToStart)
        return; // The end is told by finished().
    m_reason = Words::tr("%1 cannot be started: %2").arg(m_program, m_process.errorString());
    set(State::Failed);
}

} // namespace faultline::ui
