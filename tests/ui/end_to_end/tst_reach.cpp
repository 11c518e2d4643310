// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/dump_scene.h"
#include "tests/ui/support/nameless_widgets.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/stack_view.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QDialog>
#include <QMenuBar>
#include <QSet>
#include <QTimer>

#include <algorithm>
#include <array>
#include <chrono>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;
using faultline::test::LoopbackServer;

/// Everything in the window can be reached by keyboard and says to screen readers what it is, while
/// servers are slow, refuse, fail or are gone.
class TestReach : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFocusableWidgetHasAName_data();
    void everyFocusableWidgetHasAName();
    void tabKeyReachesEveryView();
    void tabKeyGoesRound_data();
    void tabKeyGoesRound();
    void keysGoFromPanelToPanel_data();
    void keysGoFromPanelToPanel();
    void everyMenuOpens();
    void everyDialogOpensAndCloses_data();
    void everyDialogOpensAndCloses();
    void everyDockWorksWhateverTheServerDoes_data();
    void everyDockWorksWhateverTheServerDoes();
};

namespace {

constexpr std::array kDocks{
    "view.dock.thread",  "view.dock.locks",    "view.dock.chain",       "view.dock.parallel",
    "view.dock.threads", "view.dock.source",   "view.dock.registers",   "view.dock.modules",
    "view.dock.details", "view.dock.why",      "view.dock.raw",         "view.dock.activity",
    "view.dock.log",     "view.dock.locals",   "view.dock.disassembly", "view.dock.memory",
    "view.dock.memmap",  "view.dock.evidence", "view.dock.annotations", "view.dock.breadcrumbs",
    "view.dock.handles", "view.dock.unloaded", "view.dock.inspector",   "view.dock.strings",
    "view.dock.search",  "view.dock.find"};

void showAllDocks(EngineWindow& workbench)
{
    for (const char* dock : kDocks) {
        QAction* action = workbench.window.actions().find(QLatin1String(dock));
        if (!action->isChecked())
            action->trigger();
    }
    QTest::qWait(50);
}

} // namespace

void TestReach::everyFocusableWidgetHasAName_data()
{
    QTest::addColumn<QString>("dialog");
    QTest::newRow("start page and views") << QString();
    QTest::newRow("settings") << QStringLiteral("edit.preferences");
    QTest::newRow("server") << QStringLiteral("tools.server");
    QTest::newRow("debug file") << QStringLiteral("tools.inspector");
    QTest::newRow("external editor") << QStringLiteral("source.choose_editor");
    QTest::newRow("path mappings") << QStringLiteral("symbols.path_mappings");
    QTest::newRow("shortcuts") << QStringLiteral("help.shortcuts");
    QTest::newRow("about") << QStringLiteral("help.about");
    QTest::newRow("diagnostics") << QStringLiteral("help.diagnostics");
}

void TestReach::everyFocusableWidgetHasAName()
{
    QFETCH(QString, dialog);
    EngineWindow workbench;
    QStringList nameless;
    if (dialog == QLatin1String("edit.preferences") || dialog == QLatin1String("tools.server") ||
        dialog == QLatin1String("tools.inspector")) { // Pages, not dialogs.
        if (dialog == QLatin1String("tools.inspector")) {
            workbench.window.inspectFile(
                QStringLiteral(FL_TESTS_DIR "/corpora/samples/default/libscene.so.debug"));
            QTRY_VERIFY_WITH_TIMEOUT(workbench.debugFile().hasIndex(), 30'000);
        }
        workbench.window.actions().trigger(dialog);
        QTest::qWait(50);
        nameless = namelessIn(workbench.window);
    } else if (dialog.isEmpty()) {
        nameless += namelessIn(workbench.window);
        ReportSession* session = workbench.open(writeDump(workbench));
        QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
        showAllDocks(workbench);
        for (const char* dock : kDocks) {
            workbench.window.actions().trigger(QLatin1String(dock)); // Brings it to the front.
            QTest::qWait(20);
            nameless += namelessIn(workbench.window);
        }
    } else {
        QTimer::singleShot(300, &workbench.window, [&nameless] {
            QWidget* shown = QApplication::activeModalWidget();
            nameless = shown ? namelessIn(*shown) : QStringList{QStringLiteral("no modal dialog")};
            if (shown)
                shown->close();
        });
        workbench.window.actions().trigger(dialog);
        QTest::qWait(600);
        // Dialogs that do not block.
        for (auto* open : workbench.window.findChildren<QDialog*>()) {
            if (!open->isVisible())
                continue;
            nameless = namelessIn(*open);
            open->close();
        }
    }
    nameless.removeDuplicates();
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
}

void TestReach::tabKeyReachesEveryView()
{
    EngineWindow workbench;
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    workbench.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&workbench.window));
    QSet<QString> reached;
    for (int i = 0; i < 120; ++i) {
        if (const QWidget* focused = QApplication::focusWidget())
            reached.insert(focused->objectName());
        QTest::keyClick(&workbench.window, Qt::Key_Tab);
    }
    for (const char* name : {"stack.rows", "threads.rows", "registers.rows", "modules.rows",
                             "stack.mode", "stack.order"})
        QVERIFY2(reached.contains(QLatin1String(name)), name);
}

void TestReach::tabKeyGoesRound_data()
{
    QTest::addColumn<QString>("perspective");
    for (const char* perspective :
         {"view.perspective.crash", "view.perspective.threads", "view.perspective.low_level"})
        QTest::newRow(perspective) << QString::fromLatin1(perspective);
}

/// Each stop is in sight and comes once before the first one comes again. Shift+Tab leads back
/// through the same stops.
void TestReach::tabKeyGoesRound()
{
    QFETCH(QString, perspective);
    EngineWindow workbench;
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    workbench.window.actions().trigger(perspective);
    workbench.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&workbench.window));
    QTest::qWait(50);
    workbench.window.actions().trigger(QStringLiteral("view.dock.stack"));
    const auto round = [&workbench](Qt::Key key, Qt::KeyboardModifiers modifiers) {
        QList<QWidget*> stops{QApplication::focusWidget()};
        while (stops.size() < 200) {
            QTest::keyClick(&workbench.window, key, modifiers);
            QWidget* const stop = QApplication::focusWidget();
            if (stop == stops.first())
                break;
            stops.append(stop);
        }
        return stops;
    };
    const QList<QWidget*> stops = round(Qt::Key_Tab, Qt::NoModifier);
    QVERIFY(stops.size() > 5);
    for (const QWidget* stop : stops) {
        QVERIFY(stop);
        const QString name = QLatin1String(stop->metaObject()->className()) + u' ' +
                             stop->objectName() + u' ' + stop->accessibleName();
        QVERIFY2(stops.count(stop) == 1, qPrintable(name));
        const QRect place(stop->mapTo(&workbench.window, QPoint()), stop->size());
        QVERIFY2(workbench.window.rect().contains(place.center()), qPrintable(name));
    }
    QList<QWidget*> back = round(Qt::Key_Tab, Qt::ShiftModifier);
    std::reverse(back.begin() + 1, back.end());
    QCOMPARE(back, stops);
}

void TestReach::keysGoFromPanelToPanel_data()
{
    tabKeyGoesRound_data();
}

/// F6 comes to the stack and to every dock in front, each once, and Shift+F6 goes back.
void TestReach::keysGoFromPanelToPanel()
{
    QFETCH(QString, perspective);
    EngineWindow workbench;
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    workbench.window.actions().trigger(perspective);
    workbench.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&workbench.window));
    QTest::qWait(50);
    workbench.window.actions().trigger(QStringLiteral("view.dock.stack"));
    const Workspace& workspace = workbench.window.reportPage().workspace();
    const auto panel = [&workspace]() -> QString {
        for (const WorkbenchDock* each : workspace.docks()) {
            if (each->isAncestorOf(QApplication::focusWidget()))
                return each->objectName();
        }
        return workspace.currentStack()->isAncestorOf(QApplication::focusWidget())
                   ? QStringLiteral("stack")
                   : QString();
    };
    QStringList wanted{QStringLiteral("stack")};
    for (const WorkbenchDock* each : workspace.docks()) {
        if (workspace.isInFront(each->objectName()))
            wanted.append(each->objectName());
    }
    QVERIFY(wanted.size() > 3);
    QStringList visited;
    for (qsizetype i = 0; i < wanted.size(); ++i) {
        visited.append(panel());
        QTest::keyClick(&workbench.window, Qt::Key_F6);
    }
    QCOMPARE(panel(), QStringLiteral("stack"));
    QTest::keyClick(&workbench.window, Qt::Key_F6, Qt::ShiftModifier);
    QCOMPARE(panel(), visited.last());
    visited.sort();
    wanted.sort();
    QCOMPARE(visited, wanted);
}

void TestReach::everyMenuOpens()
{
    EngineWindow workbench;
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    const auto menus = workbench.window.menuBar()->actions();
    QVERIFY(menus.size() >= 6);
    for (const QAction* each : menus) {
        QVERIFY2(each->menu(), qPrintable(each->text()));
        QVERIFY2(each->text().contains(u'&'), qPrintable(each->text()));
        each->menu()->popup(workbench.window.mapToGlobal(QPoint(0, 0)));
        QTRY_VERIFY(each->menu()->isVisible());
        QVERIFY(!each->menu()->actions().isEmpty());
        QTest::keyClick(each->menu(), Qt::Key_Down);
        QVERIFY2(each->menu()->activeAction(), qPrintable(each->text()));
        QTest::keyClick(each->menu(), Qt::Key_Escape);
        QTRY_VERIFY(!each->menu()->isVisible());
    }
}

void TestReach::everyDialogOpensAndCloses_data()
{
    QTest::addColumn<QString>("action");
    for (const char* action :
         {"help.shortcuts", "help.diagnostics", "help.about", "file.import_batch",
          "file.import_folder", "source.choose_editor", "symbols.path_mappings"})
        QTest::newRow(action) << QString::fromLatin1(action);
}

/// Escape closes each of them, and the window works afterwards.
void TestReach::everyDialogOpensAndCloses()
{
    QFETCH(QString, action);
    EngineWindow workbench;
    bool wasShown = false;
    const auto closeOpen = [&wasShown] {
        for (QWidget* each : QApplication::topLevelWidgets()) {
            auto* dialog = qobject_cast<QDialog*>(each);
            if (!dialog || !dialog->isVisible())
                continue;
            wasShown = true;
            QTest::keyClick(dialog, Qt::Key_Escape);
        }
    };
    QTimer::singleShot(300, &workbench.window, closeOpen);
    workbench.window.actions().trigger(action);
    QTRY_VERIFY(wasShown);
    for (const QWidget* each : QApplication::topLevelWidgets())
        QTRY_VERIFY(!qobject_cast<const QDialog*>(each) || !each->isVisible());
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
}

void TestReach::everyDockWorksWhateverTheServerDoes_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("delayMs");
    QTest::addColumn<bool>("isStalled");
    QTest::newRow("slow") << 200 << 700 << false;
    QTest::newRow("stalled") << 200 << 0 << true;
    QTest::newRow("failing") << 500 << 0 << false;
    QTest::newRow("refusing") << 401 << 0 << false;
    QTest::newRow("gone") << 404 << 0 << false;
}

/// Every row of every view is chosen while the look-up runs, stops and runs again.
void TestReach::everyDockWorksWhateverTheServerDoes()
{
    QFETCH(int, status);
    QFETCH(int, delayMs);
    QFETCH(bool, isStalled);
    LoopbackServer server;
    server.reply(kTarget, {.status = status,
                           .body = faultline::test::scene::dumpSymbols(),
                           .delay = std::chrono::milliseconds(delayMs),
                           .stall = isStalled});
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDump(workbench));
    showAllDocks(workbench);
    const auto visitAll = [&] {
        for (const char* dock : kDocks) {
            workbench.window.actions().trigger(QLatin1String(dock));
            for (RowView* view : workbench.window.findChildren<RowView*>()) {
                if (!view->isVisible() || !view->model())
                    continue;
                view->setFocus();
                for (const auto key : {Qt::Key_Home, Qt::Key_End, Qt::Key_Up, Qt::Key_PageUp})
                    QTest::keyClick(view, key);
            }
            QTest::qWait(5);
        }
    };
    visitAll();
    workbench.window.actions().trigger(QStringLiteral("symbols.cancel"));
    QVERIFY(EngineWindow::waitUntilIdle(*session));
    visitAll();
    QVERIFY(session->stack().frames().size() >= 2);
    workbench.window.actions().trigger(QStringLiteral("symbols.retry"));
    visitAll();
    workbench.window.actions().trigger(QStringLiteral("symbols.cancel_all"));
    QVERIFY(EngineWindow::waitUntilIdle(*session));
    QVERIFY(session->stack().frames().size() >= 2);
    workbench.window.actions().trigger(QStringLiteral("file.close"));
    QVERIFY(!workbench.window.currentSession());
}

QTEST_MAIN(TestReach)
#include "tst_reach.moc"
