// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace faultline {

/// Appends a code point in UTF-8 (RFC 3629). Does not check it: a surrogate gives three bytes.
void appendCodePoint(std::string& out, std::uint32_t code);

} // namespace faultline
