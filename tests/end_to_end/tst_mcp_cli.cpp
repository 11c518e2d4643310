// SPDX-License-Identifier: GPL-3.0-or-later
// `faultline mcp` as its clients see it, and every recipe of docs/assistants.md.
#include "tests/end_to_end/faultline_program.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline::test;

namespace {

QByteArray message(int id, const QString& method, const QJsonObject& params)
{
    return QJsonDocument(
               QJsonObject{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}})
               .toJson(QJsonDocument::Compact) +
           "\n";
}

QByteArray beginning()
{
    return message(0, "initialize", {{"protocolVersion", "2025-06-18"}}) +
           "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
}

QString samples()
{
    return QFileInfo(sampleFolder("default")).path();
}

/// Answers by their ids.
const QMap<int, QJsonObject> answersOf(const QByteArray& output)
{
    QMap<int, QJsonObject> answers;
    for (const auto& line : output.split('\n')) {
        const auto answer = QJsonDocument::fromJson(line).object();
        if (answer.contains("id"))
            answers.insert(answer["id"].toInt(-1), answer);
    }
    return answers;
}

ProgramRun ask(const QByteArray& input, const QStringList& options = {})
{
    return runFaultline(QStringList{"mcp", "--offline", "--folder", samples()} + options, samples(),
                        beginning() + input);
}

QList<QJsonArray> recipesOf(const QString& document)
{
    QFile file(document);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<QJsonArray> recipes;
    const auto parts = QString::fromUtf8(file.readAll()).split("```json\n");
    for (const auto& part : parts.mid(1)) {
        const auto json = QJsonDocument::fromJson(part.section("\n```", 0, 0).toUtf8());
        if (json.isArray())
            recipes.append(json.array());
    }
    return recipes;
}

} // namespace

class TestMcpCli : public QObject
{
    Q_OBJECT

private slots:
    void recipes_data();
    void recipes();
    void answersUntilTheInputEnds();
    void hostileInputIsBounded();
    void foldersComeFromTheConfiguration();
    void onlyLoopbackIsServed_data();
    void onlyLoopbackIsServed();
};

void TestMcpCli::recipes_data()
{
    QTest::addColumn<QJsonArray>("calls");
    const auto all = recipesOf(FL_TESTS_DIR "/../docs/assistants.md");
    QVERIFY(all.size() >= 20);
    for (const auto& calls : all)
        QTest::newRow(QJsonDocument(calls.last().toObject()).toJson(QJsonDocument::Compact))
            << calls;
}

/// The calls go one after the other, as a client waits for each answer. Here each run makes one
/// call more, because all of a run's input is there from its beginning.
void TestMcpCli::recipes()
{
    QFETCH(QJsonArray, calls);
    QByteArray batch;
    for (const auto& each : calls) {
        const auto call = each.toObject();
        batch += (batch.isEmpty() ? "[" : ",") +
                 message(static_cast<int>(batch.size()) + 1, "tools/call",
                         {{"name", call["tool"]}, {"arguments", call["arguments"]}})
                     .trimmed();
    }
    // Messages of a batch are answered in their order.
    const auto run = ask(batch + "]\n");
    QCOMPARE(run.exitCode, 0);
    const auto lines = run.output.trimmed().split('\n');
    const auto answers = QJsonDocument::fromJson(lines.last()).array();
    QCOMPARE(answers.size(), calls.size());
    const auto last = answers.last()["result"];
    QVERIFY2(!last["isError"].toBool(), lines.last());
    const auto shows = calls.last()["shows"].toString();
    QVERIFY2(!shows.isEmpty() && last["content"][0]["text"].toString().contains(shows),
             lines.last());
}

void TestMcpCli::answersUntilTheInputEnds()
{
    const auto run = ask(
        message(1, "ping", {}) + message(2, "tools/list", {}) +
        message(3, "tools/call",
                {{"name", "open"}, {"arguments", QJsonObject{{"path", "default/sample.dmp"}}}}));
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.errors, QByteArray());
    const auto answers = answersOf(run.output);
    QCOMPARE(answers.size(), 4);
    QCOMPARE(answers[0].value("result")["serverInfo"]["name"].toString(), "faultline");
    QVERIFY(answers[2].value("result")["tools"].toArray().size() > 10);
    QCOMPARE(answers[3].value("result")["structuredContent"]["crash"].toString(), "c1");
}

void TestMcpCli::hostileInputIsBounded()
{
    QByteArray input = QByteArray(3 << 20, 'x') + "\n" + QByteArray(100'000, '[') + "\n";
    for (int i = 0; i < 20'000; ++i)
        input += message(i + 10, "ping", {});
    input += message(5, "ping", {});
    const auto run = ask(input);
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.contains("at most 1048576 bytes"), run.output.left(500));
    QVERIFY(answersOf(run.output).contains(5));
    QCOMPARE(run.output.count("\"result\":{}"), 20'001);
}

void TestMcpCli::foldersComeFromTheConfiguration()
{
    const auto open =
        message(1, "tools/call",
                {{"name", "open"}, {"arguments", QJsonObject{{"path", "default/sample.dmp"}}}});
    const auto none = runFaultline({"mcp", "--offline"}, samples(), beginning() + open);
    QVERIFY2(answersOf(none.output)[1].value("result")["isError"].toBool(), none.output);
    const QTemporaryDir folder;
    QFile file(folder.filePath("config.yml"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(("assistants: {folders: ['" + samples() + "']}\n").toUtf8());
    file.close();
    const auto some = runFaultline({"mcp", "--offline", "--config", file.fileName()}, samples(),
                                   beginning() + open);
    QVERIFY2(!answersOf(some.output)[1].value("result")["isError"].toBool(), some.output);
}

void TestMcpCli::onlyLoopbackIsServed_data()
{
    QTest::addColumn<QString>("address");
    QTest::newRow("any address") << "0.0.0.0:0";
    QTest::newRow("an address of the network") << "192.0.2.1:80";
    QTest::newRow("no port") << "127.0.0.1";
    QTest::newRow("a name") << "localhost:80";
}

void TestMcpCli::onlyLoopbackIsServed()
{
    QFETCH(QString, address);
    const auto run = runFaultline({"mcp", "--offline", "--http", address}, samples());
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.errors.contains("--http"), run.errors);
}

QTEST_GUILESS_MAIN(TestMcpCli)
#include "tst_mcp_cli.moc"
