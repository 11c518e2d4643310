// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/ehabi_opcodes.h"

#include "core/base/byte_reader.h"
#include "core/unwind/rules/register_rules.h"

namespace faultline::unwind {

namespace {

// Register numbers of the instruction set.
constexpr std::uint32_t kSp = 13;
constexpr std::uint32_t kLr = 14;
constexpr std::uint32_t kPc = 15;

constexpr std::uint32_t kDoubleBytes = 8;

class Machine
{
public:
    Machine(Bytes opcodes, const RegisterSet& callee, const MemoryReader& memory)
        : m_reader(opcodes), m_registers(callee), m_memory(memory),
          m_sp(static_cast<std::uint32_t>(callee.sp()))
    {
    }

    Result<RegisterSet> run()
    {
        while (!m_finished && !m_reader.atEnd()) {
            const auto opcode = m_reader.u8();
            FL_CHECK(step(opcode));
            if (!m_reader.ok())
                return fail(ErrorKind::Malformed, "opcode ", Hex{opcode}, " lacks its operand");
        }
        set(kSp, m_sp);
        if (m_popsPc)
            return m_registers;
        const auto lr = indexOf(kLr);
        if (!m_registers.has(lr))
            return fail(ErrorKind::Malformed, "the link register is not known");
        set(kPc, m_registers.get(lr));
        return m_registers;
    }

private:
    static std::uint8_t indexOf(std::uint32_t number)
    {
        return *registerFromDwarf(CpuFamily::Arm32, number); // DWARF numbers all sixteen registers.
    }

    void set(std::uint32_t number, std::uint64_t value)
    {
        m_registers.set(indexOf(number), value & 0xffffffff);
    }

    Result<void> step(std::uint32_t opcode)
    {
        if (opcode < 0x80) {
            const std::uint32_t bytes = ((opcode & 0x3f) << 2) + 4;
            m_sp += opcode < 0x40 ? bytes : 0u - bytes;
            return {};
        }
        if (opcode < 0x90)
            return popUnderMask((opcode & 0xf) << 8 | m_reader.u8());
        if (opcode < 0xa0)
            return moveToStackPointer(opcode & 0xf);
        if (opcode < 0xb0) { // r4 up to r4 + n, and lr.
            const auto registers = (1u << ((opcode & 7) + 1)) - 1;
            return pop(registers << 4 | ((opcode & 8) != 0 ? 1u << kLr : 0));
        }
        return opcode < 0xc0 ? stepB(opcode) : stepC(opcode);
    }

    Result<void> popUnderMask(std::uint32_t mask)
    {
        if (mask == 0)
            return fail(ErrorKind::NotFound, "the function refuses to be unwound");
        return pop(mask << 4);
    }

    Result<void> moveToStackPointer(std::uint32_t number)
    {
        if (number == kSp || number == kPc)
            return spare(0x90 | number);
        const auto index = indexOf(number);
        if (!m_registers.has(index))
            return fail(ErrorKind::Malformed, "register r", number, " is not known");
        m_sp = static_cast<std::uint32_t>(m_registers.get(index));
        return {};
    }

    Result<void> stepB(std::uint32_t opcode)
    {
        switch (opcode) {
        case 0xb0: m_finished = true; return {};
        case 0xb1: {
            const std::uint32_t mask = m_reader.u8();
            return mask == 0 || mask > 0xf ? spare(opcode) : pop(mask);
        }
        case 0xb2: {
            const auto units = m_reader.uleb128();
            m_sp += 0x204u + (static_cast<std::uint32_t>(units) << 2);
            return {};
        }
        case 0xb3: return skipDoubles((m_reader.u8() & 0xf) + 1u, 4);
        case 0xb4: m_sp += 4; return {}; // Skips the return address's authentication code.
        case 0xb5: return {}; // Says that the authentication code was made from this stack pointer.
        default: break;
        }
        return opcode >= 0xb8 ? skipDoubles((opcode & 7) + 1, 4) : spare(opcode);
    }

    /// Pops coprocessor registers: only the stack space that they use matters.
    Result<void> stepC(std::uint32_t opcode)
    {
        switch (opcode) {
        case 0xc6:
        case 0xc8:
        case 0xc9: return skipDoubles((m_reader.u8() & 0xf) + 1u, 0);
        case 0xc7: {
            const std::uint32_t mask = m_reader.u8();
            if (mask == 0 || mask > 0xf)
                return spare(opcode);
            m_sp += 4u * static_cast<std::uint32_t>(std::popcount(mask));
            return {};
        }
        default: break;
        }
        const bool isKnown = opcode < 0xc6 || (opcode >= 0xd0 && opcode < 0xd8);
        return isKnown ? skipDoubles((opcode & 7) + 1, 0) : spare(opcode);
    }

    static std::unexpected<Error> spare(std::uint32_t opcode)
    {
        return fail(ErrorKind::Malformed, "unwind opcode ", Hex{opcode}, " is not defined");
    }

    Result<void> skipDoubles(std::uint32_t count, std::uint32_t extraBytes)
    {
        m_sp += count * kDoubleBytes + extraBytes;
        return {};
    }

    /// Pops the registers of `mask`, lowest first. A popped sp takes effect after all pops.
    Result<void> pop(std::uint32_t mask)
    {
        std::optional<std::uint32_t> newSp;
        for (std::uint32_t number = 0; number <= kPc; ++number) {
            if ((mask >> number & 1) == 0)
                continue;
            const auto value = m_memory.readUnsigned(m_sp, 4);
            if (!value)
                return fail(ErrorKind::Malformed, "memory at ", Hex{m_sp}, " is not known");
            set(number, *value);
            if (number == kSp)
                newSp = static_cast<std::uint32_t>(*value);
            m_sp += 4;
        }
        m_sp = newSp.value_or(m_sp);
        m_popsPc = m_popsPc || (mask >> kPc & 1) != 0;
        return {};
    }

    ByteReader m_reader;
    RegisterSet m_registers;
    const MemoryReader& m_memory;
    std::uint32_t m_sp;
    bool m_popsPc = false;
    bool m_finished = false;
};

} // namespace

Result<RegisterSet>
runEhabiOpcodes(Bytes opcodes, const RegisterSet& callee, const MemoryReader& memory)
{
    if (callee.family() != CpuFamily::Arm32 || !callee.has(specialRegisters(CpuFamily::Arm32).sp))
        return fail(ErrorKind::Malformed, "unwind opcodes are for 32-bit ARM, and need sp");
    return Machine(opcodes, callee, memory).run();
}

} // namespace faultline::unwind
