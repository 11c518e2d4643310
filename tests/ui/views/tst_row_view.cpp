// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/test_style.h"
#include "ui/models/module_model.h"
#include "ui/settings/app_settings.h"
#include "ui/views/row_view.h"

#include <QHeaderView>
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

QTEST_MAIN(TestRowView)
#include "tst_row_view.moc"
