// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/mozilla/module_finder.h"
#include "core/server/mozilla/symbolicate_request.h"

#include <map>

namespace faultline::server::mozilla {

/// Figures for `Debug: true`; docs/spec/mozilla-api.md §10.
struct DebugFigures
{
    double seconds = 0;
    std::uint64_t frames = 0;
    std::uint64_t realFrames = 0; ///< Number of frames with an offset and a module's index.
    std::map<std::string, std::uint64_t> stacksPerModule; ///< Keyed by "<name>/<id>".
};

/// A request's modules and what was found for them.
struct SymbolicateAnswer
{
    std::map<ModuleName, ModuleAnswer> modules; ///< The modules that were looked up.
    DebugFigures debug;

    /// Returns null for a module that was not looked up.
    const ModuleAnswer* find(const ModuleName& module) const;
    bool isTransient() const;
};

/// Looks up all modules that frames refer to at the same time, and waits for them. Call it on a job
/// thread. Errors: Cancelled.
Result<SymbolicateAnswer>
symbolicate(const SymbolicateRequest& request, ModuleFinder& finder, std::stop_token stop);

} // namespace faultline::server::mozilla
