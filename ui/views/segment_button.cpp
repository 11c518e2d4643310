// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/segment_button.h"

#include <QPainter>

namespace faultline::ui {

SegmentButton::SegmentButton(const Theme& theme, const QString& text, QWidget* parent)
    : QAbstractButton(parent), m_theme(theme)
{
    setText(text);
    setAccessibleName(text);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
}

QSize SegmentButton::sizeHint() const
{
    const Metrics& m = m_theme.metrics();
    return {fontMetrics().horizontalAdvance(text()) + 5 * m.step, 11 * m.step / 2};
}

void SegmentButton::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_theme.tokens();
    QPainter painter(this);
    const QRect edge = rect().adjusted(0, 0, -1, -1);
    painter.setBrush(isChecked() ? t.selection : t.base);
    painter.setPen(hasFocus() ? t.accent : t.line);
    painter.drawRect(edge);
    painter.setPen(isChecked() ? t.selectionText : t.dim);
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextHideMnemonic, text());
}

} // namespace faultline::ui
