// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Steps by the instructions around pc where there are no unwind data: code made at run time, the
/// kernel's vDSO, hand-written functions. Either only an ARM prologue has run since the function's
/// start (x86: stepByIntelCode), or only an epilogue lies between pc and the return. The resulting
/// address counts only if a call precedes it.
StepResult stepByInstructions(WalkEnvironment& environment, const Callee& callee);

/// Every waiting thread of a Windows process is in a system call's stub. To prove its return
/// address would need one more system library, although not even the stub's own was available.
bool isUnprovableStub(const WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
