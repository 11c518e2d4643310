// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/unit.h"

namespace faultline::dwarf {

class UnitStore;

/// Targets of references out of a file's units; null when absent. They must outlive the store.
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

/// All units of a file. Thread-safe. Returns units by index, and units that other units refer to.
class UnitStore
{
public:
    UnitStore(DwarfSections sections, UnitIndex index, UnitNeighbours neighbours = {});

    const DwarfSections& sections() const { return m_sections; }

    const UnitIndex& index() const { return m_index; }

    const UnitNeighbours& neighbours() const { return m_neighbours; }

    /// Errors: as openUnit().
    Result<Unit> open(std::size_t unit) const;

    /// The unit's abbreviation table with the attributes for qualified names.
    std::shared_ptr<const AbbreviationTable> scopeAbbreviations(const UnitHeader& unit) const
    {
        return m_scopeAbbreviations.table(unit);
    }

    /// The unit whose entries contain `infoOffset`. It is opened once and kept, because few units
    /// are referred to by others. Null when there is none or it cannot be opened. Valid as long as
    /// the store.
    const Unit* unitAt(std::uint64_t infoOffset) const;

    /// The entry that a reference of any form refers to. Absent when its file is unavailable or no
    /// type unit has its signature.
    std::optional<EntryPlace> follow(const DieValue& reference) const;

private:
    std::optional<EntryPlace> typeEntry(std::uint64_t signature) const;

    DwarfSections m_sections;
    UnitIndex m_index;
    UnitNeighbours m_neighbours;
    std::unordered_map<std::uint64_t, std::uint64_t> m_typeEntries; // Keyed by signature.
    mutable AbbreviationCache m_abbreviations;
    mutable AbbreviationCache m_scopeAbbreviations;
    mutable std::mutex m_mutex; // Guards m_referred.
    mutable std::unordered_map<std::size_t, std::unique_ptr<const Unit>> m_referred;
};

} // namespace faultline::dwarf
