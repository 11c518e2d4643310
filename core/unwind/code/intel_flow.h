// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

namespace faultline::unwind {

/// The process's code, and the words that jumps through memory read. Both functions return less, or
/// nothing, where bytes are unknown.
struct CodeSource
{
    /// Copies the known bytes from the address on, at most `out.size()`, and returns their number.
    std::function<std::size_t(std::uint64_t address, std::span<std::byte> out)> code;
    std::function<std::optional<std::uint64_t>(std::uint64_t address)> word;
};

/// The frame's place in the function's code.
struct FlowTarget
{
    std::uint64_t pc = 0;
    bool isReturnAddress =
        false; ///< pc follows a call; otherwise pc is the next instruction to execute.
};

/// The frame of an x86 function at one place in its code. sp and fp are given as distances in bytes
/// below the word that holds the return address.
struct IntelFrameShape
{
    std::optional<std::int64_t> belowByStack; ///< Distance of sp below the return address.
    std::optional<std::int64_t> belowByFrame; ///< Distance of fp below the return address.
    /// Set when the function has aligned sp and copied its return address to the aligned stack. The
    /// word at this distance below the copy holds the value that sp has after the return. All
    /// distances of this struct then count from the copy.
    std::optional<std::int64_t> callerSpSaved;
    /// How far below the return address each of the caller's registers is saved, by encoding
    /// number. Absent for a register that the function has not touched.
    std::array<std::optional<std::int64_t>, 16> saved{};
};

/// Follows the instructions of a function from its first byte until it reaches `target`. It follows
/// jumps, branches, tail calls, and jump tables that lie after the jump. Absent when it does not
/// reach `target`: the bytes are unknown, only a jump through a table leads there, or
/// `instructionsLeft` was too small. `instructionsLeft` is reduced by the number of instructions
/// read. The result is correct if calls leave sp unchanged (not stdcall) and if every path to a
/// place has the same frame. Unwind data need the second condition too.
std::optional<IntelFrameShape> followIntelCode(const CodeSource& source,
                                               std::uint64_t entry,
                                               const FlowTarget& target,
                                               bool is64Bit,
                                               std::uint32_t& instructionsLeft);

} // namespace faultline::unwind
