// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/dump_scene.h"
#include "ui/bridge/frame_registers.h"
#include "ui/views/report_page.h"
#include "ui/views/state_page.h"
#include "ui/views/workbench_dock.h"

#include <algorithm>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;
using faultline::test::LoopbackServer;
namespace scene = faultline::test::scene;

/// What the window says is true in every moment, while servers are slow, refuse, or lie.
class TestTrueMoments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slowServerIsBeingAsked();
    void downloadIsToldAsItGoes();
    void laterRunForgetsWhatTheFirstFound();
    void stoppedRunSaysSo();
    void offlineIsNoCancellation();
    void pageOfMarkupIsNoSource();
    void sourceNamesItsOrigin();
    void everyLoadingEnds_data();
    void everyLoadingEnds();
    void factsOfTheFileAreShown_data();
    void factsOfTheFileAreShown();
    void snapshotHasNoCrash();
    void wrongBuildBesideTheCrashIsTold();
    void innermostLineOfTheProgramIsSelected();
};

namespace {

sources::SourceConfig debuginfod(const LoopbackServer& server)
{
    sources::SourceConfig config;
    config.id = "source server";
    config.where = sources::HttpSource{.url = server.url() + "/", .headers = {}};
    config.layout.type = sources::LayoutType::Debuginfod;
    return config;
}

const ModuleRow& firstModule(ReportSession& session)
{
    return session.modules().modules().first();
}

/// The candidate of the server for the dump's symbols.
CandidateRow candidateOf(const WhyReport& why, const LoopbackServer& server)
{
    for (const CandidateRow& row : why.candidates) {
        if (row.location.startsWith(QString::fromStdString(server.url())))
            return row;
    }
    return {};
}

/// What the views say that show no content.
/// Is the view in a dock that the user has closed? Such a view reads when it is opened.
bool isClosed(const StatefulView* view)
{
    for (const QWidget* each = view; each != nullptr; each = each->parentWidget()) {
        if (const auto* dock = qobject_cast<const WorkbenchDock*>(each))
            return dock->isHidden();
    }
    return false;
}

QStringList statesOf(MainWindow& window)
{
    QStringList states;
    for (StatefulView* view : window.reportPage().findChildren<StatefulView*>()) {
        if (!view->showsContent() && !isClosed(view))
            states.append(view->statePage().sentence());
    }
    return states;
}

QString detailOf(const ReportSession& session, const QString& name)
{
    for (const DetailRow& row : session.details()) {
        if (row.name == name)
            return row.value;
    }
    return {};
}

constexpr std::string_view kJavaTrace = "java.lang.IllegalStateException: the cart is empty\n"
                                        "\tat com.example.Cart.total(Cart.java:12)\n"
                                        "\tat com.example.Shop.main(Shop.java:40)\n";

constexpr std::string_view kScriptTrace = "TypeError: total is not a function\n"
                                          "    at cart (https://shop.example.org/app.js:1:20)\n"
                                          "    at https://shop.example.org/app.js:2:3\n";

constexpr std::string_view kJavaEvent = R"({"platform": "java", "event_id": "1",
  "exception": {"values": [{"type": "IllegalStateException", "value": "the cart is empty",
    "module": "java.lang", "stacktrace": {"frames": [
      {"module": "com.example.Cart", "function": "total", "filename": "Cart.java", "lineno": 12}]}}]},
  "debug_meta": {"images": [
    {"type": "proguard", "uuid": "246fb328-fc4e-406a-87ff-fc35f6149d8f"}]},
  "breadcrumbs": {"values": [{"timestamp": "2026-11-19T14:02:31Z", "level": "info",
    "category": "http", "message": "GET /cart", "data": {"status_code": 500}}]}})";

constexpr std::string_view kScriptEvent = R"({"platform": "javascript", "event_id": "2",
  "exception": {"values": [{"type": "TypeError", "value": "total is not a function",
    "stacktrace": {"frames": [{"function": "cart", "lineno": 1, "colno": 20,
      "abs_path": "https:\/\/shop.example.org\/app.js"}]}}]}})";

constexpr std::string_view kErrorFile =
    "#\n"
    "# A fatal error has been detected by the Java Runtime Environment:\n"
    "#\n"
    "#  SIGSEGV (0xb) at pc=0x00007f0c12345678, pid=42, tid=43\n"
    "#\n"
    "\n"
    "Current thread (0x00007f0c00001000):  JavaThread \"main\" [_thread_in_native, id=43]\n"
    "\n"
    "siginfo: si_signo: 11 (SIGSEGV), si_code: 1 (SEGV_MAPERR), si_addr: 0x0000000000000010\n"
    "\n"
    "Registers:\n"
    "RAX=0x0000000000000010, RBX=0x00007f0c00001000, RCX=0x0000000000000001\n"
    "RIP=0x00007f0c12345678, EFLAGS=0x0000000000010246\n"
    "\n"
    "Native frames: (J=compiled Java code, C=native code)\n"
    "C  [libdraw.so+0x5678]  draw+0x18\n"
    "\n"
    "Dynamic libraries:\n"
    "7f0c12340000-7f0c12342000 r--p 00000000 08:01 77    /opt/shop/libdraw.so\n"
    "7f0c12342000-7f0c12350000 r-xp 00002000 08:01 77    /opt/shop/libdraw.so\n"
    "7f0c13000000-7f0c13010000 r--s 00000000 08:01 78    /opt/shop/shop.jar\n"
    "\n"
    "OS:\n"
    "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"
    "NAME=\"Debian GNU/Linux\"\n"
    "\n"
    "CPU: total 8 (initial active 8) family 6 model 85\n";

} // namespace

void TestTrueMoments::slowServerIsBeingAsked()
{
    LoopbackServer server;
    Gate gate;
    server.handle(kTarget, gate.after({.body = scene::dumpSymbols()}));
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_COMPARE_WITH_TIMEOUT(server.hits(kTarget), 1, 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(!candidateOf(session->why(), server).outcome.isEmpty(), 30'000);

    const WhyReport why = session->why();
    QVERIFY(why.isPending);
    QVERIFY(why.code.isEmpty());
    QVERIFY2(why.headline.contains(QStringLiteral("Looking for")), qPrintable(why.headline));
    QVERIFY2(!candidateOf(why, server).outcome.contains(QStringLiteral("not found")),
             qPrintable(candidateOf(why, server).outcome));
    QVERIFY(firstModule(*session).isOnStack);
    QCOMPARE(firstModule(*session).status, QStringLiteral("looking…"));
    QVERIFY(session->modules().summary().contains(QStringLiteral("1 on stack")));
    QVERIFY2(session->stackAsText().contains(QStringLiteral("while the files of app")),
             qPrintable(session->stackAsText()));
    QCOMPARE(session->header().missingModules, 0);
    QVERIFY2(session->header().quality.contains(QStringLiteral("being looked for")),
             qPrintable(session->header().quality));

    gate.open();
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && !session->isBusy(), 30'000);
    QVERIFY(!session->why().isPending);
    QCOMPARE(firstModule(*session).status, QStringLiteral("debug"));
}

void TestTrueMoments::downloadIsToldAsItGoes()
{
    LoopbackServer server;
    server.reply(kTarget,
                 {.body = scene::dumpSymbols() + std::string(1 << 20, '\n'), .stall = true});
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(
        session->why().headline.contains(QStringLiteral("is being downloaded")), 30'000);
    const WhyReport why = session->why();
    QVERIFY(why.isPending);
    QVERIFY2(why.explanation.contains(QStringLiteral(" of ")), qPrintable(why.explanation));
    QVERIFY2(candidateOf(why, server).outcome.contains(QStringLiteral("downloading")),
             qPrintable(candidateOf(why, server).outcome));
    // Half of the file has come, and nothing more will.
    const auto percent = [&] { return firstModule(*session).status.section(u' ', 0, 0).toInt(); };
    QTRY_VERIFY2_WITH_TIMEOUT(percent() >= 48 && percent() <= 50,
                              qPrintable(firstModule(*session).status), 30'000);
    for (const QString& state : statesOf(workbench.window))
        QVERIFY2(!state.contains(QStringLiteral("not found")), qPrintable(state));
}

void TestTrueMoments::laterRunForgetsWhatTheFirstFound()
{
    LoopbackServer server;
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && !session->isBusy(), 30'000);
    QCOMPARE(session->why().code, QStringLiteral("missing"));
    QCOMPARE(session->header().missingModules, 1);

    Gate gate;
    server.handle(kTarget, gate.after({.body = scene::dumpSymbols()}));
    const int asked = server.hits(kTarget);
    session->retry();
    QVERIFY(session->why().isPending);
    QVERIFY(session->why().code.isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(server.hits(kTarget), asked + 1, 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(firstModule(*session).status, QStringLiteral("looking…"), 30'000);
    QVERIFY(firstModule(*session).isOnStack);
    QCOMPARE(session->header().missingModules, 0);

    gate.open();
    QTRY_COMPARE_WITH_TIMEOUT(session->stack().frames().first()->function, QStringLiteral("main"),
                              30'000);
}

void TestTrueMoments::stoppedRunSaysSo()
{
    LoopbackServer server;
    Gate gate;
    server.handle(kTarget, gate.after({.body = scene::dumpSymbols()}));
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_COMPARE_WITH_TIMEOUT(server.hits(kTarget), 1, 30'000);
    session->cancel();
    QVERIFY(EngineWindow::waitUntilIdle(*session));
    QTRY_COMPARE_WITH_TIMEOUT(session->why().code, QStringLiteral("stopped"), 30'000);
    QVERIFY(!session->why().isPending);
    QTRY_COMPARE_WITH_TIMEOUT(firstModule(*session).status, QStringLiteral("stopped"), 30'000);
}

void TestTrueMoments::offlineIsNoCancellation()
{
    LoopbackServer server;
    EngineWindow workbench(sourcesOf(server));
    workbench.settings().setOffline(true);
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && !session->isBusy(), 30'000);
    const WhyReport why = session->why();
    QCOMPARE(why.code, QStringLiteral("offline"));
    QCOMPARE(why.actions.first(), WhyReport::Action::GoOnline);
    QVERIFY(!why.actions.contains(WhyReport::Action::Retry));
    QCOMPARE(candidateOf(why, server).outcome, QStringLiteral("not asked: offline"));
    QCOMPARE(firstModule(*session).status, QStringLiteral("offline"));
    QCOMPARE(server.totalHits(), 0);
}

void TestTrueMoments::pageOfMarkupIsNoSource()
{
    LoopbackServer server;
    server.reply(kTarget, {.body = scene::dumpSymbols()});
    LoopbackServer liar("127.0.0.2");
    liar.handleOthers([](const LoopbackServer::Request&) {
        return LoopbackServer::Reply{.body = "<!DOCTYPE html><html><body>Log in</body></html>\n"};
    });
    EngineWindow workbench({scene::http("server", server.url()), debuginfod(liar)});
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && !session->isBusy(), 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(session->source().state, SourceDocument::State::Unavailable, 30'000);
    QVERIFY2(session->source().tried.join(u'\n').contains(QStringLiteral("markup")),
             qPrintable(session->source().tried.join(u'\n')));
}

void TestTrueMoments::sourceNamesItsOrigin()
{
    LoopbackServer server;
    server.reply(kTarget, {.body = scene::dumpSymbols()});
    LoopbackServer sources("127.0.0.2");
    std::string text;
    sources.handleOthers([&text](const LoopbackServer::Request& request) {
        const bool isSource = request.target.ends_with("/source/src/app.c");
        return LoopbackServer::Reply{.status = isSource ? 200 : 404,
                                     .body = isSource ? text : std::string()};
    });
    for (int line = 1; line <= 40; ++line)
        text += "line " + std::to_string(line) + "\n";
    EngineWindow workbench({scene::http("server", server.url()), debuginfod(sources)});
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_COMPARE_WITH_TIMEOUT(session->source().state, SourceDocument::State::Text, 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(session->source().origin,
                              QStringLiteral("from debuginfod at 127.0.0.2"), 30'000);
}

void TestTrueMoments::everyLoadingEnds_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    const auto bytes = [](std::string_view text) {
        return QByteArray(text.data(), qsizetype(text.size()));
    };
    QTest::newRow("minidump") << "a.dmp" << bytes(scene::dump().text());
    QTest::newRow("minidump with debug files")
        << "b.dmp" << sample(QStringLiteral("default/sample.dmp"));
    QTest::newRow("damaged minidump") << "c.dmp" << bytes(scene::dump().text().substr(0, 200));
    QTest::newRow("no crash file") << "d.bin" << QByteArray("nothing of that kind");
    for (const char* name :
         {"../apple/macos.crash", "../apple/macos.ips", "../sentry/null_write.json"})
        QTest::newRow(name) << QString::fromLatin1(name).section(u'/', -1)
                            << sample(QLatin1String(name));
    QTest::newRow("trace of the JVM") << "java.txt" << bytes(kJavaTrace);
    QTest::newRow("event of the JVM") << "java.json" << bytes(kJavaEvent);
    QTest::newRow("error file of the JVM") << "hs_err.log" << bytes(kErrorFile);
    QTest::newRow("trace of a script") << "script.txt" << bytes(kScriptTrace);
    QTest::newRow("event of a script") << "script.json" << bytes(kScriptEvent);
}

void TestTrueMoments::everyLoadingEnds()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, bytes);
    QVERIFY(!bytes.isEmpty());
    LoopbackServer server; // Has nothing.
    EngineWindow workbench(sourcesOf(server));
    for (const char* dock : {"view.dock.threads", "view.dock.modules", "view.dock.registers",
                             "view.dock.details", "view.dock.why", "view.dock.raw"})
        workbench.window.actions().trigger(QLatin1String(dock));
    ReportSession* session = workbench.window.openFile(
        workbench.write(file, std::string_view(bytes.data(), std::size_t(bytes.size()))));
    QTRY_VERIFY_WITH_TIMEOUT(session->state() != ReportSession::State::Loading, 30'000);
    QVERIFY(EngineWindow::waitUntilIdle(*session));
    for (const char* dock : {"view.dock.locks", "view.dock.chain", "view.dock.parallel"})
        workbench.window.actions().trigger(QLatin1String(dock));

    const auto loading = [&workbench] {
        QStringList found = statesOf(workbench.window);
        found.removeIf([](const QString& state) { return !state.endsWith(u'…'); });
        return found.join(u'\n');
    };
    const auto rests = [&] { return loading().isEmpty() && !session->why().isPending; };
    QTRY_VERIFY2_WITH_TIMEOUT(rests(), qPrintable(loading()), 30'000);
    const int threads = std::min(session->threads().rowCount(), 3);
    for (int thread = 0; thread < threads; ++thread) {
        session->place().selectThread(thread);
        const FrameRows frames = session->stack().frames().first(
            std::min<qsizetype>(session->stack().frames().size(), 6));
        for (const auto& frame : frames) {
            session->place().selectFrame(frame->frameKey);
            QTRY_VERIFY2_WITH_TIMEOUT(rests(), qPrintable(loading()), 30'000);
            QVERIFY2(!session->why().headline.isEmpty(), qPrintable(frame->function));
            QVERIFY(session->source().state != SourceDocument::State::Loading);
        }
    }
}

void TestTrueMoments::factsOfTheFileAreShown_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("cause");
    const auto row = [](const char* name, const char* file, std::string_view text,
                        const char* cause) {
        QTest::newRow(name) << QString::fromLatin1(file)
                            << QByteArray(text.data(), qsizetype(text.size()))
                            << QString::fromLatin1(cause);
    };
    row("trace of the JVM", "java.txt", kJavaTrace,
        "java.lang.IllegalStateException: the cart is empty");
    row("event of the JVM", "java.json", kJavaEvent,
        "java.lang.IllegalStateException: the cart is empty");
    row("trace of a script", "script.txt", kScriptTrace, "TypeError: total is not a function");
    row("event of a script", "script.json", kScriptEvent, "TypeError: total is not a function");
    row("error file of the JVM", "hs_err.log", kErrorFile,
        "Access near null (+0x10) in draw+0x18()");
}

void TestTrueMoments::factsOfTheFileAreShown()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, cause);
    EngineWindow workbench;
    ReportSession* session = workbench.open(
        workbench.write(file, std::string_view(bytes.data(), std::size_t(bytes.size()))));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && !session->isBusy(), 30'000);
    QCOMPARE(session->header().cause, cause);
    if (const QString message = cause.section(QStringLiteral(": "), 1); !message.isEmpty()) {
        QCOMPARE(detailOf(*session, QStringLiteral("Message")), message);
        QVERIFY2(session->stackAsJson().contains(message), qPrintable(session->stackAsJson()));
    }
    QStringList modules;
    for (const ModuleRow& module : session->modules().modules())
        modules.append(module.name + u' ' + module.debugId);
    if (file == QStringLiteral("java.txt"))
        QVERIFY2(modules.isEmpty(), qPrintable(modules.join(u'\n'))); // It names no mapping.
    if (file == QStringLiteral("java.json")) {
        QVERIFY2(
            modules.join(u'\n').contains(QStringLiteral("246fb328-fc4e-406a-87ff-fc35f6149d8f")),
            qPrintable(modules.join(u'\n')));
        QCOMPARE(detailOf(*session, QStringLiteral("Breadcrumb")),
                 QStringLiteral("2026-11-19T14:02:31Z info http: GET /cart, status_code 500"));
    }
    if (file == QStringLiteral("hs_err.log")) {
        QCOMPARE(session->registers().rows().first().name, QStringLiteral("RAX"));
        QCOMPARE(session->registers().rows().size(), 5);
        QCOMPARE(modules.first().trimmed(), QStringLiteral("libdraw.so"));
        QCOMPARE(modules.size(), 1);
        QVERIFY(detailOf(*session, QStringLiteral("System")).startsWith(QStringLiteral("Debian")));
        QCOMPARE(detailOf(*session, QStringLiteral("Cores")), QStringLiteral("8"));
    }
}

void TestTrueMoments::snapshotHasNoCrash()
{
    EngineWindow workbench;
    const std::string_view dump = "Full thread dump OpenJDK 64-Bit Server VM (17 mixed mode):\n"
                                  "\n"
                                  "\"main\" #1 prio=5 tid=0x1 nid=0x1 runnable\n"
                                  "   java.lang.Thread.State: RUNNABLE\n"
                                  "\tat com.example.Shop.main(Shop.java:40)\n"
                                  "\n";
    ReportSession* session = workbench.open(workbench.write(QStringLiteral("dump.txt"), dump));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && !session->isBusy(), 30'000);
    QVERIFY(!session->header().isCrash);
    for (const ThreadRow& thread : session->threads().threads())
        QVERIFY(!thread.isCrashed);
    for (const auto& frame : session->stack().frames())
        QVERIFY(!frame->isCrash);
}

void TestTrueMoments::wrongBuildBesideTheCrashIsTold()
{
    EngineWindow workbench;
    workbench.write(QStringLiteral("app"), scene::symbols(scene::kOtherBreakpadId));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && !session->isBusy(), 30'000);
    const WhyReport why = session->why();
    QCOMPARE(why.code, QStringLiteral("id_mismatch"));
    const auto isTold = [](const CandidateRow& row) {
        return row.outcome == QStringLiteral("found, wrong build");
    };
    QVERIFY(std::ranges::any_of(why.candidates, isTold));
    QCOMPARE(session->stack().frames().size(), 2); // Nothing of the other build is used.
    for (const auto& frame : session->stack().frames())
        QVERIFY(!frame->hasFunction);
}

void TestTrueMoments::innermostLineOfTheProgramIsSelected()
{
    LoopbackServer server;
    const std::string symbols = scene::dumpSymbols();
    server.reply(kTarget, {.body = symbols.substr(0, symbols.find('\n') + 1) +
                                   "FILE 0 /usr/include/c++/12/bits/invoke.h\n"
                                   "INLINE_ORIGIN 0 std::less<int>::operator()\n"
                                   "FUNC 1000 100 0 void std::__invoke<int>()\n"
                                   "INLINE 0 61 0 0 1000 80\n"
                                   "1000 80 15 0\n"
                                   "1080 80 62 0\n"});
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && !session->isBusy(), 30'000);
    QCOMPARE(session->place().currentFrame()->physicalIndex, 0u);
    QCOMPARE(session->place().currentFrame()->inlineDepth, 1u);
    QCOMPARE(session->source().currentLine, 15u);
}

QTEST_MAIN(TestTrueMoments)
#include "tst_true_moments.moc"
