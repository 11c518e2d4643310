// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/part_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

QVariant PartModel::cell(int index, int, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return row(index).name;
    case Qt::ToolTipRole: return row(index).path;
    case FaceRole: return int(Face::Fixed);
    default: return {};
    }
}

QString PartModel::headerCell(int) const
{
    return tr("Crash file");
}

} // namespace faultline::ui
