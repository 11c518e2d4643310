// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/dump_scene.h"
#include "ui/views/modules_view.h"

#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QMimeData>
#include <QStatusBar>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;
using faultline::test::LoopbackServer;
namespace scene = faultline::test::scene;

/// What the window says and keeps: why something is missing, what ended the process, and where the
/// user was.
class TestWindowStates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rememberedFailureTellsSinceWhen();
    void blockedHostTellsUntilWhen();
    void missingTextIsFoundByTheUser();
    void fileDroppedOnAModuleServesIt_data();
    void fileDroppedOnAModuleServesIt();
    void cutDumpHasABanner();
    void causeNamesHowTheProgramEnded_data();
    void causeNamesHowTheProgramEnded();
    void docksOfOtherTabsStayTicked();
    void statusStaysFresh();
    void placeComesBackAfterAKill();
    void ownDumpIsOffered();
};

namespace {

void drop(QWidget& target, const QPoint& at, const QString& file)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &enter);
    QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &event);
}

QString statusText(const EngineWindow& workbench, const QString& begin)
{
    for (const QLabel* label : workbench.window.statusBar()->findChildren<QLabel*>()) {
        if (label->text().startsWith(begin))
            return label->text();
    }
    return {};
}

} // namespace

void TestWindowStates::rememberedFailureTellsSinceWhen()
{
    LoopbackServer server;
    EngineWindow workbench(sourcesOf(server));
    const QString path = writeDump(workbench);
    ReportSession* session = workbench.open(path);
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QCOMPARE(session->why().code, QStringLiteral("missing"));
    const int asked = server.hits(kTarget);
    QVERIFY(asked > 0);

    workbench.window.actions().trigger(QStringLiteral("file.close"));
    session = workbench.open(path);
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QCOMPARE(session->why().code, QStringLiteral("cached_miss"));
    QVERIFY2(session->why().explanation.contains(QStringLiteral("A look-up at ")),
             qPrintable(session->why().explanation));
    QCOMPARE(session->why().actions.first(), WhyReport::Action::Retry);
    QCOMPARE(server.hits(kTarget), asked);

    server.reply(kTarget, {.body = scene::dumpSymbols()});
    workbench.window.actions().trigger(QStringLiteral("symbols.why"));
    QVERIFY(workbench.press(QStringLiteral("Retry")));
    QTRY_VERIFY_WITH_TIMEOUT(session->why().code.isEmpty(), 30'000);
}

void TestWindowStates::blockedHostTellsUntilWhen()
{
    LoopbackServer server;
    server.handleOthers(
        [](const LoopbackServer::Request&) { return LoopbackServer::Reply{.status = 500}; });
    net::DenyListPolicy denyList;
    denyList.enabled = true;
    denyList.threshold = 1;
    denyList.blockTime = std::chrono::hours(1);
    EngineWindow workbench({scene::http("company store", server.url())}, denyList);
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && !session->isBusy(), 30'000);

    session->retry();
    QTRY_COMPARE_WITH_TIMEOUT(session->why().code, QStringLiteral("host_blocked"), 30'000);
    const QString text = session->why().explanation;
    QVERIFY2(text.contains(QStringLiteral("company store")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("is not asked before ")), qPrintable(text));
    QVERIFY(!session->why().actions.contains(WhyReport::Action::Retry));
}

void TestWindowStates::missingTextIsFoundByTheUser()
{
    LoopbackServer server;
    server.reply(kTarget, {.body = scene::dumpSymbols()});
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_COMPARE_WITH_TIMEOUT(session->source().state, SourceDocument::State::Unavailable, 30'000);
    QVERIFY(!workbench.button(QStringLiteral("Add source…")));

    const QString text = workbench.write(QStringLiteral("app.c"), std::string(40, '\n'));
    QVERIFY(workbench.press(QStringLiteral("Choose the file…")));
    auto* dialog = workbench.window.findChild<QFileDialog*>(QStringLiteral("dialog.source_text"));
    QVERIFY(dialog);
    Q_EMIT dialog->fileSelected(text);
    dialog->close();
    QTRY_COMPARE_WITH_TIMEOUT(session->source().state, SourceDocument::State::Text, 30'000);
    QCOMPARE(session->source().origin, QStringLiteral("by path mapping"));
    QCOMPARE(workbench.settings().pathMappings().first().recorded, QStringLiteral("/src"));
}

void TestWindowStates::fileDroppedOnAModuleServesIt_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isOnRow");
    QTest::newRow("on its row") << "some-name.sym" << true;
    QTest::newRow("beside the rows, by its name") << "app.sym" << false;
}

void TestWindowStates::fileDroppedOnAModuleServesIt()
{
    QFETCH(QString, name);
    QFETCH(bool, isOnRow);
    EngineWindow workbench;
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QCOMPARE(session->why().code, QStringLiteral("missing"));

    auto* view = workbench.window.findChild<ModulesView*>();
    QVERIFY(view && view->isVisible());
    const RowView& rows = workbench.rows("modules.rows");
    QTRY_VERIFY_WITH_TIMEOUT(rows.model()->rowCount() > 0, 30'000);
    const QPoint row = rows.visualRect(rows.model()->index(0, 0)).center();
    const QPoint empty(row.x(), rows.viewport()->height() - 2);
    drop(*view, rows.viewport()->mapTo(view, isOnRow ? row : empty),
         workbench.write(name, scene::dumpSymbols()));
    QTRY_COMPARE_WITH_TIMEOUT(session->stack().frames().first()->function, QStringLiteral("main"),
                              30'000);
    QCOMPARE(workbench.settings().openFiles().size(), 1);
}

void TestWindowStates::cutDumpHasABanner()
{
    EngineWindow workbench;
    const QByteArray whole = sample(QStringLiteral("default/sample.dmp"));
    QVERIFY(!whole.isEmpty());
    ReportSession* session = workbench.open(
        workbench.write(QStringLiteral("whole.dmp"), std::string_view(whole.data(), whole.size())));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QVERIFY2(workbench.notices().isEmpty(), qPrintable(workbench.notices().join(u'\n')));

    session = workbench.open(workbench.write(QStringLiteral("cut.dmp"),
                                             std::string_view(whole.data(), whole.size() - 3000)));
    QTRY_COMPARE_WITH_TIMEOUT(workbench.notices().size(), 1, 30'000);
    QVERIFY2(workbench.notices().first().contains(QStringLiteral("damaged or cut off")),
             qPrintable(workbench.notices().first()));
    QVERIFY(workbench.press(QStringLiteral("Show details")));
}

void TestWindowStates::causeNamesHowTheProgramEnded_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("cause");
    QTest::addColumn<QString>("signature");
    QTest::addColumn<QString>("selected");
    QTest::newRow("failed assertion")
        << "samples/failed_assert/failed_assert.dmp"
        << "Failed assertion in sample::checkedDivide()" << "sample::checkedDivide"
        << "sample::average(int const*, int)";
    QTest::newRow("uncaught exception")
        << "samples/uncaught_exception/uncaught_exception.dmp"
        << "Uncaught exception in sample::parseNumber()" << "abort | sample::parseNumber"
        << "sample::parseNumber";
    QTest::newRow("stack overflow")
        << "samples/stack_overflow/stack_overflow.dmp"
        << "Stack overflow in sample::depth() (121 frames)" << "sample::depth"
        << "sample::depth";
    QTest::newRow("names of the report")
        << "apple/macos.crash" << "Access near null (+0x18) in Brush::tip()" << "Brush::tip"
        << "-[Canvas(Draw) stroke:]";
}

void TestWindowStates::causeNamesHowTheProgramEnded()
{
    QFETCH(QString, file);
    QFETCH(QString, cause);
    QFETCH(QString, signature);
    QFETCH(QString, selected);
    EngineWindow workbench;
    ReportSession* session = workbench.open(QStringLiteral(FL_TESTS_DIR "/corpora/") + file);
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QCOMPARE(session->header().cause, cause);
    QCOMPARE(session->header().signature, signature);
    QVERIFY2(workbench.window.windowTitle().contains(signature),
             qPrintable(workbench.window.windowTitle()));
    const auto currentFunction = [&] {
        const auto& frames = session->stack().frames();
        const auto current = std::ranges::find_if(frames, [&](const auto& frame) {
            return frame->frameKey == session->place().currentFrame();
        });
        return current == frames.end() ? QString() : (*current)->function;
    };
    QTRY_VERIFY2(currentFunction().startsWith(selected), qPrintable(currentFunction()));
}

void TestWindowStates::docksOfOtherTabsStayTicked()
{
    EngineWindow workbench;
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    const auto isTicked = [&](const char* id) {
        return workbench.window.actions().find(QLatin1String(id))->isChecked();
    };
    // Both share one place, so one of them is behind the other.
    for (const char* front : {"view.dock.why", "view.dock.details"}) {
        workbench.window.actions().trigger(QLatin1String(front));
        QTest::qWait(50);
        QVERIFY2(isTicked("view.dock.why") && isTicked("view.dock.details"), front);
    }
    QVERIFY(!isTicked("view.dock.raw"));
}

void TestWindowStates::statusStaysFresh()
{
    LoopbackServer server;
    Gate gate;
    server.handle(kTarget, gate.after({.body = scene::dumpSymbols()}));
    EngineWindow workbench(sourcesOf(server));
    QCOMPARE(statusText(workbench, QStringLiteral("Cache")), QStringLiteral("Cache 0 bytes"));
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_COMPARE_WITH_TIMEOUT(server.hits(kTarget), 1, 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(!session->step().isEmpty(), 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(statusText(workbench, session->step()), session->step(), 30'000);

    gate.open();
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(statusText(workbench, QStringLiteral("Ready")),
                              QStringLiteral("Ready"), 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(
        statusText(workbench, QStringLiteral("Cache")) != QStringLiteral("Cache 0 bytes"), 30'000);
}

void TestWindowStates::placeComesBackAfterAKill()
{
    EngineWindow workbench;
    const QString first = writeDump(workbench);
    const QString second = workbench.write(QStringLiteral("other.dmp"), scene::dump().text());
    ReportSession* session = workbench.open(first);
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && !session->isBusy(), 30'000);
    session->place().stepThread(1);
    const int thread = session->place().currentThread();
    session->place().selectFrame({1, 0});
    workbench.open(second);
    workbench.window.openFile(first);
    // Settings of one file share their values within a process, so look at a copy.
    int copies = 0;
    const auto isWritten = [&] {
        const QString copy = workbench.settingsFile() + QString::number(++copies);
        if (!QFile::copy(workbench.settingsFile(), copy))
            return false;
        const AppSettings onDisk(copy);
        return onDisk.openFiles().size() == 2 && onDisk.currentFile() == first &&
               onDisk.place(first) == ReportPlace{thread, 1, 0} && !onDisk.dockLayout().isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isWritten(), 30'000);

    // The start after a kill, with what is on the disk.
    const QStringList files = workbench.settings().openFiles();
    workbench.window.actions().trigger(QStringLiteral("file.close_all"));
    workbench.settings().setOpenFiles(files);
    workbench.settings().setCurrentFile(first);
    workbench.settings().setPlace(first, ReportPlace{thread, 1, 0});
    workbench.window.reopenFiles();
    QCOMPARE(workbench.window.currentSession()->path(), first);
    session = workbench.window.currentSession();
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete && session->place().currentFrame(),
                             30'000);
    QCOMPARE(session->place().currentThread(), thread);
    QCOMPARE(session->place().currentFrame()->physicalIndex, 1u);
}

void TestWindowStates::ownDumpIsOffered()
{
    EngineWindow workbench;
    const QString dump = writeDump(workbench);
    QVERIFY(workbench.notices().isEmpty());
    workbench.window.offerDump(dump);
    QCOMPARE(workbench.notices().size(), 1);
    QVERIFY(workbench.press(QStringLiteral("Open the dump")));
    QVERIFY(workbench.window.currentSession());
    QCOMPARE(workbench.window.currentSession()->path(), dump);
    QTRY_VERIFY(workbench.notices().isEmpty());
}

QTEST_MAIN(TestWindowStates)
#include "tst_window_states.moc"
