// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/register_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

QVariant RegisterModel::cell(int index, int column, int role) const
{
    const RegisterRow& reg = row(index);
    switch (role) {
    case Qt::DisplayRole: return text(reg, column);
    case Qt::ToolTipRole: return sentence(reg);
    case Qt::AccessibleTextRole: return column == NameColumn ? QVariant(sentence(reg)) : QVariant();
    case FaceRole: return int(Face::Fixed);
    case ToneRole:
        if (column != ValueColumn)
            return int(Tone::Dim);
        if (reg.value.isEmpty())
            return int(Tone::Faint);
        return int(reg.formsFaultAddress ? Tone::Crash : Tone::Normal);
    default: return {};
    }
}

QString RegisterModel::text(const RegisterRow& reg, int column) const
{
    switch (column) {
    case NameColumn: return reg.name;
    case ValueColumn: return reg.value.isEmpty() ? tr("not recovered") : reg.value;
    case PointsToColumn: return reg.pointsTo;
    default: return {};
    }
}

QString RegisterModel::sentence(const RegisterRow& reg) const
{
    if (reg.value.isEmpty())
        return tr("Register %1, not recovered for this frame").arg(reg.name);
    const QString base = tr("Register %1, %2, %3").arg(reg.name, reg.value, reg.pointsTo);
    return reg.formsFaultAddress ? tr("%1, in the address of the fault").arg(base) : base;
}

QString RegisterModel::headerCell(int column) const
{
    switch (column) {
    case NameColumn: return tr("Register");
    case ValueColumn: return tr("Value");
    case PointsToColumn: return tr("Points to");
    default: return {};
    }
}

} // namespace faultline::ui
