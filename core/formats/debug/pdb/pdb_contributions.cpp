// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_contributions.h"

#include "core/base/byte_reader.h"

#include <algorithm>
#include <tuple>

namespace faultline::pdb {

namespace {

constexpr std::uint32_t kVersion1 = 0xf12eba2d;
constexpr std::uint32_t kVersion2 = 0xf13151e4;
constexpr std::size_t kEntryBytes = 28; // The second version has four more bytes.

} // namespace

PdbContributions::PdbContributions(Bytes substream)
{
    ByteReader reader(substream);
    const auto version = reader.u32();
    if (!reader.ok() || (version != kVersion1 && version != kVersion2))
        return;
    const std::size_t moreBytes = version == kVersion2 ? 4 : 0;
    while (reader.remaining() >= kEntryBytes + moreBytes) {
        Contribution entry;
        entry.section = reader.u16();
        reader.skip(2);
        entry.offset = reader.u32();
        entry.sizeBytes = reader.u32();
        reader.skip(4); // Characteristics.
        entry.module = reader.u16();
        reader.skip(10 + moreBytes); // Checksums.
        m_contributions.push_back(entry);
    }
    std::stable_sort(m_contributions.begin(), m_contributions.end(), startsBefore);
}

bool PdbContributions::startsBefore(const Contribution& a, const Contribution& b)
{
    return std::tie(a.section, a.offset) < std::tie(b.section, b.offset);
}

/// Returns the contribution that contains the address, or null.
const PdbContributions::Contribution* PdbContributions::at(std::uint16_t section,
                                                           std::uint32_t offset) const
{
    const auto after = std::upper_bound(m_contributions.begin(), m_contributions.end(),
                                        Contribution{section, offset, 0, 0}, startsBefore);
    if (after == m_contributions.begin())
        return nullptr;
    const auto& holder = *std::prev(after);
    return holder.section == section && offset - holder.offset < holder.sizeBytes ? &holder
                                                                                  : nullptr;
}

std::uint32_t PdbContributions::bytesFrom(std::uint16_t section, std::uint32_t offset) const
{
    const auto* holder = at(section, offset);
    return holder == nullptr ? 0 : holder->sizeBytes - (offset - holder->offset);
}

std::optional<std::uint16_t> PdbContributions::moduleAt(std::uint16_t section,
                                                        std::uint32_t offset) const
{
    const auto* holder = at(section, offset);
    return holder == nullptr ? std::nullopt : std::optional(holder->module);
}

} // namespace faultline::pdb
