// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/intel_epilogue.h"

#include "core/base/byte_reader.h"
#include "core/unwind/code/intel_registers.h"
#include "core/unwind/rules/register_rules.h"

namespace faultline::unwind {

namespace {

constexpr int kMaxPops = 16;
constexpr std::uint8_t kRexW = 0x48;

class Epilogue
{
public:
    Epilogue(Bytes code,
             const RegisterSet& callee,
             std::optional<FunctionBounds> function,
             const MemoryReader& memory)
        : m_reader(code), m_registers(callee), m_function(function), m_memory(memory),
          m_pc(callee.pc()), m_special(specialRegisters(callee.family())),
          m_is64(callee.family() == CpuFamily::Intel64)
    {
    }

    std::optional<RegisterSet> run()
    {
        adjustStack();
        for (int i = 0; i < kMaxPops && pop(); ++i) {
        }
        if (!m_ok)
            return std::nullopt;
        const auto argumentBytes = leaves();
        if (!argumentBytes || !load(m_special.pc))
            return std::nullopt;
        moveStack(m_registers.sp(), *argumentBytes);
        return m_registers;
    }

private:
    std::uint8_t peek(std::size_t ahead) const
    {
        const auto rest = m_reader.span().subspan(m_reader.offset());
        return ahead < rest.size() ? std::to_integer<std::uint8_t>(rest[ahead]) : 0;
    }

    /// add sp, imm8 / imm32; lea sp, [reg + disp8 / disp32]; leave.
    void adjustStack()
    {
        const bool hasRex = m_is64 && (peek(0) == kRexW || peek(0) == kRexW + 1);
        const std::size_t at = hasRex ? 1 : 0;
        const auto opcode = peek(at);
        const bool isAddition = (opcode == 0x83 || opcode == 0x81) && peek(at + 1) == 0xc4;
        if (peek(0) == 0xc9) {
            m_reader.skip(1);
            leaveFrame();
        } else if (isAddition && (!m_is64 || peek(0) == kRexW)) {
            m_reader.skip(at + 2);
            moveStack(m_registers.sp(), opcode == 0x83 ? m_reader.i8() : m_reader.i32());
        } else if (opcode == 0x8d && hasRex == m_is64) {
            loadEffectiveAddress(at + 2, peek(0), peek(at + 1));
        }
    }

    void leaveFrame()
    {
        m_ok = m_registers.has(m_special.fp);
        if (!m_ok)
            return;
        moveStack(m_registers.get(m_special.fp), 0);
        load(m_special.fp);
    }

    void loadEffectiveAddress(std::size_t length, std::uint8_t rex, std::uint8_t modrm)
    {
        const auto mode = modrm >> 6;
        const auto extension = m_is64 ? (rex & 1u) << 3 : 0u;
        const bool targetsStack = (modrm >> 3 & 7) == kStackPointerEncoding;
        const bool hasIndexByte = (modrm & 7) == 4;
        if (!targetsStack || hasIndexByte || (mode != 1 && mode != 2))
            return;
        const auto index = intelRegisterIndex(m_registers.family(), (modrm & 7u) | extension);
        if (!m_registers.has(index)) {
            m_ok = false;
            return;
        }
        m_reader.skip(length);
        moveStack(m_registers.get(index), mode == 1 ? m_reader.i8() : m_reader.i32());
    }

    void moveStack(std::uint64_t base, std::int64_t distance)
    {
        m_registers.set(m_special.sp, (base + static_cast<std::uint64_t>(distance)) &
                                          addressBits(m_registers.family()));
    }

    bool pop()
    {
        const bool isExtended = m_is64 && peek(0) == 0x41;
        const auto opcode = peek(isExtended ? 1 : 0);
        if (opcode < 0x58 || opcode > 0x5f)
            return false;
        m_reader.skip(isExtended ? 2 : 1);
        const auto encoded = static_cast<std::size_t>(opcode - 0x58) + (isExtended ? 8 : 0);
        return encoded != kStackPointerEncoding &&
               load(intelRegisterIndex(m_registers.family(), encoded));
    }

    bool load(std::uint8_t index)
    {
        const unsigned wordBytes = m_is64 ? 8 : 4;
        const auto value = m_memory.readUnsigned(m_registers.sp(), wordBytes);
        m_ok = m_ok && value;
        if (!value)
            return false;
        m_registers.set(index, *value);
        moveStack(m_registers.sp(), wordBytes);
        return true;
    }

    /// The bytes of arguments that a return, or a jump out of the function (a tail call), removes.
    /// Absent when the function continues.
    std::optional<std::int64_t> leaves()
    {
        const auto first = peek(0);
        if (!m_reader.ok() || m_reader.atEnd())
            return std::nullopt;
        const auto nothingIf = [](bool leavesHere) {
            return leavesHere ? std::optional<std::int64_t>(0) : std::nullopt;
        };
        switch (first) {
        case 0xc3: return 0; // ret
        case 0xc2: {         // ret imm16
            m_reader.skip(1);
            const auto bytes = m_reader.u16();
            return m_reader.ok() ? std::optional<std::int64_t>(bytes) : std::nullopt;
        }
        case 0xf3:                                    // rep ret
        case 0xf2: return nothingIf(peek(1) == 0xc3); // bnd ret
        case 0xeb: m_reader.skip(1); return nothingIf(jumpLeaves(m_reader.i8()));
        case 0xe9: m_reader.skip(1); return nothingIf(jumpLeaves(m_reader.i32()));
        case 0xff: return nothingIf(m_function && isIndirectJump(peek(1)));
        case 0x48: // rex.w marks a tail call on Windows.
            return nothingIf(m_is64 && m_function && peek(1) == 0xff && isIndirectJump(peek(2)));
        default: return std::nullopt;
        }
    }

    /// jmp [rip + disp32], jmp reg.
    static bool isIndirectJump(std::uint8_t modrm)
    {
        return modrm == 0x25 || (modrm & 0xf8) == 0xe0;
    }

    bool jumpLeaves(std::int64_t distance) const
    {
        if (!m_reader.ok() || !m_function)
            return false;
        const auto target = m_pc + m_reader.offset() + static_cast<std::uint64_t>(distance);
        return target < m_function->begin || target >= m_function->end;
    }

    ByteReader m_reader;
    RegisterSet m_registers;
    std::optional<FunctionBounds> m_function;
    const MemoryReader& m_memory;
    std::uint64_t m_pc;
    SpecialRegisters m_special;
    bool m_is64;
    bool m_ok = true;
};

} // namespace

std::optional<RegisterSet> finishIntelEpilogue(Bytes code,
                                               const RegisterSet& callee,
                                               std::optional<FunctionBounds> function,
                                               const MemoryReader& memory)
{
    const auto family = callee.family();
    const bool isIntel = family == CpuFamily::Intel32 || family == CpuFamily::Intel64;
    if (!isIntel || !callee.has(specialRegisters(family).sp))
        return std::nullopt;
    return Epilogue(code, callee, function, memory).run();
}

} // namespace faultline::unwind
