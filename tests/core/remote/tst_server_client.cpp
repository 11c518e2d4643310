// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/read_event.h"
#include "core/remote/server_client.h"
#include "tests/support/crash_scene.h"
#include "tests/support/loopback_server.h"
#include "tests/support/server_report.h"

#include <QFile>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// A server that symbolicates instead of this process.
class TestServerClient : public QObject
{
    Q_OBJECT

private slots:
    void takesTheServersReport();
    void tellsWhatWentWrong_data();
    void tellsWhatWentWrong();
    void speaksSymbolicatorsProtocol_data();
    void speaksSymbolicatorsProtocol();
    void refusesEventsWithoutARequest();
    void tellsWhyAJobFailed();
    void keepsTheLimitOfAnswers();

private:
    static std::string withPassword(const LoopbackServer& server)
    {
        auto url = server.url();
        return url.insert(url.find("//") + 2, "user:hunter2@");
    }
};

void TestServerClient::takesTheServersReport()
{
    LoopbackServer server;
    const auto event = scene::readDump();
    server.reply("/report", {.body = serverReportOf(event)});
    remote::ServerClient client({.url = withPassword(server) + "//", .token = "secret"}, {}, {});
    const auto report = client.report(scene::dump(), event, {});
    QVERIFY2(report.has_value(), report ? "" : report.error().describe().c_str());
    QCOMPARE((*report)->event, event); // With its memory.
    QCOMPARE((*report)->modules.front()->notes.front(), std::string("from the server"));
    QCOMPARE((*report)->diagnostics.back().text, "symbolicated by " + server.url());
    const auto request = server.lastRequest("/report");
    QCOMPARE(request.method, std::string("POST"));
    QCOMPARE(request.headers.at("authorization"), std::string("Bearer secret"));
    QCOMPARE(request.body, std::string(scene::dump().text()));
}

void TestServerClient::tellsWhatWentWrong_data()
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
    const auto whole = QByteArray::fromStdString(serverReportOf(scene::readDump()));
    row("cut report", 200, whole.first(whole.size() - 1), ErrorKind::Malformed);
}

void TestServerClient::tellsWhatWentWrong()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(int, kind);
    LoopbackServer server;
    server.reply("/report", {.status = status, .body = body.toStdString()});
    remote::ServerClient client({.url = withPassword(server)}, {}, {});
    const auto report = client.report(scene::dump(), scene::readDump(), {});
    QVERIFY(!report.has_value());
    QCOMPARE(static_cast<int>(report.error().kind), kind);
    QVERIFY2(status == 200 || report.error().detail.contains(server.url()),
             report.error().detail.c_str());
    QVERIFY2(!report.error().detail.contains("hunter2"), report.error().detail.c_str());
}

void TestServerClient::speaksSymbolicatorsProtocol_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("route");
    QTest::addColumn<bool>("isForm");
    const auto corpus = [](const char* name) {
        QFile file(QStringLiteral(FL_TESTS_DIR "/corpora/") + name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const auto bytes = scene::dump();
    const auto dump = bytes.text();
    QTest::newRow("minidump") << QByteArray(dump.data(), qsizetype(dump.size()))
                              << QByteArray("/minidump") << true;
    QTest::newRow("Apple report") << corpus("apple/macos.crash") << QByteArray("/applecrashreport")
                                  << true;
    QTest::newRow("event") << corpus("sentry/null_write.json") << QByteArray("/symbolicate")
                           << false;
    QTest::newRow("native request")
        << QByteArray(R"({"stacktraces":[{"frames":[{"instruction_addr":"0x1"}]}],"modules":[]})")
        << QByteArray("/symbolicate") << false;
    QTest::newRow("request of a script")
        << QByteArray(R"({"source":{"id":"s","url":"https:\/\/x","token":"t"},"stacktraces":)"
                      R"([{"frames":[{"abs_path":"a.js","lineno":1}]}],"modules":[]})")
        << QByteArray("/symbolicate-js") << false;
    QTest::newRow("request of the JVM")
        << QByteArray(R"({"sources":[],"stacktraces":[{"frames":[{"function":"c","module":"a.B",)"
                      R"("index":0}]}]})")
        << QByteArray("/symbolicate-jvm") << false;
}

void TestServerClient::speaksSymbolicatorsProtocol()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, route);
    QFETCH(bool, isForm);
    LoopbackServer server;
    server.reply(route.toStdString(), {.body = R"({"status":"completed"})"});
    remote::ServerClient client({.url = server.url(), .token = "secret"}, {}, {});
    const auto bytes = ByteView::fromString(file.toStdString());
    const auto input = intake::readInput(bytes, {}, intake::openPolicy());
    QVERIFY2(input.has_value(), input ? "" : input.error().describe().c_str());
    const auto answer = client.answer(bytes, *input, {});
    QVERIFY2(answer.has_value(), answer ? "" : answer.error().describe().c_str());
    QCOMPARE(*answer, std::string(R"({"status":"completed"})"));
    const auto request = server.lastRequest(route.toStdString());
    QCOMPARE(request.headers.at("authorization"), std::string("Bearer secret"));
    QCOMPARE(request.headers.at("content-type").starts_with("multipart/form-data"), isForm);
    if (input->form == intake::InputForm::Request)
        QCOMPARE(request.body, file.toStdString());
    else
        QVERIFY(request.body.contains("dif_candidates"));
}

void TestServerClient::refusesEventsWithoutARequest()
{
    LoopbackServer server;
    remote::ServerClient client({.url = server.url()}, {}, {});
    const auto trace =
        ByteView::fromString("Exception in thread \"main\" a.E: v\n\tat a.B.c(B.java:7)\n");
    const auto input = intake::readInput(trace, {}, intake::openPolicy());
    QVERIFY(input.has_value());
    QVERIFY(input->form == intake::InputForm::Text);
    const auto answer = client.answer(trace, *input, {});
    QVERIFY(!answer.has_value());
    QCOMPARE(answer.error().kind, ErrorKind::Unsupported);
}

void TestServerClient::tellsWhyAJobFailed()
{
    LoopbackServer server;
    server.reply("/minidump", {.body = R"({"status":"failed","message":"bad\u001b[1m dump"})"});
    remote::ServerClient client({.url = server.url()}, {}, {});
    const auto input = intake::readInput(scene::dump(), {}, intake::openPolicy());
    const auto answer = client.answer(scene::dump(), *input, {});
    QVERIFY(!answer.has_value());
    QCOMPARE(answer.error().kind, ErrorKind::Malformed);
    QVERIFY(answer.error().detail.contains("bad"));
    QVERIFY(!answer.error().detail.contains('\x1b'));
}

void TestServerClient::keepsTheLimitOfAnswers()
{
    LoopbackServer server;
    server.reply("/minidump", {.body = std::string(1000, ' ')});
    ParseLimits limits;
    limits.maxReportBytes = 999;
    remote::ServerClient client({.url = server.url()}, {}, limits);
    const auto input = intake::readInput(scene::dump(), {}, intake::openPolicy());
    const auto answer = client.answer(scene::dump(), *input, {});
    QVERIFY(!answer.has_value());
}

QTEST_GUILESS_MAIN(TestServerClient)
#include "tst_server_client.moc"
