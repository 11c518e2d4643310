// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/row_copy.h"

#include "ui/models/roles.h"
#include "ui/models/shown_text.h"
#include "ui/views/row_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QMimeData>

#include <algorithm>

namespace faultline::ui {

namespace {

/// A table that hides its titles has them nevertheless, but some columns are marks without one.
QList<int> copiedColumns(const RowView& view)
{
    QList<int> columns;
    for (int i = 0; i < view.header()->count(); ++i) {
        const int column = view.header()->logicalIndex(i);
        const QString title = view.model()->headerData(column, Qt::Horizontal).toString();
        if (!view.isColumnHidden(column) && !title.isEmpty())
            columns.append(column);
    }
    return columns;
}

QList<int> copiedRows(const RowView& view, CopiedRows which)
{
    QList<int> rows;
    if (which == CopiedRows::Selected) {
        for (const QModelIndex& row : view.selectionModel()->selectedRows())
            rows.append(row.row());
        std::ranges::sort(rows);
        return rows;
    }
    for (int row = 0; row < view.model()->rowCount(); ++row) {
        if (!view.isRowHidden(row, {}))
            rows.append(row);
    }
    return rows;
}

} // namespace

TableText tableOf(const RowView& view, CopiedRows which)
{
    TableText table;
    if (!view.model() || !view.selectionModel())
        return table;
    const QList<int> columns = copiedColumns(view);
    for (const int column : columns)
        table.titles.append(view.model()->headerData(column, Qt::Horizontal).toString());
    for (const int row : copiedRows(view, which)) {
        QStringList cells;
        for (const int column : columns)
            cells.append(view.model()->index(row, column).data(WholeTextRole).toString());
        table.rows.append(cells);
    }
    return table;
}

void copyText(const QString& text, const QString& html)
{
    auto* data = new QMimeData;
    data->setText(text);
    data->setHtml(html);
    QGuiApplication::clipboard()->setMimeData(data);
}

void copyRows(const RowView& view, CopiedRows which)
{
    const TableText table = tableOf(view, which);
    const auto titles = which == CopiedRows::All ? Titles::Include : Titles::LeaveOut;
    copyText(tabSeparated(table, titles), htmlTable(table, Titles::Include));
}

void copyCsv(const RowView& view, CopiedRows which)
{
    auto* data = new QMimeData;
    const QString text = csvText(tableOf(view, which));
    data->setText(text);
    data->setData(QStringLiteral("text/csv"), text.toUtf8());
    QGuiApplication::clipboard()->setMimeData(data);
}

void addCopyActions(QMenu& menu, RowView& view, const QModelIndex& index)
{
    constexpr int kShownSteps = 60; // Of the theme's grid.
    const QString cell = index.data(WholeTextRole).toString();
    menu.addAction(RowView::tr("Copy Rows"), &view,
                   [&view] { copyRows(view, CopiedRows::Selected); });
    if (!cell.isEmpty())
        menu.addAction(withoutKeys(RowView::tr("Copy “%1”")
                                       .arg(QFontMetrics(menu.font())
                                                .elidedText(shownText(cell), Qt::ElideMiddle,
                                                            view.gridSteps(kShownSteps)))),
                       &view, [cell] { QGuiApplication::clipboard()->setText(cell); });
    QMenu& more = *menu.addMenu(RowView::tr("Copy as"));
    more.addAction(RowView::tr("Rows as CSV"), &view,
                   [&view] { copyCsv(view, CopiedRows::Selected); });
    more.addAction(RowView::tr("Whole Table"), &view, [&view] { copyRows(view, CopiedRows::All); });
    more.addAction(RowView::tr("Whole Table as CSV"), &view,
                   [&view] { copyCsv(view, CopiedRows::All); });
}

} // namespace faultline::ui
