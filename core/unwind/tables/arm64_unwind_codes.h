// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// One unwind code of PE ARM64 `.xdata`. Source: Microsoft, "ARM64 exception handling", unwind
/// codes; docs/spec/stackwalk.md §11.4.
struct Arm64UnwindCode
{
    enum class Op : std::uint8_t {
        Allocate,     ///< sp += bytes.
        SaveIntegers, ///< x`first`, and x`first + 1` for a pair.
        SaveWithLink, ///< x`first` and lr.
        SaveFloats,   ///< Affects only the stack pointer; no integer register.
        SaveFrame,    ///< x29 and lr.
        SetFrame,     ///< sp = x29 - bytes.
        SaveNext,     ///< One more pair after the pair of the following code.
        Nop,          ///< An instruction that changes nothing here.
        SignLink,     ///< The return address is signed.
        End,
        EndOfFragment, ///< The following codes belong to the function's other fragment, which ran
                       ///< the prolog.
        MachineFrame,
        Context,
        NotEvaluated, ///< SVE allocations, trap and ARM64EC frames; `bytes` is the code's first
                      ///< byte.
    };
    Op op = Op::Nop;
    std::uint8_t first = 0;
    bool isPair = false;
    bool preIndexed = false;    ///< The save also moved the stack pointer, by `bytes`.
    std::uint32_t bytes = 0;    ///< Offset from the stack pointer, or size.
    std::uint8_t length = 1;    ///< Bytes of the code itself.
    bool isKernelFrame = false; ///< Corresponds to no instruction of the function.

    bool isEnd() const { return op == Op::End || op == Op::EndOfFragment; }

    bool isInstruction() const { return !isEnd() && !isKernelFrame; }
};

/// The code at `offset`. Absent when its bytes are incomplete or the code is undefined.
std::optional<Arm64UnwindCode> readArm64UnwindCode(Bytes codes, std::size_t offset);

/// The number of instructions that the sequence at `offset` stands for, up to its end. Errors:
/// Malformed.
Result<std::uint32_t> countArm64Instructions(Bytes codes, std::size_t offset);

} // namespace faultline::unwind
