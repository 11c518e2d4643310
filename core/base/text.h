// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <bit>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

/// Converts ASCII letters only, independent of the locale.
std::string toLowerAscii(std::string_view text);
std::string toUpperAscii(std::string_view text);
bool equalsIgnoreCase(std::string_view a, std::string_view b);
std::string_view trimAscii(std::string_view text);
std::vector<std::string_view> splitLines(std::string_view text);

/// The last component after splitting at '/' and '\'. Trailing separators are removed first.
std::string_view baseName(std::string_view path);

/// Makes valid UTF-8 from any bytes: every malformed sequence becomes U+FFFD.
std::string toValidUtf8(std::string_view text);
bool isValidUtf8(std::string_view text);

/// Decodes with losses: an unpaired surrogate becomes U+FFFD, and an odd last byte is ignored.
std::string utf8FromUtf16(Bytes units, std::endian order);

/// Makes untrusted text safe to display, so that no report can control a terminal. Control
/// characters other than tab become visible escapes. Bytes that are not UTF-8 become U+FFFD.
std::string escapeControls(std::string_view text);

/// At most the first hundred bytes of a text from a file, for messages; "…" stands for the rest.
std::string excerpt(std::string_view text);

} // namespace faultline
