// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/find_view.h"

#include "ui/models/shown_text.h"
#include "ui/style/icons.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/flat_button.h"
#include "ui/views/footer_bar.h"
#include "ui/views/row_view.h"
#include "ui/views/segment_button.h"
#include "ui/views/tight_layout.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QShortcut>

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

constexpr int kSearchAfterMs = 250;
constexpr int kSearchAgainMs = 400;
constexpr int kSlowSearchMs = 150;
constexpr int kFieldWidth = 64; ///< In steps of the theme's grid.

} // namespace

FindView::FindView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_search(uiContext.workbench), m_field(new QLineEdit(this)),
      m_count(plainLabel(m_field)), m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_view(new StatefulView(theme(), m_rows, this)), m_footer(new FooterBar(theme(), this)),
      m_cancel(new FlatButton(theme(), tr("Cancel"), this))
{
    m_rows->setModel(&m_search.rows());
    m_rows->setAccessibleName(tr("Frames found"));
    m_rows->setObjectName(QStringLiteral("find.rows"));
    auto* layout = tight(new QVBoxLayout(this));
    layout->addWidget(buildBar());
    layout->addWidget(m_view, 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_field);
    orderTabs();
    for (QTimer* timer : {&m_typed, &m_changed, &m_slow})
        timer->setSingleShot(true);
    m_typed.setInterval(kSearchAfterMs);
    m_changed.setInterval(kSearchAgainMs);
    m_slow.setInterval(kSlowSearchMs);
    connect(&m_typed, &QTimer::timeout, this, &FindView::look);
    connect(&m_changed, &QTimer::timeout, &m_search, &FrameSearch::searchAgain);
    connect(&m_slow, &QTimer::timeout, this, &FindView::showFound);
    connect(&m_search, &FrameSearch::changed, this, &FindView::showFound);
    connect(m_rows, &RowView::currentRowChanged, this, [this](const QModelIndex& index) {
        if (!m_search.isStored()) // Of a library, only a chosen row opens its report.
            showRow(index);
    });
    connect(m_rows, &RowView::rowChosen, this, &FindView::showRow);
    connect(m_rows, &RowView::groupToggled, this,
            [this](const QModelIndex& index) { m_search.rows().toggle(index.row()); });
    auto* escape = new QShortcut(Qt::Key_Escape, this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, [this] {
        if (m_rows->isFiltering())
            m_rows->closeFilter();
        else
            Q_EMIT closeRequested();
    });
    connect(&theme(), &Theme::changed, this, &FindView::applyTheme);
    applyTheme();
    refresh();
}

QWidget* FindView::buildBar()
{
    m_bar = new QWidget(this);
    m_bar->setAutoFillBackground(true);
    m_bar->setBackgroundRole(QPalette::AlternateBase);
    m_bar->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // A dock may be narrower.
    m_barLayout = new QBoxLayout(QBoxLayout::LeftToRight, m_bar);
    m_barLayout->addLayout(buildField());
    m_barLayout->addLayout(buildChoices());
    return m_bar;
}

QBoxLayout* FindView::buildField()
{
    m_field->setObjectName(QStringLiteral("find.field"));
    m_field->setAccessibleName(tr("Find in all stacks"));
    m_field->setPlaceholderText(tr("Function, module or file"));
    m_field->installEventFilter(this);
    auto* inside = tight(new QHBoxLayout(m_field));
    inside->addStretch(1);
    inside->addWidget(m_count);
    m_count->setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(m_field, &QLineEdit::textChanged, this, &FindView::lookSoon);
    auto* layout = new QHBoxLayout;
    constexpr int kFieldFirst = 100; // Up to its largest width.
    layout->addWidget(m_field, kFieldFirst);
    addSwitch(*layout, QStringLiteral("Aa"), tr("Match case"), "find.case",
              &FindQuery::matchesCase);
    addSwitch(*layout, QStringLiteral("ab"), tr("Whole words"), "find.words",
              &FindQuery::wholeWords);
    addSwitch(*layout, QStringLiteral(".*"), tr("Regular expression"), "find.expression",
              &FindQuery::isExpression);
    m_cancel->setAccessibleName(tr("Cancel the search"));
    m_cancel->setObjectName(QStringLiteral("find.cancel"));
    m_cancel->hide();
    connect(m_cancel, &FlatButton::clicked, &m_search, &FrameSearch::cancel);
    layout->addWidget(m_cancel);
    layout->addStretch(1);
    return layout;
}

SegmentButton* FindView::addSwitch(QBoxLayout& layout,
                                   const QString& text,
                                   const QString& meaning,
                                   const char* name,
                                   bool FindQuery::* field)
{
    auto* button = new SegmentButton(theme(), text, m_bar);
    button->setObjectName(QLatin1String(name));
    button->setAccessibleName(meaning);
    button->setToolTip(shownText(meaning));
    button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(button, &SegmentButton::toggled, this, [this, field](bool isOn) {
        m_query.*field = isOn;
        look();
    });
    layout.addWidget(button);
    return button;
}

QBoxLayout* FindView::buildChoices()
{
    auto* layout = new QHBoxLayout;
    layout->addStretch(1);
    const auto add = [this](QBoxLayout& row, const QString& text, const char* name, auto choose) {
        auto* button = new SegmentButton(theme(), text, m_bar);
        button->setObjectName(QLatin1String(name));
        connect(button, &SegmentButton::clicked, this, choose);
        row.addWidget(button);
        return button;
    };
    auto* scopes = tight(new QHBoxLayout);
    m_scopes = {
        add(*scopes, tr("This report"), "find.report", [this] { chooseScope(FindScope::Report); }),
        add(*scopes, tr("Open reports"), "find.open",
            [this] { chooseScope(FindScope::OpenReports); }),
        add(*scopes, tr("Library"), "find.in_library",
            [this] { chooseScope(FindScope::Library); })};
    layout->addLayout(scopes);
    auto* levels = tight(new QHBoxLayout);
    m_levels = {
        add(*levels, tr("Threads"), "find.threads", [this] { chooseLevel(FindLevel::Threads); }),
        add(*levels, tr("Frames"), "find.frames", [this] { chooseLevel(FindLevel::Frames); }),
        add(*levels, tr("Stacks"), "find.stacks", [this] { chooseLevel(FindLevel::Stacks); })};
    layout->addLayout(levels);
    m_scopes.at(int(m_query.scope))->setChecked(true);
    m_levels.at(int(m_query.level))->setChecked(true);
    return layout;
}

/// Without an order, the Tab key never comes to the buttons.
void FindView::orderTabs()
{
    QWidget* last = m_field;
    QList<QWidget*> order;
    for (const char* name : {"find.case", "find.words", "find.expression"})
        order.append(m_bar->findChild<QWidget*>(QLatin1String(name)));
    order.append(m_cancel);
    for (SegmentButton* each : m_scopes + m_levels)
        order.append(each);
    order.append(m_rows);
    for (QWidget* each : std::as_const(order)) {
        setTabOrder(last, each);
        last = each;
    }
}

void FindView::chooseScope(FindScope scope)
{
    m_query.scope = scope;
    for (int i = 0; i < int(m_scopes.size()); ++i)
        m_scopes.at(i)->setChecked(i == int(scope));
    look();
}

void FindView::chooseLevel(FindLevel level)
{
    m_query.level = level;
    for (int i = 0; i < int(m_levels.size()); ++i)
        m_levels.at(i)->setChecked(i == int(level));
    look();
}

void FindView::applyTheme()
{
    const Metrics& m = theme().metrics();
    m_barLayout->setContentsMargins(m.textMargin(), 3 * m.step / 2, m.textMargin(), 3 * m.step / 2);
    m_barLayout->setSpacing(m.textMargin());
    for (int i = 0; i < m_barLayout->count(); ++i)
        m_barLayout->itemAt(i)->layout()->setSpacing(m.textMargin());
    m_field->setMinimumWidth(kFieldWidth * m.step / 2);
    m_field->setMaximumWidth(kFieldWidth * m.step);
    m_count->setFont(theme().captionFont());
    m_count->setContentsMargins(0, 0, m.textMargin(), 0);
    setTextColour(*m_count, theme().tokens().dim);
    m_cancel->setColour(theme().tokens().link);
    for (QAction* icon : m_field->actions())
        m_field->removeAction(icon);
    m_field->addAction(themedIcon(QStringLiteral("find"), theme().tokens().dim, m.icon()),
                       QLineEdit::LeadingPosition);
    arrangeBar();
}

/// In a narrow dock the choices stand below the field.
void FindView::arrangeBar()
{
    const Metrics& m = theme().metrics();
    int wanted = 4 * m.textMargin() + kFieldWidth * m.step * 3 / 4;
    for (const auto* each : m_bar->findChildren<SegmentButton*>())
        wanted += each->sizeHint().width() + m.step;
    const bool isNarrow = width() < wanted;
    m_barLayout->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void FindView::resizeEvent(QResizeEvent* event)
{
    ReportView::resizeEvent(event);
    arrangeBar();
}

void FindView::bind(ReportSession& session)
{
    const auto changed = [this] {
        if (isVisible() && !m_changed.isActive())
            m_changed.start();
    };
    connect(&session, &ReportSession::headerChanged, this, changed);
    connect(&session.threads(), &QAbstractItemModel::dataChanged, this, changed);
    connect(&session.threads(), &QAbstractItemModel::rowsInserted, this, changed);
    connect(&session, &ReportSession::stateChanged, this, &FindView::showFound);
}

void FindView::refresh()
{
    m_search.setSession(session());
    if (m_query.scope == FindScope::Report)
        look();
    showFound();
}

void FindView::showEvent(QShowEvent* event)
{
    ReportView::showEvent(event);
    m_search.searchAgain();
}

void FindView::start()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void FindView::find(const QString& text)
{
    m_field->setText(text);
    look();
    start();
}

void FindView::lookSoon()
{
    m_typed.start();
}

void FindView::look()
{
    m_typed.stop();
    m_query.text = m_field->text();
    m_slow.start();
    m_search.search(m_query);
}

bool FindView::hasFound() const
{
    return m_rows->model()->rowCount() > 0;
}

void FindView::step(int direction)
{
    if (m_typed.isActive())
        look();
    const QModelIndex current = m_rows->currentIndex();
    const int from = current.isValid() ? current.row() : direction > 0 ? -1 : 0;
    if (const auto next = m_search.rows().nextMatch(from, direction)) {
        const QModelIndex index = m_search.rows().index(*next, 0);
        m_rows->setCurrentIndex(index);
        m_rows->scrollTo(index);
    }
}

void FindView::showRow(const QModelIndex& index)
{
    if (const FindRow* row = m_search.rows().rowAt(index.row()))
        m_search.show(*row);
}

void FindView::showFound()
{
    const auto state = m_search.state();
    const bool isRunning = state == FrameSearch::State::Running;
    if (!isRunning)
        m_slow.stop();
    m_cancel->setVisible(isRunning && !m_slow.isActive());
    m_field->setProperty(kWrong, state == FrameSearch::State::Wrong);
    m_field->setToolTip(
        shownText(state == FrameSearch::State::Wrong ? m_search.problem() : QString()));
    m_field->update();
    const auto& sessions = context().workbench.sessions();
    const int reports = int(std::ranges::count_if(sessions, [](const ReportSession* each) {
        return each->state() == ReportSession::State::Ready ||
               each->state() == ReportSession::State::Loading;
    }));
    m_scopes.at(int(FindScope::OpenReports))
        ->setText(reports > 1 ? tr("Open reports %1").arg(reports) : tr("Open reports"));
    showCounts();
    if (hasFound())
        m_view->showContent();
    else if (!isRunning || !m_slow.isActive())
        m_view->showState(emptyState());
}

void FindView::showCounts()
{
    const auto state = m_search.state();
    const bool isKnown = state == FrameSearch::State::Ready && !m_query.text.isEmpty();
    m_count->setText(isKnown ? tr("%n frame(s)", nullptr, m_search.counts().frames) : QString());
    m_field->setAccessibleDescription(isKnown ? countsText() : m_search.problem());
    m_field->setTextMargins(0, 0, m_count->text().isEmpty() ? 0 : m_count->sizeHint().width(), 0);
    m_footer->setHint(tr("F3 next · Shift+F3 previous · Esc closes"));
    switch (state) {
    case FrameSearch::State::Wrong:
        return m_footer->setText(tr("%1; the last search stays").arg(shownText(m_search.problem())),
                                 {});
    case FrameSearch::State::Stopped: return m_footer->setText(tr("The search was stopped"), {});
    case FrameSearch::State::Ready:
        if (!m_search.problem().isEmpty())
            return m_footer->setText(shownText(m_search.problem()), {});
        return m_footer->setText(countsText(), {});
    case FrameSearch::State::Running: return m_footer->setText(countsText(), {});
    case FrameSearch::State::Nothing:
    case FrameSearch::State::NoLibrary: return m_footer->setText({}, {});
    }
}

QString FindView::countsText() const
{
    const FindCounts& counts = m_search.counts();
    const QString frames = tr("%n frame(s)", nullptr, counts.frames);
    QString text;
    if (m_search.query().scope == FindScope::Library)
        //: %1 is a number of frames such as "8 frames"
        text = tr("%1 in %2 of %3 reports")
                   .arg(frames, QString::number(counts.threads), QString::number(counts.searched));
    else
        //: %1 is a number of frames such as "8 frames"
        text = tr("%1 in %2 of %3 threads")
                   .arg(frames, QString::number(counts.threads), QString::number(counts.searched));
    if (counts.same > 0)
        text += tr("; %n thread(s) have the same stack", nullptr, counts.same);
    if (counts.isCut)
        text += tr("; not all of them are shown");
    return text;
}

ViewState FindView::emptyState()
{
    const QString icon = QStringLiteral("find");
    const FrameSearch::State state = m_search.state();
    if (m_query.scope == FindScope::Report && !session())
        return noReportState(icon, tr("Frames of all threads are found here when a report is "
                                      "open."));
    if (state == FrameSearch::State::Running)
        return {icon,
                tr("Looking for %1…").arg(QStringLiteral("<b>%1</b>").arg(richText(m_query.text))),
                {{tr("Cancel"), [this] { m_search.cancel(); }}},
                {}};
    if (state == FrameSearch::State::NoLibrary)
        return {icon, richText(m_search.problem()), {}, {}};
    if (state != FrameSearch::State::Ready || m_query.text.isEmpty())
        return {icon, tr("Type a part of a function's, a module's or a file's name."), {}, {}};
    QList<ViewState::Button> buttons;
    if (m_query.scope == FindScope::Report && context().workbench.sessions().size() > 1)
        buttons.append(
            {tr("Search Open Reports"), [this] { chooseScope(FindScope::OpenReports); }});
    if (m_query.scope != FindScope::Library && context().workbench.reportLibrary())
        buttons.append({tr("Search Library"), [this] { chooseScope(FindScope::Library); }});
    return {
        icon,
        tr("No frame contains %1.").arg(QStringLiteral("<b>%1</b>").arg(richText(m_query.text))),
        buttons,
        {}};
}

QString FindView::selectedText() const
{
    return m_rows->hasFocus() ? m_rows->selectedText() : QString();
}

/// Enter walks through what was found, Down leads into the list.
bool FindView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) {
            step(key.modifiers() & Qt::ShiftModifier ? -1 : 1);
            return true;
        }
        if (key.key() == Qt::Key_Down) {
            m_rows->setFocus(Qt::OtherFocusReason);
            return true;
        }
    }
    return ReportView::eventFilter(watched, event);
}

} // namespace faultline::ui
