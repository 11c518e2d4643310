// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chip.h"

#include "ui/models/shown_text.h"

#include <QPainter>

namespace faultline::ui {

Chip::Chip(const Theme& theme, QWidget* parent) : QLabel(parent), m_theme(theme)
{
    setTextFormat(Qt::PlainText);
    connect(&theme, &Theme::changed, this, [this] {
        setFont(m_theme.captionFont());
        updateGeometry();
    });
    setFont(m_theme.captionFont());
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    hide();
}

void Chip::setFact(const QString& text, Mood mood)
{
    const QString shown = shownText(text);
    setText(shown);
    setAccessibleName(shown);
    m_mood = mood;
    setVisible(!text.isEmpty());
    updateGeometry();
    update();
}

QSize Chip::sizeHint() const
{
    const Metrics& m = m_theme.metrics();
    return {fontMetrics().horizontalAdvance(text()) + 5 * m.step, 5 * m.step};
}

void Chip::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_theme.tokens();
    const bool warns = m_mood == Mood::Warn;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(warns ? t.warnGround : t.line);
    painter.setBrush(warns ? QBrush(t.warnGround) : QBrush(Qt::NoBrush));
    const QRectF pill = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    painter.setPen(warns ? t.warn : t.dim);
    painter.drawText(rect(), Qt::AlignCenter, text());
}

} // namespace faultline::ui
