// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/compact_rules.h"

#include "core/unwind/rules/register_rules.h"

#include <array>
#include <optional>

namespace faultline::unwind {

namespace {

constexpr std::uint32_t kIntelRegisters = 6;
constexpr std::uint8_t kNoRegister = 0xff;

/// Translates compact register numbers 1 to 6 to indexes in RegisterSet.
std::uint8_t intelRegister(CpuFamily family, std::uint32_t number)
{
    constexpr std::array<std::uint8_t, 7> kAmd64{kNoRegister, 3,  12, 13,
                                                 14,          15, 6}; // rbx r12 r13 r14 r15 rbp
    constexpr std::array<std::uint8_t, 7> kX86{kNoRegister, 3, 7, 8,
                                               5,           4, 2}; // ebx ecx edx edi esi ebp
    if (number > kIntelRegisters)
        return kNoRegister;
    return family == CpuFamily::Intel64 ? kAmd64[number] : kX86[number];
}

/// Reads stack words into registers.
class Restorer
{
public:
    Restorer(const RegisterSet& callee, const MemoryReader& memory)
        : m_registers(callee), m_memory(memory), m_wordBytes(pointerSize(callee.family())),
          m_mask(addressBits(callee.family()))
    {
    }

    void restore(std::uint8_t index, std::uint64_t address)
    {
        const auto value = m_memory.readUnsigned(address & m_mask, m_wordBytes);
        if (value)
            m_registers.set(index, *value);
        else if (!m_missing)
            m_missing = address & m_mask;
    }

    void set(std::uint8_t index, std::uint64_t value) { m_registers.set(index, value & m_mask); }

    Result<RegisterSet> finish() const
    {
        if (m_missing)
            return fail(ErrorKind::Malformed, "memory at ", Hex{*m_missing}, " is not known");
        return m_registers;
    }

private:
    RegisterSet m_registers;
    const MemoryReader& m_memory;
    unsigned m_wordBytes;
    std::uint64_t m_mask;
    std::optional<std::uint64_t> m_missing;
};

std::unexpected<Error> unknownRegister(const RegisterSet& callee, std::uint8_t index)
{
    return fail(ErrorKind::Malformed, "register ", registersOf(callee.family())[index].name,
                " is not known");
}

/// The pushed registers in stack order from the lowest address: `count` of the six, encoded as a
/// Lehmer permutation.
std::array<std::uint32_t, kIntelRegisters> permutedRegisters(std::uint32_t count,
                                                             std::uint32_t permutation)
{
    std::array<std::uint32_t, kIntelRegisters> order{};
    std::array<bool, kIntelRegisters + 1> used{};
    for (std::uint32_t i = 0; i < count; ++i) {
        std::uint32_t divisor = 1;
        for (std::uint32_t j = i + 1; j < count; ++j)
            divisor *= kIntelRegisters - j;
        auto rank = permutation / divisor;
        permutation %= divisor;
        for (std::uint32_t number = 1; number <= kIntelRegisters; ++number) {
            if (used[number] || rank-- != 0)
                continue;
            used[number] = true;
            order[i] = number;
            break;
        }
    }
    return order;
}

/// Restores pairs of saved registers, downwards from `address`. Bits 0–4 stand for x19/x20 …
/// x27/x28. Bits 8–11 stand for d8/d9 and the following pairs, which are stored after them.
void restoreArm64Pairs(std::uint32_t encoding, std::uint64_t address, Restorer& restorer)
{
    constexpr std::uint8_t kFirst = 19;
    for (std::uint8_t pair = 0; pair < 5; ++pair) {
        if ((encoding >> pair & 1) == 0)
            continue;
        restorer.restore(static_cast<std::uint8_t>(kFirst + 2 * pair), address);
        restorer.restore(static_cast<std::uint8_t>(kFirst + 2 * pair + 1), address - 8);
        address -= 16;
    }
}

} // namespace

Result<RegisterSet>
undoIntelFrame(std::uint32_t encoding, const RegisterSet& callee, const MemoryReader& memory)
{
    const auto special = specialRegisters(callee.family());
    const std::uint64_t wordBytes = pointerSize(callee.family());
    if (!callee.has(special.fp))
        return unknownRegister(callee, special.fp);
    const auto fp = callee.get(special.fp);
    Restorer restorer(callee, memory);
    auto address = fp - (encoding >> 16 & 0xff) * wordBytes;
    for (unsigned i = 0; i < 5; ++i, address += wordBytes) {
        const auto index = intelRegister(callee.family(), encoding >> (3 * i) & 7);
        if (index != kNoRegister)
            restorer.restore(index, address);
    }
    restorer.restore(special.fp, fp);
    restorer.restore(special.pc, fp + wordBytes);
    restorer.set(special.sp, fp + 2 * wordBytes);
    return restorer.finish();
}

Result<RegisterSet> undoIntelFrameless(std::uint32_t encoding,
                                       std::uint64_t stackBytes,
                                       const RegisterSet& callee,
                                       const MemoryReader& memory)
{
    const auto special = specialRegisters(callee.family());
    const std::uint64_t wordBytes = pointerSize(callee.family());
    if (!callee.has(special.sp))
        return unknownRegister(callee, special.sp);
    const auto count = encoding >> 10 & 7;
    if (count > kIntelRegisters)
        return fail(ErrorKind::Malformed, "compact encoding ", Hex{encoding}, " saves ", count,
                    " registers");
    const auto cfa = callee.get(special.sp) + stackBytes;
    Restorer restorer(callee, memory);
    auto address = cfa - wordBytes - count * wordBytes;
    const auto order = permutedRegisters(count, encoding & 0x3ff);
    for (std::uint32_t i = 0; i < count; ++i, address += wordBytes) {
        const auto index = intelRegister(callee.family(), order[i]);
        if (index != kNoRegister)
            restorer.restore(index, address);
    }
    restorer.restore(special.pc, cfa - wordBytes);
    restorer.set(special.sp, cfa);
    return restorer.finish();
}

Result<RegisterSet>
undoArm64Frame(std::uint32_t encoding, const RegisterSet& callee, const MemoryReader& memory)
{
    const auto special = specialRegisters(callee.family());
    if (!callee.has(special.fp))
        return unknownRegister(callee, special.fp);
    const auto fp = callee.get(special.fp);
    Restorer restorer(callee, memory);
    restoreArm64Pairs(encoding, fp - 8, restorer);
    restorer.restore(special.fp, fp);
    restorer.restore(special.pc, fp + 8);
    restorer.set(special.sp, fp + 16);
    return restorer.finish();
}

Result<RegisterSet>
undoArm64Frameless(std::uint32_t encoding, const RegisterSet& callee, const MemoryReader& memory)
{
    const auto special = specialRegisters(callee.family());
    if (!callee.has(*special.lr))
        return unknownRegister(callee, *special.lr);
    const auto cfa = callee.get(special.sp) + std::uint64_t{encoding >> 12 & 0xfff} * 16;
    Restorer restorer(callee, memory);
    restoreArm64Pairs(encoding, cfa - 8, restorer);
    restorer.set(special.pc, callee.get(*special.lr));
    restorer.set(special.sp, cfa);
    return restorer.finish();
}

} // namespace faultline::unwind
