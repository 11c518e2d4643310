// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/dock_strip.h"

#include "ui/models/shown_text.h"
#include "ui/views/flat_button.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>

namespace faultline::ui {

DockStrip::DockStrip(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_layout(new QHBoxLayout(this)),
      m_more(new FlatButton(theme, tr("More"), this))
{
    m_more->setObjectName(QStringLiteral("strip.more"));
    m_more->setMenu(new QMenu(m_more));
    m_layout->addWidget(m_more);
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
    m_layout->insertWidget(int(m_buttons.size()), button);
    m_buttons.append({button, action});
    fitButtons();
}

/// Buttons that find no room are in the menu of the last one.
void DockStrip::fitButtons()
{
    const QMargins margins = m_layout->contentsMargins();
    const int space = width() - margins.left() - margins.right();
    const int gap = m_layout->spacing();
    int all = 0;
    for (const auto& [button, action] : m_buttons)
        all += button->sizeHint().width() + gap;
    const bool isFolded = all > space;
    int room = isFolded ? space - m_more->sizeHint().width() : space;
    m_more->menu()->clear();
    for (const auto& [button, action] : m_buttons) {
        room -= button->sizeHint().width() + gap;
        button->setVisible(!isFolded || room >= 0);
        if (button->isHidden())
            m_more->menu()->addAction(action);
    }
    m_more->setVisible(isFolded);
}

void DockStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitButtons();
}

void DockStrip::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    m_layout->setContentsMargins(m.textMargin(), 0, m.textMargin(), 0);
    m_layout->setSpacing(3 * m.step / 2);
    setFixedHeight(15 * m.step / 2);
    // The buttons take a new font after this.
    QMetaObject::invokeMethod(this, &DockStrip::fitButtons, Qt::QueuedConnection);
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
