// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/variable_row.h"

#include <QCoreApplication>

namespace faultline::ui {

/// The variables of a frame as one list, parts below what they are parts of.
class VariableModel final : public ColumnsModel<VariableRow>
{
    Q_DECLARE_TR_FUNCTIONS(VariableModel)

public:
    enum Column { NameColumn, ValueColumn, TypeColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

} // namespace faultline::ui
