// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/evidence_model.h"

#include "ui/models/function_names.h"

namespace faultline::ui {

namespace {

Tone toneOf(const EvidenceRow& row, int column)
{
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

} // namespace

EvidenceModel::Table EvidenceModel::table() const
{
    static constexpr TableColumn<EvidenceRow> kColumns[] = {
        {.id = NumberColumn,
         .title = [] { return tr("#"); },
         .text = field<&EvidenceRow::number>,
         .room = {.width = 4, .firmness = 1.5},
         .tone = Tone::Faint},
        {.id = TextColumn,
         .title = [] { return tr("Frame, and the steps that were tried"); },
         .text = field<&EvidenceRow::text>,
         .room = {.width = 40}},
        {.id = TrustColumn,
         .title = [] { return tr("Trust"); },
         .text = field<&EvidenceRow::badge>,
         .room = {.width = 11, .firmness = 1.5}},
        {.id = RestsOnColumn,
         .title = [] { return tr("Rests on"); },
         .text = field<&EvidenceRow::restsOn>,
         .room = {.width = 0},
         .elide = Qt::ElideMiddle}, // The address comes last.
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant EvidenceModel::cell(int index, int column, int role) const
{
    const EvidenceRow& step = row(index);
    switch (role) {
    case Qt::ToolTipRole: return column == RestsOnColumn ? step.restsOn : step.sentence;
    case Qt::AccessibleTextRole: return column == TextColumn ? QVariant(step.sentence) : QVariant();
    case ToneRole:
        if (column != NumberColumn)
            return int(toneOf(step, column));
        break;
    case FaceRole: return int(column == TextColumn && step.isName ? Face::Fixed : Face::Interface);
    case BadgeRole: return int(column == TrustColumn ? step.badgeStyle : BadgeStyle::None);
    case IndentRole:
        return column == TextColumn && step.id.kind != EvidenceRow::Kind::Frame &&
                       step.id.kind != EvidenceRow::Kind::End
                   ? 2
                   : 0;
    case BranchRole: return column == TextColumn ? QVariant(int(step.branch)) : QVariant();
    case ShorterRole:
        return column == TextColumn && step.isName ? shorterNames(step.text) : QStringList();
    case KindRole: return int(step.id.kind);
    default: break;
    }
    return cellOfColumn(step, column, role);
}

SignatureTraceModel::Table SignatureTraceModel::table() const
{
    static constexpr TableColumn<SignatureRow> kColumns[] = {
        {.id = NumberColumn,
         .title = [] { return tr("#"); },
         .text = field<&SignatureRow::number>,
         .room = {.width = 4},
         .tone = Tone::Faint},
        {.id = TextColumn,
         .title = [] { return tr("Frame or step"); },
         .text = field<&SignatureRow::text>,
         .room = {.width = 40}},
        {.id = VerdictColumn,
         .title = [] { return tr("Verdict"); },
         .text = field<&SignatureRow::verdict>,
         .room = {.width = 16}},
        {.id = RuleColumn,
         .title = [] { return tr("Rule"); },
         .text = field<&SignatureRow::rule>,
         .room = {.width = 0},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant SignatureTraceModel::cell(int index, int column, int role) const
{
    const SignatureRow& step = row(index);
    switch (role) {
    case Qt::ToolTipRole: return text(step, column);
    case Qt::AccessibleTextRole:
        //: a frame or a step of a signature, what became of it, and by which rule
        return column == TextColumn
                   ? QVariant(tr("%1: %2, %3").arg(step.text, step.verdict, step.rule))
                   : QVariant();
    case FaceRole: return int(column == TextColumn && step.isFrame ? Face::Fixed : Face::Interface);
    case BadgeRole: return int(column == VerdictColumn ? step.badge : BadgeStyle::None);
    case ShorterRole:
        return column == TextColumn && step.isFrame ? shorterNames(step.text) : QStringList();
    default: return cellOfColumn(step, column, role);
    }
}

} // namespace faultline::ui
