// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/document_tabs.h"
#include "ui/views/main_window.h"
#include "ui/views/notice_bar.h"
#include "ui/views/report_page.h"
#include "ui/views/workspace.h"

#include <utility>

namespace faultline::ui {

/// Written at every change, so that the tabs also come back after a crash.
void MainWindow::rememberOpen()
{
    if (!m_isReopening)
        m_context.settings.setOpenFiles(m_tabs->paths());
}

void MainWindow::openLastReport()
{
    if (const auto recent = m_context.settings.recentFiles(); !recent.isEmpty())
        openFile(recent.first().path);
}

void MainWindow::reopenFiles()
{
    const QStringList files = m_context.settings.openFiles();
    const QString current = m_context.settings.currentFile();
    const bool isOuter = !std::exchange(m_isReopening, true);
    int front = m_tabs->currentIndex();
    {
        const DocumentTabs::OneLayout once(*m_tabs);
        for (const QString& file : files) {
            ReportSession* session = RecentFile{.path = file}.exists() ? addReport(file) : nullptr;
            if (!session)
                continue;
            if (const auto place = m_context.settings.place(file))
                session->restorePlace(place->thread, {place->frame, place->inlineDepth});
            if (file == current || current.isEmpty())
                front = m_tabs->indexOf(session);
        }
    }
    if (isOuter)
        m_isReopening = false;
    m_tabs->setCurrentIndex(front);
    rememberOpen();
}

void MainWindow::rememberPlace(const ReportSession& session)
{
    const auto frame = session.currentFrame();
    // Before the look-up has ended, the selection is not yet where it will stay.
    if (!frame || !session.header().isComplete)
        return;
    m_context.settings.setPlace(
        session.path(),
        ReportPlace{session.currentThread(), frame->physicalIndex, frame->inlineDepth});
    saveSoon();
}

/// The program may be killed, so changes are written after a moment rather than at the end.
void MainWindow::saveSoon()
{
    if (isVisible())
        m_saveTimer.start();
}

void MainWindow::saveNow()
{
    m_saveTimer.stop();
    m_context.settings.setWindowGeometry(saveGeometry());
    m_report->workspace().saveLayout();
    m_context.settings.save();
}

void MainWindow::offerDump(const QString& path)
{
    const auto open = [this, path] {
        m_notices->show({});
        openFile(path);
    };
    m_notices->show(
        {{tr("Faultline crashed and left a dump of itself."), tr("Open the dump"), open}});
}

} // namespace faultline::ui
