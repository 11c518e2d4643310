#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace faultline::sources {

// Where the files usually lie that the debug info of another file leans on. Pure path formulas, in
// the order to try them; `objectPath` is the path of the file that names them.

/// GDB manual, "Separate Debug Files": beside the object, in `.debug` below, and below the global
/// debug folder.
std::vector<std::string> debugLinkPaths(std::string_view objectPath, std::string_view name);

/// The recorded path (dwz writes an absolute one, or one relative to the object), the same below
/// the root of an unpacked package that holds the object, and the folder that distributions use.
std::vector<std::string> supplementaryPaths(std::string_view objectPath, std::string_view name);

/// `<object>.dwp`, and without the object's `.debug` suffix.
std::vector<std::string> splitPackagePaths(std::string_view objectPath);

/// The recorded path of a .dwo file, and beside the object.
std::vector<std::string> splitUnitPaths(std::string_view objectPath, std::string_view name);

} // namespace faultline::sources
