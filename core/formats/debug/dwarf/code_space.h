// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/range_lists.h"

#include <algorithm>

namespace faultline::dwarf {

/// [begin, end), relative to the load address, never empty.
struct CodeRange
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// Decides which recorded addresses are code of this file, and makes them relative. Immutable.
class CodeSpace
{
public:
    explicit CodeSpace(const DwarfInput& input);

    /// Absent for ranges below the load address or beyond 32 bits. The end is clamped. Inline,
    /// because every row of every line table needs it.
    std::optional<CodeRange> relative(AddressRange range) const
    {
        if (range.begin < m_loadAddress || range.begin >= range.end)
            return std::nullopt;
        // The bias is below 2^32, so the sums cannot wrap.
        const auto fromLoad = range.begin - m_loadAddress;
        if (fromLoad > kHighest)
            return std::nullopt;
        const auto begin = fromLoad + m_bias;
        const auto end = std::min(std::min(range.end - m_loadAddress, kHighest) + m_bias, kHighest);
        if (begin >= end)
            return std::nullopt;
        return CodeRange{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    }

    /// Like relative(), but absent for discarded code: address 0 (except in relocatable files), the
    /// two highest addresses, and ranges outside all executable sections.
    std::optional<CodeRange> function(AddressRange range, unsigned addressBytes) const;

    /// The part of a range in an executable section; the whole range when sections are unknown.
    std::optional<CodeRange> executable(CodeRange range) const
    {
        return m_knowsSections ? clampedToSection(range) : range;
    }

    /// Does the address mark code that the linker discarded?
    bool isTombstone(std::uint64_t address, unsigned addressBytes) const;

private:
    static constexpr std::uint64_t kHighest = 0xffffffff;

    std::optional<CodeRange> clampedToSection(CodeRange range) const;

    std::uint64_t m_loadAddress = 0;
    std::uint64_t m_bias = 0;
    bool m_isRelocatable = false;
    bool m_knowsSections = false;
    std::vector<CodeRange> m_executable; // Sorted, disjoint.
};

} // namespace faultline::dwarf
