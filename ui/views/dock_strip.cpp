// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/dock_strip.h"

#include "ui/models/shown_text.h"
#include "ui/views/flat_button.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPainter>

namespace faultline::ui {

DockStrip::DockStrip(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_layout(new QHBoxLayout(this))
{
    m_layout->addStretch(1);
    connect(&theme, &Theme::changed, this, &DockStrip::applyTheme);
    applyTheme();
}

void DockStrip::addAction(QAction* action, const QString& title)
{
    auto* button = new FlatButton(m_theme, title, this);
    button->setCheckable(true);
    button->setChecked(action->isChecked());
    // What an action needs, and with it its tool tip, changes with the report in front.
    const auto follow = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(shownText(action->toolTip()));
        button->setAccessibleDescription(button->toolTip());
    };
    follow();
    connect(action, &QAction::changed, button, follow);
    connect(button, &FlatButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::toggled, button, &FlatButton::setChecked);
    m_layout->insertWidget(m_layout->count() - 1, button);
}

void DockStrip::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    m_layout->setContentsMargins(m.textMargin(), 0, m.textMargin(), 0);
    m_layout->setSpacing(3 * m.step / 2);
    setFixedHeight(15 * m.step / 2);
    update();
}

void DockStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().window);
    painter.setPen(m_theme.tokens().line);
    painter.drawLine(rect().topLeft(), rect().topRight());
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace faultline::ui
