// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/evidence_model.h"

#include "ui/models/function_names.h"

namespace faultline::ui {

namespace {

QString textOf(const EvidenceRow& row, int column)
{
    switch (column) {
    case EvidenceModel::NumberColumn: return row.number;
    case EvidenceModel::TextColumn: return row.text;
    case EvidenceModel::TrustColumn: return row.badge;
    case EvidenceModel::RestsOnColumn: return row.restsOn;
    default: return {};
    }
}

Tone toneOf(const EvidenceRow& row, int column)
{
    if (column == EvidenceModel::NumberColumn)
        return Tone::Faint;
    if (row.isGuessed)
        return Tone::Guessed;
    const bool isDim = row.isQuiet || row.id.kind == EvidenceRow::Kind::Elsewhere ||
                       row.id.kind == EvidenceRow::Kind::End;
    const bool isFrameRemark =
        row.id.kind == EvidenceRow::Kind::Frame && column == EvidenceModel::RestsOnColumn;
    if (column == EvidenceModel::RestsOnColumn)
        return isDim || isFrameRemark ? Tone::Dim : Tone::Normal;
    return row.id.kind == EvidenceRow::Kind::Elsewhere || row.id.kind == EvidenceRow::Kind::End
               ? Tone::Dim
               : Tone::Normal;
}

QString textOf(const SignatureRow& row, int column)
{
    switch (column) {
    case SignatureTraceModel::NumberColumn: return row.number;
    case SignatureTraceModel::TextColumn: return row.text;
    case SignatureTraceModel::VerdictColumn: return row.verdict;
    case SignatureTraceModel::RuleColumn: return row.rule;
    default: return {};
    }
}

} // namespace

QVariant EvidenceModel::cell(int index, int column, int role) const
{
    const EvidenceRow& step = row(index);
    switch (role) {
    case Qt::DisplayRole: return textOf(step, column);
    case Qt::ToolTipRole: return column == RestsOnColumn ? step.restsOn : step.sentence;
    case Qt::AccessibleTextRole: return column == TextColumn ? QVariant(step.sentence) : QVariant();
    case Qt::TextAlignmentRole:
        return column == NumberColumn ? QVariant(int(Qt::AlignVCenter | Qt::AlignRight))
                                      : QVariant();
    case ToneRole: return int(toneOf(step, column));
    case FaceRole: return int(column == TextColumn && step.isName ? Face::Fixed : Face::Interface);
    case BadgeRole: return int(column == TrustColumn ? step.badgeStyle : BadgeStyle::None);
    case IndentRole:
        return column == TextColumn && step.id.kind != EvidenceRow::Kind::Frame &&
                       step.id.kind != EvidenceRow::Kind::End
                   ? 2
                   : 0;
    case BranchRole: return column == TextColumn ? QVariant(int(step.branch)) : QVariant();
    case ElideRole: // The address comes last.
        return int(column == RestsOnColumn ? Qt::ElideMiddle : Qt::ElideRight);
    case ShorterRole:
        return column == TextColumn && step.isName ? shorterNames(step.text) : QStringList();
    case KindRole: return int(step.id.kind);
    default: return {};
    }
}

QString EvidenceModel::headerCell(int column) const
{
    switch (column) {
    case NumberColumn: return tr("#");
    case TextColumn: return tr("Frame, and the steps that were tried");
    case TrustColumn: return tr("Trust");
    case RestsOnColumn: return tr("Rests on");
    default: return {};
    }
}

QVariant SignatureTraceModel::cell(int index, int column, int role) const
{
    const SignatureRow& step = row(index);
    switch (role) {
    case Qt::DisplayRole: return textOf(step, column);
    case Qt::ToolTipRole: return textOf(step, column);
    case Qt::AccessibleTextRole:
        //: a frame or a step of a signature, what became of it, and by which rule
        return column == TextColumn
                   ? QVariant(tr("%1: %2, %3").arg(step.text, step.verdict, step.rule))
                   : QVariant();
    case Qt::TextAlignmentRole:
        return column == NumberColumn ? QVariant(int(Qt::AlignVCenter | Qt::AlignRight))
                                      : QVariant();
    case ToneRole:
        if (column == NumberColumn)
            return int(Tone::Faint);
        return int(column == RuleColumn ? Tone::Dim : Tone::Normal);
    case FaceRole: return int(column == TextColumn && step.isFrame ? Face::Fixed : Face::Interface);
    case BadgeRole: return int(column == VerdictColumn ? step.badge : BadgeStyle::None);
    case ShorterRole:
        return column == TextColumn && step.isFrame ? shorterNames(step.text) : QStringList();
    default: return {};
    }
}

QString SignatureTraceModel::headerCell(int column) const
{
    switch (column) {
    case NumberColumn: return tr("#");
    case TextColumn: return tr("Frame or step");
    case VerdictColumn: return tr("Verdict");
    case RuleColumn: return tr("Rule");
    default: return {};
    }
}

} // namespace faultline::ui
