#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// If the callee stands in Linux's signal return trampoline, recognised by its bytes, reads the
/// interrupted registers from the signal frame on the stack (docs/spec/stackwalk.md §9.8). Where
/// the bytes are not known, what the stack holds has to be a signal frame beyond doubt. Absent
/// otherwise, or when what it reads is not believable.
StepResult stepBySignalTrampoline(WalkEnvironment& environment, const Callee& callee);

/// Whether an address, with its Thumb bit on 32-bit ARM, is where a signal handler returns to: the
/// kernel puts it on the stack, so no call precedes it.
bool isSignalTrampoline(const WalkEnvironment& environment, std::uint64_t address);

/// Whether a return address whose bytes are not known is one, by the signal frame at `sp`.
bool mayBeSignalFrame(const WalkEnvironment& environment, std::uint64_t pc, std::uint64_t sp);

/// As isSignalTrampoline(), where the memory map or the module's sections say that it can be
/// executed: a trampoline may be the first thing in its mapping, so that nothing lies before it.
bool isExecutableTrampoline(const WalkEnvironment& environment, std::uint64_t address);

} // namespace faultline::unwind
