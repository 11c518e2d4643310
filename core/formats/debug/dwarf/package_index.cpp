// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/package_index.h"

#include "core/formats/debug/dwarf/dwarf_cursor.h"

namespace faultline::dwarf {

namespace {

constexpr std::uint64_t kHeaderBytes = 16;
constexpr std::uint32_t kMaxColumns = 16;

struct IndexHeader
{
    unsigned version = 0;
    std::uint32_t columns = 0;
    std::uint32_t units = 0;
    std::uint32_t slots = 0;
};

IndexHeader readHeader(DwarfCursor& cursor)
{
    IndexHeader header;
    // A u16 and padding from version 5 on, a u32 before.
    header.version = cursor.u16();
    if (header.version != 5) {
        cursor.seek(0);
        header.version = cursor.u32();
    } else {
        cursor.skip(2);
    }
    header.columns = cursor.u32();
    header.units = cursor.u32();
    header.slots = cursor.u32();
    return header;
}

/// Ids and row numbers per slot, then section ids, offsets and sizes.
bool fits(const IndexHeader& header, std::uint64_t sizeBytes)
{
    if (header.columns > kMaxColumns)
        return false;
    const std::uint64_t slotBytes = std::uint64_t{header.slots} * 12;
    const std::uint64_t tableBytes =
        4 * std::uint64_t{header.columns} * (1 + 2 * std::uint64_t{header.units});
    return slotBytes <= sizeBytes - kHeaderBytes &&
           tableBytes <= sizeBytes - kHeaderBytes - slotBytes;
}

} // namespace

PackageIndex::Part PackageIndex::partOf(std::uint32_t sectionId, unsigned version)
{
    switch (sectionId) {
    case 1: return Part::Info;
    case 3: return Part::Abbrev;
    case 5: return version == 5 ? Part::Loclists : Part::Loc;
    case 6: return Part::StrOffsets;
    case 8: return version == 5 ? Part::Rnglists : Part::Other;
    default: return Part::Other;
    }
}

Result<PackageIndex> PackageIndex::read(Bytes section, std::endian order)
{
    DwarfCursor cursor(section, 0, section.size(), order);
    const auto header = readHeader(cursor);
    if (!cursor.ok() || (header.version != 2 && header.version != 5))
        return fail(ErrorKind::Malformed, "package index: version ", header.version,
                    ", expected 2 or 5");
    if (!fits(header, section.size()))
        return fail(ErrorKind::Malformed, "package index: ", header.slots, " slots, ", header.units,
                    " units and ", header.columns, " sections do not fit ", section.size(),
                    " bytes");
    PackageIndex index;
    DwarfCursor rows(section, kHeaderBytes + 8 * std::uint64_t{header.slots}, section.size(),
                     order);
    for (std::uint32_t slot = 0; slot < header.slots; ++slot) {
        const auto id = cursor.u64();
        const auto row = rows.u32(); // Counted from 1; 0 marks a free slot.
        if (row != 0 && row <= header.units)
            index.m_rows.try_emplace(id, row - 1);
    }
    for (std::uint32_t column = 0; column < header.columns; ++column)
        index.m_columns.push_back(partOf(rows.u32(), header.version));
    index.m_parts.resize(std::size_t{header.units} * header.columns);
    for (auto& part : index.m_parts)
        part.offset = rows.u32();
    for (auto& part : index.m_parts)
        part.sizeBytes = rows.u32();
    return index;
}

std::uint64_t PackageIndex::infoBytes(std::uint64_t sectionBytes) const
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (m_columns[i % m_columns.size()] == Part::Info &&
            rangeFits(m_parts[i].offset, m_parts[i].sizeBytes, sectionBytes))
            sum += m_parts[i].sizeBytes;
    }
    return sum;
}

std::vector<std::uint64_t> PackageIndex::ids() const
{
    std::vector<std::uint64_t> ids;
    ids.reserve(m_rows.size());
    for (const auto& [id, row] : m_rows)
        ids.push_back(id);
    return ids;
}

std::optional<DwarfSections> PackageIndex::unitSections(const DwarfSections& package,
                                                        std::uint64_t id) const
{
    const auto row = m_rows.find(id);
    if (row == m_rows.end())
        return std::nullopt;
    auto unit = package;
    const auto* part = m_parts.data() + std::size_t{row->second} * m_columns.size();
    for (const auto column : m_columns) {
        const auto own = *part++;
        ByteView* const section = column == Part::Info         ? &unit.info
                                  : column == Part::Abbrev     ? &unit.abbrev
                                  : column == Part::StrOffsets ? &unit.strOffsets
                                  : column == Part::Rnglists   ? &unit.rnglists
                                  : !unit.hasLocations         ? nullptr
                                  : column == Part::Loc        ? &unit.loc
                                  : column == Part::Loclists   ? &unit.loclists
                                                               : nullptr;
        if (section == nullptr)
            continue;
        auto slice = section->slice(own.offset, own.sizeBytes);
        if (!slice)
            return std::nullopt;
        *section = *std::move(slice);
    }
    return unit;
}

} // namespace faultline::dwarf
