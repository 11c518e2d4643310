// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace faultline::jvm {

/// Limits how many entries of mappings are read for one event, because a method may have millions
/// of entries and a trace may repeat it. Frames after that stay as the event has them.
class WorkBudget
{
public:
    static constexpr std::uint64_t kEntriesPerEvent = 30'000'000; ///< Some seconds.

    /// Returns false when no work is left for so many entries.
    bool take(std::uint64_t entries)
    {
        const bool isEnough = entries <= m_left;
        m_left -= isEnough ? entries : m_left;
        return isEnough;
    }

private:
    std::uint64_t m_left = kEntriesPerEvent;
};

} // namespace faultline::jvm
