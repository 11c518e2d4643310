// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/dump_scene.h"
#include "ui/views/report_page.h"
#include "ui/views/state_page.h"

#include <QClipboard>
#include <QGuiApplication>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;
using faultline::test::LoopbackServer;
namespace scene = faultline::test::scene;

/// Drives the window over the engine while servers are slow, refuse, fail or are gone.
class TestWindowAndEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void selectionStaysWhenSymbolsArrive_data();
    void selectionStaysWhenSymbolsArrive();
    void programsCodeIsSelectedBeforeTheLibrarys();
    void modesKeepTheSelection();
    void cancelKeepsTheStackAndResumeGoesOn();
    void fileOfAnotherBuildTakesNothingAway();
    void appleReportShowsItsNames_data();
    void appleReportShowsItsNames();
    void jvmTraceGetsItsNames();
    void mappingOfAJvmTraceIsLocated();
    void theSampleOpensWithNames();
    void whyTellsTheState_data();
    void whyTellsTheState();
    void scriptTellsItsArtifacts_data();
    void scriptTellsItsArtifacts();
    void stackHasTenRowsOnALaptop();
    void zoomNeverResizesTheWindow();
    void openTabsComeBack();
    void recentFilesStandInTheOrderOfUse();
};

namespace {

/// The line of a symbol file that names the module of the dump.
std::string moduleLine()
{
    const std::string symbols = scene::dumpSymbols();
    return symbols.substr(0, symbols.find('\n') + 1);
}

/// Both frames of the dump have inlined calls into the standard library.
std::string symbolsWithInlines()
{
    return moduleLine() + "FILE 0 /src/app.c\n"
                          "FILE 1 /usr/include/c++/12/bits/std_thread.h\n"
                          "INLINE_ORIGIN 0 std::thread::join()\n"
                          "FUNC 1000 100 0 main\n"
                          "INLINE 0 10 0 0 1000 80\n"
                          "1000 80 70 1\n"
                          "1080 80 20 0\n"
                          "FUNC 1100 100 0 helper\n"
                          "INLINE 0 30 0 0 1110 20\n"
                          "1100 10 29 0\n"
                          "1110 20 71 1\n"
                          "1130 d0 31 0\n";
}

/// The innermost frame is a function of the library, into which the program's code was inlined.
std::string symbolsOfLibraryOutside()
{
    return moduleLine() + "FILE 0 /src/app.c\n"
                          "FILE 1 /usr/include/c++/12/bits/invoke.h\n"
                          "INLINE_ORIGIN 0 work()\n"
                          "FUNC 1000 100 0 void std::__invoke_impl<void, void (*)()>()\n"
                          "INLINE 0 61 1 0 1000 80\n"
                          "1000 80 15 0\n"
                          "1080 80 62 1\n"
                          "FUNC 1100 100 0 helper\n"
                          "1100 100 30 0\n";
}

/// R8's mapping for kJvmTrace. Two methods are called "d".
constexpr std::string_view kMapping = R"(# compiler: R8
com.example.Ledger -> a.a:
# {"id":"sourceFile","fileName":"Ledger.kt"}
    1:1:void check(int):7:7 -> b
    1:1:void post():20 -> b
    void open(int) -> d
    void close() -> d
com.example.LedgerException -> a.x:
)";

constexpr std::string_view kJvmTrace = "a.x: no a.a for it\n"
                                       "\tat a.a.b(SourceFile:1)\n"
                                       "\tat a.a.d(SourceFile)\n"
                                       "\tat java.lang.Thread.run(Thread.java:840)\n"
                                       "Caused by: java.io.IOException: gone\n"
                                       "\tat a.a.b(SourceFile:1)\n";

const QStringList kJvmNames{"com.example.Ledger.check", "com.example.Ledger.post",
                            "com.example.Ledger.open", "java.lang.Thread.run"};

/// The frame of the row that the stack view shows as the current one.
const FrameRow* shownFrame(const EngineWindow& workbench, const ReportSession& session)
{
    auto& stack = const_cast<ReportSession&>(session).stack();
    return stack.frameAt(workbench.rows("stack.rows").currentIndex().row());
}

QStringList functions(ReportSession& session)
{
    QStringList names;
    for (const auto& frame : session.stack().frames())
        names.append(frame->function);
    return names;
}

} // namespace

void TestWindowAndEngine::selectionStaysWhenSymbolsArrive_data()
{
    QTest::addColumn<int>("clicked");
    QTest::addColumn<quint32>("frame");
    QTest::addColumn<QString>("function");
    QTest::newRow("selected by the window") << -1 << quint32(0) << "main";
    QTest::newRow("top frame chosen") << 0 << quint32(0) << "main";
    QTest::newRow("caller chosen") << 2 << quint32(1) << "helper"; // Row 1 is the banner.
}

void TestWindowAndEngine::selectionStaysWhenSymbolsArrive()
{
    QFETCH(int, clicked);
    QFETCH(quint32, frame);
    QFETCH(QString, function);
    LoopbackServer server;
    Gate gate;
    server.handle(kTarget, gate.after({.body = symbolsWithInlines()}));
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_COMPARE_WITH_TIMEOUT(server.hits(kTarget), 1, 30'000);
    if (clicked >= 0)
        workbench.click(workbench.rows("stack.rows"), clicked);
    QTRY_VERIFY_WITH_TIMEOUT(shownFrame(workbench, *session), 30'000);
    QCOMPARE(shownFrame(workbench, *session)->frameKey.physicalIndex, frame);

    gate.open();
    QTRY_COMPARE_WITH_TIMEOUT(session->stack().frames().size(), 4, 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QCOMPARE(session->place().currentFrame()->physicalIndex, frame);
    QTRY_COMPARE_WITH_TIMEOUT(shownFrame(workbench, *session)->function, function, 30'000);
    QCOMPARE(session->source().path, QStringLiteral("/src/app.c"));
    QCOMPARE(session->source().frameName, QStringLiteral("frame %1").arg(frame));
}

void TestWindowAndEngine::programsCodeIsSelectedBeforeTheLibrarys()
{
    LoopbackServer server;
    server.reply(kTarget, {.body = symbolsOfLibraryOutside()});
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(shownFrame(workbench, *session)->function, QStringLiteral("work()"),
                              30'000);
    QCOMPARE(session->source().currentLine, 15u);

    // The other thread has the same stack.
    session->place().stepThread(1);
    QTRY_COMPARE_WITH_TIMEOUT(shownFrame(workbench, *session)->function, QStringLiteral("work()"),
                              30'000);
}

void TestWindowAndEngine::modesKeepTheSelection()
{
    LoopbackServer server;
    server.reply(kTarget, {.body = symbolsWithInlines()});
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    session->place().selectFrame({1, 0});
    for (const char* mode : {"view.stack.raw", "view.stack.full", "view.stack.newest",
                             "view.stack.relevant", "view.stack.newest"}) {
        workbench.window.actions().trigger(QLatin1String(mode));
        QTRY_VERIFY2(shownFrame(workbench, *session), mode);
        QCOMPARE(shownFrame(workbench, *session)->frameKey.physicalIndex, 1u);
        QCOMPARE(session->place().currentFrame()->physicalIndex, 1u);
    }
}

void TestWindowAndEngine::cancelKeepsTheStackAndResumeGoesOn()
{
    LoopbackServer server;
    Gate gate;
    server.handle(kTarget, gate.after({.body = symbolsWithInlines()}));
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_COMPARE_WITH_TIMEOUT(server.hits(kTarget), 1, 30'000);
    const QStringList before = functions(*session);
    QCOMPARE(before.size(), 2);
    workbench.click(workbench.rows("stack.rows"), 2);

    QTRY_VERIFY_WITH_TIMEOUT(
        workbench.window.actions().find(QStringLiteral("symbols.cancel"))->isEnabled(), 30'000);
    workbench.window.actions().trigger(QStringLiteral("symbols.cancel"));
    QVERIFY(EngineWindow::waitUntilIdle(*session));
    QTRY_COMPARE_WITH_TIMEOUT(workbench.notices().size(), 1, 30'000);
    QVERIFY(workbench.notices().first().contains(QStringLiteral("Stopped by you")));
    QCOMPARE(functions(*session), before);
    QCOMPARE(session->place().currentFrame()->physicalIndex, 1u);
    QCOMPARE(session->why().code, QStringLiteral("stopped"));
    QCOMPARE(session->why().actions.first(), WhyReport::Action::Resume);

    gate.open();
    QVERIFY(workbench.press(QStringLiteral("Resume")));
    QTRY_COMPARE_WITH_TIMEOUT(session->stack().frames().size(), 4, 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(workbench.notices().isEmpty(), 30'000);
    QCOMPARE(session->place().currentFrame()->physicalIndex, 1u);
}

void TestWindowAndEngine::fileOfAnotherBuildTakesNothingAway()
{
    LoopbackServer server;
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    const QStringList before = functions(*session);
    const QString wrong =
        workbench.write(QStringLiteral("wrong.sym"), scene::symbols(scene::kOtherBreakpadId));

    session->locateFile(0, wrong);
    QTRY_COMPARE_WITH_TIMEOUT(session->why().code, QStringLiteral("wrong_build"), 30'000);
    QVERIFY(session->why().headline.contains(QStringLiteral("another build")));
    QTRY_COMPARE_WITH_TIMEOUT(functions(*session), QStringList({"main", "helper"}), 30'000);
    for (const auto& frame : session->stack().frames())
        QVERIFY(frame->isOfWrongBuild);
    QTRY_COMPARE_WITH_TIMEOUT(workbench.notices().size(), 1, 30'000);
    QVERIFY(workbench.notices().first().contains(QStringLiteral("another build")));

    QVERIFY(workbench.press(QStringLiteral("Undo")));
    QTRY_COMPARE_WITH_TIMEOUT(functions(*session), before, 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(workbench.notices().isEmpty(), 30'000);
    QCOMPARE(session->why().code, QStringLiteral("cached_miss")); // The server was asked before.
}

void TestWindowAndEngine::appleReportShowsItsNames_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QString>("source");
    QTest::newRow("text") << "apple/macos.crash"
                          << QStringList({"Brush::tip() const", "-[Canvas(Draw) stroke:]"})
                          << "Canvas.m";
}

void TestWindowAndEngine::appleReportShowsItsNames()
{
    QFETCH(QString, file);
    QFETCH(QStringList, names);
    QFETCH(QString, source);
    EngineWindow workbench;
    ReportSession* session = workbench.open(QStringLiteral(FL_TESTS_DIR "/corpora/") + file);
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QCOMPARE(functions(*session).first(2), names);
    const auto& frames = session->stack().frames();
    QVERIFY(frames.at(0)->isInline());
    QCOMPARE(frames.at(0)->trust, QStringLiteral("inline"));
    QCOMPARE(frames.at(1)->module, QStringLiteral("Sketch Book"));
    QCOMPARE(session->modules().rowCount() > 0, true);
    for (const auto& frame : frames) {
        session->place().selectFrame(frame->frameKey);
        QVERIFY2(!session->why().moduleName.isEmpty(), qPrintable(frame->function));
    }
    QVERIFY2(frames.at(1)->location.startsWith(source), qPrintable(frames.at(1)->location));
}

void TestWindowAndEngine::jvmTraceGetsItsNames()
{
    EngineWindow workbench;
    workbench.write(QStringLiteral("mapping.txt"), kMapping);
    ReportSession* session =
        workbench.open(workbench.write(QStringLiteral("trace.txt"), kJvmTrace));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QCOMPARE(functions(*session), kJvmNames);
    QCOMPARE(session->header().cause,
             QStringLiteral("com.example.LedgerException: no com.example.Ledger for it"));
    QCOMPARE(session->threads().rowCount(), 2);
    QCOMPARE(session->place().currentThreadName(), QStringLiteral("LedgerException"));
    const auto& frames = session->stack().frames();
    QVERIFY(frames.at(0)->isInline());
    QCOMPARE(frames.at(1)->location, QStringLiteral("Ledger.kt:20"));
    QCOMPARE(frames.at(1)->mangled, QStringLiteral("a.a.b(SourceFile:1)"));
    QCOMPARE(frames.at(1)->module, QStringLiteral("mapping.txt"));

    // An ambiguous frame is one row, which shows its meanings when it is opened.
    QCOMPARE(frames.at(2)->trust, QStringLiteral("one of 2"));
    QVERIFY(!frames.at(2)->isInline());
    RowView& rows = workbench.rows("stack.rows");
    const int closed = session->stack().rowCount();
    Q_EMIT rows.activated(session->stack().index(2, 0));
    QCOMPARE(session->stack().rowCount(), closed + 2);
    QVERIFY(session->stackAsText().contains(
        QStringLiteral("one of 2, or com.example.Ledger.close [Ledger.kt]")));
    Q_EMIT rows.activated(session->stack().index(2, 0));
    QCOMPARE(session->stack().rowCount(), closed);

    QCOMPARE(session->modules().rowCount(), 1);
    const WhyReport why = session->whyModule(0);
    QCOMPARE(why.mood, WhyReport::Mood::Fine);
    QCOMPARE(why.candidates.size(), 1);
    QVERIFY(why.candidates.first().location.endsWith(QStringLiteral("mapping.txt")));
    QCOMPARE(why.candidates.first().source, QStringLiteral("beside the crash file"));
    workbench.window.actions().trigger(QStringLiteral("view.stack.raw"));
    QCOMPARE(session->stack().rowCount(), 3);
    QCOMPARE(session->stack().rowAt(0)->frame->function, QStringLiteral("a.a.b(SourceFile:1)"));
}

void TestWindowAndEngine::mappingOfAJvmTraceIsLocated()
{
    EngineWindow workbench;
    QGuiApplication::clipboard()->setText(
        QString::fromUtf8(kJvmTrace.data(), qsizetype(kJvmTrace.size())));
    workbench.window.actions().trigger(QStringLiteral("file.paste"));
    ReportSession* session = workbench.window.currentSession();
    QVERIFY(session);
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QCOMPARE(functions(*session).first(), QStringLiteral("a.a.b"));
    const WhyReport why = session->why();
    QCOMPARE(why.code, QStringLiteral("no_id"));
    QVERIFY2(why.headline.contains(QStringLiteral("mapping.txt")), qPrintable(why.headline));
    QVERIFY(why.actions.contains(WhyReport::Action::LocateFile));
    QCOMPARE(why.candidates.size(), 1); // The folder of the text.

    session->locateFile(0, workbench.write(QStringLiteral("ledger.bin"), kMapping));
    QTRY_COMPARE_WITH_TIMEOUT(functions(*session), kJvmNames, 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(
        session->header().cause,
        QStringLiteral("com.example.LedgerException: no com.example.Ledger for it"), 30'000);
    QCOMPARE(session->whyModule(0).mood, WhyReport::Mood::Fine);
}

/// It needs no file but itself.
void TestWindowAndEngine::theSampleOpensWithNames()
{
    EngineWindow workbench;
    workbench.window.actions().trigger(QStringLiteral("help.sample"));
    ReportSession* session = workbench.window.currentSession();
    QVERIFY(session);
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QVERIFY(session->header().isCrash);
    QVERIFY(session->header().signature.startsWith(QStringLiteral("scene::Node::bounds")));
    QVERIFY(session->header().framePercent > 50);
}

void TestWindowAndEngine::whyTellsTheState_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("part");
    QTest::newRow("gone") << 404 << "missing" << "your one source does not have it";
    QTest::newRow("asks for credentials") << 401 << "no_permission" << "credentials (401)";
    QTest::newRow("refuses") << 403 << "no_permission" << "(403)";
    QTest::newRow("fails") << 500 << "fetch_failed" << "500";
}

void TestWindowAndEngine::whyTellsTheState()
{
    QFETCH(int, status);
    QFETCH(QString, code);
    QFETCH(QString, part);
    LoopbackServer server;
    server.handleOthers([status](const LoopbackServer::Request&) {
        return LoopbackServer::Reply{.status = status};
    });
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QCOMPARE(session->why().code, code);
    QVERIFY2(session->why().explanation.contains(part), qPrintable(session->why().explanation));
}

void TestWindowAndEngine::scriptTellsItsArtifacts_data()
{
    QTest::addColumn<QString>("reference");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("part");
    QTest::newRow("found") << "app.js.map" << "" << "belongs to this build";
    QTest::newRow("missing") << "gone.map" << "map_missing" << "gone.map";
    QTest::newRow("damaged") << "bad.map" << "map_damaged" << "no json object";
    QTest::newRow("not named") << "" << "map_not_named" << "shown as it runs";
}

void TestWindowAndEngine::scriptTellsItsArtifacts()
{
    QFETCH(QString, reference);
    QFETCH(QString, code);
    QFETCH(QString, part);
    EngineWindow workbench;
    workbench.write(QStringLiteral("app.js.map"),
                    R"({"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"})");
    workbench.write(QStringLiteral("bad.map"), "[]");
    // Another name than the map's: without a reference, a map beside the script would be found.
    const QString script = workbench.write(
        QStringLiteral("lone.js"),
        reference.isEmpty() ? "f()\n"
                            : "f()\n//# sourceMappingURL=" + reference.toStdString() + '\n');
    const QString stack = QStringLiteral("Error: x\n    at f (%1:1:1)\n").arg(script);
    ReportSession* session =
        workbench.open(workbench.write(QStringLiteral("stack.txt"), stack.toStdString()));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QCOMPARE(session->modules().rowCount(), 1);
    const auto& why = session->why();
    QCOMPARE(why.code, code);
    QVERIFY2(why.explanation.contains(part), qPrintable(why.explanation));
    const auto has = [&why](const QString& place) {
        return std::ranges::any_of(why.candidates, [&place](const CandidateRow& row) {
            return row.location.contains(place) || row.explanation.contains(place);
        });
    };
    QVERIFY(has(QStringLiteral("lone.js")));
    QVERIFY(reference.isEmpty() || has(reference));
}

void TestWindowAndEngine::stackHasTenRowsOnALaptop()
{
    LoopbackServer server;
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    const RowView& rows = workbench.rows("stack.rows");
    QTRY_VERIFY2(rows.viewport()->height() >=
                     10 * rows.visualRect(rows.model()->index(0, 0)).height(),
                 qPrintable(QString::number(rows.viewport()->height())));
}

void TestWindowAndEngine::zoomNeverResizesTheWindow()
{
    EngineWindow workbench;
    workbench.open(writeDump(workbench));
    const QSize size = workbench.window.size();
    for (const int zoom : {150, 300, 60, 100}) {
        workbench.settings().setZoomPercent(zoom);
        QTest::qWait(50);
        QCOMPARE(workbench.window.size(), size);
    }
}

void TestWindowAndEngine::openTabsComeBack()
{
    EngineWindow workbench;
    const QString path = writeDump(workbench);
    workbench.open(path);
    QCOMPARE(workbench.settings().openFiles(), QStringList(path));
    workbench.window.actions().trigger(QStringLiteral("file.close_all"));
    QVERIFY(workbench.settings().openFiles().isEmpty());
    const QString gone = path + QStringLiteral(".gone");
    workbench.settings().setOpenFiles({path, gone});
    workbench.settings().setOpenPages({{QStringLiteral("library")},
                                       {QStringLiteral("settings"), QStringLiteral("stack")},
                                       {QStringLiteral("no such page")}});
    workbench.settings().setCurrentFile(path);
    workbench.window.reopenFiles();
    QCOMPARE(workbench.settings().openFiles(), QStringList({path, gone}));
    QCOMPARE(workbench.settings().openPages().size(), 2);
    QCOMPARE(workbench.window.currentSession()->path(), path);
    QVERIFY(EngineWindow::waitUntilIdle(*workbench.window.currentSession()));
    // The tab of the file that is gone says so.
    workbench.window.openFile(gone);
    auto& error = workbench.window.reportPage().errorPage();
    QTRY_VERIFY(error.isVisible() && error.sentence().contains(u"is no longer there"));
    QVERIFY(workbench.button(QStringLiteral("Locate…")));
}

/// Reports that come back are not used by that.
void TestWindowAndEngine::recentFilesStandInTheOrderOfUse()
{
    EngineWindow workbench;
    const QString first = writeDump(workbench);
    const QString second = first + QStringLiteral(".second.dmp");
    QVERIFY(QFile::copy(first, second));
    workbench.open(first);
    workbench.open(second);
    const auto recent = [&] {
        QStringList paths;
        for (const RecentFile& file : workbench.settings().recentFiles())
            paths.append(file.path);
        return paths;
    };
    QTRY_COMPARE(recent(), QStringList({second, first}));
    workbench.window.actions().trigger(QStringLiteral("file.close_all"));
    workbench.settings().setOpenFiles({second, first});
    workbench.settings().setCurrentFile(second);
    workbench.window.reopenFiles();
    for (ReportSession* session : workbench.sessions())
        QVERIFY(EngineWindow::waitUntilIdle(*session));
    QCOMPARE(recent(), QStringList({second, first}));
    workbench.window.openFile(first); // The user looks at it.
    QTRY_COMPARE(recent(), QStringList({first, second}));
}

QTEST_MAIN(TestWindowAndEngine)
#include "tst_window_and_engine.moc"
