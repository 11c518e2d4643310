// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/intel_frame_state.h"

#include "core/unwind/code/intel_registers.h"

namespace faultline::unwind {

namespace {

using Effect = IntelInstruction::Effect;

/// A place `bytes` above another one.
std::optional<std::int64_t> above(std::optional<std::int64_t> below, std::int64_t bytes)
{
    constexpr std::int64_t kMaxFrameBytes = std::int64_t{1} << 32;
    if (!below || *below < -kMaxFrameBytes || *below > kMaxFrameBytes)
        return std::nullopt;
    return *below - bytes;
}

} // namespace

void IntelFrameState::moveStack(std::int64_t bytes)
{
    m_shape.belowByStack = above(m_shape.belowByStack, bytes);
}

std::optional<IntelFrameShape> IntelFrameState::shape() const
{
    return m_isAligned && !m_shape.callerSpSaved ? std::nullopt : std::optional(m_shape);
}

void IntelFrameState::apply(const IntelInstruction& instruction)
{
    auto& stack = m_shape.belowByStack;
    auto& frame = m_shape.belowByFrame;
    switch (instruction.effect) {
    case Effect::None: break;
    case Effect::Push: push(instruction); break;
    case Effect::Pop: pop(instruction.reg); break;
    case Effect::AddToStack: moveStack(instruction.amount); break;
    case Effect::StackFromFrame: stack = above(frame, instruction.amount); break;
    case Effect::FrameFromStack: frame = above(stack, instruction.amount); break;
    case Effect::Leave: leave(); break;
    case Effect::SaveByStack: save(*instruction.reg, above(stack, instruction.amount)); break;
    case Effect::SaveByFrame: save(*instruction.reg, above(frame, instruction.amount)); break;
    case Effect::AddressOfStack:
        if (const auto place = above(stack, instruction.amount))
            m_argumentPointer = StackAddress{.reg = *instruction.reg, .below = *place};
        break;
    case Effect::LoadByStack:
    case Effect::LoadByFrame: break;
    case Effect::StackFromRegister:
    case Effect::LosesStack: stack.reset(); break;
    }
    if (instruction.losesFrame)
        frame.reset();
}

/// Also handles pushes of the return address. Functions that align sp copy it: lea ecx, [esp + 4];
/// and esp, -16; push [ecx - 4]; push ebp; mov ebp, esp; push ecx.
void IntelFrameState::push(const IntelInstruction& instruction)
{
    moveStack(-m_wordBytes);
    const auto& pointer = m_argumentPointer;
    const bool copiesReturnAddress = pointer && instruction.base == pointer->reg &&
                                     pointer->below == instruction.amount &&
                                     pointer->below == -m_wordBytes;
    if (copiesReturnAddress) {
        m_shape = IntelFrameShape{};
        m_shape.belowByStack = 0;
        m_isAligned = true;
    }
    if (!instruction.reg)
        return;
    if (m_isAligned && pointer && instruction.reg == pointer->reg && !m_shape.callerSpSaved)
        m_shape.callerSpSaved = m_shape.belowByStack;
    save(*instruction.reg, m_shape.belowByStack);
}

void IntelFrameState::pop(std::optional<std::uint8_t> reg)
{
    if (reg)
        restore(*reg);
    moveStack(m_wordBytes);
}

void IntelFrameState::leave()
{
    m_shape.belowByStack = m_shape.belowByFrame;
    restore(kFramePointerEncoding);
    moveStack(m_wordBytes);
    m_shape.belowByFrame.reset();
}

/// The first store of a register still holds the caller's value: a function saves a register before
/// it uses it.
void IntelFrameState::save(std::uint8_t reg, std::optional<std::int64_t> place)
{
    if (place && *place > 0 && !m_shape.saved[reg])
        m_shape.saved[reg] = place;
}

/// Restores the register from the word at sp.
void IntelFrameState::restore(std::uint8_t reg)
{
    const auto place = m_shape.belowByStack;
    if (place && m_shape.saved[reg] == place)
        m_shape.saved[reg].reset();
}

} // namespace faultline::unwind
