// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/fact_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

QStringList FactModel::titles() const
{
    switch (m_kind) {
    case Kind::Annotations: return {tr("Key"), tr("Value"), tr("From")};
    case Kind::Breadcrumbs: return {tr("Time"), tr("Level"), tr("Category"), tr("Message")};
    case Kind::Unloaded: return {tr("Name"), tr("Begin"), tr("End"), tr("Code ID")};
    case Kind::Handles: return {tr("Handle"), tr("Type"), tr("Name"), tr("Access"), tr("Count")};
    }
    return {};
}

bool FactModel::isFixed(int column) const
{
    constexpr int kAccess = 3;
    if (m_kind == Kind::Unloaded)
        return column != 0;
    return m_kind == Kind::Handles && (column == 0 || column == kAccess);
}

int FactModel::columns() const
{
    return int(titles().size());
}

QVariant FactModel::cell(int index, int column, int role) const
{
    const FactRow& fact = row(index);
    const bool isFirst = column == 0;
    const bool isLast = column == columns() - 1;
    switch (role) {
    case Qt::DisplayRole: return fact.texts.value(column);
    case Qt::ToolTipRole: return fact.texts.value(column);
    case Qt::AccessibleTextRole: return isFirst ? QVariant(fact.sentence) : QVariant();
    case ToneRole:
        return int(isFirst || (isLast && m_kind != Kind::Breadcrumbs) ? Tone::Dim : Tone::Normal);
    case FaceRole: return int(isFixed(column) ? Face::Fixed : Face::Interface);
    case ElideRole: return int(Qt::ElideRight);
    case IdRole: return fact.index;
    default: return {};
    }
}

QString FactModel::headerCell(int column) const
{
    return titles().value(column);
}

} // namespace faultline::ui
