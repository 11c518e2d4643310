// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/run/symbolication.h"

namespace faultline::symbolicate {

/// Walks the threads of a native event (or uses its given frames), finds the files of every module
/// that has a frame, and resolves all frames into one report. Conditions and errors: run() in
/// core/symbolicate/pipeline.
Result<SymbolicationResult> runNative(const RunContext& context,
                                      EventPtr event,
                                      const SymbolicateOptions& options,
                                      SymbolicationObserver& observer,
                                      std::stop_token stop);

/// The same for an event whose frames are given, on any thread: it waits for nothing. Null for
/// other events, and when it is not all in memory that the event needs.
ReportPtr runNativeFromMemory(const RunContext& context,
                              const EventPtr& event,
                              const SymbolicateOptions& options);

} // namespace faultline::symbolicate
