// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/export_model.h"

#include "ui/models/roles.h"

#include <QLocale>

namespace faultline::ui {

ExportModel::Table ExportModel::table() const
{
    static constexpr TableColumn<ExportRow> kColumns[] = {
        {.id = WhatColumn,
         .title = [] { return tr("What"); },
         .text = field<&ExportRow::what>,
         .room = {.width = 20, .firmness = 1}},
        {.id = BeforeColumn,
         .title = [] { return tr("In the report"); },
         .text = field<&ExportRow::before>,
         .room = {.width = 0},
         .tone = Tone::Warn,
         .face = Face::Fixed},
        {.id = AfterColumn,
         .title = [] { return tr("In the file"); },
         .text = [](const ExportRow& row) -> QVariant {
             return row.isReplaced ? row.after : tr("left out");
         },
         .room = {.width = 34}},
        {.id = PlacesColumn,
         .title = [] { return tr("Places"); },
         .text = [](const ExportRow& row) -> QVariant { return QLocale().toString(row.places); },
         .room = {.width = 8, .firmness = 1},
         .isRight = true},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant ExportModel::cell(int index, int column, int role) const
{
    const ExportRow& each = row(index);
    switch (role) {
    case Qt::ToolTipRole:
        return column == BeforeColumn || (column == AfterColumn && each.isReplaced)
                   ? text(each, column)
                   : QVariant();
    case Qt::AccessibleTextRole:
        if (column != WhatColumn)
            return {};
        //: what a text is, the text, what stands in the file instead, number of places
        return tr("%1: %2 becomes %3, %4")
            .arg(each.what, each.before, text(each, AfterColumn).toString(),
                 text(each, PlacesColumn).toString());
    case FaceRole:
        if (column == AfterColumn)
            return int(each.isReplaced ? Face::Fixed : Face::Interface);
        break;
    case ToneRole:
        if (column == AfterColumn)
            return int(each.isReplaced ? Tone::Ok : Tone::Dim);
        break;
    case HatchRole: return column == AfterColumn && !each.isReplaced;
    default: break;
    }
    return cellOfColumn(each, column, role);
}

} // namespace faultline::ui
