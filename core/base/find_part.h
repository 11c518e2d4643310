// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace faultline {

/// As text.find(part, from), which stops at each character like the first of the part; the C
/// library looks at more of them at once. For texts of megabytes.
std::size_t findPart(std::string_view text, std::string_view part, std::size_t from = 0);

} // namespace faultline
