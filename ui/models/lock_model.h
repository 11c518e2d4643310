// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/lock_row.h"
#include "ui/models/sorted_rows_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// What threads wait for, and who holds it.
class LockModel final : public ColumnsModel<LockRow, SortedRowsModel<LockRow>>
{
    Q_DECLARE_TR_FUNCTIONS(LockModel)

public:
    enum Column { NameColumn, KindColumn, HolderColumn, WaitersColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
    QVariant sortKey(const LockRow& lock, int column) const override;
};

/// The words of memory that tell about one lock.
class LockWordModel final : public ColumnsModel<LockWordRow>
{
    Q_DECLARE_TR_FUNCTIONS(LockWordModel)

public:
    enum Column { AddressColumn, WordColumn, MeaningColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

} // namespace faultline::ui
