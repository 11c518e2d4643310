// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/code_steps.h"

#include "core/base/byte_reader.h"
#include "core/unwind/code/intel_frame_state.h"
#include "core/unwind/code/intel_registers.h"

#include <array>

namespace faultline::unwind {

namespace {

constexpr std::uint8_t kArm64Lr = 30; // Indexes in RegisterSet's order.
constexpr std::uint8_t kArm64Sp = 31;
constexpr std::uint8_t kArm64Pc = 32;

constexpr std::uint32_t kMaxInstructions = 32;

// A64 encodings: Arm ARM, C4.1 (load/store pair, add/subtract immediate, hints).
constexpr std::uint32_t kStackPointerBits = 31;

std::uint32_t baseRegister(std::uint32_t instruction)
{
    return instruction >> 5 & 31;
}

/// imm7 of a pair of 64-bit registers, scaled.
std::int64_t pairOffset(std::uint32_t instruction)
{
    return std::int64_t{static_cast<std::int32_t>(instruction << 10) >> 25} * 8;
}

std::uint64_t immediate12(std::uint32_t instruction)
{
    const std::uint64_t value = instruction >> 10 & 0xfff;
    return (instruction >> 22 & 1) != 0 ? value << 12 : value;
}

bool isHint(std::uint32_t instruction)
{
    return (instruction & 0xfffff01f) == 0xd503201f;
} // pac*, aut*, bti, nop

/// How many bytes a pair store or a subtraction moves the stack pointer down. Absent for any other
/// instruction.
std::optional<std::uint64_t> prologueMove(std::uint32_t instruction)
{
    if (isHint(instruction))
        return 0;
    if ((instruction & 0xff8003ff) == 0xd10003ff) // sub sp, sp, #imm
        return immediate12(instruction);
    if (baseRegister(instruction) != kStackPointerBits)
        return std::nullopt;
    const auto kind = instruction & 0xffc00000;
    if (kind == 0xa9000000 || kind == 0x6d000000) // stp, at an offset
        return 0;
    if (kind == 0xa9800000 || kind == 0x6d800000) // stp, pre-indexed
        return static_cast<std::uint64_t>(-pairOffset(instruction));
    return std::nullopt;
}

class Arm64Epilogue
{
public:
    Arm64Epilogue(const RegisterSet& callee, const MemoryReader& memory)
        : m_registers(callee), m_memory(memory)
    {
    }

    std::optional<RegisterSet> run(Bytes rest)
    {
        ByteReader reader(rest);
        for (std::uint32_t i = 0; i < kMaxInstructions; ++i) {
            const auto instruction = reader.u32();
            if (!reader.ok())
                return std::nullopt;
            if (isReturn(instruction))
                return returned();
            if (!isHint(instruction) && !step(instruction))
                return std::nullopt;
        }
        return std::nullopt;
    }

private:
    static bool isReturn(std::uint32_t instruction)
    {
        return instruction == 0xd65f03c0 || instruction == 0xd65f0bff ||
               instruction == 0xd65f0fff; // ret, retaa, retab
    }

    std::optional<RegisterSet> returned()
    {
        if (!m_registers.has(kArm64Lr))
            return std::nullopt;
        m_registers.set(kArm64Pc, m_registers.get(kArm64Lr));
        return m_registers;
    }

    bool step(std::uint32_t instruction)
    {
        if ((instruction & 0xff8003ff) == 0x910003ff) { // add sp, sp, #imm
            moveStack(immediate12(instruction));
            return true;
        }
        if (baseRegister(instruction) != kStackPointerBits)
            return false;
        switch (instruction & 0xffc00000) {
        case 0xa9400000: return loadPair(instruction, pairOffset(instruction)); // ldp, at an offset
        case 0xa8c00000:                                                        // ldp, post-indexed
            if (!loadPair(instruction, 0))
                return false;
            moveStack(static_cast<std::uint64_t>(pairOffset(instruction)));
            return true;
        case 0x6d400000: return true; // ldp of d registers, at an offset
        case 0x6cc00000:
            moveStack(static_cast<std::uint64_t>(pairOffset(instruction)));
            return true;
        default: return false;
        }
    }

    bool loadPair(std::uint32_t instruction, std::int64_t offset)
    {
        const auto address = m_registers.get(kArm64Sp) + static_cast<std::uint64_t>(offset);
        return load(instruction & 31, address) && load(instruction >> 10 & 31, address + 8);
    }

    bool load(std::uint32_t number, std::uint64_t address)
    {
        const auto value = m_memory.readUnsigned(address, 8);
        if (!value)
            return false;
        if (number != 31) // The zero register.
            m_registers.set(static_cast<std::uint8_t>(number), *value);
        return true;
    }

    void moveStack(std::uint64_t bytes)
    {
        m_registers.set(kArm64Sp, m_registers.get(kArm64Sp) + bytes);
    }

    RegisterSet m_registers;
    const MemoryReader& m_memory;
};

} // namespace

std::optional<RegisterSet>
undoAmd64Prologue(Bytes executed, const RegisterSet& callee, const MemoryReader& memory)
{
    using Effect = IntelInstruction::Effect;
    IntelFrameState frame(true);
    while (!executed.empty()) {
        const auto instruction = decodeIntelInstruction(executed, 0, true);
        const bool isPush =
            instruction && instruction->effect == Effect::Push && instruction->reg.has_value();
        const bool isAllocation =
            instruction && instruction->effect == Effect::AddToStack && instruction->amount < 0;
        if (!isPush && !isAllocation)
            return std::nullopt;
        frame.apply(*instruction);
        executed = executed.subspan(instruction->sizeBytes);
    }
    const auto shape = frame.shape();
    if (!shape || !shape->belowByStack)
        return std::nullopt;
    const auto slot = callee.get(kAmd64Rsp) + static_cast<std::uint64_t>(*shape->belowByStack);
    auto caller = callee;
    for (std::size_t encoding = 0; encoding < shape->saved.size(); ++encoding) {
        if (!shape->saved[encoding])
            continue;
        const auto place = slot - static_cast<std::uint64_t>(*shape->saved[encoding]);
        const auto value = memory.readUnsigned(place, 8);
        if (!value)
            return std::nullopt;
        caller.set(kAmd64ByEncoding[encoding], *value);
    }
    const auto returnAddress = memory.readUnsigned(slot, 8);
    if (!returnAddress)
        return std::nullopt;
    caller.set(kAmd64Rsp, slot + 8);
    caller.set(kAmd64Rip, *returnAddress);
    return caller;
}

std::optional<RegisterSet> undoArm64Prologue(Bytes executed, const RegisterSet& callee)
{
    if (!callee.has(kArm64Lr) || executed.size() > kMaxInstructions * 4)
        return std::nullopt;
    ByteReader reader(executed);
    std::uint64_t allocated = 0;
    while (!reader.atEnd()) {
        const auto move = prologueMove(reader.u32());
        if (!move || !reader.ok())
            return std::nullopt;
        allocated += *move;
    }
    auto caller = callee;
    caller.set(kArm64Sp, callee.get(kArm64Sp) + allocated);
    caller.set(kArm64Pc, callee.get(kArm64Lr));
    return caller;
}

std::optional<RegisterSet>
finishArm64Epilogue(Bytes rest, const RegisterSet& callee, const MemoryReader& memory)
{
    return Arm64Epilogue(callee, memory).run(rest);
}

} // namespace faultline::unwind
