// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/crash_scene.h"
#include "tests/ui/support/engine_window.h"
#include "tests/ui/support/nameless_widgets.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"

#include <QAbstractButton>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTabBar>
#include <QTest>

#include <algorithm>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

QString sample(const char* name)
{
    return QStringLiteral(FL_TESTS_DIR "/corpora/samples/default/") + QLatin1String(name);
}

} // namespace

/// The page of a debug file, by mouse and keyboard, over the real service.
class TestDebugFilePage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFileIsShownAndSearched();
    void theSearchHoldsForTheNextFile();
    void addressesAreLookedUp();
    void reportsThatWantItAreNamed();
    void modulesLeadToTheirFiles();
    void aFileThatIsNoCrashIsInspected();
    void whatCannotBeReadIsSaid();
    void kindsWithoutFunctionsHaveNoList();
};

void TestDebugFilePage::aFileIsShownAndSearched()
{
    EngineWindow workbench;
    workbench.window.inspectFile(sample("libscene.so.debug"));
    DebugFileSession& file = workbench.debugFile();
    QTRY_VERIFY_WITH_TIMEOUT(file.hasIndex() && file.functions().rowCount() > 5, 30'000);
    QVERIFY(workbench.window.windowTitle().contains(QStringLiteral("libscene.so.debug")));
    QVERIFY(file.sentence().startsWith(QStringLiteral("Functions")));
    QVERIFY(workbench.rows("inspector.identity").isVisible());
    QVERIFY(workbench.rows("inspector.sections").model()->rowCount() > 5);
    QVERIFY(namelessIn(workbench.window).isEmpty());
    const int all = file.functions().rowCount();
    auto* search = workbench.window.findChild<QLineEdit*>(QStringLiteral("inspector.search"));
    search->setFocus();
    QTest::keyClicks(search, QStringLiteral("updateBounds"));
    QTRY_VERIFY(file.functions().rowCount() > 0 && file.functions().rowCount() < all);
    QTest::keyClick(search, Qt::Key_Return);
    RowView& functions = workbench.rows("inspector.functions");
    QTRY_VERIFY(functions.hasFocus());
    workbench.click(functions, 0);
    QTRY_VERIFY(file.lines().rowCount() > 2);
    QVERIFY(file.linesTitle().contains(QStringLiteral("updateBounds")));
    auto* tabs = workbench.window.findChild<QTabBar*>(QStringLiteral("inspector.tabs"));
    search->clear();
    tabs->setCurrentIndex(1);
    QTRY_VERIFY(file.files().rowCount() > 3);
    QVERIFY(workbench.rows("inspector.files").isVisible());
}

/// The field keeps its text, so the list of the next file is what fits it.
void TestDebugFilePage::theSearchHoldsForTheNextFile()
{
    EngineWindow workbench;
    workbench.window.inspectFile(sample("libscene.so.debug"));
    DebugFileSession& file = workbench.debugFile();
    QTRY_VERIFY_WITH_TIMEOUT(file.functions().rowCount() > 5, 30'000);
    auto* search = workbench.window.findChild<QLineEdit*>(QStringLiteral("inspector.search"));
    search->setText(QStringLiteral("no such function"));
    QTRY_COMPARE(file.functions().rowCount(), 0);
    workbench.window.inspectFile(sample("viewer.debug"));
    QTRY_VERIFY_WITH_TIMEOUT(file.hasIndex() && !file.foundFunctions().pattern.empty(), 30'000);
    QCOMPARE(search->text(), QStringLiteral("no such function"));
    QCOMPARE(file.functions().rowCount(), 0);
    search->clear();
    QTRY_VERIFY(file.functions().rowCount() > 5);
}

void TestDebugFilePage::addressesAreLookedUp()
{
    EngineWindow workbench;
    workbench.window.inspectFile(sample("libscene.so.debug"));
    DebugFileSession& file = workbench.debugFile();
    QTRY_VERIFY_WITH_TIMEOUT(file.functions().rowCount() > 5, 30'000);
    const QString address =
        file.functions().index(0, DebugFileSession::AddressColumn).data().toString();
    auto* field = workbench.window.findChild<QLineEdit*>(QStringLiteral("inspector.address"));
    field->setText(QStringLiteral("0x") + address);
    QTRY_VERIFY(file.place().rowCount() > 0);
    const int last = file.place().rowCount() - 1;
    QCOMPARE(file.place().index(last, DebugFileSession::PlaceFunction).data().toString(),
             file.functions().index(0, DebugFileSession::FunctionColumn).data().toString());
    field->setText(QStringLiteral("main"));
    QCOMPARE(file.place().rowCount(), 0);
    QVERIFY(file.placeSentence().contains(QStringLiteral("hexadecimal")));
    field->setText(QStringLiteral("ffffffffff"));
    QTRY_VERIFY(file.placeSentence().contains(QStringLiteral("no function")));
    // An answer that comes when nobody asks any more is passed over.
    field->setText(QStringLiteral("0x") + address);
    field->clear();
    file.findFunctions(QStringLiteral("no such function"));
    QTRY_COMPARE(file.functions().rowCount(), 0);
    QCOMPARE(file.place().rowCount(), 0);
    QVERIFY(file.placeSentence().isEmpty());
}

void TestDebugFilePage::reportsThatWantItAreNamed()
{
    EngineWindow workbench;
    ReportSession* session = workbench.open(sample("sample.dmp"));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    workbench.window.inspectFile(sample("libscene.so.debug"));
    DebugFileSession& file = workbench.debugFile();
    QTRY_COMPARE(file.uses(), 1);
    QCOMPARE(file.otherBuilds(), 0);
    RowView& wanted = workbench.rows("inspector.wanted");
    QTRY_VERIFY(wanted.isVisible());
    Q_EMIT wanted.rowChosen(wanted.model()->index(0, 0));
    QCOMPARE(workbench.window.currentSession(), session);
}

void TestDebugFilePage::modulesLeadToTheirFiles()
{
    EngineWindow workbench;
    ReportSession* session = workbench.open(sample("sample.dmp"));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, 30'000);
    RowView& modules = workbench.rows("modules.rows");
    int scene = -1;
    for (int row = 0; row < modules.model()->rowCount(); ++row) {
        const auto* module = session->modules().rowAt(row);
        if (module && module->name == QLatin1String("libscene.so"))
            scene = row;
    }
    QVERIFY(scene >= 0);
    QMenu menu;
    Q_EMIT modules.menuOpened(menu, modules.model()->index(scene, 0));
    const auto actions = menu.actions();
    const auto inspect =
        std::ranges::find(actions, QStringLiteral("Inspect Debug File"), &QAction::text);
    QVERIFY(inspect != actions.end() && (*inspect)->isEnabled());
    (*inspect)->trigger();
    QVERIFY(workbench.debugFile().fileName().startsWith(QStringLiteral("libscene.so")));
    QTRY_VERIFY_WITH_TIMEOUT(workbench.debugFile().hasIndex(), 30'000);
}

/// File ▸ Open of a debug file says that it is no crash file, and offers to look into it.
void TestDebugFilePage::aFileThatIsNoCrashIsInspected()
{
    EngineWindow workbench;
    workbench.window.openFile(sample("libscene.so.debug"));
    QVERIFY(workbench.press(QStringLiteral("Inspect as debug file")));
    QTRY_VERIFY_WITH_TIMEOUT(workbench.debugFile().hasIndex(), 30'000);
}

void TestDebugFilePage::whatCannotBeReadIsSaid()
{
    EngineWindow workbench;
    workbench.window.actions().trigger(QStringLiteral("tools.inspector"));
    QVERIFY(workbench.button(QStringLiteral("Open…")));
    workbench.window.inspectFile(workbench.write(QStringLiteral("notes.txt"), "hello\n"));
    DebugFileSession& file = workbench.debugFile();
    QTRY_VERIFY(file.state() == DebugFileSession::State::Failed);
    QVERIFY(!file.problem().isEmpty());
    QVERIFY(file.sentence().contains(QStringLiteral("notes.txt")));
    // Another file is not hindered by it.
    workbench.window.inspectFile(sample("viewer.debug"));
    QTRY_VERIFY_WITH_TIMEOUT(file.hasIndex(), 30'000);
}

void TestDebugFilePage::kindsWithoutFunctionsHaveNoList()
{
    EngineWindow workbench;
    workbench.window.inspectFile(
        workbench.write(QStringLiteral("app.js.map"),
                        R"({"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"})"));
    DebugFileSession& file = workbench.debugFile();
    QTRY_VERIFY(file.state() == DebugFileSession::State::Ready);
    QVERIFY(!file.isSearchable());
    QVERIFY(
        !workbench.window.findChild<RowView*>(QStringLiteral("inspector.functions"))->isVisible());
    QVERIFY(!workbench.window.findChild<QTabBar*>(QStringLiteral("inspector.tabs"))->isVisible());
    QCOMPARE(file.contents().rowCount(), 3);
    QVERIFY(file.sentence().contains(QStringLiteral("without")));
}

QTEST_MAIN(TestDebugFilePage)
#include "tst_debug_file_page.moc"
