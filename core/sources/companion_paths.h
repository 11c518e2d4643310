// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/object_lookup.h"

#include <string>
#include <string_view>
#include <vector>

namespace faultline::sources {

// Usual paths of the files that another file's debug info needs. Pure formulas, in the order to try
// them. `objectPath` is the path of the file that names them.

/// Returns the paths beside the object, in `.debug` below it, and below the global debug folder
/// (GDB manual, "Separate Debug Files").
std::vector<std::string> debugLinkPaths(std::string_view objectPath, std::string_view name);

/// The recorded path (dwz writes an absolute one, or one relative to the object), the same path
/// below the root of an unpacked package that holds the object, and the folder that distributions
/// use.
std::vector<std::string> supplementaryPaths(std::string_view objectPath, std::string_view name);

/// `<object>.dwp`, and the same without the object's `.debug` suffix.
std::vector<std::string> splitPackagePaths(std::string_view objectPath);

/// The recorded path of a .dwo file, and the path beside the object.
std::vector<std::string> splitUnitPaths(std::string_view objectPath, std::string_view name);

/// The places on this machine that an event's module names: its program, for Apple's programs the
/// dSYM beside it (or beside its bundle), for Windows's the PDB at the path that the program
/// records, and beside the program. Wine's paths of drive Z: are paths of this machine. Absolute
/// paths only.
std::vector<std::string> recordedPaths(const ObjectLookup& lookup);

} // namespace faultline::sources
