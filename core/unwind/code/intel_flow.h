#pragma once

#include "core/base/byte_view.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

namespace faultline::unwind {

/// Code of the process, and words that a jump through memory takes. Both answer with less, or with
/// nothing, where bytes are not known.
struct CodeSource
{
    /// As many bytes from the address on as are known, at most `out.size()`; returns the count.
    std::function<std::size_t(std::uint64_t address, std::span<std::byte> out)> code;
    std::function<std::optional<std::uint64_t>(std::uint64_t address)> word;
};

/// Where in a function's code the frame stands.
struct FlowTarget
{
    std::uint64_t pc = 0;
    bool isReturnAddress = false; ///< pc is what comes behind a call, else the next to be executed.
};

/// The frame of an x86 function at one place of its code. Distances count from the word that holds
/// the return address: sp and fp lie below it, by so many bytes.
struct IntelFrameShape
{
    std::optional<std::int64_t> belowByStack; ///< How far sp lies below the return address.
    std::optional<std::int64_t> belowByFrame; ///< The same of fp.
    /// Set where the function has aligned sp and copied its return address there: the caller's sp,
    /// as it is after the return, lies in memory so far below the copy. What is said here counts
    /// from the copy then.
    std::optional<std::int64_t> callerSpSaved;
    /// How far below the return address the caller's registers were saved, as instructions number
    /// them; absent where the function has not touched them.
    std::array<std::optional<std::int64_t>, 16> saved{};
};

/// Follows the instructions from a function's first on, through jumps, branches, switches' tables
/// where they lie behind the jump, and tail calls, until `target` is reached. Absent when it is not
/// reached: the bytes are not known, only a jump through a table leads there, or
/// `instructionsLeft`, which is reduced by what was read, was too few. Correct for code whose calls
/// leave sp as it was (not stdcall), as far as all ways to a place have the same frame, which
/// unwind data could not describe otherwise.
std::optional<IntelFrameShape> followIntelCode(const CodeSource& source,
                                               std::uint64_t entry,
                                               const FlowTarget& target,
                                               bool is64Bit,
                                               std::uint32_t& instructionsLeft);

} // namespace faultline::unwind
