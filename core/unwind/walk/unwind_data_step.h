#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Steps by the unwind data of the callee's module. Has no caller when there are none, or when they
/// cannot be followed; the evidence then says whether the frame is lost.
StepResult stepByUnwindData(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
