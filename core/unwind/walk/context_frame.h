#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Whether the crash says that nothing could be executed where pc stood: the fault's address is pc
/// itself. Sources: winnt.h, EXCEPTION_RECORD (an access violation's second parameter; Wine writes
/// zeros into the dump for such code); sigaction(2), si_addr.
bool couldNotFetch(const Event& event, std::uint64_t pc);

/// A call through a bad pointer: pc stands where there is no code, and the return address is still
/// where the call put it (on top of the stack, or in the link register). Believed only when a call
/// precedes that address, or, where the bytes there are not known, a function of the symbols has
/// begun before it.
StepResult stepOutOfBadCall(WalkEnvironment& environment, const Callee& callee);

/// arm64 without unwind data: a leaf's return address is still in the link register, a function
/// with a frame has saved it. Tells the two apart by the code between the function's start, which
/// its symbol or the call before the address in the link register names, and pc; absent when that
<<<<<<< HEAD
/// code is not known or saves the link register (docs/spec/stackwalk.md §9.6).
std::optional<Candidate> stepByLinkRegister(WalkEnvironment& environment, const Callee& callee);
=======
/// code is not known or saves the link register (docs/spec/stackwalk.md §9.6).
StepResult stepByLinkRegister(WalkEnvironment& environment, const Callee& callee);
>>>>>>> jobs

/// What is left when the frame pointer leads nowhere, on CPUs that have one: the link register, if
/// it points behind a call or into a function.
StepResult stepByUncheckedLinkRegister(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
