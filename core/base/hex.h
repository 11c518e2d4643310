#pragma once

#include "core/base/byte_view.h"

#include <optional>
#include <string>
#include <string_view>

namespace faultline {

/// "0x" + lowercase digits without padding: the address form of every JSON answer.
std::string hexAddress(std::uint64_t value);
/// Lowercase digits, zero-padded to `digits`, no prefix.
std::string hexDigits(std::uint64_t value, int digits = 0);
/// Lowercase digits of a byte string.
std::string hexOfBytes(Bytes bytes);
/// Hexadecimal text without prefix, the whole of it, at most 16 digits.
std::optional<std::uint64_t> parseHex(std::string_view text);
/// Decimal text, the whole of it.
std::optional<std::uint64_t> parseDecimal(std::string_view text);
/// -1 when not a hex digit.
int hexValue(char c);

} // namespace faultline
