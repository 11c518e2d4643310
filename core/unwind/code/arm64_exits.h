// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/registers.h"
#include "core/unwind/code/intel_flow.h"

#include <vector>

namespace faultline::unwind {

/// A return instruction that arm64 code leads to, or a jump to another function.
struct Arm64Exit
{
    RegisterSet registers;    ///< pc is the return address, as the link register would hold it.
    unsigned passedCalls = 0; ///< How many calls lie on the way; one of them may not return.
};

/// Follows the code from pc on along all ways to the next return instructions. Keeps track of sp,
/// of the registers that functions must preserve, and of what the code would store on the stack, so
/// it serves within prologues and in functions without a frame record. Needs neither a symbol nor
/// the function's start. Calls are assumed to return. Exits are sorted by the number of calls on
/// their way, and none differs from another in number of calls, return address and sp alike.
/// `instructionsLeft` is reduced by the number of instructions read. Encodings: Arm ARM (DDI 0487),
/// C4.1.
std::vector<Arm64Exit>
findArm64Exits(const CodeSource& source, const RegisterSet& start, std::uint32_t& instructionsLeft);

} // namespace faultline::unwind
