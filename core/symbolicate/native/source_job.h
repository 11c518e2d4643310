// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/native/module_job.h"

namespace faultline::symbolicate {

/// Searches these places for the objects that contain or link a module's sources, then closes the
/// open part `source`, or `remoteSource` for Reach::Elsewhere. Start it after the look-up for
/// symbols, which may have completed the ids and found the file that links sources. Returns at
/// once.
void startSourceJob(const ModuleJobContext& context, std::uint32_t module, Reach reach);

} // namespace faultline::symbolicate
