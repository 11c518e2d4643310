// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/lock_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

namespace {

BadgeStyle badgeOf(const LockRow& lock)
{
    if (lock.holderKind == LockRow::Holder::Guess)
        return BadgeStyle::Guess;
    return lock.holderKind == LockRow::Holder::Missing ? BadgeStyle::Dashed : BadgeStyle::None;
}

} // namespace

LockModel::Table LockModel::table() const
{
    static constexpr TableColumn<LockRow> kColumns[] = {
        {.id = NameColumn,
         .title = [] { return tr("Lock"); },
         .text = field<&LockRow::name>,
         .room = {.width = 0},
         .face = Face::Fixed,
         .elide = Qt::ElideMiddle},
        {.id = KindColumn,
         .title = [] { return tr("Kind"); },
         .text = field<&LockRow::kind>,
         .room = {.width = 9, .firmness = 1},
         .tone = Tone::Dim},
        {.id = HolderColumn,
         .title = [] { return tr("Held by"); },
         .text = field<&LockRow::holder>,
         .room = {.width = 10, .firmness = 1},
         .tone = Tone::Dim},
        {.id = WaitersColumn,
         .title = [] { return tr("Waiting"); },
         .text = field<&LockRow::waiters>,
         .room = {.width = 10, .firmness = 1}},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant LockModel::cell(int index, int column, int role) const
{
    const LockRow& lock = row(index);
    switch (role) {
    case Qt::ToolTipRole: return lock.sentence;
    case Qt::AccessibleTextRole: return column == NameColumn ? QVariant(lock.sentence) : QVariant();
    case ToneRole:
        if (column == NameColumn && lock.isInDeadlock)
            return int(Tone::Crash);
        if (column == HolderColumn && lock.holderKind == LockRow::Holder::Known)
            return int(Tone::Normal);
        break;
    case BadgeRole: return int(column == HolderColumn ? badgeOf(lock) : BadgeStyle::None);
    case IdRole: return lock.index;
    default: break;
    }
    return cellOfColumn(lock, column, role);
}

QVariant LockModel::sortKey(const LockRow& lock, int column) const
{
    if (column == WaitersColumn)
        return qlonglong(lock.threads.size());
    return text(lock, column);
}

LockWordModel::Table LockWordModel::table() const
{
    static constexpr TableColumn<LockWordRow> kColumns[] = {
        {.id = AddressColumn,
         .title = [] { return tr("Address"); },
         .text = field<&LockWordRow::address>,
         .room = {.width = 15},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = WordColumn,
         .title = [] { return tr("Word"); },
         .text = field<&LockWordRow::word>,
         .room = {.width = 13},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = MeaningColumn,
         .title = [] { return tr("Meaning"); },
         .text = field<&LockWordRow::meaning>,
         .room = {.width = 0},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant LockWordModel::cell(int index, int column, int role) const
{
    const LockWordRow& word = row(index);
    switch (role) {
    case Qt::ToolTipRole: return word.meaning;
    case Qt::AccessibleTextRole:
        //: a word of memory: its address, its value, and what it means
        return column == AddressColumn
                   ? QVariant(tr("%1: %2, %3").arg(word.address, word.word, word.meaning))
                   : QVariant();
    case ToneRole:
        if (column != AddressColumn && word.namesHolder)
            return int(Tone::Normal);
        break;
    default: break;
    }
    return cellOfColumn(word, column, role);
}

} // namespace faultline::ui
