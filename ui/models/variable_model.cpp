// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/variable_model.h"

namespace faultline::ui {

namespace {

bool isRemark(const VariableRow& row)
{
    return row.id.kind == VariableRow::Kind::More || row.id.kind == VariableRow::Kind::Reading;
}

Tone toneOf(const VariableRow& row, int column)
{
    if (isRemark(row) || column == VariableModel::TypeColumn)
        return Tone::Dim;
    if (column != VariableModel::ValueColumn)
        return Tone::Normal;
    return row.isGuessed ? Tone::Guessed : row.isQuiet ? Tone::Dim : Tone::Normal;
}

} // namespace

VariableModel::Table VariableModel::table() const
{
    static constexpr TableColumn<VariableRow> kColumns[] = {
        {.id = NameColumn,
         .title = [] { return tr("Name"); },
         .text = field<&VariableRow::name>,
         .room = {.width = 0},
         .face = Face::Fixed},
        {.id = ValueColumn,
         .title = [] { return tr("Value"); },
         .text = field<&VariableRow::value>,
         .room = {.width = 21, .firmness = 1},
         .face = Face::Fixed},
        {.id = TypeColumn,
         .title = [] { return tr("Type"); },
         .text = field<&VariableRow::type>,
         .room = {.width = 24},
         .face = Face::Fixed,
         .elide = Qt::ElideMiddle},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant VariableModel::cell(int index, int column, int role) const
{
    const VariableRow& value = row(index);
    switch (role) {
    case Qt::ToolTipRole:
        if (column == ValueColumn && !value.note.isEmpty())
            return value.note;
        return column == NameColumn ? value.sentence : QVariant(text(value, column));
    case Qt::AccessibleTextRole:
        return column == NameColumn ? QVariant(value.sentence) : QVariant();
    case ToneRole: return int(toneOf(value, column));
    case FaceRole:
        if (isRemark(value))
            return int(Face::Interface);
        break;
    case BadgeRole:
        return int(column == ValueColumn && value.isAbsent ? BadgeStyle::Dashed : BadgeStyle::None);
    case IndentRole: return column == NameColumn ? value.depth : 0;
    case BranchRole: return column == NameColumn ? QVariant(int(value.branch)) : QVariant();
    default: break;
    }
    return cellOfColumn(value, column, role);
}

} // namespace faultline::ui
