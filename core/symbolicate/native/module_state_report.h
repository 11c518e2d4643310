// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/module_report.h"
#include "core/symbolicate/native/module_state.h"

#include <memory>

namespace faultline::symbolicate {

/// Facts for a module's report that its state does not hold.
struct ModuleReportPlace
{
    std::uint32_t index = 0;      ///< Index into the event's modules.
    std::uint32_t frameCount = 0; ///< Number of physical frames in the module.
    /// False for requests with frames of their own: they report nothing about unwind data, even if
    /// that look-up completed ids.
    bool hasUnwindStatus = false;
};

/// A module's report from everything found and tried so far.
std::shared_ptr<const ModuleReport>
reportOf(const EventModule& module, const ModuleState& state, const ModuleReportPlace& place);

} // namespace faultline::symbolicate
