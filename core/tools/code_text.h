// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tools/code_map.h"

#include <functional>
#include <string_view>

namespace faultline::app {

/// Writes functions with inlined calls and lines for people: one line for each range and row.
/// Addresses are linked ones.
Result<void> writeCodeText(const symcache::SymCache& symbols,
                           std::uint64_t loadAddress,
                           const std::function<void(std::string_view)>& write);

} // namespace faultline::app
