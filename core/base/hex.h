// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <optional>
#include <string>
#include <string_view>

namespace faultline {

/// "0x" and lower-case digits without padding: the address form of every JSON answer.
std::string hexAddress(std::uint64_t value);
/// Lower-case digits, zero-padded to `digits`, without prefix.
std::string hexDigits(std::uint64_t value, int digits = 0);
/// Lower-case digits of a byte string.
std::string hexOfBytes(Bytes bytes);
/// Parses a hexadecimal text without prefix. The whole text must match; at most 16 digits.
std::optional<std::uint64_t> parseHex(std::string_view text);
/// Parses a decimal text. The whole text must match.
std::optional<std::uint64_t> parseDecimal(std::string_view text);
/// The value of a hex digit; -1 for other characters.
int hexValue(char c);

} // namespace faultline
