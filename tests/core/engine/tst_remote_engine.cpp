// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/intake/read_event.h"
#include "tests/support/crash_scene.h"
#include "tests/support/loopback_server.h"
#include "tests/support/server_report.h"

#include <QTest>

#include <chrono>
#include <thread>

using namespace faultline;
using namespace faultline::test;

/// A Faultline server as the engine of this process.
class TestRemoteEngine : public QObject
{
    Q_OBJECT

private slots:
    void openedEventsAreSymbolicatedThere();
    void closingEndsTheWait();
    void failuresEndTheJobAndCanBeRepeated();
};

void TestRemoteEngine::openedEventsAreSymbolicatedThere()
{
    LoopbackServer server;
    server.reply("/report", {.body = serverReportOf(scene::readDump())});
    engine::EngineConfig config;
    config.server = remote::ServerAddress{.url = server.url()};
    NoticeLog log;
    engine::Engine engine(config, silentLog(), log.callback());
    QVERIFY(log.waitForFinish(engine.openEvent(scene::dump(), "a.dmp")));
    const auto reports = noticesOf<engine::ReportSnapshot>(log);
    QCOMPARE(reports.size(), std::size_t{1});
    QCOMPARE(reports[0].value->modules.front()->notes.front(), std::string("from the server"));
    QVERIFY(reports[0].value->event->asNative()->memory);
    QCOMPARE(noticesOf<engine::EventSnapshot>(log).front().value, reports[0].value->event);
}

void TestRemoteEngine::closingEndsTheWait()
{
    LoopbackServer server;
    server.reply("/report", {.delay = std::chrono::hours(1)});
    engine::EngineConfig config;
    config.server = remote::ServerAddress{.url = server.url()};
    NoticeLog log;
    engine::Engine engine(config, silentLog(), log.callback());
    const auto job = engine.openEvent(scene::dump(), "a.dmp");
    QVERIFY(log.waitFor([](const engine::Notice& notice) {
        return std::holds_alternative<engine::EventSnapshot>(notice);
    }));
    QTRY_COMPARE(server.hits("/report"), 1);
    engine.closeEvent(noticesOf<engine::EventSnapshot>(log).front().event);
    QVERIFY(log.waitForFinish(job));
    QVERIFY(noticesOf<engine::ReportSnapshot>(log).empty());
}

void TestRemoteEngine::failuresEndTheJobAndCanBeRepeated()
{
    LoopbackServer server;
    server.reply("/report", {.status = 503});
    engine::EngineConfig config;
    config.server = remote::ServerAddress{.url = server.url()};
    NoticeLog log;
    engine::Engine engine(config, silentLog(), log.callback());
    const auto job = engine.openEvent(scene::dump(), "a.dmp");
    QVERIFY(log.waitForFinish(job));
    const auto finished = noticesOf<engine::JobFinished>(log);
    QVERIFY(!finished.back().outcome.has_value());
    const auto own = noticesOf<engine::ReportSnapshot>(log);
    QCOMPARE(own.size(), std::size_t{1});
    QVERIFY(own[0].value->diagnostics.back().text.contains("503"));
    QVERIFY(!own[0].value->stacks.front()->frames.empty());
    server.reply("/report", {.body = serverReportOf(scene::readDump())});
    const auto event = noticesOf<engine::EventSnapshot>(log).front().event;
    QVERIFY(log.waitForFinish(engine.symbolicate(event)));
    QCOMPARE(noticesOf<engine::ReportSnapshot>(log).size(), std::size_t{2});
}

QTEST_GUILESS_MAIN(TestRemoteEngine)
#include "tst_remote_engine.moc"
