// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::proguard {

/// A JSON value in a comment of a mapping.
struct RelaxedValue
{
    enum class Kind : std::uint8_t { Scalar, String, List, Object };

    Kind kind = Kind::Scalar;
    /// The decoded text of a string, or the original text of a scalar ("12", "true", "null").
    std::string text;
    std::string name; ///< Set for the members of an object.
    /// Items of a list, or members of an object, in order.
    std::vector<RelaxedValue> children;

    /// Returns the first member with that name; null when there is none.
    const RelaxedValue* member(std::string_view wanted) const;
    /// Returns a member if it is a string.
    std::optional<std::string_view> string(std::string_view wanted) const;
};

/// Reads a text that consists of one JSON object. Also accepts strings in single quotes and names
/// without quotes, which R8's own tests contain. Absent for any other text, and when it nests
/// deeper than a record does.
std::optional<RelaxedValue> parseRelaxedJson(std::string_view text);

} // namespace faultline::proguard
