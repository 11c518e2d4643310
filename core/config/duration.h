#pragma once

#include "core/base/result.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace faultline::config {

/// A length of time as configuration writes it: numbers with units, added up ("500s", "15min", "1h
/// 30m", "2d"). Units and their long names: docs/spec/http-api.md §11.1 (months have 30.44 days,
/// years 365.25). Errors: Malformed; too long for nanoseconds.
Result<std::chrono::nanoseconds> parseDuration(std::string_view text);

/// The same for a unit written as a key (`{days: 7}`); absent for an unknown unit.
std::optional<std::chrono::nanoseconds> durationUnit(std::string_view name);

} // namespace faultline::config
