// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/cells_model.h"

namespace faultline::ui {

CellsModel::CellsModel(int columns, Title title, QObject* parent)
    : RowsModel(parent), m_columns(columns), m_title(std::move(title))
{
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
    return m_title(column);
}

/// All cells of a column are aligned alike, so the first row tells it.
Qt::Alignment CellsModel::alignment(int column) const
{
    const PlainRow* first = rowAt(0);
    const bool isRight = first && first->cells.value(column).isRight;
    return (isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

} // namespace faultline::ui
