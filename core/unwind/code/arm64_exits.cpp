// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/arm64_exits.h"

#include "core/base/byte_reader.h"
#include "core/unwind/code/call_site.h"
#include "core/unwind/code/instruction_flow.h"

#include <algorithm>
#include <set>

namespace faultline::unwind {

namespace {

// Indexes in RegisterSet's order are the registers' numbers.
constexpr std::uint8_t kFirstPreserved = 19;
constexpr std::uint8_t kFp = 29;
constexpr std::uint8_t kLr = 30;
constexpr std::uint8_t kSp = 31;
constexpr std::uint8_t kPc = 32;
constexpr unsigned kMaxStores = 64;

constexpr std::uint32_t field(std::uint32_t code, unsigned lowest, unsigned bits)
{
    return code >> lowest & ((1u << bits) - 1);
}

constexpr std::int64_t signedField(std::uint32_t code, unsigned lowest, unsigned bits)
{
    const auto value = std::int64_t{field(code, lowest, bits)};
    return value - ((value >> (bits - 1)) << bits);
}

/// What a register or a word of the stack holds; absent when that is unknown.
using Value = std::optional<std::uint64_t>;

/// The processor's state on one way through the code.
class Way
{
public:
    Way(const RegisterSet& registers, const CodeSource& source)
        : m_registers(registers), m_source(&source)
    {
    }

    std::uint64_t pc() const { return m_registers.get(kPc); }

    unsigned passedCalls() const { return m_passedCalls; }

    void goTo(std::uint64_t pc) { m_registers.set(kPc, pc); }

    void goOn() { goTo(pc() + 4); }

    Way turned(std::uint64_t pc) const
    {
        auto way = *this;
        way.goTo(pc);
        return way;
    }

    /// The callee leaves sp and the preserved registers as they were.
    void passCall()
    {
        ++m_passedCalls;
        for (std::uint8_t number = 0; number < kFirstPreserved; ++number)
            m_registers.forget(number);
        m_registers.forget(kLr);
        goOn();
    }

    std::optional<Arm64Exit> returned() const
    {
        if (!m_registers.has(kLr) || m_lostStores)
            return std::nullopt;
        Arm64Exit exit{.registers = m_registers, .passedCalls = m_passedCalls};
        exit.registers.set(kPc, m_registers.get(kLr));
        return exit;
    }

    /// Carries out an instruction that is no branch. False when sp would be unknown after it.
    bool execute(std::uint32_t code)
    {
        const auto group = field(code, 25, 4);
        if ((group & 0b1110) == 0b1000)
            return computeImmediate(code);
        if ((group & 0b0101) == 0b0100)
            return access(code);
        if ((group & 0b0111) == 0b0101)
            return computeRegister(code);
        if ((group & 0b0111) == 0b0111)
            forget(field(code, 0, 5)); // Floating point; some of them have a general register.
        return true;
    }

private:
    /// In these instructions number 31 is the zero register.
    void forget(std::uint32_t number)
    {
        if (number < kSp)
            m_registers.forget(static_cast<std::uint8_t>(number));
    }

    void set(std::uint32_t number, const Value& value)
    {
        if (value && number < kSp)
            m_registers.set(static_cast<std::uint8_t>(number), *value);
        else
            forget(number);
    }

    bool setSp(const Value& value)
    {
        if (value)
            m_registers.set(kSp, *value);
        return value.has_value();
    }

    Value baseOf(std::uint32_t number) const
    {
        return m_registers.find(static_cast<std::uint8_t>(number));
    }

    bool computeImmediate(std::uint32_t code)
    {
        const auto target = field(code, 0, 5);
        const auto operation = field(code, 23, 3);
        const bool isAddition = operation == 0b010;
        const bool isLogical = operation == 0b100;
        const bool setsFlags = isAddition ? field(code, 29, 1) == 1 : field(code, 29, 2) == 3;
        if (target == kSp && (isAddition || isLogical) && !setsFlags)
            return isAddition && setSp(sum(code));
        if (isAddition && target == kFp)
            set(target, sum(code));
        else
            forget(target);
        return true;
    }

    /// ADD and SUB (immediate) of 64 bits.
    Value sum(std::uint32_t code) const
    {
        const auto base = baseOf(field(code, 5, 5));
        if (!base || field(code, 31, 1) == 0)
            return std::nullopt;
        const std::uint64_t amount = std::uint64_t{field(code, 10, 12)}
                                     << (field(code, 22, 1) != 0 ? 12 : 0);
        return field(code, 30, 1) != 0 ? *base - amount : *base + amount;
    }

    bool computeRegister(std::uint32_t code)
    {
        const bool isExtended = field(code, 24, 5) == 0b01011 && field(code, 21, 1) == 1;
        if (isExtended && field(code, 0, 5) == kSp && field(code, 29, 1) == 0)
            return false; // sp is computed from a register, as for arrays of any length.
        forget(field(code, 0, 5));
        return true;
    }

    bool access(std::uint32_t code)
    {
        const auto kind = field(code, 27, 3);
        if (kind == 0b101)
            return accessPair(code);
        if (kind == 0b111)
            return accessOne(code);
        forget(field(code, 0, 5)); // Exclusive accesses and loads of literals.
        forget(field(code, 10, 5));
        forget(field(code, 16, 5));
        return true;
    }

    bool accessPair(std::uint32_t code)
    {
        constexpr std::uint32_t kPostIndex = 1;
        constexpr std::uint32_t kPreIndex = 3;
        const bool isVector = field(code, 26, 1) != 0;
        const bool is64Bit = field(code, 30, 2) == 2;
        const auto mode = field(code, 23, 2);
        const auto scale = isVector ? 2 + field(code, 30, 2) : is64Bit ? 3u : 2u;
        const auto offset = static_cast<std::uint64_t>(signedField(code, 15, 7) * (1 << scale));
        const auto number = field(code, 5, 5);
        const auto base = baseOf(number);
        const auto place = base && mode != kPostIndex ? Value(*base + offset) : base;
        if (!isVector) {
            transfer(code, field(code, 0, 5), is64Bit ? place : std::nullopt);
            transfer(code, field(code, 10, 5), is64Bit && place ? Value(*place + 8) : std::nullopt);
        }
        const bool writesBack = mode == kPostIndex || mode == kPreIndex;
        return !writesBack || writeBack(number, base, offset);
    }

    bool accessOne(std::uint32_t code)
    {
        constexpr std::uint32_t kPrefetch = 2;
        const bool isVector = field(code, 26, 1) != 0;
        const bool is64Bit = field(code, 30, 2) == 3;
        if (is64Bit && !isVector && field(code, 22, 2) == kPrefetch)
            return true;
        const auto number = field(code, 5, 5);
        const auto base = baseOf(number);
        const auto mode = field(code, 10, 2);
        const bool isScaled = field(code, 24, 1) != 0;
        const bool hasImmediate = isScaled || field(code, 21, 1) == 0;
        if (!hasImmediate && mode != 2) { // Atomic accesses, and loads with a signed address.
            forget(field(code, 0, 5));
            if (number == kSp)
                return false;
            forget(number);
            return true;
        }
        const bool writesBack = !isScaled && hasImmediate && (mode == 1 || mode == 3);
        const auto offset = isScaled ? std::uint64_t{field(code, 10, 12)} << 3
                                     : static_cast<std::uint64_t>(signedField(code, 12, 9));
        Value place;
        if (base && hasImmediate && is64Bit)
            place = writesBack && mode == 1 ? *base : *base + offset;
        if (!isVector)
            transfer(code, field(code, 0, 5), place);
        return !writesBack || writeBack(number, base, offset);
    }

    bool writeBack(std::uint32_t number, const Value& base, std::uint64_t offset)
    {
        const auto after = base ? Value(*base + offset) : std::nullopt;
        if (number == kSp)
            return setSp(after);
        set(number, after);
        return true;
    }

    /// Bit 22 tells loads from stores, also of pairs. A load without a known place, or of fewer
    /// bytes, gives an unknown value.
    void transfer(std::uint32_t code, std::uint32_t number, const Value& place)
    {
        const bool isStore =
            field(code, 27, 3) == 0b101 ? field(code, 22, 1) == 0 : field(code, 22, 2) == 0;
        if (!isStore)
            return set(number, place ? word(*place) : std::nullopt);
        if (!place || number < kFirstPreserved || number >= kSp)
            return;
        m_lostStores |= m_stores.size() == kMaxStores;
        if (!m_lostStores)
            m_stores.emplace_back(*place, baseOf(number));
    }

    Value word(std::uint64_t place) const
    {
        const auto stored = std::find_if(m_stores.rbegin(), m_stores.rend(),
                                         [=](const auto& each) { return each.first == place; });
        return stored != m_stores.rend() ? stored->second : m_source->word(place);
    }

    RegisterSet m_registers;
    const CodeSource* m_source;
    std::vector<std::pair<std::uint64_t, Value>> m_stores;
    bool m_lostStores = false; ///< More than are kept: later loads may be wrong.
    unsigned m_passedCalls = 0;
};

class ExitSearch
{
public:
    ExitSearch(const CodeSource& source, std::uint32_t& instructionsLeft)
        : m_source(source), m_left(instructionsLeft)
    {
    }

    /// Ways with fewer calls come first, and each instruction is reached by the first way only.
    std::vector<Arm64Exit> run(const RegisterSet& start)
    {
        m_ways.emplace_back(start, m_source);
        while (!m_ways.empty() && m_left > 0) {
            auto way = std::move(m_ways.back());
            m_ways.pop_back();
            follow(std::move(way));
            if (m_ways.empty())
                m_ways.swap(m_waysBehindCalls);
        }
        return std::move(m_exits);
    }

private:
    std::optional<std::uint32_t> readAt(std::uint64_t pc)
    {
        --m_left;
        std::array<std::byte, 4> bytes{};
        if (m_source.code(pc, bytes) != bytes.size())
            return std::nullopt;
        return ByteReader(bytes).u32();
    }

    void follow(Way way)
    {
        while (m_left > 0 && m_seen.insert(way.pc()).second) {
            const auto code = readAt(way.pc());
            if (!code)
                return;
            if ((field(*code, 25, 4) & 0b1110) != 0b1010) {
                if (!way.execute(*code))
                    return;
                way.goOn();
                continue;
            }
            if (isArm64Call(*code)) {
                way.passCall();
                m_waysBehindCalls.push_back(std::move(way));
                return;
            }
            if (!branch(*code, way))
                return;
        }
    }

    /// A jump to another function, which will return to the link register. Import stubs and tail
    /// calls use x16 and x17, jump tables other registers (AAPCS64, "General-purpose registers").
    static bool isTailCall(std::uint32_t code)
    {
        return code == 0xd61f0200 || code == 0xd61f0220; // br x16, br x17
    }

    /// Carries out a branch; false at the end of the way.
    bool branch(std::uint32_t code, Way& way)
    {
        const auto flow = readArm64Flow(code, way.pc());
        if (isTailCall(code) || (flow && flow->isReturn)) {
            if (const auto exit = way.returned())
                note(*exit);
            return false;
        }
        if (!flow)
            return false;
        if (!flow->goesOn) {
            if (flow->target)
                way.goTo(*flow->target);
            return flow->target.has_value();
        }
        if (flow->target)
            m_ways.push_back(way.turned(*flow->target));
        way.goOn();
        return true;
    }

    void note(const Arm64Exit& exit)
    {
        const bool isKnown = std::ranges::any_of(m_exits, [&](const Arm64Exit& other) {
            return other.passedCalls == exit.passedCalls &&
                   other.registers.pc() == exit.registers.pc() &&
                   other.registers.sp() == exit.registers.sp();
        });
        if (!isKnown)
            m_exits.push_back(exit);
    }

    const CodeSource& m_source;
    std::uint32_t& m_left;
    std::vector<Way> m_ways;            ///< All have passed equally many calls,
    std::vector<Way> m_waysBehindCalls; ///< and these one more.
    std::set<std::uint64_t> m_seen;
    std::vector<Arm64Exit> m_exits;
};

} // namespace

std::vector<Arm64Exit>
findArm64Exits(const CodeSource& source, const RegisterSet& start, std::uint32_t& instructionsLeft)
{
    return ExitSearch(source, instructionsLeft).run(start);
}

} // namespace faultline::unwind
