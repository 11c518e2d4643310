// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/symbolicate/run/symbolication.h"

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>

namespace faultline::js {

/// Finds on this machine the WebAssembly modules that frames of scripts' stacks lie in: where the
/// user chose one, else by name (docs/spec/javascript.md §4.11). Maps indexes of modules of the
/// event to absolute paths. Blocks.
std::map<std::uint32_t, std::string> findWasmModules(const symbolicate::RunContext& context,
                                                     const Event& event,
                                                     const symbolicate::SymbolicateOptions& options,
                                                     std::stop_token stop);

} // namespace faultline::js
