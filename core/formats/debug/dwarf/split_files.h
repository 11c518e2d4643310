// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/package_index.h"
#include "core/formats/debug/dwarf/unit_store.h"

namespace faultline::dwarf {

/// The available .dwo files and .dwp packages, by the ids of their units. Immutable, except for
/// units that the stores open; thread-safe.
class SplitFiles
{
public:
    /// Files that cannot be read are left out and reported by warnings(). `main` is the file with
    /// the skeleton units.
    SplitFiles(const std::vector<DwarfCompanion>& companions, const DwarfSections& main);

    /// A split unit, completed by its skeleton, and the store that resolves its references.
    struct Found
    {
        std::shared_ptr<const UnitStore> store;
        Unit unit;
    };

    /// Errors: NotFound (no file has the skeleton's id), Malformed (its unit cannot be opened).
    Result<Found> find(const Unit& skeleton) const;

    /// Size of the files' own sections with texts.
    std::uint64_t textBytes() const { return m_textBytes; }

    const std::vector<std::string>& warnings() const { return m_warnings; }

private:
    struct Package
    {
        PackageIndex index;
        DwarfSections sections;
    };

    struct Place
    {
        std::shared_ptr<const UnitStore> store;
        std::size_t unit = 0;
    };

    void addPackage(const DwarfCompanion& companion, Bytes index, DwarfSections sections);
    void addFile(DwarfSections sections);
    Result<Place> placeOf(std::uint64_t id) const;

    std::vector<Package> m_packages;
    std::map<std::uint64_t, Place> m_units; // Units of single files.
    std::uint64_t m_textBytes = 0;
    std::vector<std::string> m_warnings;
};

/// The DWO ids of the units in a .dwo file or .dwp package; empty for other files.
std::vector<std::uint64_t> splitUnitIds(const DwarfCompanion& companion);

} // namespace faultline::dwarf
