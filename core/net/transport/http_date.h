// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace faultline::net {

/// Parses "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110 §5.6.7, the form that servers must send).
/// Absent for anything else. The name of the day is not checked.
std::optional<std::chrono::sys_seconds> parseHttpDate(std::string_view text);

} // namespace faultline::net
