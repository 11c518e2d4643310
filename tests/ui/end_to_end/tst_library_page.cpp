// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/crash_scene.h"
#include "tests/ui/support/library_window.h"
#include "ui/models/facet_model.h"
#include "ui/views/find_view.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/workspace.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>

#include <algorithm>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

int rowOf(const QAbstractItemModel& model, const QString& label)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, 0).data().toString() == label)
            return row;
    }
    return -1;
}

} // namespace

/// The page of the library over a real one, as users meet it.
class TestLibraryPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void emptyLibraryOffersTheImport();
    void importShowsGroups();
    void droppedFilesAreImported();
    void failedFilesAreListed();
    void wrongLineTellsWhere();
    void facetsIncludeAndExclude();
    void titlesSort();
    void reportsOfAGroupLeadToTheCrashFile();
    void missingCrashFileIsTold();
    void statusChangesAndComesBack();
    void notesAreKept();
    void rowsHaveTheirMenu();
    void reportsAreRemoved();
    void unknownStatusIsSaid();
    void tabClosesAndComesBack();
    void damagedLibraryIsTold();
    void narrowWindowKeepsTheRows();
    void stacksOfTheLibraryAreFound();
};

void TestLibraryPage::emptyLibraryOffersTheImport()
{
    LibraryWindow workbench;
    QTRY_COMPARE(workbench.text("library.sentence"), QStringLiteral("No reports yet"));
    QTRY_VERIFY(workbench.button(QStringLiteral("Import files…")));
    QVERIFY(!workbench.find<QLineEdit>("library.line").isEnabled());
    QVERIFY(!QFile::exists(workbench.reportLibrary().file()));
}

void TestLibraryPage::importShowsGroups()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    QCOMPARE(workbench.text("library.sentence"), QStringLiteral("2 new groups"));
    QVERIFY(workbench.text("library.facts").startsWith(u"2 reports in 2 groups match"));
    QCOMPARE(workbench.text("import.counts"),
             QStringLiteral("2 added  ·  0 duplicates  ·  0 failed"));
    QTRY_COMPARE(workbench.rows("library.rows").currentIndex().row(), 0);
    QTRY_VERIFY(workbench.reportLibrary().preview().state == LibraryPreview::State::Ready);
    QVERIFY(workbench.reportLibrary().frames().rowCount() > 0);
    QVERIFY(workbench.press(QStringLiteral("Dismiss")));
    QVERIFY(!workbench.find<QWidget>("library.import").isVisible());
}

/// The same drop on another page opens the file.
void TestLibraryPage::droppedFilesAreImported()
{
    LibraryWindow workbench;
    const QString dump = writeDump(workbench);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(dump)});
    const auto drop = [&workbench, &data] {
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton,
                              Qt::NoModifier);
        QCoreApplication::sendEvent(&workbench.window, &enter);
        QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&workbench.window, &event);
    };
    drop();
    QTRY_VERIFY_WITH_TIMEOUT(
        workbench.reportLibrary().importProgress().phase == ImportProgress::Phase::Done, kWaitMs);
    QVERIFY(workbench.waitForRows(1));
    QVERIFY(!workbench.window.currentSession());
    QTRY_VERIFY(!workbench.reportLibrary().importProgress().isRunning());
    workbench.reportLibrary().dismissImport();
    workbench.window.openFile(dump);
    QVERIFY(workbench.window.currentSession());
    drop();
    QCOMPARE(workbench.reportLibrary().importProgress().phase, ImportProgress::Phase::None);
}

void TestLibraryPage::failedFilesAreListed()
{
    LibraryWindow workbench;
    const QString junk = workbench.write(QStringLiteral("junk.dmp"), "MDMP");
    workbench.reportLibrary().import({junk, workbench.folder() + QStringLiteral("/no-such-file")});
    QTRY_VERIFY_WITH_TIMEOUT(
        workbench.reportLibrary().importProgress().phase == ImportProgress::Phase::Done, kWaitMs);
    auto& failures = workbench.rows("import.failures");
    QCOMPARE(failures.model()->rowCount(), 2);
    QCOMPARE(failures.model()->index(0, 0).data().toString(), QStringLiteral("junk.dmp"));
    QVERIFY(!failures.model()->index(0, 1).data().toString().isEmpty());
}

void TestLibraryPage::wrongLineTellsWhere()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    const auto isCounting = [&workbench] {
        return std::ranges::any_of(workbench.reportLibrary().facets().allRows(),
                                   [](const auto& row) { return row.label == u"…"; });
    };
    QTRY_VERIFY(!isCounting());
    const QString counted = workbench.text("library.sentence");
    workbench.type(QStringLiteral("ä color:=red"));
    QTRY_VERIFY(workbench.reportLibrary().rowsState() == LibrarySession::RowsState::Wrong);
    QCOMPARE(workbench.reportLibrary().rows().rowCount(), 2); // The former ones.
    QVERIFY(workbench.notices().first().contains(u"color"));
    QCOMPARE(workbench.text("library.sentence"), counted); // Nothing is being read.
    QVERIFY(!isCounting());
    QVERIFY(workbench.press(QStringLiteral("Show")));
    QCOMPARE(workbench.find<QLineEdit>("library.line").selectedText(),
             QStringLiteral("color:=red"));
    workbench.type(QStringLiteral("kind:=nothing"));
    QVERIFY(workbench.waitForRows(0));
    QVERIFY(workbench.notices().isEmpty());
    QCOMPARE(workbench.text("library.sentence"), QStringLiteral("Nothing matches"));
    QVERIFY(workbench.press(QStringLiteral("Clear search")));
    QVERIFY(workbench.waitForRows(2));
}

void TestLibraryPage::facetsIncludeAndExclude()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    auto& facets = workbench.rows("library.facets");
    const QString none = QStringLiteral("none");
    const auto version = [&] { return rowOf(*facets.model(), QStringLiteral("Version")); };
    QTRY_VERIFY(version() >= 0 && rowOf(*facets.model(), QStringLiteral("2.1")) > version());
    const auto click = [&](int row, Qt::KeyboardModifiers keys) {
        const QModelIndex index = facets.model()->index(row, 0);
        facets.scrollTo(index);
        QTest::mouseClick(facets.viewport(), Qt::LeftButton, keys,
                          facets.visualRect(index).center());
    };
    click(rowOf(*facets.model(), QStringLiteral("2.1")), {});
    QVERIFY(workbench.waitForRows(1));
    QCOMPARE(workbench.find<QLineEdit>("library.line").text(), QStringLiteral("version:=2.1"));
    QTRY_VERIFY(rowOf(*facets.model(), QStringLiteral("= 2.1")) >= 0);
    click(rowOf(*facets.model(), QStringLiteral("= 2.1")), {});
    QVERIFY(workbench.waitForRows(2));
    QTRY_VERIFY(rowOf(*facets.model(), QStringLiteral("2.1")) >= 0);
    click(rowOf(*facets.model(), QStringLiteral("2.1")), Qt::AltModifier);
    QVERIFY(workbench.waitForRows(1));
    QCOMPARE(workbench.find<QLineEdit>("library.line").text(), QStringLiteral("!version:=2.1"));
}

void TestLibraryPage::titlesSort()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    auto& header = *workbench.rows("library.rows").header();
    const auto click = [&](int column) {
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                          {header.sectionViewportPosition(column) + 10, header.height() / 2});
    };
    const auto signature = [&](int row) {
        const LibraryRow* shown = workbench.reportLibrary().rows().rowAt(row);
        return shown ? shown->signature : QString();
    };
    click(LibraryModel::SignatureColumn);
    QVERIFY(workbench.waitForRows(2));
    QTRY_VERIFY(signature(0) < signature(1));
    QCOMPARE(header.sortIndicatorSection(), int(LibraryModel::SignatureColumn));
    click(LibraryModel::SignatureColumn);
    QTRY_VERIFY(signature(0) > signature(1));
}

void TestLibraryPage::reportsOfAGroupLeadToTheCrashFile()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    workbench.type(QStringLiteral("kind:=minidump"));
    QVERIFY(workbench.waitForRows(1));
    workbench.window.findChild<LibraryPage*>()->showReportsOf(
        workbench.reportLibrary().rows().rowAt(0)->id);
    QTRY_VERIFY(!workbench.reportLibrary().showsGroups());
    QVERIFY(workbench.waitForRows(1));
    QVERIFY(workbench.find<QLineEdit>("library.line").text().startsWith(u"group:="));
    workbench.chooseRow(0);
    QTest::keyClick(&workbench.rows("library.rows"), Qt::Key_Return);
    QTRY_VERIFY(workbench.window.currentSession());
    QVERIFY(workbench.window.currentSession()->path().endsWith(u".dmp"));
}

void TestLibraryPage::missingCrashFileIsTold()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    QVERIFY(QFile::remove(workbench.folder() + QStringLiteral("/script.json")));
    workbench.reportLibrary().showGroups(false);
    workbench.type(QStringLiteral("path:$script.json"));
    QVERIFY(workbench.waitForRows(1));
    workbench.chooseRow(0);
    QTest::keyClick(&workbench.rows("library.rows"), Qt::Key_Return);
    QTRY_VERIFY(!workbench.notices().isEmpty());
    QVERIFY(workbench.notices().first().contains(u"no longer there"));
    QVERIFY(!workbench.window.currentSession());
}

void TestLibraryPage::statusChangesAndComesBack()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    const auto status = [&] {
        return workbench.reportLibrary()
            .rows()
            .index(0, LibraryModel::StatusColumn)
            .data()
            .toString();
    };
    auto* undo = workbench.window.actions().find(QStringLiteral("edit.undo"));
    auto* change = workbench.window.actions().find(QStringLiteral("triage.status"));
    QVERIFY(!undo->isEnabled());
    QTRY_VERIFY(change->isEnabled()); // The first row of a search is the current one.
    workbench.chooseRow(0);
    QVERIFY(change->isEnabled());
    for (QAction* action : workbench.find<QMenu>("library.status_menu").actions()) {
        if (action->text() == QStringLiteral("known"))
            action->trigger();
    }
    QTRY_COMPARE(status(), QStringLiteral("known"));
    QTRY_VERIFY(undo->isEnabled());
    QTRY_VERIFY(!workbench.reportLibrary().preview().history.isEmpty());
    undo->trigger();
    QTRY_COMPARE(status(), QStringLiteral("new"));
    QVERIFY(!undo->isEnabled());
}

void TestLibraryPage::rowsHaveTheirMenu()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    workbench.chooseRow(0);
    QTest::keyClick(&workbench.rows("library.rows"), Qt::Key_Menu);
    auto& menu = workbench.find<QMenu>("rows.menu");
    QStringList names;
    for (const QAction* each : menu.actions())
        names.append(each->objectName().isEmpty() ? each->text() : each->objectName());
    for (const char* each :
         {"triage.open", "triage.compare", "&Status", "&Tags", "triage.note", "triage.remove"})
        QVERIFY2(names.contains(QLatin1String(each)), each);
    menu.close();
}

void TestLibraryPage::reportsAreRemoved()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    workbench.chooseRow(0);
    auto* remove = workbench.window.actions().find(QStringLiteral("triage.remove"));
    QTRY_VERIFY(remove->isEnabled());
    remove->trigger();
    workbench.find<QMessageBox>("dialog.remove").reject();
    QCOMPARE(workbench.reportLibrary().rows().rowCount(), 2);
    QTRY_VERIFY(!workbench.window.findChild<QMessageBox*>(QStringLiteral("dialog.remove")));
    remove->trigger();
    QVERIFY(workbench.press(QStringLiteral("&Remove")));
    QVERIFY(workbench.waitForRows(1));
}

/// A status that there is not finds nothing for another reason than one that nobody has.
void TestLibraryPage::unknownStatusIsSaid()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    workbench.type(QStringLiteral("status:nosuchthing"));
    QTRY_COMPARE(workbench.reportLibrary().rowsState(), LibrarySession::RowsState::Wrong);
    QVERIFY(workbench.notices().first().contains(u"there is no status \"nosuchthing\""));
    QCOMPARE(workbench.reportLibrary().rows().rowCount(),
             2); // Of the last one that was understood.
}

void TestLibraryPage::notesAreKept()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    workbench.chooseRow(0);
    QTRY_VERIFY(workbench.reportLibrary().preview().state == LibraryPreview::State::Ready);
    workbench.window.actions().trigger(QStringLiteral("triage.note"));
    auto& dialog = workbench.find<QInputDialog>("dialog.notes");
    dialog.setTextValue(QStringLiteral("fixed by *Ayşe*"));
    dialog.accept();
    QTRY_COMPARE(workbench.reportLibrary().preview().notes, QStringLiteral("fixed by *Ayşe*"));
}

void TestLibraryPage::tabClosesAndComesBack()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    ReportSession* session = workbench.open(writeDump(workbench));
    workbench.window.actions().trigger(QStringLiteral("go.to_library"));
    QVERIFY(!workbench.window.currentSession());
    QVERIFY(workbench.rows("library.rows").isVisible());
    workbench.window.actions().trigger(QStringLiteral("file.close"));
    QVERIFY(!workbench.window.findChild<LibraryPage*>()->isVisible());
    QTRY_COMPARE(workbench.window.currentSession(), session);
    workbench.window.actions().trigger(QStringLiteral("go.to_library"));
    QVERIFY(workbench.rows("library.rows").isVisible());
    QCOMPARE(workbench.reportLibrary().rows().rowCount(), 2);
    workbench.window.actions().trigger(QStringLiteral("file.close_all"));
    QVERIFY(!workbench.window.currentSession());
    QVERIFY(!workbench.window.findChild<LibraryPage*>()->isVisible());
}

void TestLibraryPage::damagedLibraryIsTold()
{
    EngineWindow workbench;
    QVERIFY(QDir(workbench.folder()).mkpath(QStringLiteral("library")));
    workbench.write(QStringLiteral("library/reports.fldb"), "this is no database");
    workbench.window.actions().trigger(QStringLiteral("go.to_library"));
    QTRY_VERIFY(workbench.reportLibrary().state() == LibrarySession::State::Failed);
    QVERIFY(!workbench.reportLibrary().problem().isEmpty());
    QTRY_VERIFY(workbench.button(QStringLiteral("Try again")));
    QVERIFY(!workbench.window.findChild<QPushButton*>(QStringLiteral("library.import_batch"))
                 ->isEnabled());
}

void TestLibraryPage::narrowWindowKeepsTheRows()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    workbench.window.resize(600, 500);
    QTRY_VERIFY(!workbench.find<QWidget>("library.facets").isVisible());
    QVERIFY(workbench.rows("library.rows").isVisible());
    workbench.window.resize(1366, 768);
    QTRY_VERIFY(workbench.find<RowView>("library.facets").isVisible());
}

void TestLibraryPage::stacksOfTheLibraryAreFound()
{
    LibraryWindow workbench;
    QVERIFY(workbench.fill());
    ReportSession* session = workbench.open(writeDump(workbench));
    QTRY_VERIFY_WITH_TIMEOUT(session->header().isComplete, kWaitMs);
    workbench.window.actions().trigger(QStringLiteral("edit.find_stacks"));
    workbench.find<QAbstractButton>("find.in_library").click();
    auto& field = workbench.find<QLineEdit>("find.field");
    QTest::keyClicks(&field, QStringLiteral("render"));
    FindView& view = workbench.window.reportPage().workspace().findView();
    QTRY_VERIFY_WITH_TIMEOUT(view.search().counts().frames >= 1, kWaitMs);
    QTRY_COMPARE(view.search().state(), FrameSearch::State::Ready);
    QCOMPARE(view.search().counts().searched, 2);
    QCOMPARE(view.search().rows().rowAt(0)->title, QStringLiteral("script.json"));
    QCOMPARE(view.search().rows().rowAt(1)->function, QStringLiteral("render"));
    // Walking through them opens nothing; Enter on a row does.
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(workbench.window.currentSession(), session);
    RowView& rows = workbench.rows("find.rows");
    rows.setFocus();
    QTest::keyClick(&rows, Qt::Key_Return);
    QTRY_VERIFY(workbench.window.currentSession() != session);
    QVERIFY(workbench.window.currentSession()->path().endsWith(u"script.json"));
}

QTEST_MAIN(TestLibraryPage)
#include "tst_library_page.moc"
