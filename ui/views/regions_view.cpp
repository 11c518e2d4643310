// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/regions_view.h"

#include "ui/bridge/frame_memory.h"
#include "ui/views/footer_bar.h"
#include "ui/views/row_view.h"

#include <QLocale>
#include <QVBoxLayout>

namespace faultline::ui {

RegionsView::RegionsView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_footer(new FooterBar(theme(), this)), m_view(new StatefulView(theme(), m_rows, this))
{
    m_rows->setAccessibleName(tr("Memory map"));
    m_rows->setObjectName(QStringLiteral("regions.rows"));
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_rows);
    connect(m_rows, &RowView::rowChosen, this, [this](const QModelIndex& index) {
        const RegionRow* row =
            session() ? session()->memory().regions().rowAt(index.row()) : nullptr;
        if (row && !row->isGap)
            Q_EMIT memoryRequested(QStringLiteral("0x%1").arg(row->address, 0, 16));
    });
    refresh();
}

void RegionsView::bind(ReportSession& session)
{
    m_rows->setModel(&session.memory().regions());
    m_rows->enableColumnMenu();
    connect(&session, &ReportSession::factsChanged, this, &RegionsView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &RegionsView::refresh);
    connect(&session.memory(), &FrameMemory::changed, this, &RegionsView::showRegions);
}

void RegionsView::refresh()
{
    if (session() && isVisible())
        session()->memory().showMap();
    showRegions();
}

void RegionsView::showEvent(QShowEvent* event)
{
    ReportView::showEvent(event);
    refresh();
}

void RegionsView::showRegions()
{
    const FrameMemory* memory = session() ? &session()->memory() : nullptr;
    const int count = memory ? session()->memory().regions().rowCount() : 0;
    if (count == 0) {
        m_footer->setText({}, {});
        return m_view->showState(emptyState());
    }
    quint64 saved = 0;
    int regions = 0;
    for (const RegionRow& row : session()->memory().regions().allRows()) {
        saved += row.savedBytes;
        regions += row.isGap ? 0 : 1;
    }
    const QString amount = tr("%n region(s), %1 of them in the dump", nullptr, regions)
                               .arg(QLocale().formattedDataSize(qint64(saved)));
    m_footer->setText(
        memory->hasRegionList()
            ? amount
            : amount + QStringLiteral(" · ") +
                  tr("the file has no list of regions, so only modules and stacks are known"),
        {});
    m_view->showContent();
}

ViewState RegionsView::emptyState()
{
    const QString icon = QStringLiteral("raw");
    if (!session())
        return noReportState(icon, tr("The memory map appears here when a native report is open."));
    if (session()->memory().hasMap())
        return {icon, tr("This file says nothing about the address space."), {}, {}};
    if (session()->memory().state() == FrameMemory::State::NotNative)
        return {icon, tr("Reports of this kind have no memory."), {}, {}};
    return {icon, tr("Reading regions…"), {}, {}};
}

QString RegionsView::selectedText() const
{
    return m_rows->selectedText();
}

} // namespace faultline::ui
