// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/native/module_job.h"

namespace faultline::symbolicate {

/// Searches for a module's symbols (a symcache, or the cache of a portable PDB), then closes its
/// open part `debug`. Returns at once.
void startSymbolJob(const ModuleJobContext& context, std::uint32_t module);

} // namespace faultline::symbolicate
