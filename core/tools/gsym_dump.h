// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolfiles/symbol_files.h"
#include "core/tools/code_map.h"

namespace faultline::app {

/// Makes a GSYM file of version 1: functions with lines and inlined calls, at linked addresses.
/// Format: LLVM's llvm/DebugInfo/GSYM headers. Errors: Unsupported (nothing to write, or more than
/// 4 GiB of texts or functions).
Result<std::string> makeGsym(const symcache::SymCache& symbols, const object::Object& image);

} // namespace faultline::app
