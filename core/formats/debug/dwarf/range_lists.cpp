// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/range_lists.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

namespace faultline::dwarf {

namespace {

void append(std::vector<AddressRange>& out, std::uint64_t begin, std::uint64_t end)
{
    if (begin < end)
        out.push_back({begin, end});
}

/// DWARF 4 §2.17.3: pairs relative to a base; a pair whose first half is all ones sets the base; 0,
/// 0 ends.
ListState appendLegacy(const DwarfSections& sections,
                       const Unit& unit,
                       std::uint64_t offset,
                       std::vector<AddressRange>& out,
                       std::uint64_t& entriesLeft)
{
    DwarfCursor cursor(sections.ranges.span(), offset, sections.ranges.size(), sections.order);
    const auto highest = highestAddress(unit);
    auto base = unit.lowPc.value_or(0);
    while (cursor.ok()) {
        const auto begin = cursor.unsignedOf(unit.header.addressBytes);
        const auto end = cursor.unsignedOf(unit.header.addressBytes);
        if (!cursor.ok())
            break;
        if (begin == 0 && end == 0)
            return ListState::Complete;
        if (entriesLeft == 0)
            return ListState::TooLong;
        --entriesLeft;
        // Linkers mark discarded entries with the two highest values; a base of that kind is one of
        // them.
        if (begin == highest)
            base = end;
        else if (base < highest - 1)
            append(out, (base + begin) & highest, (base + end) & highest);
    }
    return ListState::Damaged;
}

/// DWARF 5 §2.17.3 and §7.25.
class RangeListReader
{
public:
    RangeListReader(const DwarfSections& sections, const Unit& unit, std::vector<AddressRange>& out)
        : m_sections(sections), m_unit(unit), m_out(out), m_base(unit.lowPc.value_or(0))
    {
    }

    ListState read(std::uint64_t offset, std::uint64_t& entriesLeft)
    {
        DwarfCursor cursor(m_sections.rnglists.span(), offset, m_sections.rnglists.size(),
                           m_sections.order);
        while (cursor.ok()) {
            const auto kind = cursor.u8();
            if (!cursor.ok())
                break;
            if (kind == DW_RLE_end_of_list)
                return ListState::Complete;
            if (entriesLeft == 0)
                return ListState::TooLong;
            --entriesLeft;
            readEntry(cursor, kind);
        }
        return ListState::Damaged;
    }

private:
    std::uint64_t address(DwarfCursor& cursor)
    {
        return cursor.unsignedOf(m_unit.header.addressBytes);
    }

    /// 0 for an index that leads nowhere: ranges at address 0 are dropped like those a linker
    /// discarded.
    std::uint64_t indexed(DwarfCursor& cursor)
    {
        return indexedAddress(m_sections, m_unit, cursor.uleb128()).value_or(0);
    }

    void readEntry(DwarfCursor& cursor, std::uint8_t kind)
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        switch (kind) {
        case DW_RLE_base_addressx: m_base = indexed(cursor); return;
        case DW_RLE_base_address: m_base = address(cursor); return;
        case DW_RLE_startx_endx:
            begin = indexed(cursor);
            end = indexed(cursor);
            break;
        case DW_RLE_startx_length:
            begin = indexed(cursor);
            end = begin + cursor.uleb128();
            break;
        case DW_RLE_offset_pair:
            begin = m_base + cursor.uleb128();
            end = m_base + cursor.uleb128();
            break;
        case DW_RLE_start_end:
            begin = address(cursor);
            end = address(cursor);
            break;
        case DW_RLE_start_length:
            begin = address(cursor);
            end = begin + cursor.uleb128();
            break;
        default: cursor.fail(); return;
        }
        // A range relative to a discarded base was discarded too, whatever the sum is.
        const bool isDiscarded = kind == DW_RLE_offset_pair && m_base >= highestAddress(m_unit) - 1;
        const auto highest = highestAddress(m_unit);
        if (cursor.ok() && !isDiscarded)
            append(m_out, begin & highest, end & highest);
    }

    const DwarfSections& m_sections;
    const Unit& m_unit;
    std::vector<AddressRange>& m_out;
    std::uint64_t m_base;
};

/// DW_FORM_rnglistx: an index into the offsets after the unit's range list header.
std::optional<std::uint64_t>
listOffset(const DwarfSections& sections, const Unit& unit, std::uint64_t index)
{
    const auto entryBytes = unit.header.offsetBytes();
    const auto size = sections.rnglists.size();
    if (unit.rnglistsBase > size || index >= (size - unit.rnglistsBase) / entryBytes)
        return std::nullopt;
    DwarfCursor cursor(sections.rnglists.span(), unit.rnglistsBase + index * entryBytes, size,
                       sections.order);
    return unit.rnglistsBase + cursor.unsignedOf(entryBytes);
}

} // namespace

ListState appendRanges(const DwarfSections& sections,
                       const Unit& unit,
                       const DieValue& value,
                       std::vector<AddressRange>& out,
                       std::uint64_t& entriesLeft)
{
    if (unit.header.version < 5)
        return appendLegacy(sections, unit, value.number + (unit.isSplit ? unit.rangesBase : 0),
                            out, entriesLeft);
    auto offset = std::optional(value.number);
    if (value.form == DW_FORM_rnglistx)
        offset = listOffset(sections, unit, value.number);
    return offset ? RangeListReader(sections, unit, out).read(*offset, entriesLeft)
                  : ListState::Damaged;
}

} // namespace faultline::dwarf
