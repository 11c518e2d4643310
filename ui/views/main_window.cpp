// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/main_window.h"

#include "ui/bridge/place_history.h"
#include "ui/models/shown_text.h"
#include "ui/views/debug_file_page.h"
#include "ui/views/document_tabs.h"
#include "ui/views/find_line.h"
#include "ui/views/keymap.h"
#include "ui/views/library_page.h"
#include "ui/views/main_menu.h"
#include "ui/views/notice_bar.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/rules_page.h"
#include "ui/views/start_page.h"
#include "ui/views/status_strip.h"
#include "ui/views/tab_lane.h"
#include "ui/views/tab_order.h"
#include "ui/views/workspace.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QLayout>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr int kStartTab = DocumentTabs::kStartTab;
/// Each change of a tab lays out all tabs. With more tabs than that, changes are collected, the
/// longer the more tabs there are.
constexpr int kManyTabs = 20;
constexpr int kLongestCollectionMs = 1000;
constexpr int kSaveAfterMs = 1000;
constexpr int kLongestTitle = 60;
constexpr int kLongestCause = 200; ///< Which the list of recent crashes keeps.
constexpr QSize kSmallest(480, 320);
/// What window managers add around a window, as far as it is known before the window is shown.
constexpr QSize kWindowFrame(8, 40);

} // namespace

MainWindow::MainWindow(Theme& theme, AppSettings& settings, Workbench& workbench, QWidget* parent)
    : QMainWindow(parent), m_theme(theme), m_context{theme, settings, workbench},
      m_tabs(new DocumentTabs(theme, this)), m_notices(new NoticeBar(theme, this)),
      m_pages(new QStackedWidget(this)), m_start(new StartPage(m_context)),
      m_report(new ReportPage(m_context)), m_status(new StatusStrip(m_context, this))
{
    setObjectName(QStringLiteral("window"));
    setAcceptDrops(true);
    setWindowIcon(QIcon(QStringLiteral(":/icons/faultline.svg")));
    m_recent = buildMainMenu(*menuBar(), m_actions);
    m_keymap = new Keymap(m_actions, settings, this);
    addActions(m_actions.all());
    setStatusBar(m_status);
    buildTabs();
    buildPages();
    connectFileActions();
    connectEditActions();
    connectGoActions();
    connectViewActions();
    connectStackActions();
    connectDockActions();
    connectSymbolActions();
    connectHelpActions();
    connectCodeActions();
    connectLibraryActions();
    connectExportActions();
    connectSettingsActions();
    // Views shrink, scroll and cut their text. Otherwise a larger zoom would enlarge the window.
    QMainWindow::layout()->setSizeConstraint(QLayout::SetNoConstraint);
    setMinimumSize(kSmallest);
    resize(firstSize());
    if (!settings.windowGeometry().isEmpty())
        restoreGeometry(settings.windowGeometry());
    m_report->workspace().restoreLayout();
    m_saveTimer.setSingleShot(true);
    m_saveTimer.setInterval(kSaveAfterMs);
    connect(&m_saveTimer, &QTimer::timeout, this, &MainWindow::saveNow);
    connect(&m_report->workspace(), &Workspace::dockChanged, this, &MainWindow::saveSoon);
    fillRecentMenu();
    m_tabs->setCurrentIndex(kStartTab);
    m_isReopening = true; // The start page of a new window is no choice of the user.
    showTab(kStartTab);
    m_isReopening = false;
}

MainWindow::~MainWindow()
{
    // Docks report during their destruction that they are hidden, when the actions no longer exist.
    m_report->workspace().disconnect(this);
    qApp->disconnect(this); // The focus moves, too.
}

/// The size of the first start: as designed, but within the work area of the screen.
QSize MainWindow::firstSize() const
{
    const int step = m_theme.metrics().step;
    const QSize wanted(360 * step, 225 * step);
    return screen() ? wanted.boundedTo(screen()->availableSize() - kWindowFrame) : wanted;
}

void MainWindow::buildTabs()
{
    m_showChanges.setSingleShot(true);
    connect(&m_showChanges, &QTimer::timeout, this, &MainWindow::showChanges);
    connect(m_tabs, &QTabBar::currentChanged, this, &MainWindow::showTab);
    connect(m_tabs, &QTabBar::tabCloseRequested, this, &MainWindow::closeTab);
}

void MainWindow::buildPages()
{
    m_start->setObjectName(QStringLiteral("page.start"));
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_report);
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new TabLane(m_theme, *m_tabs, centre));
    layout->addWidget(m_notices);
    layout->addWidget(m_pages, 1);
    setCentralWidget(centre);
    buildLibrary();
    connect(m_start, &StartPage::openRequested, this, &MainWindow::openFile);
    connect(m_start, &StartPage::commandRequested, &m_actions, &ActionRegistry::trigger);
    connect(m_report, &ReportPage::commandRequested, &m_actions, &ActionRegistry::trigger);
    connect(m_report, &ReportPage::openRequested, this, &MainWindow::openFiles);
    m_start->showKeys(m_actions);
    connect(&m_context.settings, &AppSettings::keysChanged, m_start,
            [this] { m_start->showKeys(m_actions); });
    connect(m_report, &ReportPage::locateRequested, this, &MainWindow::locateMoved);
    connect(m_status, &StatusStrip::commandRequested, &m_actions, &ActionRegistry::trigger);
    connect(&m_context.workbench, &Workbench::activityChanged, this, &MainWindow::updateActions);
    connect(&m_context.settings, &AppSettings::recentFilesChanged, this,
            &MainWindow::fillRecentMenu);
}

ReportSession* MainWindow::currentSession() const
{
    return m_tabs->sessionAt(m_tabs->currentIndex());
}

ReportSession* MainWindow::openFile(const QString& path)
{
    ReportSession* session = addReport(path);
    if (!session) {
        sayLeftOut(1);
        return nullptr;
    }
    rememberOpen();
    m_tabs->setCurrentIndex(m_tabs->indexOf(session));
    return session;
}

void MainWindow::openFiles(const QStringList& paths)
{
    if (paths.size() < 2) {
        for (const QString& path : paths)
            openFile(path);
        return;
    }
    ReportSession* last = nullptr;
    qsizetype leftOut = 0;
    {
        const DocumentTabs::OneLayout once(*m_tabs);
        for (const QString& path : paths) {
            ReportSession* session = addReport(path);
            last = session ? session : last;
            leftOut += session ? 0 : 1;
        }
    }
    if (last)
        m_tabs->setCurrentIndex(m_tabs->indexOf(last));
    rememberOpen();
    sayLeftOut(leftOut);
}

/// Opens the file in a tab that stays where it is. Null when too many are open.
ReportSession* MainWindow::addReport(const QString& path)
{
    if (m_context.workbench.sessions().size() >= kMostReports && !m_context.workbench.find(path))
        return nullptr;
    ReportSession* session = m_context.workbench.open(path);
    if (m_tabs->indexOf(session) >= 0)
        return session;
    m_report->workspace().addSession(session);
    m_tabs->add(session);
    addHistory(*session);
    takeDebugFiles(*session);
    const auto changed = [this, session] { sessionChanged(session); };
    connect(session, &ReportSession::stateChanged, this, changed);
    connect(session, &ReportSession::headerChanged, this, changed);
    connect(session, &ReportSession::sourceChanged, this, [this, session] {
        if (session == currentSession())
            readSourcePlace();
    });
    connect(&session->place(), &StackPlace::frameSelected, this, [this, session] {
        if (session == currentSession())
            readSourcePlace();
        rememberPlace(*session);
    });
    return session;
}

void MainWindow::sayLeftOut(qsizetype count)
{
    if (count > 0)
        m_notices->show({{.text = tr("%n file(s) were not opened, because %1 reports are open.",
                                     nullptr, int(count))
                                      .arg(kMostReports),
                          .button = tr("Dismiss"),
                          .action = [this] { m_notices->show({}); }}});
}

void MainWindow::showTab(int tab)
{
    ReportSession* session = m_tabs->sessionAt(tab);
    m_report->showSession(session);
    m_status->setSession(session);
    QWidget* page = m_tabs->pageAt(tab);
    m_pages->setCurrentWidget(session ? static_cast<QWidget*>(m_report) : page ? page : m_start);
    if (session)
        m_report->workspace().focusStack();
    else if (page)
        page->setFocus(Qt::OtherFocusReason);
    if (!m_isReopening) {
        m_context.settings.setCurrentFile(session ? session->path() : QString());
        m_context.settings.setCurrentPage(wordsOf(page).value(0));
        m_restored.remove(session);
        if (session)
            rememberRecent({session});
    }
    saveSoon();
    readSourcePlace();
    updateTitle();
}

void MainWindow::closeTab(int tab)
{
    ReportSession* session = m_tabs->sessionAt(tab);
    if (!session) {
        if (m_rules && m_tabs->pageAt(tab) == m_rules && hasUnsignedRules())
            m_status->setMessage(
                tr("The edited rules are kept until they are signed or discarded"));
        m_tabs->remove(tab); // Pages stay as they are until they are shown again.
        rememberOpen();
        return showTab(m_tabs->currentIndex());
    }
    m_histories.remove(session);
    m_report->workspace().removeSession(session);
    session->letGo(this);
    m_changed.removeOne(session);
    m_restored.remove(session);
    m_context.settings.setPlace(session->path(), std::nullopt);
    m_tabs->remove(tab);
    m_context.workbench.close(session);
    rememberOpen();
    showTab(m_tabs->currentIndex());
}

void MainWindow::closeAll()
{
    while (m_tabs->count() > 1)
        closeTab(m_tabs->count() - 1);
}

void MainWindow::sessionChanged(ReportSession* session)
{
    if (!m_changed.contains(session))
        m_changed.append(session);
    if (m_tabs->count() <= kManyTabs)
        showChanges();
    else if (!m_showChanges.isActive())
        m_showChanges.start(std::min(m_tabs->count(), kLongestCollectionMs));
    if (session != currentSession())
        return;
    const bool hasReport = session->state() == ReportSession::State::Loading ||
                           session->state() == ReportSession::State::Ready;
    if (!hasReport || !m_report->showsReport())
        m_report->showSession(session);
    updateActions();
    updateTitle();
}

/// Brings the tabs and the recent files up to date.
void MainWindow::showChanges()
{
    const QList<ReportSession*> changed = std::exchange(m_changed, {});
    if (changed.size() == 1) {
        m_tabs->showStates(changed);
    } else {
        const DocumentTabs::OneLayout once(*m_tabs);
        m_tabs->showStates(changed);
    }
    rememberRecent(changed);
}

/// Qt puts its mark of unsaved changes in the place of "[*]", and wants that before there are any.
void MainWindow::showTitle(const QString& title)
{
    const bool isModified = hasUnsignedRules();
    if (!isModified)
        setWindowModified(false);
    setWindowTitle(titleText(title) + (isModified ? QStringLiteral("[*]") : QString()));
    if (isModified)
        setWindowModified(true);
}

void MainWindow::updateTitle()
{
    const ReportSession* session = currentSession();
    if (!session) {
        const bool showsPage = m_tabs->pageAt(m_tabs->currentIndex()) != nullptr;
        setWindowFilePath({});
        return showTitle(showsPage
                             ? tr("%1 — Faultline").arg(m_tabs->tabName(m_tabs->currentIndex()))
                             : tr("Faultline"));
    }
    QString signature = session->header().signature;
    if (signature.size() > kLongestTitle)
        signature = signature.left(kLongestTitle) + u'…';
    setWindowFilePath(session->path());
    showTitle(signature.isEmpty() ? tr("%1 — Faultline").arg(session->fileName())
                                  : tr("%1 — %2 — Faultline").arg(session->fileName(), signature));
}

void MainWindow::updateActions()
{
    ReportSession* session = currentSession();
    ActionContext context;
    context.hasReport = session != nullptr;
    const auto frame = session ? session->place().currentFrame() : std::nullopt;
    context.hasFrame = frame.has_value();
    if (frame) {
        const auto row = session->stack().rowOf(*frame);
        const FrameRow* shown = row ? session->stack().frameAt(*row) : nullptr;
        context.hasModule = shown && shown->moduleIndex >= 0;
    }
    context.hasSourceFile = !m_sourceFile.isEmpty();
    context.hasSourceLink = !m_sourcePage.isEmpty();
    const ActivityModel& activity = m_context.workbench.activity();
    context.isRunning = activity.runningCount(ActivityRow::Kind::Job) +
                            activity.runningCount(ActivityRow::Kind::Transfer) >
                        0;
    const PlaceHistory* places = history();
    context.canGoBack = places && places->canGoBack();
    context.canGoForward = places && places->canGoForward();
    context.hasTable = focusedTable() != nullptr;
    context.canFind = context.hasTable || focusedFindLine() != nullptr;
    context.hasTab = m_tabs->currentIndex() != kStartTab;
    updateTriageContext(context);
    m_actions.update(context);
}

/// Reports that were reopened keep their places in the list until they are looked at: it is in the
/// order of last use.
void MainWindow::rememberRecent(const QList<ReportSession*>& sessions)
{
    QList<RecentFile> files;
    QList<RecentFile> reopened;
    for (const ReportSession* session : sessions) {
        const ReportHeader& header = session->header();
        if (session->state() != ReportSession::State::Ready || header.signature.isEmpty())
            continue;
        auto& list = m_restored.contains(session) ? reopened : files;
        list.append({.path = session->path(),
                     .signature = header.signature,
                     .time = QDateTime::fromString(header.timeIso, Qt::ISODate),
                     .cause = header.cause.left(kLongestCause),
                     .system = header.system.section(u' ', 0, 0),
                     .framePercent = header.framePercent,
                     .isCrash = header.isCrash});
    }
    m_context.settings.updateFiles(reopened);
    m_context.settings.rememberFiles(files);
}

bool MainWindow::focusNextPrevChild(bool next)
{
    return moveFocus(*this, next);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveNow();
    if (hasUnsignedRules() && !m_mayQuit) {
        event->ignore();
        return askAboutRules();
    }
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const auto urls = event->mimeData()->urls();
    for (const QUrl& url : urls) {
        if (url.isLocalFile())
            return event->acceptProposedAction();
    }
}

/// The library imports what is dropped on it, the inspector shows it; elsewhere it is opened.
void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            files.append(url.toLocalFile());
    }
    event->acceptProposedAction();
    if (m_library && m_pages->currentWidget() == m_library)
        m_library->importFiles(files);
    else if (m_inspector && m_pages->currentWidget() == m_inspector && !files.isEmpty())
        inspectFile(files.first());
    else
        openFiles(files);
}

} // namespace faultline::ui
