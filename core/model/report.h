#pragma once

#include "core/model/crash_analysis.h"
#include "core/model/event.h"
#include "core/model/module_report.h"
#include "core/model/thread_stack.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// One event, one report: what was resolved, and everything that was tried for it. Workbench,
/// command line, server and triage store are renderings of these values. All parts are immutable
/// once published and shared by pointer, so a new state of one module or thread costs only that
/// part.

/// The whole state at one moment.
struct Report
{
    EventPtr event;
    std::vector<std::shared_ptr<const ThreadStack>>
        stacks; ///< Same order as Event::threads; null where nothing is known yet.
    std::vector<std::shared_ptr<const ModuleReport>> modules; ///< Same order as Event::modules.
    std::vector<Diagnostic> diagnostics;           ///< Of the symbolication; the event has its own.
    std::shared_ptr<const CrashAnalysis> analysis; ///< Null without an exception's registers.
    std::optional<std::string>
        crashedFunction; ///< Of the requesting thread's first frame; absent where that has no name,
                         ///< unless it lies in no module, as after a jump to nowhere.
    bool complete = false;
    std::size_t sourceCount = 0; ///< Sources of debug files that the symbolication could ask.
    bool isOffline = false;      ///< Only caches and local files were asked.
};

using ReportPtr = std::shared_ptr<const Report>;

} // namespace faultline
