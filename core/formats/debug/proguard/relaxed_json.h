#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::proguard {

/// A value of the JSON that stands in mapping comments.
struct RelaxedValue
{
    enum class Kind : std::uint8_t { Scalar, String, List, Object };

    Kind kind = Kind::Scalar;
    std::string text; ///< Of a string, decoded; of a scalar as written ("12", "true", "null").
    /// Items of a list (names empty) or members of an object, in order.
    std::vector<std::pair<std::string, RelaxedValue>> children;

    /// The first member of that name; null when there is none.
    const RelaxedValue* member(std::string_view name) const;
    /// A member that is a string.
    std::optional<std::string_view> string(std::string_view name) const;
};

/// Reads a whole text that holds one JSON object. Also takes what R8's own tests contain: strings
/// in single quotes and names without quotes. Absent when the text is anything else or nests deeper
/// than a record ever does.
std::optional<RelaxedValue> parseRelaxedJson(std::string_view text);

} // namespace faultline::proguard
