// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// The secrets of one source, as finished texts.
struct CredentialRow
{
    int index = 0; ///< Position in the list; sources may share a name.
    QString source;
    QString kind;
    QString place;
    bool isMissing = false;

    int key() const { return index; }

    bool operator==(const CredentialRow&) const = default;
};

class CredentialModel final : public ColumnsModel<CredentialRow>
{
    Q_DECLARE_TR_FUNCTIONS(CredentialModel)

public:
    enum Column { SourceColumn, KindColumn, PlaceColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

} // namespace faultline::ui
