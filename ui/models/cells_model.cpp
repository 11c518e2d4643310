// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/cells_model.h"

#include <utility>

namespace faultline::ui {

CellsModel::CellsModel(std::span<const PlainColumn> columns, QObject* parent)
    : ColumnsModel(parent), m_columns(columns)
{
}

void CellsModel::setTitle(int column, std::function<QString()> title)
{
    m_titles.insert(column, std::move(title));
}

QVariant CellsModel::cell(int index, int column, int role) const
{
    const PlainRow& whole = row(index);
    const PlainCell cell = whole.cells.value(column);
    switch (role) {
    case Qt::DisplayRole: return cell.text;
    case Qt::ToolTipRole: return whole.toolTip.isEmpty() ? cell.text : whole.toolTip;
    case Qt::AccessibleTextRole: return column == 0 ? QVariant(whole.sentence) : QVariant();
    case ToneRole: return int(cell.tone);
    case FaceRole: return int(cell.face);
    case BadgeRole: return int(cell.text.isEmpty() ? BadgeStyle::None : cell.badge);
    case MarkRole: return int(cell.mark);
    case HatchRole: return cell.isHatched;
    case AmountRole: return cell.perMille < 0 ? QVariant() : QVariant(cell.perMille);
    case ElideRole: return cell.isPath ? QVariant(int(Qt::ElideLeft)) : QVariant();
    case IdRole: return whole.id;
    default: return {};
    }
}

QString CellsModel::headerCell(int column) const
{
    const auto own = m_titles.constFind(column);
    return own == m_titles.constEnd() ? ColumnsModel::headerCell(column) : (*own)();
}

} // namespace faultline::ui
