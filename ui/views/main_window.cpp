// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/main_window.h"

#include "ui/style/icons.h"
#include "ui/style/workbench_style.h"
#include "ui/views/main_menu.h"
#include "ui/views/notice_bar.h"
#include "ui/views/report_page.h"
#include "ui/views/start_page.h"
#include "ui/views/status_strip.h"
#include "ui/views/tab_lane.h"
#include "ui/views/workspace.h"

#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHash>
#include <QLayout>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace faultline::ui {

namespace {

constexpr int kStartTab = 0;
constexpr int kSaveAfterMs = 1000;
constexpr int kLongestTitle = 60;
constexpr QSize kSmallest(480, 320);
/// What window managers add around a window, as far as it is known before the window is shown.
constexpr QSize kWindowFrame(8, 40);

} // namespace

MainWindow::MainWindow(Theme& theme, AppSettings& settings, Workbench& workbench, QWidget* parent)
    : QMainWindow(parent), m_theme(theme), m_context{theme, settings, workbench},
      m_tabs(new QTabBar(this)), m_notices(new NoticeBar(theme, this)),
      m_pages(new QStackedWidget(this)), m_start(new StartPage(m_context)),
      m_report(new ReportPage(m_context)), m_status(new StatusStrip(m_context, this))
{
    setObjectName(QStringLiteral("window"));
    setAcceptDrops(true);
    setWindowIcon(QIcon(QStringLiteral(":/icons/faultline.svg")));
    m_recent = buildMainMenu(*menuBar(), m_actions);
    addActions(m_actions.all());
    setStatusBar(m_status);
    buildTabs();
    buildPages();
    connectFileActions();
    connectEditActions();
    connectGoActions();
    connectViewActions();
    connectDockActions();
    connectSymbolActions();
    connectHelpActions();
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
    m_tabs->setObjectName(QStringLiteral("documents"));
    m_tabs->setProperty(kDocumentTabs, true);
    m_tabs->setAccessibleName(tr("Open reports"));
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_tabs->setMovable(false);
    m_tabs->setTabsClosable(true);
    m_tabs->addTab(tr("Start"));
    m_tabs->setTabButton(kStartTab, QTabBar::RightSide, nullptr);
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
    layout->addWidget(new TabLane(m_theme, m_tabs, centre));
    layout->addWidget(m_notices);
    layout->addWidget(m_pages, 1);
    setCentralWidget(centre);
    connect(m_start, &StartPage::openRequested, this, &MainWindow::openFile);
    connect(m_start, &StartPage::commandRequested, &m_actions, &ActionRegistry::trigger);
    connect(m_report, &ReportPage::commandRequested, &m_actions, &ActionRegistry::trigger);
    connect(m_report, &ReportPage::openRequested, this, &MainWindow::openFile);
    connect(m_status, &StatusStrip::commandRequested, &m_actions, &ActionRegistry::trigger);
    connect(&m_context.workbench, &Workbench::activityChanged, this, &MainWindow::updateActions);
    connect(&m_context.settings, &AppSettings::recentFilesChanged, this,
            &MainWindow::fillRecentMenu);
    connect(&m_theme, &Theme::changed, this, [this] {
        for (ReportSession* session : m_context.workbench.sessions())
            updateTab(session);
    });
}

ReportSession* MainWindow::currentSession() const
{
    return m_tabs->tabData(m_tabs->currentIndex()).value<ReportSession*>();
}

int MainWindow::tabOf(const ReportSession* session) const
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (m_tabs->tabData(i).value<ReportSession*>() == session && i != kStartTab)
            return i;
    }
    return -1;
}

ReportSession* MainWindow::openFile(const QString& path)
{
    ReportSession* session = m_context.workbench.open(path);
    int tab = tabOf(session);
    if (tab < 0) {
        m_report->workspace().addSession(session);
        tab = m_tabs->addTab(session->fileName());
        m_tabs->setTabData(tab, QVariant::fromValue(session));
        m_tabs->setTabToolTip(tab, session->path());
        const auto changed = [this, session] { sessionChanged(session); };
        connect(session, &ReportSession::stateChanged, this, changed);
        connect(session, &ReportSession::headerChanged, this, changed);
        connect(session, &ReportSession::frameSelected, this, &MainWindow::updateActions);
        connect(session, &ReportSession::frameSelected, this,
                [this, session] { rememberPlace(*session); });
        nameTabs();
        if (!m_isReopening)
            rememberOpen();
    }
    m_tabs->setCurrentIndex(tab);
    return session;
}

void MainWindow::showTab(int tab)
{
    auto* session = m_tabs->tabData(tab).value<ReportSession*>();
    m_report->showSession(session);
    m_status->setSession(session);
    m_pages->setCurrentWidget(session ? static_cast<QWidget*>(m_report) : m_start);
    if (session)
        m_report->workspace().focusStack();
    if (!m_isReopening)
        m_context.settings.setCurrentFile(session ? session->path() : QString());
    saveSoon();
    updateActions();
    updateTitle();
}

void MainWindow::closeTab(int tab)
{
    auto* session = m_tabs->tabData(tab).value<ReportSession*>();
    if (!session)
        return;
    m_report->workspace().removeSession(session);
    session->disconnect(this);
    m_context.settings.setPlace(session->path(), std::nullopt);
    m_tabs->removeTab(tab);
    m_context.workbench.close(session);
    nameTabs();
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
    updateTab(session);
    if (session->state() == ReportSession::State::Ready)
        rememberRecent(*session);
    if (session != currentSession())
        return;
    const bool hasReport = session->state() == ReportSession::State::Loading ||
                           session->state() == ReportSession::State::Ready;
    if (!hasReport || !m_report->showsReport())
        m_report->showSession(session);
    updateActions();
    updateTitle();
}

void MainWindow::updateTab(ReportSession* session)
{
    const int tab = tabOf(session);
    if (tab < 0)
        return;
    const ThemeTokens& t = m_theme.tokens();
    const int size = 2 * m_theme.metrics().step;
    const bool failed = session->state() == ReportSession::State::Failed;
    m_tabs->setIconSize(QSize(size, size));
    QIcon icon;
    const bool several = session->state() == ReportSession::State::Several;
    if (failed)
        icon = themedIcon(QStringLiteral("warning"), t.warn, size);
    else if (several)
        icon = themedIcon(QStringLiteral("folder"), t.dim, size);
    else if (session->header().isCrash)
        icon = themedIcon(QStringLiteral("dot"), t.crash, size);
    m_tabs->setTabIcon(tab, icon);
    const QString state = failed    ? tr("could not be opened")
                          : several ? tr("holds several crash files")
                                    : session->header().cause;
    nameTabs();
    m_tabs->setAccessibleTabName(tab, tr("%1, %2").arg(session->fileName(), state));
}

/// Reports of equal file names tell their folders as well.
void MainWindow::nameTabs()
{
    QHash<QString, int> counts;
    for (const ReportSession* session : m_context.workbench.sessions())
        ++counts[session->fileName()];
    for (int i = kStartTab + 1; i < m_tabs->count(); ++i) {
        const auto* session = m_tabs->tabData(i).value<ReportSession*>();
        if (!session)
            continue;
        const QString folder = QFileInfo(session->path()).dir().dirName();
        const bool isShared = counts.value(session->fileName()) > 1 && !folder.isEmpty();
        const QString name =
            isShared ? tr("%1 (%2)").arg(session->fileName(), folder) : session->fileName();
        if (m_tabs->tabText(i) != name)
            m_tabs->setTabText(i, name);
    }
}

void MainWindow::stepTab(int direction)
{
    const int count = m_tabs->count();
    m_tabs->setCurrentIndex((m_tabs->currentIndex() + direction + count) % count);
}

void MainWindow::updateTitle()
{
    const ReportSession* session = currentSession();
    if (!session) {
        setWindowTitle(tr("Faultline"));
        setWindowFilePath({});
        return;
    }
    const QString signature = session->header().signature.left(kLongestTitle);
    setWindowFilePath(session->path());
    setWindowTitle(signature.isEmpty()
                       ? tr("%1 — Faultline").arg(session->fileName())
                       : tr("%1 — %2 — Faultline").arg(session->fileName(), signature));
}

void MainWindow::updateActions()
{
    ReportSession* session = currentSession();
    ActionContext context;
    context.hasReport = session != nullptr;
    const auto frame = session ? session->currentFrame() : std::nullopt;
    context.hasFrame = frame.has_value();
    if (frame) {
        const auto row = session->stack().rowOf(*frame);
        const FrameRow* shown = row ? session->stack().frameAt(*row) : nullptr;
        context.hasModule = shown && shown->moduleIndex >= 0;
    }
    const ActivityModel& activity = m_context.workbench.activity();
    context.isRunning = activity.runningCount(ActivityRow::Kind::Job) +
                            activity.runningCount(ActivityRow::Kind::Transfer) >
                        0;
    m_actions.update(context);
}

void MainWindow::rememberRecent(const ReportSession& session)
{
    if (session.header().signature.isEmpty())
        return;
    const QDateTime crashed = QDateTime::fromString(session.header().timeIso, Qt::ISODate);
    m_context.settings.rememberFile({session.path(), session.header().signature,
                                     crashed.isValid() ? crashed : QDateTime::currentDateTime()});
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveNow();
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

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            openFile(url.toLocalFile());
    }
    event->acceptProposedAction();
}

} // namespace faultline::ui
