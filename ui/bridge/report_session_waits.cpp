// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/insight.h"
#include "ui/bridge/chain_rows.h"
#include "ui/bridge/lock_rows.h"
#include "ui/bridge/report_session.h"
#include "ui/bridge/session_core.h"
#include "ui/bridge/stack_graph_rows.h"

namespace faultline::ui {

ReportSession::Waits ReportSession::waits() const
{
    const ReportState& state = m_core->state();
    if (!state.waits && !state.complete)
        return isReading() || isBusy() ? Waits::NotYet : Waits::NotRead;
    if (!state.waits)
        return Waits::None;
    return state.waits->state == DetailState::Present ? Waits::Known : Waits::NoMemory;
}

ChainRows ReportSession::chain() const
{
    return m_thread < 0 ? ChainRows() : makeChainRows(m_core->state(), std::uint32_t(m_thread));
}

QList<DetailRow> ReportSession::threadFacts() const
{
    return m_thread < 0 ? QList<DetailRow>()
                        : makeThreadFacts(m_core->state(), std::uint32_t(m_thread));
}

void ReportSession::selectFromOutermost(int thread, int depth)
{
    const ThreadStack* stack = thread < 0 ? nullptr : m_core->state().stack(std::uint32_t(thread));
    if (!stack || depth < 0 || std::size_t(depth) >= stack->frames.size())
        return;
    const std::size_t at = stack->frames.size() - 1 - std::size_t(depth);
    quint32 inlineDepth = 0;
    while (at + inlineDepth < stack->frames.size() && stack->frames[at + inlineDepth].isInlined)
        ++inlineDepth;
    selectPlace(thread,
                {.physicalIndex = stack->frames[at].originalIndex, .inlineDepth = inlineDepth});
}

void ReportSession::selectPlace(int thread, FrameRow::Key frame)
{
    if (thread != m_thread) {
        m_wantedFrame = frame; // Its row may come later.
        return selectThread(thread);
    }
    completeStack();
    selectFrame(frame);
}

void ReportSession::requestStackGraph()
{
    if (m_core->hasEvent())
        m_graphs->request(m_core->state());
}

std::shared_ptr<const StackGraph> ReportSession::stackGraph() const
{
    return m_graphs->graph();
}

} // namespace faultline::ui
