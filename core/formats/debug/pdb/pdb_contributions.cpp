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
        reader.skip(16 + moreBytes); // Characteristics, module, checksums.
        m_contributions.push_back(entry);
    }
    std::stable_sort(m_contributions.begin(), m_contributions.end(), startsBefore);
}

bool PdbContributions::startsBefore(const Contribution& a, const Contribution& b)
{
    return std::tie(a.section, a.offset) < std::tie(b.section, b.offset);
}

std::uint32_t PdbContributions::bytesFrom(std::uint16_t section, std::uint32_t offset) const
{
    const auto after = std::upper_bound(m_contributions.begin(), m_contributions.end(),
                                        Contribution{section, offset, 0}, startsBefore);
    if (after == m_contributions.begin())
        return 0;
    const auto& holder = *std::prev(after);
    const auto into = offset - holder.offset;
    return holder.section == section && into < holder.sizeBytes ? holder.sizeBytes - into : 0;
}

} // namespace faultline::pdb
