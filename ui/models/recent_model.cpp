// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/recent_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

QVariant RecentModel::cell(int index, int column, int role) const
{
    const RecentRow& recent = row(index);
    const QString name = recent.path.section(u'/', -1);
    switch (role) {
    case Qt::DisplayRole: return column == FileColumn ? name : recent.time;
    case Qt::ToolTipRole: return recent.path;
    case Qt::AccessibleTextRole:
        if (column != FileColumn)
            return {};
        return recent.exists ? tr("%1, %2, %3").arg(name, recent.signature, recent.time)
                             : tr("%1, file is missing").arg(name);
    case SecondLineRole:
        if (column != FileColumn)
            return {};
        return recent.exists ? recent.signature : tr("The file is no longer there");
    case ToneRole: return int(column == FileColumn && recent.exists ? Tone::Normal : Tone::Faint);
    default: return {};
    }
}

QString RecentModel::headerCell(int column) const
{
    return column == FileColumn ? tr("File") : tr("Time");
}

} // namespace faultline::ui
