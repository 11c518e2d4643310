// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/registers.h"
#include "core/unwind/rules/unwind_budget.h"
#include "core/unwind/tables/cfi_entry.h"

#include <array>
#include <cstdint>
#include <functional>

namespace faultline::unwind {

/// How one register of the caller is recovered (DWARF 5 §6.4.1).
struct RegisterRule
{
    enum class Kind : std::uint8_t {
        Unspecified,
        Undefined,
        SameValue,
        Offset,
        ValOffset,
        Register,
        Expression,
        ValExpression
    };
    Kind kind = Kind::Unspecified;
    std::uint8_t fromRegister = 0; ///< For Register: index in RegisterSet.
    std::int64_t offset = 0;       ///< For Offset and ValOffset: distance from the CFA.
    Bytes expression = {};         ///< For Expression and ValExpression.
};

struct CfaRule
{
    enum class Kind : std::uint8_t { None, RegisterOffset, Expression };
    Kind kind = Kind::None;
    std::uint64_t dwarfRegister = 0;
    std::int64_t offset = 0;
    Bytes expression = {};
};

/// The rules in force at one address.
struct CfiRow
{
    CfaRule cfa;
    std::array<RegisterRule, RegisterSet::kCapacity> registers;
    RegisterRule returnAddress; ///< Stored separately because the return-address column need not be
                                ///< one of our registers.
    bool returnAddressIsSigned = false; ///< AArch64: the return address is signed at this address.
    std::uint64_t argumentBytes = 0;    ///< DW_CFA_GNU_args_size.
    std::uint64_t end =
        ~0ull; ///< Linked address at which the next row begins; all ones when there is none.
};

/// Runs the instructions of the common entry and of `entry` up to the row that covers
/// `linkedAddress`. Rules for registers that RegisterSet lacks are read and dropped. Errors:
/// Malformed (the instructions cannot be followed, or exceed the budget).
Result<CfiRow> rowAt(const CfiSection& section,
                     const FrameEntry& entry,
                     CpuFamily family,
                     std::uint64_t linkedAddress,
                     UnwindMeter& meter);

/// Calls `visit` with every row of the entry in address order, and its linked address, until it
/// returns false. Errors: as rowAt(); earlier rows have been visited.
Result<void> forEachRow(const CfiSection& section,
                        const FrameEntry& entry,
                        CpuFamily family,
                        UnwindMeter& meter,
                        const std::function<bool(std::uint64_t, const CfiRow&)>& visit);

} // namespace faultline::unwind
