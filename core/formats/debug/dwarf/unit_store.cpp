// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/unit_store.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

namespace faultline::dwarf {

UnitStore::UnitStore(DwarfSections sections, UnitIndex index, UnitNeighbours neighbours)
    : m_sections(std::move(sections)), m_index(std::move(index)), m_neighbours(neighbours),
      m_abbreviations(m_sections.abbrev, m_index),
      m_scopeAbbreviations(m_sections.abbrev, m_index, Wanted::Scopes)
{
    for (const auto& unit : m_index.units) {
        if (unit.type == DW_UT_type || unit.type == DW_UT_split_type)
            m_typeEntries.try_emplace(unit.id, unit.typeEntry);
    }
}

std::optional<EntryPlace> UnitStore::follow(const DieValue& reference) const
{
    switch (reference.form) {
    case DW_FORM_ref1:
    case DW_FORM_ref2:
    case DW_FORM_ref4:
    case DW_FORM_ref8:
    case DW_FORM_ref_udata:
    case DW_FORM_ref_addr: return EntryPlace{this, reference.number};
    case DW_FORM_ref_sup4:
    case DW_FORM_ref_sup8:
    case DW_FORM_GNU_ref_alt:
        if (m_neighbours.supplementary == nullptr)
            return std::nullopt;
        return EntryPlace{m_neighbours.supplementary, reference.number};
    case DW_FORM_ref_sig8: return typeEntry(reference.number);
    default: return std::nullopt;
    }
}

std::optional<EntryPlace> UnitStore::typeEntry(std::uint64_t signature) const
{
    if (const auto found = m_typeEntries.find(signature); found != m_typeEntries.end())
        return EntryPlace{this, found->second};
    return m_neighbours.types == nullptr ? std::nullopt : m_neighbours.types->typeEntry(signature);
}

Result<Unit> UnitStore::open(std::size_t unit) const
{
    return openUnit(m_sections, m_abbreviations, m_index.units[unit]);
}

const Unit* UnitStore::unitAt(std::uint64_t infoOffset) const
{
    const auto found = m_index.find(infoOffset);
    if (!found)
        return nullptr;
    {
        const std::scoped_lock lock(m_mutex);
        const auto known = m_referred.find(*found);
        if (known != m_referred.end())
            return known->second.get();
    }
    auto opened = open(*found);
    auto unit = opened ? std::make_unique<const Unit>(*std::move(opened)) : nullptr;
    const std::scoped_lock lock(m_mutex);
    return m_referred.try_emplace(*found, std::move(unit)).first->second.get();
}

} // namespace faultline::dwarf
