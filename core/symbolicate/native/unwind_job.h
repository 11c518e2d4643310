// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/native/module_job.h"

namespace faultline::symbolicate {

/// Searches for a module's unwind data and code, then closes its open part `unwind`. If the code
/// file completes the module's ids, also starts the look-up for symbols that waited for them.
/// Returns at once.
void startUnwindJob(const ModuleJobContext& context, std::uint32_t module);

} // namespace faultline::symbolicate
