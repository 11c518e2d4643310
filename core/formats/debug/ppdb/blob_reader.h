// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_reader.h"

namespace faultline::ppdb {

/// Reads the numbers of metadata blobs. Failure is sticky, as in ByteReader. Layout: ECMA-335
/// II.23.2 ("Blobs and signatures"): one, two or four big-endian bytes, whose number the leading
/// bits give.
class BlobReader
{
public:
    explicit BlobReader(Bytes blob) : m_reader(blob) {}

    bool ok() const { return m_reader.ok(); }

    bool atEnd() const { return m_reader.atEnd(); }

    std::size_t offset() const { return m_reader.offset(); }

    std::uint8_t u8() { return m_reader.u8(); }

    Bytes bytes(std::uint64_t count) { return m_reader.bytes(count); }

    std::uint32_t compressed() { return number().value; }

    /// The lowest bit is the sign. The other bits are in two's complement with the width that was
    /// read.
    std::int32_t compressedSigned()
    {
        const auto [value, bits] = number();
        const auto magnitude = static_cast<std::int32_t>(value >> 1);
        return (value & 1) == 0 ? magnitude : magnitude - (std::int32_t{1} << (bits - 1));
    }

private:
    struct Number
    {
        std::uint32_t value = 0;
        unsigned bits = 7;
    };

    Number number()
    {
        const std::uint32_t first = m_reader.u8();
        if ((first & 0x80) == 0)
            return {first, 7};
        if ((first & 0xc0) == 0x80)
            return {(first & 0x3f) << 8 | m_reader.u8(), 14};
        if ((first & 0xe0) != 0xc0) {
            m_reader.setFailed();
            return {};
        }
        std::uint32_t value = first & 0x1f;
        for (int i = 0; i < 3; ++i)
            value = value << 8 | m_reader.u8();
        return {value, 29};
    }

    ByteReader m_reader;
};

} // namespace faultline::ppdb
