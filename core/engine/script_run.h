#pragma once

#include "core/symbolicate/native/native_symbolicator.h"

#include <stop_token>
#include <vector>

namespace faultline::engine {

/// Symbolicates an event of a script for people: names as its authors wrote them, files of this
/// machine, everything that was tried. `event` has a ScriptEvent. Errors: Cancelled.
Result<symbolicate::SymbolicationResult>
runScriptEvent(const symbolicate::Services& services,
               const std::vector<sources::SourceConfig>& defaultSources,
               EventPtr event,
               const symbolicate::SymbolicateOptions& options,
               symbolicate::SymbolicationObserver& observer,
               const std::stop_token& stop);

} // namespace faultline::engine
