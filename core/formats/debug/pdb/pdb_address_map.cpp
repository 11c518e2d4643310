// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_address_map.h"

#include <algorithm>

namespace faultline::pdb {

PdbAddressMap::PdbAddressMap(ByteView sectionHeaders, const ByteView& omapFromSource)
    : m_headerBytes(std::move(sectionHeaders))
{
    ByteReader headers(m_headerBytes.span());
    m_sections = pe::readCoffSections(headers, headers.remaining() / pe::kCoffSectionBytes);
    ByteReader omap(omapFromSource.span());
    while (omap.remaining() >= 8) {
        const auto source = omap.u32();
        m_omap.push_back({source, omap.u32()});
    }
    std::stable_sort(m_omap.begin(), m_omap.end(),
                     [](const auto& a, const auto& b) { return a.source < b.source; });
}

std::optional<std::uint32_t> PdbAddressMap::sourceRva(std::uint16_t section,
                                                      std::uint32_t offset) const
{
    if (section == 0 || section > m_sections.size())
        return std::nullopt;
    const auto base = m_sections[section - 1u].rva;
    return offset <= UINT32_MAX - base ? std::optional(base + offset) : std::nullopt;
}

std::optional<std::uint32_t> PdbAddressMap::rva(std::uint16_t section, std::uint32_t offset) const
{
    PdbMapSteps steps{.left = 1};
    const auto pieces = ranges(section, offset, 1, steps);
    return pieces.empty() ? std::nullopt : std::optional(pieces.front().rva);
}

std::optional<PdbSourceAddress> PdbAddressMap::sourceOf(std::uint32_t rva) const
{
    std::optional<std::uint32_t> source;
    if (m_omap.empty())
        source = rva;
    for (std::size_t i = 0; i < m_omap.size() && !source; ++i) {
        const auto& entry = m_omap[i];
        if (entry.target == 0 || rva < entry.target)
            continue;
        const auto shift = rva - entry.target;
        const bool isLast = i + 1 == m_omap.size();
        if (shift <= UINT32_MAX - entry.source &&
            (isLast || shift < m_omap[i + 1].source - entry.source))
            source = entry.source + shift;
    }
    for (std::size_t i = 0; source && i < m_sections.size() && i < UINT16_MAX; ++i) {
        const auto& section = m_sections[i];
        if (*source >= section.rva && *source - section.rva < section.memorySize())
            return PdbSourceAddress{static_cast<std::uint16_t>(i + 1), *source - section.rva};
    }
    return std::nullopt;
}

std::vector<PdbRange> PdbAddressMap::ranges(std::uint16_t section,
                                            std::uint32_t offset,
                                            std::uint32_t sizeBytes,
                                            PdbMapSteps& steps) const
{
    const auto start = sourceRva(section, offset);
    return start ? rangesOfRva(*start, sizeBytes, steps) : std::vector<PdbRange>();
}

std::vector<PdbRange> PdbAddressMap::rangesOfRva(std::uint32_t sourceRva,
                                                 std::uint32_t sizeBytes,
                                                 PdbMapSteps& steps) const
{
    const auto size = std::min(sizeBytes, UINT32_MAX - sourceRva);
    if (m_omap.empty())
        return size == 0 ? std::vector<PdbRange>() : std::vector<PdbRange>{{sourceRva, size, 0}};
    std::vector<PdbRange> pieces;
    const auto end = sourceRva + size;
    auto entry = std::upper_bound(
        m_omap.begin(), m_omap.end(), sourceRva,
        [](auto value, const auto& candidate) { return value < candidate.source; });
    if (entry != m_omap.begin())
        --entry;
    for (; entry != m_omap.end() && entry->source < end; ++entry) {
        if (steps.left == 0) {
            steps.isExceeded = true;
            break;
        }
        --steps.left;
        const auto next = std::next(entry);
        const auto begin = std::max(sourceRva, entry->source);
        const auto stop = next == m_omap.end() ? end : std::min(end, next->source);
        const auto shift = begin - entry->source;
        const bool exists = entry->target != 0 && shift <= UINT32_MAX - entry->target;
        if (!exists || stop <= begin || stop - begin > UINT32_MAX - entry->target - shift)
            continue;
        const PdbRange piece{entry->target + shift, stop - begin, begin - sourceRva};
        const bool continues =
            !pieces.empty() && pieces.back().rva + pieces.back().sizeBytes == piece.rva &&
            pieces.back().sourceOffset + pieces.back().sizeBytes == piece.sourceOffset;
        if (continues)
            pieces.back().sizeBytes += piece.sizeBytes;
        else
            pieces.push_back(piece);
    }
    return pieces;
}

bool PdbAddressMap::isExecutable(std::uint16_t section) const
{
    return section != 0 && section <= m_sections.size() && m_sections[section - 1u].isExecutable();
}

} // namespace faultline::pdb
