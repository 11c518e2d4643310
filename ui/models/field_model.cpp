// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/field_model.h"

namespace faultline::ui {

namespace {

QString textOf(const FieldRow& row, int column)
{
    switch (column) {
    case FieldModel::NameColumn: return row.name;
    case FieldModel::OffsetColumn: return row.offset;
    case FieldModel::TypeColumn: return row.type;
    case FieldModel::ValueColumn: return row.value;
    case FieldModel::MeaningColumn: return row.meaning;
    default: return {};
    }
}

} // namespace

QVariant FieldModel::cell(int index, int column, int role) const
{
    const FieldRow& field = row(index);
    switch (role) {
    case Qt::DisplayRole: return textOf(field, column);
    case Qt::ToolTipRole: return column == NameColumn ? field.sentence : textOf(field, column);
    case Qt::AccessibleTextRole:
        return column == NameColumn ? QVariant(field.sentence) : QVariant();
    case ToneRole:
        return int(column == NameColumn || column == ValueColumn ? Tone::Normal : Tone::Dim);
    case FaceRole: return int(column == MeaningColumn ? Face::Interface : Face::Fixed);
    case IndentRole: return column == NameColumn ? field.depth : 0;
    case BranchRole: return column == NameColumn ? QVariant(int(field.branch)) : QVariant();
    case ElideRole: return int(Qt::ElideRight);
    case IdRole: return field.index;
    default: return {};
    }
}

QString FieldModel::headerCell(int column) const
{
    switch (column) {
    case NameColumn: return tr("Field");
    case OffsetColumn: return tr("Offset");
    case TypeColumn: return tr("Type");
    case ValueColumn: return tr("Value");
    case MeaningColumn: return tr("Means");
    default: return {};
    }
}

} // namespace faultline::ui
