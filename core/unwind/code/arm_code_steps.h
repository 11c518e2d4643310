// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/model/memory.h"
#include "core/model/registers.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// Unwinding by the instructions around pc on 32-bit ARM. It serves code whose unwind data describe
/// function bodies only (the exception index) and code without unwind data. Each function answers
/// only when it understands every instruction that it reads. Encodings: Arm ARM (DDI 0406C), A5,
/// A6, A8.

/// Undoes a prologue. `executed` is the function's code up to pc: pushes, stack allocation, and
/// instructions that touch neither the stack pointer nor the link register.
std::optional<RegisterSet> undoArmPrologue(Bytes executed,
                                           bool isThumb,
                                           const RegisterSet& callee,
                                           const MemoryReader& memory);

/// Unwinds a function from its body. `code` starts at the function's first byte and
/// ends at the call at the latest. The prologue is assumed to end at the first branch or unknown
/// instruction, so the caller must verify the answer. Absent when the function has not saved the
/// link register.
std::optional<RegisterSet>
undoArmFrame(Bytes code, bool isThumb, const RegisterSet& callee, const MemoryReader& memory);

/// Finishes an epilogue. `rest` is the code at pc: instructions that free the stack space, pops,
/// then a return.
std::optional<RegisterSet>
finishArmEpilogue(Bytes rest, bool isThumb, const RegisterSet& callee, const MemoryReader& memory);

} // namespace faultline::unwind
