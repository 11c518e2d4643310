// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/split_units.h"

#include "core/base/hex.h"
#include "core/formats/debug/dwarf/dwarf_constants.h"
#include "core/formats/debug/dwarf/split_files.h"
#include "core/formats/debug/dwarf/unit_store.h"

namespace faultline::dwarf {

std::vector<SplitUnit> findSplitUnits(const DwarfInput& input)
{
    using namespace dwarf;
    std::vector<SplitUnit> found;
    // Asked of every file, but .debug_info is large and may have to be decompressed.
    const auto abbrev = input.section("debug_abbrev");
    if (!abbrev || !mayHaveSkeletons(abbrev->span()))
        return found;
    auto sections = loadUnitSections(input);
    auto index = readUnitIndex(sections.info.span(), sections.order);
    const UnitStore store(std::move(sections), std::move(index));
    for (std::size_t i = 0; i < store.index().units.size(); ++i) {
        // In DWARF 5 the header tells; GNU's extension of DWARF 4 is visible only in the root
        // entry.
        const auto& header = store.index().units[i];
        if (header.version >= 5 && header.type != DW_UT_skeleton)
            continue;
        const auto unit = store.open(i);
        if (!unit || !unit->isSkeleton())
            continue;
        const bool isAbsolute = unit->dwoName.starts_with('/') || unit->compDir.empty();
        found.push_back(
            {isAbsolute ? std::string(unit->dwoName) : concat(unit->compDir, "/", unit->dwoName),
             hexDigits(unit->dwoId, 16)});
    }
    return found;
}

std::vector<std::string> splitUnitIdsOf(const object::Object& object)
{
    DwarfCompanion companion;
    companion.byteOrder = object.byteOrder();
    companion.section = [&object](std::string_view name) {
        return object.section(concat(".", name));
    };
    std::vector<std::string> ids;
    for (const auto id : dwarf::splitUnitIds(companion))
        ids.push_back(hexDigits(id, 16));
    return ids;
}

} // namespace faultline::dwarf
