// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/memory_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

namespace {

Tone toneOf(const MemoryRow& row, int column)
{
    if (column == MemoryModel::AddressColumn)
        return row.isPlace ? Tone::Normal : Tone::Dim;
    if (row.isAbsent)
        return Tone::Faint;
    return column == MemoryModel::WordsColumn && !row.isFromFile ? Tone::Normal : Tone::Dim;
}

} // namespace

MemoryModel::Table MemoryModel::table() const
{
    static constexpr TableColumn<MemoryRow> kColumns[] = {
        {.id = AddressColumn,
         .title = [] { return tr("Address"); },
         .text = field<&MemoryRow::addressText>,
         .room = {.width = 17, .firmness = 1, .isWhole = true},
         .face = Face::Fixed},
        {.id = WordsColumn,
         .title = [] { return tr("Words"); },
         .text = field<&MemoryRow::words>,
         .room = {.width = 20, .firmness = 1, .isWhole = true},
         .face = Face::Fixed},
        {.id = TextColumn,
         .title = [] { return tr("Text"); },
         .text = field<&MemoryRow::text>,
         .room = {.width = 10, .firmness = 1},
         .face = Face::Fixed},
        {.id = MeaningColumn,
         .title = [] { return tr("Meaning"); },
         .text = field<&MemoryRow::meaning>,
         .room = {.width = 0}},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant MemoryModel::cell(int index, int column, int role) const
{
    const MemoryRow& memory = row(index);
    switch (role) {
    case Qt::ToolTipRole: return memory.sentence;
    case Qt::AccessibleTextRole:
        return column == AddressColumn ? QVariant(memory.sentence) : QVariant();
    case HatchRole: return memory.isAbsent && (column == WordsColumn || column == TextColumn);
    case ToneRole: return int(toneOf(memory, column));
    default: return cellOfColumn(memory, column, role);
    }
}

RegionModel::Table RegionModel::table() const
{
    static constexpr TableColumn<RegionRow> kColumns[] = {
        {.id = StartColumn,
         .title = [] { return tr("Start"); },
         .text = field<&RegionRow::start>,
         .room = {.width = 17, .firmness = 1, .isWhole = true},
         .face = Face::Fixed},
        {.id = EndColumn,
         .title = [] { return tr("End"); },
         .text = field<&RegionRow::end>,
         .room = {.width = 17, .firmness = 1, .isWhole = true},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = SizeColumn,
         .title = [] { return tr("Size"); },
         .text = field<&RegionRow::size>,
         .room = {.width = 10},
         .isRight = true},
        {.id = AccessColumn,
         .title = [] { return tr("Access"); },
         .text = field<&RegionRow::access>,
         .room = {.width = 7},
         .face = Face::Fixed},
        {.id = KindColumn,
         .title = [] { return tr("Kind"); },
         .text = field<&RegionRow::kind>,
         .room = {.width = 10}},
        {.id = OwnerColumn,
         .title = [] { return tr("Owner"); },
         .text = field<&RegionRow::owner>,
         .room = {.width = 0},
         .elide = Qt::ElideLeft},
        {.id = SavedColumn,
         .title = [] { return tr("In dump"); },
         .text = field<&RegionRow::saved>,
         .room = {.width = 10},
         .isRight = true},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant RegionModel::cell(int index, int column, int role) const
{
    const RegionRow& region = row(index);
    switch (role) {
    case Qt::ToolTipRole: return region.sentence;
    case Qt::AccessibleTextRole:
        return column == StartColumn ? QVariant(region.sentence) : QVariant();
    case ToneRole:
        if (region.isFault && column == OwnerColumn)
            return int(Tone::Crash);
        if (region.isGap)
            return int(Tone::Dim);
        if (column == SavedColumn && region.savedBytes == 0)
            return int(Tone::Faint);
        break;
    default: break;
    }
    return cellOfColumn(region, column, role);
}

} // namespace faultline::ui
