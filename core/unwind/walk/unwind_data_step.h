// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Steps by the unwind data of the callee's module. Finds no caller when the data are missing or
/// cannot be followed. The evidence then says whether the frame is lost.
StepResult stepByUnwindData(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
