// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/symbolicate/native/module_states.h"
#include "core/unwind/walk/module_map.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline::symbolicate {

/// The stacks of an event's threads, by thread.
using Stacks = std::vector<std::shared_ptr<const ThreadStack>>;

/// How many frames, without inlined calls, lie in each module.
std::vector<std::uint32_t> framesPerModule(const Stacks& stacks, std::size_t modules);

/// The first name on the requesting thread's stack, if no frame without one lies in a module before
/// it.
std::optional<std::string> crashedFunction(const Event& event, const Stacks& stacks);

/// The analysis of the crash, with the code of files that `states` has. Null when there is nothing
/// to analyse.
std::shared_ptr<const CrashAnalysis> analyzeStacks(const Event& event,
                                                   const Stacks& stacks,
                                                   const unwind::ModuleMap& moduleMap,
                                                   const ModuleStates& states);

/// One diagnostic for each stack that is cut, up to a limit.
std::vector<Diagnostic> cutStackDiagnostics(const Stacks& stacks, std::size_t maxFrames);

/// Without a network, files that were not found may still exist.
void noteOffline(Report& report);

} // namespace faultline::symbolicate
