// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/workbench_dock.h"

#include "ui/views/panel_header.h"
#include "ui/views/tab_order.h"

#include <utility>

namespace faultline::ui {

WorkbenchDock::WorkbenchDock(
    const Theme& theme, const QString& id, const QString& title, QWidget* content, QWidget* parent)
    : QDockWidget(title, parent), m_theme(theme), m_header(new PanelHeader(theme, title, this))
{
    setObjectName(id);
    setAccessibleName(title);
    setTitleBarWidget(m_header);
    setWidget(content);
    setFocusProxy(content);
    content->setMinimumSize(0, 0);
}

void WorkbenchDock::setTitle(const QString& title)
{
    setWindowTitle(title);
    setAccessibleName(title);
    m_header->setTitle(title);
}

void WorkbenchDock::setCaption(const QString& caption)
{
    m_header->setCaption(caption);
}

void WorkbenchDock::addTitleWidget(QWidget* widget)
{
    m_titleWidgets.append(widget);
    m_header->addRight(widget);
}

void WorkbenchDock::setTabbed(bool tabbed)
{
    if (m_isTabbed && !tabbed) {
        for (QWidget* each : std::as_const(m_titleWidgets))
            m_header->addRight(each);
    }
    m_isTabbed = tabbed;
    m_header->setCollapsed(tabbed);
}

bool WorkbenchDock::liesBehindTab() const
{
    return !isWindow() && !parentWidget()->rect().intersects(geometry());
}

void WorkbenchDock::showTitleWidgets(QWidget& place, const QRect& strip, int used)
{
    int right = strip.right() - m_theme.metrics().textMargin();
    for (qsizetype i = m_titleWidgets.size() - 1; i >= 0; --i) {
        QWidget* const widget = m_titleWidgets.at(i);
        const QSize size = widget->sizeHint();
        right -= size.width();
        if (widget->parentWidget() != &place)
            widget->setParent(&place);
        widget->setGeometry(right, strip.center().y() - size.height() / 2, size.width(),
                            size.height());
        widget->setVisible(right > used);
        widget->raise();
    }
}

void WorkbenchDock::hideTitleWidgets()
{
    for (QWidget* each : std::as_const(m_titleWidgets))
        each->hide();
}

/// The window is the main window, or one of its own for this dock or for several as tabs.
bool WorkbenchDock::focusNextPrevChild(bool next)
{
    return moveFocus(*window(), next);
}

} // namespace faultline::ui
