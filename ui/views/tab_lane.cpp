// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tab_lane.h"

#include "ui/models/shown_text.h"
#include "ui/views/document_tabs.h"
#include "ui/views/flat_button.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>

namespace faultline::ui {

TabLane::TabLane(const Theme& theme, DocumentTabs& tabs, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_tabs(tabs), m_list(new FlatButton(theme, {}, this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setSpacing(0);
    layout->addWidget(&tabs, 1);
    layout->addWidget(m_list);
    m_list->setObjectName(QStringLiteral("documents.list"));
    m_list->setAccessibleName(tr("All tabs"));
    m_list->setToolTip(tr("All tabs"));
    auto* menu = new QMenu(m_list);
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, &TabLane::fillList);
    m_list->setMenu(menu);
    connect(&theme, &Theme::changed, this, &TabLane::applyTheme);
    applyTheme();
}

/// By their order in the strip, so that a name is found where its tab is.
void TabLane::fillList()
{
    QMenu& menu = *m_list->menu();
    menu.clear();
    for (int tab = 0; tab < m_tabs.count(); ++tab) {
        QString name = m_tabs.tabText(tab);
        name.replace(QStringLiteral("&&"), QStringLiteral("&")); // It is that of a tab.
        QAction* action = menu.addAction(withoutKeys(name), &m_tabs,
                                         [this, tab] { m_tabs.setCurrentIndex(tab); });
        action->setCheckable(true);
        action->setChecked(tab == m_tabs.currentIndex());
        action->setToolTip(shownText(m_tabs.tabToolTip(tab)));
    }
}

void TabLane::applyTheme()
{
    layout()->setContentsMargins(m_theme.metrics().textMargin(), 0, m_theme.metrics().step, 0);
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
