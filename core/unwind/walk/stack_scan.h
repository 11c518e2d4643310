#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Looks through the stack for the first word that can be a return address (docs/spec/stackwalk.md
/// §§9.4–9.7). Absent also when a module is pending that a word points into.
/// `learned` is what the attempts before have learned about the same step.
StepResult
stepByScan(WalkEnvironment& environment, const Callee& callee, const StepEvidence& learned);

/// Where to begin to look: at sp. A stack overflow leaves it just below the stack, in the guard
/// page: the stack's lowest word comes first then.
std::uint64_t firstSlot(const WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
