// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/model/memory.h"

#include <cstdint>

namespace faultline::unwind {

/// The code of a process, in the CPU's instruction set.
struct CodeSpace
{
    const MemoryReader& memory;
    CpuFamily family = CpuFamily::Unknown;
    bool isThumb = false; ///< 32-bit ARM.
};

/// May the code at `entry` lead to `target` before it returns, by jumps and not by calls? Follows
/// all ways but those of exceptions to their handlers. True where one of them is not known: code
/// that is not there, a jump to what a register or memory holds, more instructions than
/// `instructionsLeft`, which is reduced by those read.
bool mayJumpTo(const CodeSpace& space,
               std::uint64_t entry,
               std::uint64_t target,
               std::uint32_t& instructionsLeft);

} // namespace faultline::unwind
