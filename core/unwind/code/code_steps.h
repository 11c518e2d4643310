// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/model/memory.h"
#include "core/model/registers.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// Unwinding by the instructions around pc, for unwind data that describe function bodies only
/// (Mach-O compact unwind). Each function answers only when every instruction that it reads belongs
/// to the sequence that compilers write there.

/// x86-64: `executed` is the function's code up to pc. It must consist of pushes and stack
/// allocation.
std::optional<RegisterSet>
undoAmd64Prologue(Bytes executed, const RegisterSet& callee, const MemoryReader& memory);

/// arm64: `executed` is the function's code up to pc. It must consist of stores to the stack, so
/// the link register still holds the return address.
std::optional<RegisterSet> undoArm64Prologue(Bytes executed, const RegisterSet& callee);

/// arm64: `rest` is the code at pc: loads from the stack up to a return.
std::optional<RegisterSet>
finishArm64Epilogue(Bytes rest, const RegisterSet& callee, const MemoryReader& memory);

} // namespace faultline::unwind
