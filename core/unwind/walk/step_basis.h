// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/walk_trace.h"
#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// The first fact that a step lacks to step out of `callee`, for people who ask why a step found
/// nothing. Repeats what the steps themselves check first, so a change there is a change here.
WalkLack lackOf(WalkStep step, WalkEnvironment& environment, const Callee& callee);

/// The frame pointer or the link register, for steps that start from it.
std::optional<std::uint64_t>
startOf(WalkStep step, const WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
