// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/lock_row.h"
#include "ui/models/sorted_rows_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// What threads wait for, and who holds it.
class LockModel final : public SortedRowsModel<LockRow>
{
    Q_DECLARE_TR_FUNCTIONS(LockModel)

public:
    enum Column { NameColumn, KindColumn, HolderColumn, WaitersColumn, ColumnCount };

    using SortedRowsModel::SortedRowsModel;

protected:
    int columns() const override { return ColumnCount; }

    QVariant cell(int row, int column, int role) const override;
    QString headerCell(int column) const override;
    QVariant sortKey(const LockRow& lock, int column) const override;

    Qt::Alignment alignment(int) const override { return Qt::AlignVCenter | Qt::AlignLeft; }
};

/// The words of memory that tell about one lock.
class LockWordModel final : public RowsModel<LockWordRow>
{
    Q_DECLARE_TR_FUNCTIONS(LockWordModel)

public:
    enum Column { AddressColumn, WordColumn, MeaningColumn, ColumnCount };

    using RowsModel::RowsModel;

protected:
    int columns() const override { return ColumnCount; }

    QVariant cell(int row, int column, int role) const override;
    QString headerCell(int column) const override;

    Qt::Alignment alignment(int) const override { return Qt::AlignVCenter | Qt::AlignLeft; }
};

} // namespace faultline::ui
