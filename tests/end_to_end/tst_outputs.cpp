// SPDX-License-Identifier: GPL-3.0-or-later
// Checks where results are written: a device or a pipe stays what it is, and a result that did not
// arrive is an error.
#include "tests/end_to_end/faultline_program.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/wasm_builder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace faultline::test;

namespace {

constexpr const char* kSymbols = "MODULE Linux x86_64 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA0 app\n"
                                 "PUBLIC 1000 0 f\n";

void addCommands()
{
    QTest::addColumn<QStringList>("arguments"); // The output follows.
    QTest::newRow("symcache") << QStringList{"symbols", "symcache", "app.sym", "-o"};
    QTest::newRow("dump") << QStringList{"symbols", "dump", "app.sym", "-o"};
    QTest::newRow("wasm-split") << QStringList{"symbols", "wasm-split", "app.wasm", "-o"};
    QTest::newRow("symbolicate") << QStringList{"symbolicate", "--offline", "crash.dmp", "-o"};
}

} // namespace

class TestOutputs : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void pipesAreWritten_data() { addCommands(); }

    void pipesAreWritten();

    void linksToDevicesStay_data() { addCommands(); }

    void linksToDevicesStay();

    void fullDevicesAreAnError_data() { addCommands(); }

    void fullDevicesAreAnError();

    void missingFoldersAreAnError_data() { addCommands(); }

    void missingFoldersAreAnError();
    void foldersAreAnError();

    void inputsAreNotReplaced_data();
    void inputsAreNotReplaced();
    void anOlderResultStaysWhenThereIsNoNewOne_data();
    void anOlderResultStaysWhenThereIsNoNewOne();

    void aFullDiskLeavesTheOlderResult_data() { addCommands(); }

    void aFullDiskLeavesTheOlderResult();

    void whatIsReplacedKeepsItsModeAndItsLink_data() { addCommands(); }

    void whatIsReplacedKeepsItsModeAndItsLink();

    void openFilesAreContinued_data() { addCommands(); }

    void openFilesAreContinued();
    void fullStandardOutputIsAnError_data();
    void fullStandardOutputIsAnError();

private:
    QString path(const QString& name) const { return m_dir->filePath(name); }

    void write(const QString& name, const QByteArray& content) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }

    QByteArray read(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("absent");
    }

    ProgramRun runTo(const QString& output) const
    {
        QFETCH(QStringList, arguments);
        return runFaultline(arguments + QStringList{output}, m_dir->path());
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestOutputs::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    write(QStringLiteral("app.sym"), kSymbols);
    const auto wasm = WasmBuilder().build();
    write(QStringLiteral("app.wasm"), QByteArray(reinterpret_cast<const char*>(wasm.data()),
                                                 static_cast<qsizetype>(wasm.size())));
    write(QStringLiteral("config.yml"), "cache_dir: cache\n");
    QVERIFY(QFile::copy(sampleFolder("null_write") + "/null_write.dmp", path("crash.dmp")));
}

void TestOutputs::pipesAreWritten()
{
    const auto pipe = path("pipe").toLocal8Bit();
    QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
    // A reader that does not block. The output fits into the pipe.
    const int reader = ::open(pipe.constData(), O_RDONLY | O_NONBLOCK);
    const auto run = runTo("pipe");
    QByteArray got(1 << 16, '\0');
    got.resize(std::max<ssize_t>(0, ::read(reader, got.data(), static_cast<size_t>(got.size()))));
    ::close(reader);
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    struct stat status = {};
    QVERIFY(::stat(pipe.constData(), &status) == 0 && S_ISFIFO(status.st_mode));
    QVERIFY(!got.isEmpty());
    const auto again = runTo("plain");
    QFile plain(path("plain"));
    QVERIFY(again.exitCode == 0 && plain.open(QIODevice::ReadOnly));
    QCOMPARE(got, plain.readAll());
}

void TestOutputs::linksToDevicesStay()
{
    QVERIFY(QFile::link("/dev/null", path("nothing")));
    const auto run = runTo("nothing");
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QCOMPARE(QFileInfo(path("nothing")).symLinkTarget(), QString("/dev/null"));
    struct stat status = {};
    QVERIFY(::stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode));
}

void TestOutputs::fullDevicesAreAnError()
{
    QVERIFY(QFile::link("/dev/full", path("full")));
    const auto run = runTo("full");
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("full: No space left on device"), run.errors.constData());
    QVERIFY(QFileInfo(path("full")).isSymLink());
}

void TestOutputs::missingFoldersAreAnError()
{
    const auto run = runTo("absent/result");
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("absent/result"), run.errors.constData());
    QVERIFY(!QFileInfo::exists(path("absent")));
}

void TestOutputs::foldersAreAnError()
{
    const auto run = runFaultline({"symbols", "symcache", "app.sym", "-o", "."}, m_dir->path());
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("it is a folder"), run.errors.constData());
}

void TestOutputs::inputsAreNotReplaced_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("input");
    const QStringList symbolicate{"symbolicate", "--offline", "crash.dmp", "-o"};
    const auto row = [](const char* name, const QStringList& arguments, const char* input) {
        QTest::newRow(name) << arguments << QString(input);
    };
    row("symbolicate", symbolicate + QStringList{"crash.dmp"}, "crash.dmp");
    row("another path", symbolicate + QStringList{"./folder/../crash.dmp"}, "crash.dmp");
    row("a link to it", symbolicate + QStringList{"link"}, "crash.dmp");
    row("another name of it", symbolicate + QStringList{"hard"}, "crash.dmp");
    row("the container of a crash file",
        {"symbolicate", "--offline", "crash.dmp/part", "-o", "crash.dmp"}, "crash.dmp");
    row("the configuration", symbolicate + QStringList{"config.yml", "-c", "config.yml"},
        "config.yml");
    row("a module's file", symbolicate + QStringList{"app.sym", "--module", "app=app.sym"},
        "app.sym");
    row("a core's program", symbolicate + QStringList{"crash.dmp", "--program", "app.sym@0x1000"},
        "app.sym");
    row("stackwalk", {"stackwalk", "--offline", "crash.dmp", "-o", "crash.dmp"}, "crash.dmp");
    row("stackwalk's second output",
        {"stackwalk", "--offline", "crash.dmp", "--cyborg", "crash.dmp"}, "crash.dmp");
    row("stackwalk's log", {"stackwalk", "--offline", "crash.dmp", "--log-file", "crash.dmp"},
        "crash.dmp");
    row("symcache", {"symbols", "symcache", "app.sym", "-o", "app.sym"}, "app.sym");
    row("dump", {"symbols", "dump", "app.sym", "-o", "app.sym"}, "app.sym");
    row("bundle", {"symbols", "bundle", "app.sym", "-o", "app.sym"}, "app.sym");
    row("wasm-split's debug info",
        {"symbols", "wasm-split", "app.wasm", "--debug-output", "app.wasm"}, "app.wasm");
}

void TestOutputs::inputsAreNotReplaced()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, input);
    QVERIFY(QDir(m_dir->path()).mkdir("folder"));
    QVERIFY(QFile::link("crash.dmp", path("link")));
    std::filesystem::create_hard_link(path("crash.dmp").toStdString(), path("hard").toStdString());
    const auto before = read(input);
    const auto run = runFaultline(arguments, m_dir->path());
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("cannot write"), run.errors.constData());
    QVERIFY(read(input) == before);
}

void TestOutputs::anOlderResultStaysWhenThereIsNoNewOne_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("symbolicate, no such file")
        << QStringList{"symbolicate", "--offline", "absent.dmp", "-o", "result"};
    QTest::newRow("symbolicate, no crash file")
        << QStringList{"symbolicate", "--offline", "app.wasm", "-o", "result"};
    QTest::newRow("symbolicate, no such configuration")
        << QStringList{"symbolicate", "-c", "absent.yml", "crash.dmp", "-o", "result"};
    QTest::newRow("stackwalk, no such file")
        << QStringList{"stackwalk", "--offline", "absent.dmp", "-o", "result"};
    QTest::newRow("stackwalk, two outputs")
        << QStringList{"stackwalk", "crash.dmp", "-o", "result", "--cyborg", "./result"};
    QTest::newRow("dump, no such file")
        << QStringList{"symbols", "dump", "absent.sym", "-o", "result"};
    QTest::newRow("dump, no symbols")
        << QStringList{"symbols", "dump", "config.yml", "-o", "result"};
    QTest::newRow("symcache, no symbols")
        << QStringList{"symbols", "symcache", "config.yml", "-o", "result"};
    QTest::newRow("bundle, no sources")
        << QStringList{"symbols", "bundle", "app.sym", "-o", "result"};
}

void TestOutputs::anOlderResultStaysWhenThereIsNoNewOne()
{
    QFETCH(QStringList, arguments);
    write(QStringLiteral("result"), "last week's");
    const auto names = QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden);
    const auto run = runFaultline(arguments, m_dir->path());
    QVERIFY2(run.exitCode > 0, run.errors.constData());
    QCOMPARE(read(QStringLiteral("result")), QByteArray("last week's"));
    QCOMPARE(QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden), names);
}

void TestOutputs::aFullDiskLeavesTheOlderResult()
{
    QFETCH(QStringList, arguments);
    write(QStringLiteral("result"), "last week's");
    const auto names = QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden);
    QProcess process;
    process.setProcessEnvironment(bareEnvironment());
    process.setWorkingDirectory(m_dir->path());
    // No file may become larger, which looks like a full disk to the writer.
    process.setChildProcessModifier([] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{16, 16};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    });
    process.start(QStringLiteral(FL_PROGRAM), arguments + QStringList{"result"});
    QVERIFY(process.waitForFinished(60000));
    const auto errors = process.readAllStandardError();
    QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() > 0,
             errors.constData());
    QVERIFY(!errors.isEmpty());
    QCOMPARE(read(QStringLiteral("result")), QByteArray("last week's"));
    QCOMPARE(QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden), names);
}

void TestOutputs::whatIsReplacedKeepsItsModeAndItsLink()
{
    write(QStringLiteral("result"), "last week's");
    QVERIFY(QFile::link("result", path("link")));
    const auto forOwner = QFile::ReadOwner | QFile::WriteOwner;
    QVERIFY(QFile::setPermissions(path("result"), forOwner));
    const auto run = runTo("link");
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QVERIFY(QFileInfo(path("link")).isSymLink() && !QFileInfo(path("result")).isSymLink());
    QCOMPARE(QFile::permissions(path("result")) & (QFile::ReadGroup | QFile::ReadOther),
             QFile::Permissions());
    QVERIFY(runTo("plain").exitCode == 0);
    QCOMPARE(read(QStringLiteral("result")), read(QStringLiteral("plain")));
}

/// /dev/stdout may lead to a file to which others write, too.
void TestOutputs::openFilesAreContinued()
{
    QFETCH(QStringList, arguments);
    QVERIFY(runTo("plain").exitCode == 0);
    for (const auto* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
        write(QStringLiteral("all"), "before\n");
        QProcess process;
        process.setProcessEnvironment(bareEnvironment());
        process.setWorkingDirectory(m_dir->path());
        process.setStandardOutputFile(path("all"), QIODevice::Append);
        process.start(QStringLiteral(FL_PROGRAM), arguments + QStringList{name});
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 0);
        const auto all = read(QStringLiteral("all"));
        QVERIFY2(all.startsWith("before\n" + read(QStringLiteral("plain"))), all.constData());
    }
}

void TestOutputs::fullStandardOutputIsAnError_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("help") << QStringList{"--help"};
    QTest::newRow("version") << QStringList{"--version"};
    QTest::newRow("presets") << QStringList{"config", "presets"};
    QTest::newRow("info") << QStringList{"symbols", "info", "app.sym"};
    QTest::newRow("info as JSON") << QStringList{"symbols", "info", "--format", "json", "app.sym"};
    QTest::newRow("lookup") << QStringList{"symbols", "lookup", "app.sym", "0x1000"};
    QTest::newRow("dump") << QStringList{"symbols", "dump", "app.sym"};
    QTest::newRow("sort") << QStringList{"symbols", "sort", "-o", "out", "app.sym"};
    QTest::newRow("wasm-split") << QStringList{"symbols", "wasm-split", "app.wasm"};
    QTest::newRow("symbolicate") << QStringList{"symbolicate", "--offline", "crash.dmp"};
    QTest::newRow("stackwalk") << QStringList{"stackwalk", "--offline", "crash.dmp"};
    QTest::newRow("cache list") << QStringList{"cache", "list", "-c", "config.yml"};
}

void TestOutputs::fullStandardOutputIsAnError()
{
    QFETCH(QStringList, arguments);
    QProcess process;
    process.setProcessEnvironment(bareEnvironment());
    process.setWorkingDirectory(m_dir->path());
    process.setStandardOutputFile("/dev/full");
    process.start(QStringLiteral(FL_PROGRAM), arguments);
    QVERIFY(process.waitForFinished(60000));
    const auto errors = process.readAllStandardError();
    QCOMPARE(process.exitCode(), 1);
    QVERIFY2(errors.contains("standard output"), errors.constData());
}

QTEST_GUILESS_MAIN(TestOutputs)
#include "tst_outputs.moc"
