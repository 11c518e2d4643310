// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/model/memory.h"
#include "core/model/registers.h"

namespace faultline::unwind {

/// Runs the frame unwinding instructions of 32-bit ARM on the callee's registers. Returns the
/// registers as they were before the function began; pc is the return address. Source: Arm,
/// "Exception Handling ABI for the Arm Architecture" (IHI 0038), §10.3. Errors: Malformed (the
/// instructions cannot be followed, memory or a register is not known), NotFound ("refuse to
/// unwind").
Result<RegisterSet>
runEhabiOpcodes(Bytes opcodes, const RegisterSet& callee, const MemoryReader& memory);

} // namespace faultline::unwind
