#pragma once

#include "core/unwind/walk_environment.h"

namespace faultline::unwind {

/// If the callee stands in Linux's signal return trampoline, recognised by its bytes, reads the
/// interrupted registers from the signal frame on the stack (spec/stackwalk.md §9.8). Absent
/// otherwise, or when what it reads is not believable.
std::optional<Candidate> stepBySignalTrampoline(const WalkEnvironment& environment,
                                                const Callee& callee);

} // namespace faultline::unwind
