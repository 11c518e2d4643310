// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/remote_run.h"
#include "core/model/codec/report_writer.h"
#include "tests/support/crash_scene.h"
#include "tests/support/loopback_server.h"

#include <QTest>

#include <chrono>
#include <thread>

using namespace faultline;
using namespace faultline::test;

/// A Faultline server as the engine of this process.
class TestRemoteRun : public QObject
{
    Q_OBJECT

private slots:
    void takesTheServersReport();
    void tellsWhatWentWrong_data();
    void tellsWhatWentWrong();
    void openedEventsAreSymbolicatedThere();
    void closingEndsTheWait();
    void failuresEndTheJobAndCanBeRepeated();

private:
    /// What a server answers for the scene's dump, with a mark.
    static std::string answerFor(const EventPtr& event)
    {
        Report report;
        report.event = event;
        for (std::uint32_t i = 0; i < event->threads.size(); ++i) {
            auto stack = std::make_shared<ThreadStack>();
            stack->thread = i;
            stack->complete = true;
            report.stacks.push_back(std::move(stack));
        }
        for (const auto& module : event->modules) {
            auto one = std::make_shared<ModuleReport>();
            one->module = module;
            one->notes.emplace_back("from the server");
            report.modules.push_back(std::move(one));
        }
        report.complete = true;
        const auto bytes = codec::encodeReport(report, codec::EventMemory::LeaveOut);
        return std::string(asText(bytes));
    }

    static EventPtr sceneEvent() { return engine::Engine::readEvent(scene::dump(), {}).value(); }
};

void TestRemoteRun::takesTheServersReport()
{
    LoopbackServer server;
    const auto event = sceneEvent();
    server.reply("/report", {.body = answerFor(event)});
    engine::RemoteRun remote({.url = server.url() + "//", .token = "secret"}, {}, {});
    const auto report = remote.symbolicate(scene::dump(), event, {});
    QVERIFY2(report.has_value(), report ? "" : report.error().describe().c_str());
    QCOMPARE((*report)->event, event); // With its memory.
    QCOMPARE((*report)->modules.front()->notes.front(), std::string("from the server"));
    QVERIFY((*report)->diagnostics.back().text.contains(server.url()));
    const auto request = server.lastRequest("/report");
    QCOMPARE(request.method, std::string("POST"));
    QCOMPARE(request.headers.at("authorization"), std::string("Bearer secret"));
    QCOMPARE(request.body, std::string(scene::dump().text()));
}

void TestRemoteRun::tellsWhatWentWrong_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, int status, const QByteArray& body, ErrorKind kind) {
        QTest::newRow(name) << status << body << static_cast<int>(kind);
    };
    row("not a crash file", 400, R"({"detail":"not a crash file"})", ErrorKind::Malformed);
    row("too long", 413, "", ErrorKind::Malformed);
    row("needs a token", 401, "", ErrorKind::PermissionDenied);
    row("another server", 404, "", ErrorKind::Unsupported);
    row("another method", 405, "", ErrorKind::Unsupported);
    row("busy", 503, "", ErrorKind::DownloadFailed);
    row("no report", 200, "{}", ErrorKind::Malformed);
    const auto whole = QByteArray::fromStdString(answerFor(sceneEvent()));
    row("cut report", 200, whole.first(whole.size() - 1), ErrorKind::Malformed);
}

void TestRemoteRun::tellsWhatWentWrong()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(int, kind);
    LoopbackServer server;
    server.reply("/report", {.status = status, .body = body.toStdString()});
    engine::RemoteRun remote({.url = server.url()}, {}, {});
    const auto report = remote.symbolicate(scene::dump(), sceneEvent(), {});
    QVERIFY(!report.has_value());
    QCOMPARE(static_cast<int>(report.error().kind), kind);
    QVERIFY2(status == 200 || report.error().detail.contains(server.url()),
             report.error().detail.c_str());
}

void TestRemoteRun::openedEventsAreSymbolicatedThere()
{
    LoopbackServer server;
    server.reply("/report", {.body = answerFor(sceneEvent())});
    engine::EngineConfig config;
    config.server = engine::EngineServer{.url = server.url()};
    NoticeLog log;
    engine::Engine engine(config, silentLog(), log.callback());
    QVERIFY(log.waitForFinish(engine.openEvent(scene::dump(), "a.dmp")));
    const auto reports = noticesOf<engine::ReportSnapshot>(log);
    QCOMPARE(reports.size(), std::size_t{1});
    QCOMPARE(reports[0].value->modules.front()->notes.front(), std::string("from the server"));
    QVERIFY(reports[0].value->event->native().memory);
    QCOMPARE(noticesOf<engine::EventSnapshot>(log).front().value, reports[0].value->event);
}

void TestRemoteRun::closingEndsTheWait()
{
    LoopbackServer server;
    server.reply("/report", {.delay = std::chrono::hours(1)});
    engine::EngineConfig config;
    config.server = engine::EngineServer{.url = server.url()};
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

void TestRemoteRun::failuresEndTheJobAndCanBeRepeated()
{
    LoopbackServer server;
    server.reply("/report", {.status = 503});
    engine::EngineConfig config;
    config.server = engine::EngineServer{.url = server.url()};
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
    server.reply("/report", {.body = answerFor(sceneEvent())});
    const auto event = noticesOf<engine::EventSnapshot>(log).front().event;
    QVERIFY(log.waitForFinish(engine.symbolicate(event)));
    QCOMPARE(noticesOf<engine::ReportSnapshot>(log).size(), std::size_t{2});
}

QTEST_GUILESS_MAIN(TestRemoteRun)
#include "tst_remote_run.moc"
