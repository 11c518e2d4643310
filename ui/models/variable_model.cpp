// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/variable_model.h"

namespace faultline::ui {

namespace {

QString textOf(const VariableRow& row, int column)
{
    switch (column) {
    case VariableModel::NameColumn: return row.name;
    case VariableModel::ValueColumn: return row.value;
    case VariableModel::TypeColumn: return row.type;
    default: return {};
    }
}

Tone toneOf(const VariableRow& row, int column)
{
    const bool isRemark =
        row.id.kind == VariableRow::Kind::More || row.id.kind == VariableRow::Kind::Reading;
    if (isRemark || column == VariableModel::TypeColumn)
        return Tone::Dim;
    if (column != VariableModel::ValueColumn)
        return Tone::Normal;
    return row.isGuessed ? Tone::Guessed : row.isQuiet ? Tone::Dim : Tone::Normal;
}

} // namespace

QVariant VariableModel::cell(int index, int column, int role) const
{
    const VariableRow& value = row(index);
    switch (role) {
    case Qt::DisplayRole: return textOf(value, column);
    case Qt::ToolTipRole:
        if (column == ValueColumn && !value.note.isEmpty())
            return value.note;
        return column == NameColumn ? value.sentence : textOf(value, column);
    case Qt::AccessibleTextRole:
        return column == NameColumn ? QVariant(value.sentence) : QVariant();
    case ToneRole: return int(toneOf(value, column));
    case FaceRole:
        return int(value.id.kind == VariableRow::Kind::More ||
                           value.id.kind == VariableRow::Kind::Reading
                       ? Face::Interface
                       : Face::Fixed);
    case BadgeRole:
        return int(column == ValueColumn && value.isAbsent ? BadgeStyle::Dashed : BadgeStyle::None);
    case IndentRole: return column == NameColumn ? value.depth : 0;
    case BranchRole: return column == NameColumn ? QVariant(int(value.branch)) : QVariant();
    case ElideRole: return int(column == TypeColumn ? Qt::ElideMiddle : Qt::ElideRight);
    default: return {};
    }
}

QString VariableModel::headerCell(int column) const
{
    switch (column) {
    case NameColumn: return tr("Name");
    case ValueColumn: return tr("Value");
    case TypeColumn: return tr("Type");
    default: return {};
    }
}

} // namespace faultline::ui
