// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/byte_reader.h"

namespace faultline {

namespace {

/// A number may be padded, but not without end: other records may lead to the same bytes.
constexpr unsigned kMaxLebBits = 7 * 64;

} // namespace

std::uint32_t ByteReader::u24()
{
    const auto raw = bytes(3);
    if (raw.size() != 3)
        return 0;
    const auto at = [&raw](std::size_t i) { return static_cast<std::uint32_t>(raw[i]); };
    return m_order == std::endian::little ? at(0) | at(1) << 8 | at(2) << 16
                                          : at(2) | at(1) << 8 | at(0) << 16;
}

std::uint64_t ByteReader::unsignedOf(std::size_t sizeBytes)
{
    switch (sizeBytes) {
    case 1: return u8();
    case 2: return u16();
    case 3: return u24();
    case 4: return u32();
    case 8: return u64();
    default: m_ok = false; return 0;
    }
}

std::uint64_t ByteReader::uleb128()
{
    std::uint64_t value = 0;
    unsigned shift = 0;
    while (m_ok && m_offset < m_bytes.size() && shift < kMaxLebBits) {
        const auto byte = static_cast<std::uint64_t>(m_bytes[m_offset++]);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
            return value;
        shift += 7;
    }
    m_ok = false;
    return 0;
}

std::int64_t ByteReader::sleb128()
{
    std::uint64_t value = 0;
    unsigned shift = 0;
    while (m_ok && m_offset < m_bytes.size() && shift < kMaxLebBits) {
        const auto byte = static_cast<std::uint64_t>(m_bytes[m_offset++]);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        shift += 7;
        if ((byte & 0x80) == 0) {
            if (shift < 64 && (byte & 0x40) != 0)
                value |= ~std::uint64_t{0} << shift;
            return static_cast<std::int64_t>(value);
        }
    }
    m_ok = false;
    return 0;
}

Bytes ByteReader::bytes(std::uint64_t count)
{
    if (!m_ok || count > remaining()) {
        m_ok = false;
        return {};
    }
    const auto part = m_bytes.subspan(m_offset, static_cast<std::size_t>(count));
    m_offset += static_cast<std::size_t>(count);
    return part;
}

std::string_view ByteReader::cString()
{
    if (!m_ok)
        return {};
    const auto rest = m_bytes.subspan(m_offset);
    const void* terminator = rest.empty() ? nullptr : std::memchr(rest.data(), 0, rest.size());
    if (terminator == nullptr) {
        m_ok = false;
        return {};
    }
    const auto length =
        static_cast<std::size_t>(static_cast<const std::byte*>(terminator) - rest.data());
    m_offset += length + 1;
    return asText(rest.first(length));
}

} // namespace faultline
