// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/register_rows_view.h"

#include "ui/models/register_model.h"

#include <QPainter>

namespace faultline::ui {

RegisterRowsView::RegisterRowsView(const Theme& theme, QWidget* parent)
    : RowView(theme, RowHeight::Dense, parent)
{
}

const RegisterRow* RegisterRowsView::rowAt(int row) const
{
    const auto* registers = dynamic_cast<const RegisterModel*>(model());
    return registers ? registers->rowAt(row) : nullptr;
}

bool RegisterRowsView::isOneText(int row) const
{
    const RegisterRow* reg = rowAt(row);
    return RowView::isOneText(row) || (reg && reg->kind == RegisterRow::Kind::Flags);
}

void RegisterRowsView::drawRow(QPainter* painter,
                               const QStyleOptionViewItem& option,
                               const QModelIndex& index) const
{
    const RegisterRow* row = rowAt(index.row());
    if (!row || row->kind != RegisterRow::Kind::Flags)
        return RowView::drawRow(painter, option, index);
    const QRect area(0, option.rect.top(), viewport()->width(), option.rect.height());
    if (visualRect(index).isEmpty()) // Cut by the lower edge.
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    drawFlags(*painter, area, *row);
    painter->restore();
}

/// A flag that is set also has its word. Those that find no room are left out; they are clear,
/// because the others come first.
void RegisterRowsView::drawFlags(QPainter& painter, const QRect& area, const RegisterRow& row) const
{
    const ThemeTokens& t = theme().tokens();
    const Metrics& m = theme().metrics();
    const bool hasFocusRow = rowAt(currentIndex().row()) == &row && hasFocus();
    painter.setFont(theme().captionFont());
    int left = area.left() + m.textMargin();
    for (const RegisterFlag& flag : row.flags) {
        const QString text = flag.isSet ? flag.name + u' ' + flag.word : flag.name;
        const int width = painter.fontMetrics().horizontalAdvance(text) + 3 * m.step;
        if (left + width > area.right())
            break;
        QRect chip(left, 0, width, m.badge());
        chip.moveTop(area.center().y() - chip.height() / 2 + 1);
        painter.setBrush(flag.isSet ? t.selection : QColor(Qt::transparent));
        painter.setPen(QPen(flag.isSet ? t.selection : t.line, 1));
        painter.drawRoundedRect(QRectF(chip).adjusted(0.5, 0.5, -0.5, -0.5), m.badgeRadius(),
                                m.badgeRadius());
        painter.setPen(flag.isSet ? t.selectionText : t.dim);
        painter.drawText(chip, Qt::AlignCenter, text);
        left += width + m.step;
    }
    if (!hasFocusRow)
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.accent, 1));
    painter.drawRect(area.adjusted(0, 0, -1, -1));
}

} // namespace faultline::ui
