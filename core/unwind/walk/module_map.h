// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace faultline::unwind {

/// Finds the module of an address by docs/spec/native.md §6.2, except that an end address belongs
/// to no module. Built once per event.
class ModuleMap
{
public:
    explicit ModuleMap(const Event& event);

    std::optional<std::uint32_t> find(std::uint64_t address) const
    {
        // Most words of a stack are outside.
        return address - m_begin < m_end - m_begin ? findInside(address) : std::nullopt;
    }

    /// All modules lie from begin() on and before end().
    std::uint64_t begin() const { return m_begin; }

    std::uint64_t end() const { return m_end; }

    std::uint64_t highestEnd() const { return m_highestEnd; }

private:
    struct Range
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint32_t module = 0;
    };

    std::optional<std::uint32_t> findInside(std::uint64_t address) const;

    std::vector<Range> m_ranges;    // Sorted by begin.
    std::uint64_t m_begin = 0;      // Of the first.
    std::uint64_t m_highestEnd = 0; // Of those that have an end.
    std::uint64_t m_end = 0;        // Of all.
};

} // namespace faultline::unwind
