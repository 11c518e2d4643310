// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/cache_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

namespace {

QString titleOf(const CacheRow& cache)
{
    return cache.remark.isEmpty() ? cache.name : cache.name + QStringLiteral(" · ") + cache.remark;
}

} // namespace

CacheModel::Table CacheModel::table() const
{
    static constexpr TableColumn<CacheRow> kColumns[] = {
        {.id = NameColumn,
         .title = [] { return tr("Kind"); },
         .text = [](const CacheRow& row) -> QVariant { return titleOf(row); },
         .room = {.width = 30}},
        {.id = AmountColumn, .room = {.width = 0}, .tone = Tone::Dim},
        {.id = SizeColumn,
         .title = [] { return tr("Size"); },
         .text = field<&CacheRow::size>,
         .room = {.width = 10, .firmness = 1},
         .isRight = true},
        {.id = EntriesColumn,
         .title = [] { return tr("Entries"); },
         .text = field<&CacheRow::entries>,
         .room = {.width = 10, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
        {.id = OldestColumn,
         .title = [] { return tr("Oldest"); },
         .text = field<&CacheRow::oldest>,
         .room = {.width = 12, .firmness = 1},
         .tone = Tone::Dim},
        {.id = KeptColumn,
         .title = [] { return tr("Kept for"); },
         .text = field<&CacheRow::keptFor>,
         .room = {.width = 12, .firmness = 1},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant CacheModel::cell(int index, int column, int role) const
{
    const CacheRow& cache = row(index);
    switch (role) {
    case AmountRole: return column == AmountColumn ? QVariant(cache.perMille) : QVariant();
    case Qt::AccessibleTextRole:
        return column == NameColumn
                   //: a kind of cached files, its size, how many there are, how old and how long
                   //: kept
                   ? QVariant(tr("%1, %2, %3 entries, oldest %4, kept for %5")
                                  .arg(titleOf(cache), cache.size, cache.entries, cache.oldest,
                                       cache.keptFor))
                   : QVariant();
    default: return cellOfColumn(cache, column, role);
    }
}

} // namespace faultline::ui
