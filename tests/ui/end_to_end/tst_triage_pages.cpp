// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/crash_scene.h"
#include "tests/ui/support/library_window.h"
#include "tests/ui/support/nameless_widgets.h"
#include "ui/bridge/comparison_session.h"
#include "ui/bridge/group_session.h"
#include "ui/bridge/rules_session.h"
#include "ui/views/comparison_page.h"
#include "ui/views/group_page.h"
#include "ui/views/rules_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTextDocument>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

/// It takes a function out of signatures.
const QString kRule = QStringLiteral("stack.function:render -group\n");

std::string scriptEvent(const std::string& release, const std::string& caller)
{
    return R"({"platform": "javascript", "release": "shop@)" + release +
           R"(", "timestamp": "2024-05-31T10:00:00Z", "exception": {"values": [{"type": "TypeError",
            "value": "x is null", "stacktrace": {"frames": [
            {"function": ")" +
           caller +
           R"(", "abs_path": "https:\/\/shop.example\/app.js", "lineno": 2, "colno": 9},
            {"function": "render", "abs_path": "https:\/\/shop.example\/app.js", "lineno": 1,
             "colno": 9}]}}]}})";
}

/// A library with a group of three reports, of which two have one caller, and with a minidump.
class TriageWindow : public LibraryWindow
{
public:
    bool fillWithGroup()
    {
        reportLibrary().import({write(QStringLiteral("a.json"), scriptEvent("2.1", "click")),
                                write(QStringLiteral("b.json"), scriptEvent("2.1", "click") + " "),
                                write(QStringLiteral("c.json"), scriptEvent("2.2", "load")),
                                writeDump(*this)});
        return QTest::qWaitFor(
                   [this] {
                       return reportLibrary().importProgress().phase == ImportProgress::Phase::Done;
                   },
                   kWaitMs) &&
               waitForRows(2);
    }

    /// Enter on the group of three.
    bool openGroup()
    {
        chooseRow(0); // The largest one is the first.
        QTest::keyClick(&rows("library.rows"), Qt::Key_Return);
        return waitForGroup();
    }

    bool waitForGroup()
    {
        return QTest::qWaitFor(
            [this] {
                const GroupSession& group = reportLibrary().group();
                return group.state() == GroupSession::State::Ready &&
                       reportLibrary().group().shares().rowCount() > 0;
            },
            kWaitMs);
    }

    void selectReports(int count)
    {
        auto& reports = rows("group.reports");
        reports.setFocus();
        reports.clearSelection();
        for (int row = 0; row < count; ++row)
            reports.selectionModel()->select(reports.model()->index(row, 0),
                                             QItemSelectionModel::Select |
                                                 QItemSelectionModel::Rows);
    }

    bool waitForComparison()
    {
        return QTest::qWaitFor(
            [this] {
                return reportLibrary().comparison().state() == ComparisonSession::State::Ready;
            },
            kWaitMs);
    }

    bool waitForCheck(RulesSession::Check check)
    {
        return QTest::qWaitFor(
            [this, check] {
                return reportLibrary().rules().state() == RulesSession::State::Ready &&
                       reportLibrary().rules().check() == check;
            },
            kWaitMs);
    }

    bool openRules()
    {
        action("triage.rules")->trigger();
        return waitForCheck(RulesSession::Check::Done);
    }

    /// Shows the list "Frame rules" and types a rule that takes a function out of signatures.
    void typeRule(const QString& rule)
    {
        find<QTabBar>("rules.lists").setCurrentIndex(4);
        find<QPlainTextEdit>("rules.text").setPlainText(rule);
    }

    QAction* action(const char* id) { return window.actions().find(QLatin1String(id)); }
};

QStringList column(RowView& view, int at)
{
    QStringList texts;
    for (int row = 0; row < view.model()->rowCount(); ++row)
        texts.append(view.model()->index(row, at).data().toString());
    return texts;
}

} // namespace

/// The pages of a group, of two reports side by side, and of the rules, over a real library.
class TestTriagePages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groupTellsWhatItsReportsShare();
    void groupIsChangedAndComesBack();
    void ticketAndNotesAreKept();
    void allReportsAreInTheLibrary();
    void alikeGroupsAreSuggestedAndMerged();
    void goneGroupIsTold();
    void twoReportsOfTheLibraryAreCompared();
    void openReportsAreCompared();
    void fileThatCannotBeReadIsNotCompared();
    void rulesAreTriedThenKept();
    void wrongRuleIsLeftOut();
    void theOthersAreSigned();
    void reportThatMovesIsExplained();
    void editedRulesAreKept();
    void quittingAsksAboutEditedRules();
    void undoneChangesAreMadeAgain();
    void statusesAreMarked();
    void groupIsADuplicate();
    void tagsAreTakenAway();
    void notesAreMarkdown();
    void hiddenRowsAreTold();
    void rulesWithoutALibraryExplainTheReport();
    void everythingHasAName();
    void narrowWindowKeepsThePages();
};

void TestTriagePages::groupTellsWhatItsReportsShare()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openGroup());
    QVERIFY(workbench.find<GroupPage>("page.group").isVisible());
    QVERIFY(workbench.text("group.sentence").startsWith(u"3 reports"));
    QVERIFY(workbench.text("group.facts").contains(u"render"));
    QVERIFY(workbench.window.windowTitle().contains(u"3 reports"));
    QCOMPARE(column(workbench.rows("group.frames"), StoredFrameModel::ShareColumn),
             QStringList({QStringLiteral("3 of 3"), QStringLiteral("2 of 3")}));
    QTRY_VERIFY(
        column(workbench.rows("group.shares"), ShareModel::ValueColumn).contains(u"Version"));
    auto& shares = workbench.rows("group.shares");
    const auto labels = column(shares, ShareModel::ValueColumn);
    const auto here = column(shares, ShareModel::HereColumn);
    const auto version = labels.indexOf(QStringLiteral("Version"));
    QCOMPARE(here.at(version), QStringLiteral("differs"));
    QCOMPARE(labels.at(version + 1), QStringLiteral("2.1"));
    QCOMPARE(here.at(version + 1), QStringLiteral("67 %"));
    QCOMPARE(column(shares, ShareModel::EverywhereColumn).at(version + 1), QStringLiteral("50 %"));
    QTRY_COMPARE(
        column(shares, ShareModel::HereColumn)
            .at(column(shares, ShareModel::ValueColumn).indexOf(QStringLiteral("Product"))),
        QStringLiteral("same in all"));
    QVERIFY(workbench.find<QWidget>("group.chart")
                .accessibleDescription()
                .startsWith(u"no report in 30 days")); // The crashes are older.
    QCOMPARE(workbench.rows("group.reports").model()->rowCount(), 3);
}

void TestTriagePages::groupIsChangedAndComesBack()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openGroup());
    QVERIFY(workbench.action("triage.status")->isEnabled());
    QVERIFY(!workbench.action("edit.undo")->isEnabled());
    const auto status = [&] { return workbench.reportLibrary().group().head().status; };
    QCOMPARE(status(), QStringLiteral("new"));
    for (QAction* each : workbench.find<QMenu>("group.status_menu").actions()) {
        if (each->text() == QStringLiteral("known"))
            each->trigger();
    }
    QTRY_COMPARE(status(), QStringLiteral("known"));
    QTRY_VERIFY(workbench.text("group.history").contains(u"known"));
    QTRY_VERIFY(workbench.action("edit.undo")->isEnabled());
    workbench.action("edit.undo")->trigger();
    QTRY_COMPARE(status(), QStringLiteral("new"));
}

void TestTriagePages::ticketAndNotesAreKept()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openGroup());
    workbench.action("triage.ticket")->trigger();
    auto& ticket = workbench.find<QInputDialog>("dialog.ticket");
    ticket.setTextValue(QStringLiteral("VIEW-2291"));
    ticket.accept();
    QTRY_COMPARE(workbench.reportLibrary().group().triage().ticket, QStringLiteral("VIEW-2291"));
    workbench.action("triage.note")->trigger();
    auto& notes = workbench.find<QInputDialog>("dialog.notes");
    notes.setTextValue(QStringLiteral("fixed by *Ayşe*"));
    notes.accept();
    QTRY_COMPARE(workbench.reportLibrary().group().triage().notes,
                 QStringLiteral("fixed by *Ayşe*"));
    QVERIFY(workbench.text("group.notes").contains(u"Ayşe"));
}

void TestTriagePages::allReportsAreInTheLibrary()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openGroup());
    QTest::mouseClick(&workbench.find<QWidget>("group.all"), Qt::LeftButton);
    QVERIFY(workbench.waitForRows(3));
    QVERIFY(workbench.rows("library.rows").isVisible());
    QVERIFY(!workbench.reportLibrary().showsGroups());
    workbench.chooseRow(0);
    workbench.action("triage.open")->trigger();
    QTRY_VERIFY(workbench.window.currentSession());
}

/// The function has moved to another namespace, so its signature is another one.
void TestTriagePages::alikeGroupsAreSuggestedAndMerged()
{
    const auto trace = [](const char* space) {
        return std::string("Program received signal SIGSEGV, Segmentation fault.\n"
                           "#0  0x0000000000401136 in app::") +
               space +
               "::Parser::load (this=0x0) at parser.cpp:12\n"
               "#1  0x0000000000401200 in app::run () at run.cpp:5\n"
               "#2  0x0000000000401300 in main () at main.cpp:3\n";
    };
    TriageWindow workbench;
    workbench.reportLibrary().import({workbench.write(QStringLiteral("a.txt"), trace("v1")),
                                      workbench.write(QStringLiteral("b.txt"), trace("v2")),
                                      writeDump(workbench)});
    QTRY_COMPARE(workbench.reportLibrary().importProgress().phase, ImportProgress::Phase::Done);
    QVERIFY(workbench.waitForRows(3));
    const auto& group = workbench.reportLibrary().group();
    for (qint64 id = 1; id <= 3 && !group.head().signature.contains(u"v1"); ++id) {
        workbench.window.showGroup(id);
        QVERIFY(workbench.waitForGroup());
    }
    QTRY_COMPARE(group.alike().size(), 1);
    QVERIFY(group.alike().front().signature.contains(u"v2"));
    QVERIFY(group.alike().front().likeness.endsWith(u"% alike"));
    const auto compare = [&workbench]() -> QPushButton* {
        for (auto* button : workbench.find<QWidget>("group.alike").findChildren<QPushButton*>()) {
            if (button->text() == QLatin1String("Compare") && button->isVisible())
                return button;
        }
        return nullptr;
    };
    QTRY_VERIFY(compare());
    compare()->setFocus();
    const QWidget* before = compare();
    workbench.settings().setTheme(ThemeChoice::Dark); // The entries are made anew.
    QTRY_VERIFY(compare() && compare() != before);
    QCOMPARE(workbench.window.focusWidget(), compare());
    QVERIFY(workbench.press(QStringLiteral("Compare")));
    QVERIFY(workbench.waitForComparison());
    QVERIFY(workbench.find<ComparisonPage>("page.diff").isVisible());
    workbench.window.showGroup(group.group());
    QVERIFY(workbench.waitForGroup());
    QVERIFY(workbench.press(QStringLiteral("Merge")));
    QTRY_VERIFY(group.alike().isEmpty()); // It is told to be a duplicate.
    QTRY_COMPARE(group.alikeState(), QStringLiteral("none"));
}

void TestTriagePages::goneGroupIsTold()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    workbench.window.showGroup(99);
    QTRY_COMPARE(workbench.reportLibrary().group().state(), GroupSession::State::Failed);
    QCOMPARE(workbench.text("group.sentence"), QStringLiteral("The group cannot be read"));
    QTRY_VERIFY(workbench.button(QStringLiteral("Try again")));
    QVERIFY(!workbench.action("triage.status")->isEnabled());
}

void TestTriagePages::twoReportsOfTheLibraryAreCompared()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openGroup());
    workbench.selectReports(1);
    QVERIFY(!workbench.action("triage.compare")->isEnabled());
    workbench.selectReports(3);
    QVERIFY(!workbench.action("triage.compare")->isEnabled());
    auto& comparison = workbench.reportLibrary().comparison();
    // Two of the three differ in their caller; which ones stand first is not said.
    const auto& reports = workbench.reportLibrary().group().reports().allRows();
    const auto idOf = [&](const QString& name) {
        for (const LibraryRow& row : reports) {
            if (row.path.endsWith(name))
                return row.id;
        }
        return qint64(0);
    };
    workbench.selectReports(2);
    workbench.action("triage.compare")->trigger();
    QVERIFY(workbench.waitForComparison());
    QVERIFY(workbench.find<ComparisonPage>("page.diff").isVisible());
    comparison.compare(idOf(QStringLiteral("a.json")), idOf(QStringLiteral("c.json")));
    QVERIFY(workbench.waitForComparison());
    QCOMPARE(workbench.text("comparison.left"), QStringLiteral("a.json"));
    auto& frames = workbench.rows("comparison.frames");
    QCOMPARE(column(frames, ComparedFrameModel::RelationColumn),
             QStringList({QStringLiteral("same"), QStringLiteral("only left"),
                          QStringLiteral("only right")}));
    workbench.action("go.difference_next")->trigger();
    QCOMPARE(frames.currentIndex().row(), 1);
    workbench.action("go.difference_prev")->trigger();
    QCOMPARE(frames.currentIndex().row(), 2);
    QVERIFY(column(workbench.rows("comparison.fact_rows"), ComparedFactModel::NameColumn)
                .contains(u"Version"));
    QVERIFY(!column(workbench.rows("comparison.fact_rows"), ComparedFactModel::NameColumn)
                 .contains(u"Product"));
    QVERIFY(workbench.press(QStringLiteral("Show"))); // Equal facts.
    QTRY_VERIFY(column(workbench.rows("comparison.fact_rows"), ComparedFactModel::NameColumn)
                    .contains(u"Product"));
    QVERIFY(workbench.press(QStringLiteral("Differences only")));
    QTRY_COMPARE(frames.model()->rowCount(), 2);
    QVERIFY(workbench.press(QStringLiteral("Copy")));
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"only right"));
    QVERIFY(workbench.press(QStringLiteral("Swap")));
    QTRY_COMPARE(workbench.text("comparison.left"), QStringLiteral("c.json"));
}

void TestTriagePages::openReportsAreCompared()
{
    TriageWindow workbench;
    workbench.open(workbench.write(QStringLiteral("a.json"), scriptEvent("2.1", "click")));
    ReportSession* second =
        workbench.open(workbench.write(QStringLiteral("b.json"), scriptEvent("2.1", "click")));
    QVERIFY(EngineWindow::waitUntilIdle(*second));
    workbench.action("triage.compare")->trigger();
    auto& menu = workbench.find<QMenu>("compare.menu");
    QCOMPARE(menu.actions().front()->text(), QStringLiteral("a.json"));
    menu.actions().front()->trigger();
    menu.close();
    QVERIFY(workbench.waitForComparison());
    QCOMPARE(workbench.text("comparison.sentence"),
             QStringLiteral("No difference in stack, facts and modules"));
    QVERIFY(!workbench.action("go.difference_next")->isEnabled() ||
            workbench.rows("comparison.frames").model()->rowCount() == 2);
    QVERIFY(workbench.text("comparison.left").endsWith(u"b.json"));
}

void TestTriagePages::fileThatCannotBeReadIsNotCompared()
{
    TriageWindow workbench;
    auto& comparison = workbench.reportLibrary().comparison();
    comparison.compare(1, 2); // There is no library.
    QTRY_COMPARE(comparison.state(), ComparisonSession::State::Failed);
    QVERIFY(!comparison.problem().isEmpty());
    QVERIFY(comparison.markdown().isEmpty());
}

void TestTriagePages::rulesAreTriedThenKept()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    workbench.action("triage.rules")->trigger();
    QVERIFY(workbench.find<RulesPage>("page.rules").isVisible());
    QVERIFY(workbench.waitForCheck(RulesSession::Check::Done));
    QCOMPARE(workbench.text("rules.sentence"), QStringLiteral("No report moves"));
    QVERIFY(!workbench.find<QPushButton>("rules.apply").isEnabled());
    workbench.typeRule(kRule);
    QTRY_COMPARE(workbench.text("rules.sentence"),
                 QStringLiteral("3 reports move, 1 group splits"));
    QVERIFY(workbench.text("rules.facts").contains(u"nothing changes"));
    QCOMPARE(workbench.rows("rules.moves").model()->rowCount(), 2);
    QVERIFY(workbench.press(QStringLiteral("Sign 3 reports again")));
    QVERIFY(workbench.waitForRows(3));
    QTRY_VERIFY(workbench.reportLibrary().rules().canRevert());
    QVERIFY(workbench.waitForCheck(RulesSession::Check::Done));
    QVERIFY(!workbench.reportLibrary().rules().isEdited());
    QVERIFY(workbench.press(QStringLiteral("Former rules")));
    QVERIFY(workbench.waitForRows(2));
    QTRY_COMPARE(workbench.find<QPlainTextEdit>("rules.text").toPlainText(), QString());
}

void TestTriagePages::wrongRuleIsLeftOut()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openRules());
    workbench.typeRule(QStringLiteral("# mine\nno rule at all\n"));
    QTRY_VERIFY(!workbench.notices().isEmpty());
    QVERIFY(workbench.notices().first().startsWith(u"Frame rules, line 2"));
    QVERIFY(workbench.waitForCheck(RulesSession::Check::Done));
    QVERIFY(workbench.press(QStringLiteral("Go to line")));
    QCOMPARE(workbench.find<QPlainTextEdit>("rules.text").textCursor().selectedText(),
             QStringLiteral("no rule at all"));
    QVERIFY(workbench.press(QStringLiteral("Discard")));
    QTRY_VERIFY(workbench.notices().isEmpty());
    QTest::mouseClick(&workbench.find<QWidget>("rules.shipped"), Qt::LeftButton);
    QVERIFY(workbench.find<QPlainTextEdit>("rules.text").isReadOnly());
    QVERIFY(workbench.find<QPlainTextEdit>("rules.text").toPlainText().contains(u"-app"));
}

/// A wrong line is left out, never the list, and it stays in the editor.
void TestTriagePages::theOthersAreSigned()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openRules());
    auto& rules = workbench.reportLibrary().rules();
    auto& text = workbench.find<QPlainTextEdit>("rules.text");
    workbench.find<QTabBar>("rules.lists").setCurrentIndex(0);
    text.setPlainText(QStringLiteral("(bad\n"));
    QTRY_VERIFY(!workbench.notices().isEmpty());
    QCOMPARE(workbench.notices().first(),
             QStringLiteral("Prefix, line 1: a parenthesis ( that nothing closes: (bad. It is left "
                            "out, the others count."));
    workbench.typeRule(QStringLiteral("no rule\nstack.function:render -group\n"));
    QTRY_COMPARE(workbench.notices().size(), 2);
    QVERIFY(workbench.waitForCheck(RulesSession::Check::Done));
    QVERIFY(rules.canApply());
    QVERIFY(workbench.press(QStringLiteral("Sign 3 reports again")));
    QTRY_VERIFY(rules.canRevert());
    QVERIFY(workbench.waitForCheck(RulesSession::Check::Done));
    QCOMPARE(text.toPlainText(), QStringLiteral("no rule\nstack.function:render -group\n"));
    QVERIFY(rules.isEdited() && !rules.canApply());
    QCOMPARE(workbench.text("rules.sentence"), QStringLiteral("No report moves"));
    rules.discard();
    QTRY_COMPARE(text.toPlainText(), QStringLiteral("\nstack.function:render -group\n"));
}

void TestTriagePages::reportThatMovesIsExplained()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openRules());
    auto& rules = workbench.reportLibrary().rules();
    QVERIFY(rules.reportName().isEmpty());
    workbench.typeRule(kRule);
    QTRY_VERIFY(rules.reportName().endsWith(u".json"));
    QVERIFY(rules.signatureNow().contains(u"render"));
    QVERIFY(!rules.signatureThen().contains(u"render"));
    QVERIFY(rules.trace().rowCount() > 0);
    rules.discard();
    QTRY_VERIFY(rules.reportName().isEmpty());
}

/// A closed tab, a killed program: what was typed is in the settings at once.
void TestTriagePages::editedRulesAreKept()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openRules());
    workbench.typeRule(kRule);
    const QString library = workbench.reportLibrary().file();
    const auto kept = [&] { return workbench.settings().rulesDraft(library); };
    QCOMPARE(kept().size(), qsizetype(RulesSession::kLists));
    QVERIFY(kept().contains(kRule));
    QVERIFY(workbench.settings().rulesDraft(library + u'x').isEmpty());
    QVERIFY(workbench.window.isWindowModified());
    workbench.action("file.close")->trigger();
    QVERIFY(!kept().isEmpty());
    // The next start.
    engine::LibraryRules inForce{.canChange = true};
    RulesSession& rules = workbench.reportLibrary().rules();
    const QStringList draft = kept();
    rules.discard();
    QVERIFY(kept().isEmpty());
    rules.restoreDraft(draft);
    QVERIFY(!rules.isEdited());
    rules.take(inForce);
    QVERIFY(rules.isEdited() && rules.isRestored());
    QCOMPARE(rules.draft(), draft);
    QVERIFY(workbench.openRules());
    QVERIFY(workbench.text("rules.facts").contains(u"edits of the last time"));
    QCOMPARE(workbench.find<QPlainTextEdit>("rules.text").toPlainText(), kRule);
}

void TestTriagePages::quittingAsksAboutEditedRules()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openRules());
    workbench.typeRule(kRule);
    const QString library = workbench.reportLibrary().file();
    workbench.action("file.quit")->trigger();
    QVERIFY(workbench.window.isVisible());
    workbench.find<QMessageBox>("dialog.unsigned_rules").reject();
    QTRY_VERIFY(!workbench.window.findChild<QMessageBox*>(QStringLiteral("dialog.unsigned_rules")));
    QVERIFY(workbench.window.isVisible());
    workbench.action("file.quit")->trigger();
    QVERIFY(workbench.press(QStringLiteral("&Keep Edits")));
    QTRY_VERIFY(!workbench.window.isVisible());
    QVERIFY(!workbench.settings().rulesDraft(library).isEmpty());
}

void TestTriagePages::undoneChangesAreMadeAgain()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openGroup());
    auto& library = workbench.reportLibrary();
    const auto status = [&] { return library.group().head().status; };
    QVERIFY(!workbench.action("edit.redo")->isEnabled());
    library.setStatus({library.group().target()}, library::Status::Known);
    QTRY_COMPARE(status(), QStringLiteral("known"));
    QTRY_VERIFY(workbench.action("edit.undo")->isEnabled());
    workbench.action("edit.undo")->trigger();
    QTRY_COMPARE(status(), QStringLiteral("new"));
    QTRY_VERIFY(workbench.action("edit.redo")->isEnabled());
    workbench.action("edit.redo")->trigger();
    QTRY_COMPARE(status(), QStringLiteral("known"));
    QTRY_VERIFY(workbench.action("edit.undo")->isEnabled());
    QVERIFY(!workbench.action("edit.redo")->isEnabled());
    workbench.action("edit.undo")->trigger();
    QTRY_COMPARE(status(), QStringLiteral("new"));
    QTRY_VERIFY(workbench.action("edit.redo")->isEnabled());
    // Another change is not before the one that was taken back.
    library.setStatus({library.group().target()}, library::Status::Ignored);
    QTRY_COMPARE(status(), QStringLiteral("ignored"));
    QTRY_VERIFY(!workbench.action("edit.redo")->isEnabled());
}

void TestTriagePages::statusesAreMarked()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openGroup());
    auto& menu = workbench.find<QMenu>("group.status_menu");
    Q_EMIT menu.aboutToShow();
    QStringList marked;
    for (const QAction* each : menu.actions()) {
        if (each->isChecked())
            marked.append(each->text());
    }
    QCOMPARE(marked, QStringList{QStringLiteral("new")});
}

void TestTriagePages::groupIsADuplicate()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openGroup());
    workbench.find<QMenu>("group.status_menu").actions().last()->trigger();
    auto& dialog = workbench.find<QInputDialog>("dialog.duplicate");
    QCOMPARE(dialog.comboBoxItems().size(), 1); // The other group.
    dialog.setTextValue(dialog.comboBoxItems().first());
    dialog.accept();
    QTRY_COMPARE(workbench.reportLibrary().group().head().status, QStringLiteral("duplicate"));
}

void TestTriagePages::tagsAreTakenAway()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openGroup());
    auto& library = workbench.reportLibrary();
    library.addTag({library.group().target()}, QStringLiteral("release-blocker, urgent"));
    QTRY_COMPARE(library.group().triage().tagList,
                 QStringList{QStringLiteral("release-blocker, urgent")});
    auto& menu = workbench.find<QMenu>("group.tag_menu");
    Q_EMIT menu.aboutToShow();
    QCOMPARE(menu.actions().last()->text(), QStringLiteral("Remove “release-blocker, urgent”"));
    menu.actions().last()->trigger();
    QTRY_VERIFY(library.group().triage().tagList.isEmpty());
}

void TestTriagePages::notesAreMarkdown()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openGroup());
    auto& library = workbench.reportLibrary();
    library.setNotes(library.group().triage(),
                     QStringLiteral("Said **Ann** <b>x</b> ![p](/etc/picture.png)"));
    auto& label = workbench.find<QLabel>("group.notes");
    QTRY_VERIFY(label.text().contains(u"Ann"));
    QTextDocument shown;
    shown.setHtml(label.text());
    QVERIFY(!shown.toPlainText().contains(u'*'));
    QVERIFY(shown.toPlainText().contains(u"<b>x</b>"));
    QVERIFY(!label.text().contains(u"<img"));
}

void TestTriagePages::hiddenRowsAreTold()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openGroup());
    workbench.selectReports(2);
    workbench.action("triage.compare")->trigger();
    QVERIFY(workbench.waitForComparison());
    auto& comparison = workbench.reportLibrary().comparison();
    comparison.showDifferencesOnly(true);
    if (comparison.frames().rowCount() == 0)
        QVERIFY(workbench.press(QStringLiteral("Show equal rows")));
    else
        workbench.find<QPushButton>("comparison.only").setChecked(false);
    QVERIFY(!comparison.showsDifferencesOnly());
    QVERIFY(comparison.frames().rowCount() > 0);
    comparison.showDifferencesOnly(true);
    workbench.window.showGroup(workbench.reportLibrary().group().group());
    workbench.selectReports(2);
    workbench.action("triage.compare")->trigger();
    QVERIFY(!comparison.showsDifferencesOnly());
    QVERIFY(!workbench.find<QPushButton>("comparison.only").isChecked());
}

void TestTriagePages::rulesWithoutALibraryExplainTheReport()
{
    TriageWindow workbench;
    workbench.open(workbench.write(QStringLiteral("a.json"), scriptEvent("2.1", "click")));
    workbench.action("triage.rules")->trigger();
    QTRY_VERIFY(workbench.reportLibrary().rules().trace().rowCount() > 0);
    QCOMPARE(workbench.text("rules.sentence"),
             QStringLiteral("Open a library to see what would move"));
    QVERIFY(workbench.text("rules.signatures").contains(u"render"));
    QVERIFY(!workbench.find<QPushButton>("rules.apply").isEnabled());
    QVERIFY(workbench.find<QPlainTextEdit>("rules.text").isReadOnly());
}

void TestTriagePages::everythingHasAName()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openGroup());
    QStringList nameless = namelessIn(workbench.window);
    workbench.selectReports(2);
    workbench.action("triage.compare")->trigger();
    QVERIFY(workbench.waitForComparison());
    nameless += namelessIn(workbench.window);
    QVERIFY(workbench.openRules());
    nameless += namelessIn(workbench.window);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
}

void TestTriagePages::narrowWindowKeepsThePages()
{
    TriageWindow workbench;
    QVERIFY(workbench.fillWithGroup());
    QVERIFY(workbench.openGroup());
    workbench.window.resize(700, 500);
    QTRY_VERIFY(!workbench.find<QWidget>("group.shares").isVisible());
    QVERIFY(workbench.rows("group.frames").isVisible());
    workbench.window.resize(1366, 768);
    QTRY_VERIFY(workbench.find<RowView>("group.shares").isVisible());
}

QTEST_MAIN(TestTriagePages)
#include "tst_triage_pages.moc"
