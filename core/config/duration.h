// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace faultline::config {

/// Parses a duration of the configuration: numbers with units, added up ("500s", "15min", "1h 30m",
/// "2d"). Units and their long names: docs/spec/http-api.md §11.1 (a month has 30.44 days, a year
/// 365.25). Errors: Malformed, also when the duration does not fit into nanoseconds.
Result<std::chrono::nanoseconds> parseDuration(std::string_view text);

/// The same for a unit that is a key (`{days: 7}`). Absent for an unknown unit.
std::optional<std::chrono::nanoseconds> durationUnit(std::string_view name);

} // namespace faultline::config
