// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/rows_model.h"

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

class ExportModel final : public RowsModel<ExportRow>
{
    Q_DECLARE_TR_FUNCTIONS(ExportModel)

public:
    enum Column { WhatColumn, BeforeColumn, AfterColumn, PlacesColumn, ColumnCount };

    using RowsModel::RowsModel;

protected:
    int columns() const override { return ColumnCount; }

    QVariant cell(int row, int column, int role) const override;
    QString headerCell(int column) const override;
    Qt::Alignment alignment(int column) const override;

private:
    static QString text(const ExportRow& row, int column);
};

} // namespace faultline::ui
