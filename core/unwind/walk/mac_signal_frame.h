#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// If the callee is macOS's `_sigtramp` on x86-64, by its symbol, reads the interrupted registers
<<<<<<< HEAD
/// from the machine context that it keeps (docs/spec/stackwalk.md §9.8). Absent otherwise.
std::optional<Candidate> stepByMacSigtramp(WalkEnvironment& environment, const Callee& callee);
=======
/// from the machine context that it keeps (docs/spec/stackwalk.md §9.8). Absent otherwise.
StepResult stepByMacSigtramp(WalkEnvironment& environment, const Callee& callee);
>>>>>>> jobs

} // namespace faultline::unwind
