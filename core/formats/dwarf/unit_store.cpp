#include "core/formats/dwarf/unit_store.h"

namespace faultline::dwarf {

UnitStore::UnitStore(DwarfSections sections, UnitIndex index)
    : m_sections(std::move(sections)), m_index(std::move(index)),
      m_abbreviations(m_sections.abbrev, m_index)
{
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
