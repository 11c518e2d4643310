// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Does a word of the stack count as a return address? Undecided while a module is pending.
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
    Anyone, ///< The call goes through a stub or a pointer, or its target is unknown.
};
Calls callsWhom(const WalkEnvironment& environment, const Callee& callee, std::uint64_t address);

/// Is the address accepted, and can the known bytes before it be a call?
bool isCertainReturnAddress(WalkEnvironment& environment, std::uint64_t address);

/// The same, but if those bytes are unknown, the word must point into a function of the symbols,
/// after its start.
bool isLikelyReturnAddress(WalkEnvironment& environment, std::uint64_t address);

} // namespace faultline::unwind
