#pragma once

#include "core/formats/debug/dwarf/abbreviations.h"

namespace faultline::dwarf {

/// One attribute value as read: a number (constant, address, index, section offset), or for
/// DW_FORM_string the offset of the text in .debug_info; references within a unit are made offsets
/// into .debug_info.
struct DieValue
{
    std::uint64_t number = 0;
    std::uint16_t form = 0;
};

/// The wanted attributes of one entry; reused from entry to entry.
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

    /// Meaningful only where has() is true.
    const DieValue& operator[](Field field) const
    {
        return m_values[static_cast<std::size_t>(field)];
    }

    std::uint64_t numberOr(Field field, std::uint64_t otherwise) const
    {
        return has(field) ? (*this)[field].number : otherwise;
    }

private:
    static constexpr std::uint32_t bit(Field field) { return 1u << static_cast<unsigned>(field); }

    std::uint32_t m_present = 0;
    DieValue m_values[static_cast<std::size_t>(Field::Count)];
};

/// Reads one value of any form. A block yields its size.
DieValue readForm(DwarfCursor& cursor,
                  std::uint64_t form,
                  std::int64_t implicitConst,
                  const UnitHeader& unit);

/// Reads the wanted attributes of an entry; the cursor stands behind its abbreviation code,
/// afterwards behind the entry.
void readFields(DwarfCursor& cursor,
                const AbbreviationTable& table,
                const Abbreviation& abbreviation,
                const UnitHeader& unit,
                DieFields& fields);

/// Passes an entry. Returns the offset of its next sibling in .debug_info; 0 when it does not say.
std::uint64_t skipEntry(DwarfCursor& cursor,
                        const AbbreviationTable& table,
                        const Abbreviation& abbreviation,
                        const UnitHeader& unit);

/// Passes what is below an entry; the cursor stands at the first child. `sibling` is what
/// skipEntry() said of the entry. Returns how many entries were passed one by one.
std::uint64_t passChildren(DwarfCursor& cursor,
                           const AbbreviationTable& table,
                           const UnitHeader& unit,
                           std::uint64_t sibling);

} // namespace faultline::dwarf
