// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Leaves the vDSO's system call of 32-bit x86 (`__kernel_vsyscall`) without its code or unwind
/// data, which no minidump has: a C library enters it by a call through the thread's control block,
/// and it pushes three registers at most.
StepResult stepOutOfVsyscall(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
