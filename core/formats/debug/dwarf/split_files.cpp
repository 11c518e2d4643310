// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/split_files.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

#include <algorithm>

namespace faultline::dwarf {

namespace {

/// Units of a package lie side by side. Damage may make some overlap; many ids that lead to one
/// large unit are an attack.
constexpr std::uint64_t kMaxOverlap = 16;

std::shared_ptr<const UnitStore> storeOf(DwarfSections sections)
{
    auto index = readUnitIndex(sections.info.span(), sections.order);
    return std::make_shared<const UnitStore>(std::move(sections), std::move(index));
}

/// Returns the id of a compile unit in a split file; absent for type units and units that cannot be
/// opened. Since DWARF 5 the header has it; earlier versions have it in the root entry.
std::optional<std::uint64_t> idOf(const UnitStore& store, std::size_t unit)
{
    const auto& header = store.index().units[unit];
    if (header.version >= 5)
        return header.type == DW_UT_split_compile ? std::optional(header.id) : std::nullopt;
    const auto opened = store.open(unit);
    return opened && opened->tag == DW_TAG_compile_unit ? std::optional(opened->dwoId)
                                                        : std::nullopt;
}

} // namespace

SplitFiles::SplitFiles(const std::vector<DwarfCompanion>& companions, const DwarfSections& main)
{
    for (const auto& companion : companions) {
        if (companion.kind != DwarfCompanion::Kind::Split)
            continue;
        auto sections = loadSplitSections(companion, main);
        // Some compilers leave the range lists of split units in the file with the skeletons.
        if (sections.rnglists.empty())
            sections.rnglists = main.rnglists;
        m_textBytes += sections.info.size() + sections.str.size();
        if (const auto index = companion.section("debug_cu_index"))
            addPackage(companion, index->span(), std::move(sections));
        else
            addFile(std::move(sections));
    }
}

void SplitFiles::addPackage(const DwarfCompanion& companion, Bytes index, DwarfSections sections)
{
    auto read = PackageIndex::read(index, companion.byteOrder);
    const auto sectionBytes = sections.info.size();
    if (!read)
        m_warnings.push_back(concat(companion.name, ": ", read.error().detail));
    else if (const auto bytes = read->infoBytes(sectionBytes); bytes / kMaxOverlap > sectionBytes)
        m_warnings.push_back(concat(companion.name, ": package index: units of ", bytes,
                                    " bytes share ", sectionBytes));
    else
        m_packages.push_back({*std::move(read), std::move(sections)});
}

void SplitFiles::addFile(DwarfSections sections)
{
    const auto store = storeOf(std::move(sections));
    for (std::size_t unit = 0; unit < store->index().units.size(); ++unit) {
        if (const auto id = idOf(*store, unit))
            m_units.try_emplace(*id, Place{store, unit});
    }
}

Result<SplitFiles::Place> SplitFiles::placeOf(std::uint64_t id) const
{
    if (const auto found = m_units.find(id); found != m_units.end())
        return found->second;
    for (const auto& package : m_packages) {
        if (!package.index.contains(id))
            continue;
        auto sections = package.index.unitSections(package.sections, id);
        if (!sections)
            return fail(ErrorKind::Malformed, "split unit ", Hex{id},
                        ": its part of the package lies outside");
        auto store = storeOf(*std::move(sections));
        if (store->index().units.empty())
            return fail(ErrorKind::Malformed, "split unit ", Hex{id}, ": ", store->index().damage);
        return Place{std::move(store), 0};
    }
    return fail(ErrorKind::NotFound, "no file has the split unit ", Hex{id});
}

Result<SplitFiles::Found> SplitFiles::find(const Unit& skeleton) const
{
    FL_TRY(auto place, placeOf(skeleton.dwoId));
    FL_TRY(auto unit, place.store->open(place.unit));
    completeSplitUnit(unit, skeleton);
    return Found{std::move(place.store), std::move(unit)};
}

std::vector<std::uint64_t> splitUnitIds(const DwarfCompanion& companion)
{
    std::vector<std::uint64_t> ids;
    if (const auto section = companion.section("debug_cu_index")) {
        if (const auto index = PackageIndex::read(section->span(), companion.byteOrder))
            ids = index->ids();
        return ids;
    }
    const auto store = storeOf(loadSplitSections(companion, {}));
    for (std::size_t unit = 0; unit < store->index().units.size(); ++unit) {
        if (const auto id = idOf(*store, unit))
            ids.push_back(*id);
    }
    return ids;
}

} // namespace faultline::dwarf
