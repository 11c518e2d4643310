// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/dump_scene.h"
#include "tests/ui/support/large_event.h"
#include "ui/views/find_view.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/workspace.h"

#include <QLineEdit>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;
using faultline::test::LoopbackServer;

/// Rows of large reports are made on another thread. The window shows and keeps the same as for
/// small ones.
class TestLargeReports : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deepStackIsShownCompletely();
    void selectionStaysInADeepStack();
    void placeInADeepStackComesBack();
    void manyThreadsAreShownCompletely();
    void deepStackIsCopiedCompletely();
    void reportIsClosedWhileItsRowsAreMade();
    void stoppedDeepStackKeepsItsFrames();
    void deepStackIsSearchedElsewhere();
    void deepStackIsFiltered();
};

namespace {

constexpr int kDeep = 6000;

QString writeDeep(const EngineWindow& workbench)
{
    return workbench.write(QStringLiteral("deep.json"), large::event(2, kDeep));
}

bool isAtRest(ReportSession& session)
{
    return session.header().isComplete && !session.isBusy() && !session.isMakingRows();
}

/// The frame of the row that the stack view shows as the current one.
/// The symbols of all modules, once the gate is open.
void serveAfter(Gate& gate, LoopbackServer& server)
{
    for (int i = 0; i < large::kModules; ++i)
        server.handle(large::symbolTarget(i), gate.after({.body = large::symbols(i)}));
}

std::optional<FrameRow::Key> shownKey(const EngineWindow& workbench, ReportSession& session)
{
    const int row = workbench.rows("stack.rows").currentIndex().row();
    const FrameRow* frame = session.stack().frameAt(row);
    return frame ? std::optional(frame->frameKey) : std::nullopt;
}

} // namespace

void TestLargeReports::deepStackIsShownCompletely()
{
    EngineWindow workbench;
    ReportSession* session = workbench.open(writeDeep(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*session), 60'000);
    QCOMPARE(session->stack().frames().size(), kDeep);
    QCOMPARE(session->modules().modules().size(), large::kModules);
    QCOMPARE(session->threads().threads().first().frames, kDeep);
    session->place().stepThread(1);
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*session), 60'000);
    QCOMPARE(session->place().currentThread(), 1);
    QCOMPARE(session->stack().frames().size(), kDeep);
    QVERIFY(!workbench.notices().join(u' ').contains(QStringLiteral("damaged")));
}

void TestLargeReports::selectionStaysInADeepStack()
{
    LoopbackServer server;
    Gate gate;
    serveAfter(gate, server);
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDeep(workbench));
    const FrameRow::Key chosen{.physicalIndex = kDeep - 100, .inlineDepth = 0};
    QTRY_VERIFY_WITH_TIMEOUT(!session->isMakingRows() && session->stack().rowOf(chosen), 60'000);
    RowView& rows = workbench.rows("stack.rows");
    workbench.click(rows, *session->stack().rowOf(chosen));
    QCOMPARE(session->place().currentFrame(), chosen);

    gate.open();
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*session), 120'000);
    QCOMPARE(session->header().framePercent, 100);
    QCOMPARE(session->place().currentFrame(), chosen);
    QCOMPARE(shownKey(workbench, *session), std::optional(chosen));
    const FrameRow* frame = session->stack().frameAt(rows.currentIndex().row());
    QVERIFY2(frame->function.contains(QStringLiteral("Widget::step")), qPrintable(frame->function));
}

void TestLargeReports::placeInADeepStackComesBack()
{
    EngineWindow workbench;
    const QString file = writeDeep(workbench);
    workbench.settings().setOpenFiles({file});
    workbench.settings().setCurrentFile(file);
    workbench.settings().setPlace(file, ReportPlace{1, kDeep - 7, 0});
    workbench.window.reopenFiles();
    ReportSession* session = workbench.window.currentSession();
    QVERIFY(session);
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*session), 60'000);
    QCOMPARE(session->place().currentThread(), 1);
    QCOMPARE(session->place().currentFrame()->physicalIndex, quint32(kDeep - 7));
    QCOMPARE(shownKey(workbench, *session), session->place().currentFrame());
}

void TestLargeReports::manyThreadsAreShownCompletely()
{
    constexpr int kThreads = 1500;
    EngineWindow workbench;
    ReportSession* session =
        workbench.open(workbench.write(QStringLiteral("threads.json"), large::event(kThreads, 5)));
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*session), 60'000);
    QCOMPARE(session->threads().threads().size(), kThreads);
    RowView& rows = workbench.rows("threads.rows");
    QVERIFY(rows.model()->rowCount() > 100);
    workbench.click(rows, 40);
    QCOMPARE(session->place().currentThread(), session->threads().rowAt(40)->thread.index);
    QCOMPARE(session->stack().frames().size(), 5);
}

void TestLargeReports::deepStackIsCopiedCompletely()
{
    EngineWindow workbench;
    ReportSession* session = workbench.open(writeDeep(workbench));
    // Perhaps only the top is shown by now. The copy ends where a copy of all rows ends.
    const QString early = session->stackAsText();
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*session), 60'000);
    QCOMPARE(early.count(u'\n'), session->stackAsText().count(u'\n'));
    QVERIFY(early.count(u'\n') >= 2000);
}

void TestLargeReports::reportIsClosedWhileItsRowsAreMade()
{
    EngineWindow workbench;
    const QString file = writeDeep(workbench);
    for (int i = 0; i < 3; ++i) {
        workbench.open(file);
        workbench.window.actions().trigger(QStringLiteral("file.close"));
        QVERIFY(!workbench.window.currentSession());
    }
    ReportSession* session = workbench.open(file);
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*session), 60'000);
    QCOMPARE(session->stack().frames().size(), kDeep);
}

void TestLargeReports::stoppedDeepStackKeepsItsFrames()
{
    LoopbackServer server;
    Gate gate;
    serveAfter(gate, server);
    EngineWindow workbench(sourcesOf(server));
    ReportSession* session = workbench.open(writeDeep(workbench));
    QTRY_COMPARE_WITH_TIMEOUT(session->stack().frames().size(), kDeep, 60'000);
    const FrameRow::Key chosen{.physicalIndex = kDeep - 100, .inlineDepth = 0};
    session->place().selectFrame(chosen);
    workbench.window.actions().trigger(QStringLiteral("symbols.cancel"));
    QVERIFY(EngineWindow::waitUntilIdle(*session));
    QTRY_VERIFY_WITH_TIMEOUT(!session->isMakingRows(), 60'000);
    QVERIFY(workbench.notices().join(u' ').contains(QStringLiteral("Stopped by you")));
    QCOMPARE(session->stack().frames().size(), kDeep);
    QCOMPARE(session->place().currentFrame(), chosen);
    QCOMPARE(session->why().code, QStringLiteral("stopped"));

    gate.open();
    QVERIFY(workbench.press(QStringLiteral("Resume")));
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*session), 120'000);
    QCOMPARE(session->header().framePercent, 100);
    QCOMPARE(session->place().currentFrame(), chosen);
    QCOMPARE(shownKey(workbench, *session), std::optional(chosen));
}

void TestLargeReports::deepStackIsSearchedElsewhere()
{
    EngineWindow workbench;
    ReportSession* session = workbench.open(writeDeep(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*session), 60'000);
    Workspace& workspace = workbench.window.reportPage().workspace();
    FrameSearch& search = workspace.findView().search();
    workspace.findInStacks(QStringLiteral("0x"));
    // The search goes on elsewhere, so that the user may cancel it or type on.
    QCOMPARE(search.state(), FrameSearch::State::Running);
    search.cancel();
    QCOMPARE(search.state(), FrameSearch::State::Stopped);
    search.search({.text = QStringLiteral(".*"), .isExpression = true});
    search.search({.text = QStringLiteral("."), .isExpression = true});
    QTRY_COMPARE_WITH_TIMEOUT(search.state(), FrameSearch::State::Ready, 60'000);
    QVERIFY(search.counts().frames >= kDeep);
    QVERIFY(search.rows().rowCount() > kDeep);
    // The last one leads to the outermost frame.
    workspace.findView().step(-1);
    QTRY_COMPARE_WITH_TIMEOUT(
        session->place().currentFrame().value_or(FrameRow::Key{}).physicalIndex, quint32(kDeep - 1),
        60'000);
    workspace.findInStacks(QStringLiteral("no such name"));
    QTRY_COMPARE_WITH_TIMEOUT(search.state(), FrameSearch::State::Ready, 60'000);
    QCOMPARE(search.rows().rowCount(), 0);
}

void TestLargeReports::deepStackIsFiltered()
{
    EngineWindow workbench;
    ReportSession* session = workbench.open(writeDeep(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*session), 60'000);
    workbench.window.actions().trigger(QStringLiteral("view.stack.raw")); // Nothing is folded.
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*session), 60'000);
    RowView& rows = workbench.rows("stack.rows");
    rows.startFilter();
    auto* field = rows.findChild<QLineEdit*>(QStringLiteral("filter.field"));
    QTest::keyClicks(field, QStringLiteral("#:5999"));
    const auto shown = [&rows] {
        int count = 0;
        for (int row = 0; row < rows.model()->rowCount(); ++row)
            count += rows.isRowHidden(row, {}) ? 0 : 1;
        return count;
    };
    QTRY_COMPARE_WITH_TIMEOUT(shown(), 1, 60'000);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(session->place().currentFrame()->physicalIndex, quint32(5999));
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(shown() >= kDeep);
}

QTEST_MAIN(TestLargeReports)
#include "tst_large_reports.moc"
