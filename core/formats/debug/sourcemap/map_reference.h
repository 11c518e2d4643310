// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace faultline::sourcemap {

/// Returns the reference to the map in a generated script, by the rule of the reference
/// implementation: the last `//# sourceMappingURL=` or `//@ sourceMappingURL=`, anywhere in a line,
/// up to the next white space, '?' or '#'. Absent when there is none. Source:
/// docs/spec/javascript.md §4.8.
std::optional<std::string_view> findMapReference(std::string_view script);

/// The same by ECMA-426, which also allows `/*# … */`, tabs and no space. Used when
/// findMapReference() finds nothing.
std::optional<std::string_view> findLenientMapReference(std::string_view script);

/// Tells whether anything but comments and white space follows the reference's comment. Such a
/// reference does not count by ECMA-426 ("extract source map URL without parsing"): it stands in a
/// string, or in a script that others follow. `reference` is a part of `script`.
bool isFollowedByCode(std::string_view script, std::string_view reference);

/// Returns the last `//# debugId=` of a script unchanged; absent when there is none.
std::optional<std::string_view> findDebugIdComment(std::string_view script);

/// Tells whether a map has the keys of an index map whose sections are elsewhere. It may have them
/// as texts.
bool mayNameLinkedMaps(std::string_view map);

/// Decodes the text in a `data:` URL, which is in base64 or percent-encoded (RFC 2397). Errors:
/// Malformed (no comma, bad base64, not UTF-8), Unsupported (no `data:` at the beginning).
Result<std::string> readDataUrl(std::string_view url);

} // namespace faultline::sourcemap
