// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/test_style.h"
#include "ui/models/candidate_model.h"
#include "ui/models/detail_model.h"
#include "ui/models/memory_lists.h"
#include "ui/models/module_model.h"
#include "ui/settings/app_settings.h"
#include "ui/style/workbench_style.h"
#include "ui/views/row_copy.h"
#include "ui/views/row_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline::ui;

namespace {

ModuleRow module(int index, const char* name, qint64 sizeBytes)
{
    ModuleRow row;
    row.index = index;
    row.isOnStack = true;
    row.name = QLatin1String(name);
    row.sizeBytes = sizeBytes;
    return row;
}

/// A table of modules in a window of its own.
struct Table
{
    Theme& theme = test::renewStyle();
    ModuleModel model;
    RowView view{theme, RowHeight::Dense};

    Table()
    {
        model.setModules(
            {module(0, "lib10.so", 5), module(1, "lib9.so", 700), module(2, "App", 60)});
        view.resize(700, 200);
        view.setModel(&model);
        view.setColumnWidths({0, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10});
        view.enableSorting();
        view.show();
    }

    QStringList names() const
    {
        QStringList names;
        for (int i = 0; i < model.rowCount(); ++i)
            names.append(model.index(i, ModuleModel::NameColumn).data().toString());
        return names;
    }

    void clickTitle(int column)
    {
        QHeaderView& header = *view.header();
        view.scrollTo(model.index(0, column));
        QTest::mouseClick(
            header.viewport(), Qt::LeftButton, {},
            {header.sectionViewportPosition(column) + 10, header.viewport()->height() / 2});
    }
};

} // namespace

/// Checks what all tables share: sorting, and columns that come back.
class TestRowView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void titlesSort();
    void selectionStaysWithItsRow();
    void columnsComeBack();
    void damagedColumnsAreIgnored();
    void copiesRowsAndTheWholeTable();
    void copiesNothingHidden();
    void keysOpenTheMenu_data();
    void keysOpenTheMenu();
    void theMenuCopies();
    void filterHidesRows();
    void filterFollowsChanges();
    void wrongFilterKeepsTheLast();
    void longTablesAreFilteredElsewhere();
    void keysOfTheFilter();
    void filterByThisAndExcludeThis();
    void buttonsElsewhereDragNoColumn();
    void emptyColumnsAreNoChoice();
    void modelsSayWhatRoomColumnsHave();
    void firmColumnsAreNotCut();
    void wholeColumnsAreNeverCut();
    void textsReachIntoTheNextColumn();
};

void TestRowView::titlesSort()
{
    Table table;
    QCOMPARE(table.names(), QStringList({"lib10.so", "lib9.so", "App"}));
    table.clickTitle(ModuleModel::NameColumn);
    QCOMPARE(table.names(), QStringList({"App", "lib9.so", "lib10.so"}));
    table.clickTitle(ModuleModel::NameColumn);
    QCOMPARE(table.names(), QStringList({"lib10.so", "lib9.so", "App"}));
    table.clickTitle(ModuleModel::NameColumn);
    table.view.sortByColumn(ModuleModel::SizeColumn, Qt::AscendingOrder);
    QCOMPARE(table.names(), QStringList({"lib10.so", "App", "lib9.so"}));
}

void TestRowView::selectionStaysWithItsRow()
{
    Table table;
    table.view.setCurrentIndex(table.model.index(1, 0));
    table.clickTitle(ModuleModel::NameColumn);
    table.model.setModules({module(0, "lib10.so", 5), module(1, "lib9.so", 900),
                            module(2, "App", 60), module(3, "Base", 1)});
    QCOMPARE(table.names(), QStringList({"App", "Base", "lib9.so", "lib10.so"}));
    QCOMPARE(table.view.currentIndex().data().toString(), QStringLiteral("lib9.so"));
}

void TestRowView::columnsComeBack()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("s.ini"));
    int dragged = 0;
    {
        AppSettings settings(file);
        Table table;
        table.view.rememberColumns(settings, QStringLiteral("modules"));
        QVERIFY(settings.columns(QStringLiteral("modules")).isEmpty());
        QHeaderView& header = *table.view.header();
        const QPoint edge(header.sectionViewportPosition(1) - 1, header.height() / 2);
        QTest::mousePress(header.viewport(), Qt::LeftButton, {}, edge);
        QTest::mouseMove(header.viewport(), edge + QPoint(30, 0));
        QTest::mouseMove(header.viewport(), edge + QPoint(60, 0));
        QTest::mouseRelease(header.viewport(), Qt::LeftButton, {}, edge + QPoint(60, 0));
        table.view.sortByColumn(ModuleModel::SizeColumn, Qt::DescendingOrder);
        dragged = header.sectionSize(0);
        QVERIFY(!settings.columns(QStringLiteral("modules")).isEmpty());
    }
    AppSettings settings(file);
    Table table;
    table.view.rememberColumns(settings, QStringLiteral("modules"));
    QCOMPARE(table.names(), QStringList({"lib9.so", "App", "lib10.so"}));
    QVERIFY2(std::abs(table.view.header()->sectionSize(0) - dragged) <= 1,
             qPrintable(QString::number(table.view.header()->sectionSize(0))));
}

void TestRowView::damagedColumnsAreIgnored()
{
    const QTemporaryDir folder;
    AppSettings settings(folder.filePath(QStringLiteral("s.ini")));
    for (const char* text : {"1,2;3;4", ";;;", "x", "1,1,1,1,1,1,1,1,1,1,1,1;99;7"}) {
        settings.setColumns(QStringLiteral("modules"), text);
        Table table;
        table.view.rememberColumns(settings, QStringLiteral("modules"));
        QCOMPARE(table.names().size(), 3);
    }
}

namespace {

const QMimeData& clipboard()
{
    return *QGuiApplication::clipboard()->mimeData();
}

QMenu* openMenu(const RowView& view)
{
    return view.findChild<QMenu*>(QStringLiteral("rows.menu"));
}

QAction* actionOf(const QMenu& menu, const QString& text)
{
    for (QAction* action : menu.actions()) {
        if (QString(action->text()).remove(u'&').startsWith(text))
            return action;
        QAction* inside = action->menu() ? actionOf(*action->menu(), text) : nullptr;
        if (inside)
            return inside;
    }
    return nullptr;
}

} // namespace

void TestRowView::copiesRowsAndTheWholeTable()
{
    Table table;
    table.view.setHiddenColumns({2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    table.view.selectionModel()->select(table.model.index(1, 0),
                                        QItemSelectionModel::Select | QItemSelectionModel::Rows);
    copyRows(table.view, CopiedRows::Selected);
    QVERIFY2(clipboard().text().startsWith(QStringLiteral("lib9.so\t")),
             qPrintable(clipboard().text()));
    QVERIFY(!clipboard().text().contains(u'\n'));
    QVERIFY(clipboard().html().contains(QStringLiteral("<td>lib9.so</td>")));
    copyRows(table.view, CopiedRows::All);
    const QStringList lines = clipboard().text().split(u'\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY2(lines.first().startsWith(QStringLiteral("Name\t")), qPrintable(lines.first()));
    copyCsv(table.view, CopiedRows::All);
    QVERIFY(clipboard().text().startsWith(QStringLiteral("\"Name\",")));
    QCOMPARE(clipboard().data(QStringLiteral("text/csv")), clipboard().text().toUtf8());
}

void TestRowView::copiesNothingHidden()
{
    Table table;
    table.view.setRowHidden(0, {}, true);
    copyRows(table.view, CopiedRows::All);
    QVERIFY(!clipboard().text().contains(QStringLiteral("lib10.so")));
    QVERIFY(clipboard().text().contains(QStringLiteral("lib9.so")));
}

void TestRowView::keysOpenTheMenu_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("modifiers");
    QTest::newRow("Menu") << int(Qt::Key_Menu) << 0;
    QTest::newRow("Shift+F10") << int(Qt::Key_F10) << int(Qt::ShiftModifier);
}

void TestRowView::keysOpenTheMenu()
{
    QFETCH(int, key);
    QFETCH(int, modifiers);
    Table table;
    connect(&table.view, &RowView::menuOpened, this, [](QMenu& menu, const QModelIndex& index) {
        menu.addAction(QStringLiteral("Row %1").arg(index.row()));
    });
    table.view.setCurrentIndex(table.model.index(2, 0));
    QTest::keyClick(&table.view, Qt::Key(key), Qt::KeyboardModifiers(modifiers));
    QMenu* menu = openMenu(table.view);
    QVERIFY(menu && menu->isVisible());
    QCOMPARE(menu->actions().first()->text(), QStringLiteral("Row 2"));
    menu->close();
}

void TestRowView::theMenuCopies()
{
    Table table;
    table.view.setCurrentIndex(table.model.index(0, ModuleModel::NameColumn));
    QTest::keyClick(&table.view, Qt::Key_Menu);
    QMenu* menu = openMenu(table.view);
    QVERIFY(menu);
    for (const char* text : {"Copy Rows", "Copy “lib10.so”", "Rows as CSV", "Whole Table",
                             "Whole Table as CSV", "Filter by This", "Exclude This", "Filter…"})
        QVERIFY2(actionOf(*menu, QString::fromUtf8(text)), text);
    actionOf(*menu, QStringLiteral("Copy “"))->trigger();
    QCOMPARE(clipboard().text(), QStringLiteral("lib10.so"));
    actionOf(*menu, QStringLiteral("Rows as CSV"))->trigger();
    QVERIFY(clipboard().text().contains(QStringLiteral("\"lib10.so\"")));
    menu->close();
}

namespace {

QStringList shownNames(const Table& table)
{
    QStringList names;
    for (int i = 0; i < table.model.rowCount(); ++i) {
        if (!table.view.isRowHidden(i, {}))
            names.append(table.model.index(i, ModuleModel::NameColumn).data().toString());
    }
    return names;
}

/// The filter's field, with this text looked for.
QLineEdit& filter(Table& table, const QString& text)
{
    table.view.startFilter();
    auto* field = table.view.findChild<QLineEdit*>(QStringLiteral("filter.field"));
    field->setText(text);
    QTest::keyClick(field, Qt::Key_Return); // Does not wait for the user to type on.
    return *field;
}

QString count(const Table& table)
{
    return table.view.findChild<QLineEdit*>(QStringLiteral("filter.field"))
        ->accessibleDescription();
}

} // namespace

void TestRowView::filterHidesRows()
{
    Table table;
    const int rowsTop =
        table.view.visualRect(table.model.index(0, 0)).top() + table.view.viewport()->y();
    filter(table, QStringLiteral("LIB"));
    QCOMPARE(shownNames(table), QStringList({"lib10.so", "lib9.so"}));
    QCOMPARE(count(table), QStringLiteral("2 of 3"));
    const QRect first = table.view.visualRect(table.model.index(0, 0));
    QVERIFY2(first.top() + table.view.viewport()->y() > rowsTop, "the line takes room of its own");
    filter(table, QStringLiteral("-name:lib"));
    QCOMPARE(shownNames(table), QStringList({"App"}));
    filter(table, QStringLiteral("nothing"));
    QVERIFY(shownNames(table).isEmpty());
    auto* clear = table.view.findChild<QPushButton*>();
    QVERIFY(clear && clear->isVisible());
    clear->click();
    QTRY_COMPARE(shownNames(table).size(), 3);
    QVERIFY(!clear->isVisible());
}

void TestRowView::filterFollowsChanges()
{
    Table table;
    filter(table, QStringLiteral("lib"));
    table.model.setModules({module(0, "lib10.so", 5), module(1, "Lib", 900), module(2, "App", 60),
                            module(3, "other", 1)});
    QTRY_COMPARE(shownNames(table), QStringList({"lib10.so", "Lib"}));
    table.clickTitle(ModuleModel::NameColumn);
    QTRY_COMPARE(shownNames(table), QStringList({"Lib", "lib10.so"}));
    table.view.closeFilter();
    QTRY_COMPARE(shownNames(table).size(), 4);
}

void TestRowView::wrongFilterKeepsTheLast()
{
    Table table;
    filter(table, QStringLiteral("lib9"));
    auto* expression = table.view.findChild<QAbstractButton*>(QStringLiteral("filter.expression"));
    expression->setChecked(true);
    const QLineEdit& field = filter(table, QStringLiteral("lib(9"));
    QVERIFY(field.property(kWrong).toBool());
    QVERIFY2(count(table).contains(QStringLiteral("the last filter stays")),
             qPrintable(count(table)));
    QCOMPARE(shownNames(table), QStringList({"lib9.so"}));
    filter(table, QStringLiteral("^lib(9|10)"));
    QVERIFY(!field.property(kWrong).toBool());
    QCOMPARE(shownNames(table).size(), 2);
}

void TestRowView::longTablesAreFilteredElsewhere()
{
    Table table;
    QList<ModuleRow> modules;
    for (int i = 0; i < 20'000; ++i)
        modules.append(module(i, i % 100 == 0 ? "wanted" : "other", i));
    table.model.setModules(modules);
    filter(table, QStringLiteral("name:wanted"));
    QTRY_COMPARE(count(table), QStringLiteral("200 of 20000"));
    filter(table, QStringLiteral("name:oth")); // The next key ends what runs.
    filter(table, QStringLiteral("name:wan"));
    QTRY_COMPARE(count(table), QStringLiteral("200 of 20000"));
    table.view.closeFilter();
    QTRY_COMPARE(shownNames(table).size(), 20'000);
}

void TestRowView::keysOfTheFilter()
{
    Table table;
    table.view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&table.view));
    table.view.setFocus();
    QTest::keyClick(&table.view, Qt::Key_F, Qt::ControlModifier);
    QVERIFY(table.view.isFiltering());
    QLineEdit& field = filter(table, QStringLiteral("lib"));
    QVERIFY(field.hasFocus());
    table.view.setCurrentIndex(table.model.index(0, 0));
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(table.view.currentIndex().row(), 1);
    QTest::keyClick(&field, Qt::Key_Return); // Passes over what is hidden.
    QCOMPARE(table.view.currentIndex().row(), 0);
    QTest::keyClick(&field, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(table.view.currentIndex().row(), 1);
    QTest::keyClick(&field, Qt::Key_Down);
    QVERIFY(table.view.hasFocus());
    QTest::keyClick(&table.view, Qt::Key_End);
    QCOMPARE(table.view.currentIndex().row(), 1);
    QTest::keyClick(&table.view, Qt::Key_Escape);
    QVERIFY(!table.view.isFiltering());
    QCOMPARE(shownNames(table).size(), 3);
}

void TestRowView::filterByThisAndExcludeThis()
{
    Table table;
    table.view.setCurrentIndex(table.model.index(1, ModuleModel::NameColumn));
    QTest::keyClick(&table.view, Qt::Key_Menu);
    actionOf(*openMenu(table.view), QStringLiteral("Exclude This"))->trigger();
    QTRY_COMPARE(shownNames(table), QStringList({"lib10.so", "App"}));
    openMenu(table.view)->close();
    table.view.closeFilter();
    QCOMPARE(shownNames(table).size(), 3);
}

void TestRowView::buttonsElsewhereDragNoColumn()
{
    const QTemporaryDir folder;
    AppSettings settings(folder.filePath(QStringLiteral("s.ini")));
    Table table;
    table.view.rememberColumns(settings, QStringLiteral("modules"));
    QWidget other;
    other.show();
    QTest::mousePress(&other, Qt::LeftButton);
    table.view.setHiddenColumns({ModuleModel::SizeColumn});
    table.view.setHiddenColumns({});
    QTest::mouseRelease(&other, Qt::LeftButton);
    QVERIFY(settings.columns(QStringLiteral("modules")).isEmpty());
    const int before = table.view.columnWidth(0);
    table.view.resize(1400, 200);
    QVERIFY(table.view.columnWidth(0) > before);
}

void TestRowView::emptyColumnsAreNoChoice()
{
    const QTemporaryDir folder;
    AppSettings settings(folder.filePath(QStringLiteral("s.ini")));
    Table table;
    table.view.rememberColumns(settings, QStringLiteral("modules"));
    table.view.setEmptyColumns({2, 3});
    QVERIFY(table.view.isColumnHidden(2) && table.view.isColumnHidden(3));
    table.view.sortByColumn(ModuleModel::NameColumn, Qt::AscendingOrder);
    QVERIFY(!settings.columns(QStringLiteral("modules")).contains("-1"));
    table.view.setEmptyColumns({3});
    QVERIFY(!table.view.isColumnHidden(2) && table.view.isColumnHidden(3));
    table.view.setHiddenColumns({2});
    table.view.setEmptyColumns({2});
    table.view.setEmptyColumns({});
    QVERIFY(table.view.isColumnHidden(2)); // The user hid it.
}

void TestRowView::modelsSayWhatRoomColumnsHave()
{
    Table table;
    RowView& view = table.view;
    view.resize(2400, 200);
    QVERIFY(view.columnWidth(ModuleModel::DebugFileColumn) <
            view.columnWidth(ModuleModel::NameColumn));
    view.setColumnWidths({});
    QList<int> widths;
    for (const int column : {ModuleModel::NameColumn, ModuleModel::StatusColumn,
                             ModuleModel::VersionColumn, ModuleModel::DebugFileColumn})
        widths.append(view.columnWidth(column));
    // In the model they have 26, 16, 12 and 24 characters.
    QVERIFY(widths.at(0) > widths.at(3) && widths.at(3) > widths.at(1));
    QVERIFY(widths.at(1) > widths.at(2));
    QCOMPARE(view.header()->length(), view.viewport()->width()); // One column took the rest.
    const int before = view.columnWidth(ModuleModel::StatusColumn);
    view.setColumnWidths({0, 32});
    QVERIFY(view.columnWidth(ModuleModel::StatusColumn) > before);
}

void TestRowView::firmColumnsAreNotCut()
{
    const Theme& theme = test::renewStyle();
    DetailModel model;
    model.setFacts({{QStringLiteral("Termination"),
                     QStringLiteral("a value that needs very much more room than there is")}});
    RowView view(theme, RowHeight::Dense);
    view.setHeaderHidden(true);
    view.setModel(&model);
    view.resize(160, 100);
    view.show();
    const auto* delegate = dynamic_cast<const RowDelegate*>(view.itemDelegate());
    const int needed = delegate->cellWidth(model.index(0, DetailModel::NameColumn));
    QVERIFY(view.columnWidth(DetailModel::NameColumn) >= needed);
    view.setRooms({{.width = 11}, {.width = 0}});
    QVERIFY(view.columnWidth(DetailModel::NameColumn) < needed);
}

void TestRowView::wholeColumnsAreNeverCut()
{
    const Theme& theme = test::renewStyle();
    HitModel model;
    model.setRows({{.address = 1,
                    .addressText = QStringLiteral("0x00007f39e8000b20"),
                    .place = QStringLiteral("libscene.so"),
                    .found = QString()}});
    RowView view(theme, RowHeight::Dense);
    view.setModel(&model);
    view.resize(120, 100);
    view.show();
    const auto* delegate = dynamic_cast<const RowDelegate*>(view.itemDelegate());
    QVERIFY(delegate->cellWidth(model.index(0, HitModel::AddressColumn)) <=
            view.columnWidth(HitModel::AddressColumn));
    QVERIFY(view.header()->length() > view.viewport()->width()); // It scrolls.
    view.setColumnWidths({7, 0, 9}); // Other proportions change nothing about it.
    QVERIFY(delegate->cellWidth(model.index(0, HitModel::AddressColumn)) <=
            view.columnWidth(HitModel::AddressColumn));
}

/// Also where only the next column is drawn again.
void TestRowView::textsReachIntoTheNextColumn()
{
    const Theme& theme = test::renewStyle();
    CandidateModel model;
    CandidateRow row;
    row.source = QStringLiteral("recorded path");
    row.remark = QStringLiteral("file:///usr/lib/debug/.build-id/12/3456789abcdef.debug");
    row.outcome = QStringLiteral("not found");
    model.setRows({row});
    RowView view(theme, RowHeight::Tall);
    view.resize(420, 120);
    view.setModel(&model);
    view.show();
    const QRect right(view.columnViewportPosition(1), 0, 200, view.viewport()->height());
    QImage whole(view.viewport()->size(), QImage::Format_RGB32);
    whole.fill(Qt::white);
    QImage part = whole;
    view.viewport()->render(&whole);
    view.viewport()->render(&part, right.topLeft(), QRegion(right));
    QCOMPARE(part.copy(right), whole.copy(right));
}

QTEST_MAIN(TestRowView)
#include "tst_row_view.moc"
