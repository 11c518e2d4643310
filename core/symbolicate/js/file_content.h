// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/js/script_files.h"

#include <map>
#include <string>

namespace faultline::js {

/// Reads a text and what it says about its map. `headers` take precedence over comments. A `data:`
/// URL that cannot be decoded means no map, or a damaged file if `isStrict` is set
/// (docs/spec/javascript.md §4.3). Errors: Malformed.
Result<FoundFile::Content> readContent(ByteView text,
                                       std::string_view path,
                                       const std::map<std::string, std::string>& headers,
                                       bool isStrict);

/// Parses the text of a comment as a debug id.
std::optional<DebugId> debugIdComment(std::string_view text);

} // namespace faultline::js
