#include "core/unwind/amd64_epilogue.h"

#include "core/base/byte_reader.h"
#include "core/unwind/amd64_registers.h"

namespace faultline::unwind {

namespace {

constexpr int kMaxPops = 16;

class Epilogue
{
public:
    Epilogue(Bytes code,
             const RegisterSet& callee,
             std::optional<FunctionBounds> function,
             const MemoryReader& memory)
        : m_reader(code), m_registers(callee), m_function(function), m_memory(memory),
          m_pc(callee.pc())
    {
    }

    std::optional<RegisterSet> run()
    {
        adjustStack();
        for (int i = 0; i < kMaxPops && pop(); ++i) {
        }
        if (!m_ok || !leaves())
            return std::nullopt;
        if (!load(kAmd64Rip))
            return std::nullopt;
        return m_registers;
    }

private:
    std::uint8_t peek(std::size_t ahead) const
    {
        const auto rest = m_reader.span().subspan(m_reader.offset());
        return ahead < rest.size() ? std::to_integer<std::uint8_t>(rest[ahead]) : 0;
    }

    /// add rsp, imm8 / imm32, or lea rsp, [reg + disp8 / disp32].
    void adjustStack()
    {
        const auto rex = peek(0);
        if (rex == 0x48 && peek(2) == 0xc4 && (peek(1) == 0x83 || peek(1) == 0x81)) {
            const bool isShort = peek(1) == 0x83;
            m_reader.skip(3);
            moveStack(m_registers.get(kAmd64Rsp), isShort ? m_reader.i8() : m_reader.i32());
        } else if ((rex == 0x48 || rex == 0x49) && peek(1) == 0x8d) {
            loadEffectiveAddress(rex, peek(2));
        }
    }

    void loadEffectiveAddress(std::uint8_t rex, std::uint8_t modrm)
    {
        const auto mode = modrm >> 6;
        const auto base = static_cast<std::uint8_t>((modrm & 7) | ((rex & 1) << 3));
        const bool targetsStack = (modrm >> 3 & 7) == 4;
        const bool hasIndexByte = (modrm & 7) == 4;
        if (!targetsStack || hasIndexByte || (mode != 1 && mode != 2))
            return;
        const auto index = kAmd64ByEncoding[base];
        if (!m_registers.has(index)) {
            m_ok = false;
            return;
        }
        m_reader.skip(3);
        moveStack(m_registers.get(index), mode == 1 ? m_reader.i8() : m_reader.i32());
    }

    void moveStack(std::uint64_t base, std::int64_t distance)
    {
        m_registers.set(kAmd64Rsp, base + static_cast<std::uint64_t>(distance));
    }

    bool pop()
    {
        const bool isExtended = peek(0) == 0x41;
        const auto opcode = peek(isExtended ? 1 : 0);
        if (opcode < 0x58 || opcode > 0x5f)
            return false;
        m_reader.skip(isExtended ? 2 : 1);
        const auto encoded = static_cast<std::size_t>(opcode - 0x58) + (isExtended ? 8 : 0);
        return kAmd64ByEncoding[encoded] != kAmd64Rsp && load(kAmd64ByEncoding[encoded]);
    }

    bool load(std::uint8_t index)
    {
        const auto value = m_memory.readUnsigned(m_registers.get(kAmd64Rsp), 8);
        m_ok = m_ok && value;
        if (!value)
            return false;
        m_registers.set(index, *value);
        m_registers.set(kAmd64Rsp, m_registers.get(kAmd64Rsp) + 8);
        return true;
    }

    /// A return, or a jump that ends the function (a tail call).
    bool leaves()
    {
        const auto first = peek(0);
        if (!m_reader.ok() || m_reader.atEnd())
            return false;
        switch (first) {
        case 0xc3:                         // ret
        case 0xc2: return true;            // ret imm16
        case 0xf3: return peek(1) == 0xc3; // rep ret
        case 0xf2: return peek(1) == 0xc3; // bnd ret
        case 0xeb: m_reader.skip(1); return jumpLeaves(m_reader.i8());
        case 0xe9: m_reader.skip(1); return jumpLeaves(m_reader.i32());
        case 0xff: return m_function && isIndirectJump(peek(1));
        case 0x48:
            return m_function && peek(1) == 0xff &&
                   isIndirectJump(peek(2)); // rex.w marks a tail call on Windows.
        default: return false;
        }
    }

    /// jmp [rip + disp32].
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
    bool m_ok = true;
};

} // namespace

std::optional<RegisterSet> finishAmd64Epilogue(Bytes code,
                                               const RegisterSet& callee,
                                               std::optional<FunctionBounds> function,
                                               const MemoryReader& memory)
{
    if (!callee.has(kAmd64Rsp))
        return std::nullopt;
    return Epilogue(code, callee, function, memory).run();
}

} // namespace faultline::unwind
