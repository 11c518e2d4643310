// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/run/symbolication.h"

namespace faultline::symbolicate {

/// Symbolicates an event of any kind: finds the files for its frames, and turns all frames into one
/// report. Blocks, so it is for job threads only. Errors: Cancelled (or an incomplete report, if
/// the observer wants one), Malformed (a rewrite rule that is no regular expression). Missing and
/// damaged files are statuses, never errors.
Result<SymbolicationResult> run(const RunContext& context,
                                EventPtr event,
                                const SymbolicateOptions& options,
                                SymbolicationObserver& observer,
                                std::stop_token stop);

/// The same on any thread: it waits for nothing. Null when something that the event needs is not in
/// memory, which holds for every event of a kind that has no such answers.
ReportPtr
runFromMemory(const RunContext& context, const EventPtr& event, const SymbolicateOptions& options);

} // namespace faultline::symbolicate
