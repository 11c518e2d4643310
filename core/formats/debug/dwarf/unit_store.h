#pragma once

#include "core/formats/debug/dwarf/unit.h"

namespace faultline::dwarf {

class UnitStore;

/// Where references out of a file's units may lead; null where there is nothing. They outlive the
/// store.
struct UnitNeighbours
{
    const UnitStore* supplementary = nullptr; ///< DW_FORM_GNU_ref_alt, DW_FORM_ref_sup.
    const UnitStore* types = nullptr;         ///< .debug_types of DWARF 4.
};

/// An entry of this file or of a neighbour.
struct EntryPlace
{
    const UnitStore* store = nullptr;
    std::uint64_t infoOffset = 0;
};

/// All units of a file. Thread-safe; hands out units by index, and those that references across
/// units lead to.
class UnitStore
{
public:
    UnitStore(DwarfSections sections, UnitIndex index, UnitNeighbours neighbours = {});

    const DwarfSections& sections() const { return m_sections; }

    const UnitIndex& index() const { return m_index; }

    const UnitNeighbours& neighbours() const { return m_neighbours; }

    /// Errors: as openUnit().
    Result<Unit> open(std::size_t unit) const;

    /// The unit's table with what qualified names need.
    std::shared_ptr<const AbbreviationTable> scopeAbbreviations(const UnitHeader& unit) const
    {
        return m_scopeAbbreviations.table(unit);
    }

    /// The unit whose entries contain `infoOffset`, opened once and kept: few units are referred to
    /// from others. Null when there is none or it cannot be opened. Lives as long as the store.
    const Unit* unitAt(std::uint64_t infoOffset) const;

    /// The entry that a reference of any form leads to; absent for one into a file that is not at
    /// hand, and for a signature that no type unit has.
    std::optional<EntryPlace> follow(const DieValue& reference) const;

private:
    std::optional<EntryPlace> typeEntry(std::uint64_t signature) const;

    DwarfSections m_sections;
    UnitIndex m_index;
    UnitNeighbours m_neighbours;
    std::unordered_map<std::uint64_t, std::uint64_t> m_typeEntries; // By signature.
    mutable AbbreviationCache m_abbreviations;
    mutable AbbreviationCache m_scopeAbbreviations;
    mutable std::mutex m_mutex; // Guards m_referred.
    mutable std::unordered_map<std::size_t, std::unique_ptr<const Unit>> m_referred;
};

} // namespace faultline::dwarf
