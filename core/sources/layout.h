// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/object_lookup.h"
#include "core/sources/source_config.h"

#include <string>
#include <vector>

namespace faultline::sources {

/// The paths below a source's root where a file may be, in the order to try them. Casing is
/// applied. For `pe` and `pdb`, the compressed sibling (".pd_") follows each plain path; `file.ptr`
/// comes after it when the source probes for it. Empty when an id or name is missing or the layout
/// has no such file. Pure. Formulas: docs/spec/sources-and-caches.md §3.
std::vector<std::string> layoutPaths(const SourceLayout& layout,
                                     FileType type,
                                     const ObjectLookup& lookup,
                                     const SourceProbes& probes = {});

/// Is this the path of a `file.ptr`?
bool isFilePointer(std::string_view path);

} // namespace faultline::sources
