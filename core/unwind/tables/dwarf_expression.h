// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/model/memory.h"
#include "core/model/registers.h"
#include "core/unwind/rules/unwind_budget.h"

#include <bit>
#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// What an expression in call frame information may read.
struct ExpressionContext
{
    const RegisterSet& registers;
    const MemoryReader& memory;
    std::uint64_t imageBias = 0;             ///< Added to linked addresses (DW_OP_addr).
    std::endian order = std::endian::little; ///< Byte order of the operands.
    unsigned addressSize = 8;
    UnwindMeter* meter = nullptr; ///< Counts the operations; may be null.
};

/// Runs a DWARF expression (DWARF 5 §2.5.1) and returns the value on top of its stack. `initial` is
/// pushed first; for register rules it is the CFA. Stack depth and steps are bounded. Errors:
/// Malformed (bad operation, stack underflow, no progress, memory or register not known,
/// budget used up), Unsupported (an operation that has no meaning in call frame information).
Result<std::uint64_t> evaluateExpression(Bytes expression,
                                         const ExpressionContext& context,
                                         std::optional<std::uint64_t> initial);

} // namespace faultline::unwind
