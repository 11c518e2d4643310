// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/export_model.h"

#include "ui/models/roles.h"

#include <QLocale>

namespace faultline::ui {

QString ExportModel::text(const ExportRow& row, int column)
{
    switch (column) {
    case WhatColumn: return row.what;
    case BeforeColumn: return row.before;
    case AfterColumn: return row.isReplaced ? row.after : tr("left out");
    case PlacesColumn: return QLocale().toString(row.places);
    default: return {};
    }
}

QVariant ExportModel::cell(int index, int column, int role) const
{
    const ExportRow& each = row(index);
    switch (role) {
    case Qt::DisplayRole: return text(each, column);
    case Qt::ToolTipRole:
        return column == BeforeColumn || (column == AfterColumn && each.isReplaced)
                   ? QVariant(text(each, column))
                   : QVariant();
    case Qt::AccessibleTextRole:
        if (column != WhatColumn)
            return {};
        //: what a text is, the text, what stands in the file instead, number of places
        return tr("%1: %2 becomes %3, %4")
            .arg(each.what, each.before, text(each, AfterColumn), text(each, PlacesColumn));
    case FaceRole:
        return int(column == BeforeColumn || (column == AfterColumn && each.isReplaced)
                       ? Face::Fixed
                       : Face::Interface);
    case ToneRole:
        if (column == BeforeColumn)
            return int(Tone::Warn);
        if (column == AfterColumn)
            return int(each.isReplaced ? Tone::Ok : Tone::Dim);
        return int(Tone::Normal);
    case HatchRole: return column == AfterColumn && !each.isReplaced;
    default: return {};
    }
}

QString ExportModel::headerCell(int column) const
{
    switch (column) {
    case WhatColumn: return tr("What");
    case BeforeColumn: return tr("In the report");
    case AfterColumn: return tr("In the file");
    default: return tr("Places");
    }
}

Qt::Alignment ExportModel::alignment(int column) const
{
    return (column == PlacesColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

} // namespace faultline::ui
