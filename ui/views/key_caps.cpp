// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/key_caps.h"

#include <QFontMetrics>
#include <QPainter>
#include <QRect>

#include <algorithm>

namespace faultline::ui {

namespace {

int capWidth(const Theme& theme, const QString& cap)
{
    const int step = theme.metrics().step;
    const int text = QFontMetrics(theme.captionFont()).horizontalAdvance(cap);
    return std::max(text + 3 * step, 5 * step);
}

int gap(const Theme& theme)
{
    return std::max(2, 3 * theme.metrics().step / 4);
}

} // namespace

QStringList keyCaps(const QString& keys)
{
    QStringList caps;
    qsizetype from = 0;
    while (from < keys.size()) {
        // The last key can be the plus itself.
        const qsizetype plus = from + 1 < keys.size() ? keys.indexOf(u'+', from + 1) : -1;
        caps.append(keys.mid(from, plus < 0 ? -1 : plus - from));
        from = plus < 0 ? keys.size() : plus + 1;
    }
    return caps;
}

int keyCapsWidth(const Theme& theme, const QStringList& caps)
{
    int width = 0;
    for (const QString& cap : caps)
        width += capWidth(theme, cap) + gap(theme);
    return std::max(0, width - gap(theme));
}

void drawKeyCaps(QPainter& painter,
                 const Theme& theme,
                 const QRect& area,
                 const QStringList& caps,
                 bool isSelected)
{
    const ThemeTokens& t = theme.tokens();
    const Metrics& m = theme.metrics();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.captionFont());
    const int height = 9 * m.step / 2;
    int x = area.left();
    for (const QString& cap : caps) {
        const QRectF box(x + 0.5, area.center().y() - height / 2 + 0.5, capWidth(theme, cap) - 1,
                         height - 1);
        painter.setPen(isSelected ? t.dimOnSelection() : t.line);
        painter.setBrush(isSelected ? t.base : t.alternate);
        painter.drawRoundedRect(box, m.badgeRadius(), m.badgeRadius());
        painter.setPen(isSelected ? t.text : t.dim);
        painter.drawText(box, Qt::AlignCenter, cap);
        x += capWidth(theme, cap) + gap(theme);
    }
    painter.restore();
}

} // namespace faultline::ui
