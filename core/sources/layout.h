#pragma once

#include "core/sources/object_lookup.h"
#include "core/sources/source_config.h"

#include <string>
#include <vector>

namespace faultline {

/// Look-ups beyond the reference's; all off by default.
struct LayoutExtras
{
    bool breakpadNames =
        false; ///< Also Breakpad's own rule (.pdb in any case) and names without .exe, .dll.
    bool paddedBuildIds =
        false; ///< symstore and ssqp: build ids shorter than 20 bytes also zero-padded.
};

/// Paths below a source's root where a file may be, in the order to try them: casing applied, the
/// compressed sibling (".pd_") of `pe` and `pdb` after each plain path. Empty when an id or a name
/// is missing or the layout has no such file. Pure. Formulas: spec/sources-and-caches.md §3.
std::vector<std::string> layoutPaths(const SourceLayout& layout,
                                     FileType type,
                                     const ObjectLookup& lookup,
                                     const LayoutExtras& extras = {});

} // namespace faultline
