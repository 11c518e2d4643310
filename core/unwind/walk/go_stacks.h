#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// If the callee is one of the Go runtime's functions on amd64 that change from a goroutine's stack
/// to a thread's own (`runtime.systemstack`, `asmcgocall`, `morestack`), by its symbol, leads back
/// to the goroutine; the unwind data of these take whatever the thread's stack held before for the
/// caller. Ends the stack there where the goroutine cannot be found, and where threads and
/// goroutines begin. Absent for all other functions.
<<<<<<< HEAD
std::optional<Candidate>
stepBetweenGoStacks(WalkEnvironment& environment, const EventThread& thread, const Callee& callee);
=======
StepResult stepBetweenGoStacks(WalkEnvironment& environment, const Callee& callee);
>>>>>>> jobs

/// Whether the callee is the Go function that a fault goes on in: its return address is the
/// faulting instruction itself.
bool isEnteredByFault(const WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
