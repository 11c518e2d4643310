// SPDX-License-Identifier: GPL-3.0-or-later
// `faultline threads` as its users see it.
#include "tests/end_to_end/faultline_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace faultline::test;

namespace {

ProgramRun threadsOf(const QStringList& options)
{
    return runFaultline(QStringList{"threads", "--offline", "-s", "."} + options +
                            QStringList{"second_thread.dmp"},
                        sampleFolder("second_thread"));
}

} // namespace

class TestThreadsCli : public QObject
{
    Q_OBJECT

private slots:
    void listsEveryThread();
    void groupsByStack();
    void findsInAllStacks();
    void jsonIsValid();
    void stacksAloneClaimNoDeadlock();
    void refuses_data();
    void refuses();
};

void TestThreadsCli::listsEveryThread()
{
    const auto run = threadsOf({});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.errors, QByteArray());
    QVERIFY2(run.output.contains("#0 ") && run.output.contains("#1 "), run.output);
    QVERIFY2(run.output.contains("waiting for the end of #1 8419 RenderWorker (futex)"),
             run.output);
}

void TestThreadsCli::groupsByStack()
{
    const auto run = threadsOf({"--group", "stack"});
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.contains("1 thread with this stack: #0 "), run.output);
}

void TestThreadsCli::findsInAllStacks()
{
    const auto run = threadsOf({"--find", "RENDERLOOP"});
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.contains("1 frame in 1 thread"), run.output);
    const auto none = threadsOf({"--find", "no_such_function"});
    QCOMPARE(none.output, QByteArray("0 frames in 0 threads\n"));
}

void TestThreadsCli::jsonIsValid()
{
    const auto run = threadsOf({"--format", "json", "--waits", "--group", "name"});
    QCOMPARE(run.exitCode, 0);
    const auto json = QJsonDocument::fromJson(run.output);
    QVERIFY2(json.isObject(), run.output);
    QVERIFY(json["threads"].toArray().size() >= 2);
    QVERIFY(json["waits"].isObject() && !json["groups"].toArray().isEmpty());
}

void TestThreadsCli::stacksAloneClaimNoDeadlock()
{
    const auto run = threadsOf({"--waits"});
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.contains("No deadlock found."), run.output);
}

void TestThreadsCli::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("no file") << QStringList{"threads"} << 2;
    QTest::newRow("unknown grouping") << QStringList{"threads", "--group", "size", "a.dmp"} << 2;
    QTest::newRow("missing file") << QStringList{"threads", "nowhere.dmp"} << 3;
}

void TestThreadsCli::refuses()
{
    QFETCH(QStringList, arguments);
    const auto run = runFaultline(arguments);
    QTEST(run.exitCode, "exitCode");
    QCOMPARE(run.output, QByteArray());
    QVERIFY(!run.errors.isEmpty());
}

QTEST_GUILESS_MAIN(TestThreadsCli)
#include "tst_threads_cli.moc"
