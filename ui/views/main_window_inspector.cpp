// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/shown_text.h"
#include "ui/views/debug_file_page.h"
#include "ui/views/document_tabs.h"
#include "ui/views/main_window.h"
#include "ui/views/report_page.h"
#include "ui/views/workspace.h"

#include <QStackedWidget>

namespace faultline::ui {

void MainWindow::setInspector(DebugFileSession& file)
{
    m_inspected = &file;
    m_inspector = new DebugFilePage(m_theme, file);
    m_pages->addWidget(m_inspector);
    connect(m_inspector, &DebugFilePage::changed, this, [this] {
        m_tabs->renamePage(m_inspector, m_inspector->tabName());
        updateTitle();
    });
    connect(m_inspector, &DebugFilePage::reportRequested, this, &MainWindow::openFile);
    connect(m_inspector, &DebugFilePage::copyRequested, this,
            [this](const QString& text) { copyText(text, tr("Identity copied")); });
    connect(m_report, &ReportPage::inspectRequested, this, &MainWindow::inspectFile);
    connect(&m_report->workspace(), &Workspace::inspectRequested, this, &MainWindow::inspectFile);
    m_actions.on("tools.inspector", this,
                 [this] { showPage(m_inspector, m_inspector->tabName()); });
}

void MainWindow::inspectFile(const QString& path)
{
    if (!m_inspector)
        return;
    m_inspected->open(path);
    showPage(m_inspector, m_inspector->tabName());
}

} // namespace faultline::ui
