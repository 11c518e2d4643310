// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/lock_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

namespace {

QString textOf(const LockRow& lock, int column)
{
    switch (column) {
    case LockModel::NameColumn: return lock.name;
    case LockModel::KindColumn: return lock.kind;
    case LockModel::HolderColumn: return lock.holder;
    case LockModel::WaitersColumn: return lock.waiters;
    default: return {};
    }
}

BadgeStyle badgeOf(const LockRow& lock)
{
    if (lock.holderKind == LockRow::Holder::Guess)
        return BadgeStyle::Guess;
    return lock.holderKind == LockRow::Holder::Missing ? BadgeStyle::Dashed : BadgeStyle::None;
}

Tone toneOf(const LockRow& lock, int column)
{
    if (column == LockModel::NameColumn)
        return lock.isInDeadlock ? Tone::Crash : Tone::Normal;
    const bool isKnown =
        column == LockModel::HolderColumn && lock.holderKind == LockRow::Holder::Known;
    return isKnown || column == LockModel::WaitersColumn ? Tone::Normal : Tone::Dim;
}

} // namespace

QVariant LockModel::cell(int index, int column, int role) const
{
    const LockRow& lock = row(index);
    switch (role) {
    case Qt::DisplayRole: return textOf(lock, column);
    case Qt::ToolTipRole: return lock.sentence;
    case Qt::AccessibleTextRole: return column == NameColumn ? QVariant(lock.sentence) : QVariant();
    case ToneRole: return int(toneOf(lock, column));
    case FaceRole: return int(column == NameColumn ? Face::Fixed : Face::Interface);
    case ElideRole: return int(column == NameColumn ? Qt::ElideMiddle : Qt::ElideRight);
    case BadgeRole: return int(column == HolderColumn ? badgeOf(lock) : BadgeStyle::None);
    case IdRole: return lock.index;
    default: return {};
    }
}

QString LockModel::headerCell(int column) const
{
    switch (column) {
    case NameColumn: return tr("Lock");
    case KindColumn: return tr("Kind");
    case HolderColumn: return tr("Held by");
    case WaitersColumn: return tr("Waiting");
    default: return {};
    }
}

QVariant LockModel::sortKey(const LockRow& lock, int column) const
{
    if (column == WaitersColumn)
        return qlonglong(lock.threads.size());
    return textOf(lock, column);
}

QVariant LockWordModel::cell(int index, int column, int role) const
{
    const LockWordRow& word = row(index);
    switch (role) {
    case Qt::DisplayRole:
        if (column == AddressColumn)
            return word.address;
        return column == WordColumn ? word.word : word.meaning;
    case Qt::ToolTipRole: return word.meaning;
    case Qt::AccessibleTextRole:
        //: a word of memory: its address, its value, and what it means
        return column == AddressColumn
                   ? QVariant(tr("%1: %2, %3").arg(word.address, word.word, word.meaning))
                   : QVariant();
    case ToneRole:
        if (column == AddressColumn)
            return int(Tone::Dim);
        return int(word.namesHolder ? Tone::Normal : Tone::Dim);
    case FaceRole: return int(column == MeaningColumn ? Face::Interface : Face::Fixed);
    default: return {};
    }
}

QString LockWordModel::headerCell(int column) const
{
    switch (column) {
    case AddressColumn: return tr("Address");
    case WordColumn: return tr("Word");
    case MeaningColumn: return tr("Meaning");
    default: return {};
    }
}

} // namespace faultline::ui
