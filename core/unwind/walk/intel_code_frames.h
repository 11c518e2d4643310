// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/code/intel_flow.h"
#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Is it x86 code whose calls leave sp as it was, and is sp known? Functions of 32-bit Windows
/// remove their own arguments, so only the called function knows how far a call moves sp.
bool canFollowIntelCode(const WalkEnvironment& environment, const Callee& callee);

/// The process's code and memory. Valid as long as the environment.
CodeSource codeSourceOf(const WalkEnvironment& environment);

/// Steps out of an x86 or x86-64 function without unwind data by its instructions. The code between
/// the function's start, which its symbol gives, and pc shows where the return address lies. The
/// word there counts only if it follows a call.
StepResult stepByIntelCode(WalkEnvironment& environment, const Callee& callee);

/// The same for functions without a symbol for their start. Searches for a return address after a
/// direct call to a function whose code reaches pc with the return address at exactly that place.
/// Also follows tail calls. If the code reaches pc with the return address elsewhere, the call has
/// ended; the evidence lists it in endedCalls.
StepResult stepByIntelCaller(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
