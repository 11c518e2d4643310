// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/code/intel_flow.h"
#include "core/unwind/code/intel_instruction.h"

namespace faultline::unwind {

/// The frame of an x86 function while its instructions are followed. It begins at the function's
/// first instruction, where sp points at the return address.
class IntelFrameState
{
public:
    explicit IntelFrameState(bool is64Bit) : m_wordBytes(is64Bit ? 8 : 4)
    {
        m_shape.belowByStack = 0;
    }

    void apply(const IntelInstruction& instruction);
    /// Moves sp up by this many bytes.
    void moveStack(std::int64_t bytes);

    std::optional<std::int64_t> stackDepth() const { return m_shape.belowByStack; }

    /// Absent when the caller's sp can no longer be derived.
    std::optional<IntelFrameShape> shape() const;

private:
    /// A stack address that a register holds, taken before sp is aligned.
    struct StackAddress
    {
        std::uint8_t reg = 0;
        std::int64_t below = 0; ///< Distance below the return address.
    };

    void push(const IntelInstruction& instruction);
    void pop(std::optional<std::uint8_t> reg);
    void leave();
    void save(std::uint8_t reg, std::optional<std::int64_t> place);
    void restore(std::uint8_t reg);

    std::int64_t m_wordBytes;
    IntelFrameShape m_shape;
    std::optional<StackAddress> m_argumentPointer;
    bool m_isAligned = false; ///< m_shape counts from a copy of the return address.
};

} // namespace faultline::unwind
