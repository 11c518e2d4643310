#include "core/unwind/code/intel_instruction.h"

#include "core/base/byte_reader.h"
#include "core/unwind/code/intel_registers.h"

#include <algorithm>
#include <array>

namespace faultline::unwind {

namespace {

using Flow = IntelInstruction::Flow;
using Effect = IntelInstruction::Effect;

/// The opcode maps: one byte, 0f, 0f 38, 0f 3a, and the two that only EVEX has.
enum class Map : std::uint8_t { One, Two, Three38, Three3a, Evex5, Evex6 };

constexpr std::uint8_t kRegisterMode = 3; // ModRM.mod of a register operand.

constexpr bool isIn(std::uint8_t value, std::uint8_t first, std::uint8_t last)
{
    return value >= first && value <= last;
}

class Decoder
{
public:
    Decoder(Bytes code, std::uint64_t address, bool is64Bit)
        : m_reader(code.first(std::min(code.size(), kMaxIntelInstructionBytes))),
          m_address(address), m_is64(is64Bit)
    {
    }

    std::optional<IntelInstruction> run();

private:
    bool readPrefixes();
    bool readOpcode();
    bool readVex(std::uint8_t first);
    bool readEvex();
    bool setVexMap(unsigned number);
    bool hasModrm() const;
    bool isKnown() const;
    bool isKnownInMapTwo() const;
    bool readModrm();
    std::size_t immediateBytes() const;
    std::size_t immediateBytesOfMapOne() const;
    std::size_t immediateBytesOfMapTwo() const;
    void readImmediate();

    void describe();
    void describeMapOne();
    void describeMapTwo();
    void describeGroup5();
    void describeArithmetic();
    bool isWordOnStack() const;
    void describeStore();
    void describeLoad();
    void describeMove();
    void describeAddress();
    void describeWrite();
    void jump(Flow flow);
    void push(std::optional<std::uint8_t> reg);
    void pop(std::optional<std::uint8_t> reg);
    void write(std::uint8_t reg);

    std::uint8_t regOperand() const { return m_reg | ((m_rex & 4) != 0 ? 8 : 0); }

    std::uint8_t rmOperand() const { return m_rm | ((m_rex & 1) != 0 ? 8 : 0); }

    bool isRegisterForm() const { return m_mod == kRegisterMode; }

    /// Is the operand [base + amount], with base being sp or fp?
    bool isAt(std::uint8_t base) const { return m_base == base && !m_hasIndex; }

    bool isFullWidth() const { return !m_is64 || (m_rex & 8) != 0; }

    ByteReader m_reader;
    std::uint64_t m_address;
    bool m_is64;
    bool m_is16Bit = false;         // Prefix 66.
    bool m_hasShortAddress = false; // Prefix 67.
    bool m_isVex = false;
    std::uint8_t m_rex = 0;
    Map m_map = Map::One;
    std::uint8_t m_opcode = 0;
    bool m_hasModrm = false;
    std::uint8_t m_mod = 0;
    std::uint8_t m_reg = 0;
    std::uint8_t m_rm = 0;
    std::optional<std::uint8_t> m_base; // The register that a memory operand starts from.
    bool m_hasIndex = false;
    bool m_isRipRelative = false;
    std::int64_t m_displacement = 0;
    std::int64_t m_immediate = 0;
    IntelInstruction m_out;
};

bool Decoder::readPrefixes()
{
    for (;;) {
        const auto byte = m_reader.u8();
        if (!m_reader.ok())
            return false;
        const bool isRex = m_is64 && isIn(byte, 0x40, 0x4f);
        if (isRex) {
            m_rex = byte;
            continue;
        }
        switch (byte) {
        case 0x66: m_is16Bit = true; break;
        case 0x67:
            if (!m_is64) // The operand uses 16-bit addresses.
                return false;
            m_hasShortAddress = true;
            break;
        case 0x26:
        case 0x2e:
        case 0x36:
        case 0x3e:
        case 0x64:
        case 0x65:
        case 0xf0:
        case 0xf2:
        case 0xf3: break;
        default: m_opcode = byte; return true;
        }
        m_rex = 0; // REX counts only directly before the opcode.
    }
}

bool Decoder::setVexMap(unsigned number)
{
    static constexpr std::array kMaps{Map::One,   Map::Two,   Map::Three38, Map::Three3a,
                                      Map::Evex5, Map::Evex5, Map::Evex6};
    if (number == 0 || number == 4 || number >= kMaps.size())
        return false;
    m_isVex = true;
    m_map = kMaps[number];
    m_opcode = m_reader.u8();
    return m_reader.ok();
}

/// c5 is followed by one byte, c4 by two. The register bits are stored inverted.
bool Decoder::readVex(std::uint8_t first)
{
    const auto p0 = m_reader.u8();
    m_rex = (p0 & 0x80) == 0 ? 4 : 0;
    if (first == 0xc5)
        return setVexMap(1);
    m_rex |= (p0 & 0x20) == 0 ? 1 : 0;
    const auto p1 = m_reader.u8();
    m_rex |= (p1 & 0x80) != 0 ? 8 : 0;
    return (p0 & 31) <= 3 && setVexMap(p0 & 31);
}

bool Decoder::readEvex()
{
    const auto p0 = m_reader.u8();
    m_rex = ((p0 & 0x80) == 0 ? 4 : 0) | ((p0 & 0x20) == 0 ? 1 : 0);
    m_reader.skip(2);
    return (p0 & 8) == 0 && setVexMap(p0 & 7);
}

bool Decoder::readOpcode()
{
    const auto rest = m_reader.span().subspan(m_reader.offset());
    // In 32-bit mode these bytes are les, lds or bound when the next byte names memory.
    const bool isVector =
        m_is64 || (!rest.empty() && std::to_integer<unsigned>(rest.front()) >= 0xc0);
    if ((m_opcode == 0xc4 || m_opcode == 0xc5) && isVector)
        return readVex(m_opcode);
    if (m_opcode == 0x62 && isVector)
        return readEvex();
    if (m_opcode != 0x0f)
        return true;
    m_map = Map::Two;
    m_opcode = m_reader.u8();
    if (m_opcode == 0x38 || m_opcode == 0x3a) {
        m_map = m_opcode == 0x38 ? Map::Three38 : Map::Three3a;
        m_opcode = m_reader.u8();
    }
    return m_reader.ok();
}

bool Decoder::hasModrm() const
{
    const auto op = m_opcode;
    if (m_map == Map::One)
        return (op < 0x40 && (op & 7) < 4) || op == 0x62 || op == 0x63 || op == 0x69 ||
               op == 0x6b || isIn(op, 0x80, 0x8f) || isIn(op, 0xc0, 0xc1) || isIn(op, 0xc4, 0xc7) ||
               isIn(op, 0xd0, 0xd3) || isIn(op, 0xd8, 0xdf) || op == 0xf6 || op == 0xf7 ||
               op >= 0xfe;
    if (m_map == Map::Two)
        return !(isIn(op, 0x05, 0x09) || op == 0x0b || op == 0x0e || isIn(op, 0x30, 0x37) ||
                 op == 0x77 || isIn(op, 0x80, 0x8f) || isIn(op, 0xa0, 0xa2) ||
                 isIn(op, 0xa8, 0xaa) || isIn(op, 0xc8, 0xcf));
    return true;
}

bool Decoder::isKnownInMapTwo() const
{
    const auto op = m_opcode;
    return !(op == 0x04 || op == 0x0a || op == 0x0c || isIn(op, 0x20, 0x27) || op == 0x36 ||
             op == 0x39 || isIn(op, 0x3b, 0x3f) || isIn(op, 0x78, 0x7b) || isIn(op, 0xa6, 0xa7)) ||
           m_isVex;
}

/// Rejects opcodes that only 32-bit mode has and undefined ones. No answer is better than one that
/// is out of step.
bool Decoder::isKnown() const
{
    const auto op = m_opcode;
    if (m_map == Map::Two)
        return isKnownInMapTwo();
    if (m_map != Map::One)
        return true;
    const bool isSegment = op < 0x40 && ((op & 7) == 6 || (op & 7) == 7);
    const bool isOld = op == 0x60 || op == 0x61 || op == 0x82 || op == 0xce || isIn(op, 0xd4, 0xd5);
    const bool isFar = op == 0x9a || op == 0xea;
    return !isFar && op != 0xd6 && !(isIn(op, 0xc4, 0xc5)) && op != 0x62 &&
           !(m_is64 && (isSegment || isOld));
}

bool Decoder::readModrm()
{
    const auto modrm = m_reader.u8();
    m_hasModrm = true;
    m_mod = modrm >> 6;
    m_reg = modrm >> 3 & 7;
    m_rm = modrm & 7;
    if (isRegisterForm())
        return m_reader.ok();
    m_base = rmOperand();
    bool isDisplacementOnly = m_mod == 0 && m_rm == 5;
    if (m_rm == kStackPointerEncoding) {
        const auto sib = m_reader.u8();
        const auto index = (sib >> 3 & 7) | ((m_rex & 2) != 0 ? 8 : 0);
        m_hasIndex = index != kStackPointerEncoding;
        m_base = static_cast<std::uint8_t>((sib & 7) | ((m_rex & 1) != 0 ? 8 : 0));
        isDisplacementOnly = m_mod == 0 && (sib & 7) == 5;
    } else {
        m_isRipRelative = m_is64 && isDisplacementOnly;
    }
    if (isDisplacementOnly)
        m_base.reset();
    if (m_mod == 1)
        m_displacement = m_reader.i8();
    else if (m_mod == 2 || isDisplacementOnly)
        m_displacement = m_reader.i32();
    return m_reader.ok();
}

std::size_t Decoder::immediateBytesOfMapOne() const
{
    const auto op = m_opcode;
    const std::size_t word = m_is16Bit ? 2 : 4; // "z" in the opcode maps.
    if (op < 0x40)
        return (op & 7) == 4 ? 1 : (op & 7) == 5 ? word : 0;
    if (isIn(op, 0x70, 0x7f) || isIn(op, 0xb0, 0xb7) || isIn(op, 0xe0, 0xe7))
        return 1;
    if (isIn(op, 0xb8, 0xbf))
        return (m_rex & 8) != 0 ? 8 : word;
    if (isIn(op, 0xa0, 0xa3))
        return m_is64 && !m_hasShortAddress ? 8 : 4;
    switch (op) {
    case 0x68:
    case 0x69:
    case 0x81:
    case 0xa9:
    case 0xc7: return word;
    case 0xe8:
    case 0xe9: return m_is64 ? 4 : word;
    case 0xf7: return m_reg < 2 ? word : 0;
    case 0xf6: return m_reg < 2 ? 1 : 0;
    case 0xc2:
    case 0xca: return 2;
    case 0xc8: return 3;
    case 0x6a:
    case 0x6b:
    case 0x80:
    case 0x82:
    case 0x83:
    case 0xa8:
    case 0xc0:
    case 0xc1:
    case 0xc6:
    case 0xcd:
    case 0xd4:
    case 0xd5:
    case 0xeb: return 1;
    default: return 0;
    }
}

std::size_t Decoder::immediateBytesOfMapTwo() const
{
    const auto op = m_opcode;
    if (isIn(op, 0x80, 0x8f) && !m_isVex)
        return m_is16Bit && !m_is64 ? 2 : 4;
    const bool hasByte = op == 0x0f || isIn(op, 0x70, 0x73) || op == 0xa4 || op == 0xac ||
                         op == 0xba || op == 0xc2 || isIn(op, 0xc4, 0xc6);
    return hasByte ? 1 : 0;
}

std::size_t Decoder::immediateBytes() const
{
    switch (m_map) {
    case Map::One: return immediateBytesOfMapOne();
    case Map::Two: return immediateBytesOfMapTwo();
    case Map::Three3a: return 1;
    default: return 0;
    }
}

void Decoder::readImmediate()
{
    switch (immediateBytes()) {
    case 1: m_immediate = m_reader.i8(); break;
    case 2: m_immediate = static_cast<std::int16_t>(m_reader.u16()); break;
    case 3: m_reader.skip(3); break;
    case 4: m_immediate = m_reader.i32(); break;
    case 8: m_reader.skip(8); break;
    default: break;
    }
}

void Decoder::jump(Flow flow)
{
    m_out.flow = flow;
    const auto mask = m_is64 ? ~std::uint64_t{0} : 0xffffffff;
    m_out.target = (m_address + m_reader.offset() + static_cast<std::uint64_t>(m_immediate)) & mask;
}

void Decoder::push(std::optional<std::uint8_t> reg)
{
    m_out.effect = m_is16Bit ? Effect::LosesStack : Effect::Push;
    m_out.reg = reg;
}

void Decoder::pop(std::optional<std::uint8_t> reg)
{
    const bool isLost = m_is16Bit || reg == kStackPointerEncoding;
    m_out.effect = isLost ? Effect::LosesStack : Effect::Pop;
    m_out.reg = reg;
    m_out.losesFrame = reg == kFramePointerEncoding;
}

void Decoder::write(std::uint8_t reg)
{
    if (reg == kStackPointerEncoding)
        m_out.effect = Effect::LosesStack;
    m_out.losesFrame = m_out.losesFrame || reg == kFramePointerEncoding;
}

/// Group 5, ff: calls and jumps through registers and memory, push, inc, dec.
void Decoder::describeGroup5()
{
    switch (m_reg) {
    case 0:
    case 1:
        if (isRegisterForm())
            write(rmOperand());
        break;
    case 2: m_out.flow = Flow::Call; break;
    case 4:
        m_out.flow = Flow::JumpAnywhere;
        if (m_isRipRelative)
            m_out.slot = m_address + m_reader.offset() + static_cast<std::uint64_t>(m_displacement);
        break;
    case 6:
        push(isRegisterForm() ? std::optional(rmOperand()) : std::nullopt);
        m_out.base = m_hasIndex ? std::nullopt : m_base;
        m_out.amount = m_displacement;
        break;
    default: m_out.flow = Flow::Stop; break; // Far calls and jumps.
    }
}

/// Group 1, 81 and 83: add, or, …, sub, xor, cmp with a constant operand.
void Decoder::describeArithmetic()
{
    constexpr std::uint8_t kAdd = 0;
    constexpr std::uint8_t kSub = 5;
    constexpr std::uint8_t kCmp = 7;
    if (!isRegisterForm() || m_reg == kCmp)
        return;
    if (rmOperand() != kStackPointerEncoding)
        return write(rmOperand());
    m_out.effect = Effect::LosesStack;
    if (isFullWidth() && !m_is16Bit && (m_reg == kAdd || m_reg == kSub)) {
        m_out.effect = Effect::AddToStack;
        m_out.amount = m_reg == kAdd ? m_immediate : -m_immediate;
    }
}

bool Decoder::isWordOnStack() const
{
    return isFullWidth() && !m_is16Bit &&
           (isAt(kStackPointerEncoding) || isAt(kFramePointerEncoding));
}

void Decoder::describeStore()
{
    if (!isWordOnStack())
        return;
    m_out.effect = isAt(kStackPointerEncoding) ? Effect::SaveByStack : Effect::SaveByFrame;
    m_out.reg = regOperand();
    m_out.amount = m_displacement;
}

void Decoder::describeLoad()
{
    const auto to = regOperand();
    write(to);
    if (!isWordOnStack() || to == kStackPointerEncoding || to == kFramePointerEncoding)
        return;
    m_out.effect = isAt(kStackPointerEncoding) ? Effect::LoadByStack : Effect::LoadByFrame;
    m_out.reg = to;
    m_out.amount = m_displacement;
}

/// 89 and 8b move between registers, or between a register and memory.
void Decoder::describeMove()
{
    const bool isStore = m_opcode == 0x89;
    if (!isRegisterForm())
        return isStore ? describeStore() : describeLoad();
    const auto from = isStore ? regOperand() : rmOperand();
    const auto to = isStore ? rmOperand() : regOperand();
    write(to);
    if (!isFullWidth() || m_is16Bit)
        return;
    if (to == kStackPointerEncoding && from == kFramePointerEncoding)
        m_out.effect = Effect::StackFromFrame;
    if (to == kFramePointerEncoding && from == kStackPointerEncoding) {
        m_out.effect = Effect::FrameFromStack;
        m_out.losesFrame = false;
    }
}

/// lea: sets sp or fp from either of the two and a constant, sp from another register, or another
/// register from sp.
void Decoder::describeAddress()
{
    const auto to = regOperand();
    write(to);
    m_out.amount = m_displacement;
    if (!isFullWidth() || m_is16Bit)
        return;
    if (to != kStackPointerEncoding && to != kFramePointerEncoding && isAt(kStackPointerEncoding)) {
        m_out.effect = Effect::AddressOfStack;
        m_out.reg = to;
    }
    if (to == kStackPointerEncoding && isAt(kStackPointerEncoding))
        m_out.effect = Effect::AddToStack;
    if (to == kStackPointerEncoding && isAt(kFramePointerEncoding))
        m_out.effect = Effect::StackFromFrame;
    if (m_out.effect == Effect::LosesStack && m_base && !m_hasIndex) {
        m_out.effect = Effect::StackFromRegister;
        m_out.base = m_base;
    }
    if (to == kFramePointerEncoding && isAt(kStackPointerEncoding)) {
        m_out.effect = Effect::FrameFromStack;
        m_out.losesFrame = false;
    }
}

/// Other instructions that write a whole register. The even opcode of each pair writes a byte.
void Decoder::describeWrite()
{
    const auto op = m_opcode;
    const bool isWide = (op & 1) != 0;
    if (op < 0x40 && (op & 7) >= 6)
        m_out.effect = Effect::LosesStack; // Pushes and pops of segment registers; the BCD
                                           // instructions are as rare.
    if (op < 0x40 && (op & 0x38) != 0x38 && m_hasModrm && isWide) {
        if ((op & 2) != 0)
            write(regOperand());
        else if (isRegisterForm())
            write(rmOperand());
        return;
    }
    if (isIn(op, 0xb8, 0xbf))
        return write((op & 7) | ((m_rex & 1) != 0 ? 8 : 0));
    if (isIn(op, 0x91, 0x97))
        return write((op & 7) | ((m_rex & 1) != 0 ? 8 : 0)); // xchg with rax
    const bool writesReg = op == 0x63 || op == 0x69 || op == 0x6b || op == 0x87;
    if (writesReg)
        write(regOperand());
    const bool isNotOrNeg = op == 0xf7 && (m_reg == 2 || m_reg == 3);
    const bool writesRm =
        op == 0x87 || op == 0xc1 || op == 0xc7 || op == 0xd1 || op == 0xd3 || isNotOrNeg;
    if (writesRm && isRegisterForm())
        write(rmOperand());
    if (!m_is64 && isIn(op, 0x40, 0x4f))
        write(op & 7); // inc, dec
}

void Decoder::describeMapOne()
{
    const auto op = m_opcode;
    const auto inOpcode = static_cast<std::uint8_t>((op & 7) | ((m_rex & 1) != 0 ? 8 : 0));
    if (isIn(op, 0x70, 0x7f) || isIn(op, 0xe0, 0xe3))
        return jump(Flow::Branch);
    if (isIn(op, 0x50, 0x57))
        return push(inOpcode);
    if (isIn(op, 0x58, 0x5f))
        return pop(inOpcode);
    switch (op) {
    case 0xe8: return jump(Flow::Call);
    case 0xe9:
    case 0xeb: return jump(Flow::Jump);
    case 0xc2:
    case 0xca:
        m_out.amount = m_immediate & 0xffff;
        m_out.flow = Flow::Return;
        return;
    case 0xc3:
    case 0xcb:
    case 0xcf: m_out.flow = Flow::Return; return;
    case 0xcc:
    case 0xf1:
    case 0xf4: m_out.flow = Flow::Stop; return;
    case 0x68:
    case 0x6a:
    case 0x9c: return push(std::nullopt);
    case 0x9d: return pop(std::nullopt);
    case 0x8f: return pop(isRegisterForm() ? std::optional(rmOperand()) : std::nullopt);
    case 0xc9: m_out.effect = Effect::Leave; return;
    case 0xc8:
    case 0x60:
    case 0x61: m_out.effect = Effect::LosesStack; return;
    case 0xff: return describeGroup5();
    case 0x81:
    case 0x83: return describeArithmetic();
    case 0x89:
    case 0x8b: return describeMove();
    case 0x8d: return describeAddress();
    default: return describeWrite();
    }
}

void Decoder::describeMapTwo()
{
    const auto op = m_opcode;
    if (isIn(op, 0x80, 0x8f))
        return jump(Flow::Branch);
    switch (op) {
    case 0x0b:
    case 0xb9:
    case 0xff: m_out.flow = Flow::Stop; return;
    case 0xa0:
    case 0xa8: return push(std::nullopt);
    case 0xa1:
    case 0xa9: return pop(std::nullopt);
    default: break;
    }
    const bool writesReg = isIn(op, 0x40, 0x4f) || op == 0xaf || isIn(op, 0xb6, 0xb8) ||
                           isIn(op, 0xbc, 0xbf) || op == 0xc1;
    if (writesReg)
        write(regOperand());
    const bool writesRm = op == 0xb1 || op == 0xc1 || op == 0xa4 || op == 0xa5 || op == 0xac ||
                          op == 0xad || op == 0xab || op == 0xb3 || op == 0xbb;
    if (writesRm && isRegisterForm())
        write(rmOperand());
    if (isIn(op, 0xc8, 0xcf))
        write((op & 7) | ((m_rex & 1) != 0 ? 8 : 0)); // bswap
}

void Decoder::describe()
{
    if (m_isVex)
        return;
    if (m_map == Map::One)
        describeMapOne();
    else if (m_map == Map::Two)
        describeMapTwo();
}

std::optional<IntelInstruction> Decoder::run()
{
    if (!readPrefixes() || !readOpcode() || !isKnown())
        return std::nullopt;
    const bool isVzero = m_isVex && m_map == Map::Two && m_opcode == 0x77;
    if ((m_isVex ? !isVzero : hasModrm()) && !readModrm())
        return std::nullopt;
    if (m_map == Map::One && m_opcode == 0x8f && m_reg != 0)
        return std::nullopt; // AMD's XOP.
    readImmediate();
    if (!m_reader.ok())
        return std::nullopt;
    m_out.sizeBytes = static_cast<std::uint8_t>(m_reader.offset());
    describe();
    return m_out;
}

} // namespace

std::optional<IntelInstruction>
decodeIntelInstruction(Bytes code, std::uint64_t address, bool is64Bit)
{
    return Decoder(code, address, is64Bit).run();
}

} // namespace faultline::unwind
