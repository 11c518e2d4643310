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
        SaveIntegers, ///< x`first`, and x`first + 1` when it is a pair.
        SaveWithLink, ///< x`first` and lr.
        SaveFloats,   ///< No integer effect but the stack pointer's.
        SaveFrame,    ///< x29 and lr.
        SetFrame,     ///< sp = x29 - bytes.
        SaveNext,     ///< One more pair behind that of the code that follows.
        Nop,          ///< An instruction that changes nothing here.
        SignLink,     ///< The return address is signed.
        End,
        EndOfFragment, ///< What follows belongs to the function's other part: its prolog ran there.
        MachineFrame,
        Context,
        NotEvaluated, ///< SVE allocations, trap and ARM64EC frames: `bytes` is the code's first
                      ///< byte.
    };
    Op op = Op::Nop;
    std::uint8_t first = 0;
    bool isPair = false;
    bool preIndexed = false;    ///< The save also moved the stack pointer, by `bytes`.
    std::uint32_t bytes = 0;    ///< Offset from the stack pointer, or size.
    std::uint8_t length = 1;    ///< Of the code itself.
    bool isKernelFrame = false; ///< Stands for no instruction of the function.

    bool isEnd() const { return op == Op::End || op == Op::EndOfFragment; }

    bool isInstruction() const { return !isEnd() && !isKernelFrame; }
};

/// The code at `offset`; absent when its bytes are not all there or no such code exists.
std::optional<Arm64UnwindCode> readArm64UnwindCode(Bytes codes, std::size_t offset);

/// How many instructions the sequence at `offset` stands for, up to its end. Errors: Malformed.
Result<std::uint32_t> countArm64Instructions(Bytes codes, std::size_t offset);

} // namespace faultline::unwind
