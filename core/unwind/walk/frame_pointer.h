// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Steps along the chain of frame pointers (docs/spec/stackwalk.md §§9.4–9.6). Absent when the CPU
/// has no usable frame pointer, when the chain is implausible, and while a module is pending; the
/// walk then scans.
StepResult stepByFramePointer(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
