// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/symbolicate/js/mapped_scripts.h"

namespace faultline::js {

/// Makes the parts of a report on a script event. `event` must have a ScriptEvent with the stacks
/// of the answer.

/// Returns the stacks of the input before any look-up.
std::vector<std::shared_ptr<const ThreadStack>> rawStacks(const Event& event);

/// Makes a report. Each stack is a thread, callee first. Each script that frames name is a module
/// with everything that was tried for it.
std::shared_ptr<Report> makeScriptEventReport(EventPtr event, MappedScripts scripts);

} // namespace faultline::js
