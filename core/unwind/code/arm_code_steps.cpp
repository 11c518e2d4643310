// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/arm_code_steps.h"

#include "core/unwind/code/arm_instructions.h"
#include "core/unwind/rules/register_rules.h"

#include <array>

namespace faultline::unwind {

namespace {

using Kind = ArmStackEffect::Kind;

constexpr int kMaxInstructions = 32;
constexpr std::uint8_t kLr = 14; // Register numbers.
constexpr std::uint8_t kPc = 15;
constexpr std::uint64_t kMask = 0xffffffff;

std::uint8_t indexOf(std::uint8_t number)
{
    return *registerFromDwarf(CpuFamily::Arm32, number); // DWARF numbers all sixteen registers.
}

/// Carries out the rest of an epilogue.
class Epilogue
{
public:
    Epilogue(const RegisterSet& callee, const MemoryReader& memory)
        : m_registers(callee), m_memory(memory)
    {
    }

    std::optional<RegisterSet> run(ByteReader reader, bool isThumb)
    {
        for (int i = 0; i < kMaxInstructions && !m_returned; ++i) {
            if (!step(readArmInstruction(reader, isThumb)))
                return std::nullopt;
        }
        return m_returned ? std::optional(m_registers) : std::nullopt;
    }

private:
    bool step(const ArmStackEffect& effect)
    {
        switch (effect.kind) {
        case Kind::MoveStack: return add(13, effect.bytes, 13);
        case Kind::StackFrom: return add(effect.number, effect.bytes, 13);
        case Kind::AddTo: return add(effect.number, effect.bytes, effect.number);
        case Kind::Pop: return pop(effect.mask);
        case Kind::ReturnByLink: m_returned = true; return add(kLr, 0, kPc);
        case Kind::None: // The function may compute its result here. Such an instruction changes no
                         // preserved register.
        case Kind::Push:
        case Kind::Unknown: break;
        }
        return false;
    }

    bool add(std::uint8_t from, std::int32_t bytes, std::uint8_t to)
    {
        if (!m_registers.has(indexOf(from)))
            return false;
        const auto sum = m_registers.get(indexOf(from)) + static_cast<std::uint64_t>(bytes);
        m_registers.set(indexOf(to), sum & kMask);
        return true;
    }

    bool pop(std::uint32_t mask)
    {
        for (std::uint8_t number = 0; number <= kPc; ++number) {
            if ((mask >> number & 1) == 0)
                continue;
            const auto value = m_memory.readUnsigned(m_registers.sp(), 4);
            if (number == 13 || !value)
                return false;
            m_registers.set(indexOf(number), *value);
            add(13, 4, 13);
        }
        m_returned = (mask >> kPc & 1) != 0;
        return true;
    }

    RegisterSet m_registers;
    const MemoryReader& m_memory;
    bool m_returned = false;
};

/// Where a prologue has saved registers, as depths below the stack pointer at the function's entry.
class Prologue
{
public:
    bool step(const ArmStackEffect& effect)
    {
        switch (effect.kind) {
        case Kind::None:
        case Kind::AddTo: return true;
        case Kind::MoveStack: m_moved -= effect.bytes; return effect.bytes <= 0;
        case Kind::Push: push(effect.mask); return true;
        case Kind::StackFrom:
        case Kind::Pop:
        case Kind::ReturnByLink:
        case Kind::Unknown: break;
        }
        return false;
    }

    bool savesLink() const { return m_depths[kLr] != 0; }

    std::optional<RegisterSet> undo(const RegisterSet& callee, const MemoryReader& memory) const
    {
        auto caller = callee;
        const auto entrySp = callee.sp() + static_cast<std::uint64_t>(m_moved);
        for (std::uint8_t number = 0; number <= kLr; ++number) {
            if (m_depths[number] == 0)
                continue;
            const auto slot = entrySp - static_cast<std::uint64_t>(m_depths[number]);
            const auto value = memory.readUnsigned(slot & kMask, 4);
            if (!value)
                return std::nullopt;
            caller.set(indexOf(number), *value);
        }
        if (!caller.has(indexOf(kLr)))
            return std::nullopt;
        caller.set(indexOf(13), entrySp & kMask);
        caller.set(indexOf(kPc), caller.get(indexOf(kLr)));
        return caller;
    }

private:
    void push(std::uint32_t mask)
    {
        for (int number = kLr; number >= 0; --number) {
            if ((mask >> number & 1) == 0)
                continue;
            m_moved += 4;
            // The first push of a register holds the caller's value. A later push may reuse an
            // argument register.
            auto& depth = m_depths[static_cast<std::size_t>(number)];
            depth = depth == 0 ? m_moved : depth;
        }
    }

    std::array<std::int64_t, 16> m_depths{};
    std::int64_t m_moved = 0;
};

} // namespace

std::optional<RegisterSet>
undoArmPrologue(Bytes executed, bool isThumb, const RegisterSet& callee, const MemoryReader& memory)
{
    ByteReader reader(executed);
    Prologue prologue;
    for (int i = 0; !reader.atEnd(); ++i) {
        if (i == kMaxInstructions || !prologue.step(readArmInstruction(reader, isThumb)))
            return std::nullopt;
    }
    return prologue.undo(callee, memory);
}

std::optional<RegisterSet>
undoArmFrame(Bytes code, bool isThumb, const RegisterSet& callee, const MemoryReader& memory)
{
    ByteReader reader(code);
    Prologue prologue;
    for (int i = 0; i < kMaxInstructions && !reader.atEnd(); ++i) {
        if (!prologue.step(readArmInstruction(reader, isThumb)))
            break;
    }
    return prologue.savesLink() ? prologue.undo(callee, memory) : std::nullopt;
}

std::optional<RegisterSet>
finishArmEpilogue(Bytes rest, bool isThumb, const RegisterSet& callee, const MemoryReader& memory)
{
    return Epilogue(callee, memory).run(ByteReader(rest), isThumb);
}

} // namespace faultline::unwind
