// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace faultline::symcache {

/// Records which unit has which functions. Used by many threads. If several units compile the same
/// inline function or template, the linker keeps one copy, and the debug info of all these units
/// points at it. Only the first unit's record will own the addresses (AddressMap).
class ClaimedFunctions
{
public:
    /// False if this unit or an earlier one has claimed the same addresses; this function's rows
    /// and inlines will then never be needed. Any thread.
    bool claim(std::uint32_t begin, std::uint32_t end, std::uint32_t unit)
    {
        const std::uint64_t range = std::uint64_t{begin} << 32 | end;
        const std::lock_guard lock(m_mutex);
        const auto [entry, isNew] = m_units.try_emplace(range, unit);
        if (isNew)
            return true;
        if (entry->second <= unit)
            return false;
        entry->second = unit;
        return true;
    }

private:
    std::mutex m_mutex; // Guards m_units.
    std::unordered_map<std::uint64_t, std::uint32_t> m_units;
};

} // namespace faultline::symcache
