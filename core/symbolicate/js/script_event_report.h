#pragma once

#include "core/model/report.h"
#include "core/symbolicate/js/script_report.h"

namespace faultline::js {

/// A script event as reports show it. `event` has a ScriptEvent whose stacks are those of the
/// answer.

/// The stacks as the input has them, before anything is looked up.
std::vector<std::shared_ptr<const ThreadStack>> rawStacks(const Event& event);

/// The finished report: each stack is a thread, callee first; each script that frames name is a
/// module, with everything that was tried for it.
std::shared_ptr<Report> makeScriptEventReport(EventPtr event, const ScriptReport& scripts);

} // namespace faultline::js
