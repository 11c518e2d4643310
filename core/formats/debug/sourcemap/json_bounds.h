// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>

namespace faultline::sourcemap {

/// Checks what a JSON text would cost before it is parsed: a parser needs some thirty bytes for
/// each value. Also finds the defects of a text that was cut. Does not check the rest of the
/// syntax. Errors: Malformed, with the offset.
Result<void>
checkJsonBounds(std::string_view json, std::uint32_t maxDepth, std::uint64_t maxValues);

} // namespace faultline::sourcemap
