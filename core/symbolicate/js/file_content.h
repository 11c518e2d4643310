// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/js/script_files.h"

#include <map>
#include <string>

namespace faultline::js {

/// Reads a text and what it says about its map. `headers` take precedence over comments. A `data:`
/// URL that cannot be decoded means no map, or a damaged file if `isStrict` is set
/// (docs/spec/javascript.md §4.3). Errors: Malformed.
Result<FoundFile::Content> readContent(FileTextPtr file,
                                       std::string_view path,
                                       const std::map<std::string, std::string>& headers,
                                       bool isStrict);
Result<FoundFile::Content> readContent(ByteView text,
                                       std::string_view path,
                                       const std::map<std::string, std::string>& headers,
                                       bool isStrict);

/// A text that has no map of its own, such as a map.
FoundFile::Content plainContent(FileTextPtr file);
FoundFile::Content plainContent(ByteView text);

} // namespace faultline::js
