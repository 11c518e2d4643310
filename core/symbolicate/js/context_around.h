#pragma once

#include "core/model/source_position.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline::js {

/// Five lines before and after a line of a text, long ones trimmed around a column
/// (docs/spec/javascript.md §10). `line` is 1-based; absent when it is not there. The column counts
/// bytes in the reference, although frames count UTF-16 units.
std::optional<ContextLines>
contextAround(std::string_view text, std::uint32_t line, std::uint32_t column);

} // namespace faultline::js
