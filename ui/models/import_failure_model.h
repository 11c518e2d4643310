// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// A file of an import that could not be read.
struct ImportFailure
{
    QString path;
    QString problem;

    QString key() const { return path; }

    bool operator==(const ImportFailure&) const = default;
};

/// The files that an import could not read, with the reasons.
class ImportFailureModel final : public ColumnsModel<ImportFailure>
{
    Q_DECLARE_TR_FUNCTIONS(ImportFailureModel)

public:
    enum Column { FileColumn, ProblemColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

} // namespace faultline::ui
