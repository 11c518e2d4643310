// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/registers_view.h"

#include "ui/bridge/frame_registers.h"
#include "ui/views/register_rows_view.h"

#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

RegistersView::RegistersView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_rows(new RegisterRowsView(theme(), this)),
      m_view(new StatefulView(theme(), m_rows, this)), m_folded{RegisterRow::Part::Other}
{
    m_rows->setModel(&m_model);
    m_rows->setAccessibleName(tr("Registers"));
    m_rows->setObjectName(QStringLiteral("registers.rows"));
    m_rows->setHeaderHidden(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_rows);
    connect(m_rows, &RowView::groupToggled, this, &RegistersView::toggle);
    connect(m_rows, &RowView::rowChosen, this, &RegistersView::follow);
    connect(m_rows, &RowView::menuOpened, this, &RegistersView::addToMenu);
    refresh();
}

void RegistersView::bind(ReportSession& session)
{
    connect(&session.place(), &StackPlace::frameSelected, this, &RegistersView::refresh);
    connect(&session, &ReportSession::factsChanged, this, &RegistersView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &RegistersView::refresh);
    connect(&session.registers(), &FrameRegisters::changed, this, &RegistersView::showRegisters);
}

/// What registers lead to is read only for a dock that is in sight.
void RegistersView::refresh()
{
    if (session() && isVisible())
        session()->registers().show();
    showRegisters();
}

void RegistersView::showEvent(QShowEvent* event)
{
    ReportView::showEvent(event);
    refresh();
}

void RegistersView::showRegisters()
{
    const auto rows = session() ? session()->registers().rows() : QList<RegisterRow>();
    m_model.setRows(groupRegisters(rows, m_folded));
    const auto frame = session() ? session()->place().currentFrame() : std::nullopt;
    const bool isCompared = std::ranges::any_of(rows, &RegisterRow::isChanged);
    const QString caption =
        frame && !rows.isEmpty() ? tr("frame %1").arg(frame->physicalIndex) : QString();
    //: %1 is "frame 0"; the diamond is the mark of a row
    Q_EMIT captionChanged(isCompared ? tr("%1 · ◆ changed since the caller").arg(caption)
                                     : caption);
    if (rows.isEmpty())
        showNothing();
    else
        m_view->showContent();
}

void RegistersView::showNothing()
{
    const QString icon = QStringLiteral("registers");
    if (!session())
        return m_view->showState(
            noReportState(icon, tr("Registers appear here when a native report is open.")));
    const auto frame = session()->place().currentFrame();
    QString sentence = tr("This thread was saved without registers.");
    if (session()->state() == ReportSession::State::Loading)
        sentence = tr("Reading registers…");
    else if (!session()->registers().isPossible())
        sentence = tr("Frames of scripts and the JVM have no registers.");
    else if (frame)
        sentence = tr("No registers are known for frame %1.").arg(frame->physicalIndex);
    m_view->showState({icon, sentence, {}, {}});
}

void RegistersView::toggle(const QModelIndex& index)
{
    const RegisterRow* row = m_model.rowAt(index.row());
    if (!row)
        return;
    const auto part = row->part;
    if (m_folded.removeAll(part) == 0)
        m_folded.append(part);
    showRegisters();
}

/// Enter leads to the memory that the register points to.
void RegistersView::follow(const QModelIndex& index)
{
    const RegisterRow* row = m_model.rowAt(index.row());
    if (row && row->kind == RegisterRow::Kind::Register && row->isAddress)
        Q_EMIT memoryRequested(row->value);
}

void RegistersView::addToMenu(QMenu& menu, const QModelIndex& index)
{
    const RegisterRow* row = m_model.rowAt(index.row());
    if (!row || row->kind != RegisterRow::Kind::Register)
        return;
    const QString value = row->value;
    menu.addAction(tr("Show in Memory"), this, [this, value] { Q_EMIT memoryRequested(value); })
        ->setEnabled(row->isAddress);
    menu.addAction(tr("Go to Code"), this, [this, value] { Q_EMIT codeRequested(value); })
        ->setEnabled(row->isCode);
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
