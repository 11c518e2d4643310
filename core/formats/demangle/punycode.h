#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faultline::demangling {

/// Decodes RFC 3492 text whose ASCII part ends at the last `delimiter`. Absent when it is damaged.
std::optional<std::string> decodePunycode(std::string_view text, char delimiter);

/// Appends a code point; what is no character becomes U+FFFD.
void appendUtf8(std::string& out, std::uint32_t codePoint);

} // namespace faultline::demangling
