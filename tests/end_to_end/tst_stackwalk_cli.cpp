// SPDX-License-Identifier: GPL-3.0-or-later
// `faultline stackwalk` as its users and the programs that read its output see it.
#include "tests/end_to_end/faultline_program.h"
#include "tests/support/container_builder.h"
#include "tests/support/golden.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace faultline::test;

class TestStackwalkCli : public QObject
{
    Q_OBJECT

private slots:
    void prints_data();
    void prints();
    void writesTextAndJsonAtOnce();
    void foldersBehindTheDumpAreSymbols();
    void anotherBuildIsWarnedOf_data();
    void anotherBuildIsWarnedOf();
    void modulesAreChosen_data();
    void modulesAreChosen();
    void dumpsStreams();
    void takesOptionsOfItsPeers_data();
    void takesOptionsOfItsPeers();
    void logsIntoAFile();
    void choosesParts_data();
    void choosesParts();
    void exitCodes_data();
    void exitCodes();
};

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// An upload with two dumps, "one.dmp" and "two.dmp".
QString uploadIn(const QTemporaryDir& folder)
{
    const auto first = contentOf(sampleFolder("null_write") + "/null_write.dmp").toStdString();
    const auto second =
        contentOf(sampleFolder("second_thread") + "/second_thread.dmp").toStdString();
    const QString path = folder.filePath(QStringLiteral("upload"));
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(
            QByteArray::fromStdString(multipartBody({{"one.dmp", first}, {"two.dmp", second}})));
    return path;
}

} // namespace

void TestStackwalkCli::prints_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("golden");
    QTest::newRow("json") << QStringList{"--json", "--pretty"} << "stackwalk.json";
    QTest::newRow("text") << QStringList{} << "stackwalk.txt";
    QTest::newRow("brief text") << QStringList{"--brief"} << "stackwalk_brief.txt";
    QTest::newRow("machine") << QStringList{"-m"} << "stackwalk_machine.txt";
}

void TestStackwalkCli::prints()
{
    QFETCH(QStringList, options);
    QFETCH(QString, golden);
    const auto run = runFaultline(QStringList{"stackwalk", "--offline", "--symbols-path", "."} +
                                      options + QStringList{"second_thread.dmp"},
                                  sampleFolder("second_thread"));
    QCOMPARE(run.errors, QByteArray());
    QCOMPARE(run.exitCode, 0);
    auto output = run.output;
    output.replace(FL_TESTS_DIR, "<tests>");
    QVERIFY(matchesGolden(output, "cli/" + golden));
}

void TestStackwalkCli::writesTextAndJsonAtOnce()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("out.json"));
    const auto run = runFaultline({"stackwalk", "--offline", "--cyborg", path, "null_write.dmp"},
                                  sampleFolder("null_write"));
    QCOMPARE(run.exitCode, 0);
    QVERIFY(run.output.startsWith("Operating system: Linux\n"));
    QCOMPARE(QJsonDocument::fromJson(contentOf(path))["status"].toString(), QStringLiteral("OK"));
}

void TestStackwalkCli::foldersBehindTheDumpAreSymbols()
{
    const auto run = runFaultline({"stackwalk", "--offline", "--json", "null_write.dmp", "."},
                                  sampleFolder("null_write"));
    QCOMPARE(run.exitCode, 0);
    const auto answer = QJsonDocument::fromJson(run.output);
    const auto frame = answer["crashing_thread"]["frames"][0];
    QVERIFY(frame["function"].toString().contains("process"));
    QCOMPARE(frame["missing_symbols"].toBool(), false);
}

void TestStackwalkCli::anotherBuildIsWarnedOf_data()
{
    QTest::addColumn<QString>("form");
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QByteArray>("errors");
    QTest::newRow("text") << "--human" << QByteArray("(WARNING: wrong build: debug id")
                          << QByteArray();
    QTest::newRow("json") << "--json" << QByteArray("\"wrong_build\":\"wrong build: debug id")
                          << QByteArray();
    QTest::newRow("lines for programs")
        << "--machine" << QByteArray()
        << QByteArray("symbols of null_write are of a wrong build: debug id");
}

/// A symbol server's folder with a file that does not match its path.
void TestStackwalkCli::anotherBuildIsWarnedOf()
{
    QFETCH(QString, form);
    QFETCH(QByteArray, output);
    QFETCH(QByteArray, errors);
    const auto known = runFaultline({"stackwalk", "--offline", "--json", "null_write.dmp"},
                                    sampleFolder("null_write"));
    const auto module = QJsonDocument::fromJson(known.output)["modules"][0];
    const QTemporaryDir folder;
    const auto place =
        folder.filePath(QStringLiteral("null_write/%1").arg(module["debug_id"].toString()));
    QVERIFY(QDir().mkpath(place));
    QFile file(place + QStringLiteral("/null_write.sym"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("MODULE Linux x86_64 11111111222233334444555555555555A null_write\n"
               "FUNC 0 1000000 0 guessed\n");
    file.close();
    const auto run = runFaultline(
        {"stackwalk", "--offline", form, "-s", "native:" + folder.path(), "null_write.dmp"},
        sampleFolder("null_write"));
    QCOMPARE(run.exitCode, 0);
    QVERIFY(run.output.contains("guessed"));
    QVERIFY2(run.output.contains(output), run.output);
    QCOMPARE(run.errors.isEmpty(), errors.isEmpty());
    QVERIFY2(run.errors.contains(errors), run.errors);
}

void TestStackwalkCli::modulesAreChosen_data()
{
    QTest::addColumn<QString>("module");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<bool>("named");
    QTest::addColumn<QByteArray>("errors");
    QTest::newRow("by name") << "null_write=null_write" << 0 << true << QByteArray();
    QTest::newRow("misspelt") << "nul_write=null_write" << 0 << false
                              << QByteArray("no module is called nul_write");
    QTest::newRow("without file") << "null_write=" << 2 << false << QByteArray("NAME=FILE");
    QTest::newRow("without name") << "=null_write" << 2 << false << QByteArray("NAME=FILE");
}

void TestStackwalkCli::modulesAreChosen()
{
    QFETCH(QString, module);
    QFETCH(int, exitCode);
    QFETCH(bool, named);
    QFETCH(QByteArray, errors);
    for (const QString command : {"stackwalk", "symbolicate"}) {
        // Outside the folder of the sample, where the program would be found.
        const QTemporaryDir folder;
        QVERIFY(QFile::copy(sampleFolder("null_write") + "/null_write.dmp",
                            folder.filePath("copy.dmp")));
        const auto run =
            runFaultline({command, "--offline", "--module", module, folder.filePath("copy.dmp")},
                         sampleFolder("null_write"));
        QCOMPARE(run.exitCode, exitCode);
        QCOMPARE(run.output.contains("::process("), named);
        QVERIFY2(run.errors.contains(errors), run.errors);
    }
}

void TestStackwalkCli::dumpsStreams()
{
    const auto run =
        runFaultline({"stackwalk", "--dump", "null_write.dmp"}, sampleFolder("null_write"));
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.errors, QByteArray());
    QVERIFY(run.output.startsWith("Stream 0x"));
    QVERIFY(run.output.contains("Stream 0x00000003 ThreadList (Official) @ 0x"));
    QVERIFY(run.output.contains("  rip = 0x"));
}

void TestStackwalkCli::takesOptionsOfItsPeers_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("begin"); // Beginning of the output.
    QTest::addColumn<int>("threads");
    const QByteArray text = "Operating system: Linux\n";
    const QByteArray lines = "OS|Linux|";
    const auto row = [](const char* name, const QStringList& options, const QByteArray& begin,
                        int threads) { QTest::newRow(name) << options << begin << threads; };
    row("none", {}, text, 2);
    row("-f machine", {"-f", "machine"}, lines, 0);
    row("-f human", {"-f", "human"}, text, 2);
    row("-b", {"-b"}, text, 1);
    row("-t", {"-t", "1"}, text, 1);
    row("-t beyond the last", {"-t", "9"}, text, 0);
    row("features", {"--features", "unstable-all"}, text, 2);
    row("quiet", {"--no-color", "--no-interactive", "--symbols-tmp", "x"}, text, 2);
    row("help", {"--help-markdown"}, "# faultline stackwalk\n", 0);
}

void TestStackwalkCli::takesOptionsOfItsPeers()
{
    QFETCH(QStringList, options);
    const auto run = runFaultline(QStringList{"stackwalk", "--offline"} + options +
                                      QStringList{"second_thread.dmp"},
                                  sampleFolder("second_thread"));
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.errors, QByteArray());
    QFETCH(QByteArray, begin);
    QVERIFY2(run.output.startsWith(begin), run.output.left(200));
    QTEST(int(run.output.count("\nThread ")), "threads");
}

void TestStackwalkCli::logsIntoAFile()
{
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("log"));
    const auto run = runFaultline(
        {"stackwalk", "--offline", "--verbose", "trace", "--log-file", log, "null_write.dmp"},
        sampleFolder("null_write"));
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.errors, QByteArray());
    QVERIFY(QFile::exists(log));
    const auto refused = runFaultline({"stackwalk", "--log-file", folder.path(), "null_write.dmp"},
                                      sampleFolder("null_write"));
    QCOMPARE(refused.exitCode, 1);
}

void TestStackwalkCli::choosesParts_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<int>("reports");
    QTest::newRow("all") << QStringList{"--part", "all"} << 0 << 2;
    QTest::newRow("one") << QStringList{"--part", "two.dmp"} << 0 << 1;
    QTest::newRow("none") << QStringList{} << 3 << 0;
    QTest::newRow("another") << QStringList{"--part", "three.dmp"} << 3 << 0;
}

void TestStackwalkCli::choosesParts()
{
    QFETCH(QStringList, options);
    QFETCH(int, exitCode);
    QFETCH(int, reports);
    const QTemporaryDir folder;
    const QString upload = uploadIn(folder);
    for (const QString command : {"stackwalk", "symbolicate"}) {
        const QStringList json = command == QLatin1String("stackwalk")
                                     ? QStringList{"--json"}
                                     : QStringList{"--format", "json"};
        const auto run =
            runFaultline(QStringList{command, "--offline"} + json + options + QStringList{upload});
        QCOMPARE(run.exitCode, exitCode);
        QCOMPARE(run.output.count('\n'), reports);
        QCOMPARE(run.errors.contains("one.dmp, two.dmp"), exitCode != 0);
    }
}

void TestStackwalkCli::exitCodes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("absent file") << QStringList{"stackwalk", "absent.dmp"} << 3;
    QTest::newRow("absent configuration")
        << QStringList{"stackwalk", "-c", "absent.yml", "null_write.dmp"} << 2;
    QTest::newRow("absent extra file")
        << QStringList{"stackwalk", "--evil-json", "absent.json", "null_write.dmp"} << 2;
    QTest::newRow("output that cannot be written")
        << QStringList{"stackwalk", "-o", "absent/out", "null_write.dmp"} << 1;
}

void TestStackwalkCli::exitCodes()
{
    QFETCH(QStringList, arguments);
    const auto run = runFaultline(arguments, sampleFolder("null_write"));
    QTEST(run.exitCode, "exitCode");
    QVERIFY(!run.errors.isEmpty());
}

QTEST_GUILESS_MAIN(TestStackwalkCli)
#include "tst_stackwalk_cli.moc"
