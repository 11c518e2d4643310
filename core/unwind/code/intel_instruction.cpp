// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/intel_instruction.h"

#include "core/unwind/code/intel_encoding.h"

namespace faultline::unwind {

namespace {

using Flow = IntelInstruction::Flow;
using Effect = IntelInstruction::Effect;

/// Tells what an encoded instruction does.
class Describer
{
public:
    Describer(const IntelEncoding& encoding, std::uint64_t address)
        : m_in(encoding), m_address(address)
    {
        m_out.sizeBytes = encoding.sizeBytes;
    }

    IntelInstruction run();

private:
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

    const IntelEncoding& m_in;
    std::uint64_t m_address;
    IntelInstruction m_out;
};

void Describer::jump(Flow flow)
{
    m_out.flow = flow;
    const auto mask = m_in.is64Bit ? ~std::uint64_t{0} : 0xffffffff;
    m_out.target = (m_address + m_in.sizeBytes + static_cast<std::uint64_t>(m_in.immediate)) & mask;
}

void Describer::push(std::optional<std::uint8_t> reg)
{
    m_out.effect = m_in.is16Bit ? Effect::LosesStack : Effect::Push;
    m_out.reg = reg;
}

void Describer::pop(std::optional<std::uint8_t> reg)
{
    const bool isLost = m_in.is16Bit || reg == kStackPointerEncoding;
    m_out.effect = isLost ? Effect::LosesStack : Effect::Pop;
    m_out.reg = reg;
    m_out.losesFrame = reg == kFramePointerEncoding;
}

void Describer::write(std::uint8_t reg)
{
    if (reg == kStackPointerEncoding)
        m_out.effect = Effect::LosesStack;
    m_out.losesFrame = m_out.losesFrame || reg == kFramePointerEncoding;
}

/// Group 5, ff: calls and jumps through registers and memory, push, inc, dec.
void Describer::describeGroup5()
{
    switch (m_in.reg) {
    case 0:
    case 1:
        if (m_in.isRegisterForm())
            write(m_in.rmOperand());
        break;
    case 2: m_out.flow = Flow::Call; break;
    case 4:
        m_out.flow = Flow::JumpAnywhere;
        if (m_in.isRipRelative)
            m_out.slot = m_address + m_in.sizeBytes + static_cast<std::uint64_t>(m_in.displacement);
        break;
    case 6:
        push(m_in.isRegisterForm() ? std::optional(m_in.rmOperand()) : std::nullopt);
        m_out.base = m_in.hasIndex ? std::nullopt : m_in.base;
        m_out.amount = m_in.displacement;
        break;
    default: break; // Not decoded.
    }
}

/// Group 1, 81 and 83: add, or, …, sub, xor, cmp with a constant operand.
void Describer::describeArithmetic()
{
    constexpr std::uint8_t kAdd = 0;
    constexpr std::uint8_t kSub = 5;
    constexpr std::uint8_t kCmp = 7;
    if (!m_in.isRegisterForm() || m_in.reg == kCmp)
        return;
    if (m_in.rmOperand() != kStackPointerEncoding)
        return write(m_in.rmOperand());
    m_out.effect = Effect::LosesStack;
    if (m_in.isFullWidth() && !m_in.is16Bit && (m_in.reg == kAdd || m_in.reg == kSub)) {
        m_out.effect = Effect::AddToStack;
        m_out.amount = m_in.reg == kAdd ? m_in.immediate : -m_in.immediate;
    }
}

bool Describer::isWordOnStack() const
{
    return m_in.isFullWidth() && !m_in.is16Bit &&
           (m_in.isAt(kStackPointerEncoding) || m_in.isAt(kFramePointerEncoding));
}

void Describer::describeStore()
{
    if (!isWordOnStack())
        return;
    m_out.effect = m_in.isAt(kStackPointerEncoding) ? Effect::SaveByStack : Effect::SaveByFrame;
    m_out.reg = m_in.regOperand();
    m_out.amount = m_in.displacement;
}

void Describer::describeLoad()
{
    const auto to = m_in.regOperand();
    write(to);
    if (!isWordOnStack() || to == kStackPointerEncoding || to == kFramePointerEncoding)
        return;
    m_out.effect = m_in.isAt(kStackPointerEncoding) ? Effect::LoadByStack : Effect::LoadByFrame;
    m_out.reg = to;
    m_out.amount = m_in.displacement;
}

/// 89 and 8b move between registers, or between a register and memory.
void Describer::describeMove()
{
    const bool isStore = m_in.opcode == 0x89;
    if (!m_in.isRegisterForm())
        return isStore ? describeStore() : describeLoad();
    const auto from = isStore ? m_in.regOperand() : m_in.rmOperand();
    const auto to = isStore ? m_in.rmOperand() : m_in.regOperand();
    write(to);
    if (!m_in.isFullWidth() || m_in.is16Bit)
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
void Describer::describeAddress()
{
    const auto to = m_in.regOperand();
    write(to);
    m_out.amount = m_in.displacement;
    if (!m_in.isFullWidth() || m_in.is16Bit)
        return;
    if (to != kStackPointerEncoding && to != kFramePointerEncoding &&
        m_in.isAt(kStackPointerEncoding)) {
        m_out.effect = Effect::AddressOfStack;
        m_out.reg = to;
    }
    if (to == kStackPointerEncoding && m_in.isAt(kStackPointerEncoding))
        m_out.effect = Effect::AddToStack;
    if (to == kStackPointerEncoding && m_in.isAt(kFramePointerEncoding))
        m_out.effect = Effect::StackFromFrame;
    if (m_out.effect == Effect::LosesStack && m_in.base && !m_in.hasIndex) {
        m_out.effect = Effect::StackFromRegister;
        m_out.base = m_in.base;
    }
    if (to == kFramePointerEncoding && m_in.isAt(kStackPointerEncoding)) {
        m_out.effect = Effect::FrameFromStack;
        m_out.losesFrame = false;
    }
}

/// Other instructions that write a whole register. The even opcode of each pair writes a byte.
void Describer::describeWrite()
{
    const auto op = m_in.opcode;
    const bool isWide = (op & 1) != 0;
    if (op < 0x40 && (op & 7) >= 6)
        m_out.effect = Effect::LosesStack; // Pushes and pops of segment registers; the BCD
                                           // instructions are as rare.
    if (op < 0x40 && (op & 0x38) != 0x38 && m_in.hasModrm && isWide) {
        if ((op & 2) != 0)
            write(m_in.regOperand());
        else if (m_in.isRegisterForm())
            write(m_in.rmOperand());
        return;
    }
    if (isIn(op, 0xb8, 0xbf))
        return write(m_in.opcodeOperand());
    if (isIn(op, 0x91, 0x97))
        return write(m_in.opcodeOperand()); // xchg with rax
    const bool writesReg = op == 0x63 || op == 0x69 || op == 0x6b || op == 0x87;
    if (writesReg)
        write(m_in.regOperand());
    const bool isNotOrNeg = op == 0xf7 && (m_in.reg == 2 || m_in.reg == 3);
    const bool writesRm =
        op == 0x87 || op == 0xc1 || op == 0xc7 || op == 0xd1 || op == 0xd3 || isNotOrNeg;
    if (writesRm && m_in.isRegisterForm())
        write(m_in.rmOperand());
    if (!m_in.is64Bit && isIn(op, 0x40, 0x4f))
        write(op & 7); // inc, dec
}

void Describer::describeMapOne()
{
    const auto op = m_in.opcode;
    const auto inOpcode = m_in.opcodeOperand();
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
        m_out.amount = m_in.immediate & 0xffff;
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
    case 0x8f: return pop(m_in.isRegisterForm() ? std::optional(m_in.rmOperand()) : std::nullopt);
    case 0xc9: m_out.effect = Effect::Leave; return;
    case 0xc8:
    case 0x60:
    case 0x61: m_out.effect = Effect::LosesStack; return;
    case 0xc7: // xbegin, whose transaction may end at its target; mov
        return m_in.isRegisterForm() && m_in.reg == 7 ? jump(Flow::Branch) : describeWrite();
    case 0xff: return describeGroup5();
    case 0x81:
    case 0x83: return describeArithmetic();
    case 0x89:
    case 0x8b: return describeMove();
    case 0x8d: return describeAddress();
    default: return describeWrite();
    }
}

void Describer::describeMapTwo()
{
    const auto op = m_in.opcode;
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
        write(m_in.regOperand());
    const bool writesRm = op == 0xb1 || op == 0xc1 || op == 0xa4 || op == 0xa5 || op == 0xac ||
                          op == 0xad || op == 0xab || op == 0xb3 || op == 0xbb;
    if (writesRm && m_in.isRegisterForm())
        write(m_in.rmOperand());
    if (isIn(op, 0xc8, 0xcf))
        write(m_in.opcodeOperand()); // bswap
}

IntelInstruction Describer::run()
{
    if (m_in.isVex)
        return m_out;
    if (m_in.map == IntelMap::One)
        describeMapOne();
    else if (m_in.map == IntelMap::Two)
        describeMapTwo();
    return m_out;
}

} // namespace

std::optional<IntelInstruction>
decodeIntelInstruction(Bytes code, std::uint64_t address, bool is64Bit)
{
    const auto encoding = readIntelEncoding(code, is64Bit);
    return encoding ? std::optional(Describer(*encoding, address).run()) : std::nullopt;
}

} // namespace faultline::unwind
