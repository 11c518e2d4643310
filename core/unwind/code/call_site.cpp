// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/call_site.h"

#include "core/base/byte_reader.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace faultline::unwind {

using namespace std::string_view_literals;

namespace {

std::uint8_t byteFromEnd(Bytes bytes, std::size_t count)
{
    return std::to_integer<std::uint8_t>(bytes[bytes.size() - count]);
}

/// Can FF /2 with its addressing bytes, `length` bytes in all, end at the return address? Encoding:
/// Intel SDM volume 2, table 2-2.
bool isIndirectCall(Bytes before, std::size_t length)
{
    if (byteFromEnd(before, length) != 0xff)
        return false;
    const auto modrm = byteFromEnd(before, length - 1);
    if ((modrm >> 3 & 7) != 2)
        return false;
    const auto mode = modrm >> 6;
    const auto rm = modrm & 7;
    const bool hasSib = mode != 3 && rm == 4;
    const bool sibHasNoBase =
        hasSib && length >= 3 && mode == 0 && (byteFromEnd(before, length - 2) & 7) == 5;
    const bool isAbsolute = mode == 0 && (rm == 5 || sibHasNoBase);
    std::size_t expected = hasSib ? 3 : 2;
    if (mode == 1)
        expected += 1;
    else if (mode == 2 || isAbsolute)
        expected += 4;
    return expected == length;
}

std::uint32_t wordAt(Bytes bytes, std::size_t offset, std::endian order = std::endian::little)
{
    ByteReader reader(bytes, order);
    reader.seek(offset);
    return reader.u32();
}

/// The last four-byte instruction.
std::uint32_t lastWord(Bytes before)
{
    return wordAt(before, before.size() - 4);
}

std::uint64_t displaced(std::uint64_t base, std::int32_t distance)
{
    return base + static_cast<std::uint64_t>(std::int64_t{distance});
}

CallSite x86CallSite(Bytes before, std::uint64_t returnAddress, std::uint64_t mask)
{
    CallSite site;
    if (byteFromEnd(before, 5) == 0xe8) // call rel32
        site.target = displaced(returnAddress, static_cast<std::int32_t>(lastWord(before))) & mask;
    for (std::size_t length = 2; length <= 7; ++length)
        site.mayBeIndirect = site.mayBeIndirect || isIndirectCall(before, length);
    site.isCall = site.target.has_value() || site.mayBeIndirect;
    return site;
}

CallSite arm64CallSite(Bytes before, std::uint64_t returnAddress)
{
    const auto instruction = lastWord(before);
    CallSite site;
    site.target = arm64CallTarget(instruction, returnAddress - 4);
    site.isCall = isArm64Call(instruction);
    site.mayBeIndirect = site.isCall && !site.target;
    return site;
}

/// bl, blx (Arm ARM, A8.8.25, A8.8.26).
CallSite armCallSite(Bytes before, std::uint64_t returnAddress)
{
    const auto word = lastWord(before);
    const auto distance = static_cast<std::int32_t>(word << 8) >> 6;
    CallSite site;
    if ((word & 0x0f000000) == 0x0b000000 && word >> 28 != 0xf)
        site.target = displaced(returnAddress + 4, distance);
    else if ((word & 0xfe000000) == 0xfa000000)
        site.target = displaced(returnAddress + 4, distance) + (word >> 23 & 2);
    site.isThumbTarget = word >> 28 == 0xf;
    site.mayBeIndirect = (word & 0x0ffffff0) == 0x012fff30;
    site.isCall = site.target.has_value() || site.mayBeIndirect;
    return site;
}

/// The same for Thumb: two halfwords, or one for `blx register`.
CallSite thumbCallSite(Bytes before, std::uint64_t returnAddress)
{
    const auto word = lastWord(before);
    const auto first = word & 0xffff;
    const auto second = word >> 16;
    CallSite site;
    if ((first & 0xf800) == 0xf000 && (second & 0xc000) == 0xc000) {
        const auto sign = first >> 10 & 1;
        const auto high =
            (~((second >> 13 & 1) ^ sign) & 1) << 1 | (~((second >> 11 & 1) ^ sign) & 1);
        const auto bits = sign << 24 | high << 22 | (first & 0x3ff) << 12 | (second & 0x7ff) << 1;
        const bool staysInThumb = (second & 0x1000) != 0;
        const auto base = staysInThumb ? returnAddress : returnAddress & ~std::uint64_t{3};
        site.target = displaced(base, static_cast<std::int32_t>(bits << 7) >> 7);
        site.isThumbTarget = staysInThumb;
    }
    site.mayBeIndirect = (second & 0xff87) == 0x4780;
    site.isCall = site.target.has_value() || site.mayBeIndirect;
    return site;
}

/// jal, jalr, bal and bgezal are followed by a delay slot; balc has none (MIPS32 Architecture,
/// volume II).
CallSite mipsCallSite(Bytes before, std::uint64_t returnAddress, std::endian order)
{
    const auto call = wordAt(before, before.size() - 8, order);
    const auto compact = wordAt(before, before.size() - 4, order);
    const auto branchDistance = static_cast<std::int32_t>(call << 16) >> 14;
    CallSite site;
    if (call >> 26 == 3)
        site.target = ((returnAddress - 4) & ~std::uint64_t{0xfffffff}) | (call & 0x3ffffff) << 2;
    else if ((call & 0xfc1e0000) == 0x04100000)
        site.target = displaced(returnAddress - 4, branchDistance);
    else if (compact >> 26 == 0x3a)
        site.target = displaced(returnAddress, static_cast<std::int32_t>(compact << 6) >> 4);
    site.mayBeIndirect = (call & 0xfc00003f) == 0x00000009;
    site.isCall = site.target.has_value() || site.mayBeIndirect;
    return site;
}

/// bl and bla, bctrl and blrl (Power ISA, book I, 2.4).
CallSite ppcCallSite(Bytes before, std::uint64_t returnAddress, std::endian order)
{
    const auto call = wordAt(before, before.size() - 4, order);
    const auto distance = static_cast<std::int32_t>((call & 0x03fffffc) << 6) >> 6;
    CallSite site;
    if ((call & 0xfc000003) == 0x48000001)
        site.target = displaced(returnAddress - 4, distance);
    site.mayBeIndirect =
        (call & 0xfc000003) == 0x48000003 || (call & 0xfc0007ff) == 0x4c000421; // XL form, LK set
    site.mayBeIndirect = site.mayBeIndirect || (call & 0xfc0007ff) == 0x4c000021;
    site.isCall = site.target.has_value() || site.mayBeIndirect;
    return site;
}

/// jal and jalr that link to ra, and c.jalr (RISC-V ISA, volume I, 2.5 and "C" extension).
CallSite riscvCallSite(Bytes before, std::uint64_t returnAddress)
{
    const auto call = lastWord(before);
    const auto half = call >> 16;
    const auto distance =
        static_cast<std::int32_t>((call & 0x80000000) | (call & 0xff000) << 11 |
                                  (call & 0x100000) << 2 | (call & 0x7fe00000) >> 9) >>
        11;
    CallSite site;
    if ((call & 0xfff) == 0x0ef)
        site.target = displaced(returnAddress - 4, distance);
    const bool isJalr = (call & 0x7fff) == 0x00e7;
    const bool isCompressed = (half & 0xf07f) == 0x9002 && (half & 0xf80) != 0;
    site.mayBeIndirect = isJalr || isCompressed;
    site.isCall = site.target.has_value() || site.mayBeIndirect;
    return site;
}

/// brasl, bras and basr that link to r14 (z/Architecture Principles of Operation, chapter 7).
CallSite s390CallSite(Bytes before, std::uint64_t returnAddress)
{
    const auto high = wordAt(before, before.size() - 6, std::endian::big) >> 16;
    const auto word = wordAt(before, before.size() - 4, std::endian::big);
    CallSite site;
    if (high == 0xc0e5)
        site.target = displaced(returnAddress - 6, 0) +
                      static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(word)} * 2);
    else if (word >> 16 == 0xa7e5)
        site.target = displaced(returnAddress - 4, static_cast<std::int32_t>(word << 16) >> 15);
    site.mayBeIndirect = (word & 0xfff0) == 0x0de0 && (word & 0xf) != 0;
    site.isCall = site.target.has_value() || site.mayBeIndirect;
    return site;
}

/// bl, and jirl that links to ra (LoongArch Reference Manual, volume 1, 2.2.5).
CallSite loongArchCallSite(Bytes before, std::uint64_t returnAddress)
{
    const auto call = lastWord(before);
    CallSite site;
    if ((call & 0xfc000000) == 0x54000000)
        site.target = displaced(
            returnAddress - 4,
            static_cast<std::int32_t>((call & 0x3ff) << 22 | (call & 0x03fffc00) >> 4) >> 4);
    site.mayBeIndirect = (call & 0xfc00001f) == 0x4c000001;
    site.isCall = site.target.has_value() || site.mayBeIndirect;
    return site;
}

/// Stubs and veneers begin with a jump, or prepare one in r12, which the ABI reserves for them
/// (AAPCS32, 6.1.1).
bool isArmJumpStub(std::uint32_t word)
{
    const bool isBranch = (word & 0x0f000000) == 0x0a000000;
    const bool isBranchToRegister = (word & 0x0ffffff0) == 0x012fff10;
    const auto target = word >> 12 & 15;
    const bool writesRegister = (word & 0x0c000000) == 0 || (word & 0x0c100000) == 0x04100000;
    return isBranch || isBranchToRegister || (writesRegister && (target == 12 || target == 15));
}

/// `bx pc` switches to ARM code; the other forms are as above (Arm ARM, A6.2, A6.3).
bool isThumbJumpStub(std::uint32_t word)
{
    const auto first = word & 0xffff;
    const auto second = word >> 16;
    const bool isNarrowBranch = (first & 0xf800) == 0xe000 || (first & 0xff87) == 0x4700;
    const bool isWideBranch = (first & 0xf800) == 0xf000 && (second & 0xd000) == 0x9000;
    const bool isLoad = (first & 0xff70) == 0xf850;
    const bool isMove = (first & 0xfbf0) == 0xf240 || (first & 0xfbf0) == 0xf2c0;
    const auto target = isLoad ? second >> 12 & 15 : second >> 8 & 15;
    return isNarrowBranch || isWideBranch || ((isLoad || isMove) && (target == 12 || target == 15));
}

} // namespace

CallSite
readCallSite(CpuFamily family, Bytes before, std::uint64_t returnAddress, std::endian order)
{
    const CallSite anything{.isCall = true, .mayBeIndirect = true, .target = {}};
    if (before.size() < kCallSiteBytes)
        return anything;
    switch (family) {
    case CpuFamily::Intel32: return x86CallSite(before, returnAddress, 0xffffffff);
    case CpuFamily::Intel64: return x86CallSite(before, returnAddress, ~std::uint64_t{0});
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: return arm64CallSite(before, returnAddress);
    case CpuFamily::Arm32:
        return (returnAddress & 1) != 0 ? thumbCallSite(before, returnAddress & ~std::uint64_t{1})
                                        : armCallSite(before, returnAddress);
    case CpuFamily::Mips32:
    case CpuFamily::Mips64: return mipsCallSite(before, returnAddress, order);
    case CpuFamily::Ppc32:
    case CpuFamily::Ppc64: return ppcCallSite(before, returnAddress, order);
    case CpuFamily::RiscV64: return riscvCallSite(before, returnAddress);
    case CpuFamily::S390x: return s390CallSite(before, returnAddress);
    case CpuFamily::LoongArch64: return loongArchCallSite(before, returnAddress);
    default: return anything;
    }
}

bool isJumpStub(CpuFamily family, Bytes code, bool isThumb)
{
    if (code.size() < 8)
        return true; // There is no rule for this CPU.
    const auto word = wordAt(code, 0);
    switch (family) {
    case CpuFamily::Intel32:
    case CpuFamily::Intel64: {
        constexpr std::uint32_t kEndBranch =
            0x1e0ff3; // The low three bytes of endbr64 (f3 0f 1e fa) and endbr32 (f3 0f 1e fb).
        const auto at = (word & 0xffffff) == kEndBranch ? std::size_t{4} : std::size_t{0};
        const auto first = std::to_integer<std::uint8_t>(code[at]);
        const auto second = std::to_integer<std::uint8_t>(code[at + 1]);
        const bool isPrefixed = (first == 0xf2 || first == 0x48) && second == 0xff;
        const bool isJump = first == 0xe9 || first == 0xeb || (first == 0xff && second >= 0x20);
        return isJump || isPrefixed || first == 0x68; // A push begins a stub for lazy binding.
    }
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: {
        const auto body = word == 0xd503245f ? wordAt(code, 4) : word; // bti c
        return (body & 0xfc000000) == 0x14000000 || (body & 0x9f00001e) == 0x90000010;
    }
    case CpuFamily::Arm32: return isThumb ? isThumbJumpStub(word) : isArmJumpStub(word);
    default: return true;
    }
}

namespace {

/// The instructions that assemblers put between functions: nop and int3.
constexpr std::array<std::string_view, 12> kIntelPadding{
    "\x66\x66\x2e\x0f\x1f\x84\x00\x00\x00\x00\x00"sv,
    "\x66\x2e\x0f\x1f\x84\x00\x00\x00\x00\x00"sv,
    "\x66\x0f\x1f\x84\x00\x00\x00\x00\x00"sv,
    "\x0f\x1f\x84\x00\x00\x00\x00\x00"sv,
    "\x0f\x1f\x80\x00\x00\x00\x00"sv,
    "\x66\x0f\x1f\x44\x00\x00"sv,
    "\x0f\x1f\x44\x00\x00"sv,
    "\x0f\x1f\x40\x00"sv,
    "\x0f\x1f\x00"sv,
    "\x66\x90"sv,
    "\x90"sv,
    "\xcc"sv};

Bytes withoutIntelPadding(Bytes last)
{
    for (;;) {
        const auto* const padding =
            std::ranges::find_if(kIntelPadding, [&](std::string_view instruction) {
                return asText(last).ends_with(instruction);
            });
        if (padding == kIntelPadding.end())
            return last;
        last = last.first(last.size() - padding->size());
    }
}

Bytes withoutArm64Padding(Bytes last)
{
    constexpr std::uint32_t kNop = 0xd503201f;
    while (last.size() >= 4) {
        const auto word = wordAt(last, last.size() - 4);
        if (word != kNop && word != 0)
            break;
        last = last.first(last.size() - 4);
    }
    return last;
}

bool intelEndsInTailJump(Bytes code, std::uint64_t begin, std::uint64_t end)
{
    const auto last = withoutIntelPadding(code);
    end -= code.size() - last.size();
    const auto byteAt = [&](std::size_t fromEnd) {
        return last.size() < fromEnd ? 0u : std::to_integer<unsigned>(last[last.size() - fromEnd]);
    };
    const bool isIndirect = (byteAt(2) == 0xff && (byteAt(1) & 0xf8) == 0xe0) || // jmp reg
                            (byteAt(6) == 0xff && byteAt(5) == 0x25);            // jmp [rip+x]
    if (isIndirect || byteAt(5) != 0xe9)
        return isIndirect;
    const auto distance = static_cast<std::int32_t>(wordAt(last, last.size() - 4));
    const auto target = end + static_cast<std::uint64_t>(std::int64_t{distance});
    return target < begin || target >= end;
}

bool arm64EndsInTailJump(Bytes code, std::uint64_t begin, std::uint64_t end)
{
    const auto last = withoutArm64Padding(code);
    end -= code.size() - last.size();
    if (last.size() < 4)
        return false;
    const auto word = wordAt(last, last.size() - 4);
    if ((word & 0xfffffc1f) == 0xd61f0000) // br
        return true;
    if ((word & 0xfc000000) != 0x14000000) // b
        return false;
    const auto distance = static_cast<std::int32_t>(word << 6) >> 4;
    const auto target = end - 4 + static_cast<std::uint64_t>(std::int64_t{distance});
    return target < begin || target >= end;
}

} // namespace

bool endsInTailJump(CpuFamily family, Bytes last, std::uint64_t begin, std::uint64_t end)
{
    switch (family) {
    case CpuFamily::Intel32:
    case CpuFamily::Intel64: return intelEndsInTailJump(last, begin, end);
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: return arm64EndsInTailJump(last, begin, end);
    default: return false;
    }
}

bool isArm64Call(std::uint32_t instruction)
{
    const bool isBl = (instruction & 0xfc000000) == 0x94000000;
    const bool isBlr = (instruction & 0xfffffc1f) == 0xd63f0000;
    const bool isAuthenticatingBlr = (instruction & 0xfefff800) == 0xd63f0800;
    return isBl || isBlr || isAuthenticatingBlr;
}

std::optional<std::uint64_t> arm64CallTarget(std::uint32_t instruction, std::uint64_t address)
{
    if ((instruction & 0xfc000000) != 0x94000000)
        return std::nullopt;
    // A signed 26-bit number of instructions.
    const auto distance = static_cast<std::int32_t>(instruction << 6) >> 4;
    return address + static_cast<std::uint64_t>(std::int64_t{distance});
}

} // namespace faultline::unwind
