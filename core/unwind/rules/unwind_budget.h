// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string_view>

namespace faultline::unwind {

/// How many bytes of unwind data all walks of an event may read beyond what each step may read
/// anyway. The data of one function of a hostile file are as large as the file, and each frame of a
/// hostile dump lies in that function. Thread-safe.
class UnwindBudget
{
public:
    static constexpr std::uint64_t kDefaultBytes = std::uint64_t{32} << 20;

    explicit UnwindBudget(std::uint64_t bytes = kDefaultBytes) : m_bytesLeft(bytes) {}

    /// False when less is left; then nothing is left.
    bool take(std::uint64_t bytes)
    {
        auto left = m_bytesLeft.load(std::memory_order_relaxed);
        while (!m_bytesLeft.compare_exchange_weak(left, left - std::min(left, bytes),
                                                  std::memory_order_relaxed)) {
        }
        return left >= bytes;
    }

    std::uint64_t left() const { return m_bytesLeft.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> m_bytesLeft;
};

/// Ends a step that exceeds the budget.
inline constexpr std::string_view kUnwindBudgetUsed =
    "the unwind data of the event's functions are too large: their budget is used up";

/// Counts what one step reads. Instructions, records and expressions count by their bytes, and an
/// expression in a loop by its operations.
class UnwindMeter
{
public:
    /// Real functions have a few hundred bytes.
    static constexpr std::uint64_t kFreeBytes = 4096;

    /// `budget` may be null: then only kFreeBytes are counted and nothing is limited.
    explicit UnwindMeter(UnwindBudget* budget) : m_budget(budget) {}

    /// False when the budget is used up.
    bool read(std::uint64_t bytes)
    {
        const auto free = std::min(bytes, m_free);
        m_free -= free;
        return bytes == free || m_budget == nullptr || m_budget->take(bytes - free);
    }

    /// What may still be read.
    std::uint64_t left() const
    {
        return m_budget == nullptr ? ~std::uint64_t{0} : m_free + m_budget->left();
    }

private:
    UnwindBudget* m_budget;
    std::uint64_t m_free = kFreeBytes;
};

} // namespace faultline::unwind
