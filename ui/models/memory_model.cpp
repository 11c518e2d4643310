// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/memory_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

namespace {

QString textOf(const MemoryRow& row, int column)
{
    switch (column) {
    case MemoryModel::AddressColumn: return row.addressText;
    case MemoryModel::WordsColumn: return row.words;
    case MemoryModel::TextColumn: return row.text;
    case MemoryModel::MeaningColumn: return row.meaning;
    default: return {};
    }
}

Tone toneOf(const MemoryRow& row, int column)
{
    if (column == MemoryModel::AddressColumn)
        return row.isPlace ? Tone::Normal : Tone::Dim;
    if (row.isAbsent)
        return Tone::Faint;
    return column == MemoryModel::WordsColumn && !row.isFromFile ? Tone::Normal : Tone::Dim;
}

QString textOf(const RegionRow& row, int column)
{
    switch (column) {
    case RegionModel::StartColumn: return row.start;
    case RegionModel::EndColumn: return row.end;
    case RegionModel::SizeColumn: return row.size;
    case RegionModel::AccessColumn: return row.access;
    case RegionModel::KindColumn: return row.kind;
    case RegionModel::OwnerColumn: return row.owner;
    case RegionModel::SavedColumn: return row.saved;
    default: return {};
    }
}

Tone toneOf(const RegionRow& row, int column)
{
    if (row.isFault && column == RegionModel::OwnerColumn)
        return Tone::Crash;
    if (row.isGap || column == RegionModel::EndColumn)
        return Tone::Dim;
    return column == RegionModel::SavedColumn && row.savedBytes == 0 ? Tone::Faint : Tone::Normal;
}

} // namespace

QVariant MemoryModel::cell(int index, int column, int role) const
{
    const MemoryRow& memory = row(index);
    switch (role) {
    case Qt::DisplayRole: return textOf(memory, column);
    case Qt::ToolTipRole: return memory.sentence;
    case Qt::AccessibleTextRole:
        return column == AddressColumn ? QVariant(memory.sentence) : QVariant();
    case HatchRole: return memory.isAbsent && (column == WordsColumn || column == TextColumn);
    case ToneRole: return int(toneOf(memory, column));
    case FaceRole: return int(column == MeaningColumn ? Face::Interface : Face::Fixed);
    default: return {};
    }
}

QString MemoryModel::headerCell(int column) const
{
    switch (column) {
    case AddressColumn: return tr("Address");
    case WordsColumn: return tr("Words");
    case TextColumn: return tr("Text");
    case MeaningColumn: return tr("Meaning");
    default: return {};
    }
}

QVariant RegionModel::cell(int index, int column, int role) const
{
    const RegionRow& region = row(index);
    const bool isFixed = column == StartColumn || column == EndColumn || column == AccessColumn;
    switch (role) {
    case Qt::DisplayRole: return textOf(region, column);
    case Qt::ToolTipRole: return region.sentence;
    case Qt::AccessibleTextRole:
        return column == StartColumn ? QVariant(region.sentence) : QVariant();
    case ToneRole: return int(toneOf(region, column));
    case FaceRole: return int(isFixed ? Face::Fixed : Face::Interface);
    case ElideRole: return int(column == OwnerColumn ? Qt::ElideLeft : Qt::ElideRight);
    default: return {};
    }
}

QString RegionModel::headerCell(int column) const
{
    switch (column) {
    case StartColumn: return tr("Start");
    case EndColumn: return tr("End");
    case SizeColumn: return tr("Size");
    case AccessColumn: return tr("Access");
    case KindColumn: return tr("Kind");
    case OwnerColumn: return tr("Owner");
    case SavedColumn: return tr("In dump");
    default: return {};
    }
}

Qt::Alignment RegionModel::alignment(int column) const
{
    const bool isAmount = column == SizeColumn || column == SavedColumn;
    return Qt::AlignVCenter | (isAmount ? Qt::AlignRight : Qt::AlignLeft);
}

} // namespace faultline::ui
