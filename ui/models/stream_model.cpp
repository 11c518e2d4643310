// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/stream_model.h"

namespace faultline::ui {

StreamModel::Table StreamModel::table() const
{
    static constexpr TableColumn<StreamRow> kColumns[] = {
        {.id = IndexColumn,
         .title = [] { return tr("#"); },
         .text = [](const StreamRow& row) -> QVariant { return QString::number(row.index); },
         .room = {.width = 4},
         .tone = Tone::Faint,
         .isRight = true},
        {.id = TypeColumn,
         .title = [] { return tr("Type"); },
         .text = field<&StreamRow::type>,
         .room = {.width = 0}},
        {.id = NumberColumn,
         .title = [] { return tr("Number"); },
         .text = field<&StreamRow::number>,
         .room = {.width = 11},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = VendorColumn,
         .title = [] { return tr("Vendor"); },
         .text = field<&StreamRow::vendor>,
         .room = {.width = 12},
         .tone = Tone::Dim},
        {.id = OffsetColumn,
         .title = [] { return tr("Offset"); },
         .text = field<&StreamRow::offset>,
         .room = {.width = 11},
         .tone = Tone::Dim,
         .face = Face::Fixed,
         .isRight = true},
        {.id = SizeColumn,
         .title = [] { return tr("Size"); },
         .text = field<&StreamRow::size>,
         .room = {.width = 10},
         .tone = Tone::Dim,
         .face = Face::Fixed,
         .isRight = true},
        {.id = StatusColumn,
         .title = [] { return tr("Status"); },
         .text = field<&StreamRow::status>,
         .room = {.width = 11},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant StreamModel::cell(int index, int column, int role) const
{
    const StreamRow& stream = row(index);
    switch (role) {
    case Qt::ToolTipRole: return stream.explanation;
    case Qt::AccessibleTextRole:
        //: a stream read as one sentence: type and number, size, offset, status
        return column == IndexColumn ? QVariant(tr("%1 (%2), %3 bytes at %4, %5")
                                                    .arg(stream.type, stream.number, stream.size,
                                                         stream.offset, stream.status))
                                     : QVariant();
    case BadgeRole: return int(column == StatusColumn ? stream.statusStyle : BadgeStyle::None);
    case SortRole: return sortKey(stream, column);
    case IdRole: return stream.index;
    default: return cellOfColumn(stream, column, role);
    }
}

QVariant StreamModel::sortKey(const StreamRow& stream, int column) const
{
    switch (column) {
    case IndexColumn: return stream.index;
    case SizeColumn: return stream.sizeBytes;
    case OffsetColumn: return stream.offsetValue;
    default: return text(stream, column);
    }
}

} // namespace faultline::ui
