// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/abbreviations.h"

namespace faultline::dwarf {

/// One attribute value as read: a number (constant, address, index, section offset). For
/// DW_FORM_string it is the offset of the text in .debug_info. References within a unit become
/// offsets into .debug_info.
struct DieValue
{
    std::uint64_t number = 0;
    std::uint16_t form = 0;
    std::uint32_t blockBytes = 0; ///< For a block that readAllFields() keeps: its size; `number` is
                                  ///< then the offset of its first byte in .debug_info.
};

/// The wanted attributes of one entry. The object is reused for each entry.
class DieFields
{
public:
    void clear() { m_present = 0; }

    void set(Field field, DieValue value)
    {
        m_present |= bit(field);
        m_values[static_cast<std::size_t>(field)] = value;
    }

    bool has(Field field) const { return (m_present & bit(field)) != 0; }

    /// Valid only if has() is true.
    const DieValue& operator[](Field field) const
    {
        return m_values[static_cast<std::size_t>(field)];
    }

    std::uint64_t numberOr(Field field, std::uint64_t otherwise) const
    {
        return has(field) ? (*this)[field].number : otherwise;
    }

    /// Size of the entry; what was left of its unit when it could not be read.
    std::uint64_t sizeBytes = 0;

private:
    static constexpr std::uint64_t bit(Field field)
    {
        return std::uint64_t{1} << static_cast<unsigned>(field);
    }

    static_assert(static_cast<unsigned>(Field::Count) <= 64);

    std::uint64_t m_present = 0;
    DieValue m_values[static_cast<std::size_t>(Field::Count)];
};

/// Reads one value of any form. For a block, returns its size.
DieValue readForm(DwarfCursor& cursor,
                  std::uint64_t form,
                  std::int64_t implicitConst,
                  const UnitHeader& unit);

/// Reads the wanted attributes of an entry. The cursor must be after the abbreviation code; it ends
/// after the entry.
void readFields(DwarfCursor& cursor,
                const AbbreviationTable& table,
                const Abbreviation& abbreviation,
                const UnitHeader& unit,
                DieFields& fields);

/// The same, and keeps blocks: locations and constants.
void readAllFields(DwarfCursor& cursor,
                   const AbbreviationTable& table,
                   const Abbreviation& abbreviation,
                   const UnitHeader& unit,
                   DieFields& fields);

/// Skips an entry. Returns the offset of its next sibling in .debug_info; 0 when it records none.
std::uint64_t skipEntry(DwarfCursor& cursor,
                        const AbbreviationTable& table,
                        const Abbreviation& abbreviation,
                        const UnitHeader& unit);

/// Skips the children of an entry. The cursor must be at the first child. `sibling` is
/// skipEntry()'s result for the entry. Returns the number of entries that were skipped one by one.
std::uint64_t passChildren(DwarfCursor& cursor,
                           const AbbreviationTable& table,
                           const UnitHeader& unit,
                           std::uint64_t sibling);

} // namespace faultline::dwarf
