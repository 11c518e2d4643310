// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/engine_window.h"
#include "ui/bridge/frame_code.h"
#include "ui/bridge/frame_memory.h"
#include "ui/bridge/symbol_finder.h"
#include "ui/models/roles.h"
#include "ui/views/palette.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/stack_view.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QTest>

#include <algorithm>

using namespace faultline::ui;
using namespace faultline::ui::test;

/// Finds and goes, by keyboard and mouse, over the real engine: back and forward, the palette,
/// symbols of the modules, addresses, and what the window does with its panels.
class TestGo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void backLeadsThroughFramesAndThreads();
    void backLeadsThroughPlacesOfCode();
    void newStepsForgetWhatLayBefore();
    void goingToTheCrashIsAStep();
    void paletteRunsAnAction();
    void paletteSaysWhyAnActionCannotRun();
    void paletteLeadsToFunctions();
    void paletteFindsSymbolsOfModules();
    void paletteAsksAnewWhenItIsOpenedAgain();
    void paletteLeadsToThreadsModulesAndReports();
    void paletteSaysWhatItDoesNotFind();
    void paletteTogglesSettings();
    void paletteActsOnTheTableBeforeIt();
    void escapeLeavesThePaletteAndTheFocusReturns();
    void paletteIsWorkedByMouse();
    void addressesLeadToCodeAndMemory_data();
    void addressesLeadToCodeAndMemory();
    void placesThatAreNoneSaySo();
    void linesLeadToTheSource();
    void panelsAreMaximised();
    void rowsBecomeCompact();
};

namespace {

const QString kSample = QStringLiteral(FL_TESTS_DIR "/corpora/samples/default/sample.dmp");

struct OpenSample
{
    OpenSample()
    {
        session = workbench.open(kSample);
        isReady = EngineWindow::waitUntilIdle(*session);
        workbench.window.activateWindow();
    }

    MainWindow& window() { return workbench.window; }

    void trigger(const char* action) { window().actions().trigger(QLatin1String(action)); }

    QAction* action(const char* id) { return window().actions().find(QLatin1String(id)); }

    QLineEdit* line() { return window().findChild<QLineEdit*>(QStringLiteral("palette.text")); }

    QListView* list() { return window().findChild<QListView*>(QStringLiteral("palette.rows")); }

    Palette* palette() { return window().findChild<Palette*>(); }

    /// Opens the palette and types.
    void type(const QString& text)
    {
        trigger("go.palette");
        QTest::keyClicks(line(), text);
    }

    QStringList texts()
    {
        QStringList all;
        for (const PaletteRow& row : palette()->model().allRows())
            all.append(row.isTitle ? u'[' + row.entry.text + u']' : row.entry.text);
        return all;
    }

    int rowOf(const QString& text) { return int(texts().indexOf(text)); }

    /// Goes down to the row with the text and presses Enter.
    bool choose(const QString& text)
    {
        if (!QTest::qWaitFor([&] { return rowOf(text) >= 0; }, 10'000))
            return false;
        for (int i = 0; i < 300 && list()->currentIndex().data().toString() != text; ++i)
            QTest::keyClick(line(), Qt::Key_Down);
        const bool isChosen = list()->currentIndex().data().toString() == text;
        QTest::keyClick(line(), Qt::Key_Return);
        return isChosen;
    }

    EngineWindow workbench;
    ReportSession* session = nullptr;
    bool isReady = false;
};

constexpr FrameRow::Key kCaller{.physicalIndex = 1, .inlineDepth = 0};
constexpr FrameRow::Key kFurther{.physicalIndex = 2, .inlineDepth = 0};

} // namespace

void TestGo::backLeadsThroughFramesAndThreads()
{
    OpenSample open;
    QVERIFY(open.isReady);
    const auto first = open.session->place().currentFrame();
    const int crashed = open.session->place().currentThread();
    QVERIFY(!open.action("go.back")->isEnabled());
    QVERIFY(!open.action("go.back")->statusTip().isEmpty());
    open.session->place().selectFrame(kCaller);
    open.session->place().selectFrame(kFurther);
    QVERIFY(open.action("go.back")->isEnabled());
    QTest::keyClick(&open.window(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(open.session->place().currentFrame(), std::optional(kCaller));
    open.trigger("go.back");
    QCOMPARE(open.session->place().currentFrame(), first);
    QVERIFY(!open.action("go.back")->isEnabled());
    QTest::keyClick(&open.window(), Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(open.session->place().currentFrame(), std::optional(kCaller));
    const auto& threads = open.session->threads().threads();
    const auto other =
        std::ranges::find_if(threads, [&](const ThreadRow& each) { return each.index != crashed; });
    if (other == threads.end())
        return;
    open.session->place().selectThread(other->index);
    open.trigger("go.back");
    QCOMPARE(open.session->place().currentThread(), crashed);
    QCOMPARE(open.session->place().currentFrame(), std::optional(kCaller));
    open.trigger("go.forward");
    QCOMPARE(open.session->place().currentThread(), other->index);
}

void TestGo::backLeadsThroughPlacesOfCode()
{
    OpenSample open;
    open.trigger("view.dock.disassembly");
    FrameCode& code = open.session->code();
    QTRY_VERIFY(code.placeRow() >= 0);
    const quint64 atFrame = code.rows().rowAt(code.placeRow())->id.address;
    code.go(QStringLiteral("rip+1"));
    code.go(QStringLiteral("rip"));
    open.session->place().selectFrame(kCaller);
    open.trigger("go.back");
    QCOMPARE(code.place(), QStringLiteral("rip"));
    QVERIFY(open.session->place().currentFrame() != std::optional(kCaller));
    open.trigger("go.back");
    QCOMPARE(code.place(), QStringLiteral("rip+1"));
    open.trigger("go.back");
    QVERIFY(code.place().isEmpty());
    QTRY_VERIFY(code.placeRow() >= 0 && code.rows().rowAt(code.placeRow())->id.address == atFrame);
    open.trigger("go.forward");
    QCOMPARE(code.place(), QStringLiteral("rip+1"));
}

void TestGo::newStepsForgetWhatLayBefore()
{
    OpenSample open;
    open.session->place().selectFrame(kCaller);
    open.trigger("go.back");
    QVERIFY(open.action("go.forward")->isEnabled());
    open.session->place().selectFrame(kFurther);
    QVERIFY(!open.action("go.forward")->isEnabled());
    open.trigger("go.back");
    open.trigger("go.forward");
    QCOMPARE(open.session->place().currentFrame(), std::optional(kFurther));
}

void TestGo::goingToTheCrashIsAStep()
{
    OpenSample open;
    const auto first = open.session->place().currentFrame();
    open.session->place().selectFrame(kFurther);
    open.trigger("go.crash");
    QCOMPARE(open.session->place().currentFrame(), first);
    open.trigger("go.back");
    QCOMPARE(open.session->place().currentFrame(), std::optional(kFurther));
}

void TestGo::paletteRunsAnAction()
{
    OpenSample open;
    open.session->place().selectFrame(kFurther);
    QTest::keyClick(&open.window(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(open.palette() && open.palette()->isVisible());
    QTRY_VERIFY(open.line()->hasFocus());
    QTest::keyClicks(open.line(), QStringLiteral(">gcr"));
    QTest::keyClick(open.line(), Qt::Key_Escape);
    open.type(QStringLiteral(">memory map"));
    QVERIFY(open.choose(QStringLiteral("Memory Map")));
    QVERIFY(!open.palette()->isVisible());
    QTRY_VERIFY(open.window().reportPage().workspace().isInFront(QStringLiteral("dock.memmap")));
    // It is what was used last.
    open.trigger("go.palette");
    QCOMPARE(open.texts().value(0), QStringLiteral("[Used last]"));
    QCOMPARE(open.texts().value(1), QStringLiteral("Memory Map"));
}

void TestGo::paletteSaysWhyAnActionCannotRun()
{
    EngineWindow workbench;
    workbench.window.show();
    workbench.window.actions().trigger(QStringLiteral("go.palette"));
    auto* line = workbench.window.findChild<QLineEdit*>(QStringLiteral("palette.text"));
    QTest::keyClicks(line, QStringLiteral(">retry failed"));
    auto* list = workbench.window.findChild<QListView*>(QStringLiteral("palette.rows"));
    const QString sentence = list->currentIndex().data(Qt::AccessibleTextRole).toString();
    QVERIFY2(sentence.contains(QStringLiteral("Open a report first")), qPrintable(sentence));
    QVERIFY2(sentence.contains(QStringLiteral("F5")), qPrintable(sentence));
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(workbench.window.findChild<Palette*>()->isVisible()); // Nothing was done.
}

void TestGo::paletteLeadsToFunctions()
{
    OpenSample open;
    open.type(QStringLiteral("@relayout"));
    QTRY_VERIFY(!open.texts().filter(QStringLiteral("relayout")).isEmpty());
    const QString function = open.texts().filter(QStringLiteral("relayout")).first();
    QVERIFY(open.choose(function));
    QCOMPARE(open.session->place().currentFrame().value_or(FrameRow::Key{}).physicalIndex, 1U);
}

void TestGo::paletteFindsSymbolsOfModules()
{
    OpenSample open;
    QTest::keyClick(&open.window(), Qt::Key_T, Qt::ControlModifier);
    QTRY_VERIFY(open.palette() && open.palette()->isVisible());
    QTest::keyClicks(open.line(), QStringLiteral("@libscene*!scene::*"));
    SymbolFinder& finder = open.session->finder();
    QTRY_VERIFY(!finder.isSearching() && !finder.symbols().isEmpty());
    QVERIFY(std::ranges::all_of(finder.symbols(), [](const SymbolRow& each) {
        return each.name.startsWith(QStringLiteral("scene::")) &&
               each.moduleOffset.startsWith(QStringLiteral("libscene.so+0x"));
    }));
    const SymbolRow first = finder.symbols().first();
    QVERIFY(open.choose(first.name));
    FrameCode& code = open.session->code();
    QTRY_VERIFY(code.placeRow() >= 0);
    QTRY_COMPARE(QStringLiteral("0x%1").arg(code.rows().rowAt(code.placeRow())->id.address, 0, 16),
                 first.address);
}

/// Between two openings further files may have arrived.
void TestGo::paletteAsksAnewWhenItIsOpenedAgain()
{
    OpenSample open;
    const QString pattern = QStringLiteral("@libscene*!scene::*");
    SymbolFinder& finder = open.session->finder();
    for (int i = 0; i < 2; ++i) {
        open.type(pattern);
        QTRY_VERIFY(!finder.isSearching() && !finder.symbols().isEmpty());
        QTest::keyClick(open.line(), Qt::Key_Escape);
        QVERIFY(!open.palette()->isVisible());
        QVERIFY(finder.pattern().isEmpty());
        QVERIFY(finder.symbols().isEmpty());
    }
}

void TestGo::paletteLeadsToThreadsModulesAndReports()
{
    OpenSample open;
    const ThreadRow last = open.session->threads().threads().last();
    open.type(u'#' + QString::number(last.index));
    QVERIFY(open.choose(QStringLiteral("%1  %2").arg(last.index).arg(last.name)));
    QCOMPARE(open.session->place().currentThread(), last.index);
    open.type(QStringLiteral("m libscene"));
    QVERIFY(open.choose(QStringLiteral("libscene.so")));
    QTRY_VERIFY(open.window().reportPage().workspace().isInFront(QStringLiteral("dock.why")));
    open.trigger("help.welcome");
    QVERIFY(!open.window().currentSession());
    open.type(QStringLiteral("r sample"));
    QVERIFY(open.choose(QStringLiteral("sample.dmp")));
    QCOMPARE(open.window().currentSession(), open.session);
}

void TestGo::paletteSaysWhatItDoesNotFind()
{
    OpenSample open;
    open.type(QStringLiteral(">qqqq"));
    QVERIFY(open.texts().isEmpty());
    const auto* nothing = open.window().findChild<QLabel*>(QStringLiteral("palette.nothing"));
    QTRY_VERIFY(nothing->isVisible() && nothing->text().contains(QStringLiteral("qqqq")));
}

void TestGo::paletteTogglesSettings()
{
    OpenSample open;
    const bool before = open.workbench.settings().isOffline();
    open.type(QStringLiteral("s offline"));
    QVERIFY(open.choose(QStringLiteral("Offline Mode")));
    QCOMPARE(open.workbench.settings().isOffline(), !before);
}

/// The table that had the keyboard before is meant, although the palette has it now.
void TestGo::paletteActsOnTheTableBeforeIt()
{
    OpenSample open;
    QVERIFY(QTest::qWaitForWindowActive(&open.window()));
    RowView& modules = open.workbench.rows("modules.rows");
    modules.setFocus();
    QTRY_VERIFY(modules.hasFocus());
    open.type(QStringLiteral(">copy whole table"));
    QVERIFY(open.choose(QStringLiteral("Copy Whole Table")));
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.contains(QStringLiteral("libscene.so")), qPrintable(copied));
    QCOMPARE(copied.count(u'\n'), modules.model()->rowCount());
}

void TestGo::escapeLeavesThePaletteAndTheFocusReturns()
{
    OpenSample open;
    RowView& stack = open.workbench.rows("stack.rows");
    stack.setFocus();
    open.type(QStringLiteral("anything"));
    QTRY_VERIFY(open.line()->hasFocus());
    QTest::keyClick(open.line(), Qt::Key_Tab);
    QVERIFY(open.line()->hasFocus());
    QTest::keyClick(open.line(), Qt::Key_Escape);
    QVERIFY(!open.palette()->isVisible());
    QTRY_VERIFY(stack.hasFocus());
}

void TestGo::paletteIsWorkedByMouse()
{
    OpenSample open;
    open.type(QStringLiteral("s offline"));
    QTRY_VERIFY(open.rowOf(QStringLiteral("Offline Mode")) >= 0);
    QTest::qWait(50);
    const bool before = open.workbench.settings().isOffline();
    const QModelIndex index =
        open.palette()->model().index(open.rowOf(QStringLiteral("Offline Mode")), 0);
    QTest::mouseClick(open.list()->viewport(), Qt::LeftButton, {},
                      open.list()->visualRect(index).center());
    QCOMPARE(open.workbench.settings().isOffline(), !before);
    QVERIFY(!open.palette()->isVisible());
}

void TestGo::addressesLeadToCodeAndMemory_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("isCode");
    QTest::newRow("register that points to code") << QStringLiteral("rip") << true;
    QTest::newRow("module and offset") << QStringLiteral("libscene.so+40") << false;
    QTest::newRow("stack") << QStringLiteral("rsp+0x20") << false;
}

/// Ctrl+G offers both, what fits first.
void TestGo::addressesLeadToCodeAndMemory()
{
    QFETCH(const QString, typed);
    QFETCH(const bool, isCode);
    OpenSample open;
    open.workbench.rows("stack.rows").setFocus();
    QTest::keyClick(&open.workbench.rows("stack.rows"), Qt::Key_G, Qt::ControlModifier);
    QTRY_VERIFY(open.palette() && open.palette()->isVisible());
    QCOMPARE(open.line()->text(), QStringLiteral(":"));
    QTest::keyClicks(open.line(), typed);
    const QString wanted = isCode ? QStringLiteral("in Disassembly") : QStringLiteral("in Memory");
    QTRY_VERIFY2(open.texts().value(1).endsWith(wanted), qPrintable(open.texts().join(u';')));
    QTest::keyClick(open.line(), Qt::Key_Return);
    if (isCode)
        QTRY_COMPARE(open.session->code().place(), typed);
    else
        QTRY_COMPARE(open.session->memory().place(), typed);
    QTRY_VERIFY(open.window().reportPage().workspace().isInFront(
        isCode ? QStringLiteral("dock.disassembly") : QStringLiteral("dock.memory")));
}

void TestGo::placesThatAreNoneSaySo()
{
    OpenSample open;
    open.type(QStringLiteral(":nobody"));
    QTRY_VERIFY(open.rowOf(QStringLiteral("nobody")) >= 0);
    const QString sentence = open.palette()
                                 ->model()
                                 .index(open.rowOf(QStringLiteral("nobody")), 0)
                                 .data(Qt::AccessibleTextRole)
                                 .toString();
    QVERIFY2(sentence.contains(QStringLiteral("no address")), qPrintable(sentence));
}

void TestGo::linesLeadToTheSource()
{
    OpenSample open;
    QTRY_COMPARE(int(open.session->source().state), int(SourceDocument::State::Text));
    const auto line = open.session->source().firstLine;
    open.type(u':' + QString::number(line));
    QVERIFY(open.choose(QStringLiteral("Line %1").arg(line)));
    QTRY_VERIFY(open.window().reportPage().workspace().isInFront(QStringLiteral("dock.source")));
}

void TestGo::panelsAreMaximised()
{
    OpenSample open;
    Workspace& workspace = open.window().reportPage().workspace();
    const auto shown = [&workspace] {
        QStringList names;
        for (const WorkbenchDock* each : workspace.docks()) {
            if (!each->isHidden())
                names.append(each->objectName());
        }
        names.sort();
        return names;
    };
    const QStringList before = shown();
    workspace.focusDock(QStringLiteral("dock.registers"));
    QTest::keyClick(&open.window(), Qt::Key_M, Qt::ControlModifier);
    QCOMPARE(shown(), QStringList{QStringLiteral("dock.registers")});
    QVERIFY(!workspace.currentStack()->isVisible());
    QVERIFY(open.action("view.maximise")->isChecked());
    open.trigger("view.maximise");
    QCOMPARE(shown(), before);
    QVERIFY(workspace.dock(QStringLiteral("dock.registers"))
                ->isAncestorOf(QApplication::focusWidget()));
    QVERIFY(workspace.currentStack()->isVisible());
    QVERIFY(!open.action("view.maximise")->isChecked());
    workspace.focusStack();
    open.trigger("view.maximise");
    QVERIFY(shown().isEmpty());
    QVERIFY(workspace.currentStack()->isVisible());
    // Another panel ends it.
    workspace.focusDock(QStringLiteral("dock.modules"));
    QCOMPARE(shown(), before);
    workspace.focusDock(QStringLiteral("dock.registers"));
    open.trigger("view.maximise");
    workspace.dock(QStringLiteral("dock.registers"))->close();
    QTRY_VERIFY(workspace.currentStack()->isVisible());
}

void TestGo::rowsBecomeCompact()
{
    OpenSample open;
    RowView& stack = open.workbench.rows("stack.rows");
    const int before = stack.visualRect(stack.model()->index(0, 0)).height();
    open.trigger("view.density");
    QVERIFY(open.workbench.settings().isCompact());
    QTRY_VERIFY(stack.visualRect(stack.model()->index(0, 0)).height() < before);
    open.trigger("view.density");
    QTRY_COMPARE(stack.visualRect(stack.model()->index(0, 0)).height(), before);
}

QTEST_MAIN(TestGo)

#include "tst_go.moc"
