// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/column.h"

#include <QAbstractTableModel>

namespace faultline::ui {

/// A flat table that answers every question about indexes. Derived models are only asked for cells
/// that exist. Views get their texts as shownText(), and the whole text of a cell as WholeTextRole.
class TableModel : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Do rows come and go at the moment? Views then must not take the current row, which Qt moves
    /// from a removed row to its neighbour, for a choice of the user.
    bool isChanging() const { return m_isChanging; }

    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final;

protected:
    virtual int rows() const = 0;
    virtual int columns() const = 0;
    virtual QVariant cell(int row, int column, int role) const = 0;
    virtual QString headerCell(int column) const = 0;

    /// Alignment of a column's cells and of its title.
    virtual Qt::Alignment alignment(int /*column*/) const
    {
        return Qt::AlignLeft | Qt::AlignVCenter;
    }

    /// How much room views give a column.
    virtual ColumnRoom room(int /*column*/) const { return {}; }

    void setChanging(bool isChanging) { m_isChanging = isChanging; }

private:
    bool m_isChanging = false;
};

} // namespace faultline::ui
