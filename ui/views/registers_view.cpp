// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/registers_view.h"

#include "ui/views/row_view.h"

#include <QVBoxLayout>

namespace faultline::ui {

RegistersView::RegistersView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_view(new StatefulView(theme(), m_rows, this))
{
    m_rows->setModel(&m_model);
    m_rows->setAccessibleName(tr("Registers"));
    m_rows->setObjectName(QStringLiteral("registers.rows"));
    m_rows->setHeaderHidden(true);
    m_rows->setColumnWidths({5, 18, 0});
    m_rows->setFirmColumns({RegisterModel::ValueColumn});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_rows);
    refresh();
}

void RegistersView::bind(ReportSession& session)
{
    connect(&session, &ReportSession::frameSelected, this, &RegistersView::refresh);
    connect(&session, &ReportSession::factsChanged, this, &RegistersView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &RegistersView::refresh);
}

void RegistersView::refresh()
{
    const auto rows = session() ? session()->registers() : QList<RegisterRow>();
    m_model.setRows(rows);
    const auto frame = session() ? session()->currentFrame() : std::nullopt;
    Q_EMIT captionChanged(frame && !rows.isEmpty() ? tr("frame %1").arg(frame->physicalIndex)
                                                   : QString());
    if (!rows.isEmpty())
        return m_view->showContent();
    const QString icon = QStringLiteral("registers");
    if (!session())
        m_view->showState(
            noReportState(icon, tr("Registers appear here when a native report is open.")));
    else if (session()->state() == ReportSession::State::Loading)
        m_view->showState({icon, tr("Reading registers…"), {}, {}});
    else if (frame)
        m_view->showState(
            {icon, tr("No registers are known for frame %1.").arg(frame->physicalIndex), {}, {}});
    else
        m_view->showState({icon, tr("This thread was saved without registers."), {}, {}});
}

QString RegistersView::selectedText() const
{
    return m_rows->selectedText();
}

int RegistersView::contentHeight() const
{
    return m_rows->contentHeight();
}

} // namespace faultline::ui
