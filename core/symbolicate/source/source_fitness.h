// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/source_text.h"

#include <cstdint>
#include <string_view>

namespace faultline::symbolicate {

/// Refuses a page that a server sent instead of a source file, such as a login page: markup, unless
/// `name` is that of a file with markup. Errors: Malformed.
Result<void> checkIsSource(std::string_view name, std::string_view text);

/// Refuses a text without the line that was compiled; 0 means that no line is known. Errors:
/// Malformed.
Result<void> checkHasLine(std::string_view text, std::uint32_t line);

/// Refuses a text that cannot be the file that was compiled: it has no such line, or
/// `checksumMatches` says so. Errors: Malformed.
Result<void> checkFits(const SourceText& text, std::uint32_t line);

/// Does the text have this line, counted from 1?
bool hasLine(std::string_view text, std::uint32_t line);

} // namespace faultline::symbolicate
