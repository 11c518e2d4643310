// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/rows_model.h"

#include <QCoreApplication>

namespace faultline::ui {

struct RegisterRow
{
    QString name;
    QString value; ///< "0x00007f39e8000b20"; empty when the walker could not recover the register.
    QString pointsTo;               ///< "stack + 0x61a0", "libscene.so+0x412e6", …
    bool formsFaultAddress = false; ///< The register holds the address of the fault, or the
                                    ///< instruction computes that address from it.

    QString key() const { return name; }

    bool operator==(const RegisterRow&) const = default;
};

/// The registers of one frame.
class RegisterModel final : public RowsModel<RegisterRow>
{
    Q_DECLARE_TR_FUNCTIONS(RegisterModel)

public:
    enum Column { NameColumn, ValueColumn, PointsToColumn, ColumnCount };

    using RowsModel::RowsModel;

protected:
    int columns() const override { return ColumnCount; }

    QVariant cell(int row, int column, int role) const override;
    QString headerCell(int column) const override;

private:
    QString text(const RegisterRow& reg, int column) const;
    QString sentence(const RegisterRow& reg) const;
};

} // namespace faultline::ui
