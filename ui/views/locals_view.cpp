// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/locals_view.h"

#include "ui/bridge/frame_values.h"
#include "ui/models/shown_text.h"
#include "ui/views/row_view.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QVBoxLayout>

namespace faultline::ui {

namespace {

constexpr int kWidthForTypes = 84; ///< In steps of the theme's grid.

} // namespace

LocalsView::LocalsView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_expression(new QLineEdit(this)), m_rowsView(new StatefulView(theme(), m_rows, this)),
      m_view(new StatefulView(theme(), buildContent(), this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_rows);
    connect(m_expression, &QLineEdit::returnPressed, this, &LocalsView::evaluate);
    const auto toggle = [this](const QModelIndex& index) {
        if (session())
            session()->values().toggle(index.row());
    };
    connect(m_rows, &RowView::groupToggled, this, toggle);
    connect(m_rows, &RowView::rowChosen, this, toggle);
    connect(&theme(), &Theme::changed, this, &LocalsView::applyTheme);
    applyTheme();
    refresh();
}

QWidget* LocalsView::buildContent()
{
    m_rows->setAccessibleName(tr("Locals"));
    m_rows->setObjectName(QStringLiteral("locals.rows"));
    m_rows->installEventFilter(this);
    m_expression->setObjectName(QStringLiteral("locals.expression"));
    m_expression->setAccessibleName(tr("Expression to evaluate in this frame"));
    m_expression->setPlaceholderText(tr("Evaluate, such as this->items[2]"));
    m_expression->setClearButtonEnabled(true);
    auto* content = new QWidget(this);
    auto* bar = new QWidget(content);
    bar->setObjectName(QStringLiteral("locals.bar"));
    auto* line = new QVBoxLayout(bar);
    line->addWidget(m_expression);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_rowsView, 1);
    return content;
}

void LocalsView::applyTheme()
{
    const Metrics& m = theme().metrics();
    m_expression->setFont(theme().fixedFont());
    m_expression->parentWidget()->layout()->setContentsMargins(m.textMargin(), m.step,
                                                               m.textMargin(), m.step);
}

void LocalsView::bind(ReportSession& session)
{
    m_rows->setModel(&session.values().rows());
    showColumns();
    connect(&session.place(), &StackPlace::frameSelected, this, &LocalsView::refresh);
    connect(&session.place(), &StackPlace::threadSelected, this, &LocalsView::refresh);
    connect(&session, &ReportSession::factsChanged, this, &LocalsView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &LocalsView::refresh);
    connect(&session.values(), &FrameValues::changed, this, &LocalsView::showValues);
}

/// Values are read only for a dock that is in sight.
void LocalsView::refresh()
{
    if (session() && isVisible())
        session()->requestValues();
    showValues();
}

/// In a narrow dock names and values matter more than types, which tool tips tell.
void LocalsView::showColumns()
{
    const bool isNarrow = width() < kWidthForTypes * theme().metrics().step;
    if (session() && m_rows->isColumnHidden(VariableModel::TypeColumn) != isNarrow)
        m_rows->setHiddenColumns(isNarrow ? QList<int>{VariableModel::TypeColumn} : QList<int>());
}

void LocalsView::resizeEvent(QResizeEvent* event)
{
    ReportView::resizeEvent(event);
    showColumns();
}

void LocalsView::showEvent(QShowEvent* event)
{
    ReportView::showEvent(event);
    refresh();
}

void LocalsView::showValues()
{
    const auto frame = session() ? session()->place().currentFrame() : std::nullopt;
    const bool hasRows = session() && session()->values().rows().rowCount() > 0;
    Q_EMIT captionChanged(frame && hasRows ? tr("frame %1").arg(frame->physicalIndex) : QString());
    const bool isKnown = session() && session()->values().state() == FrameValues::State::Known;
    if (hasRows || !frame)
        m_rowsView->showContent();
    else
        m_rowsView->showState({QStringLiteral("braces"), noVariables(*frame), {}, {}});
    if (hasRows || isKnown)
        m_view->showContent();
    else
        m_view->showState(emptyState());
}

ViewState LocalsView::emptyState()
{
    const QString icon = QStringLiteral("braces");
    if (!session())
        return noReportState(icon, tr("Locals appear here when a native report is open."));
    switch (session()->values().state()) {
    case FrameValues::State::Reading: return {icon, tr("Reading values…"), {}, {}};
    case FrameValues::State::NotYet:
        return {icon, tr("Values are read when the report is complete."), {}, {}};
    case FrameValues::State::NoMemory:
        return {icon, tr("This file has no memory that values could be read from."), {}, {}};
    case FrameValues::State::NotWalked:
        return {
            icon, tr("The registers of this frame are not known, so its values are not."), {}, {}};
    case FrameValues::State::NoDebugInfo:
        return {icon,
                tr("Locals appear here when the debug file describes them."),
                {{tr("Why?"), [this] { Q_EMIT commandRequested(QStringLiteral("symbols.why")); }}},
                {}};
    case FrameValues::State::NotNative:
        return {icon, tr("Reports of this kind hold no values."), {}, {}};
    case FrameValues::State::NotRead:
        return {icon,
                tr("This report was not made on this machine, so its values are not here."),
                {},
                {}};
    case FrameValues::State::NoFrame:
    case FrameValues::State::Known: break;
    }
    if (session()->state() == ReportSession::State::Loading)
        return {icon, tr("Reading the report…"), {}, {}};
    return {icon, tr("Select a frame to see its values."), {}, {}};
}

QString LocalsView::noVariables(FrameRow::Key frame) const
{
    const auto row = session()->stack().rowOf(frame);
    const FrameRow* shown = row ? session()->stack().frameAt(*row) : nullptr;
    if (!shown || !shown->hasFunction)
        return tr("This frame has no variables here.");
    return tr("%1 has no variables here.")
        .arg(QStringLiteral("<b>%1</b>").arg(richText(shown->function)));
}

void LocalsView::evaluate()
{
    if (!session() || m_expression->text().trimmed().isEmpty())
        return;
    session()->values().evaluate(m_expression->text());
    m_expression->clear();
}

/// Delete takes an expression out of the list.
bool LocalsView::eventFilter(QObject* watched, QEvent* event)
{
    const bool isDelete = watched == m_rows && event->type() == QEvent::KeyPress &&
                          static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete;
    if (!isDelete || !session())
        return ReportView::eventFilter(watched, event);
    session()->values().forget(m_rows->currentIndex().row());
    return true;
}

QString LocalsView::selectedText() const
{
    return m_expression->hasFocus() ? m_expression->selectedText() : m_rows->selectedText();
}

} // namespace faultline::ui
