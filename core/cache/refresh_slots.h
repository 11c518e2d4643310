// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/flight.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <variant>

namespace faultline::cache {

/// How much may be renewed in the background at a time, of downloads and of computations.
/// Thread-safe.
class RefreshSlots
{
public:
    enum class Kind : std::uint8_t { Download, Computation };

    /// There is at least one slot of each kind, even where a number is 0.
    RefreshSlots(std::uint32_t maxDownloads, std::uint32_t maxComputations)
        : m_max{std::max(maxDownloads, 1u), std::max(maxComputations, 1u)}
    {
    }

    static Kind kindOf(const Flight& flight)
    {
        return std::holds_alternative<ComputedWork*>(flight.item->work()) ? Kind::Computation
                                                                          : Kind::Download;
    }

    bool take(Kind kind)
    {
        auto& running = m_running.at(std::size_t(kind));
        if (running.fetch_add(1) < m_max.at(std::size_t(kind)))
            return true;
        running.fetch_sub(1);
        return false;
    }

    void release(Kind kind) { m_running.at(std::size_t(kind)).fetch_sub(1); }

private:
    const std::array<std::uint32_t, 2> m_max;
    std::array<std::atomic<std::uint32_t>, 2> m_running{};
};

} // namespace faultline::cache
