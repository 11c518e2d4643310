// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/code/intel_flow.h"

#include <vector>

namespace faultline::unwind {

/// A return instruction that the code leads to, with the state that it would find.
struct IntelExit
{
    std::uint64_t slot = 0;    ///< The place of the return address.
    std::uint64_t spAfter = 0; ///< sp after the return.
    unsigned passedCalls = 0;  ///< How many calls lie on the way; one of them may not return.

    /// A register's value after the return, by encoding number.
    struct Register
    {
        bool isChanged = false;
        std::optional<std::uint64_t> value; ///< Absent if it was changed to something unknown.
    };

    std::array<Register, 16> registers{};
};

/// The registers with which the search begins.
struct IntelExitStart
{
    std::uint64_t pc = 0;
    std::uint64_t sp = 0;
    std::optional<std::uint64_t> fp;
};

/// Follows the code from `start.pc` on along all ways to the next return instructions, and keeps
/// track of sp, of fp, and of the registers that are popped. Needs neither a symbol nor the
/// function's start. Calls are assumed to return and to leave sp as it was. Exits are sorted by
/// the number of calls on their way; of several at one slot the first is listed.
/// `instructionsLeft` is reduced by the number of instructions read.
std::vector<IntelExit> findIntelExits(const CodeSource& source,
                                      const IntelExitStart& start,
                                      bool is64Bit,
                                      std::uint32_t& instructionsLeft);

} // namespace faultline::unwind
