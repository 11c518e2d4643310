// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faultline::demangling {

/// Demangles "_ZN…17h<16 hex digits>E", also with no or two leading underscores, to the path
/// without the hash.
std::optional<std::string> demangleRustLegacy(std::string_view name);

/// Demangles "_R…" (RFC 2603), without crate hashes and with the types of generic arguments. The
/// limits of output and nesting also bound back references.
std::optional<std::string> demangleRustV0(std::string_view name);

} // namespace faultline::demangling
