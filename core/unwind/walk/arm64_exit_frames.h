// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// For interrupted arm64 code without unwind data: follows the code from pc to where it returns.
/// The frame pointer would skip the caller of a function that has no frame record, or none yet.
StepResult stepByArm64Exits(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
