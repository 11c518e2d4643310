// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/test_style.h"
#include "ui/models/candidate_model.h"
#include "ui/models/module_model.h"
#include "ui/settings/app_settings.h"
#include "ui/views/row_view.h"

#include <QHeaderView>
#include <QImage>
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
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                          {header.sectionViewportPosition(column) + 10, header.height() / 2});
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
    void buttonsElsewhereDragNoColumn();
    void emptyColumnsAreNoChoice();
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

void TestRowView::wholeColumnsAreNeverCut()
{
    Table table;
    table.model.setModules({module(0, "a_library_with_a_name_of_some_length.so.6", 5)});
    table.view.setColumnWidths({10, 0, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10});
    table.view.setWholeColumns({ModuleModel::NameColumn});
    table.view.resize(260, 200);
    const auto* delegate = dynamic_cast<const RowDelegate*>(table.view.itemDelegate());
    QVERIFY(delegate->cellWidth(table.model.index(0, ModuleModel::NameColumn)) <=
            table.view.columnWidth(ModuleModel::NameColumn));
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
    view.setColumnWidths({0, 26});
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
