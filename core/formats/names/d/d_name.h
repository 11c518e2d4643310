#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faultline::demangling {

/// "_D…" or "_Dmain", with one more leading underscore on Apple's systems: the qualified name with
/// parameter types and without return type (dlang.org/spec/abi.html, "Name Mangling"), spelled like
/// the demangler of the GNU tools does it. Absent for every other name.
std::optional<std::string> demangleD(std::string_view name);

} // namespace faultline::demangling
