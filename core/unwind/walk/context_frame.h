// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Does the crash say that pc was not executable? The fault's address is pc itself then. Sources:
/// winnt.h, EXCEPTION_RECORD (an access violation's second parameter; Wine writes zeros into the
/// dump for such code); sigaction(2), si_addr.
bool couldNotFetch(const Event& event, std::uint64_t pc);

/// Steps out of a call through a bad pointer. pc is where there is no code, and the return address
/// is still where the call put it (on top of the stack, or in the link register). The address
/// counts only if a call precedes it or, where the bytes there are unknown, if it lies inside a
/// function of the symbols.
StepResult stepOutOfBadCall(WalkEnvironment& environment, const Callee& callee);

/// arm64 without unwind data: in a leaf the link register still holds the return address; a
/// function with a frame has saved it. The code between the function's start and pc distinguishes
/// the two. The start comes from the function's symbol or from the call before the address in the
/// link register. Absent when that code is unknown or saves the link register
/// (docs/spec/stackwalk.md §9.6).
StepResult stepByLinkRegister(WalkEnvironment& environment, const Callee& callee);

/// The last resort when the frame pointer leads nowhere, on CPUs with a link register: uses the
/// link register if it points after a call or into a function.
StepResult stepByUncheckedLinkRegister(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
