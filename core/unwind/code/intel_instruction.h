// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// Size of the longest x86 instruction.
inline constexpr std::size_t kMaxIntelInstructionBytes = 15;

/// The effect of an x86 or x86-64 instruction on the flow of control and on its function's frame.
/// Only what is needed to follow a function is decoded. Registers have the numbers that
/// instructions use (0 rax, …, 4 rsp, 5 rbp, …).
struct IntelInstruction
{
    enum class Flow : std::uint8_t {
        Next,
        Branch,       ///< A conditional jump.
        Jump,         ///< Jumps to `target`.
        JumpAnywhere, ///< Jumps through a register or memory; `slot` is set when the memory address
                      ///< is fixed.
        Call,
        Return,
        Stop ///< Control never reaches the next instruction: ud2, int3, hlt.
    };

    enum class Effect : std::uint8_t {
        None,
        Push,       ///< Pushes `reg`, or the memory at `base` + amount. Neither is set for other
                    ///< operands.
        Pop,        ///< Pops into `reg`; unset when the operand is no register.
        AddToStack, ///< sp += amount.
        StackFromFrame, ///< sp = fp + amount.
        FrameFromStack, ///< fp = sp + amount.
        Leave,
        SaveByStack,       ///< reg stored at sp + amount.
        SaveByFrame,       ///< reg stored at fp + amount.
        LoadByStack,       ///< reg = the word at sp + amount; reg is neither sp nor fp.
        LoadByFrame,       ///< reg = the word at fp + amount; reg is neither sp nor fp.
        AddressOfStack,    ///< reg = sp + amount, where reg is neither sp nor fp.
        StackFromRegister, ///< sp = base + amount, where base is neither sp nor fp.
        LosesStack         ///< sp is unknown after this instruction.
    };

    std::uint8_t sizeBytes = 0;
    Flow flow = Flow::Next;
    Effect effect = Effect::None;
    std::optional<std::uint8_t> reg;
    std::optional<std::uint8_t> base;
    std::int64_t amount = 0;             ///< For a return: the bytes of arguments that it removes.
    std::optional<std::uint64_t> target; ///< Target of a direct jump or call.
    std::optional<std::uint64_t> slot;   ///< Address of the word that a jump through memory reads.
    bool losesFrame = false;             ///< fp is unknown after this instruction.
};

/// Decodes the instruction at the start of `code`, which lies at `address`. Absent when the bytes
/// end inside the instruction. Absent too for instructions that compilers do not write into
/// user-space programs (far calls, BCD arithmetic, 16-bit addressing). Source: Intel SDM volume 2,
/// appendix A (opcode maps) and chapter 2 (formats).
std::optional<IntelInstruction>
decodeIntelInstruction(Bytes code, std::uint64_t address, bool is64Bit);

} // namespace faultline::unwind
