// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace faultline {

/// Replaces %XX by the byte with that number (RFC 3986 §2.1). A '%' without two hex digits stays.
std::string percentDecoded(std::string_view text);

} // namespace faultline
