#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Steps by the instructions around pc where no unwind data serves: code that was made at run time,
/// the kernel's vDSO, hand-written functions. Either nothing but an ARM prologue has run
/// since the function's start (x86: stepByIntelCode), or nothing but an epilogue stands between pc
/// and the return. Believed only when a call precedes the address it leads to.
StepResult stepByInstructions(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
