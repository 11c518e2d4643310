#pragma once

#include "core/sources/object_lookup.h"
#include "core/sources/source_config.h"

#include <string>
#include <vector>

namespace faultline::sources {

/// Paths below a source's root where a file may be, in the order to try them: casing applied, the
/// compressed sibling (".pd_") of `pe` and `pdb` after each plain path, then `file.ptr` where it is
/// probed. Empty when an id or a name is missing or the layout has no such file. Pure. Formulas:
/// docs/spec/sources-and-caches.md §3.
std::vector<std::string> layoutPaths(const SourceLayout& layout,
                                     FileType type,
                                     const ObjectLookup& lookup,
                                     const SourceProbes& probes = {});

/// Whether a path is that of a `file.ptr`.
bool isFilePointer(std::string_view path);

} // namespace faultline::sources
