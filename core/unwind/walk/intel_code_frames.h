#pragma once

#include "core/unwind/code/intel_flow.h"
#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Steps by the instructions of a function of x86 or x86-64 that has no unwind data: where the
/// return address lies follows from what the code between the function's start, which its symbol
/// tells, and pc does to the stack. Believed only when the word there follows a call.
StepResult stepByIntelCode(WalkEnvironment& environment, const Callee& callee);

/// The same for functions whose start no symbol tells: looks for a return address behind a direct
/// call of a function whose code leads to pc and has the return address at just that place. Also
/// follows tail calls. A call that leads to pc with the return address elsewhere is over: the
/// evidence has it in endedCalls.
StepResult stepByIntelCaller(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
