// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/source_position.h"
#include "core/symbolicate/js/line_marks.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline::js {

/// Returns a line of a text with five lines before and after it. Trims long lines around a column
/// (docs/spec/javascript.md §10). `line` counts from 1. Absent when the text does not have the
/// line. As in the reference, the column counts bytes, although frames count UTF-16 units.
std::optional<ContextLines>
contextAround(std::string_view text, std::uint32_t line, std::uint32_t column);

/// The same without reading what the marks of this text pass over.
std::optional<ContextLines> contextAround(std::string_view text,
                                          const LineMarks& marks,
                                          std::uint32_t line,
                                          std::uint32_t column);

} // namespace faultline::js
