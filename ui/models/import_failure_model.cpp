// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/import_failure_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

QVariant ImportFailureModel::cell(int index, int column, int role) const
{
    const ImportFailure& failure = row(index);
    switch (role) {
    case Qt::DisplayRole:
        return column == FileColumn ? failure.path.section(u'/', -1) : failure.problem;
    case Qt::ToolTipRole: return column == FileColumn ? failure.path : failure.problem;
    case Qt::AccessibleTextRole:
        return column == FileColumn
                   ? QVariant(tr("%1: %2").arg(failure.path.section(u'/', -1), failure.problem))
                   : QVariant();
    case FaceRole: return int(column == FileColumn ? Face::Fixed : Face::Interface);
    case ToneRole: return int(column == FileColumn ? Tone::Normal : Tone::Warn);
    default: return {};
    }
}

QString ImportFailureModel::headerCell(int column) const
{
    return column == FileColumn ? tr("File") : tr("Why it was not imported");
}

} // namespace faultline::ui
