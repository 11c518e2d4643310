// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/detail_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

QVariant DetailModel::cell(int index, int column, int role) const
{
    const DetailRow& detail = row(index);
    switch (role) {
    case Qt::DisplayRole: return column == NameColumn ? detail.name : detail.value;
    case Qt::ToolTipRole: return detail.value;
    case Qt::AccessibleTextRole:
        //: name and value of a fact, read as one sentence
        return column == NameColumn ? QVariant(tr("%1: %2").arg(detail.name, detail.value))
                                    : QVariant();
    case ToneRole: return int(column == NameColumn ? Tone::Dim : Tone::Normal);
    case FaceRole:
        return int(column == ValueColumn && detail.isFixed ? Face::Fixed : Face::Interface);
    default: return {};
    }
}

QString DetailModel::headerCell(int column) const
{
    return column == NameColumn ? tr("Fact") : tr("Value");
}

} // namespace faultline::ui
