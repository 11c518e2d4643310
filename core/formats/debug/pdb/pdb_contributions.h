// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace faultline::pdb {

/// The parts of an image's sections by the object files that they come from. Immutable. Layout:
/// microsoft-pdb, SC and SC2 in PDB/include/dbicommon.h.
class PdbContributions
{
public:
    /// Reads the section contributions of the DBI stream. An unknown version gives none.
    explicit PdbContributions(Bytes substream);

    /// Distance from an address to the end of its contribution; 0 when there is none.
    std::uint32_t bytesFrom(std::uint16_t section, std::uint32_t offset) const;

    /// The index of the module whose object file has the address; absent when there is none.
    std::optional<std::uint16_t> moduleAt(std::uint16_t section, std::uint32_t offset) const;

private:
    struct Contribution
    {
        std::uint16_t section = 0;
        std::uint32_t offset = 0;
        std::uint32_t sizeBytes = 0;
        std::uint16_t module = 0;
    };

    const Contribution* at(std::uint16_t section, std::uint32_t offset) const;
    static bool startsBefore(const Contribution& a, const Contribution& b);

    std::vector<Contribution> m_contributions; // Sorted by section and offset.
};

} // namespace faultline::pdb
