// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/palette_hint.h"

#include "ui/views/key_caps.h"

#include <QPainter>

namespace faultline::ui {

PaletteHint::PaletteHint(const Theme& theme,
                         const QString& key,
                         const QString& text,
                         QWidget* parent)
    : QAbstractButton(parent), m_theme(theme), m_key(key)
{
    setText(text);
    setAccessibleName(tr("%1: %2").arg(key, text));
}

QSize PaletteHint::sizeHint() const
{
    const int step = m_theme.metrics().step;
    return {keyCapsWidth(m_theme, {m_key}) + 3 * step / 2 +
                QFontMetrics(m_theme.captionFont()).horizontalAdvance(text()),
            6 * step};
}

void PaletteHint::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const ThemeTokens& t = m_theme.tokens();
    const int caps = keyCapsWidth(m_theme, {m_key});
    drawKeyCaps(painter, m_theme, rect(), {m_key}, false);
    painter.setFont(m_theme.captionFont());
    painter.setPen(underMouse() ? t.text : t.dim);
    painter.drawText(rect().adjusted(caps + 3 * m_theme.metrics().step / 2, 0, 0, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, text());
}

} // namespace faultline::ui
