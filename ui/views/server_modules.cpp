// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/server_modules.h"

#include "ui/models/shown_text.h"
#include "ui/views/flat_button.h"
#include "ui/views/page_head.h"
#include "ui/views/panel_header.h"
#include "ui/views/row_view.h"
#include "ui/views/state_page.h"
#include "ui/views/tight_layout.h"
#include "ui/views/why_card.h"

namespace faultline::ui {

ServerModules::ServerModules(const Theme& theme, ServerSession& server, QWidget* parent)
    : QWidget(parent), m_server(server), m_title(new PanelHeader(theme, tr("Modules"))),
      m_close(new FlatButton(theme, tr("Close"))), m_modules(new RowView(theme, RowHeight::Dense)),
      m_card(new WhyCard(theme)), m_candidates(new RowView(theme, RowHeight::Tall)), m_view(nullptr)
{
    m_modules->setModel(&server.modules());
    m_modules->setObjectName(QStringLiteral("server.modules"));
    m_modules->setAccessibleName(tr("Modules of the request"));
    m_candidates->setModel(&m_candidateModel);
    m_candidates->setObjectName(QStringLiteral("server.candidates"));
    m_candidates->setAccessibleName(tr("What was tried"));
    m_candidates->setHeaderHidden(true);
    m_close->setObjectName(QStringLiteral("server.modules_close"));
    m_close->setAccessibleName(tr("Close the modules of the request"));
    m_title->addRight(m_close);
    auto* why = new QWidget;
    auto* whyLayout = tight(new QVBoxLayout(why));
    auto* framed = new QVBoxLayout;
    const int margin = theme.metrics().textMargin();
    framed->setContentsMargins(margin, margin, margin, margin);
    framed->addWidget(m_card);
    whyLayout->addLayout(framed);
    whyLayout->addWidget(m_candidates, 1);
    auto* content = new QWidget;
    auto* sides = tight(new QHBoxLayout(content));
    sides->addWidget(m_modules, 3);
    sides->addWidget(new PanelEdge(theme, Qt::Vertical));
    sides->addWidget(why, 2);
    m_view = new StatefulView(theme, content);
    auto* layout = tight(new QVBoxLayout(this));
    layout->addWidget(m_title);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_modules);
    connect(&server, &ServerSession::modulesChanged, this, &ServerModules::refresh);
    connect(m_modules, &RowView::currentRowChanged, this, &ServerModules::explain);
    connect(m_close, &FlatButton::clicked, this, &ServerModules::closeRequested);
    refresh();
}

void ServerModules::refresh()
{
    //: the id of a request
    m_title->setTitle(tr("Modules of %1").arg(m_server.openRequest()));
    const QString icon = QStringLiteral("module");
    if (m_server.isReadingModules())
        m_view->showState({icon, tr("Reading…"), {}, {}});
    else if (!m_server.modulesProblem().isEmpty())
        m_view->showState({icon, richText(m_server.modulesProblem()), {}, {}});
    else
        m_view->showContent();
    if (m_server.modules().rowCount() > 0 && !m_modules->currentIndex().isValid())
        m_modules->setCurrentIndex(m_server.modules().index(0, 0));
    explain();
}

/// What one can do about it is done where the server runs, so no action is offered here.
void ServerModules::explain()
{
    const ServerModuleRow* row = m_server.modules().rowAt(m_modules->currentIndex().row());
    WhyReport why = row ? m_server.explain(row->index) : WhyReport();
    why.actions.clear();
    m_card->setVisible(row != nullptr);
    if (row)
        m_card->show(why);
    m_candidateModel.setRows(why.candidates);
}

} // namespace faultline::ui
