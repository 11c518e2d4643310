// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// If the callee is macOS's `_sigtramp` on x86-64 (recognised by symbol), reads the interrupted
/// registers from its machine context (docs/spec/stackwalk.md §9.8). Absent otherwise.
StepResult stepByMacSigtramp(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
