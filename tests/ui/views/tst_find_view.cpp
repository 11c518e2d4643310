// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/models/roles.h"
#include "ui/style/workbench_style.h"
#include "ui/views/find_view.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPoint>
#include <QPushButton>
#include <QTest>

#include <algorithm>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

/// A window with the dock open and the keyboard in its field.
struct Find : WindowFixture
{
    explicit Find(const QString& path = QStringLiteral("/x/viewer.dmp"))
        : session(openReady(path)), view(window.reportPage().workspace().findView()),
          rows(*view.findChild<RowView*>(QStringLiteral("find.rows"))),
          field(*view.findChild<QLineEdit*>(QStringLiteral("find.field"))),
          tester(&view.search().rows(), QAbstractItemModelTester::FailureReportingMode::Fatal)
    {
        window.activateWindow();
        window.actions().trigger(QStringLiteral("edit.find_stacks"));
    }

    /// Types a text and waits until it has been looked for.
    void look(const QString& text)
    {
        field.clear();
        QTest::keyClicks(&field, text);
        QTRY_COMPARE(view.search().query().text, text);
        QTRY_VERIFY(view.search().state() != FrameSearch::State::Running);
    }

    void press(const char* name)
    {
        auto* button = view.findChild<QAbstractButton*>(QLatin1String(name));
        QVERIFY2(button, name);
        button->click();
        QTRY_VERIFY(view.search().state() != FrameSearch::State::Running);
    }

    FindModel& model() { return view.search().rows(); }

    /// Titles of heads, and the functions of frames behind two blanks.
    QStringList lines()
    {
        QStringList lines;
        for (const FindRow& row : model().allRows())
            lines.append(row.isHead ? row.title + QStringLiteral(" | ") + row.remark +
                                          QStringLiteral(" | ") + row.count
                                    : QStringLiteral("  ") + row.function);
        return lines;
    }

    ReportSession* session;
    FindView& view;
    RowView& rows;
    QLineEdit& field;
    QAbstractItemModelTester tester;
};

} // namespace

/// Find in all stacks, over the engine double: what is found, how it is shown, and where it leads.
class TestFindView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theActionGivesTheFieldTheKeyboard();
    void tabReachesEveryControl();
    void equalStacksAreOneGroup();
    void levelsShowThreadsFramesAndStacks();
    void enterWalksThroughTheFrames();
    void findNextWorksFromElsewhere();
    void groupsOpenAndClose();
    void wrongExpressionKeepsTheLastRows();
    void switchesNarrowTheSearch();
    void nothingFoundOffersOtherReports();
    void openReportsAreNamed();
    void aClosedReportIsNoDanger();
    void escapeClosesTheDock();
    void hostileTextsAreShownAsTheyAre();
};

void TestFindView::theActionGivesTheFieldTheKeyboard()
{
    Find find;
    QVERIFY(QTest::qWaitForWindowActive(&find.window));
    QTRY_VERIFY(find.field.hasFocus());
    QVERIFY(find.window.reportPage().workspace().isInFront(QStringLiteral("dock.find")));
    QVERIFY(!find.rows.isVisible());
    const auto labels = find.view.findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->isVisible() && label->text().startsWith(QStringLiteral("Type a part"));
    }));
}

/// In the order in which they stand.
void TestFindView::tabReachesEveryControl()
{
    Find find;
    QVERIFY(QTest::qWaitForWindowActive(&find.window));
    find.look(QStringLiteral("futex"));
    QTRY_VERIFY(find.field.hasFocus());
    QStringList reached;
    for (int i = 0; i < 11; ++i) {
        reached.append(QApplication::focusWidget()->objectName().section(u'.', 1));
        QTest::keyClick(&find.window, Qt::Key_Tab);
    }
    QCOMPARE(reached.join(u' '),
             QStringLiteral(
                 "field case words expression report open in_library threads frames stacks rows"));
}

void TestFindView::equalStacksAreOneGroup()
{
    Find find;
    find.look(QStringLiteral("FUTEX"));
    const QStringList lines = find.lines();
    QVERIFY(lines.size() >= 2);
    QVERIFY2(lines.first().contains(QStringLiteral("identical")), qPrintable(lines.first()));
    QVERIFY2(lines.first().endsWith(QStringLiteral("1 in each")), qPrintable(lines.first()));
    QVERIFY(lines.at(1).contains(QStringLiteral("futex_wait")));
    const FindCounts& counts = find.view.search().counts();
    QCOMPARE(counts.searched, int(find.session->threads().threads().size()));
    QVERIFY(counts.same >= 6 && counts.threads >= counts.same);
    const QModelIndex frame = find.model().index(1, FindModel::FunctionColumn);
    const QPoint match = frame.data(MatchRole).toPoint();
    QCOMPARE(frame.data().toString().mid(match.x(), match.y()), QStringLiteral("futex"));
    QVERIFY(find.rows.isVisible());
}

void TestFindView::levelsShowThreadsFramesAndStacks()
{
    Find find;
    find.look(QStringLiteral("updateBounds"));
    const auto frames = find.model().rowCount();
    QVERIFY(frames >= 2);
    find.press("find.threads");
    QCOMPARE(find.model().rowCount(), 1);
    find.press("find.stacks");
    QVERIFY(find.model().rowCount() > frames);
    QVERIFY(find.model().rowAt(0)->isHead);
    QVERIFY(std::ranges::any_of(find.model().allRows(),
                                [](const FindRow& row) { return !row.isHead && !row.isMatch(); }));
    find.press("find.frames");
    QCOMPARE(find.model().rowCount(), frames);
}

void TestFindView::enterWalksThroughTheFrames()
{
    Find find;
    find.look(QStringLiteral("wait"));
    const int crashed = find.session->place().currentThread();
    QTest::keyClick(&find.field, Qt::Key_Return);
    QVERIFY(find.rows.currentIndex().isValid());
    const FindRow first = *find.model().rowAt(find.rows.currentIndex().row());
    QVERIFY(first.isMatch());
    QCOMPARE(find.session->place().currentThread(), first.thread);
    QVERIFY(first.thread != crashed);
    QTRY_VERIFY(find.session->place().currentFrame() == std::optional(first.frame));
    QVERIFY(find.field.hasFocus());
    const int row = find.rows.currentIndex().row();
    QTest::keyClick(&find.field, Qt::Key_Return);
    QVERIFY(find.rows.currentIndex().row() > row);
    QTest::keyClick(&find.field, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(find.rows.currentIndex().row(), row);
    QTest::keyClick(&find.field, Qt::Key_Return, Qt::ShiftModifier); // The last one.
    QVERIFY(find.rows.currentIndex().row() > row);
}

void TestFindView::findNextWorksFromElsewhere()
{
    Find find;
    find.look(QStringLiteral("wait"));
    find.window.reportPage().workspace().focusStack();
    find.window.actions().trigger(QStringLiteral("edit.find_next"));
    const QModelIndex first = find.rows.currentIndex();
    QVERIFY(first.isValid());
    find.window.actions().trigger(QStringLiteral("edit.find_next"));
    QVERIFY(find.rows.currentIndex().row() > first.row());
    find.window.actions().trigger(QStringLiteral("edit.find_prev"));
    QCOMPARE(find.rows.currentIndex().row(), first.row());
}

void TestFindView::groupsOpenAndClose()
{
    Find find;
    find.look(QStringLiteral("wait"));
    const int all = find.model().rowCount();
    find.rows.setFocus();
    find.rows.setCurrentIndex(find.model().index(0, 0));
    QTest::keyClick(&find.rows, Qt::Key_Left);
    QVERIFY(find.model().rowCount() < all);
    QTest::keyClick(&find.rows, Qt::Key_Right);
    QCOMPARE(find.model().rowCount(), all);
}

void TestFindView::wrongExpressionKeepsTheLastRows()
{
    Find find;
    find.press("find.expression");
    find.look(QStringLiteral("wait"));
    const QStringList lines = find.lines();
    QVERIFY(!lines.isEmpty());
    find.look(QStringLiteral("wait("));
    QCOMPARE(find.view.search().state(), FrameSearch::State::Wrong);
    QVERIFY(find.field.property(kWrong).toBool());
    QVERIFY(!find.field.toolTip().isEmpty());
    QCOMPARE(find.lines(), lines);
    QVERIFY(find.rows.isVisible());
    find.look(QStringLiteral("wait(For)?"));
    QVERIFY(!find.field.property(kWrong).toBool());
}

void TestFindView::switchesNarrowTheSearch()
{
    Find find;
    find.look(QStringLiteral("UPDATEBOUNDS"));
    QVERIFY(find.view.search().counts().frames > 0);
    find.press("find.case");
    QCOMPARE(find.view.search().counts().frames, 0);
    find.press("find.case");
    find.look(QStringLiteral("updateBound"));
    QVERIFY(find.view.search().counts().frames > 0);
    find.press("find.words");
    QCOMPARE(find.view.search().counts().frames, 0);
}

void TestFindView::nothingFoundOffersOtherReports()
{
    Find find;
    find.openReady(QStringLiteral("/x/second.dmp"));
    find.look(QStringLiteral("no such name"));
    QVERIFY(!find.rows.isVisible());
    const auto buttons = find.view.findChildren<QPushButton*>();
    const auto open = std::ranges::find_if(buttons, [](const QPushButton* button) {
        return button->isVisible() && button->text() == QStringLiteral("Search Open Reports");
    });
    QVERIFY(open != buttons.end());
    (*open)->click();
    QCOMPARE(find.view.search().query().scope, FindScope::OpenReports);
    find.press("find.in_library"); // The fixture has none.
    QCOMPARE(find.view.search().state(), FrameSearch::State::NoLibrary);
}

void TestFindView::openReportsAreNamed()
{
    Find find;
    ReportSession* second = find.openReady(QStringLiteral("/x/second.dmp"));
    QCOMPARE(find.window.currentSession(), second);
    find.press("find.open");
    find.look(QStringLiteral("updateBounds"));
    const QStringList lines = find.lines();
    QVERIFY2(lines.first().startsWith(QStringLiteral("viewer.dmp")), qPrintable(lines.first()));
    QVERIFY(std::ranges::any_of(
        lines, [](const QString& line) { return line.startsWith(QStringLiteral("second.dmp")); }));
    QTest::keyClick(&find.field, Qt::Key_Return);
    QTRY_COMPARE(find.window.currentSession(), find.session);
}

void TestFindView::aClosedReportIsNoDanger()
{
    Find find;
    find.openReady(QStringLiteral("/x/second.dmp"));
    find.press("find.open");
    find.look(QStringLiteral("updateBounds"));
    find.window.actions().trigger(QStringLiteral("file.close"));
    find.window.actions().trigger(QStringLiteral("edit.find_stacks"));
    for (int i = 0; i < 8; ++i)
        QTest::keyClick(&find.field, Qt::Key_Return);
    QCOMPARE(find.window.currentSession(), find.session);
    find.window.actions().trigger(QStringLiteral("file.close_all"));
    QVERIFY(!find.window.currentSession());
}

void TestFindView::escapeClosesTheDock()
{
    Find find;
    QVERIFY(QTest::qWaitForWindowActive(&find.window));
    QTRY_VERIFY(find.field.hasFocus());
    QTest::keyClick(&find.field, Qt::Key_Escape);
    QVERIFY(find.window.reportPage().workspace().dock(QStringLiteral("dock.find"))->isHidden());
    find.window.actions().trigger(QStringLiteral("edit.find_stacks"));
    QVERIFY(!find.window.reportPage().workspace().dock(QStringLiteral("dock.find"))->isHidden());
}

void TestFindView::hostileTextsAreShownAsTheyAre()
{
    Find find(QStringLiteral("/x/hostile.dmp"));
    find.look(QStringLiteral("<b>::g"));
    QVERIFY(find.model().rowCount() > 0);
    const QModelIndex frame = find.model().index(1, FindModel::FunctionColumn);
    QVERIFY(frame.data().toString().contains(QString::fromLatin1(kHostileText)));
    find.look(QStringLiteral("<b>nowhere</b>"));
    const auto labels = find.view.findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->isVisible() && label->text().contains(QStringLiteral("&lt;b&gt;nowhere"));
    }));
}

QTEST_MAIN(TestFindView)
#include "tst_find_view.moc"
