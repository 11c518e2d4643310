#pragma once

#include "core/symbolicate/js/script_files.h"

#include <map>
#include <string>

namespace faultline::js {

/// What a text says of its map. `headers` count more than comments. A `data:` URL that cannot be
/// decoded means no map, where `isStrict` a damaged file (docs/spec/javascript.md §4.3).
/// Errors: Malformed.
Result<FoundFile::Content> readContent(ByteView text,
                                       std::string_view path,
                                       const std::map<std::string, std::string>& headers,
                                       bool isStrict);

/// The text of a comment as a debug id.
std::optional<DebugId> debugIdComment(std::string_view text);

} // namespace faultline::js
