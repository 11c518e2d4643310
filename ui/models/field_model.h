// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/roles.h"

#include <QCoreApplication>
#include <QString>

namespace faultline::ui {

/// A field of a stream or note as finished texts.
struct FieldRow
{
    int index = 0; ///< Of the decoded fields.
    int depth = 0;
    QString name;
    QString offset;
    QString type;
    QString value;
    QString meaning;
    Group branch = Group::None;
    qint64 firstByte = 0;
    qint64 sizeBytes = 0;
    QString sentence;

    int key() const { return index; }

    bool operator==(const FieldRow&) const = default;
};

/// What the bytes of a stream say, records with their fields below them.
class FieldModel final : public ColumnsModel<FieldRow>
{
    Q_DECLARE_TR_FUNCTIONS(FieldModel)

public:
    enum Column { NameColumn, OffsetColumn, TypeColumn, ValueColumn, MeaningColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

} // namespace faultline::ui
