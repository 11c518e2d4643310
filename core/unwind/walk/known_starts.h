#pragma once

#include "core/unwind/walk/walk_environment.h"

#include <string_view>

namespace faultline::unwind {

/// Do threads or processes begin in a function with that name? Nothing calls it, or only the
/// system's start-up code does. Without unwind data a walk ends there and does not guess. Names of
/// C libraries that a Windows program may use itself ("start") count on other systems only.
bool isThreadStart(std::string_view function, OsFamily os);

/// Ends the stack in such a function, recognised by symbol. Guesses beyond it would only find old
/// contents of the stack.
StepResult endAtKnownStart(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
