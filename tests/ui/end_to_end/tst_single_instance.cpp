// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/session_bus.h"
#include "ui/settings/app_settings.h"

#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusPendingReply>
#include <QDBusReply>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/types.h>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

const QString kFirst = QStringLiteral(FL_TESTS_DIR "/corpora/samples/default/sample.dmp");
const QString kSecond =
    QStringLiteral(FL_TESTS_DIR "/corpora/samples/second_thread/second_thread.dmp");
constexpr int kPatienceMs = 120'000;

QProcessEnvironment environmentIn(const QTemporaryDir& folder, const QString& bus)
{
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const char* name :
         {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "HOME"})
        environment.insert(QLatin1String(name), folder.path());
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), bus);
    environment.remove(QStringLiteral("DEBUGINFOD_URLS"));
    return environment;
}

/// The real program with a home of its own, in a session of its own.
class Program
{
public:
    Program(const QProcessEnvironment& environment,
            const QStringList& arguments,
            const QString& program = QStringLiteral(FL_WORKBENCH))
    {
        m_process.setProcessEnvironment(environment);
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(program, arguments);
        m_process.waitForStarted(kPatienceMs);
    }

    ~Program()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    bool isRunning() const { return m_process.state() == QProcess::Running; }

    /// Waits for an end by itself, without an error.
    bool ends() { return m_process.waitForFinished(kPatienceMs) && m_process.exitCode() == 0; }

    void stopAnswering() { ::kill(static_cast<pid_t>(m_process.processId()), SIGSTOP); }

    void kill()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

private:
    QProcess m_process;
};

QDBusMessage call(const QString& method, const QVariantList& arguments)
{
    auto message = QDBusMessage::createMethodCall(
        QStringLiteral("org.faultline.Faultline"), QStringLiteral("/org/faultline/Faultline"),
        QStringLiteral("org.freedesktop.Application"), method);
    message.setArguments(arguments + QVariantList{QVariantMap()});
    return message;
}

} // namespace

/// Starts the real program several times in one session with a bus of its own.
class TestSingleInstance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void opensInTheRunningWindow();
    void opensAWindowOfItsOwn();
    void oneOfManyStaysOpen();
    void takesThePlaceOfAKilledOne();
    void opensAWindowWhenTheOtherHangs();
    void opensAWindowWithoutABus();
    void desktopsOpenFiles();
    void theBusStartsIt();
    void opensTheLastReport();
    void goesToAFrame();
    void framesAreNumbers();

private:
    QStringList openFiles() const { return AppSettings(settingsFile()).openFiles(); }

    QString settingsFile() const
    {
        return m_folder->filePath(QStringLiteral("faultline/workbench.ini"));
    }

    bool waitForFiles(const QStringList& files) const
    {
        return QTest::qWaitFor([&] { return openFiles() == files; }, kPatienceMs);
    }

    /// The frame that is selected in a file, once everything about it is known.
    bool waitForPlace(const QString& file, const ReportPlace& place) const
    {
        return QTest::qWaitFor([&] { return AppSettings(settingsFile()).place(file) == place; },
                               kPatienceMs);
    }

    QProcessEnvironment environment() const { return environmentIn(*m_folder, m_bus->address()); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SessionBus> m_bus;
};

void TestSingleInstance::initTestCase()
{
    if (!SessionBus::isAvailable())
        QSKIP("dbus-daemon is not installed");
}

void TestSingleInstance::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const auto environment = environmentIn(*m_folder, {});
    const QByteArray service =
        "[D-BUS Service]\nName=org.faultline.Faultline\nExec=" FL_WORKBENCH " --dbus-service\n";
    m_bus = std::make_unique<SessionBus>(
        QMap<QString, QByteArray>{{QStringLiteral("org.faultline.Faultline.service"), service}},
        environment);
    QVERIFY(!m_bus->address().isEmpty());
}

void TestSingleInstance::opensInTheRunningWindow()
{
    const QString odd = m_folder->filePath(QStringLiteral("100% of çökme ?#.dmp"));
    QVERIFY(QFile::copy(kSecond, odd));
    Program first(environment(), {kFirst});
    QVERIFY(waitForFiles({kFirst}));
    Program second(environment(), {odd});
    QVERIFY(second.ends());
    QVERIFY(waitForFiles({kFirst, odd}));
    Program third(environment(), {QDir::current().relativeFilePath(kSecond)});
    QVERIFY(third.ends());
    QVERIFY(waitForFiles({kFirst, odd, kSecond}));
    Program withoutFile(environment(), {});
    QVERIFY(withoutFile.ends());
    QVERIFY(first.isRunning());
    QCOMPARE(openFiles().size(), 3);
}

void TestSingleInstance::opensAWindowOfItsOwn()
{
    Program first(environment(), {kFirst});
    QVERIFY(waitForFiles({kFirst}));
    Program second(environment(), {QStringLiteral("--new-instance"), kSecond});
    QVERIFY(waitForFiles({kSecond})); // Of the window that changed last.
    QVERIFY(first.isRunning());
    QVERIFY(second.isRunning());
}

/// A file manager starts one process per file.
void TestSingleInstance::oneOfManyStaysOpen()
{
    QStringList files;
    for (int i = 0; i < 6; ++i) {
        files.append(m_folder->filePath(QStringLiteral("%1.dmp").arg(i)));
        QVERIFY(QFile::copy(kFirst, files.last()));
    }
    std::vector<std::unique_ptr<Program>> programs;
    for (const QString& file : files)
        programs.push_back(std::make_unique<Program>(environment(), QStringList{file}));
    const auto areOpen = [&] {
        auto open = openFiles();
        open.sort();
        return open == files;
    };
    QTRY_VERIFY_WITH_TIMEOUT(areOpen(), kPatienceMs);
    const auto running = [&] {
        return std::ranges::count_if(programs, [](const auto& p) { return p->isRunning(); });
    };
    QTRY_COMPARE_WITH_TIMEOUT(running(), 1, kPatienceMs);
}

/// What was open comes back before the file.
void TestSingleInstance::takesThePlaceOfAKilledOne()
{
    Program first(environment(), {kFirst});
    QVERIFY(waitForFiles({kFirst}));
    first.kill();
    Program second(environment(), {kSecond});
    QVERIFY(waitForFiles({kFirst, kSecond}));
    QVERIFY(second.isRunning());
}

void TestSingleInstance::opensAWindowWhenTheOtherHangs()
{
    Program first(environment(), {kFirst});
    QVERIFY(waitForFiles({kFirst}));
    // Not while it writes its settings: its lock would stop the other one for long.
    QTest::qWait(3000);
    QTRY_VERIFY(!QFile::exists(settingsFile() + QStringLiteral(".lock")));
    first.stopAnswering();
    Program second(environment(), {kSecond});
    QVERIFY(waitForFiles({kFirst, kSecond}));
    QVERIFY(second.isRunning());
}

void TestSingleInstance::opensAWindowWithoutABus()
{
    const auto noBus = environmentIn(*m_folder, QStringLiteral("disabled:"));
    Program first(noBus, {kFirst});
    QVERIFY(waitForFiles({kFirst}));
    Program second(noBus, {kSecond});
    QVERIFY(waitForFiles({kFirst, kSecond}));
    QVERIFY(first.isRunning());
}

void TestSingleInstance::desktopsOpenFiles()
{
    Program first(environment(), {kFirst});
    QVERIFY(waitForFiles({kFirst}));
    const QString spaced = m_folder->filePath(QStringLiteral("a b%20.dmp"));
    QVERIFY(QFile::copy(kSecond, spaced));
    auto desktop = m_bus->connection();
    QDBusPendingReply<> reply = desktop.asyncCall(
        call(QStringLiteral("Open"),
             {QStringList{QString::fromLatin1(QUrl::fromLocalFile(spaced).toEncoded()),
                          QStringLiteral("https://host/x.dmp"), QString()}}));
    QTRY_VERIFY_WITH_TIMEOUT(reply.isFinished(), kPatienceMs);
    QVERIFY2(reply.isValid(), qPrintable(reply.error().message()));
    QVERIFY(waitForFiles({kFirst, spaced}));
    // A name that is not UTF-8 and an unknown action do no harm.
    for (const auto& message :
         {call(QStringLiteral("Open"), {QStringList{QStringLiteral("file:///tmp/%FF%FE.dmp")}}),
          call(QStringLiteral("ActivateAction"), {QStringLiteral("unknown"), QVariantList()})}) {
        reply = desktop.asyncCall(message);
        QTRY_VERIFY_WITH_TIMEOUT(reply.isFinished(), kPatienceMs);
        QVERIFY2(reply.isValid(), qPrintable(reply.error().message()));
    }
    QVERIFY(first.isRunning());
}

/// As with DBusActivatable=true in the desktop entry: nothing runs, and the bus starts the program.
void TestSingleInstance::theBusStartsIt()
{
    auto desktop = m_bus->connection();
    QDBusPendingReply<> reply = desktop.asyncCall(
        call(QStringLiteral("Open"),
             {QStringList{QString::fromLatin1(QUrl::fromLocalFile(kFirst).toEncoded())}}));
    QTRY_VERIFY_WITH_TIMEOUT(reply.isFinished(), kPatienceMs);
    QVERIFY2(reply.isValid(), qPrintable(reply.error().message()));
    // It outlives the bus, because its window is open.
    const QDBusReply<uint> started =
        desktop.interface()->servicePid(QStringLiteral("org.faultline.Faultline"));
    QVERIFY(started.isValid());
    const auto end = qScopeGuard([&] { ::kill(static_cast<pid_t>(started.value()), SIGKILL); });
    QVERIFY(waitForFiles({kFirst}));
    Program second(environment(), {kSecond});
    QVERIFY(second.ends());
    QVERIFY(waitForFiles({kFirst, kSecond}));
}

void TestSingleInstance::opensTheLastReport()
{
    {
        Program first(environment(), {kFirst});
        QVERIFY(waitForFiles({kFirst}));
        QTRY_VERIFY_WITH_TIMEOUT(AppSettings(settingsFile()).recentFiles().size() == 1,
                                 kPatienceMs);
    }
    AppSettings(settingsFile()).setOpenFiles({});
    Program second(environment(), {QStringLiteral("--new-instance")});
    Program third(environment(), {});
    auto bus = m_bus->connection();
    QTRY_VERIFY_WITH_TIMEOUT(
        bus.interface()->isServiceRegistered(QStringLiteral("org.faultline.Faultline")),
        kPatienceMs); // Or the next one could be first.
    Program last(environment(), {QStringLiteral("--last")});
    QVERIFY(last.ends());
    QVERIFY(waitForFiles({kFirst}));
    QVERIFY(second.isRunning());
    QVERIFY(third.isRunning());
}

/// Row 1 of the sample's stack is an inlined call, which comes with the symbols.
void TestSingleInstance::goesToAFrame()
{
    const QString commandLine = QFileInfo(QStringLiteral(FL_WORKBENCH)).path() + "/faultline";
    Program first(environment(), {"open", kFirst, "--frame", "1"}, commandLine);
    QVERIFY(waitForPlace(kFirst, {.thread = 8, .frame = 0, .inlineDepth = 1}));
    // The window that runs goes there in a file that is open, and in a new one.
    Program second(environment(), {"open", kFirst, "--thread", "1", "--frame", "2"}, commandLine);
    QVERIFY(second.ends());
    QVERIFY(waitForPlace(kFirst, {.thread = 1, .frame = 1, .inlineDepth = 1}));
    Program third(environment(), {"--frame", "1", kSecond});
    QVERIFY(third.ends());
    QVERIFY(waitForPlace(kSecond, {.thread = 1, .frame = 0, .inlineDepth = 0}));
    QVERIFY(first.isRunning());
}

void TestSingleInstance::framesAreNumbers()
{
    for (const auto* wrong : {"-1", "x", ""}) {
        QProcess program;
        program.setProcessEnvironment(environment());
        program.start(QStringLiteral(FL_WORKBENCH), {QStringLiteral("--frame=") + wrong, kFirst});
        QVERIFY(program.waitForFinished(kPatienceMs));
        QCOMPARE(program.exitCode(), 1);
        QVERIFY(program.readAllStandardError().contains("--frame: expected a number"));
    }
}

QTEST_GUILESS_MAIN(TestSingleInstance)
#include "tst_single_instance.moc"
