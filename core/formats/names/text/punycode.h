// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::demangling {

/// The digits after 'z'. Swift uses capitals. It also encodes an ASCII character that must not be
/// in a symbol as a code point from U+D800 on.
enum class PunycodeDigits : std::uint8_t { Rfc, Swift };

/// Decodes RFC 3492 text whose ASCII part ends at the last `delimiter`. Absent when the text is
/// damaged.
std::optional<std::string>
decodePunycode(std::string_view text, char delimiter, PunycodeDigits digits = PunycodeDigits::Rfc);

/// Appends a code point. An invalid one becomes U+FFFD.
void appendUtf8(std::string& out, std::uint32_t codePoint);

} // namespace faultline::demangling
