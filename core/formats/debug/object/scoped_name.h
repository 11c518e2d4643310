// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace faultline::object {

/// The text after the last "::" of a name of C++ or Rust, outside of template arguments and
/// parameters: "Map<a::B>" of "ns::Map<a::B>". The whole name if it has no scopes.
std::string_view withoutScopes(std::string_view name);

} // namespace faultline::object
