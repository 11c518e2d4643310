// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/intel_exits.h"

#include "core/unwind/code/intel_instruction.h"
#include "core/unwind/code/intel_registers.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace faultline::unwind {

namespace {

using Effect = IntelInstruction::Effect;
using Flow = IntelInstruction::Flow;
using Register = IntelExit::Register;

/// The processor's state on one way, as far as it concerns the stack.
class Way
{
public:
    Way(const IntelExitStart& start, bool is64Bit)
        : m_pc(start.pc), m_sp(start.sp), m_fp(start.fp), m_lowestKnown(start.sp),
          m_wordBytes(is64Bit ? 8 : 4), m_mask(is64Bit ? ~std::uint64_t{0} : 0xffffffff)
    {
    }

    std::uint64_t pc() const { return m_pc; }

    unsigned passedCalls() const { return m_passedCalls; }

    void moveTo(std::uint64_t pc) { m_pc = pc; }

    void passCall() { ++m_passedCalls; }

    void apply(const IntelInstruction& instruction, const CodeSource& source);

    std::optional<IntelExit> exit(const IntelInstruction& instruction) const
    {
        if (!m_sp)
            return std::nullopt;
        IntelExit exit{.slot = *m_sp,
                       .spAfter = moved(*m_sp, m_wordBytes + instruction.amount),
                       .passedCalls = m_passedCalls,
                       .registers = m_registers};
        return exit;
    }

private:
    std::uint64_t moved(std::uint64_t place, std::int64_t bytes) const
    {
        return (place + static_cast<std::uint64_t>(bytes)) & m_mask;
    }

    std::optional<std::uint64_t> moved(std::optional<std::uint64_t> place, std::int64_t bytes) const
    {
        return place ? std::optional(moved(*place, bytes)) : std::nullopt;
    }

    void push(std::optional<std::uint8_t> reg);
    void pop(std::optional<std::uint8_t> reg, const CodeSource& source);
    void set(std::uint8_t reg, std::optional<std::uint64_t> value);
    void load(std::uint8_t reg, std::optional<std::uint64_t> place, const CodeSource& source);

    std::uint64_t m_pc;
    std::optional<std::uint64_t> m_sp;
    std::optional<std::uint64_t> m_fp;
    std::uint64_t m_lowestKnown; ///< What is below is written by the code that is followed.
    std::int64_t m_wordBytes;
    std::uint64_t m_mask;
    unsigned m_passedCalls = 0;
    std::array<Register, 16> m_registers{};
    /// Where a register was pushed on this way, while it still had the value of the beginning.
    std::array<std::optional<std::uint64_t>, 16> m_pushed{};
};

void Way::set(std::uint8_t reg, std::optional<std::uint64_t> value)
{
    m_registers[reg] = {.isChanged = true, .value = value};
    if (reg == kFramePointerEncoding)
        m_fp = value;
}

void Way::push(std::optional<std::uint8_t> reg)
{
    m_sp = moved(m_sp, -m_wordBytes);
    if (reg && !m_registers[*reg].isChanged && !m_pushed[*reg])
        m_pushed[*reg] = m_sp;
}

/// Takes the word from the stack. A register that was pushed on this way is as it was before.
void Way::load(std::uint8_t reg, std::optional<std::uint64_t> place, const CodeSource& source)
{
    if (place && *place < m_lowestKnown && m_pushed[reg] == place) {
        m_registers[reg] = {};
        return;
    }
    set(reg, place && *place >= m_lowestKnown ? source.word(*place) : std::nullopt);
}

void Way::pop(std::optional<std::uint8_t> reg, const CodeSource& source)
{
    const auto place = m_sp;
    m_sp = moved(m_sp, m_wordBytes);
    if (reg)
        load(*reg, place, source);
}

void Way::apply(const IntelInstruction& instruction, const CodeSource& source)
{
    const auto amount = instruction.amount;
    if (instruction.losesFrame && instruction.effect != Effect::Pop)
        set(kFramePointerEncoding, std::nullopt);
    switch (instruction.effect) {
    case Effect::None:
    case Effect::SaveByStack:
    case Effect::SaveByFrame: break;
    case Effect::AddressOfStack: set(*instruction.reg, moved(m_sp, amount)); break;
    case Effect::Push: push(instruction.reg); break;
    case Effect::Pop: pop(instruction.reg, source); break;
    case Effect::AddToStack: m_sp = moved(m_sp, amount); break;
    case Effect::StackFromFrame: m_sp = moved(m_fp, amount); break;
    case Effect::FrameFromStack: set(kFramePointerEncoding, moved(m_sp, amount)); break;
    case Effect::Leave:
        m_sp = m_fp;
        pop(kFramePointerEncoding, source);
        break;
    case Effect::LoadByStack: load(*instruction.reg, moved(m_sp, amount), source); break;
    case Effect::LoadByFrame: load(*instruction.reg, moved(m_fp, amount), source); break;
    case Effect::StackFromRegister:
        m_sp = moved(m_registers[*instruction.base].value, amount);
        break;
    case Effect::LosesStack: m_sp.reset(); break;
    }
}

/// Follows the ways with the fewest calls first.
class ExitSearch
{
public:
    ExitSearch(const CodeSource& source, bool is64Bit, std::uint32_t& instructionsLeft)
        : m_source(source), m_is64(is64Bit), m_left(instructionsLeft)
    {
    }

    std::vector<IntelExit> run(const Way& start)
    {
        m_open.emplace(0, start);
        while (!m_open.empty() && m_exits.size() < kMaxExits) {
            auto way = m_open.begin()->second;
            m_open.erase(m_open.begin());
            follow(way);
        }
        return std::move(m_exits);
    }

private:
    static constexpr std::size_t kMaxExits = 16;

    void follow(Way way)
    {
        while (m_left > 0 && m_seen.insert(way.pc()).second) {
            --m_left;
            std::array<std::byte, kMaxIntelInstructionBytes> bytes{};
            const auto count = m_source.code(way.pc(), bytes);
            const auto instruction =
                decodeIntelInstruction(Bytes(bytes).first(count), way.pc(), m_is64);
            if (!instruction || !passes(way, *instruction))
                return;
        }
    }

    /// Whether the next instruction is reached now.
    bool passes(Way& way, const IntelInstruction& instruction)
    {
        const auto next = way.pc() + instruction.sizeBytes;
        way.apply(instruction, m_source);
        switch (instruction.flow) {
        case Flow::Next: way.moveTo(next); return true;
        case Flow::Call: passCall(way, instruction, next); return false;
        case Flow::Branch:
            open(way, *instruction.target);
            way.moveTo(next);
            return true;
        case Flow::Jump: way.moveTo(*instruction.target); return true;
        case Flow::JumpAnywhere:
            if (instruction.slot)
                leaveThroughSlot(way, instruction);
            return false;
        case Flow::Return: addExit(way.exit(instruction)); return false;
        case Flow::Stop: return false;
        }
        return false;
    }

    void open(Way way, std::uint64_t target)
    {
        way.moveTo(target);
        const auto calls = way.passedCalls();
        m_open.emplace(calls, way);
    }

    /// A jump through a fixed word enters a function of another module (the stubs of macOS, the
    /// procedure linkage table of ELF). If that function is not known, it still returns to the word
    /// at sp.
    void leaveThroughSlot(const Way& way, const IntelInstruction& jump)
    {
        const auto target = m_source.word(*jump.slot);
        std::array<std::byte, 1> first{};
        if (target && m_source.code(*target, first) == first.size())
            open(way, *target);
        else
            addExit(way.exit(jump));
    }

    void passCall(Way way, const IntelInstruction& call, std::uint64_t next)
    {
        // A call of the next instruction pushes pc, which a pop then reads.
        if (call.target == next)
            way.apply({.effect = Effect::Push, .reg = {}, .base = {}, .target = {}, .slot = {}},
                      m_source);
        else
            way.passCall();
        open(way, next);
    }

    void addExit(const std::optional<IntelExit>& exit)
    {
        const auto isSame = [&](const IntelExit& other) { return other.slot == exit->slot; };
        if (exit && std::ranges::none_of(m_exits, isSame))
            m_exits.push_back(*exit);
    }

    const CodeSource& m_source;
    bool m_is64;
    std::uint32_t& m_left;
    std::multimap<unsigned, Way> m_open; // Keyed by the number of calls on the way.
    std::unordered_set<std::uint64_t> m_seen;
    std::vector<IntelExit> m_exits;
};

} // namespace

std::vector<IntelExit> findIntelExits(const CodeSource& source,
                                      const IntelExitStart& start,
                                      bool is64Bit,
                                      std::uint32_t& instructionsLeft)
{
    return ExitSearch(source, is64Bit, instructionsLeft).run(Way(start, is64Bit));
}

} // namespace faultline::unwind
