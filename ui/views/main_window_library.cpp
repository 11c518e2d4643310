// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/library_page.h"
#include "ui/views/main_window.h"
#include "ui/views/status_strip.h"

#include <QStackedWidget>

namespace faultline::ui {

void MainWindow::buildLibrary()
{
    LibrarySession* library = m_context.workbench.reportLibrary();
    if (!library)
        return;
    m_library = new LibraryPage(m_theme, *library);
    m_pages->addWidget(m_library);
    connect(m_library, &LibraryPage::openRequested, this, &MainWindow::openFile);
    connect(m_library, &LibraryPage::menuOpened, this, &MainWindow::addTriageActions);
    connect(m_library, &LibraryPage::actionsChanged, this, &MainWindow::updateActions);
    connect(m_library, &LibraryPage::messageGiven, m_status, &StatusStrip::setMessage);
    buildTriagePages(*library);
}

void MainWindow::connectLibraryActions()
{
    const auto onPage = [this](void (LibraryPage::*action)()) {
        return [this, action] {
            showLibrary();
            (m_library->*action)();
        };
    };
    m_actions.on("go.to_library", this, [this] { showLibrary(); });
    m_actions.on("file.import_batch", this, onPage(&LibraryPage::askForFiles));
    m_actions.on("file.import_folder", this, onPage(&LibraryPage::askForFolder));
    m_actions.on("edit.undo", this, [this] { m_context.workbench.reportLibrary()->undo(); });
    m_actions.on("edit.redo", this, [this] { m_context.workbench.reportLibrary()->redo(); });
    connectTriageActions();
}

void MainWindow::showLibrary()
{
    if (!m_library)
        return;
    openLibrary();
    showPage(m_library, tr("Library"));
}

} // namespace faultline::ui
