// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/end_to_end/faultline_program.h"

#include <QProcess>

namespace faultline::test {

ProgramRun runFaultline(const QStringList& arguments,
                        const QString& folder,
                        const QByteArray& input,
                        const std::function<void()>& prepare)
{
    QProcess process;
    if (prepare)
        process.setChildProcessModifier(prepare);
    process.setProcessEnvironment(bareEnvironment());
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(QStringLiteral(FL_PROGRAM), arguments);
    process.write(input);
    process.closeWriteChannel();
    ProgramRun run;
    if (!process.waitForFinished(60000)) {
        process.kill();
        process.waitForFinished();
    } else {
        run.ended = process.exitStatus() == QProcess::NormalExit;
    }
    run.exitCode = process.exitCode();
    run.output = process.readAllStandardOutput();
    run.errors = process.readAllStandardError();
    return run;
}

void limitResource(__rlimit_resource resource, rlim_t value)
{
    const rlimit limit{.rlim_cur = value, .rlim_max = value};
    ::setrlimit(resource, &limit);
}

void limitThreads(unsigned count)
{
    constexpr rlim_t kStack = rlim_t{1} << 32;
    limitResource(RLIMIT_STACK, kStack);
    limitResource(RLIMIT_AS, kStack * count + kStack / 2);
}

QProcessEnvironment bareEnvironment()
{
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HOME"), QString());
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "http_proxy", "HTTP_PROXY"})
        environment.remove(QString::fromLatin1(name));
    return environment;
}

QString sampleFolder(const QString& name)
{
    return QStringLiteral(FL_TESTS_DIR "/corpora/samples/") + name;
}

} // namespace faultline::test
