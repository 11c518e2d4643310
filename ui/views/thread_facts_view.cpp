// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/thread_facts_view.h"

#include "ui/bridge/file_facts.h"
#include "ui/views/row_view.h"

#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

ThreadFactsView::ThreadFactsView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_view(new StatefulView(theme(), m_rows, this))
{
    m_rows->setModel(&m_model);
    m_rows->setAccessibleName(tr("Facts about the thread"));
    m_rows->setObjectName(QStringLiteral("thread.rows"));
    m_rows->setHeaderHidden(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, theme().metrics().step, 0, 0);
    layout->addWidget(m_view);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFocusProxy(m_rows);
    refresh();
}

void ThreadFactsView::bind(ReportSession& session)
{
    connect(&session.place(), &StackPlace::threadSelected, this, &ThreadFactsView::refresh);
    connect(&session, &ReportSession::factsChanged, this, &ThreadFactsView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &ThreadFactsView::refresh);
    connect(&session.fileFacts(), &FileFacts::changed, this, &ThreadFactsView::refresh);
}

void ThreadFactsView::refresh()
{
    auto rows = session() ? session()->waits().threadFacts() : QList<DetailRow>();
    if (session() && isVisible())
        session()->fileFacts().showThread(
            std::uint32_t(std::max(session()->place().currentThread(), 0)));
    if (!rows.isEmpty())
        rows += session()->fileFacts().threadRows();
    m_model.setFacts(rows);
    Q_EMIT captionChanged(rows.isEmpty() ? QString() : session()->place().currentThreadName());
    const QString icon = QStringLiteral("details");
    if (!rows.isEmpty())
        m_view->showContent();
    else if (!session())
        m_view->showState(
            noReportState(icon, tr("Facts about a thread appear here when a report is open.")));
    else if (session()->isReading())
        m_view->showState({icon, tr("Reading the report…"), {}, {}});
    else
        m_view->showState({icon, tr("This file lists no threads."), {}, {}});
}

QString ThreadFactsView::selectedText() const
{
    return m_rows->selectedText();
}

int ThreadFactsView::contentHeight() const
{
    return m_rows->contentHeight() + theme().metrics().step;
}

} // namespace faultline::ui
