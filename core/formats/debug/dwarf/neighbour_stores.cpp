// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/neighbour_stores.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

namespace faultline::dwarf {

std::vector<std::size_t> codeUnits(const UnitIndex& index)
{
    std::vector<std::size_t> units;
    for (std::size_t i = 0; i < index.units.size(); ++i) {
        const auto type = index.units[i].type;
        if (type != DW_UT_type && type != DW_UT_split_type && type != DW_UT_partial)
            units.push_back(i);
    }
    return units;
}

std::unique_ptr<const UnitStore> supplementaryStore(const DwarfInput& input)
{
    for (const auto& companion : input.companions) {
        if (companion.kind != DwarfCompanion::Kind::Supplementary)
            continue;
        auto sections = loadSupplementarySections(companion);
        auto index = readUnitIndex(sections.info.span(), sections.order);
        return std::make_unique<const UnitStore>(std::move(sections), std::move(index));
    }
    return nullptr;
}

std::unique_ptr<const UnitStore> typeStore(const DwarfSections& sections,
                                           const UnitStore* supplementary)
{
    if (sections.types.empty())
        return nullptr;
    auto types = sections;
    types.info = sections.types;
    auto index = readUnitIndex(types.info.span(), types.order, UnitSection::Types);
    return std::make_unique<const UnitStore>(
        std::move(types), std::move(index),
        UnitNeighbours{.supplementary = supplementary, .types = nullptr});
}

} // namespace faultline::dwarf
