// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/byte_output.h"

namespace faultline {

void ByteOutput::uleb128(std::uint64_t value)
{
    while (value >= 0x80) {
        u8(static_cast<std::uint8_t>(value | 0x80));
        value >>= 7;
    }
    u8(static_cast<std::uint8_t>(value));
}

void ByteOutput::sleb128(std::int64_t value)
{
    // The last byte's bit 6 is the sign.
    while (value < -0x40 || value >= 0x40) {
        u8(static_cast<std::uint8_t>(value | 0x80));
        value >>= 7;
    }
    u8(static_cast<std::uint8_t>(value & 0x7f));
}

void ByteOutput::fixed(std::uint64_t value, std::size_t sizeBytes)
{
    for (std::size_t i = 0; i < sizeBytes; ++i)
        u8(static_cast<std::uint8_t>(value >> (8 * i)));
}

} // namespace faultline
