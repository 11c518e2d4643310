// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <bit>
#include <cstring>

namespace faultline::dwarf {

/// Like ByteReader (sticky failure, never outside the span), but made for the DIE loop: two
/// pointers and all functions inline, so that the compiler keeps them in registers for a whole
/// entry.
class DwarfCursor
{
public:
    DwarfCursor(Bytes section, std::uint64_t offset, std::uint64_t end, std::endian order)
        : m_begin(section.data()), m_swap(order != std::endian::native)
    {
        const auto limit = end < section.size() ? end : section.size();
        m_end = m_begin + limit;
        m_pos = offset <= limit ? m_begin + offset : m_end;
        m_ok = offset <= limit;
    }

    bool ok() const { return m_ok; }

    /// Position from the start of the section.
    std::uint64_t offset() const { return static_cast<std::uint64_t>(m_pos - m_begin); }

    std::uint64_t endOffset() const { return static_cast<std::uint64_t>(m_end - m_begin); }

    std::uint64_t remaining() const { return static_cast<std::uint64_t>(m_end - m_pos); }

    bool atEnd() const { return m_pos == m_end; }

    void fail()
    {
        m_ok = false;
        m_pos = m_end;
    }

    void skip(std::uint64_t count)
    {
        if (count > remaining())
            fail();
        else
            m_pos += count;
    }

    void seek(std::uint64_t offset)
    {
        if (offset > endOffset())
            fail();
        else
            m_pos = m_begin + offset;
    }

    std::uint8_t u8()
    {
        if (m_pos == m_end) {
            m_ok = false;
            return 0;
        }
        return static_cast<std::uint8_t>(*m_pos++);
    }

    std::uint16_t u16() { return fixed<std::uint16_t>(); }

    std::uint32_t u32() { return fixed<std::uint32_t>(); }

    std::uint64_t u64() { return fixed<std::uint64_t>(); }

    std::uint32_t u24()
    {
        const std::uint32_t first = u8();
        const std::uint32_t second = u8();
        const std::uint32_t third = u8();
        const bool isLittle = (std::endian::native == std::endian::little) != m_swap;
        return isLittle ? first | second << 8 | third << 16 : third | second << 8 | first << 16;
    }

    /// An integer of 1, 2, 4 or 8 bytes (an address); any other size fails.
    std::uint64_t unsignedOf(unsigned sizeBytes)
    {
        switch (sizeBytes) {
        case 8: return u64();
        case 4: return u32();
        case 2: return u16();
        case 1: return u8();
        default: fail(); return 0;
        }
    }

    std::uint64_t uleb128()
    {
        if (m_pos != m_end && static_cast<std::uint8_t>(*m_pos) < 0x80)
            return static_cast<std::uint8_t>(*m_pos++);
        return longUleb128();
    }

    std::int64_t sleb128()
    {
        std::uint64_t value = 0;
        unsigned shift = 0;
        while (m_pos != m_end) {
            const auto byte = static_cast<std::uint64_t>(*m_pos++);
            if (shift < 64)
                value |= (byte & 0x7f) << shift;
            shift += 7;
            if ((byte & 0x80) != 0)
                continue;
            if (shift < 64 && (byte & 0x40) != 0)
                value |= ~std::uint64_t{0} << shift;
            return static_cast<std::int64_t>(value);
        }
        fail();
        return 0;
    }

    void skipLeb128()
    {
        while (m_pos != m_end) {
            if (static_cast<std::uint8_t>(*m_pos++) < 0x80)
                return;
        }
        fail();
    }

    void skipCString() { cString(); }

    std::string_view cString()
    {
        const void* terminator = remaining() == 0 ? nullptr : std::memchr(m_pos, 0, remaining());
        if (terminator == nullptr) {
            fail();
            return {};
        }
        const Bytes text(m_pos, static_cast<const std::byte*>(terminator));
        m_pos += text.size() + 1;
        return asText(text);
    }

    Bytes bytes(std::uint64_t count)
    {
        if (count > remaining()) {
            fail();
            return {};
        }
        const Bytes part(m_pos, static_cast<std::size_t>(count));
        m_pos += count;
        return part;
    }

private:
    template <class T>
    T fixed()
    {
        if (remaining() < sizeof(T)) {
            fail();
            return 0;
        }
        T value = 0;
        std::memcpy(&value, m_pos, sizeof(T));
        m_pos += sizeof(T);
        return m_swap ? swapped(value) : value;
    }

    static std::uint16_t swapped(std::uint16_t v) { return __builtin_bswap16(v); }

    static std::uint32_t swapped(std::uint32_t v) { return __builtin_bswap32(v); }

    static std::uint64_t swapped(std::uint64_t v) { return __builtin_bswap64(v); }

    std::uint64_t longUleb128()
    {
        std::uint64_t value = 0;
        unsigned shift = 0;
        while (m_pos != m_end) {
            const auto byte = static_cast<std::uint64_t>(*m_pos++);
            if (shift < 64)
                value |= (byte & 0x7f) << shift;
            if ((byte & 0x80) == 0)
                return value;
            shift += 7;
        }
        fail();
        return 0;
    }

    const std::byte* m_begin;
    const std::byte* m_pos = nullptr;
    const std::byte* m_end = nullptr;
    bool m_swap;
    bool m_ok = true;
};

} // namespace faultline::dwarf
