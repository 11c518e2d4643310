// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"
#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/intake/read_event.h"
#include "core/model/report.h"
#include "tests/support/loopback_server.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

namespace {

constexpr auto kPage = "<!DOCTYPE html>\n<script>\nf();\n</script>\n";

} // namespace

/// Files that the engine fetches from the web for the stacks of scripts.
class TestScrapedFiles : public QObject
{
    Q_OBJECT

private slots:
    void pagesAreNoScripts_data();
    void pagesAreNoScripts();
};

void TestScrapedFiles::pagesAreNoScripts_data()
{
    using Style = symbolicate::AnswerStyle;
    QTest::addColumn<QString>("path");
    QTest::addColumn<Style>("answer");
    QTest::addColumn<bool>("isTaken");
    QTest::newRow("script") << "/assets/app.js" << Style::Best << false;
    QTest::newRow("script with a query") << "/app.js?v=1" << Style::Best << false;
    QTest::newRow("as the reference does") << "/assets/app.js" << Style::Compatible << true;
    QTest::newRow("script of a page") << "/v1.2/account" << Style::Best << true;
    QTest::newRow("script of a site's first page") << "/" << Style::Best << true;
    QTest::newRow("script of a page with an extension") << "/index.html" << Style::Best << true;
}

void TestScrapedFiles::pagesAreNoScripts()
{
    QFETCH(QString, path);
    QFETCH(symbolicate::AnswerStyle, answer);
    QFETCH(bool, isTaken);
    LoopbackServer server;
    server.handleOthers([](const auto&) { return LoopbackServer::Reply{.body = kPage}; });
    const auto url = concat(server.url(), path.toStdString());
    const auto event = intake::readEvent(
        ByteView::fromString(
            concat(R"({"event_id":"0123456789abcdef0123456789abcdef","platform":"javascript",)",
                   R"("exception":{"values":[{"type":"Error","stacktrace":{"frames":[)",
                   R"({"abs_path":")", url, R"(","lineno":3,"colno":1}]}}]}})")),
        {});
    QVERIFY(event);
    engine::EngineConfig config;
    config.maxDownloadAttempts = 1;
    engine::Engine engine(config, silentLog(), [](const engine::Notice&) {});
    symbolicate::SymbolicateOptions options;
    options.answer = answer;
    const auto report = engine.run(*event, options, {});
    QVERIFY2(report, report ? "" : report.error().detail.c_str());
    const auto& context = (*report)->stacks.at(0)->frames.at(0).position.context;
    QCOMPARE(context.line, isTaken ? std::optional<std::string>("f();") : std::nullopt);
    const auto& attempts = (*report)->script->scrapingAttempts;
    QVERIFY(!attempts.empty());
    QCOMPARE(attempts[0].url, url);
    QCOMPARE(attempts[0].status, isTaken ? ScrapingStatus::Success : ScrapingStatus::Failure);
    QCOMPARE(attempts[0].details, isTaken ? "" : "the answer is markup, not source text");
    if (!isTaken)
        QCOMPARE((*report)->modules.at(0)->debugStatus, ObjectFileStatus::Missing);
}

QTEST_GUILESS_MAIN(TestScrapedFiles)
#include "tst_scraped_files.moc"
