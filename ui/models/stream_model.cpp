// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/stream_model.h"

namespace faultline::ui {

QVariant StreamModel::cell(int index, int column, int role) const
{
    const StreamRow& stream = row(index);
    switch (role) {
    case Qt::DisplayRole: return text(stream, column);
    case Qt::ToolTipRole: return stream.explanation;
    case Qt::AccessibleTextRole:
        //: a stream read as one sentence: type and number, size, offset, status
        return column == IndexColumn ? QVariant(tr("%1 (%2), %3 bytes at %4, %5")
                                                    .arg(stream.type, stream.number, stream.size,
                                                         stream.offset, stream.status))
                                     : QVariant();
    case BadgeRole: return int(column == StatusColumn ? stream.statusStyle : BadgeStyle::None);
    case ToneRole:
        return int(column == TypeColumn    ? Tone::Normal
                   : column == IndexColumn ? Tone::Faint
                                           : Tone::Dim);
    case FaceRole:
        return int(column == NumberColumn || column == OffsetColumn || column == SizeColumn
                       ? Face::Fixed
                       : Face::Interface);
    case SortRole: return sortKey(stream, column);
    case IdRole: return stream.index;
    default: return {};
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

QString StreamModel::text(const StreamRow& stream, int column) const
{
    switch (column) {
    case IndexColumn: return QString::number(stream.index);
    case TypeColumn: return stream.type;
    case NumberColumn: return stream.number;
    case VendorColumn: return stream.vendor;
    case OffsetColumn: return stream.offset;
    case SizeColumn: return stream.size;
    case StatusColumn: return stream.status;
    default: return {};
    }
}

QString StreamModel::headerCell(int column) const
{
    switch (column) {
    case IndexColumn: return tr("#");
    case TypeColumn: return tr("Type");
    case NumberColumn: return tr("Number");
    case VendorColumn: return tr("Vendor");
    case OffsetColumn: return tr("Offset");
    case SizeColumn: return tr("Size");
    case StatusColumn: return tr("Status");
    default: return {};
    }
}

Qt::Alignment StreamModel::alignment(int column) const
{
    const bool isNumber = column == IndexColumn || column == OffsetColumn || column == SizeColumn;
    return Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft);
}

} // namespace faultline::ui
