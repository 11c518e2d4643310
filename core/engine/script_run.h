// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/native/native_symbolicator.h"

#include <stop_token>
#include <vector>

namespace faultline::engine {

/// Symbolicates an event of a script for users: with the original names, files of this machine, and
/// everything that was tried. `event` must have a ScriptEvent. Errors: Cancelled.
Result<symbolicate::SymbolicationResult>
runScriptEvent(const symbolicate::Services& services,
               const std::vector<sources::SourceConfig>& defaultSources,
               EventPtr event,
               const symbolicate::SymbolicateOptions& options,
               bool connectToReservedIps,
               symbolicate::SymbolicationObserver& observer,
               const std::stop_token& stop);

} // namespace faultline::engine
