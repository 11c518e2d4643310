// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// For x86 code of which neither unwind data nor the function's start are known: functions that
/// are called through pointers, stripped programs. Follows the code from pc to where it returns.
/// What it finds is a guess, because a call on the way may not return, and its note says so.
StepResult stepByIntelExits(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
