// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/views/document_tabs.h"
#include "ui/views/flat_button.h"
#include "ui/views/link_button.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/stack_view.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QTest>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

constexpr QSize kLaptop(1366, 768);

RowView& rows(WindowFixture& fixture, const char* name)
{
    return *fixture.window.findChild<RowView*>(QLatin1String(name));
}

DocumentTabs& tabs(WindowFixture& fixture)
{
    return *fixture.window.findChild<DocumentTabs*>();
}

/// The rows of the stack of the report in front.
const RowView& stackRows(WindowFixture& fixture)
{
    return *fixture.window.reportPage().workspace().currentStack()->findChild<RowView*>();
}

int wholeRows(const WindowFixture& fixture, const RowView& view)
{
    return view.viewport()->height() / fixture.theme.metrics().row();
}

bool isCurrentTabInSight(const DocumentTabs& bar)
{
    const QRect tab = bar.tabRect(bar.currentIndex());
    return tab.left() >= 0 && tab.right() <= bar.width();
}

/// The button of the strip below the docks.
FlatButton* stripButton(WindowFixture& fixture, const QString& text)
{
    for (FlatButton* button : fixture.window.findChildren<FlatButton*>()) {
        if (button->isCheckable() && button->text() == text)
            return button;
    }
    return nullptr;
}

} // namespace

/// What the window looks like in small places and how its bars behave.
class TestLook : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void currentTabStaysInSight()
    {
        WindowFixture fixture;
        fixture.window.resize(900, 700);
        fixture.window.show();
        QStringList files;
        for (int i = 0; i < 24; ++i)
            files.append(QStringLiteral("/x/crash-of-customer-%1.dmp").arg(i));
        fixture.window.openFiles(files);
        DocumentTabs& bar = tabs(fixture);
        QTRY_VERIFY(isCurrentTabInSight(bar));
        for (const int tab : {3, 20, 1, 24}) {
            bar.setCurrentIndex(tab);
            QTRY_VERIFY(isCurrentTabInSight(bar));
        }
        fixture.window.resize(620, 700);
        QTRY_VERIFY(isCurrentTabInSight(bar));
    }

    void tabsAreWalkedByTheirLastUse()
    {
        WindowFixture fixture;
        for (const char* file : {"/x/a.dmp", "/x/b.dmp", "/x/c.dmp"})
            fixture.openReady(QLatin1String(file));
        DocumentTabs& bar = tabs(fixture);
        bar.setCurrentIndex(1);
        bar.setCurrentIndex(3);
        QCOMPARE(bar.byLastUse(), QList<int>({3, 1, 2, 0}));
        fixture.window.actions().trigger(QStringLiteral("go.tab_next"));
        QCOMPARE(bar.currentIndex(), 1);
        fixture.window.actions().trigger(QStringLiteral("go.tab_next"));
        QCOMPARE(bar.currentIndex(), 3);
        fixture.window.actions().trigger(QStringLiteral("go.tab_prev"));
        QCOMPARE(bar.currentIndex(), 0);
    }

    void allTabsAreListed()
    {
        WindowFixture fixture;
        fixture.openReady(QStringLiteral("/x/a.dmp"));
        fixture.openReady(QStringLiteral("/x/b & c.dmp"));
        auto* button = fixture.window.findChild<FlatButton*>(QStringLiteral("documents.list"));
        QVERIFY(button);
        QMenu& menu = *button->menu();
        Q_EMIT menu.aboutToShow();
        QCOMPARE(menu.actions().size(), 3);
        QVERIFY(menu.actions().at(2)->isChecked());
        menu.actions().at(1)->trigger();
        QCOMPARE(tabs(fixture).currentIndex(), 1);
    }

    void stripButtonsFollowTheirActions()
    {
        WindowFixture fixture;
        fixture.window.show();
        FlatButton* log = stripButton(fixture, QStringLiteral("Log"));
        QVERIFY(log);
        QCOMPARE(log->toolTip(), QStringLiteral("Open a report first"));
        QVERIFY(!log->isEnabled());
        fixture.openReady(QStringLiteral("/x/crash.dmp"));
        QVERIFY2(log->toolTip().startsWith(QStringLiteral("Log")), qPrintable(log->toolTip()));
        QVERIFY(log->isEnabled());
    }

    void openedDocksLeaveTheStackTenRows()
    {
        WindowFixture fixture;
        fixture.openReady(QStringLiteral("/x/crash.dmp"), kLaptop);
        const RowView& stack = stackRows(fixture);
        for (const char* id : {"view.dock.log", "view.dock.activity"}) {
            fixture.window.actions().trigger(QLatin1String(id));
            QTRY_VERIFY2(wholeRows(fixture, stack) >= 10,
                         qPrintable(QStringLiteral("%1: %2")
                                        .arg(QLatin1String(id))
                                        .arg(wholeRows(fixture, stack))));
        }
    }

    void sidesGiveWayToTheStack()
    {
        WindowFixture fixture;
        fixture.openReady(QStringLiteral("/x/crash.dmp"), kLaptop);
        fixture.settings.setZoomPercent(150);
        const RowView& stack = stackRows(fixture);
        const int step = fixture.theme.metrics().step;
        QTRY_VERIFY2(stack.width() >= 150 * step, qPrintable(QString::number(stack.width())));
        // Function and line can be read: the longest line number and some of the file's name.
        const QFontMetrics metrics(fixture.theme.fixedFont());
        const int function = stack.header()->sectionSize(StackModel::FunctionColumn);
        const int place = stack.header()->sectionSize(StackModel::LocationColumn);
        QVERIFY(function >= 24 * metrics.averageCharWidth());
        QVERIFY(place >= 8 * metrics.averageCharWidth());
        fixture.settings.setZoomPercent(100);
        const auto* threads =
            fixture.window.findChild<WorkbenchDock*>(QStringLiteral("dock.threads"));
        QTRY_VERIFY(threads->width() >= 24 * fixture.theme.metrics().step);
    }

    void factsHaveTheHeightOfTheirContent()
    {
        WindowFixture fixture;
        fixture.openReady(QStringLiteral("/x/crash.dmp"));
        const RowView& facts = rows(fixture, "details.rows");
        QVERIFY(facts.model()->rowCount() > 3);
        QTRY_VERIFY2(facts.viewport()->height() >= facts.contentHeight(),
                     qPrintable(QStringLiteral("%1 < %2")
                                    .arg(facts.viewport()->height())
                                    .arg(facts.contentHeight())));
    }

    void signatureIsAButton()
    {
        WindowFixture fixture;
        ReportSession* session = fixture.openReady(QStringLiteral("/x/crash.dmp"));
        auto* signature =
            fixture.window.findChild<LinkButton*>(QStringLiteral("summary.signature"));
        QVERIFY(signature && signature->isVisible());
        QCOMPARE(signature->accessibleName(), session->header().signature);
        QGuiApplication::clipboard()->clear();
        signature->setFocus(Qt::TabFocusReason);
        QTest::keyClick(signature, Qt::Key_Space);
        QCOMPARE(QGuiApplication::clipboard()->text(), session->header().signature);
    }

    /// Screen readers ask where a row is, and take what lies within the view for shown.
    void rowsOutOfSightAreNotShown()
    {
        WindowFixture fixture;
        RowView view(fixture.theme, RowHeight::Dense);
        DetailModel model;
        view.setModel(&model);
        QList<DetailRow> facts;
        for (int i = 0; i < 60; ++i)
            facts.append({.name = QString::number(i), .value = QStringLiteral("x")});
        model.setFacts(facts);
        // The last row in sight is cut.
        const int row = 11 * fixture.theme.metrics().step / 2;
        view.resize(300, view.header()->sizeHint().height() + 5 * row + row / 2);
        view.show();
        QAccessibleInterface* table = QAccessible::queryAccessibleInterface(&view);
        QVERIFY(table && table->tableInterface());
        const auto isShown = [&](int index) {
            return !table->tableInterface()->cellAt(index, 0)->state().invisible;
        };
        QTRY_VERIFY(isShown(0));
        QVERIFY(isShown(4));
        QVERIFY(!isShown(5));
        QVERIFY(!isShown(50));
        view.scrollTo(model.index(50, 0), QAbstractItemView::PositionAtTop);
        QTRY_VERIFY(isShown(50));
        QVERIFY(!isShown(49)); // It would lie below the titles.
        view.hide();
        QVERIFY(!isShown(50));
    }

    void stackOptionsAreActions()
    {
        WindowFixture fixture;
        ReportSession* session = fixture.openReady(QStringLiteral("/x/crash.dmp"));
        const auto options = [&] { return session->stack().options(); };
        const std::pair<const char*, bool StackOptions::*> switches[] = {
            {"view.stack.absolute_addr", &StackOptions::absoluteAddresses},
            {"view.stack.absolute_path", &StackOptions::absolutePaths},
            {"view.stack.verbose", &StackOptions::verboseNames},
            {"view.stack.unsymbolicated", &StackOptions::unsymbolicated},
            {"view.stack.inline", &StackOptions::inlineRows},
            {"view.stack.fold_recursion", &StackOptions::foldRecursion},
            {"view.stack.count_inlines", &StackOptions::countInlines}};
        for (const auto& [id, option] : switches) {
            QAction* action = fixture.window.actions().find(QLatin1String(id));
            QVERIFY2(action, id);
            const bool before = options().*option;
            QCOMPARE(action->isChecked(), before);
            action->trigger();
            QCOMPARE(options().*option, !before);
            QCOMPARE(fixture.settings.stackOptions(), options());
        }
    }

    void factsAboutTheFileOpenByKeyAndClick()
    {
        WindowFixture fixture;
        RowView view(fixture.theme, RowHeight::Dense);
        DetailModel model;
        view.setModel(&model);
        connect(&view, &RowView::groupToggled, &model, &DetailModel::toggle);
        model.setFacts({{.name = QStringLiteral("Reason"), .value = QStringLiteral("SIGSEGV")},
                        {.name = QStringLiteral("AT_PHDR"),
                         .value = QStringLiteral("0x40"),
                         .isAboutFile = true}});
        view.resize(300, 200);
        view.show();
        view.setCurrentIndex(model.index(1, 0));
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(model.rowCount(), 3);
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(model.rowCount(), 3);
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(model.rowCount(), 2);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                          view.visualRect(model.index(1, 0)).center());
        QCOMPARE(model.rowCount(), 3);
    }
};

QTEST_MAIN(TestLook)

#include "tst_look.moc"
