// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/cache_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

QVariant CacheModel::cell(int index, int column, int role) const
{
    const CacheRow& cache = row(index);
    const QString title =
        cache.remark.isEmpty() ? cache.name : cache.name + QStringLiteral(" · ") + cache.remark;
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case NameColumn: return title;
        case SizeColumn: return cache.size;
        case EntriesColumn: return cache.entries;
        case OldestColumn: return cache.oldest;
        case KeptColumn: return cache.keptFor;
        default: return {};
        }
    case AmountRole: return column == AmountColumn ? QVariant(cache.perMille) : QVariant();
    case Qt::AccessibleTextRole:
        return column == NameColumn
                   //: a kind of cached files, its size, how many there are, how old and how long
                   //: kept
                   ? QVariant(
                         tr("%1, %2, %3 entries, oldest %4, kept for %5")
                             .arg(title, cache.size, cache.entries, cache.oldest, cache.keptFor))
                   : QVariant();
    case ToneRole:
        return int(column == NameColumn || column == SizeColumn ? Tone::Normal : Tone::Dim);
    default: return {};
    }
}

QString CacheModel::headerCell(int column) const
{
    switch (column) {
    case NameColumn: return tr("Kind");
    case SizeColumn: return tr("Size");
    case EntriesColumn: return tr("Entries");
    case OldestColumn: return tr("Oldest");
    case KeptColumn: return tr("Kept for");
    default: return {};
    }
}

Qt::Alignment CacheModel::alignment(int column) const
{
    const bool isNumber = column == SizeColumn || column == EntriesColumn;
    return (isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

} // namespace faultline::ui
