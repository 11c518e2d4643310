#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

<<<<<<< HEAD
/// Steps along the chain of frame pointers (docs/spec/stackwalk.md §§9.4–9.6). Absent when the CPU
/// has no usable one or the chain does not look right, also while a module is pending; the caller
/// then scans.
std::optional<Candidate> stepByFramePointer(WalkEnvironment& environment, const Callee& callee);
=======
/// Steps along the chain of frame pointers (docs/spec/stackwalk.md §§9.4–9.6). Absent when the CPU
/// has no usable one or the chain does not look right, also while a module is pending; the caller
/// then scans.
StepResult stepByFramePointer(WalkEnvironment& environment, const Callee& callee);
>>>>>>> jobs

} // namespace faultline::unwind
