// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself crashes, writes a dump, and opens it.
#include "core/selfdump/crash_handler.h"
#include "tests/end_to_end/faultline_program.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

using namespace faultline;
using namespace faultline::test;

class TestOwnCrashes : public QObject
{
    Q_OBJECT

private slots:
    void dumpHasTheStack_data();
    void dumpHasTheStack();
    void theEnvironmentStaysOut();
    void keepsTheLastFive();
    void successLeavesNone();
    void folderIsTheServices();
};

namespace {

/// Runs the hidden command that crashes. Returns what was written on standard error.
QByteArray crash(const QString& way, const QTemporaryDir& state)
{
    QProcess program;
    auto environment = bareEnvironment();
    environment.insert(QStringLiteral("XDG_STATE_HOME"), state.path());
    environment.remove(QStringLiteral("STATE_DIRECTORY"));
    environment.insert(QStringLiteral("FAULTLINE_SERVER_TOKEN"), QStringLiteral("hunter2-token"));
    environment.insert(QStringLiteral("SOME_VARIABLE"), QStringLiteral("some value of it"));
    environment.insert(QStringLiteral("STARS"), QStringLiteral("**********"));
    program.setProcessEnvironment(environment);
    program.setChildProcessModifier([] {
        const rlimit none{.rlim_cur = 0, .rlim_max = 0};
        ::setrlimit(RLIMIT_CORE, &none);
    });
    program.start(QStringLiteral(FL_PROGRAM), {QStringLiteral("crash"), way});
    if (!program.waitForFinished(120'000))
        qFatal("the program did not end");
    return program.exitStatus() == QProcess::CrashExit ? program.readAllStandardError()
                                                       : QByteArray("did not crash");
}

std::vector<std::filesystem::path> dumpsOf(const QTemporaryDir& state)
{
    return selfdump::dumpsIn(state.filePath(QStringLiteral("faultline/crashes")).toStdString());
}

/// The report of the program on its own crash.
QJsonObject reportOf(const std::filesystem::path& dump)
{
    const auto run = runFaultline(
        {"symbolicate", "--offline", "--format", "json", QString::fromStdString(dump.string())});
    return QJsonDocument::fromJson(run.output).object();
}

QStringList functionsOf(const QJsonObject& report)
{
    QStringList names;
    for (const auto stacks = report["stacktraces"].toArray(); const auto& stack : stacks) {
        if (!stack.toObject()["is_requesting"].toBool())
            continue;
        for (const auto frames = stack.toObject()["frames"].toArray(); const auto& frame : frames)
            names += frame.toObject()["function"].toString(QStringLiteral("?"));
    }
    return names;
}

} // namespace

void TestOwnCrashes::dumpHasTheStack_data()
{
    QTest::addColumn<QString>("way");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QStringList>("functions"); // In this order, with others between them.
    QTest::newRow("segv") << "segv" << "SIGSEGV"
                          << QStringList{"writeToNull", "faultline::app::run", "main"};
    QTest::newRow("abort") << "abort" << "SIGABRT"
                           << QStringList{"abort", "faultline::app::run", "main"};
    QTest::newRow("exception") << "exception" << "SIGABRT"
                               << QStringList{"abort", "__cxa_throw", "faultline::app::run",
                                              "main"};
    QTest::newRow("overflow") << "overflow" << "SIGSEGV"
                              << QStringList{"callDeeper", "callDeeper", "callDeeper"};
    QTest::newRow("thread") << "thread" << "SIGSEGV" << QStringList{"writeToNull", "clone"};
}

void TestOwnCrashes::dumpHasTheStack()
{
    QFETCH(QString, way);
    QFETCH(QString, reason);
    QFETCH(QStringList, functions);
    const QTemporaryDir state;
    const auto said = crash(way, state);
    const auto dumps = dumpsOf(state);
    QVERIFY2(dumps.size() == 1, said.constData());
    QVERIFY2(said.contains(dumps.front().c_str()), said.constData());
    QCOMPARE(QFile::permissions(QString::fromStdString(dumps.front())) &
                 (QFile::ReadGroup | QFile::ReadOther),
             QFile::Permissions());

    const auto report = reportOf(dumps.front());
    QVERIFY2(report["crash_reason"].toString().startsWith(reason),
             qPrintable(report["crash_reason"].toString()));
    const QStringList names = functionsOf(report);
    auto at = names.cbegin();
    for (const QString& function : functions) {
        at = std::find_if(at, names.cend(),
                          [&](const QString& name) { return name.contains(function); });
        QVERIFY2(at != names.cend(), qPrintable(function + " in " + names.join(", ")));
        ++at;
    }
}

/// It has tokens, and stands on the main thread's stack.
void TestOwnCrashes::theEnvironmentStaysOut()
{
    for (const auto* way : {"segv", "exception", "token"}) {
        const QTemporaryDir state;
        crash(QLatin1String(way), state);
        const auto dumps = dumpsOf(state);
        QCOMPARE(dumps.size(), std::size_t{1});
        QFile file(QString::fromStdString(dumps.front()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto bytes = file.readAll();
        QVERIFY(bytes.contains("crash")); // The command line is there.
        for (const auto* text : {"hunter2", "FAULTLINE_SERVER_TOKEN", "some value of it"})
            QVERIFY2(!bytes.contains(text), text);
    }
}

void TestOwnCrashes::keepsTheLastFive()
{
    const QTemporaryDir state;
    QVERIFY(QDir(state.path()).mkpath(QStringLiteral("faultline/crashes")));
    const QStringList others{QStringLiteral("app.dmp"),
                             QStringLiteral("20000101T000000Z-mine.dmp")};
    for (const QString& name : others)
        QVERIFY(QFile(state.filePath("faultline/crashes/" + name)).open(QIODevice::WriteOnly));
    for (int i = 0; i < 6; ++i)
        crash(QStringLiteral("abort"), state);
    QCOMPARE(dumpsOf(state).size(), selfdump::kKeptDumps);
    for (const QString& name : others)
        QVERIFY(QFile::exists(state.filePath("faultline/crashes/" + name)));
}

void TestOwnCrashes::successLeavesNone()
{
    const QTemporaryDir state;
    QProcess program;
    auto environment = bareEnvironment();
    environment.insert(QStringLiteral("XDG_STATE_HOME"), state.path());
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(FL_PROGRAM), {QStringLiteral("--help")});
    QVERIFY(program.waitForFinished(60'000));
    QCOMPARE(program.exitCode(), 0);
    QVERIFY(dumpsOf(state).empty());
}

void TestOwnCrashes::folderIsTheServices()
{
    qputenv("XDG_STATE_HOME", "/home/user/state");
    qputenv("STATE_DIRECTORY", "/var/lib/faultline:/var/lib/other");
    QVERIFY(selfdump::dumpFolder() == "/var/lib/faultline/crashes");
    qunsetenv("STATE_DIRECTORY");
    QVERIFY(selfdump::dumpFolder() == "/home/user/state/faultline/crashes");
    qunsetenv("XDG_STATE_HOME");
    qputenv("HOME", "/home/user");
    QVERIFY(selfdump::dumpFolder() == "/home/user/.local/state/faultline/crashes");
    qunsetenv("HOME");
    QVERIFY(!selfdump::dumpFolder());
}

QTEST_GUILESS_MAIN(TestOwnCrashes)
#include "tst_own_crashes.moc"
