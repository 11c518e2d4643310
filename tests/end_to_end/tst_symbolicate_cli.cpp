// SPDX-License-Identifier: GPL-3.0-or-later
// The command line as its users see it: what it prints for the committed samples, and its exit
// codes.
#include "tests/end_to_end/faultline_program.h"
#include "tests/end_to_end/serve_process.h"
#include "tests/support/container_builder.h"
#include "tests/support/core_builder.h"
#include "tests/support/golden.h"
#include "tests/support/packed_bytes.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace faultline::test;

namespace {

/// The committed dumps never change, so only what depends on the run is taken out: durations,
/// where this tree is, and whether the machine has a folder of installed debug files.
QByteArray normalised(const QByteArray& output)
{
    static const QRegularExpression kDuration(QStringLiteral("\"duration_ms\":\\d+"));
    static const QRegularExpression kSequence(QStringLiteral("\"sequence\":\\d+"));
    static const QRegularExpression kInstalledLine(
        QStringLiteral(" *tried installed debug files:.*\n"));
    static const QRegularExpression kInstalledCandidate(
        QStringLiteral("\\{\"source\":\"installed debug files\"[^{}]*"
                       "(\\{[^{}]*\\}[^{}]*)*\\},"));
    return QString::fromUtf8(output)
        .remove(kInstalledLine)
        .remove(kInstalledCandidate)
        .replace(kDuration, QStringLiteral("\"duration_ms\":0"))
        .replace(kSequence, QStringLiteral("\"sequence\":0"))
        .replace(QStringLiteral(FL_TESTS_DIR), QStringLiteral("<tests>"))
        .toUtf8();
}

QByteArray indented(const QByteArray& json)
{
    return QJsonDocument::fromJson(json).toJson(QJsonDocument::Indented);
}

/// A port that nobody listens on: one that a server has just given up.
QString closedUrl()
{
    ServeProcess server;
    const QString url = server.url();
    server.stop();
    return url;
}

} // namespace

class TestSymbolicateCli : public QObject
{
    Q_OBJECT

private slots:
    void printsReports_data();
    void printsReports();
    void writesToTheOutputFile();
    void printsSeveralFiles();
    void exitCodes_data();
    void exitCodes();
    void exitsByCause_data();
    void exitsByCause();
    void printsSarif();
    void noNameDrivesTheTerminal_data();
    void noNameDrivesTheTerminal();
    void findsFilesBesideTheCrashFile();
    void failedSourcesHaveAnExitCode();
    void letsAServerWork();
    void aServerAsksTheSourcesOfARequest();
    void sendsAnyCrashFileToAServer_data();
    void sendsAnyCrashFileToAServer();
    void tellsWhatTheServerRefuses();
    void printsSymbolsInfo();
    void convertsAndLooksUp();
    void readsAddressesFromInput();
    void symbolsRefuseOtherFiles();
};

void TestSymbolicateCli::printsReports_data()
{
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QString>("dump");
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("golden");
    // Samples whose modules are all in their folder: what else this machine has does not matter.
    QTest::newRow("text") << "second_thread" << "second_thread.dmp" << "text"
                          << "second_thread.txt";
    QTest::newRow("markdown") << "second_thread" << "second_thread.dmp" << "markdown"
                              << "second_thread.md";
    QTest::newRow("json") << "null_write" << "null_write.dmp" << "json" << "null_write.json";
    QTest::newRow("text of windows") << "windows_pdb" << "sample.dmp" << "text" << "windows.txt";
}

void TestSymbolicateCli::printsReports()
{
    QFETCH(QString, sample);
    QFETCH(QString, dump);
    QFETCH(QString, format);
    QFETCH(QString, golden);
    const auto run =
        runFaultline({"symbolicate", "--offline", "--symbols", ".", "--format", format, dump},
                     sampleFolder(sample));
    QVERIFY(run.ended);
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.errors, QByteArray());
    const auto output = normalised(run.output);
    QVERIFY(matchesGolden(format == "json" ? indented(output) : output, "cli/" + golden));
}

void TestSymbolicateCli::writesToTheOutputFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("report.txt"));
    const QStringList arguments{"symbolicate", "--offline", "-s", ".", "null_write.dmp"};
    const auto printed = runFaultline(arguments, sampleFolder("null_write"));
    const auto run = runFaultline(arguments + QStringList{"-o", path}, sampleFolder("null_write"));
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.output, QByteArray());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), printed.output);
    const QString impossible = folder.filePath(QStringLiteral("absent/report.txt"));
    const auto refused =
        runFaultline(arguments + QStringList{"-o", impossible}, sampleFolder("null_write"));
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.errors.contains(impossible.toLocal8Bit()), refused.errors.constData());
}

void TestSymbolicateCli::printsSeveralFiles()
{
    const auto run =
        runFaultline({"symbolicate", "--offline", "-s", "null_write", "--format", "json",
                      "null_write/null_write.dmp", "absent.dmp", "second_thread/second_thread.dmp"},
                     sampleFolder(""));
    QCOMPARE(run.exitCode, 3);
    const auto lines = run.output.trimmed().split('\n');
    QCOMPARE(lines.size(), 2);
    for (const auto& line : lines)
        QCOMPARE(QJsonDocument::fromJson(line)["status"].toString(), QStringLiteral("completed"));
    QVERIFY2(run.errors.startsWith("faultline: absent.dmp: "), run.errors.constData());
}

void TestSymbolicateCli::exitCodes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("without symbols")
        << QStringList{"symbolicate", "--offline", "null_write.dmp"} << 0;
    QTest::newRow("version") << QStringList{"--version"} << 0;
    QTest::newRow("no file") << QStringList{"symbolicate"} << 2;
    QTest::newRow("absent configuration")
        << QStringList{"symbolicate", "-c", "absent.yml", "null_write.dmp"} << 2;
    QTest::newRow("configuration is no YAML")
        << QStringList{"symbolicate", "-c", "null_write.dmp", "null_write.dmp"} << 2;
    QTest::newRow("server that is not there")
        << QStringList{"symbolicate", "--server", "http://127.0.0.1:1", "null_write.dmp"} << 4;
    QTest::newRow("serve with a bad configuration")
        << QStringList{"serve", "-c", "absent.yml"} << 2;
}

void TestSymbolicateCli::exitCodes()
{
    QFETCH(QStringList, arguments);
    const auto run = runFaultline(arguments, sampleFolder("null_write"));
    QVERIFY(run.ended);
    QTEST(run.exitCode, "exitCode");
    QVERIFY(run.exitCode == 0 || !run.errors.isEmpty());
}

void TestSymbolicateCli::exitsByCause_data()
{
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<int>("exitCode");
    const QStringList text{"--format", "text"};
    QTest::newRow("fault") << "null_write" << text << 10;
    QTest::newRow("assertion") << "failed_assert" << text << 11;
    QTest::newRow("exception") << "uncaught_exception" << QStringList{"--format", "json"} << 11;
    QTest::newRow("stack overflow") << "stack_overflow" << QStringList{"--format", "sarif"} << 12;
    QTest::newRow("no text to restore") << "null_write" << QStringList{"--format", "restored"} << 3;
    QTest::newRow("a server's own form")
        << "null_write" << QStringList{"--format", "symbolicator", "--server", "http://127.0.0.1:1"}
        << 2;
}

void TestSymbolicateCli::exitsByCause()
{
    QFETCH(QString, sample);
    QFETCH(QStringList, more);
    const auto run = runFaultline(QStringList{"symbolicate", "--offline", "--symbols", ".",
                                              "--exit-by-cause", sample + ".dmp"} +
                                      more,
                                  sampleFolder(sample));
    QVERIFY(run.ended);
    QTEST(run.exitCode, "exitCode");
}

void TestSymbolicateCli::printsSarif()
{
    const auto run = runFaultline(
        {"symbolicate", "--offline", "--symbols", ".", "--format", "sarif", "failed_assert.dmp"},
        sampleFolder("failed_assert"));
    QCOMPARE(run.exitCode, 0);
    const auto log = QJsonDocument::fromJson(run.output);
    const auto result = log["runs"][0]["results"][0];
    QCOMPARE(result["analysisTarget"]["uri"].toString(), QStringLiteral("failed_assert.dmp"));
    QVERIFY(!result["partialFingerprints"]["faultlineSignature/v1"].toString().isEmpty());
    const auto several = runFaultline(
        {"symbolicate", "--offline", "--format", "sarif", "failed_assert.dmp", "failed_assert.dmp"},
        sampleFolder("failed_assert"));
    QCOMPARE(several.exitCode, 2);
    QVERIFY2(several.errors.contains("sarif"), several.errors.constData());
}

void TestSymbolicateCli::noNameDrivesTheTerminal_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QString name = QStringLiteral("a\x1b]0;title\x07");
    QTest::newRow("crash file") << QStringList{"symbolicate", "--offline", name};
    QTest::newRow("configuration") << QStringList{"symbolicate", "-c", name, "null_write.dmp"};
    QTest::newRow("configuration of the server") << QStringList{"serve", "-c", name};
    QTest::newRow("configuration of the caches") << QStringList{"cache", "list", "-c", name};
    QTest::newRow("preset") << QStringList{"config", "presets", name};
    QTest::newRow("module") << QStringList{"stackwalk", name};
    QTest::newRow("unknown command") << QStringList{name};
    QTest::newRow("unknown option") << QStringList{"symbolicate", "--" + name};
}

/// The names come from whoever made the files or the command line.
void TestSymbolicateCli::noNameDrivesTheTerminal()
{
    QFETCH(QStringList, arguments);
    const auto run = runFaultline(arguments, sampleFolder("null_write"));
    QVERIFY(run.ended);
    QVERIFY(run.exitCode != 0);
    QVERIFY(!run.errors.isEmpty());
    QVERIFY2(!run.errors.contains('\x1b') && !run.errors.contains('\x07'),
             run.errors.toHex().constData());
    QVERIFY(!run.output.contains('\x1b'));
}

void TestSymbolicateCli::findsFilesBesideTheCrashFile()
{
    const auto run =
        runFaultline({"symbolicate", "--offline", sampleFolder("null_write") + "/null_write.dmp"});
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.contains("sample::process(sample::Node*)"), run.output.constData());
}

void TestSymbolicateCli::failedSourcesHaveAnExitCode()
{
    const QTemporaryDir folder; // Nothing beside the crash file.
    const QString dump = folder.filePath(QStringLiteral("null_write.dmp"));
    QVERIFY(QFile::copy(sampleFolder("null_write") + "/null_write.dmp", dump));
    const auto run = runFaultline({"symbolicate", "-s", closedUrl(), dump});
    QCOMPARE(run.exitCode, 4);
    QVERIFY2(run.output.contains("Without symbols"), run.output.constData());
}

void TestSymbolicateCli::letsAServerWork()
{
    ServeProcess server("sources:\n  - id: samples\n    type: folder\n    path: \"" +
                        sampleFolder("null_write").toUtf8() + "\"\n");
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto run = runFaultline(
        {"symbolicate", "--server", server.url(), "--format", "json", "null_write.dmp"},
        sampleFolder("null_write"));
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    const auto answer = QJsonDocument::fromJson(run.output);
    QCOMPARE(answer["status"].toString(), QStringLiteral("completed"));
    QCOMPARE(answer["stacktraces"][0]["frames"][3]["function"].toString(),
             QStringLiteral("sample::process(sample::Node*)"));
    QCOMPARE(server.stop(), 0);
}

/// The same file means the same on this machine and on a server.
void TestSymbolicateCli::aServerAsksTheSourcesOfARequest()
{
    const QTemporaryDir folder;
    QFile request(folder.filePath("request.json"));
    QVERIFY(request.open(QIODevice::WriteOnly));
    request.write(
        R"({"sources":[{"id":"own","type":"folder","path":")" +
        sampleFolder("null_write").toUtf8() +
        R"("}],"modules":[{"type":"elf","code_id":"00112233445566778899aabbccddeeff00112233",)"
        R"("image_addr":"0x1000","image_size":4096}],)"
        R"("stacktraces":[{"frames":[{"instruction_addr":"0x1100"}]}]})");
    request.close();
    ServeProcess server;
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto run = runFaultline(
        {"symbolicate", "--server", server.url(), "--format", "json", request.fileName()});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    const auto report = QJsonDocument::fromJson(run.output);
    const auto candidates = report["modules"][0]["candidates"].toArray();
    QVERIFY(std::ranges::any_of(candidates, [](const QJsonValue& candidate) {
        return candidate.toObject()["source"].toString() == QStringLiteral("own");
    }));
}

void TestSymbolicateCli::sendsAnyCrashFileToAServer_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<qint64>("thread");
    QTest::addColumn<QString>("format");
    const auto row = [](const char* name, const QByteArray& content, qint64 thread,
                        const QStringList& options = {}) {
        for (const auto* format : {"json", "symbolicator"})
            QTest::addRow("%s, %s", name, format)
                << content << options << thread << QString::fromLatin1(format);
    };
    const auto packed = [](const std::string& text) { return QByteArray::fromStdString(text); };
    QFile file(sampleFolder("null_write") + "/null_write.dmp");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const std::string dump = file.readAll().toStdString();
    const auto bytes = CoreBuilder().addThread(7, 11, {{"rip", 0x401000}}).bytes();
    const std::string core(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    row("core", packed(core), 7);
    row("core, zstd", packed(zstd(core)), 7);
    row("dump, gzip", packed(gzip(dump)), 8303);
    QFile event(QStringLiteral(FL_TESTS_DIR "/corpora/sentry/null_write.json"));
    QVERIFY(event.open(QIODevice::ReadOnly));
    row("event", event.readAll(), 8303);
    row("one of a stored upload", packed(multipartBody({{"a.dmp", dump}, {"b.core", core}})), 7,
        {"--part", "b.core"});
}

void TestSymbolicateCli::sendsAnyCrashFileToAServer()
{
    QFETCH(QByteArray, content);
    QFETCH(QStringList, options);
    QFETCH(QString, format);
    ServeProcess server;
    QVERIFY2(server.port() != 0, server.log().constData());
    const QTemporaryDir folder;
    QFile crash(folder.filePath(QStringLiteral("crash")));
    QVERIFY(crash.open(QIODevice::WriteOnly) && crash.write(content) == content.size());
    crash.close();
    const auto run =
        runFaultline(QStringList{"symbolicate", "--server", server.url(), "--format", format} +
                     options + QStringList{crash.fileName()});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    const auto answer = QJsonDocument::fromJson(run.output);
    QTEST(answer["stacktraces"][0]["thread_id"].toInteger(), "thread");
    QCOMPARE(answer["faultline"].isUndefined(), format == "symbolicator");
}

void TestSymbolicateCli::tellsWhatTheServerRefuses()
{
    ServeProcess server;
    QVERIFY2(server.port() != 0, server.log().constData());
    const auto refused =
        runFaultline({"symbolicate", "--server", server.url(), "--format", "json", "null_write"},
                     sampleFolder("null_write"));
    QCOMPARE(refused.exitCode, 3);
    QVERIFY2(refused.errors.contains("not a crash file that Faultline knows"),
             refused.errors.constData());
    const auto unreachable =
        runFaultline({"symbolicate", "--server", closedUrl(), "--format", "json", "null_write.dmp"},
                     sampleFolder("null_write"));
    QCOMPARE(unreachable.exitCode, 4);
    QVERIFY(!unreachable.errors.isEmpty());
}

void TestSymbolicateCli::printsSymbolsInfo()
{
    const auto text =
        runFaultline({"symbols", "info", "libscene.so", "libscene.so.debug", "libscene.so.src.zip"},
                     sampleFolder("default"));
    QCOMPARE(text.exitCode, 0);
    QVERIFY(matchesGolden(text.output, QStringLiteral("cli/symbols_info.txt")));
    const auto json = runFaultline({"symbols", "info", "--format", "json", "sample.pdb"},
                                   sampleFolder("windows_pdb"));
    QCOMPARE(json.exitCode, 0);
    QVERIFY(matchesGolden(indented(json.output), QStringLiteral("cli/symbols_info.json")));
}

void TestSymbolicateCli::convertsAndLooksUp()
{
    const QTemporaryDir folder;
    const QString cache = folder.filePath(QStringLiteral("null_write.symcache"));
    const auto converted = runFaultline({"symbols", "symcache", "null_write", "-o", cache},
                                        sampleFolder("null_write"));
    QVERIFY2(converted.exitCode == 0, converted.errors.constData());
    for (const QString& file : {QStringLiteral("null_write"), cache}) {
        const auto text =
            runFaultline({"symbols", "lookup", file, "0x19a0", "10"}, sampleFolder("null_write"));
        QCOMPARE(text.exitCode, 0);
        QVERIFY(matchesGolden(text.output, QStringLiteral("cli/lookup.txt")));
        const auto json = runFaultline({"symbols", "lookup", "--format", "json", file, "19a0"},
                                       sampleFolder("null_write"));
        QVERIFY(matchesGolden(indented(json.output), QStringLiteral("cli/lookup.json")));
    }
}

void TestSymbolicateCli::readsAddressesFromInput()
{
    const auto run = runFaultline({"symbols", "lookup", "null_write", "--addresses", "-"},
                                  sampleFolder("null_write"), "0x19a0\n\n10\n");
    QCOMPARE(run.exitCode, 0);
    QVERIFY(matchesGolden(run.output, QStringLiteral("cli/lookup.txt")));
    const auto refused = runFaultline({"symbols", "lookup", "null_write", "--addresses", "-"},
                                      sampleFolder("null_write"), "0x19a0\nmain\n");
    QCOMPARE(refused.exitCode, 2);
    QCOMPARE(refused.errors, QByteArray("faultline: not a hexadecimal address: \"main\"\n"));
}

void TestSymbolicateCli::symbolsRefuseOtherFiles()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("out"));
    const QList<QStringList> commands{{"symbols", "info", "null_write.dmp"},
                                      {"symbols", "lookup", "null_write.dmp", "1"},
                                      {"symbols", "symcache", "null_write.dmp", "-o", out}};
    for (const auto& command : commands) {
        const auto run = runFaultline(command, sampleFolder("null_write"));
        QCOMPARE(run.exitCode, 3);
        QCOMPARE(run.errors,
                 QByteArray("faultline: null_write.dmp: file of 11224 bytes is a minidump\n"));
    }
    QVERIFY(QDir(folder.path()).isEmpty());
}

QTEST_GUILESS_MAIN(TestSymbolicateCli)
#include "tst_symbolicate_cli.moc"
