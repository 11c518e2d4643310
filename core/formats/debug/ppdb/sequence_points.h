#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <vector>

namespace faultline::ppdb {

/// From `ilOffset` to the next point of the method.
struct SequencePoint
{
    std::uint32_t ilOffset = 0;
    std::uint32_t document = 0; ///< Row of the Document table; 0: none.
    std::uint32_t line = 0;     ///< 0 for hidden points.
    std::uint32_t column = 0;
    bool isHidden = false; ///< Code that the compiler made up; belongs to no line.
};

/// Decodes the blob of one method. `firstDocument` is the row's own document; 0 when the blob names
/// it. A point takes at least three bytes. Errors: Malformed. Layout: dotnet/runtime
/// docs/design/specs/PortablePdb-Metadata.md ("Sequence Points Blob").
Result<std::vector<SequencePoint>> readSequencePoints(Bytes blob, std::uint32_t firstDocument);

} // namespace faultline::ppdb
