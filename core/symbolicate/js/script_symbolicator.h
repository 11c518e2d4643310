// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/run/symbolication.h"

namespace faultline::js {

/// Symbolicates the stacks of a script event: finds scripts and maps, maps each frame, and adds
/// source context. Frames without a path or line stay as they are. Conditions and errors: run() in
/// core/symbolicate/pipeline.
Result<symbolicate::SymbolicationResult> runScripts(const symbolicate::RunContext& context,
                                                    EventPtr event,
                                                    const symbolicate::SymbolicateOptions& options,
                                                    symbolicate::SymbolicationObserver& observer,
                                                    std::stop_token stop);

} // namespace faultline::js
