// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/usage_bar.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyle>

#include <algorithm>

namespace faultline::ui {

UsageBar::UsageBar(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, &QWidget::updateGeometry);
}

void UsageBar::setShares(quint64 used, quint64 past, quint64 whole)
{
    m_used = used;
    m_past = past;
    m_whole = std::max<quint64>({whole, used + past, 1});
    update();
}

void UsageBar::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_theme.tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath edge;
    edge.addRoundedRect(rect(), m_theme.metrics().step / 2.0, m_theme.metrics().step / 2.0);
    painter.setClipPath(edge);
    painter.fillRect(rect(), t.line);
    const auto widthOf = [this](quint64 bytes) {
        return int(double(bytes) / double(m_whole) * width());
    };
    const auto fill = [&](int left, int wide, const QColor& colour) {
        const QRect part(left, 0, wide, height());
        painter.fillRect(QStyle::visualRect(layoutDirection(), rect(), part), colour);
    };
    const int used = widthOf(m_used);
    fill(0, used, t.accent);
    fill(used, widthOf(m_used + m_past) - used, t.bar);
}

} // namespace faultline::ui
