// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/arm_instructions.h"

#include <bit>

namespace faultline::unwind {

namespace {

using Effect = ArmStackEffect;
using Kind = ArmStackEffect::Kind;

constexpr std::uint32_t kSp = 13;

constexpr bool isOrdinary(std::uint32_t number)
{
    return number < kSp;
}

/// An 8-bit number, rotated right by twice a 4-bit number (A5.2.4).
std::int32_t armImmediate(std::uint32_t instruction)
{
    const auto rotation = static_cast<int>(instruction >> 8 & 0xf) * 2;
    return static_cast<std::int32_t>(std::rotr(instruction & 0xff, rotation));
}

/// The same for Thumb (A6.3.2). The forms that repeat a byte never encode a stack offset.
std::optional<std::int32_t> thumbImmediate(std::uint32_t first, std::uint32_t second)
{
    const auto bits = (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | (second & 0xff);
    if (bits < 0x100)
        return static_cast<std::int32_t>(bits);
    if (bits < 0x400)
        return std::nullopt;
    return static_cast<std::int32_t>(std::rotr(0x80u | (bits & 0x7f), static_cast<int>(bits >> 7)));
}

/// addw, subw: a plain 12-bit number.
std::int32_t plainImmediate(std::uint32_t first, std::uint32_t second)
{
    return static_cast<std::int32_t>((first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 |
                                     (second & 0xff));
}

Effect moveStack(std::int32_t bytes)
{
    return {.kind = Kind::MoveStack, .bytes = bytes};
}

Effect stackFrom(std::uint32_t number, std::int32_t bytes)
{
    return {.kind = Kind::StackFrom, .number = static_cast<std::uint8_t>(number), .bytes = bytes};
}

Effect none()
{
    return {.kind = Kind::None};
}

/// mrc: code reads its thread pointer with it. Both instruction sets use the same bits (A8.8.108).
bool isCoprocessorRead(std::uint32_t instruction)
{
    return (instruction & 0xff100010) == 0xee100010 && isOrdinary(instruction >> 12 & 15);
}

/// Data processing and loads that leave sp, lr and pc alone.
Effect otherArm(std::uint32_t instruction)
{
    if (isCoprocessorRead(instruction))
        return none();
    const auto target = instruction >> 12 & 15;
    const auto base = instruction >> 16 & 15;
    const auto group = instruction >> 26 & 3;
    const bool writesBack = (instruction >> 24 & 1) == 0 || (instruction >> 21 & 1) != 0;
    if (group == 0 && isOrdinary(target))
        return none();
    const bool isQuietLoad = group == 1 && isOrdinary(target) && !(writesBack && base == kSp);
    return isQuietLoad ? none() : Effect{};
}

Effect armEffect(std::uint32_t instruction)
{
    if (instruction >> 28 != 0xe) // A conditional instruction.
        return {};
    const auto high = instruction & 0xffff0000;
    const auto immediate12 = static_cast<std::int32_t>(instruction & 0xfff);
    const auto registerBit = 1u << (instruction >> 12 & 15);
    switch (high) {
    case 0xe92d0000: return {.kind = Kind::Push, .mask = instruction & 0xffff};
    case 0xe8bd0000: return {.kind = Kind::Pop, .mask = instruction & 0xffff};
    case 0xe52d0000: // str register, [sp, #-n]!
        return immediate12 == 4 ? Effect{.kind = Kind::Push, .mask = registerBit} : Effect{};
    case 0xe49d0000: // ldr register, [sp], #n
        return immediate12 == 4 ? Effect{.kind = Kind::Pop, .mask = registerBit} : Effect{};
    default: break;
    }
    const auto vfpBytes = static_cast<std::int32_t>(instruction & 0xff) * 4;
    if ((instruction & 0xffbf0e00) == 0xed2d0a00) // vpush
        return moveStack(-vfpBytes);
    if ((instruction & 0xffbf0e00) == 0xecbd0a00) // vpop
        return moveStack(vfpBytes);
    const auto arithmetic = instruction & 0xfff0f000;
    if (arithmetic == 0xe280d000 || arithmetic == 0xe240d000) { // add, sub sp, register, #n
        const auto base = instruction >> 16 & 15;
        const auto bytes = armImmediate(instruction);
        // Wraps modulo 2^32 like the processor: the negative of -0x80000000 is itself.
        const auto negated = static_cast<std::int32_t>(-static_cast<std::uint32_t>(bytes));
        const auto signedBytes = arithmetic == 0xe240d000 ? negated : bytes;
        return base == kSp ? moveStack(signedBytes) : stackFrom(base, signedBytes);
    }
    if ((instruction & 0xfffffff0) == 0xe1a0d000) // mov sp, register
        return stackFrom(instruction & 15, 0);
    if (instruction == 0xe12fff1e || instruction == 0xe1a0f00e) // bx lr; mov pc, lr
        return {.kind = Kind::ReturnByLink};
    return otherArm(instruction);
}

Effect narrowThumb(std::uint32_t code)
{
    const auto stackBytes = static_cast<std::int32_t>(code & 0x7f) * 4;
    if ((code & 0xfe00) == 0xb400)
        return {.kind = Kind::Push,
                .mask = (code & 0xff) | (code & 0x100) << 6}; // Bit 8 stands for lr.
    if ((code & 0xfe00) == 0xbc00)
        return {.kind = Kind::Pop,
                .mask = (code & 0xff) | (code & 0x100) << 7}; // Bit 8 stands for pc.
    if ((code & 0xff80) == 0xb080)
        return moveStack(-stackBytes);
    if ((code & 0xff80) == 0xb000)
        return moveStack(stackBytes);
    if (code == 0x4770)
        return {.kind = Kind::ReturnByLink};
    if ((code & 0xff87) == 0x4685) // mov sp, register
        return stackFrom(code >> 3 & 15, 0);
    if ((code & 0xf800) == 0x3000) // adds register, #n
        return {.kind = Kind::AddTo,
                .number = static_cast<std::uint8_t>(code >> 8 & 7),
                .bytes = static_cast<std::int32_t>(code & 0xff)};
    if ((code & 0xfc00) == 0x4400) { // add, cmp, mov with high registers; bx and blx
        const auto target = (code >> 4 & 8) | (code & 7);
        return (code & 0xff00) < 0x4700 && isOrdinary(target) ? none() : Effect{};
    }
    const bool isQuiet = code < 0x4400 || (code >= 0x4800 && code < 0xb000) ||
                         (code & 0xff00) == 0xb200 || code == 0xbf00;
    return isQuiet ? none() : Effect{};
}

/// Wide data processing and single loads that leave sp, lr and pc alone.
Effect otherWideThumb(std::uint32_t first, std::uint32_t second)
{
    if (isCoprocessorRead(first << 16 | second))
        return none();
    const auto target = second >> 8 & 15;
    const bool isImmediate = (first & 0xf800) == 0xf000 && (second & 0x8000) == 0;
    const bool isShifted = (first & 0xfe00) == 0xea00;
    if ((isImmediate || isShifted) && isOrdinary(target))
        return none();
    const bool isSingle = (first & 0xfe00) == 0xf800;
    const bool writesBack = (second & 0x0900) == 0x0900;
    const bool isQuiet =
        isSingle && isOrdinary(second >> 12 & 15) && !(writesBack && (first & 15) == kSp);
    return isQuiet ? none() : Effect{};
}

Effect wideThumb(std::uint32_t first, std::uint32_t second)
{
    const auto registerBit = 1u << (second >> 12 & 15);
    const auto vfpBytes = static_cast<std::int32_t>(second & 0xff) * 4;
    if (first == 0xe92d)
        return {.kind = Kind::Push, .mask = second};
    if (first == 0xe8bd)
        return {.kind = Kind::Pop, .mask = second};
    if (first == 0xf84d && (second & 0xfff) == 0xd04)
        return {.kind = Kind::Push, .mask = registerBit};
    if (first == 0xf85d && (second & 0xfff) == 0xb04)
        return {.kind = Kind::Pop, .mask = registerBit};
    if ((first & 0xffbf) == 0xed2d && (second & 0x0e00) == 0x0a00)
        return moveStack(-vfpBytes);
    if ((first & 0xffbf) == 0xecbd && (second & 0x0e00) == 0x0a00)
        return moveStack(vfpBytes);
    const auto operation = first & 0xfbf0;
    const auto base = first & 15;
    if ((second & 0x8f00) != 0x0d00)
        return otherWideThumb(first, second);
    std::optional<std::int32_t> bytes;
    if (operation == 0xf100 || operation == 0xf1a0)
        bytes = thumbImmediate(first, second);
    else if (operation == 0xf200 || operation == 0xf2a0)
        bytes = plainImmediate(first, second);
    if (!bytes)
        return {};
    if (operation == 0xf1a0 || operation == 0xf2a0)
        bytes = -*bytes;
    return base == kSp ? moveStack(*bytes) : stackFrom(base, *bytes);
}

/// Is this the first halfword of a 32-bit Thumb instruction (A6.1)?
bool isWide(std::uint32_t first)
{
    return first >= 0xe800;
}

} // namespace

ArmStackEffect readArmInstruction(ByteReader& reader, bool isThumb)
{
    if (!isThumb) {
        const auto effect = armEffect(reader.u32());
        return reader.ok() ? effect : Effect{};
    }
    const std::uint32_t first = reader.u16();
    const auto effect = isWide(first) ? wideThumb(first, reader.u16()) : narrowThumb(first);
    return reader.ok() ? effect : Effect{};
}

} // namespace faultline::unwind
