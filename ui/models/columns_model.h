// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/column.h"
#include "ui/models/rows_model.h"

#include <span>

namespace faultline::ui {

/// A table whose columns are the rows of one array. `Base` is RowsModel or SortedRowsModel, or
/// TableModel for a model that keeps its rows itself. Derived models say with cell() what depends
/// on the row, and return cellOfColumn() for everything else.
template <class Row, class Base = RowsModel<Row>>
class ColumnsModel : public Base
{
public:
    using Base::Base;

protected:
    using Table = std::span<const TableColumn<Row>>;

    virtual Table table() const = 0;

    const TableColumn<Row>& column(int id) const { return table()[std::size_t(id)]; }

    QVariant text(const Row& row, int id) const
    {
        const auto text = column(id).text;
        return text ? text(row) : QVariant();
    }

    /// What the column says of its cells.
    QVariant cellOfColumn(const Row& row, int id, int role) const
    {
        switch (role) {
        case Qt::DisplayRole: return text(row, id);
        case ToneRole: return int(column(id).tone);
        case FaceRole: return int(column(id).face);
        case ElideRole: return int(column(id).elide);
        default: return {};
        }
    }

    int columns() const final { return int(table().size()); }

    QString headerCell(int id) const override
    {
        const auto title = column(id).title;
        return title ? title() : QString();
    }

    ColumnRoom room(int id) const final { return column(id).room; }

    Qt::Alignment alignment(int id) const override
    {
        return (column(id).isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
    }
};

} // namespace faultline::ui
