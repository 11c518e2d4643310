// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/field_model.h"

namespace faultline::ui {

FieldModel::Table FieldModel::table() const
{
    static constexpr TableColumn<FieldRow> kColumns[] = {
        {.id = NameColumn,
         .title = [] { return tr("Field"); },
         .text = field<&FieldRow::name>,
         .room = {.width = 28},
         .face = Face::Fixed},
        {.id = OffsetColumn,
         .title = [] { return tr("Offset"); },
         .text = field<&FieldRow::offset>,
         .room = {.width = 8},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = TypeColumn,
         .title = [] { return tr("Type"); },
         .text = field<&FieldRow::type>,
         .room = {.width = 10},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = ValueColumn,
         .title = [] { return tr("Value"); },
         .text = field<&FieldRow::value>,
         .room = {.width = 20},
         .face = Face::Fixed},
        {.id = MeaningColumn,
         .title = [] { return tr("Means"); },
         .text = field<&FieldRow::meaning>,
         .room = {.width = 0},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant FieldModel::cell(int index, int column, int role) const
{
    const FieldRow& field = row(index);
    switch (role) {
    case Qt::ToolTipRole: return column == NameColumn ? field.sentence : text(field, column);
    case Qt::AccessibleTextRole:
        return column == NameColumn ? QVariant(field.sentence) : QVariant();
    case IndentRole: return column == NameColumn ? field.depth : 0;
    case BranchRole: return column == NameColumn ? QVariant(int(field.branch)) : QVariant();
    case IdRole: return field.index;
    default: return cellOfColumn(field, column, role);
    }
}

} // namespace faultline::ui
