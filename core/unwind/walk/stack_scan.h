// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Searches the stack for the first word that can be a return address (docs/spec/stackwalk.md
/// §§9.4–9.7). Absent also when a word points into a pending module. `learned` is the evidence of
/// earlier attempts at this step.
StepResult
stepByScan(WalkEnvironment& environment, const Callee& callee, const StepEvidence& learned);

/// Where the scan begins: at sp. After a stack overflow, sp is just below the stack in the guard
/// page; the scan then begins with the stack's lowest word.
std::uint64_t firstSlot(const WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
