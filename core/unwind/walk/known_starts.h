#pragma once

#include "core/unwind/walk/walk_environment.h"

#include <string_view>

namespace faultline::unwind {

/// Whether threads or processes begin in a function of that name: nothing calls it, or only more of
/// the system's start-up code does. Without unwind data a walk ends there rather than guess on.
/// Names of C libraries that a Windows program may well use itself ("start") count elsewhere only.
bool isThreadStart(std::string_view function, OsFamily os);

/// Ends the stack in such a function, by its symbol: guessing on from there only finds what the
/// stack held before.
StepResult endAtKnownStart(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
