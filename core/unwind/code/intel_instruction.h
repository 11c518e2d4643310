#pragma once

#include "core/base/byte_view.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// The longest instruction of x86.
inline constexpr std::size_t kMaxIntelInstructionBytes = 15;

/// What an instruction of x86 or x86-64 does to the flow of control and to the frame it runs in: as
/// much as it takes to follow a function. Registers are numbered as instructions number them (0
/// rax, …, 4 rsp, 5 rbp, …).
struct IntelInstruction
{
    enum class Flow : std::uint8_t {
        Next,
        Branch,       ///< A conditional jump.
        Jump,         ///< To `target`.
        JumpAnywhere, ///< Through a register or memory; `slot` when that is a fixed place.
        Call,
        Return,
        Stop ///< Nothing comes behind it: ud2, int3, hlt.
    };

    enum class Effect : std::uint8_t {
        None,
        Push,       ///< Of `reg`, or of memory at `base` + amount, as far as it is one of these.
        Pop,        ///< Into `reg`, where it is a register.
        AddToStack, ///< sp += amount.
        StackFromFrame, ///< sp = fp + amount.
        FrameFromStack, ///< fp = sp + amount.
        Leave,
        SaveByStack,    ///< reg stored at sp + amount.
        SaveByFrame,    ///< reg stored at fp + amount.
        AddressOfStack, ///< reg = sp + amount; any other than sp and fp.
        LosesStack      ///< sp is anything afterwards.
    };

    std::uint8_t sizeBytes = 0;
    Flow flow = Flow::Next;
    Effect effect = Effect::None;
    std::optional<std::uint8_t> reg;
    std::optional<std::uint8_t> base;
    std::int64_t amount = 0;             ///< Also of a return: the bytes of arguments it removes.
    std::optional<std::uint64_t> target; ///< Of a direct jump or call.
    std::optional<std::uint64_t> slot; ///< Where the address lies that a jump through memory takes.
    bool losesFrame = false;           ///< fp holds something else afterwards.
};

/// The instruction at the start of `code`, which lies at `address`. Absent when the bytes end in
/// it, and for what compilers do not write into user space programs (far calls, BCD arithmetic,
/// 16-bit addressing). Source: Intel SDM volume 2, appendix A (opcode maps) and chapter 2
/// (formats).
std::optional<IntelInstruction>
decodeIntelInstruction(Bytes code, std::uint64_t address, bool is64Bit);

} // namespace faultline::unwind
