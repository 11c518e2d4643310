// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faultline::demangling {

/// Demangles "_D…" or "_Dmain" (with one more leading underscore on Apple systems) to the qualified
/// name with parameter types and without return type (dlang.org/spec/abi.html, "Name Mangling").
/// The spelling is that of the GNU demangler. Absent for every other name.
std::optional<std::string> demangleD(std::string_view name);

} // namespace faultline::demangling
