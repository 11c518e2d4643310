// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/group_session.h"
#include "ui/bridge/rules_session.h"
#include "ui/models/shown_text.h"
#include "ui/views/comparison_page.h"
#include "ui/views/document_tabs.h"
#include "ui/views/group_page.h"
#include "ui/views/library_page.h"
#include "ui/views/main_window.h"
#include "ui/views/rules_page.h"
#include "ui/views/status_strip.h"
#include "ui/views/triage_menus.h"

#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QStackedWidget>

namespace faultline::ui {

namespace {

constexpr int kOfferedReports = 20; ///< Open reports that the menu offers.

}

void MainWindow::buildTriagePages(LibrarySession& library)
{
    m_group = new GroupPage(m_theme, library);
    m_comparison = new ComparisonPage(m_theme, library.comparison());
    m_rules = new RulesPage(m_theme, library.rules());
    for (QWidget* page : {static_cast<QWidget*>(m_group), static_cast<QWidget*>(m_comparison),
                          static_cast<QWidget*>(m_rules)})
        m_pages->addWidget(page);
    connect(m_library, &LibraryPage::groupRequested, this, &MainWindow::showGroup);
    connect(m_group, &GroupPage::actionsChanged, this, [this] {
        m_tabs->renamePage(m_group, m_group->tabName());
        rememberOpen();
        updateActions();
        updateTitle();
    });
    connect(m_group, &GroupPage::allRequested, this, [this](qint64 group) {
        showLibrary();
        m_library->showReportsOf(group);
    });
    connect(m_group, &GroupPage::compareRequested, this, &MainWindow::compare);
    connect(m_group, &GroupPage::pairRequested, this, [this](qint64 left, qint64 right) {
        m_context.workbench.reportLibrary()->comparison().compare(left, right);
        showPage(m_comparison, m_comparison->tabName());
    });
    connect(m_group, &GroupPage::groupRequested, this, &MainWindow::showGroup);
    connect(m_comparison, &ComparisonPage::changed, this, [this] {
        m_tabs->renamePage(m_comparison, m_comparison->tabName());
        updateActions();
        updateTitle();
    });
    connect(m_comparison, &ComparisonPage::copyRequested, this,
            [this](const QString& text) { copyText(text, tr("Comparison copied")); });
    connect(m_rules, &RulesPage::messageGiven, m_status, &StatusStrip::setMessage);
    keepRulesDraft(library);
}

/// What is typed is kept at every change, so that neither a closed tab nor a killed program loses
/// it.
void MainWindow::keepRulesDraft(LibrarySession& library)
{
    RulesSession& rules = library.rules();
    rules.restoreDraft(m_context.settings.rulesDraft(library.file()));
    connect(&rules, &RulesSession::draftChanged, this, [this, &library, &rules] {
        m_context.settings.setRulesDraft(library.file(), rules.draft());
        updateTitle();
    });
}

bool MainWindow::hasUnsignedRules() const
{
    return m_rules && m_context.workbench.reportLibrary()->rules().isEdited();
}

void MainWindow::askAboutRules()
{
    const QString name = QStringLiteral("dialog.unsigned_rules");
    if (findChild<QMessageBox*>(name))
        return;
    auto* box = new QMessageBox(QMessageBox::Question, tr("Quit"),
                                tr("Grouping rules were edited, and no report was signed by them."),
                                QMessageBox::Cancel, this);
    box->setObjectName(name);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(
        tr("Edits that are kept are on the page of the rules when Faultline starts again."));
    QPushButton* keep = box->addButton(tr("&Keep Edits"), QMessageBox::AcceptRole);
    QPushButton* discard = box->addButton(tr("&Discard Edits"), QMessageBox::DestructiveRole);
    box->setDefaultButton(keep);
    const auto quit = [this] {
        m_mayQuit = true;
        close();
    };
    connect(keep, &QPushButton::clicked, this, quit);
    connect(discard, &QPushButton::clicked, this, [this, quit] {
        m_context.workbench.reportLibrary()->rules().discard();
        quit();
    });
    box->open();
}

void MainWindow::connectTriageActions()
{
    m_actions.on("triage.open", this, [this] { openRow(); });
    m_actions.on("triage.status", this, [this] { triage().showStatus(); });
    m_actions.on("triage.tag", this, [this] { triage().askForTag(); });
    m_actions.on("triage.note", this, [this] { triage().askForNotes(); });
    m_actions.on("triage.assign", this, [this] { triage().showAssign(); });
    m_actions.on("triage.ticket", this, [this] { triage().askForTicket(); });
    m_actions.on("triage.compare", this, [this] { compare(); });
    m_actions.on("triage.remove", this, [this] { triage().askToRemove(); });
    m_actions.on("triage.rules", this, [this] { showRules(); });
    m_actions.on("go.difference_next", this, [this] { m_comparison->stepDifference(+1); });
    m_actions.on("go.difference_prev", this, [this] { m_comparison->stepDifference(-1); });
}

/// What can be done with rows of the library, in their menu.
void MainWindow::addTriageActions(QMenu& menu)
{
    const auto add = [this, &menu](const char* id) {
        menu.addAction(m_actions.find(QLatin1String(id)));
    };
    const auto addBelow = [this, &menu](QMenu& below) {
        QAction* action = below.menuAction();
        action->setEnabled(m_library->hasChangeableRows());
        menu.addAction(action);
    };
    add("triage.open");
    add("triage.compare");
    menu.addSeparator();
    addBelow(m_library->triage().status());
    addBelow(m_library->triage().assign());
    addBelow(m_library->triage().tags());
    add("triage.note");
    add("triage.ticket");
    menu.addSeparator();
    add("triage.remove");
}

/// The library is opened when one of its pages is first shown.
void MainWindow::openLibrary()
{
    LibrarySession& library = *m_context.workbench.reportLibrary();
    if (library.state() == LibrarySession::State::Closed)
        library.open(library.file());
}

void MainWindow::showPage(QWidget* page, const QString& name)
{
    if (m_tabs->indexOf(page) < 0)
        m_tabs->addPage(page, name);
    m_tabs->setCurrentIndex(m_tabs->indexOf(page));
    rememberOpen();
}

void MainWindow::showGroup(qint64 group)
{
    if (!m_group)
        return;
    openLibrary();
    m_context.workbench.reportLibrary()->group().open(group);
    showPage(m_group, m_group->tabName());
}

/// Of the group that is in front, otherwise of the rows of the library.
TriageMenus& MainWindow::triage()
{
    if (m_pages->currentWidget() == m_group)
        return m_group->triage();
    showLibrary();
    return m_library->triage();
}

void MainWindow::openRow()
{
    if (m_pages->currentWidget() == m_group)
        m_group->openSelected();
    else
        m_library->openSelected();
}

QList<qint64> MainWindow::reportsToCompare() const
{
    if (m_group && m_pages->currentWidget() == m_group)
        return m_group->reportsToCompare();
    if (m_library && m_pages->currentWidget() == m_library)
        return m_library->reportsToCompare();
    return {};
}

/// Compares the two selected reports of the library, otherwise the open report with another one
/// that the user chooses.
void MainWindow::compare()
{
    if (!m_comparison)
        return;
    const auto reports = reportsToCompare();
    if (reports.size() == 2) {
        m_compared = {QStringLiteral("library"), QString::number(reports.front()),
                      QString::number(reports.back())};
        m_context.workbench.reportLibrary()->comparison().compare(reports.front(), reports.back());
        return showPage(m_comparison, m_comparison->tabName());
    }
    ReportSession* session = currentSession();
    if (!session)
        return;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("compare.menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (ReportSession* other : m_context.workbench.sessions()) {
        if (other == session || other->state() != ReportSession::State::Ready)
            continue;
        if (menu->actions().size() == kOfferedReports)
            break;
        menu->addAction(withoutKeys(other->fileName()), other,
                        [this, other] { compareWith(other); });
    }
    if (!menu->isEmpty())
        menu->addSeparator();
    menu->addAction(tr("Another file…"), this, &MainWindow::askForOther);
    menu->popup(m_pages->mapToGlobal(QPoint(m_pages->width() / 3, m_pages->height() / 4)));
}

void MainWindow::askForOther()
{
    ReportSession* first = currentSession();
    if (!first)
        return;
    auto* dialog = new QFileDialog(this, tr("Compare With"));
    dialog->setObjectName(QStringLiteral("dialog.compare"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, first, [this, first](const QString& path) {
        if (ReportSession* other = addReport(path))
            compareReports(first, other);
    });
    dialog->open();
}

void MainWindow::compareWith(ReportSession* other)
{
    if (ReportSession* session = currentSession())
        compareReports(session, other);
}

/// Waits until both files have been read; a file that cannot be read is shown instead.
void MainWindow::compareReports(ReportSession* left, ReportSession* right, Place place)
{
    for (ReportSession* session : {left, right}) {
        if (session->state() == ReportSession::State::Ready)
            continue;
        if (session->state() != ReportSession::State::Loading)
            return place == Place::Front ? m_tabs->setCurrentIndex(m_tabs->indexOf(session))
                                         : void();
        const auto again = [this, first = QPointer(left), right, place] {
            if (first)
                compareReports(first, right, place);
        };
        connect(session, &ReportSession::stateChanged, right, again, Qt::SingleShotConnection);
        return;
    }
    m_context.workbench.reportLibrary()->comparison().compare(left->path(), left->report(),
                                                              right->path(), right->report());
    m_compared = {QStringLiteral("files"), left->path(), right->path()};
    if (place == Place::Front)
        return showPage(m_comparison, m_comparison->tabName());
    if (m_tabs->indexOf(m_comparison) < 0)
        m_tabs->addPage(m_comparison, m_comparison->tabName());
    rememberOpen();
}

void MainWindow::showRules()
{
    if (!m_rules)
        return;
    openLibrary();
    const auto& sessions = m_context.workbench.sessions();
    const ReportSession* session = currentSession();
    if (!session && !sessions.isEmpty())
        session = sessions.last();
    if (session && session->report())
        m_rules->showReport(session->path(), session->report());
    m_context.workbench.reportLibrary()->rules().open();
    showPage(m_rules, tr("Grouping rules"));
}

void MainWindow::updateTriageContext(ActionContext& context) const
{
    const QWidget* page = m_pages->currentWidget();
    const bool showsLibrary = m_library && page == m_library;
    const bool showsGroup = m_group && page == m_group;
    context.hasLibrary = m_library != nullptr;
    context.hasLibraryRow = (showsLibrary && m_library->hasSelectedRow()) ||
                            (showsGroup && m_group->hasSelectedReport());
    context.hasWritableRow =
        (showsLibrary && m_library->hasChangeableRows()) || (showsGroup && m_group->canChange());
    context.canUndo =
        (showsLibrary || showsGroup) && m_context.workbench.reportLibrary()->canUndo();
    context.canRedo =
        (showsLibrary || showsGroup) && m_context.workbench.reportLibrary()->canRedo();
    context.canCompare = m_comparison && (currentSession() || reportsToCompare().size() == 2);
    context.hasComparison = m_comparison && page == m_comparison;
}

} // namespace faultline::ui
