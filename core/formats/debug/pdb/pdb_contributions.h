#pragma once

#include "core/base/byte_view.h"

#include <cstdint>
#include <vector>

namespace faultline::pdb {

/// What each object file contributed to the sections of an image. Immutable. Layout: microsoft-pdb,
/// SC and SC2 in PDB/include/dbicommon.h.
class PdbContributions
{
public:
    /// The section contributions of the DBI stream; of an unknown version there are none.
    explicit PdbContributions(Bytes substream);

    /// From an address to the end of the contribution that holds it; 0 when there is none.
    std::uint32_t bytesFrom(std::uint16_t section, std::uint32_t offset) const;

private:
    struct Contribution
    {
        std::uint16_t section = 0;
        std::uint32_t offset = 0;
        std::uint32_t sizeBytes = 0;
    };

    static bool startsBefore(const Contribution& a, const Contribution& b);

    std::vector<Contribution> m_contributions; // By section and offset.
};

} // namespace faultline::pdb
