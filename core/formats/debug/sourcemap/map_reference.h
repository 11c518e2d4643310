#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace faultline::sourcemap {

/// What the text of a generated script says of its map, as the reference finds it: the last
/// `//# sourceMappingURL=` or `//@ sourceMappingURL=`, anywhere in a line, up to the next white
/// space, '?' or '#'. Absent: none. Source: docs/spec/javascript.md §4.8.
std::optional<std::string_view> findMapReference(std::string_view script);

/// The same by ECMA-426: also `/*# … */`, tabs and no space. For what findMapReference() misses.
std::optional<std::string_view> findLenientMapReference(std::string_view script);

/// The last `//# debugId=` of a script, as written; absent when there is none.
std::optional<std::string_view> findDebugIdComment(std::string_view script);

/// The text that a `data:` URL carries, in base64 or percent-encoded (RFC 2397).
/// Errors: Malformed (no comma, bad base64, no UTF-8), Unsupported (no `data:` in front).
Result<std::string> readDataUrl(std::string_view url);

} // namespace faultline::sourcemap
