// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/workbench_dock.h"

#include "ui/views/panel_header.h"

namespace faultline::ui {

WorkbenchDock::WorkbenchDock(
    const Theme& theme, const QString& id, const QString& title, QWidget* content, QWidget* parent)
    : QDockWidget(title, parent), m_header(new PanelHeader(theme, title, this))
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
    m_header->addRight(widget);
}

void WorkbenchDock::setTabbed(bool tabbed)
{
    m_header->setCollapsed(tabbed);
}

} // namespace faultline::ui
