#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

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

/// Does the call before a return address target the callee?
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
