// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/library_page.h"
#include "ui/views/main_window.h"
#include "ui/views/start_page.h"
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
    connect(m_start, &StartPage::libraryRequested, this, &MainWindow::chooseLibrary);
    connect(library, &LibrarySession::totalsChanged, this, [this, library] {
        if (const auto totals = library->totals())
            m_context.settings.rememberLibrary({.file = library->file(),
                                                .reports = totals->reports,
                                                .regressions = totals->regressionGroups,
                                                .newGroups = totals->newGroups});
    });
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

void MainWindow::chooseLibrary(const QString& file)
{
    LibrarySession* library = m_context.workbench.reportLibrary();
    if (library->file() != file) {
        m_context.settings.setLibraryFile(file);
        library->open(file);
    }
    showLibrary();
}

void MainWindow::showLibrary()
{
    if (!m_library)
        return;
    openLibrary();
    showPage(m_library, tr("Library"));
}

} // namespace faultline::ui
