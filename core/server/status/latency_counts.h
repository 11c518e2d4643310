// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace faultline::server {

/// How long things took, counted in steps that grow by a quarter of a power of two. So a share is
/// told within 25 %, in fixed memory.
class LatencyCounts
{
public:
    void add(std::chrono::microseconds time)
    {
        ++m_counts[bucketOf(static_cast<std::uint64_t>(std::max<std::int64_t>(0, time.count())))];
        ++m_total;
    }

    void add(const LatencyCounts& other)
    {
        for (std::size_t i = 0; i < kBuckets; ++i)
            m_counts[i] += other.m_counts[i];
        m_total += other.m_total;
    }

    std::uint64_t total() const { return m_total; }

    /// The time that `percent` of them did not exceed: the upper edge of a step. Absent without
    /// any.
    std::optional<std::chrono::microseconds> share(unsigned percent) const
    {
        if (m_total == 0)
            return std::nullopt;
        const auto wanted = std::max<std::uint64_t>(1, (m_total * percent + 99) / 100);
        std::uint64_t seen = 0;
        std::size_t bucket = 0;
        for (; bucket + 1 < kBuckets; ++bucket) {
            seen += m_counts[bucket];
            if (seen >= wanted)
                break;
        }
        return std::chrono::microseconds(upperEdge(bucket));
    }

private:
    static constexpr std::size_t kSteps = 4; ///< For each power of two.
    static constexpr std::size_t kBuckets = 40 * kSteps;

    /// Times below four microseconds have steps of one.
    static std::size_t bucketOf(std::uint64_t time)
    {
        if (time < kSteps)
            return time;
        const auto power = static_cast<std::size_t>(std::bit_width(time)) - 1;
        const auto step = (time >> (power - 2)) & (kSteps - 1);
        return std::min(kBuckets - 1, (power - 1) * kSteps + step);
    }

    static std::int64_t upperEdge(std::size_t bucket)
    {
        if (bucket < kSteps)
            return static_cast<std::int64_t>(bucket) + 1;
        const auto power = bucket / kSteps + 1;
        const auto step = bucket % kSteps;
        return static_cast<std::int64_t>((kSteps + step + 1) << (power - 2));
    }

    std::array<std::uint32_t, kBuckets> m_counts{};
    std::uint64_t m_total = 0;
};

} // namespace faultline::server
