#pragma once

#include "core/base/byte_view.h"

#include <bit>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

/// ASCII only, independent of the locale.
std::string toLowerAscii(std::string_view text);
std::string toUpperAscii(std::string_view text);
bool equalsIgnoreCase(std::string_view a, std::string_view b);
std::string_view trimAscii(std::string_view text);
std::vector<std::string_view> splitLines(std::string_view text);

/// Last component after splitting on both '/' and '\', trailing separators trimmed first.
std::string_view baseName(std::string_view path);

/// Valid UTF-8 from any bytes: every malformed sequence becomes U+FFFD.
std::string toValidUtf8(std::string_view text);
bool isValidUtf8(std::string_view text);

/// Lossy decoding: an unpaired surrogate becomes U+FFFD; a trailing odd byte is ignored.
std::string utf8FromUtf16(Bytes units, std::endian order);

/// Untrusted text for display: control characters (but not tab) become visible escapes, so that no
/// report can drive a terminal, and what is no UTF-8 becomes U+FFFD.
std::string escapeControls(std::string_view text);

} // namespace faultline
