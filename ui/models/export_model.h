// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>
#include <QString>

namespace faultline::ui {

/// A text that an export leaves out, or replaces.
struct ExportRow
{
    QString what;   ///< "Environment", "Name of a user".
    QString before; ///< As it is in the report.
    QString after;  ///< As it is in the file; empty for what is left out.
    qulonglong places = 0;
    bool isReplaced = false;
    int at = 0;

    int key() const { return at; }

    bool operator==(const ExportRow&) const = default;
};

class ExportModel final : public ColumnsModel<ExportRow>
{
    Q_DECLARE_TR_FUNCTIONS(ExportModel)

public:
    enum Column { WhatColumn, BeforeColumn, AfterColumn, PlacesColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

} // namespace faultline::ui
