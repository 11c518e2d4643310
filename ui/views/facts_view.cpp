// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/facts_view.h"

#include "ui/bridge/file_facts.h"
#include "ui/views/footer_bar.h"
#include "ui/views/row_view.h"

#include <QVBoxLayout>

namespace faultline::ui {

using Kind = FactModel::Kind;

FactsView::FactsView(const UiContext& uiContext, Kind kind, QWidget* parent)
    : ReportView(uiContext, parent), m_kind(kind),
      m_rows(new RowView(theme(), RowHeight::Dense, this)), m_footer(new FooterBar(theme(), this)),
      m_view(new StatefulView(theme(), m_rows, this))
{
    m_rows->setAccessibleName(title());
    m_rows->setObjectName(QStringLiteral("facts.rows"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_rows);
    connect(m_footer, &FooterBar::clicked, this, [this] {
        if (session())
            session()->fileFacts().showEnvironment();
    });
    refresh();
}

QString FactsView::title() const
{
    switch (m_kind) {
    case Kind::Annotations: return tr("Annotations");
    case Kind::Breadcrumbs: return tr("Breadcrumbs");
    case Kind::Handles: return tr("Handles");
    case Kind::Unloaded: return tr("Unloaded modules");
    }
    return {};
}

QString FactsView::emptyText() const
{
    switch (m_kind) {
    case Kind::Annotations: return tr("This file has no annotations.");
    case Kind::Breadcrumbs: return tr("This event brought no breadcrumbs.");
    case Kind::Handles: return tr("This file has no list of handles.");
    case Kind::Unloaded: return tr("This file names no unloaded modules.");
    }
    return {};
}

FactModel* FactsView::model()
{
    if (!session())
        return nullptr;
    FileFacts& facts = session()->fileFacts();
    switch (m_kind) {
    case Kind::Annotations: return &facts.annotations();
    case Kind::Breadcrumbs: return &facts.breadcrumbs();
    case Kind::Handles: return &facts.handles();
    case Kind::Unloaded: return &facts.unloaded();
    }
    return nullptr;
}

void FactsView::bind(ReportSession& session)
{
    m_rows->setModel(model());
    connect(&session, &ReportSession::factsChanged, this, &FactsView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &FactsView::refresh);
    connect(&session.fileFacts(), &FileFacts::changed, this, &FactsView::showFacts);
}

void FactsView::refresh()
{
    if (session())
        session()->fileFacts().update();
    showFacts();
}

void FactsView::showFacts()
{
    const int count = model() ? model()->rowCount() : 0;
    Q_EMIT captionChanged(count > 0 ? QString::number(count) : QString());
    showFooter();
    if (count > 0)
        return m_view->showContent();
    const QString icon = QStringLiteral("details");
    if (!session())
        m_view->showState(
            noReportState(icon, tr("What a file says appears here when a report is open.")));
    else if (!session()->fileFacts().hasEvent() &&
             session()->state() == ReportSession::State::Loading)
        m_view->showState({icon, tr("Reading the report…"), {}, {}});
    else
        m_view->showState({icon, emptyText(), {}, {}});
}

void FactsView::showFooter()
{
    const int hidden =
        session() && m_kind == Kind::Annotations ? session()->fileFacts().hiddenVariables() : 0;
    if (hidden == 0)
        return m_footer->setText({}, {});
    m_footer->setText(tr("Environment: %n variable(s), not shown", nullptr, hidden), tr("Show"));
}

QString FactsView::selectedText() const
{
    return m_rows->selectedText();
}

} // namespace faultline::ui
