// SPDX-License-Identifier: GPL-3.0-or-later
// `faultline query` and `faultline inspect` as their users see them, and every recipe of
// docs/scripting.md.
#include "tests/end_to_end/faultline_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline::test;

namespace {

ProgramRun query(const QString& expression, const QStringList& options = {})
{
    return runFaultline(QStringList{"query", "sample.dmp", expression, "--offline", "-s", "."} +
                            options,
                        sampleFolder("default"));
}

/// A command of a document with what it prints.
struct Recipe
{
    QString command;
    QString output;
};

QList<Recipe> recipesOf(const QString& document)
{
    QFile file(document);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<Recipe> recipes;
    bool isInside = false;
    for (const auto& line : QString::fromUtf8(file.readAll()).split('\n')) {
        if (line.startsWith("```"))
            isInside = line == "```console";
        else if (isInside && line.startsWith("$ "))
            recipes.append({line.mid(2), {}});
        else if (isInside)
            recipes.last().output += line + "\n";
    }
    return recipes;
}

} // namespace

class TestQueryCli : public QObject
{
    Q_OBJECT

private slots:
    void recipes_data();
    void recipes();
    void pagesGoOn();
    void outcomes_data();
    void outcomes();
    void inspectIsOneCase();
    void teamSeesNoMemory();
    void comparesFiles();
    void exitsByCause_data();
    void exitsByCause();
};

void TestQueryCli::recipes_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("output");
    const auto all = recipesOf(FL_TESTS_DIR "/../docs/scripting.md");
    QVERIFY(all.size() >= 20);
    for (const auto& recipe : all)
        QTest::newRow(qPrintable(recipe.command)) << recipe.command << recipe.output;
}

void TestQueryCli::recipes()
{
    QFETCH(QString, command);
    QFETCH(QString, output);
    QVERIFY2(command.startsWith("faultline query "), "a recipe calls faultline");
    QProcess shell;
    shell.setWorkingDirectory(sampleFolder("default"));
    shell.setProcessEnvironment(bareEnvironment());
    shell.start("sh", {"-c", QString("\"%1\"%2").arg(FL_PROGRAM, command.mid(9))});
    QVERIFY(shell.waitForFinished(60'000));
    QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()), output);
    QCOMPARE(shell.exitCode(), 0);
}

void TestQueryCli::pagesGoOn()
{
    const auto text = query("threads.index", {"--most", "2"});
    QCOMPARE(text.output, QByteArray("- 0\n- 1\n"));
    QCOMPARE(text.errors, QByteArray("faultline: there is more; --first 2 goes on\n"));
    const auto json = query("threads.index", {"--first", "8", "--format", "json"});
    QCOMPARE(json.output, QByteArray("{\"value\":[8],\"total\":9}\n"));
    QCOMPARE(json.errors, QByteArray());
}

void TestQueryCli::exitsByCause_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("a panic of Go") << QByteArray("panic: no such order\n\ngoroutine 1 [running]:\n"
                                                 "main.main()\n\t/src/main.go:7 +0x1d\n")
                                   << 11;
    QTest::newRow("an error of Java")
        << QByteArray("Exception in thread \"main\" java.lang.IllegalStateException: no order\n"
                      "\tat com.example.Shop.buy(Shop.java:7)\n")
        << 11;
    QTest::newRow("a stack of GDB")
        << QByteArray("Program terminated with signal SIGSEGV, Segmentation fault.\n"
                      "#0  0x0000000000401136 in work () at /src/work.c:3\n"
                      "#1  0x0000000000401150 in main () at /src/work.c:9\n")
        << 10;
}

/// Texts have causes, too, whatever the form of the output.
void TestQueryCli::exitsByCause()
{
    QFETCH(QByteArray, text);
    QTemporaryDir folder;
    QFile file(folder.filePath("crash.txt"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    file.close();
    QList<QStringList> commands{{"symbolicate", "crash.txt"}, {"query", "crash.txt", "cause.code"}};
    if (text.contains("java.lang")) // Of others no text is restored.
        commands.append({"symbolicate", "crash.txt", "--format", "restored"});
    for (const auto& arguments : commands) {
        const auto run =
            runFaultline(arguments + QStringList{"--offline", "--exit-by-cause"}, folder.path());
        QVERIFY2(run.ended && !run.output.isEmpty(), run.errors);
        QTEST(run.exitCode, "exitCode");
    }
    const auto question = runFaultline(
        {"query", "crash.txt", "nothing", "--offline", "--exit-by-cause"}, folder.path());
    QCOMPARE(question.exitCode, 2);
}

void TestQueryCli::outcomes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("no such member")
        << QStringList{"sample.dmp", "colour"} << 2 << QByteArray("there is no \"colour\"");
    QTest::newRow("no query") << QStringList{"sample.dmp", "a+"} << 2
                              << QByteArray("unexpected '+'");
    QTest::newRow("too large") << QStringList{"sample.dmp", "memory(1, 99999)"} << 2
                               << QByteArray("at most 32768 bytes");
    QTest::newRow("no file") << QStringList{"nowhere.dmp", "cause"} << 3
                             << QByteArray("nowhere.dmp");
    QTest::newRow("no expression") << QStringList{"sample.dmp"} << 2 << QByteArray("expression");
}

void TestQueryCli::outcomes()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, error);
    const auto run =
        runFaultline(QStringList{"query", "--offline"} + arguments, sampleFolder("default"));
    QTEST(run.exitCode, "exitCode");
    QCOMPARE(run.output, QByteArray());
    QVERIFY2(run.errors.contains(error), run.errors);
}

void TestQueryCli::inspectIsOneCase()
{
    const auto inspect = [](const QStringList& arguments) {
        return runFaultline(QStringList{"inspect", "sample.dmp", "--offline", "-s", "."} +
                                arguments,
                            sampleFolder("default"));
    };
    QCOMPARE(inspect({"this"}).output, QByteArray("this: const scene::Node* const = 0x0\n"));
    const auto json = inspect({"this->m_dirty", "--frame", "3", "--format", "json"});
    const auto value =
        QJsonDocument::fromJson(json.output)["variables"]["frames"][0]["variables"][0];
    QCOMPARE(value["number"].toString(), "Everything");
    const auto same = query("value('this->m_dirty', frames[3])", {"--format", "json"});
    QCOMPARE(QJsonDocument::fromJson(same.output)["value"][0], value);
    const auto nobody = inspect({"nobody"});
    QCOMPARE(nobody.exitCode, 2);
    QVERIFY2(nobody.errors.contains("no variable is called \"nobody\" here"), nobody.errors);
    QCOMPARE(inspect({"this", "--frame", "99"}).exitCode, 2);
    QCOMPARE(inspect({"this", "--thread", "99"}).exitCode, 2);
}

void TestQueryCli::teamSeesNoMemory()
{
    const auto all = query("memory('rsp', 16)", {"--format", "json"});
    QVERIFY2(all.output.contains("\"bytes\""), all.output);
    const auto team = query("memory('rsp', 16)", {"--format", "json", "--share", "team"});
    QVERIFY2(!team.output.contains("\"bytes\"") && team.exitCode == 0, team.output);
}

void TestQueryCli::comparesFiles()
{
    const auto same = query("compare('sample.dmp').equal");
    QCOMPARE(same.output, QByteArray("true\n"));
    const auto none = query("compare('nowhere.dmp').equal");
    QCOMPARE(none.exitCode, 2);
}

QTEST_GUILESS_MAIN(TestQueryCli)
#include "tst_query_cli.moc"
