#pragma once

#include "core/server/mozilla/module_finder.h"
#include "core/server/mozilla/symbolicate_request.h"

#include <map>

namespace faultline::server::mozilla {

/// What `Debug: true` shows; docs/spec/mozilla-api.md §10.
struct DebugFigures
{
    double seconds = 0;
    std::uint64_t frames = 0;
    std::uint64_t realFrames = 0; ///< Those with an offset and an index of a module.
    std::map<std::string, std::uint64_t> stacksPerModule; ///< By "<name>/<id>".
};

/// The modules of a request, looked up.
struct SymbolicateAnswer
{
    std::map<ModuleName, ModuleAnswer> modules; ///< Those that were looked for.
    DebugFigures debug;

    /// The answer of a module; null when it was not looked for.
    const ModuleAnswer* find(const ModuleName& module) const;
    bool isTransient() const;
};

/// Looks up every module that a frame refers to, all at once, and waits for them. Call it from a
/// job thread. Errors: Cancelled.
Result<SymbolicateAnswer>
symbolicate(const SymbolicateRequest& request, ModuleFinder& finder, std::stop_token stop);

} // namespace faultline::server::mozilla
