// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/texts_view.h"

#include "ui/bridge/frame_memory.h"
#include "ui/views/row_view.h"

#include <QVBoxLayout>

namespace faultline::ui {

TextsView::TextsView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_view(new StatefulView(theme(), m_rows, this))
{
    m_rows->setAccessibleName(tr("Strings"));
    m_rows->setObjectName(QStringLiteral("strings.rows"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_rows);
    connect(m_rows, &RowView::rowChosen, this, [this](const QModelIndex& index) {
        const TextRow* row =
            session() ? session()->memory().texts().rows().rowAt(index.row()) : nullptr;
        if (row)
            Q_EMIT memoryRequested(QStringLiteral("0x%1").arg(row->address, 0, 16));
    });
    refresh();
}

void TextsView::bind(ReportSession& session)
{
    m_rows->setModel(&session.memory().texts().rows());
    m_rows->enableColumnMenu();
    m_rows->setHiddenColumns({TextModel::AddressColumn});
    connect(&session.place(), &StackPlace::frameSelected, this, &TextsView::refresh);
    connect(&session.place(), &StackPlace::threadSelected, this, &TextsView::refresh);
    connect(&session, &ReportSession::factsChanged, this, &TextsView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &TextsView::refresh);
    connect(&session.memory().texts(), &FrameTexts::changed, this, &TextsView::showRows);
}

/// Texts are read only for a dock that is in sight.
void TextsView::refresh()
{
    if (session() && isVisible()) {
        session()->requestMemory();
        session()->memory().showTexts();
    }
    showRows();
}

void TextsView::showEvent(QShowEvent* event)
{
    ReportView::showEvent(event);
    refresh();
}

void TextsView::showRows()
{
    const int count = session() ? session()->memory().texts().rows().rowCount() : 0;
    const auto frame = session() ? session()->place().currentFrame() : std::nullopt;
    Q_EMIT captionChanged(frame && count > 0 ? tr("frame %1").arg(frame->physicalIndex)
                                             : QString());
    if (count > 0)
        m_view->showContent();
    else
        m_view->showState(emptyState());
}

ViewState TextsView::emptyState()
{
    const QString icon = QStringLiteral("raw");
    if (!session())
        return noReportState(
            icon, tr("Texts behind registers and stack appear here when a native report is open."));
    switch (session()->memory().texts().state()) {
    case FrameTexts::State::Reading: return {icon, tr("Looking for texts…"), {}, {}};
    case FrameTexts::State::Known:
        return {icon, tr("No register and no word of the stack leads to a text."), {}, {}};
    case FrameTexts::State::NoMemory:
        return {icon, tr("This file has no memory in which texts could be found."), {}, {}};
    case FrameTexts::State::NotNative:
        return {icon, tr("Reports of this kind have no memory."), {}, {}};
    case FrameTexts::State::NoFrame: break;
    }
    if (session()->state() == ReportSession::State::Loading)
        return {icon, tr("Reading the report…"), {}, {}};
    return {icon, tr("Select a frame to see the texts behind its registers."), {}, {}};
}

QString TextsView::selectedText() const
{
    return m_rows->selectedText();
}

} // namespace faultline::ui
