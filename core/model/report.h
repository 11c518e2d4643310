// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/crash_analysis.h"
#include "core/model/event.h"
#include "core/model/jvm_result.h"
#include "core/model/module_report.h"
#include "core/model/script_result.h"
#include "core/model/thread_stack.h"
#include "core/model/variable.h"
#include "core/model/wait_graph.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// The report on one event: the results, and everything that was tried for them. Workbench, command
/// line, server and triage store display these values. All parts are immutable once published and
/// shared by pointer, so an update of one module or thread copies only that part.

/// The complete state at one moment.
struct Report
{
    EventPtr event;
    std::vector<std::shared_ptr<const ThreadStack>>
        stacks; ///< In the order of Event::threads; null while nothing is known.
    std::vector<std::shared_ptr<const ModuleReport>> modules; ///< In the order of Event::modules.
    std::vector<Diagnostic>
        diagnostics; ///< Diagnostics of the symbolication; the event has its own.
    std::shared_ptr<const CrashAnalysis>
        analysis; ///< Null when the event has no registers of an exception.
    std::optional<std::string>
        crashedFunction; ///< Name of the requesting thread's first frame. Absent when that frame
                         ///< has no name, unless it lies in no module, as after a jump to an
                         ///< invalid address.
    std::optional<std::string> signature; ///< A text that equal crashes share (core/signature).
                                          ///< Absent when nobody asked for it.
    bool complete = false;
    std::size_t sourceCount =
        0;                  ///< Number of sources of debug files that the symbolication could ask.
    bool isOffline = false; ///< Only caches and local files were asked.
    std::vector<std::shared_ptr<const CallTree>> samples; ///< In the order of Event::samples.
    std::shared_ptr<const ReportVariables> variables;     ///< Null when they were not read.
    /// Null except for minidumps, core files, thread dumps and ANRs of the JVM, and traces of Go,
    /// and null before the last step of the engine.
    std::shared_ptr<const WaitGraph> waits;
    std::shared_ptr<const ScriptResult> script; ///< Null except for scripts.
    std::shared_ptr<const JvmResult> jvm;       ///< Null except for the JVM.
};

using ReportPtr = std::shared_ptr<const Report>;

} // namespace faultline
