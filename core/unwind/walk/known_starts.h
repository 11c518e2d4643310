// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

#include <string_view>

namespace faultline::unwind {

/// Do threads or processes begin in a function with that name? Nothing calls it, or only the
/// system's start-up code does. Without unwind data a walk ends there and does not guess. A name
/// counts only on the systems that use it: "start" begins a process on Apple's systems, and is
/// any function elsewhere.
bool isThreadStart(std::string_view function, OsFamily os);

/// The same on the BSDs before unwind data are asked: their start code is entered by a jump, but
/// has unwind data as if it had been called.
StepResult endAtBsdStart(WalkEnvironment& environment, const Callee& callee);

/// Ends the stack in such a function, recognised by symbol. Guesses beyond it would only find old
/// contents of the stack. The one frame that may follow is another such function: clone, or the
/// program's _start.
StepResult endAtKnownStart(WalkEnvironment& environment, const Callee& callee);

} // namespace faultline::unwind
