// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tab_lane.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QTabBar>

namespace faultline::ui {

TabLane::TabLane(const Theme& theme, QTabBar* tabs, QWidget* parent)
    : QWidget(parent), m_theme(theme)
{
    auto* layout = new QHBoxLayout(this);
    layout->setSpacing(0);
    layout->addWidget(tabs, 1);
    connect(&theme, &Theme::changed, this, &TabLane::applyTheme);
    applyTheme();
}

void TabLane::applyTheme()
{
    layout()->setContentsMargins(m_theme.metrics().textMargin(), 0, 0, 0);
    setFixedHeight(m_theme.metrics().documentTab());
    update();
}

void TabLane::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_theme.tokens();
    QPainter painter(this);
    painter.fillRect(rect(), t.window);
    painter.setPen(t.line);
    painter.drawLine(rect().topLeft(), rect().topRight());
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace faultline::ui
