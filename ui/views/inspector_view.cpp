// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/inspector_view.h"

#include "ui/bridge/frame_memory.h"
#include "ui/views/row_view.h"

#include <QVBoxLayout>

namespace faultline::ui {

namespace {

constexpr int kWidthForBoth = 116; ///< In steps of the theme's grid.

} // namespace

InspectorView::InspectorView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_view(new StatefulView(theme(), m_rows, this))
{
    m_rows->setAccessibleName(tr("Data inspector"));
    m_rows->setObjectName(QStringLiteral("inspector.rows"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_rows);
    refresh();
}

void InspectorView::bind(ReportSession& session)
{
    m_rows->setModel(&session.memory().inspected());
    m_rows->enableColumnMenu();
    showColumns();
    connect(&session, &ReportSession::stateChanged, this, &InspectorView::refresh);
    connect(&session.place(), &StackPlace::frameSelected, this, &InspectorView::refresh);
    connect(&session.memory(), &FrameMemory::selected, this, &InspectorView::showRows);
    connect(&session.memory(), &FrameMemory::changed, this, &InspectorView::showRows);
}

/// Where there is no room for both orders whole, one is shown: that of the machine.
void InspectorView::showColumns()
{
    const bool isNarrow = width() < kWidthForBoth * theme().metrics().step;
    if (session() && m_rows->isColumnHidden(ValueModel::BigColumn) != isNarrow)
        m_rows->setHiddenColumns(isNarrow ? QList<int>{ValueModel::BigColumn} : QList<int>());
}

void InspectorView::resizeEvent(QResizeEvent* event)
{
    ReportView::resizeEvent(event);
    showColumns();
}

/// Memory is read for this view as well.
void InspectorView::refresh()
{
    if (session() && isVisible())
        session()->requestMemory();
    showRows();
}

void InspectorView::showEvent(QShowEvent* event)
{
    ReportView::showEvent(event);
    refresh();
}

void InspectorView::showRows()
{
    const bool isKnown = session() && session()->memory().inspected().rowCount() > 0;
    Q_EMIT captionChanged(
        isKnown ? tr("bytes at %1").arg(session()->memory().selectedAddress(), 0, 16) : QString());
    if (isKnown)
        m_view->showContent();
    else
        m_view->showState(emptyState());
}

ViewState InspectorView::emptyState()
{
    const QString icon = QStringLiteral("raw");
    if (!session())
        return noReportState(icon,
                             tr("What bytes mean appears here when a native report is open."));
    if (session()->memory().state() == FrameMemory::State::NotNative)
        return {icon, tr("Reports of this kind have no memory."), {}, {}};
    return {icon, tr("Select a row of Memory whose bytes are in the dump."), {}, {}};
}

QString InspectorView::selectedText() const
{
    return m_rows->selectedText();
}

} // namespace faultline::ui
