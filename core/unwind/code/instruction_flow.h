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
    bool isReturn = false;               ///< It returns to the function's caller, perhaps.
    std::optional<std::uint64_t> target; ///< Of a jump, with a condition or without.
    std::uint8_t conditional = 0; ///< So many instructions behind it have a condition (Thumb's it).
    bool setsStackTop = false;    ///< x86: the word that a return would read is one that it stores.
};

/// Reads the instruction at the start of `code`, which lies at `address`. Absent where it may lead
/// to a place that only a register or memory knows, where it is none that compilers write, and for
/// CPUs other than x86 and ARM. Sources: Intel SDM volume 2, appendix A; Arm ARM DDI 0406C (A5, A6,
/// A8) and DDI 0487 (C4.1).
std::optional<InstructionFlow>
readFlow(CpuFamily family, Bytes code, std::uint64_t address, bool isThumb);

} // namespace faultline::unwind
