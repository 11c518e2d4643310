// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>

namespace faultline::ui {

struct PartRow
{
    QString name;       ///< Name within the container: "pending/first.dmp".
    QString path;       ///< The path that opens this crash file.
    QString kind{};     ///< "minidump", …; empty while it is unknown.
    QString sentence{}; ///< The cause, or why it cannot be read; empty while it is unknown.

    QString key() const { return path; }

    bool operator==(const PartRow&) const = default;
};

/// The crash files that one file or folder holds.
class PartModel final : public ColumnsModel<PartRow>
{
    Q_DECLARE_TR_FUNCTIONS(PartModel)

public:
    enum Column { NameColumn, KindColumn, SentenceColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

} // namespace faultline::ui
