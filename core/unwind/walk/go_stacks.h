// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Steps back to the goroutine from the Go runtime's functions that switch to a thread's own stack
/// on amd64 (`runtime.systemstack`, `asmcgocall`, `morestack`; recognised by symbol). Their unwind
/// data mistake old contents of the thread's stack for the caller. Ends the stack if the goroutine
/// cannot be found, and where threads and goroutines begin. Absent for all other functions.
StepResult stepBetweenGoStacks(WalkEnvironment& environment, const Callee& callee);

/// Is the callee the Go function that runs after a fault? Its return address is the faulting
/// instruction itself.
bool isEnteredByFault(const WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
