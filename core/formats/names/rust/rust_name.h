#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faultline::demangling {

/// "_ZN…17h<16 hex digits>E", also with zero or two leading underscores: the path without the hash.
std::optional<std::string> demangleRustLegacy(std::string_view name);

/// "_R…" (RFC 2603), without crate hashes and with the types of generic arguments. Back references
/// are followed only as far as the output and nesting limits allow.
std::optional<std::string> demangleRustV0(std::string_view name);

} // namespace faultline::demangling
