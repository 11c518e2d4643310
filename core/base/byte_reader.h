// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <bit>
#include <cstring>

namespace faultline {

/// Reads fields from a span. Failure is sticky: after the first short read, every read yields zero
/// and ok() is false. So one check serves a group of reads. Never reads outside the span, never
/// throws, owns nothing.
class ByteReader
{
public:
    explicit ByteReader(Bytes bytes, std::endian order = std::endian::little)
        : m_bytes(bytes), m_order(order)
    {
    }

    bool ok() const { return m_ok; }

    std::endian order() const { return m_order; }

    /// Position from the start of the span.
    std::size_t offset() const { return m_offset; }

    /// Zero once a read has failed, so that loops on it end.
    std::size_t remaining() const { return m_ok ? m_bytes.size() - m_offset : 0; }

    bool atEnd() const { return remaining() == 0; }

    Bytes span() const { return m_bytes; }

    void setFailed() { m_ok = false; }

    void seek(std::uint64_t offset)
    {
        if (offset > m_bytes.size())
            m_ok = false;
        else
            m_offset = static_cast<std::size_t>(offset);
    }

    void skip(std::uint64_t count)
    {
        if (!m_ok || count > remaining())
            m_ok = false;
        else
            m_offset += static_cast<std::size_t>(count);
    }

    std::uint8_t u8() { return fixed<std::uint8_t>(); }

    std::uint16_t u16() { return fixed<std::uint16_t>(); }

    /// Three bytes (DW_FORM_strx3, DW_FORM_addrx3).
    std::uint32_t u24();

    std::uint32_t u32() { return fixed<std::uint32_t>(); }

    std::uint64_t u64() { return fixed<std::uint64_t>(); }

    std::int8_t i8() { return static_cast<std::int8_t>(u8()); }

    std::int16_t i16() { return static_cast<std::int16_t>(u16()); }

    std::int32_t i32() { return static_cast<std::int32_t>(u32()); }

    std::int64_t i64() { return static_cast<std::int64_t>(u64()); }

    /// An unsigned integer of 1, 2, 3, 4 or 8 bytes; any other size fails.
    std::uint64_t unsignedOf(std::size_t sizeBytes);

    /// LEB128. Drops payload beyond 64 bits. A number of more than 64 bytes fails.
    std::uint64_t uleb128();
    std::int64_t sleb128();

    /// `count` bytes; an empty span on failure.
    Bytes bytes(std::uint64_t count);

    /// The characters up to a NUL, which is consumed. An unterminated string fails.
    std::string_view cString();

    /// A table elsewhere in the span. Absent unless all `count` entries fit. Does not move the
    /// reader.
    std::optional<Bytes>
    table(std::uint64_t offset, std::uint64_t count, std::uint64_t entrySize) const
    {
        if (entrySize == 0 || offset > m_bytes.size() ||
            count > (m_bytes.size() - offset) / entrySize)
            return std::nullopt;
        return m_bytes.subspan(static_cast<std::size_t>(offset),
                               static_cast<std::size_t>(count * entrySize));
    }

private:
    template <class T>
    T fixed()
    {
        if (!m_ok || remaining() < sizeof(T)) {
            m_ok = false;
            return 0;
        }
        T value = 0;
        std::memcpy(&value, m_bytes.data() + m_offset, sizeof(T));
        m_offset += sizeof(T);
        if constexpr (sizeof(T) > 1) {
            if (m_order != std::endian::native)
                value = swapped(value);
        }
        return value;
    }

    static std::uint16_t swapped(std::uint16_t v) { return __builtin_bswap16(v); }

    static std::uint32_t swapped(std::uint32_t v) { return __builtin_bswap32(v); }

    static std::uint64_t swapped(std::uint64_t v) { return __builtin_bswap64(v); }

    Bytes m_bytes;
    std::size_t m_offset = 0;
    std::endian m_order;
    bool m_ok = true;
};

} // namespace faultline
