#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// On x86 Windows the handlers and the cleaning up of a function are called by the C++ runtime with
/// the function's own ebp, far below its frame. Its frame data then lead to the function's caller,
/// and all between, who threw among them, would be missing. Absent where no such call is proven.
StepResult stepOutOfFunclet(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
