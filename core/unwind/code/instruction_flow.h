// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/base/byte_view.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// Size of the longest instruction that readFlow() knows.
inline constexpr std::size_t kMaxFlowBytes = 15;

/// Where control may go after one instruction. Calls are taken to return.
struct InstructionFlow
{
    std::uint8_t sizeBytes = 0;
    bool goesOn = true;                  ///< The next instruction may follow.
    bool isReturn = false;               ///< It may return to the function's caller.
    std::optional<std::uint64_t> target; ///< Of a jump, with a condition or without.
    std::optional<std::uint64_t> callee; ///< x86: of a direct call.
    /// The number of following instructions that have a condition (Thumb's it).
    std::uint8_t conditional = 0;
    bool setsStackTop = false;       ///< x86: it stores the word that a return would read next.
    bool dropsReturnAddress = false; ///< x86: it frees or overwrites the word at the stack pointer.
};

/// Reads the instruction at the start of `code`, which lies at `address`. Absent for an
/// instruction that takes its target from a register or memory, for one that compilers do not
/// write, and for CPUs other than x86 and ARM. Sources: Intel SDM volume 2, appendix A; Arm ARM DDI
/// 0406C (A5, A6, A8) and DDI 0487 (C4.1).
std::optional<InstructionFlow>
readFlow(CpuFamily family, Bytes code, std::uint64_t address, bool isThumb);

/// The same for an instruction of arm64.
std::optional<InstructionFlow> readArm64Flow(std::uint32_t code, std::uint64_t address);

} // namespace faultline::unwind
