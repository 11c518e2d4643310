#pragma once

#include "core/symbolicate/items/services.h"
#include "core/symbolicate/js/script_options.h"
#include "core/symbolicate/js/script_report.h"

#include <stop_token>

namespace faultline::js {

/// Symbolicates the stacks of a script event: finds scripts and maps, maps each frame, adds source
/// context. Waits; job threads only. What is missing or damaged is told by the report. Frames
/// without a path or line are kept as they are. Errors: Cancelled. Services outlive the call.
Result<ScriptReport> symbolicateScripts(const symbolicate::Services& services,
                                        const ScriptEvent& event,
                                        const ScriptOptions& options,
                                        const std::stop_token& stop);

} // namespace faultline::js
