// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Steps out of exception handlers and cleanup code on x86 Windows. The C++ runtime calls them with
/// the function's own ebp, far below its frame. The frame data then lead to the function's caller
/// and skip the frames between, including the one that threw. Absent when no such call is proven.
StepResult stepOutOfFunclet(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
