// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/transfer_states.h"

namespace faultline::ui {

namespace {

bool isEnd(engine::TransferProgress::State state)
{
    using State = engine::TransferProgress::State;
    return state == State::Done || state == State::Failed || state == State::Cancelled ||
           state == State::Skipped;
}

} // namespace

bool TransferStates::take(const engine::TransferProgress& state)
{
    auto& arrived = m_transfers[state.transfer];
    const bool isLater = state.sequence > arrived.latest;
    if (isLater) {
        arrived.latest = state.sequence;
        show(state);
    }
    ++arrived.count;
    arrived.hasEnded |= isEnd(state.state);
    // The end has the highest number, and there are no gaps.
    if (arrived.hasEnded && arrived.count == arrived.latest)
        m_transfers.erase(state.transfer);
    return isLater;
}

/// A later transfer from the same place replaces an earlier one.
void TransferStates::show(const engine::TransferProgress& state)
{
    const auto known = m_running.find(state.location);
    if (!isEnd(state.state))
        m_running.insert_or_assign(state.location, state);
    else if (known != m_running.end() && known->second.transfer == state.transfer)
        m_running.erase(known);
}

const engine::TransferProgress* TransferStates::running(const std::string& location) const
{
    const auto found = m_running.find(location);
    return found == m_running.end() ? nullptr : &found->second;
}

} // namespace faultline::ui
