// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/bridge/debug_files.h"
#include "ui/views/modules_view.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/stack_view.h"
#include "ui/views/state_page.h"
#include "ui/views/thread_facts_view.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QClipboard>
#include <QDialog>
#include <QDropEvent>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>

#include <algorithm>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

RowView* rows(WindowFixture& fixture, const char* name)
{
    return fixture.window.findChild<RowView*>(QLatin1String(name));
}

QString clipboard()
{
    return QGuiApplication::clipboard()->text();
}

/// Checks that every view shows something: rows, text or a sentence.
void verifyNoViewIsBlank(WindowFixture& fixture)
{
    for (StatefulView* view : fixture.window.findChildren<StatefulView*>()) {
        if (view->showsContent())
            continue;
        QVERIFY2(!view->statePage().accessibleName().isEmpty(),
                 qPrintable(view->parentWidget()->metaObject()->className()));
    }
}

} // namespace

class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void buttonsOfAStateStay();
    void everyActionHasTextAndReason();
    void shortcutsAreUnique();
    void viewsAreNeverBlank_data();
    void viewsAreNeverBlank();
    void opensByDropAndOnlyOnce();
    void corruptFileShowsTheReason();
    void factsGiveWayWhole();
    void lowViewKeepsItsSentence();
    void fileOfSeveralOffersThem();
    void allPartsOpenAtOnce();
    void aDroppedDebugFileIsComparedFirst();
    void aGuessIsAskedFor();
    void wholeStacksAreCopiedAsHtmlToo();
    void keyboardWalksFramesAndThreads();
    void clickOnFrameDrivesOtherViews();
    void downloadsPauseAndGoOn();
    void copyFormatsReachTheClipboard();
    void themeAndZoomSwitchLive();
    void addingASourceOpensItsEditor();
    void whyButtonsAskTheWindow();
    void closingTabsClosesEvents();
    void viewsLeaveAReportThatIsNotInFront();
    void viewsFollowAReportOnceAfterManySwitches();
    void aClosedReportKeepsNoPlace();
    void aPastedStackIsOpened();
    void cancelReachesTheEngine();
    void widgetsHaveAccessibleNames();
};

void TestMainWindow::everyActionHasTextAndReason()
{
    WindowFixture fixture;
    for (const QAction* action : fixture.window.actions().all()) {
        QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
        QVERIFY2(!action->toolTip().isEmpty(), qPrintable(action->objectName()));
    }
    QVERIFY(!fixture.window.actions().find(QStringLiteral("edit.copy"))->isEnabled());
    QCOMPARE(fixture.window.actions().find(QStringLiteral("edit.copy"))->toolTip(),
             QStringLiteral("Open a report, or select a row of a table"));
    fixture.openReady(QStringLiteral("/x/crash.dmp"));
    QVERIFY(fixture.window.actions().find(QStringLiteral("edit.copy"))->isEnabled());
    QVERIFY(fixture.window.actions().find(QStringLiteral("symbols.locate"))->isEnabled());
}

void TestMainWindow::shortcutsAreUnique()
{
    WindowFixture fixture;
    QSet<QString> seen;
    for (const QAction* action : fixture.window.actions().all()) {
        for (const QKeySequence& key : action->shortcuts()) {
            QVERIFY2(!seen.contains(key.toString()), qPrintable(key.toString()));
            QVERIFY2(!key.toString().contains(QStringLiteral("Ctrl+Alt+")),
                     qPrintable(key.toString()));
            seen.insert(key.toString());
        }
    }
}

void TestMainWindow::viewsAreNeverBlank_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("no report") << QString();
    QTest::newRow("loading") << QStringLiteral("/x/slow.dmp");
    QTest::newRow("symbolicated") << QStringLiteral("/x/crash.dmp");
    QTest::newRow("without symbols") << QStringLiteral("/x/no-symbols.dmp");
    QTest::newRow("corrupt") << QStringLiteral("/x/corrupt.dmp");
}

void TestMainWindow::viewsAreNeverBlank()
{
    QFETCH(QString, file);
    WindowFixture fixture;
    fixture.window.show();
    if (!file.isEmpty())
        fixture.window.openFile(file);
    QTest::qWait(150);
    verifyNoViewIsBlank(fixture);
}

void TestMainWindow::opensByDropAndOnlyOnce()
{
    WindowFixture fixture;
    fixture.window.show();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/x/a.dmp")),
                  QUrl::fromLocalFile(QStringLiteral("/x/b.dmp")),
                  QUrl::fromLocalFile(QStringLiteral("/x/a.dmp"))});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QVERIFY(QCoreApplication::sendEvent(&fixture.window, &enter) && enter.isAccepted());
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&fixture.window, &drop);
    QCOMPARE(fixture.window.findChild<QTabBar*>(QStringLiteral("documents"))->count(), 3);
    QCOMPARE(fixture.window.currentSession()->fileName(), QStringLiteral("a.dmp"));
    QTRY_VERIFY(fixture.window.windowTitle().contains(QStringLiteral("scene::Node::bounds")));
    QCOMPARE(fixture.settings.recentFiles().size(), 2);
}

void TestMainWindow::factsGiveWayWhole()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/a.dmp"));
    auto* facts = fixture.window.findChild<QLabel*>(QStringLiteral("summary.facts"));
    QVERIFY(facts);
    const QString whole = facts->text();
    for (const int width : {1100, 900, 700, 640}) {
        fixture.window.resize(width, 700);
        QCoreApplication::processEvents();
        QVERIFY2(facts->sizeHint().width() <= facts->width(), qPrintable(QString::number(width)));
        QVERIFY(facts->text().contains(QStringLiteral("SIGSEGV")));
    }
    QVERIFY(facts->text() != whole);
    fixture.window.resize(1440, 900);
    QTRY_COMPARE(facts->text(), whole);
}

void TestMainWindow::lowViewKeepsItsSentence()
{
    WindowFixture fixture;
    QWidget frame;
    StatePage page(fixture.theme, &frame);
    page.show({QStringLiteral("threads"), QStringLiteral("One sentence."), {}, {}});
    const auto isIconShown = [&page] {
        return std::ranges::any_of(page.findChildren<QLabel*>(), [](const QLabel* label) {
            return !label->pixmap().isNull() && label->isVisibleTo(label->parentWidget());
        });
    };
    page.resize(400, 300);
    frame.resize(400, 300);
    frame.show();
    QVERIFY(isIconShown());
    page.resize(400, 60);
    QTRY_VERIFY(!isIconShown());
    page.resize(400, 300);
    QTRY_VERIFY(isIconShown());
}

void TestMainWindow::corruptFileShowsTheReason()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/corrupt.dmp"));
    StatePage& page = fixture.window.reportPage().errorPage();
    QTRY_VERIFY(page.isVisible());
    QCOMPARE(page.accessibleName(), QStringLiteral("corrupt.dmp is damaged and cannot be read."));
    QVERIFY(page.accessibleDescription().contains(
        QStringLiteral("12 records at offset 0x2c need 1296 bytes, 800 left")));
    const auto buttons = page.findChildren<QPushButton*>();
    QCOMPARE(buttons.size(), 2);
    QTest::mouseClick(buttons.at(1), Qt::LeftButton);
    QTRY_COMPARE(std::ranges::count(fixture.engine.commands, std::string("open /x/corrupt.dmp")),
                 2);
}

void TestMainWindow::fileOfSeveralOffersThem()
{
    WindowFixture fixture;
    fixture.window.show();
    const ReportSession* container = fixture.window.openFile(QStringLiteral("/x/uploads.zip"));
    QTRY_COMPARE(container->state(), ReportSession::State::Several);
    RowView* parts = rows(fixture, "parts.rows");
    QTRY_VERIFY(parts->isVisible());
    QCOMPARE(parts->model()->rowCount(), 2);
    QTest::keyClick(parts, Qt::Key_Down);
    QTest::keyClick(parts, Qt::Key_Return);
    QCOMPARE(fixture.engine.commands.back(), std::string("open /x/uploads.zip/old/second.dmp"));
    QTRY_VERIFY(!parts->isVisible());
    auto* tabs = fixture.window.findChild<QTabBar*>(QStringLiteral("documents"));
    QCOMPARE(tabs->count(), 3);
    tabs->setCurrentIndex(1);
    QTRY_VERIFY(parts->isVisible());
    parts->selectAll();
    QTest::mouseClick(fixture.window.findChild<QPushButton*>(QStringLiteral("parts.open")),
                      Qt::LeftButton);
    QCOMPARE(tabs->count(), 4);
}

void TestMainWindow::allPartsOpenAtOnce()
{
    WindowFixture fixture;
    fixture.window.show();
    const ReportSession* container = fixture.window.openFile(QStringLiteral("/x/uploads.zip"));
    QTRY_COMPARE(container->state(), ReportSession::State::Several);
    RowView* parts = rows(fixture, "parts.rows");
    QTRY_VERIFY(parts->isVisible());
    // What each of them is becomes known later.
    QTRY_COMPARE(parts->model()->index(0, 1).data().toString(), QStringLiteral("minidump"));
    QVERIFY(!parts->model()->index(0, 2).data().toString().isEmpty());
    QTest::mouseClick(fixture.window.findChild<QPushButton*>(QStringLiteral("parts.open_all")),
                      Qt::LeftButton);
    QCOMPARE(fixture.window.findChild<QTabBar*>(QStringLiteral("documents"))->count(), 4);
}

/// No file is used for the row below the pointer because it was dropped there.
void TestMainWindow::aDroppedDebugFileIsComparedFirst()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/crash.dmp"));
    auto* view = fixture.window.findChild<ModulesView*>();
    RowView* modules = rows(fixture, "modules.rows");
    QTRY_VERIFY(modules->model()->rowCount() > 1);
    const QPoint row = modules->visualRect(modules->model()->index(1, 0)).center();
    const QPoint at = modules->viewport()->mapTo(view, row);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/y/sample.pdb"))});
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(view, &enter); // Without it, no widget gets the drop.
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(view, &drop);
    QVERIFY(drop.isAccepted());
    const auto asks = [](const faultline::engine::Question& question) {
        const auto* asked = std::get_if<faultline::engine::DebugFileQuestion>(&question);
        return asked && asked->path == "/y/sample.pdb";
    };
    QCOMPARE(std::ranges::count_if(fixture.engine.questions, asks), 1);
    for (const std::string& command : fixture.engine.commands)
        QVERIFY(!command.starts_with("locate"));
}

void TestMainWindow::aGuessIsAskedFor()
{
    WindowFixture fixture;
    ReportSession* session = fixture.openReady(QStringLiteral("/x/crash.dmp"));
    for (const bool isWanted : {false, true}) {
        Q_EMIT session->debugFiles().doubted(1, QStringLiteral("/y/other.debug"),
                                             QStringLiteral("It is of another build."));
        auto* box = fixture.window.findChild<QMessageBox*>(QStringLiteral("dialog.guess"));
        QVERIFY(box && box->text() == QStringLiteral("It is of another build."));
        for (QAbstractButton* button : box->buttons()) {
            if ((box->buttonRole(button) == QMessageBox::AcceptRole) == isWanted)
                QTest::mouseClick(button, Qt::LeftButton);
        }
        const bool isUsed = std::ranges::find(fixture.engine.commands, "locate 1 /y/other.debug") !=
                            fixture.engine.commands.end();
        QCOMPARE(isUsed, isWanted);
        QTRY_VERIFY(!fixture.window.findChild<QMessageBox*>(QStringLiteral("dialog.guess")));
    }
}

void TestMainWindow::wholeStacksAreCopiedAsHtmlToo()
{
    WindowFixture fixture;
    ReportSession* session = fixture.openReady(QStringLiteral("/x/crash.dmp"));
    fixture.window.actions().trigger(QStringLiteral("edit.copy"));
    const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
    QCOMPARE(copied->text(), session->stackAsText());
    QVERIFY(copied->hasHtml() && copied->html().contains(QStringLiteral("<pre>")));
}

void TestMainWindow::keyboardWalksFramesAndThreads()
{
    WindowFixture fixture;
    ReportSession* session = fixture.openReady(QStringLiteral("/x/crash.dmp"));
    RowView* stack = rows(fixture, "stack.rows");
    for (RowView* each : fixture.window.findChildren<RowView*>(QStringLiteral("stack.rows")))
        stack = each->isVisible() ? each : stack;
    stack->setFocus();
    QTest::keyClick(stack, Qt::Key_Down);
    QCOMPARE(session->place().currentFrame(), std::optional(FrameRow::Key{1, 0}));
    QTest::keyClick(stack, Qt::Key_Up);
    QTest::keyClick(stack, Qt::Key_Up);
    QCOMPARE(session->place().currentFrame(), std::optional(FrameRow::Key{0, 1}));
    fixture.window.actions().trigger(QStringLiteral("go.frame_next"));
    QCOMPARE(session->place().currentFrame(), std::optional(FrameRow::Key{0, 0}));
    fixture.window.actions().trigger(QStringLiteral("go.thread_next"));
    QCOMPARE(session->place().currentThread(), 0);
    QTRY_COMPARE(rows(fixture, "threads.rows")->currentIndex().row(), 1);
    fixture.window.actions().trigger(QStringLiteral("go.crash"));
    QCOMPARE(session->place().currentThread(), 3);
}

void TestMainWindow::clickOnFrameDrivesOtherViews()
{
    WindowFixture fixture;
    ReportSession* session = fixture.openReady(QStringLiteral("/x/no-symbols.dmp"));
    RowView* stack = nullptr;
    for (RowView* each : fixture.window.findChildren<RowView*>(QStringLiteral("stack.rows")))
        stack = each->isVisible() ? each : stack;
    const auto row = session->stack().rowOf({3, 0});
    const QRect cell = stack->visualRect(session->stack().index(*row, StackModel::FunctionColumn));
    QTest::mouseClick(stack->viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(session->place().currentFrame(), std::optional(FrameRow::Key{3, 0}));
    QVERIFY(session->why().code.isEmpty());
    const QRect banner = stack->visualRect(session->stack().index(1, StackModel::FunctionColumn));
    QTest::mouseClick(stack->viewport(), Qt::LeftButton, {}, banner.center());
    QCOMPARE(session->place().currentFrame(), std::optional(FrameRow::Key{3, 0}));
}

void TestMainWindow::downloadsPauseAndGoOn()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/crashes/symbols.dmp"));
    fixture.engine.startTransfer();
    RowView* activity = rows(fixture, "activity.rows");
    auto* pause = fixture.window.findChild<QPushButton*>(QStringLiteral("activity.pause"));
    QVERIFY(activity && pause);
    const auto hasTransfer = [&] {
        return activity->model()->rowCount() > 0 &&
               activity->model()->index(0, 0).data().toString().contains(QLatin1String("vulkan"));
    };
    QTRY_VERIFY(hasTransfer());
    activity->setCurrentIndex(activity->model()->index(0, 0));
    QTRY_VERIFY(pause->isEnabled());
    pause->click();
    QTRY_COMPARE(pause->text(), QStringLiteral("Resume"));
    QVERIFY(std::ranges::find(fixture.engine.commands, "pause transfer 1") !=
            fixture.engine.commands.end());
    pause->click();
    QTRY_COMPARE(pause->text(), QStringLiteral("Pause"));
    QCOMPARE(fixture.engine.commands.back(), std::string("resume transfer 1"));
}

void TestMainWindow::copyFormatsReachTheClipboard()
{
    WindowFixture fixture;
    ReportSession* session = fixture.openReady(QStringLiteral("/x/crash.dmp"));
    fixture.window.actions().trigger(QStringLiteral("edit.copy"));
    QCOMPARE(clipboard(), session->stackAsText());
    const QString html = QGuiApplication::clipboard()->mimeData()->html();
    QVERIFY2(html.contains(QStringLiteral("<pre")), qPrintable(html)); // Below what happened.
    QVERIFY2(html.contains(QStringLiteral("[group.cpp @ 141]")), qPrintable(html));
    QVERIFY2(clipboard().contains(QStringLiteral("  [group.cpp @ 141]")), qPrintable(clipboard()));
    fixture.window.actions().trigger(QStringLiteral("edit.copy_markdown"));
    QVERIFY(clipboard().startsWith(QStringLiteral("**viewer 4.2.1**")));
    fixture.window.actions().trigger(QStringLiteral("edit.copy_json"));
    QVERIFY(clipboard().startsWith(u'{'));
    fixture.window.actions().trigger(QStringLiteral("edit.copy_offset"));
    QCOMPARE(clipboard(), QStringLiteral("libscene.so+0x412e6"));
    fixture.window.actions().trigger(QStringLiteral("edit.copy_address"));
    QCOMPARE(clipboard(), QStringLiteral("0x00007f3a1c0412e6"));
}

void TestMainWindow::themeAndZoomSwitchLive()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/crash.dmp"));
    fixture.window.actions().trigger(QStringLiteral("view.theme.dark"));
    QCOMPARE(QGuiApplication::palette().color(QPalette::Base), darkTokens().base);
    fixture.window.actions().trigger(QStringLiteral("view.theme.light"));
    QCOMPARE(QGuiApplication::palette().color(QPalette::Base), lightTokens().base);
    const int row = fixture.theme.metrics().row();
    for (int i = 0; i < 6; ++i)
        fixture.window.actions().trigger(QStringLiteral("view.zoom_in"));
    QCOMPARE(fixture.settings.zoomPercent(), 160);
    QVERIFY(fixture.theme.metrics().row() > row);
    fixture.window.actions().trigger(QStringLiteral("view.zoom_reset"));
    QCOMPARE(fixture.theme.metrics().row(), row);
}

void TestMainWindow::addingASourceOpensItsEditor()
{
    WindowFixture fixture;
    fixture.window.show();
    fixture.window.actions().trigger(QStringLiteral("symbols.add_source"));
    auto* kinds = fixture.window.findChild<QMenu*>(QStringLiteral("sources.kinds"));
    QVERIFY(kinds);
    QTRY_VERIFY(kinds->isVisible());
    kinds->actions().first()->trigger();
    kinds->close();
    auto* location = fixture.window.findChild<QLineEdit*>(QStringLiteral("source.location"));
    auto* add = fixture.window.findChild<QPushButton*>(QStringLiteral("source.first"));
    QVERIFY(!add->isEnabled());
    const auto type = [location](const QString& text) {
        location->setText(text);
        QTest::keyClick(location, Qt::Key_Return);
    };
    type(QStringLiteral("no/such/folder"));
    QVERIFY(!add->isEnabled());
    QCOMPARE(add->toolTip(), QStringLiteral("Enter the whole path of the folder."));
    type(fixture.folder.path());
    QTest::mouseClick(add, Qt::LeftButton);
    QCOMPARE(fixture.settings.sources().size(), 1);
    QVERIFY(std::ranges::find(fixture.engine.commands, "sources 1") !=
            fixture.engine.commands.end());
}

void TestMainWindow::whyButtonsAskTheWindow()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/no-symbols.dmp"));
    WorkbenchDock* why = fixture.window.reportPage().workspace().dock(QStringLiteral("dock.why"));
    const auto button = [why](const QString& text) -> QPushButton* {
        const auto all = why->findChildren<QPushButton*>();
        const auto found = std::ranges::find_if(all, [&](const QPushButton* each) {
            return each->text() == text && each->isVisible();
        });
        return found == all.end() ? nullptr : *found;
    };
    QTRY_VERIFY(button(QStringLiteral("Retry")));
    QTest::mouseClick(button(QStringLiteral("Retry")), Qt::LeftButton);
    const auto& commands = fixture.engine.commands; // Docks in sight ask for more.
    QVERIFY(std::ranges::find(commands, "symbolicate 1 retry") != commands.end());
    QTRY_VERIFY(button(QStringLiteral("Locate file…")));
    QTest::mouseClick(button(QStringLiteral("Locate file…")), Qt::LeftButton);
    QVERIFY(fixture.window.findChild<QDialog*>(QStringLiteral("dialog.locate")));
}

void TestMainWindow::closingTabsClosesEvents()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/a.dmp"));
    fixture.openReady(QStringLiteral("/x/b.dmp"));
    fixture.window.actions().trigger(QStringLiteral("file.close"));
    QVERIFY(std::ranges::find(fixture.engine.commands, "close 2") != fixture.engine.commands.end());
    QCOMPARE(fixture.window.currentSession()->fileName(), QStringLiteral("a.dmp"));
    fixture.window.actions().trigger(QStringLiteral("file.close_all"));
    QVERIFY(!fixture.window.currentSession());
    QVERIFY(fixture.workbench.sessions().isEmpty());
}

/// The report is read while the page of the start is in front, so the views have no report.
void TestMainWindow::viewsLeaveAReportThatIsNotInFront()
{
    WindowFixture fixture;
    fixture.window.show();
    ReportSession* session = fixture.window.openFile(QStringLiteral("/x/slow.dmp"));
    QVERIFY(session);
    auto* tabs = fixture.window.findChild<QTabBar*>(QStringLiteral("documents"));
    tabs->setCurrentIndex(0);
    const FakeReport report = symbolicatedCrash("/x/slow.dmp", faultline::engine::EventId{1});
    fixture.inbox.post(report.event);
    for (const auto& stack : report.stacks)
        fixture.inbox.post(stack);
    QTRY_COMPARE(session->place().currentThread(), 3);
    session->place().selectThread(1);
    verifyNoViewIsBlank(fixture);
    tabs->setCurrentIndex(1);
    QCOMPARE(rows(fixture, "threads.rows")->currentIndex().row(), *session->threads().rowOf(1));
}

void TestMainWindow::viewsFollowAReportOnceAfterManySwitches()
{
    WindowFixture fixture;
    ReportSession* session = fixture.openReady(QStringLiteral("/x/crash.dmp"));
    auto* view = fixture.window.findChild<ThreadFactsView*>();
    QSignalSpy shown(view, &ReportView::captionChanged);
    session->place().selectThread(1);
    const auto once = shown.size();
    QVERIFY(once > 0);
    fixture.openReady(QStringLiteral("/x/hang.dmp"));
    auto* tabs = fixture.window.findChild<QTabBar*>(QStringLiteral("documents"));
    for (int i = 0; i < 3; ++i) {
        tabs->setCurrentIndex(1);
        tabs->setCurrentIndex(2);
    }
    shown.clear();
    session->place().selectThread(2);
    QCOMPARE(shown.size(), 0);
    tabs->setCurrentIndex(1);
    shown.clear();
    session->place().selectThread(3);
    QCOMPARE(shown.size(), once);
}

void TestMainWindow::aClosedReportKeepsNoPlace()
{
    WindowFixture fixture;
    ReportSession* session = fixture.openReady(QStringLiteral("/x/crash.dmp"));
    session->place().selectFrame({.physicalIndex = 1, .inlineDepth = 0});
    QVERIFY(fixture.settings.place(QStringLiteral("/x/crash.dmp")));
    fixture.window.actions().trigger(QStringLiteral("file.close"));
    // The session lives until the event loop deletes it, and rows may still arrive.
    session->place().selectFrame({.physicalIndex = 2, .inlineDepth = 0});
    QVERIFY(!fixture.settings.place(QStringLiteral("/x/crash.dmp")));
}

void TestMainWindow::aPastedStackIsOpened()
{
    WindowFixture fixture;
    QGuiApplication::clipboard()->setText(QStringLiteral(" "));
    fixture.window.actions().trigger(QStringLiteral("file.paste"));
    QVERIFY(!fixture.window.currentSession());
    const QString stack = QStringLiteral("Error: \u00fc\n    at f (/a/x.js:1:1)\n");
    QGuiApplication::clipboard()->setText(stack);
    fixture.window.actions().trigger(QStringLiteral("file.paste"));
    QVERIFY(fixture.window.currentSession());
    QCOMPARE(fixture.window.currentSession()->fileName(), QStringLiteral("Pasted 1.txt"));
    QFile file(fixture.window.currentSession()->path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()), stack);
}

void TestMainWindow::cancelReachesTheEngine()
{
    WindowFixture fixture;
    fixture.window.show();
    fixture.window.openFile(QStringLiteral("/x/slow.dmp"));
    QTRY_VERIFY(fixture.window.actions().find(QStringLiteral("symbols.cancel"))->isEnabled());
    fixture.window.actions().trigger(QStringLiteral("symbols.cancel"));
    QTRY_COMPARE(fixture.window.currentSession()->state(), ReportSession::State::Failed);
    QCOMPARE(fixture.window.reportPage().errorPage().accessibleName(),
             QStringLiteral("Opening slow.dmp was cancelled."));
}

void TestMainWindow::widgetsHaveAccessibleNames()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/no-symbols.dmp"));
    for (const QAbstractButton* button : fixture.window.findChildren<QAbstractButton*>()) {
        if (button->isVisible() && button->focusPolicy() != Qt::NoFocus)
            QVERIFY2(!button->accessibleName().isEmpty() || !button->text().isEmpty(),
                     button->metaObject()->className());
    }
    for (const RowView* view : fixture.window.findChildren<RowView*>())
        QVERIFY2(!view->accessibleName().isEmpty(), qPrintable(view->objectName()));
}

/// While a state is told again and again, the keyboard stays on its button.
void TestMainWindow::buttonsOfAStateStay()
{
    const WindowFixture fixture;
    StatePage page(fixture.theme);
    int former = 0;
    int latter = 0;
    page.show({.icon = {},
               .sentence = QStringLiteral("No answer for 2 s"),
               .buttons = {{QStringLiteral("Try again"), [&former] { ++former; }}},
               .detail = {}});
    const QPointer<QPushButton> button = page.findChild<QPushButton*>();
    QVERIFY(button);
    page.show({.icon = {},
               .sentence = QStringLiteral("No answer for 4 s"),
               .buttons = {{QStringLiteral("Try again"), [&latter] { ++latter; }}},
               .detail = {}});
    QCOMPARE(page.findChild<QPushButton*>(), button.data());
    button->click();
    QCOMPARE(former, 0);
    QCOMPARE(latter, 1);
    page.show({.icon = {},
               .sentence = QStringLiteral("Stopped"),
               .buttons = {{QStringLiteral("Start"), [] {}}},
               .detail = {}});
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(!button);
    QCOMPARE(page.findChild<QPushButton*>()->text(), QStringLiteral("Start"));
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
