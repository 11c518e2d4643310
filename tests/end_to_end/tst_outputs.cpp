// SPDX-License-Identifier: GPL-3.0-or-later
// Checks where results are written: a device or a pipe stays what it is, and a result that did not
// arrive is an error.
#include "tests/end_to_end/faultline_program.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/wasm_builder.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fcntl.h>
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
    void fullStandardOutputIsAnError_data();
    void fullStandardOutputIsAnError();

private:
    QString path(const QString& name) const { return m_dir->filePath(name); }

    void write(const QString& name, const QByteArray& content) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
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
