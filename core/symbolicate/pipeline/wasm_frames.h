// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/run/symbolication.h"

namespace faultline::symbolicate {

/// Has the event frames of WebAssembly in stacks of scripts?
bool hasWasmFrames(const Event& event);

/// Symbolicates the frames of WebAssembly that no source map resolved in `result`, the report of a
/// script's event: a module on this machine may have debug info. Its name alone identifies it, and
/// the report of the module says so. Errors: those of runNative().
Result<SymbolicationResult> withWasmFrames(const RunContext& context,
                                           SymbolicationResult result,
                                           const SymbolicateOptions& options,
                                           SymbolicationObserver& observer,
                                           const std::stop_token& stop);

} // namespace faultline::symbolicate
