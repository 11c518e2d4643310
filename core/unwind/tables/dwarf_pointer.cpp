// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/dwarf_pointer.h"

namespace faultline::unwind {

namespace {

enum Form : std::uint8_t {
    kAbsPtr = 0x00,
    kUleb128 = 0x01,
    kUdata2 = 0x02,
    kUdata4 = 0x03,
    kUdata8 = 0x04,
    kSigned = 0x08,
    kSleb128 = 0x09,
    kSdata2 = 0x0a,
    kSdata4 = 0x0b,
    kSdata8 = 0x0c,
};

enum Application : std::uint8_t {
    kAbsolute = 0x00,
    kPcRelative = 0x10,
    kTextRelative = 0x20,
    kDataRelative = 0x30,
    kFunctionRelative = 0x40,
    kAligned = 0x50,
};

constexpr std::uint8_t kFormMask = 0x0f;
constexpr std::uint8_t kApplicationMask = 0x70;
constexpr std::uint8_t kIndirect = 0x80;

std::uint64_t signExtended(std::int64_t value)
{
    return static_cast<std::uint64_t>(value);
}

void skipToAlignment(ByteReader& reader, const PointerBases& bases)
{
    const std::uint64_t misalignment = (bases.section + reader.offset()) % bases.addressSize;
    if (misalignment != 0)
        reader.skip(bases.addressSize - misalignment);
}

std::optional<std::uint64_t>
baseOf(std::uint8_t application, const PointerBases& bases, std::uint64_t ownAddress)
{
    switch (application) {
    case kAbsolute:
    case kAligned: return 0;
    case kPcRelative: return ownAddress;
    case kTextRelative: return bases.text;
    case kDataRelative: return bases.data;
    case kFunctionRelative: return bases.function;
    default: return std::nullopt;
    }
}

} // namespace

std::optional<std::uint64_t>
readEncodedNumber(ByteReader& reader, std::uint8_t encoding, unsigned addressSize)
{
    std::uint64_t value = 0;
    switch (encoding & kFormMask) {
    case kAbsPtr: value = reader.unsignedOf(addressSize); break;
    case kUleb128: value = reader.uleb128(); break;
    case kUdata2: value = reader.u16(); break;
    case kUdata4: value = reader.u32(); break;
    case kUdata8: value = reader.u64(); break;
    case kSigned: value = addressSize == 4 ? signExtended(reader.i32()) : reader.u64(); break;
    case kSleb128: value = signExtended(reader.sleb128()); break;
    case kSdata2: value = signExtended(reader.i16()); break;
    case kSdata4: value = signExtended(reader.i32()); break;
    case kSdata8: value = reader.u64(); break;
    default: return std::nullopt;
    }
    return reader.ok() ? std::optional(value) : std::nullopt;
}

std::optional<EncodedPointer>
readEncodedPointer(ByteReader& reader, std::uint8_t encoding, const PointerBases& bases)
{
    const std::uint8_t application = encoding & kApplicationMask;
    if (application == kAligned)
        skipToAlignment(reader, bases);
    const auto base = baseOf(application, bases, bases.section + reader.offset());
    const auto number = readEncodedNumber(reader, encoding, bases.addressSize);
    if (!base || !number)
        return std::nullopt;
    std::uint64_t value = *base + *number;
    if (bases.addressSize == 4)
        value &= 0xffffffff;
    return EncodedPointer{value, (encoding & kIndirect) != 0};
}

} // namespace faultline::unwind
