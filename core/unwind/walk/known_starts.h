#pragma once

#include "core/unwind/walk/walk_environment.h"

#include <string_view>

namespace faultline::unwind {

/// Do threads or processes begin in a function with that name? Nothing calls it, or only the
/// system's start-up code does. Without unwind data a walk ends there and does not guess. A name
/// counts only on the systems that use it: "start" begins a process on Apple's systems, and is
/// any function elsewhere.
bool isThreadStart(std::string_view function, OsFamily os);

/// Ends the stack in such a function, recognised by symbol. Guesses beyond it would only find old
/// contents of the stack.
StepResult endAtKnownStart(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
