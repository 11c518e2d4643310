// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/code_rows_view.h"

#include "ui/models/code_model.h"

#include <QHeaderView>
#include <QPainter>

#include <algorithm>

namespace faultline::ui {

CodeRowsView::CodeRowsView(const Theme& theme, QWidget* parent)
    : RowView(theme, RowHeight::Dense, parent)
{
    setSelectionMode(SingleSelection);
}

const CodeRow* CodeRowsView::rowAt(int row) const
{
    const auto* code = dynamic_cast<const CodeModel*>(model());
    return code ? code->rowAt(row) : nullptr;
}

bool CodeRowsView::isOneText(int row) const
{
    const CodeRow* code = rowAt(row);
    return code && code->id.isHeading;
}

int CodeRowsView::wholeWidth(int column) const
{
    const auto* code = dynamic_cast<const CodeModel*>(model());
    if (!code || column != CodeModel::MeaningColumn)
        return RowView::wholeWidth(column);
    const auto crash = std::ranges::find(code->allRows(), true, &CodeRow::isCrash);
    return crash == code->allRows().end() ? 0 : cellWidth(rowIndex(*crash), column);
}

void CodeRowsView::drawRow(QPainter* painter,
                           const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const CodeRow* row = rowAt(index.row());
    if (!row)
        return;
    const QRect area(0, option.rect.top(), viewport()->width(), option.rect.height());
    if (visualRect(index).isEmpty()) // Cut by the lower edge.
        return;
    painter->save();
    if (row->id.isHeading)
        drawHeading(*painter, area, *row);
    else if (row->isCrash)
        painter->fillRect(area, theme().tokens().crashGround);
    else if (row->isCurrent)
        painter->fillRect(area, theme().tokens().currentLine());
    painter->restore();
    if (!row->id.isHeading)
        RowView::drawRow(painter, option, index);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const int left = columnViewportPosition(CodeModel::JumpColumn);
    const QRect gutter(left, area.top(), columnWidth(CodeModel::JumpColumn), area.height());
    drawJumps(*painter, gutter, *row);
    drawCurrentMark(*painter, gutter, *row);
    painter->restore();
}

void CodeRowsView::drawHeading(QPainter& painter, const QRect& area, const CodeRow& row) const
{
    const ThemeTokens& t = theme().tokens();
    const bool isInlined = row.kind == CodeRow::Kind::Inlined;
    const bool isSelected = selectionModel()->isRowSelected(rowIndex(row), {});
    painter.fillRect(area, isSelected ? t.selection : isInlined ? t.inlinedGround : t.alternate);
    painter.setFont(theme().captionFont());
    painter.setPen(isSelected ? t.dimOnSelection() : isInlined ? t.inlined : t.dim);
    const int left = columnViewportPosition(CodeModel::JumpColumn) +
                     columnWidth(CodeModel::JumpColumn) + theme().metrics().textMargin();
    const QRect text = area.adjusted(left, 0, -theme().metrics().textMargin(), 0);
    painter.drawText(text, Qt::AlignVCenter | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(row.heading, Qt::ElideRight, text.width()));
}

int CodeRowsView::rowIndex(const CodeRow& row) const
{
    const auto* code = dynamic_cast<const CodeModel*>(model());
    return int(&row - code->allRows().constData());
}

/// The line of the jump in the selected row is in accent.
void CodeRowsView::drawJumps(QPainter& painter, const QRect& area, const CodeRow& row) const
{
    const ThemeTokens& t = theme().tokens();
    const Metrics& m = theme().metrics();
    const CodeRow* current = rowAt(currentIndex().row());
    const double middle = area.center().y() + 0.5;
    const double end = area.right() - 3.0 * m.step;
    for (const JumpLane& lane : row.lanes) {
        const bool isChosen =
            current && !current->id.isHeading && (current->id.address == lane.jump);
        const double x = end - (lane.column + 1) * 1.5 * m.step;
        if (x < area.left())
            continue;
        painter.setPen(QPen(isChosen ? t.accent : t.faint, isChosen ? 1.5 : 1));
        if (lane.goesUp)
            painter.drawLine(QPointF(x, area.top()), QPointF(x, middle));
        if (lane.goesDown)
            painter.drawLine(QPointF(x, middle), QPointF(x, area.bottom() + 1));
        if (lane.isSource || lane.isTarget)
            painter.drawLine(QPointF(x, middle), QPointF(end, middle));
        if (!lane.isTarget)
            continue;
        painter.drawLine(QPointF(end - m.step * 0.7, middle - m.step * 0.7), QPointF(end, middle));
        painter.drawLine(QPointF(end - m.step * 0.7, middle + m.step * 0.7), QPointF(end, middle));
    }
}

/// A triangle before the instruction of the frame, in red where the process ended.
void CodeRowsView::drawCurrentMark(QPainter& painter, const QRect& area, const CodeRow& row) const
{
    if (!row.isCurrent)
        return;
    const double step = theme().metrics().step;
    const QPointF middle(area.right() - step, area.center().y() + 0.5);
    const double half = step * 0.8;
    painter.setPen(Qt::NoPen);
    painter.setBrush(row.isCrash ? theme().tokens().crash : theme().tokens().accent);
    painter.drawPolygon(QPolygonF({middle + QPointF(-half, -half), middle + QPointF(half, 0),
                                   middle + QPointF(-half, half)}));
}

void CodeRowsView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    RowView::currentChanged(current, previous);
    viewport()->update(); // The line of another jump is in accent.
}

} // namespace faultline::ui
