// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/progress_delegate.h"

#include "ui/models/roles.h"

#include <QPainter>

#include <algorithm>

namespace faultline::ui {

ProgressDelegate::ProgressDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent), m_theme(theme)
{
}

void ProgressDelegate::paint(QPainter* painter,
                             const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    const ThemeTokens& t = m_theme.tokens();
    const Metrics& m = m_theme.metrics();
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, t.selection);
    QRect area = option.rect.adjusted(m.textMargin(), 0, -m.step, 0);
    const double fraction = index.data(SortRole).toDouble();
    if (fraction >= 0) {
        const QRectF groove(area.left(), area.center().y() - m.step / 2.0 + 0.5, barWidth(),
                            m.step);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(t.line);
        painter->drawRoundedRect(groove, 1.5, 1.5);
        painter->setBrush(t.accent);
        painter->drawRoundedRect(
            QRectF(groove.topLeft(),
                   QSizeF(groove.width() * std::min(fraction, 1.0), groove.height())),
            1.5, 1.5);
        area.setLeft(int(groove.right()) + m.textMargin());
    }
    painter->setPen(option.state & QStyle::State_Selected ? t.dimOnSelection() : t.dim);
    painter->setFont(m_theme.interfaceFont());
    const QFontMetrics metrics(m_theme.interfaceFont());
    painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(index.data().toString(), Qt::ElideRight, area.width()));
    painter->restore();
}

QSize ProgressDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const Metrics& m = m_theme.metrics();
    const int bar = index.data(SortRole).toDouble() >= 0 ? barWidth() + m.textMargin() : 0;
    const int text =
        QFontMetrics(m_theme.interfaceFont()).horizontalAdvance(index.data().toString());
    return {bar + text + m.textMargin() + 2 * m.step, m.row()};
}

} // namespace faultline::ui
