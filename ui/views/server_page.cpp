// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/server_page.h"

#include "ui/models/shown_text.h"
#include "ui/style/workbench_style.h"
#include "ui/views/flat_button.h"
#include "ui/views/footer_bar.h"
#include "ui/views/notice_bar.h"
#include "ui/views/page_head.h"
#include "ui/views/panel_header.h"
#include "ui/views/row_view.h"
#include "ui/views/segment_button.h"
#include "ui/views/server_dialog.h"
#include "ui/views/server_hosts.h"
#include "ui/views/server_modules.h"
#include "ui/views/server_numbers.h"
#include "ui/views/state_page.h"
#include "ui/views/tight_layout.h"

#include <QDesktopServices>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QUrl>

#include <algorithm>

namespace faultline::ui {

namespace {

// In steps of the theme.
constexpr int kRightSteps = 82;
constexpr int kLeastWithRight = 250;
constexpr int kFilter = 44;
constexpr int kLowRight = 56; ///< Its height below the rest.
constexpr int kMostCaches = 6;

} // namespace

ServerPage::ServerPage(const Theme& theme, ServerSession& server, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_server(server),
      m_head(new PageHead(theme, QStringLiteral("server"), this)),
      m_notice(new NoticeBar(theme, this)), m_numbers(new ServerNumbers(theme)),
      m_byRequest(new SegmentButton(theme, tr("Requests"))),
      m_byEndpoint(new SegmentButton(theme, tr("By endpoint"))), m_filterGap(new QWidget),
      m_filter(new QLineEdit), m_tables(new QStackedWidget),
      m_requests(new RowView(theme, RowHeight::Dense)),
      m_endpoints(new RowView(theme, RowHeight::Dense)), m_footer(new FooterBar(theme)),
      m_lower(new QStackedWidget), m_cachesTitle(new PanelHeader(theme, tr("Caches"))),
      m_clean(new FlatButton(theme, tr("Clean"))), m_caches(new RowView(theme, RowHeight::Dense)),
      m_log(new RowView(theme, RowHeight::Dense)), m_modules(new ServerModules(theme, server)),
      m_sourcesTitle(new PanelHeader(theme, tr("Sources"))),
      m_sources(new RowView(theme, RowHeight::TwoLines)),
      m_hostsTitle(new PanelHeader(theme, tr("Deny list"))), m_hosts(new ServerHosts(theme)),
      m_process(new RowView(theme, RowHeight::Dense)),
      m_view(new StatefulView(theme, buildContent(), this))
{
    setObjectName(QStringLiteral("page.server"));
    buildHead();
    QBoxLayout* layout = tight(new QVBoxLayout(this));
    layout->addWidget(m_head);
    layout->addWidget(m_notice);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_requests);
    connectServer();
    connect(&theme, &Theme::changed, this, &ServerPage::applyTheme);
    applyTheme();
    refresh();
}

QPushButton* ServerPage::addButton(const char* name, const QString& text)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(name));
    m_head->addRight(button);
    return button;
}

void ServerPage::buildHead()
{
    m_browser = addButton("server.browser", tr("Open in browser"));
    m_reload = addButton("server.reload", tr("Reload config"));
    m_drain = addButton("server.drain", tr("Drain"));
    m_drain->setToolTip(tr("Lets balancers send no more requests; everything else goes on"));
    m_stop = addButton("server.stop", tr("Stop"));
    m_other = addButton("server.choose", tr("Other server…"));
    connect(m_browser, &QPushButton::clicked, this, [this] {
        QDesktopServices::openUrl(QUrl(m_server.url() + QStringLiteral("/status")));
    });
    connect(m_reload, &QPushButton::clicked, &m_server, &ServerSession::reload);
    connect(m_drain, &QPushButton::clicked, &m_server, &ServerSession::drain);
    connect(m_stop, &QPushButton::clicked, &m_server, &ServerSession::stop);
    connect(m_other, &QPushButton::clicked, this, &ServerPage::chooseServer);
}

QWidget* ServerPage::buildContent()
{
    auto* left = new QWidget;
    QBoxLayout* column = tight(new QVBoxLayout(left));
    column->addWidget(buildRequests(), 4);
    column->addWidget(buildLower(), 5);
    auto* body = new QWidget;
    m_body = tight(new QHBoxLayout(body));
    m_body->addWidget(left, 1);
    m_body->addWidget(new PanelEdge(m_theme, Qt::Vertical));
    m_right = buildRight();
    m_body->addWidget(m_right);
    auto* content = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(content));
    layout->addWidget(m_numbers);
    layout->addWidget(body, 1);
    return content;
}

QWidget* ServerPage::buildRequests()
{
    m_requests->setModel(&m_server.requests());
    m_requests->setObjectName(QStringLiteral("server.requests"));
    m_requests->setAccessibleName(tr("Requests"));
    m_endpoints->setModel(&m_server.endpoints());
    m_endpoints->setObjectName(QStringLiteral("server.endpoints"));
    m_endpoints->setAccessibleName(tr("Requests by endpoint"));
    m_tables->addWidget(m_requests);
    m_tables->addWidget(m_endpoints);
    auto* title = new PanelHeader(m_theme, tr("Requests"));
    m_byRequest->setObjectName(QStringLiteral("server.by_request"));
    m_byEndpoint->setObjectName(QStringLiteral("server.by_endpoint"));
    for (SegmentButton* button : {m_byRequest, m_byEndpoint}) {
        button->setCheckable(true);
        button->setAutoExclusive(true);
        title->addRight(button);
    }
    m_byRequest->setChecked(true);
    m_filter->setObjectName(QStringLiteral("server.filter"));
    m_filter->setAccessibleName(tr("Filter requests"));
    m_filter->setPlaceholderText(tr("Request id or scope"));
    m_filter->setClearButtonEnabled(true);
    title->addRight(m_filterGap);
    title->addRight(m_filter);
    m_footer->setObjectName(QStringLiteral("server.footer"));
    auto* requests = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(requests));
    layout->addWidget(title);
    layout->addWidget(m_tables, 1);
    layout->addWidget(m_footer);
    return requests;
}

QWidget* ServerPage::buildLower()
{
    auto* both = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(both));
    layout->addWidget(buildCaches());
    layout->addWidget(buildLog(), 1);
    m_lower->addWidget(both);
    m_lower->addWidget(m_modules);
    return m_lower;
}

QWidget* ServerPage::buildCaches()
{
    m_caches->setModel(&m_server.caches());
    m_caches->setObjectName(QStringLiteral("server.caches"));
    m_caches->setAccessibleName(tr("Kinds of cached files"));
    m_clean->setObjectName(QStringLiteral("server.clean"));
    m_clean->setToolTip(tr("Removes what expired, is damaged or over the limit"));
    m_cachesTitle->addRight(m_clean);
    auto* caches = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(caches));
    layout->addWidget(m_cachesTitle);
    layout->addWidget(m_caches);
    return caches;
}

QWidget* ServerPage::buildLog()
{
    m_log->setModel(&m_server.log());
    m_log->setObjectName(QStringLiteral("server.log"));
    m_log->setAccessibleName(tr("Log of the server"));
    m_log->setHeaderHidden(true);
    m_log->setColumnWidths({16, 12, 12, 0});
    auto* title = new PanelHeader(m_theme, tr("Log"));
    title->setCaption(tr("200 newest lines · secrets are hidden"));
    auto* log = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(log));
    layout->addWidget(title);
    layout->addWidget(m_log, 1);
    return log;
}

QWidget* ServerPage::buildRight()
{
    m_sources->setModel(&m_server.sources());
    m_sources->setObjectName(QStringLiteral("server.sources"));
    m_sources->setAccessibleName(tr("Sources of the server"));
    m_sources->setHeaderHidden(true);
    m_process->setModel(&m_server.process());
    m_process->setObjectName(QStringLiteral("server.process"));
    m_process->setAccessibleName(tr("The server's process"));
    m_process->setHeaderHidden(true);
    m_process->setColumnWidths({13, 0});
    const auto panel = [this](PanelHeader* title, QWidget* content) {
        auto* area = new QWidget;
        QBoxLayout* layout = tight(new QVBoxLayout(area));
        layout->addWidget(title);
        layout->addWidget(content, 1);
        return area;
    };
    auto* right = new QWidget;
    m_side = tight(new QVBoxLayout(right));
    m_side->addWidget(panel(m_sourcesTitle, m_sources), 3);
    m_side->addWidget(panel(m_hostsTitle, m_hosts));
    m_side->addWidget(panel(new PanelHeader(m_theme, tr("Process")), m_process), 2);
    return right;
}

void ServerPage::connectServer()
{
    connect(&m_server, &ServerSession::changed, this, &ServerPage::refresh);
    connect(&m_server, &ServerSession::modulesChanged, this, &ServerPage::showLower);
    connect(&m_server, &ServerSession::worked, this,
            [this](const QString& message, bool isFailure) {
                m_remark = isFailure ? message : QString();
                showNotices();
                if (!isFailure)
                    Q_EMIT messageGiven(message);
            });
    connect(m_filter, &QLineEdit::textChanged, &m_server, &ServerSession::setFilter);
    connect(m_byEndpoint, &SegmentButton::toggled, this, &ServerPage::showEndpoints);
    connect(m_requests->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ServerPage::showFooter);
    connect(m_requests, &RowView::rowChosen, this, &ServerPage::openModules);
    connect(m_footer, &FooterBar::clicked, this, &ServerPage::openModules);
    connect(m_clean, &FlatButton::clicked, &m_server, &ServerSession::cleanCaches);
    connect(m_hosts, &ServerHosts::unblockRequested, &m_server, &ServerSession::unblock);
    connect(m_modules, &ServerModules::closeRequested, this, [this] {
        m_server.openModules({});
        m_requests->setFocus();
    });
    connect(&m_server.log(), &QAbstractItemModel::rowsAboutToBeInserted, this, [this] {
        const QScrollBar* bar = m_log->verticalScrollBar();
        if (bar->value() == bar->maximum())
            QMetaObject::invokeMethod(m_log, &QTreeView::scrollToBottom, Qt::QueuedConnection);
    });
}

void ServerPage::refresh()
{
    using State = ServerSession::State;
    const State state = m_server.state();
    const bool hasAnswer = m_server.answeredAt().isValid();
    if (hasAnswer && (state == State::Ready || state == State::Away))
        showContent();
    else
        showState();
    showHead();
    showNotices();
}

/// Nothing is known of the server: one sentence, and what to do.
void ServerPage::showState()
{
    using State = ServerSession::State;
    const QString icon = QStringLiteral("server");
    const ViewState::Button start{tr("Start"), [this] { m_server.start(); }};
    const ViewState::Button other{tr("Other server…"), [this] { chooseServer(); }};
    const ViewState::Button again{tr("Try again"), [this] { m_server.askAgain(); }};
    switch (m_server.state()) {
    case State::Stopped:
        m_head->setTexts(tr("The server is not running"), {});
        m_view->showState({icon,
                           tr("The server of this computer ends with this window."),
                           {start, other},
                           //: the path of a file
                           tr("Configuration: %1").arg(m_server.configuration())});
        break;
    case State::Starting:
        m_head->setTexts(tr("The server is starting…"), {});
        m_view->showState({icon, tr("The server is starting…"), {}, m_server.configuration()});
        break;
    case State::Ended:
        m_head->setTexts(tr("The server has ended by itself"), {});
        m_view->showState({QStringLiteral("warning"),
                           tr("The server has ended by itself."),
                           {start, other},
                           m_server.problem()});
        break;
    case State::Away:
        m_head->setTexts(m_server.sentence(), m_server.url());
        m_view->showState({QStringLiteral("warning"),
                           richText(m_server.sentence()),
                           {again, other},
                           m_server.problem()});
        break;
    case State::Asking:
    case State::Ready:
        m_head->setTexts(tr("Asking the server…"), m_server.url());
        m_view->showState({icon, tr("Asking the server…"), {}, m_server.url()});
        break;
    }
}

void ServerPage::showHead()
{
    using State = ServerSession::State;
    const State state = m_server.state();
    const bool isReady = state == State::Ready;
    const bool runs = isReady || state == State::Away || state == State::Asking;
    m_other->setVisible(m_server.answeredAt().isValid() || state == State::Asking);
    m_browser->setVisible(runs);
    m_browser->setEnabled(isReady);
    m_reload->setVisible(runs);
    m_reload->setEnabled(m_server.canReload());
    m_drain->setVisible(runs);
    m_drain->setEnabled(m_server.canDrain());
    const QString what = tr("Reads the configuration again; running requests go on");
    const QString refused = tr("This server can be controlled only from its own machine, or with a "
                               "token.");
    m_reload->setToolTip(shownText(!isReady || m_server.canReload() ? what : refused));
    m_stop->setVisible(m_server.isOwn() && (runs || state == State::Starting));
}

void ServerPage::showContent()
{
    const bool isStale = m_server.state() == ServerSession::State::Away;
    m_head->setTexts(m_server.sentence(), m_server.facts());
    m_numbers->show(m_server.numbers(), isStale);
    const int sources = m_server.sources().rowCount();
    m_sourcesTitle->setCaption(sources == 0 ? tr("requests name their own") : QString());
    const int hosts = int(m_server.hosts().size());
    m_hostsTitle->setCaption(hosts > 0 ? tr("%Ln host(s)", nullptr, hosts) : QString());
    m_hosts->show(m_server.hosts(), !isStale);
    m_cachesTitle->setCaption(m_server.cacheSummary());
    m_clean->setVisible(m_server.canClean());
    m_caches->setVisible(m_server.caches().rowCount() > 0);
    if (const int kinds = m_server.caches().rowCount(); kinds > 0)
        m_caches->setFixedHeight(m_caches->contentHeight() * std::min(kinds + 1, kMostCaches + 1) /
                                 (kinds + 1));
    showFooter();
    m_view->showContent();
}

void ServerPage::showNotices()
{
    QList<NoticeBar::Line> lines;
    if (m_server.state() == ServerSession::State::Away && m_server.answeredAt().isValid())
        lines.append({.text = m_server.problem(), .button = tr("Try again"), .action = [this] {
                          m_server.askAgain();
                      }});
    if (!m_remark.isEmpty())
        lines.append({.text = m_remark, .button = tr("Dismiss"), .action = [this] {
                          m_remark.clear();
                          showNotices();
                      }});
    m_notice->show(lines);
}

void ServerPage::showFooter()
{
    const auto selected = m_requests->selectionModel()->selectedRows();
    const ServerRequestRow* row =
        selected.size() == 1 ? m_server.requests().rowAt(selected.front().row()) : nullptr;
    m_footer->setText(m_server.requestSummary(),
                      row && row->hasModules ? tr("Modules of this request") : QString());
}

void ServerPage::showEndpoints(bool isByEndpoint)
{
    m_tables->setCurrentWidget(isByEndpoint ? m_endpoints : m_requests);
    m_filter->setEnabled(!isByEndpoint);
    setFocusProxy(isByEndpoint ? m_endpoints : m_requests);
}

void ServerPage::openModules()
{
    const auto selected = m_requests->selectionModel()->selectedRows();
    const ServerRequestRow* row =
        selected.size() == 1 ? m_server.requests().rowAt(selected.front().row()) : nullptr;
    if (!row)
        return;
    if (row->hasModules)
        m_server.openModules(row->id);
    else
        Q_EMIT messageGiven(tr("The server keeps nothing of the modules of this request"));
}

void ServerPage::showLower()
{
    m_lower->setCurrentIndex(m_server.openRequest().isEmpty() ? 0 : 1);
}

void ServerPage::chooseServer()
{
    auto* dialog = new ServerDialog(m_theme, m_server.isOwn() ? QString() : m_server.url(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_remark.clear();
        if (dialog->url().isEmpty())
            m_server.useOwn();
        else
            m_server.useRemote(dialog->url(), dialog->token());
    });
    dialog->open();
}

/// In a narrow window the right column goes below the rest.
void ServerPage::arrange()
{
    const int step = m_theme.metrics().step;
    const bool isWide = width() >= kLeastWithRight * step;
    m_body->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_side->setDirection(isWide ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    if (isWide) {
        m_right->setFixedWidth(kRightSteps * step);
        m_right->setMinimumHeight(0);
        m_right->setMaximumHeight(QWIDGETSIZE_MAX);
    } else {
        m_right->setMinimumWidth(0);
        m_right->setMaximumWidth(QWIDGETSIZE_MAX);
        m_right->setFixedHeight(kLowRight * step);
    }
}

void ServerPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void ServerPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_server.setWatching(true);
}

void ServerPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_server.setWatching(false);
}

void ServerPage::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    m_filter->setFixedWidth(kFilter * m.step);
    m_filterGap->setFixedWidth(m.textMargin());
    m_clean->setColour(m_theme.tokens().link);
    m_requests->setMinimumHeight(4 * m.denseRow());
    m_log->setMinimumHeight(3 * m.denseRow());
    m_sources->setMinimumHeight(2 * m.twoLineRow());
    arrange();
    update();
}

void ServerPage::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_theme.tokens().base);
}

} // namespace faultline::ui
