// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/rows_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// One fact about an event or module.
struct DetailRow
{
    QString name;
    QString value;
    bool isFixed = false; ///< Addresses and identifiers use the fixed font.

    QString key() const { return name; }

    bool operator==(const DetailRow&) const = default;
};

/// Facts in two columns, name and value.
class DetailModel final : public RowsModel<DetailRow>
{
    Q_DECLARE_TR_FUNCTIONS(DetailModel)

public:
    enum Column { NameColumn, ValueColumn, ColumnCount };

    using RowsModel::RowsModel;

protected:
    int columns() const override { return ColumnCount; }

    QVariant cell(int row, int column, int role) const override;
    QString headerCell(int column) const override;
};

} // namespace faultline::ui
