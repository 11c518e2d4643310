// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/document_tabs.h"
#include "ui/views/main_window.h"
#include "ui/views/settings_page.h"
#include "ui/views/status_strip.h"

#include <QStackedWidget>

namespace faultline::ui {

void MainWindow::connectSettingsActions()
{
    m_actions.on("edit.preferences", this, [this] { showSettings({}); });
    m_actions.on("symbols.sources", this, [this] { showSettings(QStringLiteral("sources")); });
    m_actions.on("symbols.caches", this, [this] { showSettings(QStringLiteral("caches")); });
    m_actions.on("symbols.add_source", this, [this] {
        showSettings(QStringLiteral("sources"));
        m_settings->addSource();
    });
}

/// The page is made when it is first shown. Without a section it stays where it was.
void MainWindow::showSettings(const QString& section)
{
    if (!m_settings) {
        m_settings = new SettingsPage(m_context);
        m_pages->addWidget(m_settings);
        connect(m_settings, &SettingsPage::commandRequested, &m_actions, &ActionRegistry::trigger);
        connect(m_settings, &SettingsPage::messageGiven, m_status, &StatusStrip::setMessage);
    }
    showPage(m_settings, tr("Settings"));
    m_settings->showSection(section);
}

} // namespace faultline::ui
