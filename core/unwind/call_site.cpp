#include "core/unwind/call_site.h"

#include "core/base/byte_reader.h"

namespace faultline::unwind {

namespace {

std::uint8_t byteFromEnd(Bytes bytes, std::size_t count)
{
    return std::to_integer<std::uint8_t>(bytes[bytes.size() - count]);
}

/// FF /2 with its addressing bytes, `length` bytes in all, ends at the return address. Encoding:
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

bool endsInX86Call(Bytes before)
{
    if (byteFromEnd(before, 5) == 0xe8) // call rel32
        return true;
    for (std::size_t length = 2; length <= 7; ++length) {
        if (isIndirectCall(before, length))
            return true;
    }
    return false;
}

std::uint32_t lastWord(Bytes before)
{
    ByteReader reader(before.last(4));
    return reader.u32();
}

/// bl, blx (Arm ARM, A5.7 and A6.3; Thumb: two halfwords, or `blx register` in one).
bool endsInArmCall(Bytes before, bool isThumb)
{
    const auto word = lastWord(before);
    if (!isThumb) {
        const bool isBl = (word & 0x0f000000) == 0x0b000000;
        const bool isBlx = (word & 0xfe000000) == 0xfa000000 || (word & 0x0ffffff0) == 0x012fff30;
        return isBl || isBlx;
    }
    const auto first = word & 0xffff;
    const auto second = word >> 16;
    return ((first & 0xf800) == 0xf000 && (second & 0xc000) == 0xc000) ||
           (second & 0xff87) == 0x4780;
}

} // namespace

bool endsInCall(CpuFamily family, Bytes before, bool isThumb)
{
    if (before.size() < kCallSiteBytes)
        return true;
    switch (family) {
    case CpuFamily::Intel32:
    case CpuFamily::Intel64: return endsInX86Call(before);
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: return isArm64Call(lastWord(before));
    case CpuFamily::Arm32: return endsInArmCall(before, isThumb);
    default: return true;
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
    // A signed 26-bit count of instructions.
    const auto distance = static_cast<std::int32_t>(instruction << 6) >> 4;
    return address + static_cast<std::uint64_t>(std::int64_t{distance});
}

} // namespace faultline::unwind
