// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_reader.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// DW_EH_PE_omit: no pointer is present. Source for all encodings: Linux Standard Base Core, "DWARF
/// Exception Header Encoding".
inline constexpr std::uint8_t kOmittedPointer = 0xff;

/// The bases of the relative encodings in one section, as linked addresses.
struct PointerBases
{
    std::uint64_t section = 0; ///< Address of the section's first byte (pcrel).
    std::uint64_t text = 0;
    std::uint64_t data = 0;
    std::uint64_t function = 0; ///< Start of the function the pointer belongs to.
    unsigned addressSize = 8;
};

struct EncodedPointer
{
    std::uint64_t value = 0;
    bool isIndirect = false; ///< `value` is the address of a pointer in the image.
};

/// Reads one pointer. `reader` must span the whole section, because its offset gives the pointer's
/// own address. Absent for an unknown encoding or when the bytes end.
std::optional<EncodedPointer>
readEncodedPointer(ByteReader& reader, std::uint8_t encoding, const PointerBases& bases);

/// Reads only the number (the low four bits of an encoding). Signed forms are sign-extended.
std::optional<std::uint64_t>
readEncodedNumber(ByteReader& reader, std::uint8_t encoding, unsigned addressSize);

} // namespace faultline::unwind
