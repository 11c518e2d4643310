// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/formats/debug/pe/coff_section.h"

#include <optional>
#include <vector>

namespace faultline::pdb {

/// A range of bytes that a post-link optimiser kept together.
struct PdbRange
{
    std::uint32_t rva = 0; ///< Place in the final image.
    std::uint32_t sizeBytes = 0;
    std::uint32_t sourceOffset = 0; ///< Offset from the start of the requested range.
};

/// An address of debug records: sections count from 1.
struct PdbSourceAddress
{
    std::uint16_t section = 0;
    std::uint32_t offset = 0;
};

/// How many entries of the map look-ups may still pass, all together. Pieces of code do not
/// overlap; records that all claim the same code would pass its entries each time.
struct PdbMapSteps
{
    std::uint64_t left = 0;
    bool isExceeded = false; ///< A look-up needed more. It then knows no further pieces.
};

/// Translates section:offset addresses of debug records to RVAs. Uses the OMAP table if a tool
/// reordered the image. Immutable and thread-safe. Layout: microsoft/microsoft-pdb, OMAP_DATA in
/// PDB/include/vcdbg.h.
class PdbAddressMap
{
public:
    PdbAddressMap() = default;
    /// Takes the section headers of the image that the records describe, and the OMAP table from
    /// that image to the final one. The table is empty if the image was not reordered.
    PdbAddressMap(ByteView sectionHeaders, const ByteView& omapFromSource);

    /// Sections count from 1. Absent when the section or the address does not exist in the final
    /// image.
    std::optional<std::uint32_t> rva(std::uint16_t section, std::uint32_t offset) const;

    /// What rva() translates to this RVA; absent when nothing does. Passes all of the map.
    std::optional<PdbSourceAddress> sourceOf(std::uint32_t rva) const;

    /// The pieces of [offset, offset + sizeBytes) that exist in the final image, in source order;
    /// normally one.
    std::vector<PdbRange> ranges(std::uint16_t section,
                                 std::uint32_t offset,
                                 std::uint32_t sizeBytes,
                                 PdbMapSteps& steps) const;

    /// Like ranges(), for an RVA of the image that the records describe.
    std::vector<PdbRange>
    rangesOfRva(std::uint32_t sourceRva, std::uint32_t sizeBytes, PdbMapSteps& steps) const;

    /// The steps that translating `recordCount` records of real code may take.
    PdbMapSteps stepsFor(std::size_t recordCount) const
    {
        return {.left = 4096 + 8 * (std::uint64_t{m_omap.size()} + recordCount)};
    }

    bool isExecutable(std::uint16_t section) const;

    const std::vector<pe::CoffSection>& sections() const { return m_sections; }

private:
    struct OmapEntry
    {
        std::uint32_t source = 0;
        std::uint32_t target = 0; // 0 means that the code was removed.
    };

    std::optional<std::uint32_t> sourceRva(std::uint16_t section, std::uint32_t offset) const;

    ByteView m_headerBytes; // Section names point into it.
    std::vector<pe::CoffSection> m_sections;
    std::vector<OmapEntry> m_omap; // Sorted by source.
};

} // namespace faultline::pdb
