// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/notice.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace faultline::ui {

/// What is being transferred, and which states of transfers are out of date. Several threads report
/// the states of one transfer, so an earlier state may arrive after a later one, even after the
/// end. Remembers a transfer until all its states have arrived.
class TransferStates
{
public:
    /// Is the state later than all that arrived before?
    bool take(const engine::TransferProgress& state);

    /// The present state of the transfer from a place, which TransferProgress::location names. Null
    /// when nothing is transferred from there.
    const engine::TransferProgress* running(const std::string& location) const;

private:
    void show(const engine::TransferProgress& state);

    struct Arrived
    {
        std::uint64_t latest = 0; ///< The highest number.
        std::uint64_t count = 0;
        bool hasEnded = false;
    };

    std::unordered_map<std::uint64_t, Arrived> m_transfers;              ///< By their ids.
    std::unordered_map<std::string, engine::TransferProgress> m_running; ///< By their locations.
};

} // namespace faultline::ui
