// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/import_failure_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

ImportFailureModel::Table ImportFailureModel::table() const
{
    static constexpr TableColumn<ImportFailure> kColumns[] = {
        {.id = FileColumn,
         .title = [] { return tr("File"); },
         .text = [](const ImportFailure& row) -> QVariant { return row.path.section(u'/', -1); },
         .room = {.width = 32},
         .face = Face::Fixed},
        {.id = ProblemColumn,
         .title = [] { return tr("Why it was not imported"); },
         .text = field<&ImportFailure::problem>,
         .room = {.width = 0},
         .tone = Tone::Warn},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant ImportFailureModel::cell(int index, int column, int role) const
{
    const ImportFailure& failure = row(index);
    switch (role) {
    case Qt::ToolTipRole: return column == FileColumn ? failure.path : failure.problem;
    case Qt::AccessibleTextRole:
        return column == FileColumn
                   ? QVariant(tr("%1: %2").arg(failure.path.section(u'/', -1), failure.problem))
                   : QVariant();
    default: return cellOfColumn(failure, column, role);
    }
}

} // namespace faultline::ui
