// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/bridge/session_core.h"
#include "ui/models/roles.h"
#include "ui/views/chain_picture.h"
#include "ui/views/flat_button.h"
#include "ui/views/graph_picture.h"
#include "ui/views/icicle_legend.h"
#include "ui/views/icicle_picture.h"
#include "ui/views/notice_bar.h"
#include "ui/views/picture_maker.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/stack_view.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

constexpr auto kThreads = "view.perspective.threads";
constexpr auto kCrash = "view.perspective.crash";

struct Hang : WindowFixture
{
    explicit Hang(QSize size = {1440, 900})
        : session(openReady(QStringLiteral("/x/hang.dmp"), size)),
          workspace(window.reportPage().workspace())
    {
    }

    void showThreads()
    {
        window.actions().trigger(QLatin1String(kThreads));
        QCoreApplication::processEvents();
    }

    template <class Widget>
    Widget* find(const char* name)
    {
        return window.findChild<Widget*>(QLatin1String(name));
    }

    /// Waits for the picture of merged stacks.
    GraphPicture* graph()
    {
        showThreads();
        auto* picture = find<GraphPicture>("parallel.graph");
        [&] { QTRY_VERIFY(picture->model()->rowCount() > 0); }();
        return picture;
    }

    ReportSession* session;
    Workspace& workspace;
};

QStringList shownDocks(const Workspace& workspace)
{
    QStringList ids;
    for (WorkbenchDock* dock : workspace.docks()) {
        if (!dock->isHidden())
            ids.append(dock->objectName());
    }
    ids.sort();
    return ids;
}

} // namespace

class TestThreadsPerspective : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHangOffersIt();
    void aCrashDoesNot();
    void eachPerspectiveKeepsItsDocks();
    void itComesBackAtTheNextStart();
    void docksFitTheWindow_data();
    void docksFitTheWindow();
    void groupingIsChosenInTheTitle();
    void aLockLeadsToItsThreads();
    void theChainIsReadAndWalked();
    void theGraphIsWalkedByKeys();
    void theGraphFindsFunctions();
    void theIcicleSelectsFrames();
    void keysAndScreenReadersReachEveryNode();
    void theIcicleIsReshapedByKeys();
    void oneStepOfTheIcicleFollowsAnother();
    void functionsLeadToTheirCallers();
    void functionsAreCountedOncePerGraph();
    void theWayOutOfAZoomFits();
    void aZoomedNameTakesNoKey();
    void aZoomStaysWithItsReport();
    void everyViewHasAStateForOtherReports();
};

void TestThreadsPerspective::aHangOffersIt()
{
    Hang hang;
    auto* notices = hang.workspace.currentStack()->findChild<NoticeBar*>();
    QVERIFY(
        notices->texts().contains(QStringLiteral("Threads of this report wait for each other.")));
    FlatButton* offer = nullptr;
    for (auto* button : notices->findChildren<FlatButton*>()) {
        if (button->accessibleName() == QLatin1String("Show who waits for whom"))
            offer = button;
    }
    QVERIFY(offer);
    offer->click();
    QVERIFY(hang.settings.perspective() == Perspective::Threads);
    QVERIFY(hang.window.actions().find(QLatin1String(kThreads))->isChecked());
    QVERIFY(
        !notices->texts().contains(QStringLiteral("Threads of this report wait for each other.")));
}

void TestThreadsPerspective::aCrashDoesNot()
{
    WindowFixture fixture;
    ReportSession* session = fixture.openReady(QStringLiteral("/x/crash.dmp"));
    for (const ReportNotice& notice : session->notices())
        QVERIFY(notice.kind != ReportNotice::Kind::Hang);
}

void TestThreadsPerspective::eachPerspectiveKeepsItsDocks()
{
    Hang hang;
    const QStringList crash = shownDocks(hang.workspace);
    QVERIFY(!crash.contains(QLatin1String("dock.chain")));
    hang.showThreads();
    const QStringList threads = shownDocks(hang.workspace);
    for (const char* id :
         {"dock.chain", "dock.locks", "dock.parallel", "dock.thread", "dock.threads"})
        QVERIFY2(threads.contains(QLatin1String(id)), id);
    hang.workspace.dock(QStringLiteral("dock.thread"))->close();
    hang.window.actions().trigger(QLatin1String(kCrash));
    QCOMPARE(shownDocks(hang.workspace), crash);
    hang.showThreads();
    QVERIFY(hang.workspace.dock(QStringLiteral("dock.thread"))->isHidden());
    hang.window.actions().trigger(QStringLiteral("view.reset_layout"));
    QCOMPARE(shownDocks(hang.workspace), threads);
}

void TestThreadsPerspective::itComesBackAtTheNextStart()
{
    Hang first;
    first.showThreads();
    first.workspace.dock(QStringLiteral("dock.locks"))->close();
    first.window.close();
    const QByteArray layout = first.settings.dockLayout();
    WindowFixture second;
    second.settings.setPerspective(Perspective::Threads);
    second.settings.setDockLayout(layout);
    Workspace& workspace = second.window.reportPage().workspace();
    workspace.restoreLayout();
    QVERIFY(workspace.dock(QStringLiteral("dock.locks"))->isHidden());
    QVERIFY(!workspace.dock(QStringLiteral("dock.chain"))->isHidden());
}

void TestThreadsPerspective::docksFitTheWindow_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1440x900") << QSize(1440, 900);
    QTest::newRow("1366x768") << QSize(1366, 768);
}

void TestThreadsPerspective::docksFitTheWindow()
{
    QFETCH(QSize, size);
    Hang hang(size);
    hang.showThreads();
    QTest::qWait(50);
    QCOMPARE(hang.window.size(), size);
    const auto docks = hang.workspace.docks();
    for (WorkbenchDock* a : docks) {
        const auto behind = hang.workspace.tabifiedDockWidgets(a);
        for (WorkbenchDock* b : docks) {
            if (a == b || !a->isVisible() || !b->isVisible() || behind.contains(b))
                continue;
            QVERIFY2(!a->geometry().intersects(b->geometry()),
                     qPrintable(a->objectName() + u' ' + b->objectName()));
        }
    }
    const int row = hang.theme.metrics().row();
    QVERIFY(hang.workspace.currentStack()->height() > 4 * row);
    QVERIFY(hang.workspace.dock(QStringLiteral("dock.parallel"))->height() > 4 * row);
    QVERIFY(hang.workspace.dock(QStringLiteral("dock.chain"))->height() > 4 * row);
}

void TestThreadsPerspective::groupingIsChosenInTheTitle()
{
    Hang hang;
    auto* choice = hang.find<FlatButton>("threads.grouping");
    QCOMPARE(choice->text(), QStringLiteral("By state"));
    ThreadModel& threads = hang.session->threads();
    QVERIFY(threads.rowAt(0)->isHead);
    auto* rows = hang.find<RowView>("threads.rows");
    QVERIFY(rows->isColumnHidden(ThreadModel::DoingColumn));
    choice->menu()->actions().at(3)->trigger();
    QCOMPARE(choice->text(), QStringLiteral("By number"));
    QVERIFY(!threads.rowAt(0)->isHead);
    WorkbenchDock* dock = hang.workspace.dock(QStringLiteral("dock.threads"));
    hang.workspace.resizeDocks({dock}, {480}, Qt::Horizontal);
    QTRY_VERIFY(!rows->isColumnHidden(ThreadModel::DoingColumn));
    hang.workspace.resizeDocks({dock}, {260}, Qt::Horizontal);
    QTRY_VERIFY(rows->isColumnHidden(ThreadModel::DoingColumn));
    choice->menu()->actions().at(0)->trigger();
    rows->setFocus();
    rows->setCurrentIndex(threads.index(0, 0));
    QTest::keyClick(rows, Qt::Key_Left);
    QVERIFY(!threads.rowAt(0)->isOpen);
    QTest::keyClick(rows, Qt::Key_Return);
    QVERIFY(threads.rowAt(0)->isOpen);
    hang.session->place().selectThread(6);
    QCOMPARE(rows->currentIndex().row(), *threads.rowOf(6));
}

void TestThreadsPerspective::aLockLeadsToItsThreads()
{
    Hang hang;
    hang.showThreads();
    hang.window.activateWindow();
    auto* locks = hang.find<RowView>("locks.rows");
    auto* words = hang.find<RowView>("locks.words");
    QCOMPARE(locks->model()->rowCount(), 4);
    locks->setFocus();
    QTRY_VERIFY(locks->hasFocus());
    QTest::keyClick(locks, Qt::Key_End);
    QTest::keyClick(locks, Qt::Key_Home);
    QCOMPARE(words->model()->rowCount(), 2);
    const auto current = [&] { return hang.session->place().currentThread(); };
    QCOMPARE(locks->currentIndex().row(), 0);
    QVERIFY(hang.session->waits().locks().rowAt(0)->threads.contains(current()));
    QSet<int> seen;
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(locks, Qt::Key_Return);
        seen.insert(current());
    }
    QCOMPARE(seen, (QSet<int>{0, 3, 4, 6}));
}

void TestThreadsPerspective::theChainIsReadAndWalked()
{
    Hang hang;
    hang.showThreads();
    hang.window.activateWindow();
    auto* chain = hang.find<ChainPicture>("chain.boxes");
    QCOMPARE(chain->model()->rowCount(), 2);
    QVERIFY(!chain->visualRect(chain->model()->index(0, 0))
                 .intersects(chain->visualRect(chain->model()->index(1, 0))));
    const auto* accessible = QAccessible::queryAccessibleInterface(chain);
    QVERIFY(accessible && accessible->childCount() == 2);
    QVERIFY(accessible->child(0)->text(QAccessible::Name).startsWith(QLatin1String("main, holds")));
    chain->setFocus();
    chain->setCurrentIndex(chain->model()->index(0, 0));
    QTest::keyClick(chain, Qt::Key_Right);
    QCOMPARE(chain->currentIndex().row(), 1);
    QTest::keyClick(chain, Qt::Key_Return);
    QCOMPARE(hang.session->place().currentThread(), 6);
    QTest::keyClick(chain, Qt::Key_Left);
    QCOMPARE(chain->currentIndex().row(), 0);
    QTest::mouseClick(chain->viewport(), Qt::LeftButton, {},
                      chain->visualRect(chain->model()->index(0, 0)).center());
    QCOMPARE(hang.session->place().currentThread(), 0);
}

void TestThreadsPerspective::theGraphIsWalkedByKeys()
{
    Hang hang;
    GraphPicture* graph = hang.graph();
    const auto boxes = hang.session->waits().graph();
    QCOMPARE(graph->model()->rowCount(), int(boxes->nodes.size()));
    graph->setFocus();
    graph->setCurrentIndex(graph->model()->index(0, 0));
    QTest::keyClick(graph, Qt::Key_Right);
    const int first = graph->currentIndex().row();
    QCOMPARE(boxes->nodes.at(first).parent, 0);
    QTest::keyClick(graph, Qt::Key_Down);
    QVERIFY(graph->currentIndex().row() != first);
    QCOMPARE(boxes->nodes.at(graph->currentIndex().row()).parent, 0);
    QTest::keyClick(graph, Qt::Key_Left);
    QCOMPARE(graph->currentIndex().row(), 0);
    const int render = boxes->nodeOf(3);
    graph->setCurrentIndex(graph->model()->index(render, 0));
    QTest::keyClick(graph, Qt::Key_Return);
    QCOMPARE(hang.session->place().currentThread(), 3);
    QVERIFY(hang.session->place().currentFrame());
    const auto* accessible = QAccessible::queryAccessibleInterface(graph);
    QCOMPARE(accessible->childCount(), graph->model()->rowCount());
    const QString root = accessible->child(0)->text(QAccessible::Name);
    QVERIFY2(root.startsWith(QLatin1String("17 thread")), qPrintable(root));
}

void TestThreadsPerspective::theGraphFindsFunctions()
{
    Hang hang;
    GraphPicture* graph = hang.graph();
    auto* find = hang.find<QLineEdit>("parallel.find");
    find->setText(QStringLiteral("clock_nanosleep"));
    QCOMPARE(graph->boxes().foundCount(), 1);
    QVERIFY(graph->boxes().isFound(graph->currentIndex().row()));
    find->setText(QStringLiteral("no such function"));
    QCOMPARE(graph->boxes().foundCount(), 0);
    QTest::keyClick(find, Qt::Key_Escape);
    QVERIFY(find->text().isEmpty());
    const int before = graph->visualRect(graph->model()->index(0, 0)).height();
    hang.find<FlatButton>("parallel.folds")->setChecked(false);
    QTRY_VERIFY(graph->visualRect(graph->model()->index(0, 0)).height() > before);
    graph->setZoom(200);
    QTRY_VERIFY(graph->visualRect(graph->model()->index(0, 0)).height() > 2 * before);
}

void TestThreadsPerspective::theIcicleSelectsFrames()
{
    Hang hang;
    hang.graph();
    hang.find<QAbstractButton>("parallel.form1")->click();
    auto* icicle = hang.find<IciclePicture>("parallel.icicle");
    QVERIFY(icicle->isVisible());
    const int node = hang.session->waits().graph()->nodeOf(3);
    int row = -1;
    for (int i = 0; i < int(icicle->boxes().icicle().size()); ++i) {
        const bool isWanted = icicle->boxes().icicleBox(i).node == node;
        if (isWanted && icicle->boxes()
                            .nodeAt(i)
                            .frames.at(icicle->boxes().icicleBox(i).frame)
                            .function.contains(QLatin1String("Scene::draw")))
            row = i;
    }
    QVERIFY(row >= 0);
    icicle->setFocus();
    icicle->setCurrentIndex(icicle->model()->index(row, 0));
    QTest::keyClick(icicle, Qt::Key_Return);
    QCOMPARE(hang.session->place().currentThread(), 3);
    QCOMPARE(hang.session->place().currentFrame()->physicalIndex, 2u);
    const int all = icicle->model()->rowCount();
    QTest::keyClick(icicle, Qt::Key_Plus);
    QTRY_VERIFY(icicle->model()->rowCount() < all);
    QTest::keyClick(icicle, Qt::Key_Backspace);
    QTRY_COMPARE(icicle->model()->rowCount(), all);
}

namespace {

/// The rows that arrow keys lead to from the first one.
QSet<int> reachedByKeys(NodeView& picture)
{
    QSet<int> reached{0};
    QList<int> open{0};
    while (!open.isEmpty()) {
        const int from = open.takeLast();
        for (const int key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down}) {
            picture.setCurrentIndex(picture.model()->index(from, 0));
            QTest::keyClick(&picture, Qt::Key(key));
            const int to = picture.currentIndex().row();
            if (!reached.contains(to)) {
                reached.insert(to);
                open.append(to);
            }
        }
    }
    return reached;
}

void zoomInto(IciclePicture& icicle, int row)
{
    icicle.setFocus();
    icicle.setCurrentIndex(icicle.model()->index(row, 0));
    QTest::keyClick(&icicle, Qt::Key_Plus);
}

QStringList namesSpoken(QWidget& view)
{
    QStringList names;
    auto* accessible = QAccessible::queryAccessibleInterface(&view);
    for (int i = 0; accessible && i < accessible->childCount(); ++i)
        names.append(accessible->child(i)->text(QAccessible::Name));
    return names;
}

} // namespace

void TestThreadsPerspective::keysAndScreenReadersReachEveryNode()
{
    Hang hang;
    GraphPicture* graph = hang.graph();
    auto* icicle = hang.find<IciclePicture>("parallel.icicle");
    auto* chain = hang.find<ChainPicture>("chain.boxes");
    for (NodeView* picture : {static_cast<NodeView*>(graph), static_cast<NodeView*>(chain),
                              static_cast<NodeView*>(icicle)}) {
        if (picture == icicle)
            hang.find<QAbstractButton>("parallel.form1")->click();
        const int rows = picture->model()->rowCount();
        QVERIFY(rows > 1);
        picture->setFocus();
        QCOMPARE(reachedByKeys(*picture).size(), rows);
        const QStringList names = namesSpoken(*picture);
        QCOMPARE(names.size(), rows);
        for (const QString& name : names)
            QVERIFY2(!name.isEmpty(), qPrintable(picture->objectName()));
    }
}

void TestThreadsPerspective::theIcicleIsReshapedByKeys()
{
    Hang hang;
    hang.graph();
    hang.find<QAbstractButton>("parallel.form1")->click();
    auto* icicle = hang.find<IciclePicture>("parallel.icicle");
    auto* whole = hang.find<FlatButton>("parallel.whole");
    const int all = icicle->model()->rowCount();
    const auto press = [icicle](int row, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        icicle->setFocus();
        icicle->setCurrentIndex(icicle->model()->index(row, 0));
        QTest::keyClick(icicle, key, modifiers);
    };
    QCOMPARE(icicle->frameAt(1).function, QStringLiteral("start_thread"));
    press(1, Qt::Key_F);
    QTRY_COMPARE(icicle->frameAt(0).function, QStringLiteral("start_thread"));
    QVERIFY(whole->text().contains(QStringLiteral("only start_thread")));
    // A frame is selected where the whole stack has it.
    icicle->setCurrentIndex(icicle->model()->index(0, 0));
    QTest::keyClick(icicle, Qt::Key_Return);
    const int bottom = int(hang.session->core().state().stack(0)->frames.size()) - 1;
    if (hang.session->place().currentThread() == 0)
        QCOMPARE(int(hang.session->place().currentFrame()->physicalIndex), bottom - 1);
    const int focused = icicle->model()->rowCount();
    press(0, Qt::Key_M);
    QTRY_VERIFY(icicle->model()->rowCount() < focused);
    QTest::keyClick(icicle, Qt::Key_Backspace);
    QTRY_COMPARE(icicle->model()->rowCount(), focused);
    QTest::keyClick(icicle, Qt::Key_Backspace);
    QTRY_COMPARE(icicle->model()->rowCount(), all);
    QVERIFY(!whole->isVisible());
    press(0, Qt::Key_C);
    QTRY_COMPARE(icicle->model()->rowCount(), 1);
    QTest::mouseClick(whole, Qt::LeftButton);
    QTRY_COMPARE(icicle->model()->rowCount(), all);
    press(0, Qt::Key_C, Qt::ShiftModifier);
    QTRY_COMPARE(icicle->frameAt(0).function, QStringLiteral("libc.so.6"));
    QVERIFY(icicle->model()->rowCount() < all);
    Q_EMIT icicle->customContextMenuRequested(
        icicle->visualRect(icicle->model()->index(0, 0)).center());
    auto* menu = hang.find<QMenu>("parallel.reshape");
    QVERIFY(menu);
    QCOMPARE(menu->actions().size(), 7);
    menu->actions().at(6)->trigger();
    QTRY_COMPARE(icicle->model()->rowCount(), all);
    menu->close();
}

/// The box of a step stays current, and a step that changes nothing is not taken twice.
void TestThreadsPerspective::oneStepOfTheIcicleFollowsAnother()
{
    Hang hang;
    hang.graph();
    hang.find<QAbstractButton>("parallel.form1")->click();
    auto* icicle = hang.find<IciclePicture>("parallel.icicle");
    auto* whole = hang.find<FlatButton>("parallel.whole");
    const int all = icicle->model()->rowCount();
    icicle->setFocus();
    icicle->setCurrentIndex(icicle->model()->index(1, 0));
    QTest::keyClick(icicle, Qt::Key_F);
    QTRY_COMPARE(icicle->frameAt(0).function, QStringLiteral("start_thread"));
    QCOMPARE(icicle->currentIndex().row(), 0);
    QTest::keyClick(icicle, Qt::Key_F);
    QTest::keyClick(icicle, Qt::Key_C);
    QTRY_COMPARE(icicle->model()->rowCount(), 1);
    QCOMPARE(whole->text().count(QStringLiteral("only start_thread")), 1);
    QVERIFY(whole->toolTip().endsWith(QStringLiteral("start_thread collapsed")));
    QTest::keyClick(icicle, Qt::Key_Backspace);
    QTRY_VERIFY(icicle->model()->rowCount() > 1);
    QTest::keyClick(icicle, Qt::Key_Backspace);
    QTRY_COMPARE(icicle->model()->rowCount(), all);
    QCOMPARE(icicle->frameAt(icicle->currentIndex().row()).function,
             QStringLiteral("start_thread"));
}

void TestThreadsPerspective::functionsLeadToTheirCallers()
{
    Hang hang;
    hang.graph();
    auto* rows = hang.find<RowView>("functions.rows");
    auto* callers = hang.find<RowView>("functions.callers");
    auto* callees = hang.find<RowView>("functions.callees");
    hang.find<QAbstractButton>("parallel.form1")->click();
    const auto* functions = rows->model();
    QTRY_VERIFY(functions->rowCount() > 10);
    QCOMPARE(functions->index(0, 0).data().toString(), QStringLiteral("__clone3"));
    QCOMPARE(functions->index(0, 1).data().toString(), QStringLiteral("17"));
    QCOMPARE(functions->index(0, 2).data(AmountRole).toInt(), 1000);
    rows->setFocus();
    rows->setCurrentIndex(functions->index(0, 0));
    QCOMPARE(callers->model()->rowCount(), 0);
    QVERIFY(callees->model()->rowCount() > 0);
    const QString callee = callees->model()->index(0, 0).data().toString();
    callees->setFocus();
    callees->setCurrentIndex(callees->model()->index(0, 0));
    QTest::keyClick(callees, Qt::Key_Return);
    QCOMPARE(rows->currentIndex().data().toString(), callee);
    QCOMPARE(callers->model()->index(0, 0).data().toString(), QStringLiteral("__clone3"));
    QTest::keyClick(rows, Qt::Key_Return);
    auto* icicle = hang.find<IciclePicture>("parallel.icicle");
    const auto& boxes = icicle->boxes();
    const int chosen = icicle->currentIndex().row();
    QCOMPARE(boxes.nodeAt(chosen).frames.at(boxes.icicleBox(chosen).frame).function, callee);
    QVERIFY(!namesSpoken(*rows).filter(QStringLiteral("__clone3, in 17 of 17")).isEmpty());
}

void TestThreadsPerspective::functionsAreCountedOncePerGraph()
{
    Hang hang;
    hang.graph();
    const auto graph = hang.session->waits().graph();
    PictureMaker maker;
    const auto functionsAt = [&](const std::shared_ptr<const StackGraph>& of, int root) {
        QSignalSpy changed(&maker, &PictureMaker::changed);
        maker.request({.graph = of, .sizes = {}, .reshapings = {}, .icicleRoot = root});
        [&] { QTRY_COMPARE(changed.size(), 1); }();
        return maker.layout().functions;
    };
    const auto functions = functionsAt(graph, -1);
    QVERIFY(functions && !functions->isEmpty());
    QCOMPARE(functionsAt(graph, 1), functions);
    QVERIFY(functionsAt(std::make_shared<const StackGraph>(), -1)->isEmpty());
}

/// A name of a megabyte leaves room for what stands beside it.
void TestThreadsPerspective::theWayOutOfAZoomFits()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/huge.dmp"), {1366, 768});
    fixture.window.actions().trigger(QLatin1String(kThreads));
    auto* icicle = fixture.window.findChild<IciclePicture*>(QStringLiteral("parallel.icicle"));
    fixture.window.findChild<QAbstractButton*>(QStringLiteral("parallel.form1"))->click();
    QTRY_VERIFY(icicle->model()->rowCount() > 0);
    zoomInto(*icicle, 0);
    auto* whole = fixture.window.findChild<FlatButton*>(QStringLiteral("parallel.whole"));
    QTRY_VERIFY(whole->isVisible());
    QCoreApplication::processEvents();
    const QWidget* bar = whole->parentWidget();
    QVERIFY(bar->minimumSizeHint().width() <= bar->width());
    const auto* legend = bar->findChild<IcicleLegend*>();
    QVERIFY(legend->width() > whole->width() / 2);
}

/// Qt takes '&' in a button's text for the mark of a key.
void TestThreadsPerspective::aZoomedNameTakesNoKey()
{
    Hang hang;
    hang.graph();
    auto stack = std::make_shared<faultline::ThreadStack>(*hang.session->core().state().stack(0));
    for (auto& frame : stack->frames)
        frame.position.function = "scene::operator&Hang";
    stack->complete = true;
    QVERIFY(hang.session->core().take(
        faultline::engine::StackSnapshot{.event = hang.session->core().eventId(),
                                         .generation = hang.session->core().state().generation,
                                         .value = stack}));
    hang.session->refresh();
    hang.find<QAbstractButton>("parallel.form1")->click();
    auto* icicle = hang.find<IciclePicture>("parallel.icicle");
    const auto rowOfName = [icicle] {
        for (int row = 0; row < int(icicle->boxes().icicle().size()); ++row) {
            const auto& node = icicle->boxes().nodeAt(row);
            if (node.frames.first().function.contains(u'&'))
                return row;
        }
        return -1;
    };
    QTRY_VERIFY(rowOfName() >= 0);
    zoomInto(*icicle, rowOfName());
    auto* whole = hang.find<FlatButton>("parallel.whole");
    QTRY_VERIFY(whole->text().contains(QStringLiteral("operator")));
    QVERIFY2(whole->shortcut().isEmpty(), qPrintable(whole->text()));
}

void TestThreadsPerspective::aZoomStaysWithItsReport()
{
    Hang hang;
    hang.graph();
    hang.find<QAbstractButton>("parallel.form1")->click();
    auto* icicle = hang.find<IciclePicture>("parallel.icicle");
    zoomInto(*icicle, icicle->model()->rowCount() - 1);
    auto* whole = hang.find<FlatButton>("parallel.whole");
    QVERIFY(whole->isVisible());
    hang.openReady(QStringLiteral("/x/crash.dmp"));
    hang.window.actions().trigger(QLatin1String(kThreads));
    QTRY_VERIFY(icicle->isVisible());
    QVERIFY(!whole->isVisible());
}

/// A crash of which nothing is known about waits, and no report at all.
void TestThreadsPerspective::everyViewHasAStateForOtherReports()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/crash.dmp"));
    fixture.window.actions().trigger(QLatin1String(kThreads));
    const auto& workspace = fixture.window.reportPage().workspace();
    for (const char* id : {"dock.locks", "dock.chain"}) {
        auto* page = workspace.dock(QLatin1String(id))->findChild<StatePage*>();
        QVERIFY2(page && page->sentence().contains(QLatin1String("say nothing about locks")), id);
    }
    fixture.window.actions().trigger(QStringLiteral("file.close"));
    for (const char* id : {"dock.locks", "dock.chain", "dock.thread", "dock.parallel"}) {
        auto* page = workspace.dock(QLatin1String(id))->findChild<StatePage*>();
        QVERIFY2(page && !page->sentence().isEmpty(), id);
    }
}

QTEST_MAIN(TestThreadsPerspective)

#include "tst_threads_perspective.moc"
