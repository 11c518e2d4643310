// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/location_lists.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

namespace faultline::dwarf {

namespace {

using State = FoundLocation::State;

/// Entries of a list are few; a list without an end would take the whole section for each variable.
constexpr std::uint32_t kMaxEntries = 1u << 16;

/// One entry as read: a range, or a new base, or the end.
struct ListEntry
{
    enum class Kind : std::uint8_t { End, Base, Range, Default, Skip };
    Kind kind = Kind::Skip;
    std::uint64_t begin = 0; ///< The base for Base.
    std::uint64_t end = 0;
    bool isRelative = false;
    Bytes expression = {};
};

class ListReader
{
public:
    ListReader(const ValueUnit& unit, const ByteView& section, std::uint64_t offset)
        : m_unit(unit.unit), m_sections(unit.sections()),
          m_cursor(section.span(), offset, section.size(), m_sections.order),
          m_base(unit.unit.lowPc.value_or(0))
    {
    }

    FoundLocation find(std::uint64_t address)
    {
        std::optional<Bytes> otherwise;
        for (std::uint32_t count = 0; count < kMaxEntries && m_cursor.ok(); ++count) {
            const auto entry = next();
            if (!m_cursor.ok())
                break;
            if (entry.kind == ListEntry::Kind::End)
                return otherwise ? FoundLocation{State::Found, *otherwise, true} : FoundLocation{};
            if (entry.kind == ListEntry::Kind::Base)
                m_base = entry.begin;
            if (entry.kind == ListEntry::Kind::Default)
                otherwise = entry.expression;
            if (entry.kind == ListEntry::Kind::Range && covers(entry, address))
                return {State::Found, entry.expression, true};
        }
        return {State::Damaged};
    }

private:
    ListEntry next()
    {
        if (m_unit.header.version >= 5)
            return nextOfVersion5();
        return m_unit.isSplit ? nextOfSplit() : nextOfVersion4();
    }

    bool covers(const ListEntry& entry, std::uint64_t address) const
    {
        const auto highest = highestAddress(m_unit);
        // A range relative to a base that the linker discarded was discarded too.
        if (entry.isRelative && m_base >= highest - 1)
            return false;
        const auto base = entry.isRelative ? m_base : 0;
        const auto begin = (base + entry.begin) & highest;
        const auto end = (base + entry.end) & highest;
        return address >= begin && address < end;
    }

    std::uint64_t indexed()
    {
        return indexedAddress(m_sections, m_unit, m_cursor.uleb128()).value_or(0);
    }

    std::uint64_t address() { return m_cursor.unsignedOf(m_unit.header.addressBytes); }

    ListEntry nextOfVersion4()
    {
        ListEntry entry;
        entry.begin = address();
        entry.end = address();
        if (entry.begin == 0 && entry.end == 0)
            entry.kind = ListEntry::Kind::End;
        else if (entry.begin == highestAddress(m_unit))
            entry = {.kind = ListEntry::Kind::Base, .begin = entry.end};
        else
            return withExpression(entry, m_cursor.u16(), true);
        return entry;
    }

    ListEntry nextOfSplit()
    {
        ListEntry entry;
        switch (m_cursor.u8()) {
        case DW_LLE_GNU_end_of_list: return {.kind = ListEntry::Kind::End};
        case DW_LLE_GNU_base_address: return {.kind = ListEntry::Kind::Base, .begin = indexed()};
        case DW_LLE_GNU_start_end:
            entry.begin = indexed();
            entry.end = indexed();
            break;
        case DW_LLE_GNU_start_length:
            entry.begin = indexed();
            entry.end = entry.begin + m_cursor.u32();
            break;
        default: m_cursor.fail(); return entry;
        }
        return withExpression(entry, m_cursor.u16(), false);
    }

    ListEntry nextOfVersion5()
    {
        ListEntry entry;
        const auto kind = m_cursor.u8();
        switch (kind) {
        case DW_LLE_end_of_list: return {.kind = ListEntry::Kind::End};
        case DW_LLE_base_addressx: return {.kind = ListEntry::Kind::Base, .begin = indexed()};
        case DW_LLE_base_address: return {.kind = ListEntry::Kind::Base, .begin = address()};
        case DW_LLE_view_pair:
            m_cursor.skipLeb128();
            m_cursor.skipLeb128();
            return entry;
        case DW_LLE_default_location:
            entry = withExpression(entry, m_cursor.uleb128(), false);
            entry.kind = ListEntry::Kind::Default;
            return entry;
        case DW_LLE_startx_endx:
            entry.begin = indexed();
            entry.end = indexed();
            break;
        case DW_LLE_startx_length:
            entry.begin = indexed();
            entry.end = entry.begin + m_cursor.uleb128();
            break;
        case DW_LLE_offset_pair:
            entry.begin = m_cursor.uleb128();
            entry.end = m_cursor.uleb128();
            break;
        case DW_LLE_start_end:
            entry.begin = address();
            entry.end = address();
            break;
        case DW_LLE_start_length:
            entry.begin = address();
            entry.end = entry.begin + m_cursor.uleb128();
            break;
        default: m_cursor.fail(); return entry;
        }
        return withExpression(entry, m_cursor.uleb128(), kind == DW_LLE_offset_pair);
    }

    ListEntry withExpression(ListEntry entry, std::uint64_t sizeBytes, bool isRelative)
    {
        entry.kind = ListEntry::Kind::Range;
        entry.isRelative = isRelative;
        entry.expression = m_cursor.bytes(sizeBytes);
        return entry;
    }

    const Unit& m_unit;
    const DwarfSections& m_sections;
    DwarfCursor m_cursor;
    std::uint64_t m_base;
};

/// DW_FORM_loclistx: an index into the offsets after the unit's header of location lists.
std::optional<std::uint64_t> listOffset(const ValueUnit& unit, std::uint64_t index)
{
    const auto entryBytes = unit.unit.header.offsetBytes();
    const auto& section = unit.sections().loclists;
    if (unit.loclistsBase > section.size() ||
        index >= (section.size() - unit.loclistsBase) / entryBytes)
        return std::nullopt;
    DwarfCursor cursor(section.span(), unit.loclistsBase + index * entryBytes, section.size(),
                       unit.sections().order);
    return unit.loclistsBase + cursor.unsignedOf(entryBytes);
}

} // namespace

FoundLocation locationAt(const Attribute& attribute, std::uint64_t linkedAddress)
{
    if (const auto block = ValueUnits::block(attribute))
        return {State::Found, *block};
    const auto& unit = *attribute.unit;
    switch (attribute.value.form) {
    case DW_FORM_sec_offset:
    case DW_FORM_data4:
    case DW_FORM_data8:
    case DW_FORM_loclistx: break;
    default: return {State::Damaged};
    }
    const bool isNew = unit.unit.header.version >= 5;
    const auto offset = attribute.value.form == DW_FORM_loclistx
                            ? listOffset(unit, attribute.value.number)
                            : std::optional(attribute.value.number);
    if (!offset)
        return {State::Damaged};
    return ListReader(unit, isNew ? unit.sections().loclists : unit.sections().loc, *offset)
        .find(linkedAddress);
}

} // namespace faultline::dwarf
