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

QVariant RuleMoveModel::cell(int index, int column, int role) const
{
    const RuleMoveRow& each = row(index);
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case BeforeColumn: return each.before;
        case AfterColumn: return each.after;
        case ReportsColumn: return each.reports;
        default: return fateText(each.fate);
        }
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
    case FaceRole:
        return int(column == BeforeColumn || column == AfterColumn ? Face::Fixed : Face::Interface);
    case ToneRole: return int(column == BeforeColumn ? Tone::Dim : Tone::Normal);
    case BadgeRole: return int(column == FateColumn ? badgeOf(each.fate) : BadgeStyle::None);
    default: return {};
    }
}

QString RuleMoveModel::headerCell(int column) const
{
    switch (column) {
    case BeforeColumn: return tr("Now");
    case AfterColumn: return tr("Then");
    case ReportsColumn: return tr("Reports");
    default: return {};
    }
}

Qt::Alignment RuleMoveModel::alignment(int column) const
{
    return (column == ReportsColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

QString RuleTraceModel::text(const RuleTraceRow& row, int column)
{
    switch (column) {
    case NumberColumn: return row.number;
    case TextColumn: return row.text;
    case NowColumn: return row.now;
    case NowBecauseColumn: return row.nowBecause;
    case ThenColumn: return row.then;
    case ThenBecauseColumn: return row.thenBecause;
    default: return {};
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

QVariant RuleTraceModel::cell(int index, int column, int role) const
{
    const RuleTraceRow& each = row(index);
    switch (role) {
    case Qt::DisplayRole: return text(each, column);
    case Qt::ToolTipRole: return column == NumberColumn ? QVariant() : text(each, column);
    case Qt::AccessibleTextRole:
        return column == TextColumn ? QVariant(sentence(each)) : QVariant();
    case FaceRole: return int(column == TextColumn && each.isFrame ? Face::Fixed : Face::Interface);
    case ToneRole:
        if (column == TextColumn)
            return int(Tone::Normal);
        return int(!each.isSame() && column == ThenBecauseColumn ? Tone::Normal : Tone::Dim);
    case BadgeRole:
        if (column == NowColumn)
            return int(each.nowBadge);
        return int(column == ThenColumn ? each.thenBadge : BadgeStyle::None);
    case GroundRole: return each.isSame() ? QVariant() : QVariant(int(BadgeStyle::Ok));
    default: return {};
    }
}

QString RuleTraceModel::headerCell(int column) const
{
    switch (column) {
    case TextColumn: return tr("Frame or step");
    case NowColumn: return tr("Now");
    case ThenColumn: return tr("Then");
    case NowBecauseColumn:
    case ThenBecauseColumn: return tr("Because");
    default: return {};
    }
}

Qt::Alignment RuleTraceModel::alignment(int column) const
{
    return (column == NumberColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

} // namespace faultline::ui
