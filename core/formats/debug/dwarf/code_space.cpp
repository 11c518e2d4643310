// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/code_space.h"

#include <algorithm>

namespace faultline::dwarf {

CodeSpace::CodeSpace(const DwarfInput& input)
    : m_loadAddress(input.loadAddress), m_bias(std::min(input.addressBias, kHighest)),
      m_isRelocatable(input.isRelocatable), m_knowsSections(!input.executableRanges.empty())
{
    auto ranges = input.executableRanges;
    std::ranges::sort(ranges);
    for (const auto& [begin, end] : ranges) {
        if (begin >= end || begin > kHighest)
            continue;
        const CodeRange range{static_cast<std::uint32_t>(begin),
                              static_cast<std::uint32_t>(std::min(end, kHighest))};
        if (!m_executable.empty() && range.begin <= m_executable.back().end)
            m_executable.back().end = std::max(m_executable.back().end, range.end);
        else
            m_executable.push_back(range);
    }
}

std::optional<CodeRange> CodeSpace::function(AddressRange range, unsigned addressBytes) const
{
    if (isTombstone(range.begin, addressBytes))
        return std::nullopt;
    const auto code = relative(range);
    return code ? executable(*code) : std::nullopt;
}

bool CodeSpace::isTombstone(std::uint64_t address, unsigned addressBytes) const
{
    const auto highest =
        addressBytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * addressBytes)) - 1;
    return (address == 0 && !m_isRelocatable) || address >= highest - 1;
}

std::optional<CodeRange> CodeSpace::clampedToSection(CodeRange range) const
{
    const auto after = std::ranges::upper_bound(m_executable, range.begin, {}, &CodeRange::begin);
    if (after == m_executable.begin() || range.begin >= (after - 1)->end)
        return std::nullopt;
    return CodeRange{range.begin, std::min(range.end, (after - 1)->end)};
}

} // namespace faultline::dwarf
