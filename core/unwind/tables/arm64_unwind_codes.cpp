// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/arm64_unwind_codes.h"

namespace faultline::unwind {

namespace {

using Op = Arm64UnwindCode::Op;

constexpr std::uint8_t kFirstInteger = 19; // The codes count registers from the first saved one.
constexpr std::uint8_t kFirstFloat = 8;
constexpr std::uint8_t kLinkRegister = 30;

std::uint32_t byteAt(Bytes codes, std::size_t offset)
{
    return offset < codes.size() ? std::to_integer<std::uint8_t>(codes[offset]) : 0;
}

Arm64UnwindCode allocation(std::uint32_t units, std::uint8_t length)
{
    return {.op = Op::Allocate, .bytes = units * 16, .length = length};
}

/// `save_reg` and the related two-byte codes: a register of `registerBits` bits above a 6-bit
/// offset in words. The `_x` forms first move sp by one word more and store at sp.
Arm64UnwindCode save(Op op, std::uint32_t registerField, std::uint32_t words, bool preIndexed)
{
    const auto base = op == Op::SaveFloats ? kFirstFloat : kFirstInteger;
    return {.op = op,
            .first = static_cast<std::uint8_t>(base + registerField),
            .preIndexed = preIndexed,
            .bytes = (words + (preIndexed ? 1 : 0)) * 8,
            .length = 2};
}

Arm64UnwindCode asPair(Arm64UnwindCode code)
{
    code.isPair = true;
    return code;
}

/// The codes 0xc0–0xdf, which differ in their first bits.
Arm64UnwindCode twoByteCode(std::uint32_t code)
{
    const std::uint32_t offset = code & 0x3f;
    const std::uint32_t integer = code >> 6 & 0xf;
    const std::uint32_t floating = code >> 6 & 0x7;
    if ((code & 0xf800) == 0xc000)
        return allocation(code & 0x7ff, 2);
    switch (code >> 9) {
    case 0xc8 >> 1:
    case 0xca >> 1: return asPair(save(Op::SaveIntegers, integer, offset, false));
    case 0xcc >> 1:
    case 0xce >> 1: return asPair(save(Op::SaveIntegers, integer, offset, true));
    case 0xd0 >> 1:
    case 0xd2 >> 1: return save(Op::SaveIntegers, integer, offset, false);
    case 0xd4 >> 1: return save(Op::SaveIntegers, code >> 5 & 0xf, code & 0x1f, true);
    case 0xd6 >> 1: return save(Op::SaveWithLink, 2 * floating, offset, false);
    case 0xd8 >> 1: return asPair(save(Op::SaveFloats, floating, offset, false));
    case 0xda >> 1: return asPair(save(Op::SaveFloats, floating, offset, true));
    case 0xdc >> 1: return save(Op::SaveFloats, floating, offset, false);
    default: break;
    }
    if (code >> 8 == 0xde)
        return save(Op::SaveFloats, code >> 5 & 0x7, code & 0x1f, true);
    return {.op = Op::NotEvaluated, .bytes = code >> 8, .length = 2};
}

/// save_any_reg: 0pxrrrrr ffoooooo. p: a pair; x: pre-indexed; f: the register file (0 x, 1 d, 2 q;
/// 3 saves SVE registers).
std::optional<Arm64UnwindCode> anyRegister(std::uint32_t first, std::uint32_t second)
{
    const bool isPair = (first & 0x40) != 0;
    const bool preIndexed = (first & 0x20) != 0;
    const auto file = second >> 6;
    if ((first & 0x80) != 0)
        return std::nullopt;
    if (file == 3)
        return Arm64UnwindCode{.op = Op::NotEvaluated, .bytes = 0xe7, .length = 3};
    const std::uint32_t scale = isPair || preIndexed || file == 2 ? 16 : 8;
    return Arm64UnwindCode{.op = file == 0 ? Op::SaveIntegers : Op::SaveFloats,
                           .first = static_cast<std::uint8_t>(first & 0x1f),
                           .isPair = isPair,
                           .preIndexed = preIndexed,
                           .bytes = ((second & 0x3f) + (preIndexed ? 1 : 0)) * scale,
                           .length = 3};
}

std::optional<Arm64UnwindCode> specialCode(Bytes codes, std::size_t offset, std::uint32_t code)
{
    switch (code) {
    case 0xe0: {
        const auto units = byteAt(codes, offset + 1) << 16 | byteAt(codes, offset + 2) << 8 |
                           byteAt(codes, offset + 3);
        return allocation(units, 4);
    }
    case 0xe1: return Arm64UnwindCode{.op = Op::SetFrame};
    case 0xe2:
        return Arm64UnwindCode{
            .op = Op::SetFrame, .bytes = byteAt(codes, offset + 1) * 8, .length = 2};
    case 0xe3: return Arm64UnwindCode{.op = Op::Nop};
    case 0xe4: return Arm64UnwindCode{.op = Op::End};
    case 0xe5: return Arm64UnwindCode{.op = Op::EndOfFragment};
    case 0xe6: return Arm64UnwindCode{.op = Op::SaveNext};
    case 0xe7: return anyRegister(byteAt(codes, offset + 1), byteAt(codes, offset + 2));
    case 0xe9: return Arm64UnwindCode{.op = Op::MachineFrame, .isKernelFrame = true};
    case 0xea: return Arm64UnwindCode{.op = Op::Context, .isKernelFrame = true};
    case 0xe8: // A trap frame.
    case 0xeb: // An ARM64EC context.
    case 0xec: // clear_unwound_to_call
        return Arm64UnwindCode{.op = Op::NotEvaluated, .bytes = code, .isKernelFrame = true};
    case 0xfc: return Arm64UnwindCode{.op = Op::SignLink};
    default: return std::nullopt;
    }
}

} // namespace

std::optional<Arm64UnwindCode> readArm64UnwindCode(Bytes codes, std::size_t offset)
{
    if (offset >= codes.size())
        return std::nullopt;
    const auto byte = byteAt(codes, offset);
    std::optional<Arm64UnwindCode> code;
    if (byte < 0x20)
        code = allocation(byte, 1);
    else if (byte < 0x40)
        code = Arm64UnwindCode{.op = Op::SaveIntegers,
                               .first = kFirstInteger,
                               .isPair = true,
                               .preIndexed = true,
                               .bytes = (byte & 0x1f) * 8};
    else if (byte < 0x80)
        code = Arm64UnwindCode{.op = Op::SaveFrame, .bytes = (byte & 0x3f) * 8};
    else if (byte < 0xc0)
        code = Arm64UnwindCode{
            .op = Op::SaveFrame, .preIndexed = true, .bytes = ((byte & 0x3f) + 1) * 8};
    else if (byte < 0xe0)
        code = twoByteCode(byte << 8 | byteAt(codes, offset + 1));
    else
        code = specialCode(codes, offset, byte);
    if (!code || code->length > codes.size() - offset)
        return std::nullopt;
    const bool isInteger = code->op == Op::SaveIntegers || code->op == Op::SaveWithLink;
    const bool existsInFile = code->first + (code->isPair ? 1 : 0) <= kLinkRegister;
    return isInteger && !existsInFile ? std::nullopt : code;
}

Result<std::uint32_t> countArm64Instructions(Bytes codes, std::size_t offset)
{
    std::uint32_t count = 0;
    for (std::size_t at = offset; at < codes.size();) {
        const auto code = readArm64UnwindCode(codes, at);
        if (!code)
            return fail(ErrorKind::Malformed, "unwind code ", Hex{byteAt(codes, at)}, " at byte ",
                        at, " cannot be read");
        if (code->isEnd())
            return count;
        count += code->isInstruction() ? 1 : 0;
        at += code->length;
    }
    return fail(ErrorKind::Malformed, "unwind codes end without an end code");
}

} // namespace faultline::unwind
