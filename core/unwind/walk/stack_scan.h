#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Looks through the stack for the first word that can be a return address (docs/spec/stackwalk.md
/// §§9.4–9.7). Absent also when a module is pending that a word points into.
std::optional<Candidate> stepByScan(WalkEnvironment& environment, const Callee& callee);

/// Where to begin to look: at sp. A stack overflow leaves it just below the stack, in the guard
/// page: the stack's lowest word comes first then.
std::uint64_t firstSlot(const WalkEnvironment& environment, const Callee& callee);

/// Whether a word of the stack counts as a return address. Undecided while a module is pending.
enum class ReturnAddressVerdict : std::uint8_t {
    Accepted,
    OutsideModules,
    NotCode,
    NoFunction,
    NoCall,
    Pending
};
ReturnAddressVerdict judgeReturnAddress(WalkEnvironment& environment, std::uint64_t address);

/// Whom the call in front of a return address leads to, seen from the function that is left.
enum class Calls : std::uint8_t {
    This,
    Another,
    Anyone, ///< Through a stub or a pointer, or nobody knows.
};
Calls callsWhom(const WalkEnvironment& environment, const Callee& callee, std::uint64_t address);

/// Accepted, and the bytes in front of it are known and can be a call.
bool isCertainReturnAddress(WalkEnvironment& environment, std::uint64_t address);

/// The same, but where those bytes are not known a word counts that points into a function of the
/// symbols, though not at its start.
bool isLikelyReturnAddress(WalkEnvironment& environment, std::uint64_t address);

} // namespace faultline::unwind
