// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/comparison_session.h"
#include "ui/bridge/group_session.h"
#include "ui/models/shown_text.h"
#include "ui/views/comparison_page.h"
#include "ui/views/document_tabs.h"
#include "ui/views/export_page.h"
#include "ui/views/group_page.h"
#include "ui/views/keymap_page.h"
#include "ui/views/library_page.h"
#include "ui/views/main_window.h"
#include "ui/views/notice_bar.h"
#include "ui/views/report_page.h"
#include "ui/views/rules_page.h"
#include "ui/views/server_page.h"
#include "ui/views/settings_page.h"
#include "ui/views/workspace.h"

#include <QFileDialog>
#include <QFileInfo>

#include <utility>

namespace faultline::ui {

namespace {

// The names of pages in the settings.
constexpr QLatin1String kLibraryPage("library");
constexpr QLatin1String kGroupPage("group");
constexpr QLatin1String kComparisonPage("comparison");
constexpr QLatin1String kRulesPage("rules");
constexpr QLatin1String kSettingsPage("settings");
constexpr QLatin1String kKeysPage("keys");
constexpr QLatin1String kServerPage("server");
constexpr QLatin1String kExportPage("export");

} // namespace

/// Written at every change, so that the tabs also come back after a crash.
void MainWindow::rememberOpen()
{
    if (m_isReopening)
        return;
    QStringList files = m_tabs->paths();
    files.removeIf([this](const QString& file) { return m_pasted.contains(file); });
    QList<QStringList> pages;
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        if (const auto words = wordsOf(m_tabs->pageAt(tab)); !words.isEmpty())
            pages.append(words);
    }
    m_context.settings.setOpenFiles(files);
    m_context.settings.setOpenPages(pages);
}

/// How reopenPage() finds the page again; empty for one that cannot come back.
QStringList MainWindow::wordsOf(const QWidget* page) const
{
    if (!page)
        return {};
    if (page == m_library)
        return {kLibraryPage};
    if (page == m_group)
        return {kGroupPage, QString::number(m_context.workbench.reportLibrary()->group().group())};
    if (page == m_comparison)
        return m_compared.isEmpty() ? QStringList() : QStringList{kComparisonPage} + m_compared;
    if (page == m_rules)
        return {kRulesPage};
    if (page == m_settings)
        return {kSettingsPage, m_settings->section()};
    if (page == m_keys)
        return {kKeysPage};
    if (page == m_server)
        return {kServerPage};
    if (page == m_export)
        return m_exported.isEmpty() ? QStringList() : QStringList{kExportPage} + m_exported;
    return {};
}

void MainWindow::openLastReport()
{
    if (const auto recent = m_context.settings.recentFiles(); !recent.isEmpty())
        openFile(recent.first().path);
}

/// A file that is gone has a tab nevertheless, which says so and offers to look for it.
void MainWindow::reopenFile(const QString& file)
{
    ReportSession* session = addReport(file);
    if (!session)
        return;
    m_restored.insert(session);
    if (const auto place = m_context.settings.place(file))
        session->place().restorePlace(place->thread, {place->frame, place->inlineDepth});
}

void MainWindow::reopenFiles()
{
    const QStringList files = m_context.settings.openFiles();
    const QString current = m_context.settings.currentFile();
    const QString currentPage = m_context.settings.currentPage();
    const bool isOuter = !std::exchange(m_isReopening, true);
    int front = m_tabs->currentIndex();
    {
        const DocumentTabs::OneLayout once(*m_tabs);
        for (const QString& file : files)
            reopenFile(file);
    }
    reopenPages();
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        const ReportSession* session = m_tabs->sessionAt(tab);
        const bool isLast = session && current.isEmpty() && currentPage.isEmpty();
        if (isLast || (session && currentPage.isEmpty() && session->path() == current) ||
            (!currentPage.isEmpty() && wordsOf(m_tabs->pageAt(tab)).value(0) == currentPage))
            front = tab;
    }
    if (isOuter)
        m_isReopening = false;
    m_tabs->setCurrentIndex(front);
    rememberOpen();
}

void MainWindow::reopenPages()
{
    for (const QStringList& words : m_context.settings.openPages())
        reopenPage(words);
}

void MainWindow::reopenPage(const QStringList& words)
{
    const QString name = words.value(0);
    if (name == kLibraryPage)
        showLibrary();
    else if (name == kGroupPage && words.value(1).toLongLong() > 0)
        showGroup(words.value(1).toLongLong());
    else if (name == kComparisonPage && m_comparison)
        reopenComparison(words);
    else if (name == kRulesPage)
        showRules();
    else if (name == kSettingsPage)
        showSettings(words.value(1));
    else if (name == kKeysPage)
        showKeymap();
    else if (name == kServerPage && m_server)
        m_actions.trigger(QStringLiteral("tools.server"));
    else if (name == kExportPage)
        reopenExport(words);
}

/// Two reports of the library, or two files, which are read first.
void MainWindow::reopenComparison(const QStringList& words)
{
    if (words.size() != 4)
        return;
    if (words.at(1) == QLatin1String("library")) {
        openLibrary();
        m_compared = words.sliced(1);
        m_context.workbench.reportLibrary()->comparison().compare(words.at(2).toLongLong(),
                                                                  words.at(3).toLongLong());
        return showPage(m_comparison, m_comparison->tabName());
    }
    ReportSession* left = m_context.workbench.find(words.at(2));
    ReportSession* right = m_context.workbench.find(words.at(3));
    if (left && right)
        compareReports(left, right, Place::Back);
}

/// The file of a tab has another name or folder now: the user shows which.
void MainWindow::locateMoved(const QString& path)
{
    auto* dialog =
        new QFileDialog(this, titleText(tr("Locate %1").arg(QFileInfo(path).fileName())));
    dialog->setObjectName(QStringLiteral("dialog.locate_report"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this, path](const QString& found) {
        ReportSession* gone = m_context.workbench.find(path);
        if (found == path)
            return m_actions.trigger(QStringLiteral("symbols.retry"));
        m_context.settings.setPlace(found, m_context.settings.place(path));
        if (ReportSession* session = openFile(found)) {
            if (const auto place = m_context.settings.place(path))
                session->place().restorePlace(place->thread, {place->frame, place->inlineDepth});
            if (gone)
                closeTab(m_tabs->indexOf(gone));
        }
    });
    dialog->open();
}

void MainWindow::rememberPlace(const ReportSession& session)
{
    const auto frame = session.place().currentFrame();
    // Before the look-up has ended, the selection is not yet where it will stay.
    if (!frame || !session.header().isComplete)
        return;
    m_context.settings.setPlace(
        session.path(),
        ReportPlace{session.place().currentThread(), frame->physicalIndex, frame->inlineDepth});
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
