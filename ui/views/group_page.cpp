// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/group_page.h"

#include "ui/models/shown_text.h"
#include "ui/views/alike_panel.h"
#include "ui/views/chip.h"
#include "ui/views/day_chart.h"
#include "ui/views/flat_button.h"
#include "ui/views/notice_bar.h"
#include "ui/views/page_head.h"
#include "ui/views/panel_header.h"
#include "ui/views/row_view.h"
#include "ui/views/segment_button.h"
#include "ui/views/state_page.h"
#include "ui/views/tight_layout.h"
#include "ui/views/triage_menus.h"
#include "ui/views/triage_panel.h"

#include <QPainter>
#include <QScrollArea>

#include <array>
#include <utility>

namespace faultline::ui {

namespace {

// In steps of the theme.
constexpr int kPanel = 82;
constexpr int kNarrowPanel = 66;
constexpr int kLeastWithWidePanel = 270;
constexpr int kLeastWithFacts = 200;
constexpr int kLongestTab = 32; ///< In characters.
constexpr std::array kSpans{7, 30, 90};

} // namespace

GroupPage::GroupPage(const Theme& theme, LibrarySession& library, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_library(library), m_group(library.group()),
      m_triage(new TriageMenus(
          library,
          QStringLiteral("group"),
          [this] { return QList<LibraryRow>{m_group.target()}; },
          [this] { return m_group.triage(); },
          this)),
      m_head(new PageHead(theme, QStringLiteral("group"), this)), m_status(new Chip(theme)),
      m_first(new Chip(theme)), m_last(new Chip(theme)), m_notice(new NoticeBar(theme, this)),
      m_chart(new DayChart(theme)), m_stackTitle(new PanelHeader(theme, tr("Typical stack"))),
      m_frames(new RowView(theme, RowHeight::Dense)), m_facts(new QWidget),
      m_shares(new RowView(theme, RowHeight::Dense)),
      m_compare(new FlatButton(theme, tr("Compare"))), m_all(new FlatButton(theme, tr("Show all"))),
      m_reports(new RowView(theme, RowHeight::TwoLines)),
      m_panel(new TriagePanel(theme, *m_triage)), m_alike(new AlikePanel(theme)),
      m_right(buildRight()), m_view(new StatefulView(theme, buildContent(), this))
{
    setObjectName(QStringLiteral("page.group"));
    for (Chip* chip : {m_status, m_first, m_last})
        m_head->addRight(chip);
    QBoxLayout* layout = tight(new QVBoxLayout(this));
    layout->addWidget(m_head);
    layout->addWidget(m_notice);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_reports);
    connectLibrary();
    connect(&theme, &Theme::changed, this, &GroupPage::applyTheme);
    applyTheme();
    refresh();
}

QWidget* GroupPage::buildContent()
{
    auto* left = new QWidget;
    QBoxLayout* column = tight(new QVBoxLayout(left));
    column->addWidget(buildDays());
    column->addWidget(buildMiddle(), 3);
    column->addWidget(buildReports(), 2);
    auto* content = new QWidget;
    QBoxLayout* row = tight(new QHBoxLayout(content));
    row->addWidget(left, 1);
    row->addWidget(new PanelEdge(m_theme, Qt::Vertical));
    row->addWidget(m_right);
    return content;
}

QWidget* GroupPage::buildRight()
{
    auto* inside = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(inside));
    layout->addWidget(m_panel);
    layout->addWidget(m_alike);
    layout->addStretch(1);
    inside->setAutoFillBackground(true);
    inside->setBackgroundRole(QPalette::Base);
    auto* right = new QScrollArea;
    right->setFrameShape(QFrame::NoFrame);
    right->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    right->setWidgetResizable(true);
    right->setFocusPolicy(Qt::NoFocus);
    right->setWidget(inside);
    return right;
}

QWidget* GroupPage::buildDays()
{
    auto* days = new QWidget;
    auto* title = new PanelHeader(m_theme, tr("Reports a day"));
    m_daysTitle = title;
    for (const int span : kSpans) {
        //: a number of days, short
        auto* button = new SegmentButton(m_theme, tr("%1 d").arg(span));
        button->setObjectName(QStringLiteral("group.days_%1").arg(span));
        button->setAccessibleName(tr("%n day(s)", nullptr, span));
        button->setCheckable(true);
        button->setAutoExclusive(true);
        connect(button, &SegmentButton::clicked, &m_group, [this, span] { m_group.setDays(span); });
        title->addRight(button);
        m_spans.append(button);
    }
    m_chart->setObjectName(QStringLiteral("group.chart"));
    QBoxLayout* layout = tight(new QVBoxLayout(days));
    layout->addWidget(title);
    layout->addWidget(m_chart);
    return days;
}

QWidget* GroupPage::buildMiddle()
{
    m_frames->setModel(&m_group.frames());
    m_frames->setObjectName(QStringLiteral("group.frames"));
    m_frames->setAccessibleName(tr("Typical stack"));
    auto* stack = new QWidget;
    QBoxLayout* stackLayout = tight(new QVBoxLayout(stack));
    stackLayout->addWidget(m_stackTitle);
    stackLayout->addWidget(m_frames, 1);
    m_shares->setModel(&m_group.shares());
    m_shares->setObjectName(QStringLiteral("group.shares"));
    m_shares->setAccessibleName(tr("Facts of the reports"));
    auto* factsTitle = new PanelHeader(m_theme, tr("Facts"));
    factsTitle->setCaption(tr("here, and of all reports"));
    QBoxLayout* factsLayout = tight(new QVBoxLayout(m_facts));
    factsLayout->addWidget(factsTitle);
    factsLayout->addWidget(m_shares, 1);
    auto* middle = new QWidget;
    QBoxLayout* layout = tight(new QHBoxLayout(middle));
    layout->addWidget(stack, 1);
    layout->addWidget(new PanelEdge(m_theme, Qt::Vertical));
    layout->addWidget(m_facts, 1);
    return middle;
}

QWidget* GroupPage::buildReports()
{
    m_reports->setModel(&m_group.reports());
    m_reports->setObjectName(QStringLiteral("group.reports"));
    m_reports->setAccessibleName(tr("Reports of the group"));
    m_reports->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_reports->setColumnWidths({0, 13, 16, 17, 16, 15});
    m_reports->setHiddenColumns({LibraryModel::DaysColumn});
    m_compare->setObjectName(QStringLiteral("group.compare"));
    m_compare->setToolTip(tr("Shows the two selected reports side by side"));
    m_all->setObjectName(QStringLiteral("group.all"));
    auto* title = new PanelHeader(m_theme, tr("Newest reports"));
    title->addRight(m_compare);
    title->addRight(m_all);
    auto* reports = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(reports));
    layout->addWidget(title);
    layout->addWidget(m_reports, 1);
    return reports;
}

void GroupPage::connectLibrary()
{
    connect(&m_group, &GroupSession::changed, this, &GroupPage::refresh);
    connect(&m_library, &LibrarySession::stateChanged, this, &GroupPage::refresh);
    connect(&m_library, &LibrarySession::undoChanged, this, &GroupPage::actionsChanged);
    connect(&m_library, &LibrarySession::contentChanged, this, [this] {
        m_isStale = !isVisible();
        if (!m_isStale)
            m_group.refresh();
    });
    connect(&m_library, &LibrarySession::changeDone, this,
            [this](const QString& message, bool isFailure) {
                m_remark = isFailure ? message : QString();
                showNotices();
            });
    connect(&m_library, &LibrarySession::originalMissing, this, [this](const QString& reason) {
        m_remark = reason;
        showNotices();
    });
    connect(&m_library, &LibrarySession::originalFound, this, [this] {
        m_remark.clear();
        showNotices();
    });
    connect(m_reports->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        m_compare->setEnabled(!reportsToCompare().isEmpty());
        Q_EMIT actionsChanged();
    });
    connect(m_reports, &RowView::rowChosen, this, [this](const QModelIndex& index) {
        if (const LibraryRow* row = m_group.reports().rowAt(index.row()))
            m_library.openReport(row->id);
    });
    connect(m_compare, &FlatButton::clicked, this, &GroupPage::compareRequested);
    connect(m_all, &FlatButton::clicked, this, [this] { Q_EMIT allRequested(m_group.group()); });
    connectAlike();
}

void GroupPage::connectAlike()
{
    connect(m_alike, &AlikePanel::groupRequested, this, &GroupPage::groupRequested);
    connect(m_alike, &AlikePanel::compareRequested, this, [this](qint64 report) {
        if (const LibraryRow* newest = m_group.reports().rowAt(0))
            Q_EMIT pairRequested(newest->id, report);
    });
    connect(m_alike, &AlikePanel::mergeRequested, this, [this](const AlikeRow& row) {
        m_library.setDuplicate(
            {LibraryRow{.isGroup = true, .id = row.group, .rowVersion = row.rowVersion}},
            m_group.group());
    });
}

void GroupPage::refresh()
{
    using State = GroupSession::State;
    switch (m_group.state()) {
    case State::Nothing:
        m_head->setTexts(tr("No group is open"), {});
        m_view->showState(
            {QStringLiteral("library"),
             tr("Open a group of the library to see what its reports have in common."),
             {},
             {}});
        break;
    case State::Reading:
        m_head->setTexts(tr("Reading the group…"), {});
        m_view->showState({QStringLiteral("library"), tr("Reading the group…"), {}, {}});
        break;
    case State::Failed:
        m_head->setTexts(tr("The group cannot be read"), {});
        m_view->showState({QStringLiteral("warning"),
                           tr("The group cannot be read."),
                           {{tr("Try again"), [this] { m_group.open(m_group.group()); }}},
                           m_group.problem()});
        break;
    case State::Ready: showContent(); break;
    }
    const bool isReady = m_group.state() == State::Ready;
    for (Chip* chip : {m_status, m_first, m_last}) {
        if (!isReady)
            chip->setFact({});
    }
    showNotices();
    Q_EMIT actionsChanged();
}

void GroupPage::showContent()
{
    const GroupHead& head = m_group.head();
    const bool isBack = head.badge == BadgeStyle::Crash;
    m_head->setTexts(head.sentence, head.facts + QStringLiteral("  ·  ") + head.signature);
    m_status->setFact(head.status, isBack ? Chip::Mood::Warn : Chip::Mood::Plain);
    m_first->setFact(head.firstSeen);
    m_last->setFact(head.lastSeen);
    for (qsizetype i = 0; i < m_spans.size(); ++i)
        m_spans.at(i)->setChecked(kSpans[std::size_t(i)] == m_group.dayCount());
    m_daysTitle->setCaption(head.days == GroupHead::Days::OfCrashes ? tr("by the time of the crash")
                            : head.days == GroupHead::Days::OfImports
                                ? tr("by the time of the import; no report knows that of its crash")
                                : tr("by the time of the crash, otherwise that of the import"));
    m_chart->setDays(m_group.days(), m_group.firstDay(),
                     isBack || head.badge == BadgeStyle::Accent);
    m_stackTitle->setCaption(m_group.frames().rowCount() == 0 ? tr("no report has a stack")
                             : m_group.stacksCompared() == 1
                                 ? tr("of the only report with one")
                                 : tr("the most like the others of %Ln report(s)", nullptr,
                                      int(m_group.stacksCompared())));
    m_compare->setEnabled(!reportsToCompare().isEmpty());
    //: number of reports
    m_all->setText(tr("All %Ln", nullptr, int(m_group.reportsFound())));
    m_all->setAccessibleName(tr("Show all reports in the library"));
    m_panel->show(m_group.triage(), head.status, canChange());
    m_alike->show(m_group.alike(), m_group.alikeState(), canChange());
    m_view->showContent();
}

void GroupPage::showNotices()
{
    QList<NoticeBar::Line> lines;
    if (!m_group.damage().isEmpty())
        lines.append({.text = tr("The library is damaged; these are the rows that can be read: %1")
                                  .arg(m_group.damage()),
                      .button = {},
                      .action = nullptr});
    if (!m_remark.isEmpty())
        lines.append({.text = m_remark, .button = tr("Dismiss"), .action = [this] {
                          m_remark.clear();
                          showNotices();
                      }});
    m_notice->show(lines);
}

QString GroupPage::tabName() const
{
    const GroupHead& head = m_group.head();
    if (head.signature.isEmpty())
        return tr("Group");
    QString name = head.signature.section(QStringLiteral(" | "), 0, 0);
    if (name.size() > kLongestTab)
        name = u'…' + name.right(kLongestTab);
    //: a function, and a number of reports
    return tr("%1, %2").arg(name, tr("%Ln report(s)", nullptr, int(head.reports)));
}

bool GroupPage::hasSelectedReport() const
{
    return m_reports->selectionModel()->selectedRows().size() == 1;
}

bool GroupPage::canChange() const
{
    return m_group.state() == GroupSession::State::Ready &&
           m_library.state() == LibrarySession::State::Ready;
}

void GroupPage::openSelected()
{
    const auto selected = m_reports->selectionModel()->selectedRows();
    const LibraryRow* row =
        selected.size() == 1 ? m_group.reports().rowAt(selected.front().row()) : nullptr;
    if (row)
        m_library.openReport(row->id);
}

QList<qint64> GroupPage::reportsToCompare() const
{
    const auto selected = m_reports->selectionModel()->selectedRows();
    if (selected.size() != 2)
        return {};
    QList<qint64> reports;
    for (const QModelIndex& index : selected) {
        if (const LibraryRow* row = m_group.reports().rowAt(index.row()))
            reports.append(row->id);
    }
    return reports.size() == 2 ? reports : QList<qint64>();
}

/// In a narrow window the facts give way, then the triage becomes narrower.
void GroupPage::arrange()
{
    const int step = m_theme.metrics().step;
    m_right->setFixedWidth((width() >= kLeastWithWidePanel * step ? kPanel : kNarrowPanel) * step);
    m_facts->setVisible(width() >= kLeastWithFacts * step);
}

void GroupPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void GroupPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_library.setWatching(*this, true);
    if (std::exchange(m_isStale, false))
        m_group.refresh();
}

void GroupPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_library.setWatching(*this, false);
}

void GroupPage::applyTheme()
{
    m_frames->setMinimumHeight(4 * m_theme.metrics().denseRow());
    arrange();
    update();
}

void GroupPage::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_theme.tokens().base);
}

} // namespace faultline::ui
