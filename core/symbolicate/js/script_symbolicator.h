// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/items/services.h"
#include "core/symbolicate/js/script_options.h"
#include "core/symbolicate/js/script_report.h"

#include <stop_token>

namespace faultline::js {

/// Symbolicates the stacks of a script event: finds scripts and maps, maps each frame, and adds
/// source context. Blocks, so call it on a job thread. The report lists what is missing or damaged.
/// Frames without a path or line stay as they are. Errors: Cancelled. Services must outlive the
/// call.
Result<ScriptReport> symbolicateScripts(const symbolicate::Services& services,
                                        const ScriptEvent& event,
                                        const ScriptOptions& options,
                                        const std::stop_token& stop);

} // namespace faultline::js
