// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/panel_header.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"

#include <QHBoxLayout>
#include <QPainter>

namespace faultline::ui {

PanelHeader::PanelHeader(const Theme& theme, const QString& title, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_tab(new QTabBar(this)), m_caption(plainLabel(this)),
      m_layout(new QHBoxLayout(this))
{
    m_tab->addTab(title);
    m_tab->setDrawBase(false);
    m_tab->setExpanding(false);
    m_tab->setUsesScrollButtons(false);
    m_tab->setElideMode(Qt::ElideRight);
    m_tab->setFocusPolicy(Qt::NoFocus);
    m_tab->setAccessibleName(title);
    m_tab->setAttribute(Qt::WA_TransparentForMouseEvents); // The dock must receive the mouse, so
                                                           // that dragging the title moves it.
    m_caption->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_layout->setSpacing(0);
    m_layout->addWidget(m_tab);
    m_layout->addStretch(1);
    m_layout->addWidget(m_caption);
    connect(m_tab, &QTabBar::currentChanged, this, &PanelHeader::tabChosen);
    connect(&theme, &Theme::changed, this, &PanelHeader::applyTheme);
    applyTheme();
}

void PanelHeader::setTitle(const QString& title)
{
    m_tab->setTabText(0, withoutKeys(title));
    m_tab->setAccessibleName(title);
}

void PanelHeader::appendTab(const QString& title)
{
    m_tab->addTab(withoutKeys(title));
    m_tab->setAttribute(Qt::WA_TransparentForMouseEvents, false);
    m_tab->setFocusPolicy(Qt::TabFocus);
}

void PanelHeader::setTabsName(const QString& name)
{
    m_tab->setObjectName(name);
}

void PanelHeader::setTabTitle(int tab, const QString& title)
{
    m_tab->setTabText(tab, withoutKeys(title));
}

void PanelHeader::setTabShown(int tab, bool isShown)
{
    m_tab->setTabVisible(tab, isShown);
    m_tab->updateGeometry(); // Which Qt forgets when a hidden tab comes back.
}

void PanelHeader::setCurrentTab(int tab)
{
    m_tab->setCurrentIndex(tab);
}

int PanelHeader::currentTab() const
{
    return m_tab->currentIndex();
}

void PanelHeader::setCaption(const QString& caption)
{
    const QString shown = shownText(caption);
    m_caption->setText(shown);
    m_caption->setAccessibleName(shown);
}

void PanelHeader::addLeft(QWidget* widget)
{
    m_layout->insertWidget(m_leftCount++, widget);
}

void PanelHeader::addRight(QWidget* widget)
{
    m_layout->addWidget(widget);
}

void PanelHeader::setCollapsed(bool collapsed)
{
    m_collapsed = collapsed;
    for (QWidget* child : findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        child->setVisible(!collapsed);
    setFixedHeight(collapsed ? 0 : m_theme.metrics().panelTitle());
    updateGeometry();
}

QSize PanelHeader::sizeHint() const
{
    const int width = m_layout->sizeHint().width();
    return {width, m_collapsed ? 0 : m_theme.metrics().panelTitle()};
}

QSize PanelHeader::minimumSizeHint() const
{
    return {0, m_collapsed ? 0 : m_theme.metrics().panelTitle()};
}

void PanelHeader::applyTheme()
{
    setFixedHeight(m_collapsed ? 0 : m_theme.metrics().panelTitle());
    m_layout->setContentsMargins(0, 0, m_theme.metrics().textMargin(), 0);
    m_caption->setContentsMargins(0, 0, m_theme.metrics().step, 0);
    setTextColour(*m_caption, m_theme.tokens().dim);
    update();
}

void PanelHeader::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().window);
    painter.setPen(m_theme.tokens().line);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace faultline::ui
