// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details_view.h"

#include "ui/views/row_view.h"

#include <QVBoxLayout>

namespace faultline::ui {

DetailsView::DetailsView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_view(new StatefulView(theme(), m_rows, this))
{
    m_rows->setModel(&m_model);
    m_rows->setAccessibleName(tr("Crash details"));
    m_rows->setObjectName(QStringLiteral("details.rows"));
    m_rows->setHeaderHidden(true);
    connect(m_rows, &RowView::groupToggled, &m_model, &DetailModel::toggle);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, theme().metrics().step, 0, 0);
    layout->addWidget(m_view);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFocusProxy(m_rows);
    refresh();
}

void DetailsView::bind(ReportSession& session)
{
    connect(&session, &ReportSession::factsChanged, this, &DetailsView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &DetailsView::refresh);
}

void DetailsView::refresh()
{
    const auto rows = session() ? session()->details() : QList<DetailRow>();
    m_model.setFacts(rows);
    const QString icon = QStringLiteral("details");
    if (!rows.isEmpty())
        m_view->showContent();
    else if (!session())
        m_view->showState(
            noReportState(icon, tr("Facts about the crash appear here when a report is open.")));
    else if (session()->state() == ReportSession::State::Loading)
        m_view->showState({icon, tr("Reading the report…"), {}, {}});
    else
        m_view->showState({icon, tr("This file says nothing about the crash itself."), {}, {}});
}

QString DetailsView::selectedText() const
{
    return m_rows->selectedText();
}

int DetailsView::contentHeight() const
{
    return m_rows->contentHeight() + theme().metrics().step;
}

} // namespace faultline::ui
