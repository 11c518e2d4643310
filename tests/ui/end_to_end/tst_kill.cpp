// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/app_settings.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace faultline::ui;

/// Starts the real program, kills it, and starts it again.
class TestKill : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everythingComesBackAfterAKill();
    void aFileComesInFrontOfTheOthers();
    void ownCrashLeavesADump();
    void signalsEndItInOrder_data();
    void signalsEndItInOrder();
    void withoutADisplayItIsNoCrash();
    void namesMayBeginWithADash();
};

namespace {

const QString kFirst = QStringLiteral(FL_TESTS_DIR "/corpora/samples/default/sample.dmp");
const QString kSecond =
    QStringLiteral(FL_TESTS_DIR "/corpora/samples/second_thread/second_thread.dmp");

/// The program with settings and caches in a temporary folder.
class Program
{
public:
    explicit Program(const QTemporaryDir& folder,
                     const QString& platform = QStringLiteral("offscreen"))
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const char* name :
             {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "HOME"})
            environment.insert(QLatin1String(name), folder.path());
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), platform);
        environment.insert(QStringLiteral("DISPLAY"), QStringLiteral(":4095"));
        environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
        environment.remove(QStringLiteral("DEBUGINFOD_URLS"));
        // A workbench of the user's session must not be asked to open the files.
        environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), QStringLiteral("disabled:"));
        m_process.setProcessEnvironment(environment);
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    }

    ~Program()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    bool start(const QStringList& arguments)
    {
        m_process.start(QStringLiteral(FL_WORKBENCH), arguments);
        return m_process.waitForStarted(60'000);
    }

    bool isRunning() const { return m_process.state() == QProcess::Running; }

    /// Sends SIGKILL, which no process can handle.
    bool killNow()
    {
        m_process.kill();
        return m_process.waitForFinished(60'000) && m_process.exitStatus() == QProcess::CrashExit &&
               m_process.exitCode() == SIGKILL;
    }

    void sendSignal(int number) { ::kill(static_cast<pid_t>(m_process.processId()), number); }

    void setFolder(const QString& folder) { m_process.setWorkingDirectory(folder); }

    /// Waits for an end by itself, and returns the exit code; -1 when a signal ended it.
    int exitCode()
    {
        return m_process.waitForFinished(120'000) && m_process.exitStatus() == QProcess::NormalExit
                   ? m_process.exitCode()
                   : -1;
    }

    /// Waits for an end by a signal.
    bool crashes()
    {
        return m_process.waitForFinished(120'000) && m_process.exitStatus() == QProcess::CrashExit;
    }

    /// Waits for an end by itself.
    bool ends() { return m_process.waitForFinished(120'000) && m_process.exitCode() == 0; }

    QString output() { return QString::fromUtf8(m_process.readAllStandardOutput()); }

private:
    QProcess m_process;
};

} // namespace

void TestKill::everythingComesBackAfterAKill()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("faultline/workbench.ini"));
    const QStringList files{kFirst, kSecond};
    QByteArray layout;
    {
        Program program(folder);
        QVERIFY(program.start(files));
        const auto isSaved = [&] {
            const AppSettings saved(file);
            layout = saved.dockLayout();
            return saved.openFiles() == files && saved.currentFile() == kSecond &&
                   saved.recentFiles().size() == 2 && !layout.isEmpty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isSaved(), 120'000);
        QVERIFY(program.isRunning());
        QVERIFY(program.killNow());
    }
    // The user looks at another thread of the first report. No input reaches a window without a
    // display, so the test writes what the window would write.
    {
        AppSettings saved(file);
        saved.setPlace(kFirst, ReportPlace{1, 2, 0});
        saved.setCurrentFile(kFirst);
        saved.save();
    }
    {
        Program program(folder);
        QVERIFY(program.start({}));
        QTest::qWait(1000); // At any time, even while it starts.
        QVERIFY(program.killNow());
    }
    // The program ends by itself once the report in front has its symbols.
    Program program(folder);
    QVERIFY(program.start({QStringLiteral("--measure")}));
    QVERIFY(program.ends());
    const QString shown = QStringLiteral("shown: sample.dmp of 2 reports, thread 1, frame 2\n");
    const QString output = program.output();
    QVERIFY2(output.contains(shown), qPrintable(output));
    const AppSettings saved(file);
    QCOMPARE(saved.openFiles(), files);
    QCOMPARE(saved.currentFile(), kFirst);
    QCOMPARE(saved.place(kFirst), std::optional(ReportPlace{1, 2, 0}));
    QCOMPARE(saved.dockLayout().size(), layout.size());
    QVERIFY(!saved.isRestoringLayout());
}

void TestKill::ownCrashLeavesADump()
{
    const QTemporaryDir folder;
    {
        Program program(folder);
        QVERIFY(program.start({QStringLiteral("--crash"), kFirst}));
        QVERIFY(program.crashes());
    }
    const QDir dumps(folder.filePath(QStringLiteral("faultline/crashes")));
    const QStringList files = dumps.entryList({QStringLiteral("*.dmp")});
    QCOMPARE(files.size(), 1);

    // It is offered at the next start, and once.
    Program program(folder);
    QVERIFY(program.start({QStringLiteral("--measure"), kFirst}));
    QVERIFY(program.ends());
    const AppSettings saved(folder.filePath(QStringLiteral("faultline/workbench.ini")));
    QCOMPARE(saved.offeredDump(), dumps.filePath(files.first()));
}

void TestKill::signalsEndItInOrder_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGHUP") << SIGHUP;
}

/// A file that is opened, as file managers do it, does not take the place of what was open.
void TestKill::aFileComesInFrontOfTheOthers()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("faultline/workbench.ini"));
    {
        Program program(folder);
        QVERIFY(program.start({kFirst}));
        QTRY_VERIFY_WITH_TIMEOUT(AppSettings(file).openFiles() == QStringList{kFirst}, 120'000);
        QVERIFY(program.killNow());
    }
    Program program(folder);
    QVERIFY(program.start({kSecond}));
    const QStringList both{kFirst, kSecond};
    const auto areBoth = [&] {
        const AppSettings saved(file);
        return saved.openFiles() == both && saved.currentFile() == kSecond;
    };
    QTRY_VERIFY_WITH_TIMEOUT(areBoth(), 120'000);
    QVERIFY(program.killNow());
}

/// What lasts as long as the window, such as the files of pasted texts, goes then.
void TestKill::signalsEndItInOrder()
{
    QFETCH(int, number);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("faultline/workbench.ini"));
    Program program(folder);
    QVERIFY(program.start({kFirst}));
    QTRY_VERIFY_WITH_TIMEOUT(AppSettings(file).openFiles() == QStringList{kFirst}, 120'000);
    program.sendSignal(number);
    QCOMPARE(program.exitCode(), 128 + number);
    QCOMPARE(AppSettings(file).openFiles(), QStringList{kFirst});
}

void TestKill::withoutADisplayItIsNoCrash()
{
    const QTemporaryDir folder;
    for (const char* platform : {"", "xcb", "no-such-platform"}) {
        Program program(folder, QLatin1String(platform));
        QVERIFY(program.start({kFirst}));
        QCOMPARE(program.exitCode(), 3);
    }
    QVERIFY(!QDir(folder.filePath(QStringLiteral("faultline/crashes"))).exists() ||
            QDir(folder.filePath(QStringLiteral("faultline/crashes"))).isEmpty());
}

void TestKill::namesMayBeginWithADash()
{
    const QTemporaryDir folder;
    // Qt has options of these names.
    for (const auto* name : {"-platform", "-style=x.dmp", "--help"}) {
        QVERIFY(QFile::copy(kFirst, folder.filePath(QLatin1String(name))));
        Program program(folder);
        program.setFolder(folder.path());
        QVERIFY(program.start(
            {QStringLiteral("--measure"), QStringLiteral("--"), QLatin1String(name)}));
        QVERIFY(program.ends());
        const auto output = program.output();
        QVERIFY2(output.contains(QStringLiteral("shown: %1 of 1 reports").arg(QLatin1String(name))),
                 qPrintable(output));
        QVERIFY(QDir(folder.filePath(QStringLiteral("faultline"))).removeRecursively());
    }
}

QTEST_MAIN(TestKill)
#include "tst_kill.moc"
