// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/rules_model.h"

namespace faultline::ui {

namespace {

BadgeStyle badgeOf(RuleMoveRow::Fate fate)
{
    switch (fate) {
    case RuleMoveRow::Fate::Stays: return BadgeStyle::Plain;
    case RuleMoveRow::Fate::Moves: return BadgeStyle::Warn;
    case RuleMoveRow::Fate::New: return BadgeStyle::Accent;
    case RuleMoveRow::Fate::Joins: return BadgeStyle::Inline;
    }
    return BadgeStyle::Plain;
}

} // namespace

QString RuleMoveModel::fateText(RuleMoveRow::Fate fate)
{
    switch (fate) {
    case RuleMoveRow::Fate::Stays: return tr("stay");
    case RuleMoveRow::Fate::Moves: return tr("renamed");
    case RuleMoveRow::Fate::New: return tr("new group");
    case RuleMoveRow::Fate::Joins: return tr("merged");
    }
    return {};
}

RuleMoveModel::Table RuleMoveModel::table() const
{
    static constexpr TableColumn<RuleMoveRow> kColumns[] = {
        {.id = BeforeColumn,
         .title = [] { return tr("Now"); },
         .text = field<&RuleMoveRow::before>,
         .room = {.width = 30},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = AfterColumn,
         .title = [] { return tr("Then"); },
         .text = field<&RuleMoveRow::after>,
         .room = {.width = 0},
         .face = Face::Fixed},
        {.id = ReportsColumn,
         .title = [] { return tr("Reports"); },
         .text = field<&RuleMoveRow::reports>,
         .room = {.width = 9, .firmness = 1},
         .isRight = true},
        {.id = FateColumn,
         .text = [](const RuleMoveRow& row) -> QVariant { return fateText(row.fate); },
         .room = {.width = 12, .firmness = 1}},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant RuleMoveModel::cell(int index, int column, int role) const
{
    const RuleMoveRow& each = row(index);
    switch (role) {
    case Qt::ToolTipRole:
        return column == BeforeColumn  ? QVariant(each.before)
               : column == AfterColumn ? QVariant(each.after)
                                       : QVariant();
    case Qt::AccessibleTextRole:
        if (column != BeforeColumn)
            return {};
        //: a signature, a number of reports, their new signature, what becomes of them
        return tr("%1: %2 get %3, %4")
            .arg(each.before, each.reports, each.after, fateText(each.fate));
    case BadgeRole: return int(column == FateColumn ? badgeOf(each.fate) : BadgeStyle::None);
    default: return cellOfColumn(each, column, role);
    }
}

QString RuleTraceModel::sentence(const RuleTraceRow& row)
{
    if (row.isSame())
        return tr("%1: %2, %3, as now").arg(row.text, row.now, row.nowBecause);
    //: a frame, what becomes of it now and why, what becomes of it then and why
    return tr("%1: now %2, %3; then %4, %5")
        .arg(row.text, row.now, row.nowBecause, row.then, row.thenBecause);
}

RuleTraceModel::Table RuleTraceModel::table() const
{
    static constexpr TableColumn<RuleTraceRow> kColumns[] = {
        {.id = NumberColumn,
         .text = field<&RuleTraceRow::number>,
         .room = {.width = 4},
         .tone = Tone::Dim,
         .isRight = true},
        {.id = TextColumn,
         .title = [] { return tr("Frame or step"); },
         .text = field<&RuleTraceRow::text>,
         .room = {.width = 0}},
        {.id = NowColumn,
         .title = [] { return tr("Now"); },
         .text = field<&RuleTraceRow::now>,
         .room = {.width = 16, .firmness = 1},
         .tone = Tone::Dim},
        {.id = NowBecauseColumn,
         .title = [] { return tr("Because"); },
         .text = field<&RuleTraceRow::nowBecause>,
         .room = {.width = 20},
         .tone = Tone::Dim},
        {.id = ThenColumn,
         .title = [] { return tr("Then"); },
         .text = field<&RuleTraceRow::then>,
         .room = {.width = 16, .firmness = 1},
         .tone = Tone::Dim},
        {.id = ThenBecauseColumn,
         .title = [] { return tr("Because"); },
         .text = field<&RuleTraceRow::thenBecause>,
         .room = {.width = 20},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant RuleTraceModel::cell(int index, int column, int role) const
{
    const RuleTraceRow& each = row(index);
    switch (role) {
    case Qt::ToolTipRole: return column == NumberColumn ? QVariant() : text(each, column);
    case Qt::AccessibleTextRole:
        return column == TextColumn ? QVariant(sentence(each)) : QVariant();
    case FaceRole: return int(column == TextColumn && each.isFrame ? Face::Fixed : Face::Interface);
    case ToneRole:
        if (column == ThenBecauseColumn && !each.isSame())
            return int(Tone::Normal);
        break;
    case BadgeRole:
        if (column == NowColumn)
            return int(each.nowBadge);
        return int(column == ThenColumn ? each.thenBadge : BadgeStyle::None);
    case GroundRole: return each.isSame() ? QVariant() : QVariant(int(BadgeStyle::Ok));
    default: break;
    }
    return cellOfColumn(each, column, role);
}

} // namespace faultline::ui
