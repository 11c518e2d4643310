// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/end_to_end/faultline_program.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace faultline::test;

/// What a program gets from whoever starts it: descriptors, variables, and names of files.
class TestEnvironment : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void closedStandardOutputIsAnError_data();
    void closedStandardOutputIsAnError();
    void nothingIsPrintedIntoOtherFiles();
    void aRelativeHomeIsNone();
    void namesToOpenMayBeginWithADash();
    void aLostDisassemblerCostsTheInstructionOnly();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }

    /// Runs the program in the folder, with caches and settings below it.
    ProgramRun runIn(const QString& home,
                     const QString& program,
                     const QStringList& arguments,
                     bool hasFolders = true) const
    {
        QProcess process;
        auto environment = bareEnvironment();
        environment.insert(QStringLiteral("HOME"), home);
        for (const char* name :
             {"XDG_STATE_HOME", "STATE_DIRECTORY", "DBGHELP_HOMEDIR", "DEBUGINFOD_URLS"})
            environment.remove(QLatin1String(name));
        if (hasFolders)
            environment.insert(QStringLiteral("XDG_CACHE_HOME"), path(QStringLiteral("cache")));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder->path());
        process.start(program, arguments);
        ProgramRun run;
        run.ended = process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit;
        run.exitCode = process.exitCode();
        run.output = process.readAllStandardOutput();
        run.errors = process.readAllStandardError();
        return run;
    }

    ProgramRun runInShell(const QString& redirections, const QStringList& arguments) const
    {
        const auto script = QStringLiteral("exec \"$0\" \"$@\" ") + redirections;
        return runIn({}, QStringLiteral("/bin/sh"),
                     QStringList{QStringLiteral("-c"), script, QStringLiteral(FL_PROGRAM)} +
                         arguments);
    }

    const QString m_crash = sampleFolder(QStringLiteral("default/sample.dmp"));
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestEnvironment::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestEnvironment::closedStandardOutputIsAnError_data()
{
    QTest::addColumn<QString>("redirections");
    QTest::addColumn<QStringList>("arguments");
    const QStringList symbolicate{"symbolicate", "--offline", m_crash};
    QTest::newRow("output") << ">&-" << symbolicate;
    QTest::newRow("input and output") << "<&- >&-" << symbolicate;
    QTest::newRow("all") << "<&- >&- 2>&-" << symbolicate;
    QTest::newRow("help") << ">&-" << QStringList{"--help"};
    QTest::newRow("stackwalk") << "<&- >&- 2>&-" << QStringList{"stackwalk", "--offline", m_crash};
}

void TestEnvironment::closedStandardOutputIsAnError()
{
    QFETCH(QString, redirections);
    QFETCH(QStringList, arguments);
    const auto run = runInShell(redirections, arguments);
    QVERIFY(run.ended);
    QCOMPARE(run.exitCode, 1);
    if (!redirections.contains(QStringLiteral("2>")))
        QVERIFY2(run.errors.contains("standard output"), run.errors.constData());
}

/// Without a standard output, the cache's lock file had its number, and got the report.
void TestEnvironment::nothingIsPrintedIntoOtherFiles()
{
    QVERIFY(
        runInShell(QStringLiteral("<&- >&- 2>&-"), {"symbolicate", "--offline", m_crash}).ended);
    int files = 0;
    for (QDirIterator at(path(QStringLiteral("cache")), QDir::Files | QDir::Hidden,
                         QDirIterator::Subdirectories);
         at.hasNext();) {
        QFile file(at.next());
        ++files;
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(!file.read(1 << 20).contains("Crash: SIGSEGV"), qPrintable(file.fileName()));
    }
    QVERIFY(files > 0);
    const auto output = path(QStringLiteral("report"));
    const auto run = runInShell(QStringLiteral("<&- >&- 2>&-"),
                                {"symbolicate", "--offline", m_crash, "--output", output});
    QCOMPARE(run.exitCode, 0);
    QFile report(output);
    QVERIFY(report.open(QIODevice::ReadOnly) && report.readAll().contains("Crash: SIGSEGV"));
}

/// It would be another folder wherever the program is started.
void TestEnvironment::aRelativeHomeIsNone()
{
    const auto run = runIn(QStringLiteral("rel"), QStringLiteral(FL_PROGRAM),
                           {"symbolicate", "--offline", m_crash}, false);
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(QDir(m_folder->path()).isEmpty(),
             qPrintable(QDir(m_folder->path()).entryList().join(QLatin1Char(' '))));
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("rel/.config/faultline")));
    QFile config(path(QStringLiteral("rel/.config/faultline/config.yml")));
    QVERIFY(config.open(QIODevice::WriteOnly) && config.write("no configuration") > 0);
    config.close();
    QCOMPARE(runIn(QStringLiteral("rel"), QStringLiteral(FL_PROGRAM),
                   {"symbolicate", "--offline", m_crash}, false)
                 .exitCode,
             0);
}

void TestEnvironment::namesToOpenMayBeginWithADash()
{
    const auto program = path(QStringLiteral("faultline"));
    std::error_code error;
    std::filesystem::create_hard_link(FL_PROGRAM, program.toStdString(), error);
    if (error)
        QVERIFY(QFile::copy(QStringLiteral(FL_PROGRAM), program));
    QFile workbench(path(QStringLiteral("faultline-workbench")));
    QVERIFY(workbench.open(QIODevice::WriteOnly) &&
            workbench.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\n") > 0);
    workbench.close();
    QVERIFY(workbench.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const auto run = runIn({}, program, {"open", "--", "-platform", "a.dmp", "--crash", "-"});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.output, QByteArray("./-platform\na.dmp\n./--crash\n./-\n"));
}

/// It is a file of its own beside the program's folder.
void TestEnvironment::aLostDisassemblerCostsTheInstructionOnly()
{
    const auto dump = sampleFolder(QStringLiteral("default")) + QStringLiteral("/sample.dmp");
    const QStringList arguments{QStringLiteral("symbolicate"), QStringLiteral("--offline"),
                                QStringLiteral("--format"), QStringLiteral("json"), dump};
    const auto whole = runIn({}, QStringLiteral(FL_PROGRAM), arguments);
    QCOMPARE(whole.exitCode, 0);
    QVERIFY(whole.output.contains(R"("instruction":"test byte ptr)"));
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("bin")));
    const auto alone = path(QStringLiteral("bin/faultline"));
    QVERIFY(QFile::copy(QStringLiteral(FL_PROGRAM), alone));
    const auto run = runIn({}, alone, arguments);
    QCOMPARE(run.exitCode, 0);
    QVERIFY(run.output.contains("faultline-disassembler.so"));
    QVERIFY(!run.output.contains(R"("instruction":"test byte ptr)"));
    QVERIFY(run.output.contains(R"("function":"main")"));
}

QTEST_GUILESS_MAIN(TestEnvironment)
#include "tst_environment.moc"
