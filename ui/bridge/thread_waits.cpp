// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/thread_waits.h"

#include "core/engine/insight.h"
#include "ui/bridge/chain_rows.h"
#include "ui/bridge/lock_rows.h"
#include "ui/bridge/session_core.h"
#include "ui/bridge/stack_place.h"

namespace faultline::ui {

ThreadWaits::ThreadWaits(SessionCore& core, const StackPlace& place, QObject* parent)
    : QObject(parent), m_core(core), m_place(place)
{
    connect(&m_graphs, &StackGraphMaker::changed, this, &ThreadWaits::graphChanged);
}

ThreadWaits::State ThreadWaits::state(bool mayCome) const
{
    const ReportState& report = m_core.state();
    if (!report.waits && !report.complete)
        return mayCome ? State::NotYet : State::NotRead;
    if (!report.waits)
        return State::None;
    return report.waits->state == DetailState::Present ? State::Known : State::NoMemory;
}

ChainRows ThreadWaits::chain() const
{
    const int thread = m_place.currentThread();
    return thread < 0 ? ChainRows() : makeChainRows(m_core.state(), std::uint32_t(thread));
}

QList<DetailRow> ThreadWaits::threadFacts() const
{
    const int thread = m_place.currentThread();
    return thread < 0 ? QList<DetailRow>() : makeThreadFacts(m_core.state(), std::uint32_t(thread));
}

void ThreadWaits::requestGraph()
{
    if (m_core.hasEvent())
        m_graphs.request(m_core.state());
}

} // namespace faultline::ui
