#pragma once

#include "core/formats/dwarf/unit.h"

namespace faultline::dwarf {

/// All units of a file. Thread-safe; hands out units by index, and those that references across
/// units lead to.
class UnitStore
{
public:
    UnitStore(DwarfSections sections, UnitIndex index);

    const DwarfSections& sections() const { return m_sections; }

    const UnitIndex& index() const { return m_index; }

    /// Errors: as openUnit().
    Result<Unit> open(std::size_t unit) const;

    /// The unit whose entries contain `infoOffset`, opened once and kept: few units are referred to
    /// from others. Null when there is none or it cannot be opened. Lives as long as the store.
    const Unit* unitAt(std::uint64_t infoOffset) const;

private:
    DwarfSections m_sections;
    UnitIndex m_index;
    mutable AbbreviationCache m_abbreviations;
    mutable std::mutex m_mutex; // Guards m_referred.
    mutable std::unordered_map<std::size_t, std::unique_ptr<const Unit>> m_referred;
};

} // namespace faultline::dwarf
