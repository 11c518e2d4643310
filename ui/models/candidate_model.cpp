// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/candidate_model.h"

namespace faultline::ui {

CandidateModel::Table CandidateModel::table() const
{
    static constexpr TableColumn<CandidateRow> kColumns[] = {
        {.id = SourceColumn,
         .title = [] { return tr("Source"); },
         .text = field<&CandidateRow::source>,
         .room = {.width = 0}},
        {.id = OutcomeColumn,
         .title = [] { return tr("Result"); },
         .text = field<&CandidateRow::outcome>,
         .room = {.width = 26}},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant CandidateModel::cell(int index, int column, int role) const
{
    const CandidateRow& candidate = row(index);
    switch (role) {
    case Qt::ToolTipRole: return candidate.explanation;
    case Qt::AccessibleTextRole:
        if (column != SourceColumn)
            return {};
        return tr("%1, %2, %3").arg(candidate.source, candidate.outcome, candidate.location);
    case SecondLineRole: return column == SourceColumn ? QVariant(candidate.remark) : QVariant();
    case BadgeRole: return int(column == OutcomeColumn ? candidate.outcomeStyle : BadgeStyle::None);
    default: return cellOfColumn(candidate, column, role);
    }
}

} // namespace faultline::ui
