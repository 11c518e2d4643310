#pragma once

#include "core/base/byte_view.h"
#include "core/model/memory.h"
#include "core/model/registers.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// Unwinding by the instructions around pc on 32-bit ARM, for data that describes function bodies
/// only (the exception index), or where there is none. Both answer only when every instruction that
/// they looked at is understood. Encodings: Arm ARM (DDI 0406C), A5, A6, A8.

/// `executed` is the function's code up to pc: pushes, stack allocation, and instructions that
/// touch neither the stack pointer nor the link register.
std::optional<RegisterSet> undoArmPrologue(Bytes executed,
                                           bool isThumb,
                                           const RegisterSet& callee,
                                           const MemoryReader& memory);

/// For a function that has called on: `code` is its beginning, at most up to the call. The prologue
/// is taken to end at the first branch or instruction that is not understood, so the answer needs a
/// proof. Absent where it has not saved the link register.
std::optional<RegisterSet>
undoArmFrame(Bytes code, bool isThumb, const RegisterSet& callee, const MemoryReader& memory);

/// `rest` is the code at pc: giving the stack back, pops, then a return.
std::optional<RegisterSet>
finishArmEpilogue(Bytes rest, bool isThumb, const RegisterSet& callee, const MemoryReader& memory);

} // namespace faultline::unwind
