// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/stack_rows_view.h"

#include "ui/models/stack_layout.h"
#include "ui/style/icons.h"

#include <QPainter>
#include <QStyleOption>

namespace faultline::ui {

StackRowsView::StackRowsView(const Theme& theme, QWidget* parent)
    : RowView(theme, RowHeight::Normal, parent)
{
}

void StackRowsView::drawRow(QPainter* painter,
                            const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const auto kind = StackEntry::Kind(index.data(KindRole).toInt());
    if (kind == StackEntry::Kind::Frame)
        return RowView::drawRow(painter, option, index);
    const QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
    const QString text = index.siblingAtColumn(0).data().toString();
    painter->save();
    if (kind == StackEntry::Kind::Banner || kind == StackEntry::Kind::EarlyEnd)
        drawBanner(*painter, row, text);
    else if (kind == StackEntry::Kind::End || kind == StackEntry::Kind::Meaning)
        drawEnd(*painter, row, text);
    else
        drawFold(*painter, row, text, selectionModel()->isRowSelected(index.row(), {}));
    painter->restore();
}

bool StackRowsView::isOneText(int row) const
{
    return StackEntry::Kind(model()->index(row, 0).data(KindRole).toInt()) !=
           StackEntry::Kind::Frame;
}

void StackRowsView::drawBanner(QPainter& painter, const QRect& row, const QString& text) const
{
    const ThemeTokens& t = theme().tokens();
    const Metrics& m = theme().metrics();
    painter.fillRect(row, t.warnGround);
    const int size = 3 * m.step;
    painter.drawPixmap(m.barMargin(), row.center().y() - size / 2 + 1,
                       iconPixmap(QStringLiteral("warning"), t.warn, size, devicePixelRatioF()));
    const QRect area = row.adjusted(m.barMargin() + size + m.step, 0, -m.textMargin(), 0);
    painter.setFont(theme().captionFont());
    painter.setPen(t.warn);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, area.width()));
}

/// Drawn dimly, because this end means that nothing is missing, and no meaning is certain.
void StackRowsView::drawEnd(QPainter& painter, const QRect& row, const QString& text) const
{
    const int margin = theme().metrics().textMargin();
    painter.setFont(theme().captionFont());
    painter.setPen(theme().tokens().dim);
    QRect area = row.adjusted(columnViewportPosition(2) + margin, 0, -margin, 0);
    if (painter.fontMetrics().horizontalAdvance(text) > area.width())
        area.setLeft(row.left() + margin);
    // The reason comes last.
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideLeft, area.width()));
}

void StackRowsView::drawFold(QPainter& painter,
                             const QRect& row,
                             const QString& text,
                             bool selected) const
{
    const ThemeTokens& t = theme().tokens();
    const Metrics& m = theme().metrics();
    if (selected)
        painter.fillRect(row, t.selection);
    const int left = columnViewportPosition(2) + m.textMargin();
    QStyleOption mark;
    mark.rect = QRect(left, row.top(), 3 * m.step, row.height());
    mark.state = QStyle::State_Children;
    style()->drawPrimitive(QStyle::PE_IndicatorBranch, &mark, &painter, this);
    painter.setFont(theme().captionFont());
    painter.setPen(selected ? t.dimOnSelection() : t.dim);
    painter.drawText(row.adjusted(mark.rect.right() + m.step, 0, 0, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
}

} // namespace faultline::ui
