// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/windows_funclet.h"

#include "core/unwind/walk/return_address.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace faultline::unwind {

namespace {

constexpr std::uint64_t kMostCodeBytes = 4096; // Limit for the function's code before the call.
constexpr std::uint32_t kMostPushedBytes = 64; // Arguments of the call that the funclet has made.

/// The first instructions of a funclet from LLVM: `push ebp`, room, and code that computes the
/// function's ebp from the given one, the end of its exception registration. That code is `add ebp,
/// n` or, if the function has a base pointer, `lea esi, [ebp + n]` and `mov ebp, [esi + m]`.
struct Prologue
{
    std::uint32_t roomBytes = 0;
    std::uint32_t adjustment = 0;
    std::optional<std::uint32_t> savedEbp; ///< m.
};

/// Reads instructions one after the other.
class Instructions
{
public:
    explicit Instructions(Bytes code) : m_code(code) {}

    bool skip(std::initializer_list<std::uint8_t> bytes)
    {
        const auto isNext = [&](std::size_t i, std::uint8_t byte) {
            return m_next + i < m_code.size() && m_code[m_next + i] == std::byte{byte};
        };
        std::size_t count = 0;
        for (const auto byte : bytes) {
            if (!isNext(count++, byte))
                return false;
        }
        m_next += count;
        return true;
    }

    /// The operand after either form of an instruction: one byte, sign-extended, or four bytes.
    std::optional<std::uint32_t> operandOf(std::initializer_list<std::uint8_t> withByte,
                                           std::initializer_list<std::uint8_t> withWord)
    {
        if (skip(withByte) && m_next < m_code.size())
            return static_cast<std::uint32_t>(static_cast<std::int8_t>(m_code[m_next++]));
        if (!skip(withWord) || m_code.size() - m_next < 4)
            return std::nullopt;
        std::uint32_t value = 0;
        for (unsigned i = 0; i < 4; ++i)
            value |= std::to_integer<std::uint32_t>(m_code[m_next++]) << (8 * i);
        return value;
    }

private:
    Bytes m_code;
    std::size_t m_next = 0;
};

std::optional<Prologue> readPrologue(Bytes code)
{
    Instructions instructions(code);
    if (!instructions.skip({0x55})) // push ebp
        return std::nullopt;
    Prologue prologue;
    if (instructions.skip({0x50})) { // push eax
        prologue.roomBytes = 4;
    } else if (const auto room = instructions.operandOf({0x83, 0xec}, {0x81, 0xec})) { // sub esp
        prologue.roomBytes = *room;
    } else {
        return std::nullopt;
    }
    if (const auto added = instructions.operandOf({0x83, 0xc5}, {0x81, 0xc5})) { // add ebp
        prologue.adjustment = *added;
        return prologue;
    }
    const auto base = instructions.operandOf({0x8d, 0x75}, {0x8d, 0xb5}); // lea esi, [ebp + n]
    const auto saved =
        base ? instructions.operandOf({0x8b, 0x6e}, {0x8b, 0xae}) : base; // mov ebp, [esi + m]
    if (!saved)
        return std::nullopt;
    prologue.adjustment = *base;
    prologue.savedEbp = saved;
    return prologue;
}

/// Does the prologue compute `ebp` from `given`?
bool makes(const WalkEnvironment& environment,
           const Prologue& prologue,
           std::uint32_t given,
           std::uint32_t ebp)
{
    const std::uint32_t adjusted = given + prologue.adjustment;
    if (!prologue.savedEbp)
        return adjusted == ebp;
    const std::uint32_t place = adjusted + *prologue.savedEbp;
    return environment.stack.word(place) == ebp;
}

/// The last funclet prologue between the start of the callee's function and its present place.
std::optional<Prologue> prologueBefore(const WalkEnvironment& environment, const Callee& callee)
{
    const auto function = functionAt(environment, callee.lookupAddress, callee.module);
    if (!function || callee.lookupAddress <= function->begin)
        return std::nullopt;
    // Skip the start, which is the prologue of the function itself.
    const auto size = std::min(callee.lookupAddress - function->begin - 1, kMostCodeBytes);
    std::vector<std::byte> buffer(static_cast<std::size_t>(size));
    const auto count =
        environment.modules.readCode(callee.lookupAddress - size, callee.module, buffer);
    const auto code = Bytes(buffer).first(count);
    for (auto offset = code.size(); offset-- > 0;) {
        if (const auto prologue = readPrologue(code.subspan(offset)))
            return prologue;
    }
    return std::nullopt;
}

bool isInSameFunction(const WalkEnvironment& environment,
                      const Callee& callee,
                      std::uint64_t address)
{
    const auto own = functionAt(environment, callee.lookupAddress, callee.module);
    const auto other =
        functionAt(environment, address - 1, environment.moduleMap.find(address - 1));
    return own && other && own->begin == other->begin;
}

} // namespace

StepResult stepOutOfFunclet(WalkEnvironment& environment, const Callee& callee)
{
    const auto special = specialRegisters(CpuFamily::Intel32);
    if (environment.family != CpuFamily::Intel32 ||
        environment.event.system.os != OsFamily::Windows || !callee.registers.has(special.fp))
        return std::nullopt;
    const auto prologue = prologueBefore(environment, callee);
    if (!prologue)
        return std::nullopt;
    const auto ebp = static_cast<std::uint32_t>(callee.registers.get(special.fp));
    for (std::uint32_t pushed = 0; pushed <= kMostPushedBytes; pushed += 4) {
        const auto slot = callee.sp + pushed + prologue->roomBytes;
        const auto given = environment.stack.word(slot);
        const auto returnAddress = environment.stack.word(slot + 4);
        if (!given || !returnAddress || *given <= slot || *given >= ebp ||
            !makes(environment, *prologue, static_cast<std::uint32_t>(*given), ebp) ||
            isInSameFunction(environment, callee, *returnAddress) ||
            !isCertainReturnAddress(environment, *returnAddress))
            continue;
        Caller caller;
        caller.registers = forwardedRegisters(callee.registers, CallingConvention::Windows);
        caller.registers.set(special.pc, *returnAddress);
        caller.registers.set(special.sp, slot + 8);
        caller.registers.set(special.fp, *given);
        caller.trust = FrameTrust::FramePointer;
        caller.method = UnwindMethod::Instructions;
        return caller;
    }
    return std::nullopt;
}

} // namespace faultline::unwind
