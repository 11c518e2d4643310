// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/limited_process.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>
#include <thread>

using namespace faultline;
using namespace faultline::server::symcache_http;
using namespace std::chrono_literals;

class TestLimitedProcess : public QObject
{
    Q_OBJECT

private slots:
    void exitCodes();
    void printedTextIsKeptShort();
    void environmentIsSet();
    void programsThatAreNotThere();
    void timeIsLimited();
    void outputIsLimited();
    void canBeStopped();
    void theWholeGroupEnds();
    void whatLeftTheSessionEndsToo_data();
    void whatLeftTheSessionEndsToo();
    void inputIsEmpty();

private:
    /// Each test begins with an empty folder, because the size of its content is limited.
    Q_SLOT void init()
    {
        QDir folder(m_folder.path());
        for (const auto& name : folder.entryList(QDir::Files))
            QVERIFY(folder.remove(name));
    }

    ProcessRequest shell(const std::string& script) const
    {
        return {.command = {"/bin/sh", "-c", script},
                .environment = {},
                .folder = m_folder.path().toStdString(),
                .timeout = 20s,
                .maxFolderBytes = 1 << 20};
    }

    Result<int> run(const ProcessRequest& request, std::stop_token stop = {})
    {
        m_printed.clear();
        return runLimited(request, m_printed, std::move(stop));
    }

    QTemporaryDir m_folder;
    std::string m_printed;
};

void TestLimitedProcess::exitCodes()
{
    QCOMPARE(*run(shell("exit 0")), 0);
    QCOMPARE(*run(shell("exit 7")), 7);
    const auto killed = run(shell("kill -9 $$"));
    QVERIFY(!killed);
    QCOMPARE(killed.error().detail, std::string("ended by signal 9"));
}

void TestLimitedProcess::printedTextIsKeptShort()
{
    QCOMPARE(*run(shell("echo out; echo err >&2")), 0);
    QCOMPARE(m_printed, std::string("out\nerr\n"));
    QCOMPARE(*run(shell("yes | head -c 100000")), 0);
    QCOMPARE(m_printed.size(), 1000u);
}

void TestLimitedProcess::environmentIsSet()
{
    qputenv("FL_TEST_VARIABLE", "inherited");
    auto request = shell("echo $FL_TEST_VARIABLE");
    QCOMPARE(*run(request), 0);
    QCOMPARE(m_printed, std::string("inherited\n"));
    request.environment = {{"FL_TEST_VARIABLE", "given"}};
    QCOMPARE(*run(request), 0);
    QCOMPARE(m_printed, std::string("given\n"));
}

void TestLimitedProcess::programsThatAreNotThere()
{
    auto request = shell("");
    request.command = {"/no/such/program"};
    const auto missing = run(request);
    QVERIFY(!missing);
    QCOMPARE(missing.error().detail, std::string("cannot be started"));
    request.command = {"true"}; // Looked for where programs are.
    QCOMPARE(*run(request), 0);
}

void TestLimitedProcess::timeIsLimited()
{
    auto request = shell("sleep 60");
    request.timeout = 200ms;
    const auto late = run(request);
    QVERIFY(!late);
    QVERIFY(late.error().kind == ErrorKind::Timeout);
}

void TestLimitedProcess::outputIsLimited()
{
    // Several files, each below the limit for one file.
    const auto request =
        shell("i=0; while [ $i -lt 90 ]; do head -c 100000 /dev/zero > f$i; i=$((i+1)); done; "
              "sleep 60");
    const auto large = run(request);
    QVERIFY(!large);
    QVERIFY(large.error().kind == ErrorKind::Unsupported);
}

void TestLimitedProcess::canBeStopped()
{
    std::stop_source stop;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(100ms);
        stop.request_stop();
    });
    const auto stopped = run(shell("sleep 60"), stop.get_token());
    QVERIFY(!stopped);
    QVERIFY(stopped.error().kind == ErrorKind::Cancelled);
}

void TestLimitedProcess::theWholeGroupEnds()
{
    const auto pidFile = m_folder.filePath("pid").toStdString();
    QCOMPARE(*run(shell("sleep 60 & echo $! > pid")), 0);
    std::ifstream file(pidFile);
    pid_t child = 0;
    file >> child;
    QVERIFY(child > 0);
    // A killed orphan may remain a zombie until its new parent collects it.
    QTRY_VERIFY([&] {
        std::ifstream state("/proc/" + std::to_string(child) + "/stat");
        std::string line;
        return !std::getline(state, line) || line.contains(") Z ");
    }());
}

void TestLimitedProcess::whatLeftTheSessionEndsToo_data()
{
    QTest::addColumn<QString>("rest");
    QTest::newRow("the time is over") << "sleep 1000";
    QTest::newRow("the program ends") << "exit 3";
    QTest::newRow("the program crashes") << "kill -SEGV $$";
}

void TestLimitedProcess::whatLeftTheSessionEndsToo()
{
    QFETCH(QString, rest);
    auto request =
        shell("setsid sh -c 'setsid sleep 1000 & echo $! > inner; echo $$ > outer; wait' & "
              "while [ ! -s outer ]; do sleep 0.01; done; " +
              rest.toStdString());
    request.timeout = 2s;
    const auto ended = run(request);
    QCOMPARE(ended.has_value(), rest.startsWith("exit"));
    for (const auto* name : {"inner", "outer"}) {
        pid_t process = 0;
        std::ifstream(m_folder.filePath(name).toStdString()) >> process;
        QVERIFY(process > 0);
        QCOMPARE(::kill(process, 0), -1);
    }
}

void TestLimitedProcess::inputIsEmpty()
{
    QCOMPARE(*run(shell("cat; echo end")), 0);
    QCOMPARE(m_printed, std::string("end\n"));
}

QTEST_GUILESS_MAIN(TestLimitedProcess)
#include "tst_limited_process.moc"
