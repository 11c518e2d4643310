// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/instruction_flow.h"

#include "core/base/byte_reader.h"
#include "core/unwind/code/call_site.h"
#include "core/unwind/code/intel_instruction.h"

#include <bit>

namespace faultline::unwind {

namespace {

using Flow = std::optional<InstructionFlow>;

// Registers of 32-bit ARM.
constexpr std::uint32_t kFp = 11;
constexpr std::uint32_t kSp = 13;
constexpr std::uint32_t kLr = 14;
constexpr std::uint32_t kPc = 15;

constexpr std::uint32_t field(std::uint32_t code, unsigned lowest, unsigned bits)
{
    return code >> lowest & ((1u << bits) - 1);
}

constexpr std::int32_t signedField(std::uint32_t code, unsigned lowest, unsigned bits)
{
    return static_cast<std::int32_t>(code << (32 - bits - lowest)) >> (32 - bits);
}

constexpr std::uint64_t moved(std::uint64_t address, std::int32_t distance)
{
    return address + static_cast<std::uint64_t>(std::int64_t{distance});
}

/// One instruction, whose way on begins as that to the next one.
class Reading
{
public:
    Reading(std::uint8_t sizeBytes, bool isConditional) : m_isConditional(isConditional)
    {
        m_flow.sizeBytes = sizeBytes;
    }

    Flow next() const { return m_flow; }

    Flow stop()
    {
        m_flow.goesOn = m_isConditional;
        return m_flow;
    }

    Flow returns()
    {
        m_flow.isReturn = true;
        return stop();
    }

    Flow jump(std::uint64_t target)
    {
        m_flow.target = target;
        return stop();
    }

    Flow branch(std::uint64_t target)
    {
        m_flow.target = target;
        return m_flow;
    }

    /// The next so many instructions have conditions.
    Flow conditional(int count)
    {
        m_flow.conditional = static_cast<std::uint8_t>(count);
        return m_flow;
    }

private:
    InstructionFlow m_flow;
    bool m_isConditional;
};

Flow intelFlow(Bytes code, std::uint64_t address, bool is64Bit)
{
    using Instruction = IntelInstruction;
    const auto instruction = decodeIntelInstruction(code, address, is64Bit);
    if (!instruction || instruction->flow == Instruction::Flow::JumpAnywhere)
        return std::nullopt;
    const bool leads = instruction->flow == Instruction::Flow::Branch ||
                       instruction->flow == Instruction::Flow::Jump;
    if (leads && !instruction->target)
        return std::nullopt;
    InstructionFlow flow{.sizeBytes = instruction->sizeBytes, .target = {}, .callee = {}};
    flow.isReturn = instruction->flow == Instruction::Flow::Return;
    flow.goesOn = !flow.isReturn && instruction->flow != Instruction::Flow::Jump &&
                  instruction->flow != Instruction::Flow::Stop;
    if (leads)
        flow.target = instruction->target;
    if (instruction->flow == Instruction::Flow::Call)
        flow.callee = instruction->target;
    const auto effect = instruction->effect;
    const bool overwritesTop =
        effect == Instruction::Effect::SaveByStack && instruction->amount == 0;
    flow.setsStackTop = effect == Instruction::Effect::Push || overwritesTop;
    flow.dropsReturnAddress =
        overwritesTop || effect == Instruction::Effect::Pop ||
        (effect == Instruction::Effect::AddToStack && instruction->amount > 0);
    return flow;
}

/// Exceptions and system instructions.
Flow arm64Special(std::uint32_t code, Reading& reading)
{
    const bool isSystem = (code & 0xffc00000) == 0xd5000000; // Hints, barriers, mrs, msr.
    const bool isCallOfSystem = (code & 0xffe0001f) == 0xd4000001;
    if (isSystem || isCallOfSystem)
        return reading.next();
    const bool isBreakpoint = (code & 0xffe0001f) == 0xd4200000;
    return isBreakpoint ? reading.stop() : std::nullopt;
}

/// Data processing, and what shares its group. Only msr and hints have the number of pc in the
/// place of the result without writing it.
Flow armComputing(std::uint32_t code, Reading& reading)
{
    if ((code & 0x0ffffff0) == 0x012fff10) // bx
        return field(code, 0, 4) == kLr ? reading.returns() : std::nullopt;
    if ((code & 0x0ffffff0) == 0x012fff30) // blx
        return reading.next();
    if ((code & 0xfff000f0) == 0xe1200070) // bkpt
        return reading.stop();
    if ((code & 0x0fffffff) == 0x01a0f00e) // mov pc, lr
        return reading.returns();
    const bool isSystem = (code & 0x0fb0fff0) == 0x0120f000 || (code & 0x0fb0f000) == 0x0320f000;
    return field(code, 12, 4) != kPc || isSystem ? reading.next() : std::nullopt;
}

/// Loads and stores, and the media instructions, none of which writes pc.
Flow armAccess(std::uint32_t code, Reading& reading)
{
    const bool isMedia = (code & 0x02000010) == 0x02000010;
    if ((code & 0x0ff000f0) == 0x07f000f0) // udf
        return reading.stop();
    const bool isLoad = (code & 0x00100000) != 0;
    if (isMedia || !isLoad || field(code, 12, 4) != kPc)
        return reading.next();
    return (code & 0x0fffffff) == 0x049df004 ? reading.returns() : std::nullopt; // pop {pc}
}

Flow armFlow(std::uint32_t code, std::uint64_t address)
{
    constexpr std::uint32_t kAlways = 0xe;
    constexpr std::uint32_t kOtherSpace = 0xf;
    constexpr int kAhead = 8; // pc reads as two instructions further on.
    const auto condition = field(code, 28, 4);
    Reading reading(4, condition != kAlways);
    if (condition == kOtherSpace) // blx goes on; rfe is the kernel's.
        return (code & 0xfe500000) == 0xf8100000 ? std::nullopt : reading.next();
    switch (field(code, 25, 3)) {
    case 0b000:
    case 0b001: return armComputing(code, reading);
    case 0b010:
    case 0b011: return armAccess(code, reading);
    case 0b100: {
        const bool loadsPc = (code & 0x00108000) == 0x00108000;
        const auto base = field(code, 16, 4);
        // The older calling standard pops from the frame pointer.
        const bool isReturn = (base == kSp || base == kFp) && field(code, 22, 1) == 0;
        return !loadsPc ? reading.next() : isReturn ? reading.returns() : std::nullopt;
    }
    case 0b101:
        return field(code, 24, 1) != 0
                   ? reading.next() // bl
                   : reading.jump(moved(address + kAhead, signedField(code, 0, 24) * 4));
    default: return reading.next();
    }
}

/// Moves and additions of all registers, and bx.
Flow thumbHighFlow(std::uint32_t code, Reading& reading)
{
    const auto operand = field(code, 3, 4);
    const auto result = field(code, 0, 3) | field(code, 7, 1) << 3;
    switch (field(code, 8, 2)) {
    case 0b00: return result == kPc ? std::nullopt : reading.next(); // add
    case 0b01: return reading.next();                                // cmp
    case 0b10:                                                       // mov
        if (result != kPc)
            return reading.next();
        return operand == kLr ? reading.returns() : std::nullopt;
    default: // blx, bx
        if ((code & 0x80) != 0)
            return reading.next();
        return operand == kLr && field(code, 0, 3) == 0 ? reading.returns() : std::nullopt;
    }
}

Flow narrowThumbFlow(std::uint32_t code, std::uint64_t address)
{
    constexpr std::uint32_t kUndefined = 0xe;
    constexpr std::uint32_t kCallOfSystem = 0xf;
    constexpr int kAhead = 4;
    Reading reading(2, false);
    const auto mask = code & 0xf;
    if ((code & 0xff00) == 0xbf00) // it, hints
        return mask == 0 ? reading.next() : reading.conditional(4 - std::countr_zero(mask));
    if ((code & 0xf000) == 0xd000) {
        const auto condition = field(code, 8, 4);
        if (condition == kUndefined)
            return reading.stop();
        return condition == kCallOfSystem
                   ? reading.next()
                   : reading.branch(moved(address + kAhead, signedField(code, 0, 8) * 2));
    }
    if ((code & 0xf800) == 0xe000) // b
        return reading.jump(moved(address + kAhead, signedField(code, 0, 11) * 2));
    if ((code & 0xf500) == 0xb100) // cbz, cbnz
        return reading.branch(address + kAhead + (field(code, 3, 5) << 1 | field(code, 9, 1) << 6));
    if ((code & 0xfc00) == 0x4400)
        return thumbHighFlow(code, reading);
    if ((code & 0xff00) == 0xbd00) // pop {…, pc}
        return reading.returns();
    return (code & 0xff00) == 0xbe00 ? reading.stop() : reading.next(); // bkpt
}

/// Branches of 32 bits, and the system instructions among them.
Flow wideThumbBranch(std::uint32_t first, std::uint32_t second, std::uint64_t pc, Reading& reading)
{
    const bool isLoop = (second & 0x5001) == 0x4001; // wls, le and their kin
    if ((second & 0x4000) != 0)                      // bl, blx
        return isLoop ? std::nullopt : reading.next();
    const auto sign = field(first, 10, 1);
    const auto low = field(second, 0, 11);
    if ((second & 0x1000) != 0) { // b
        const auto high =
            (~(field(second, 13, 1) ^ sign) & 1) << 1 | (~(field(second, 11, 1) ^ sign) & 1);
        const auto bits = sign << 23 | high << 21 | field(first, 0, 10) << 11 | low;
        return reading.jump(moved(pc, signedField(bits, 0, 24) * 2));
    }
    if (field(first, 7, 3) != 0b111) { // b with a condition
        const auto bits = sign << 19 | field(second, 11, 1) << 18 | field(second, 13, 1) << 17 |
                          field(first, 0, 6) << 11 | low;
        return reading.branch(moved(pc, signedField(bits, 0, 20) * 2));
    }
    if ((first & 0xfff0) == 0xf7f0 && (second & 0xf000) == 0xa000) // udf
        return reading.stop();
    const bool isLeaving = (first & 0xffe0) == 0xf3c0; // bxj; subs pc, lr
    return isLeaving ? std::nullopt : reading.next();
}

Flow wideThumbFlow(std::uint32_t first, std::uint32_t second, std::uint64_t address)
{
    constexpr int kAhead = 4;
    Reading reading(4, false);
    if ((first & 0xf800) == 0xf000 && (second & 0x8000) != 0)
        return wideThumbBranch(first, second, address + kAhead, reading);
    const auto base = field(first, 0, 4);
    const bool isLoadOfMany = (first & 0xffd0) == 0xe890 || (first & 0xffd0) == 0xe910;
    if (isLoadOfMany && (second & 0x8000) != 0)
        return base == kSp ? reading.returns() : std::nullopt;
    const bool isReturnOfException = (first & 0xffd0) == 0xe810 || (first & 0xffd0) == 0xe990;
    const bool isTable = (first & 0xfff0) == 0xe8d0 && (second & 0xffe0) == 0xf000; // tbb, tbh
    if (isReturnOfException || isTable)
        return std::nullopt;
    const bool isLoad = (first & 0xff70) == 0xf850;
    if (isLoad && field(second, 12, 4) == kPc)
        return base == kSp && (second & 0xfff) == 0xb04 ? reading.returns() : std::nullopt;
    return reading.next();
}

Flow thumbFlow(Bytes code, std::uint64_t address)
{
    constexpr std::uint32_t kFirstWide = 0xe800;
    ByteReader reader(code);
    const std::uint32_t first = reader.u16();
    if (first < kFirstWide)
        return reader.ok() ? narrowThumbFlow(first, address) : std::nullopt;
    const std::uint32_t second = reader.u16();
    return reader.ok() ? wideThumbFlow(first, second, address) : std::nullopt;
}

} // namespace

std::optional<InstructionFlow> readArm64Flow(std::uint32_t code, std::uint64_t address)
{
    Reading reading(4, false);
    if ((code & 0xffff0000) == 0) // udf
        return reading.stop();
    const bool isBranchGroup = (field(code, 25, 4) & 0b1110) == 0b1010;
    if (!isBranchGroup || isArm64Call(code))
        return reading.next();
    if (code == 0xd65f03c0 || code == 0xd65f0bff || code == 0xd65f0fff) // ret, retaa, retab
        return reading.returns();
    if ((code & 0xfc000000) == 0x14000000) // b
        return reading.jump(moved(address, signedField(code, 0, 26) * 4));
    const bool isCompared = (code & 0x7e000000) == 0x34000000; // cbz, cbnz
    if (isCompared || (code & 0xff000000) == 0x54000000)       // b.cond, bc.cond
        return reading.branch(moved(address, signedField(code, 5, 19) * 4));
    if ((code & 0x7e000000) == 0x36000000) // tbz, tbnz
        return reading.branch(moved(address, signedField(code, 5, 14) * 4));
    return arm64Special(code, reading);
}

std::optional<InstructionFlow>
readFlow(CpuFamily family, Bytes code, std::uint64_t address, bool isThumb)
{
    if (family == CpuFamily::Intel32 || family == CpuFamily::Intel64)
        return intelFlow(code, address, family == CpuFamily::Intel64);
    if (family == CpuFamily::Arm32 && isThumb)
        return thumbFlow(code, address);
    ByteReader reader(code);
    const auto word = reader.u32();
    if (!reader.ok())
        return std::nullopt;
    switch (family) {
    case CpuFamily::Arm32: return armFlow(word, address);
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: return readArm64Flow(word, address);
    default: return std::nullopt;
    }
}

} // namespace faultline::unwind
