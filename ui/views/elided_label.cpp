// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/elided_label.h"

#include "ui/models/shown_text.h"

#include <QPainter>

namespace faultline::ui {

ElidedLabel::ElidedLabel(Qt::TextElideMode mode, QWidget* parent) : QLabel(parent), m_mode(mode)
{
    setTextFormat(Qt::PlainText);
}

void ElidedLabel::setFullText(const QString& text)
{
    const QString shown = shownText(text);
    setText(shown);
    setToolTip(shownText(shown));
    setAccessibleName(shown);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().horizontalAdvance(QStringLiteral("…")), fontMetrics().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), int(alignment()) | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), m_mode, contentsRect().width()));
}

} // namespace faultline::ui
