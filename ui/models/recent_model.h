// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/rows_model.h"

#include <QCoreApplication>

namespace faultline::ui {

struct RecentRow
{
    QString path;
    QString signature;
    QString time; ///< Time of the crash, or of the last opening if that is unknown.
    bool exists = true;

    QString key() const { return path; }

    bool operator==(const RecentRow&) const = default;
};

/// Recently opened files, with two lines each.
class RecentModel final : public RowsModel<RecentRow>
{
    Q_DECLARE_TR_FUNCTIONS(RecentModel)

public:
    enum Column { FileColumn, TimeColumn, ColumnCount };

    using RowsModel::RowsModel;

protected:
    int columns() const override { return ColumnCount; }

    QVariant cell(int row, int column, int role) const override;
    QString headerCell(int column) const override;

    Qt::Alignment alignment(int column) const override
    {
        return column == TimeColumn ? Qt::AlignRight | Qt::AlignTop
                                    : Qt::AlignLeft | Qt::AlignVCenter;
    }
};

} // namespace faultline::ui
