// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/candidate_model.h"

namespace faultline::ui {

QVariant CandidateModel::cell(int index, int column, int role) const
{
    const CandidateRow& candidate = row(index);
    switch (role) {
    case Qt::DisplayRole: return column == SourceColumn ? candidate.source : candidate.outcome;
    case Qt::ToolTipRole: return candidate.explanation;
    case Qt::AccessibleTextRole:
        if (column != SourceColumn)
            return {};
        return tr("%1, %2, %3").arg(candidate.source, candidate.outcome, candidate.location);
    case SecondLineRole: return column == SourceColumn ? QVariant(candidate.remark) : QVariant();
    case BadgeRole: return int(column == OutcomeColumn ? candidate.outcomeStyle : BadgeStyle::None);
    default: return {};
    }
}

QString CandidateModel::headerCell(int column) const
{
    return column == SourceColumn ? tr("Source") : tr("Result");
}

} // namespace faultline::ui
