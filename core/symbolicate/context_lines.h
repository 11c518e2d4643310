#pragma once

#include "core/symbolicate/report.h"

#include <string_view>

namespace faultline {

/// Fills preContext, contextLine and postContext from a file's text: five lines around `line`
/// (1-based), long lines trimmed (spec/native.md §18.2). Line 0 is unknown and sets nothing; nor
/// does a line beyond the end.
void applyContextLines(Frame& frame, std::string_view source, std::uint32_t line);

} // namespace faultline
