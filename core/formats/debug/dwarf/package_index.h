// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/debug/dwarf/dwarf_sections.h"

#include <array>
#include <map>

namespace faultline::dwarf {

/// The part of a package section that belongs to one unit.
struct Contribution
{
    std::uint64_t offset = 0;
    std::uint64_t sizeBytes = 0;
};

/// .debug_cu_index of a .dwp package: the parts of its sections that form the unit with an id.
/// DWARF 5 §7.3.5.3; version 2 is GNU's older form (gcc.gnu.org/wiki/DebugFissionDWP).
class PackageIndex
{
public:
    /// Errors: Malformed (unknown version, or tables that do not fit the section).
    static Result<PackageIndex> read(Bytes section, std::endian order);

    /// Total size of the units' parts of .debug_info that lie inside its `sectionBytes`.
    /// Overlapping parts make it larger than the section.
    std::uint64_t infoBytes(std::uint64_t sectionBytes) const;

    bool contains(std::uint64_t id) const { return m_rows.contains(id); }

    std::vector<std::uint64_t> ids() const;

    /// The package's sections, cut to the unit's parts. Absent when the id is unknown or a part
    /// lies outside its section. Sections that the index does not divide stay whole.
    std::optional<DwarfSections> unitSections(const DwarfSections& package, std::uint64_t id) const;

private:
    enum class Part : std::uint8_t { Info, Abbrev, StrOffsets, Rnglists, Loc, Loclists, Other };
    static Part partOf(std::uint32_t sectionId, unsigned version);

    std::vector<Part> m_columns;
    std::vector<Contribution> m_parts;             // In row order, one part per column.
    std::map<std::uint64_t, std::uint32_t> m_rows; // Row number, counted from 0, by id.
};

} // namespace faultline::dwarf
