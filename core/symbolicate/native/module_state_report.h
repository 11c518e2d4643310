#pragma once

#include "core/model/module_report.h"
#include "core/symbolicate/native/module_state.h"

#include <memory>

namespace faultline::symbolicate {

/// What the report says about a module that the event does not say itself.
struct ModuleReportPlace
{
    std::uint32_t index = 0;      ///< Into the event's modules.
    std::uint32_t frameCount = 0; ///< How many physical frames lie in the module.
    /// Requests with frames of their own say nothing of unwind data, even if the look-up for it
    /// completed ids.
    bool hasUnwindStatus = false;
};

/// A module's report from all that was found and tried for it so far.
std::shared_ptr<const ModuleReport>
reportOf(const EventModule& module, const ModuleState& state, const ModuleReportPlace& place);

} // namespace faultline::symbolicate
