// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace faultline {

/// Appends a code point in UTF-8 (RFC 3629). Does not check it: a surrogate gives three bytes.
void appendCodePoint(std::string& out, std::uint32_t code);

/// The text after a byte order mark, which editors and .NET's tools write; the same without one.
std::string_view withoutByteOrderMark(std::string_view text);

} // namespace faultline
