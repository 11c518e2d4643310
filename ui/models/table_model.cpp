// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/table_model.h"

#include "ui/models/roles.h"
#include "ui/models/shown_text.h"
#include "ui/models/source_texts.h"

namespace faultline::ui {

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : rows();
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns();
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(alignment(index.column()));
    if (role == WholeTextRole)
        return cell(index.row(), index.column(), Qt::DisplayRole);
    QVariant value = cell(index.row(), index.column(), role);
    return value.typeId() == QMetaType::QString ? QVariant(shownText(value.toString())) : value;
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columns())
        return {};
    if (role == Qt::DisplayRole)
        return headerCell(section);
    if (role == EnglishRole) {
        const SourceTexts::Wanted english;
        return headerCell(section);
    }
    if (role == Qt::TextAlignmentRole)
        return int(alignment(section));
    if (role == RoomRole)
        return QVariant::fromValue(room(section));
    return {};
}

} // namespace faultline::ui
