// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_cursor.h"

#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace faultline::config {

// Readers of single configuration values. An absent value leaves the target unchanged; a wrong one
// is recorded in the cursor's errors.

/// "15min", or the older notation as a map, `{days: 7, hours: 12}`.
std::chrono::nanoseconds readDuration(const json::JsonCursor& value);

template <class Duration>
void setDuration(const json::JsonCursor& value, Duration& target)
{
    if (!value.isAbsent())
        target = std::chrono::duration_cast<Duration>(readDuration(value));
}

/// null means never.
void setLifetime(const json::JsonCursor& value, std::optional<std::chrono::seconds>& target);

/// Absent when the value is.
std::optional<json::JsonKind> kindOf(const json::JsonCursor& value);

void setBool(const json::JsonCursor& value, bool& target);

template <class Integer>
void setUnsigned(const json::JsonCursor& value, Integer& target)
{
    if (!value.isAbsent())
        target = static_cast<Integer>(value.unsignedInteger(std::numeric_limits<Integer>::max()));
}

/// null means no limit.
void setLimit(const json::JsonCursor& value, std::uint64_t& target);

/// A number of bytes, plain or with a unit ("512MiB", "50 GB"). Errors are recorded.
std::uint64_t readSize(const json::JsonCursor& value);

/// Reads a size; null means none.
void setOptionalSize(const json::JsonCursor& value, std::optional<std::uint64_t>& target);

/// A secret that nobody can guess and every header can carry. Another one is refused.
std::string readToken(const json::JsonCursor& value);

/// A list of secrets that clients send in a header. Refused are those that can be guessed or that
/// no header can carry.
std::vector<std::string> readTokens(const json::JsonCursor& list);

} // namespace faultline::config
