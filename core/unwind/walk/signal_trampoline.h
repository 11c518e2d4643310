// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// If the callee is in Linux's signal return trampoline, reads the interrupted registers from the
/// signal frame on the stack (docs/spec/stackwalk.md §9.8). The trampoline is recognised by its
/// bytes. If these are unknown, the stack must contain an unmistakable signal frame. Absent
/// otherwise, or when the registers are implausible.
StepResult stepBySignalTrampoline(WalkEnvironment& environment, const Callee& callee);

/// Is this the address that a signal handler returns to (with its Thumb bit on 32-bit ARM)? The
/// kernel puts it on the stack, so no call precedes it.
bool isSignalTrampoline(const WalkEnvironment& environment, std::uint64_t address);

/// Is a return address with unknown bytes such an address, by the signal frame at `sp`?
bool mayBeSignalFrame(const WalkEnvironment& environment, std::uint64_t pc, std::uint64_t sp);

/// Like isSignalTrampoline(), but the memory map or the module's sections must say that the address
/// is executable. A trampoline may be the first thing in its mapping, so that nothing precedes it.
bool isExecutableTrampoline(const WalkEnvironment& environment, std::uint64_t address);

} // namespace faultline::unwind
