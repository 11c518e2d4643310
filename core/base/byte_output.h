// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <cstdint>
#include <vector>

namespace faultline {

/// Bytes that grow; the counterpart of ByteReader in little-endian order.
class ByteOutput
{
public:
    void u8(std::uint8_t value) { m_bytes.push_back(static_cast<std::byte>(value)); }

    void u16(std::uint16_t value) { fixed(value, sizeof(value)); }

    void u32(std::uint32_t value) { fixed(value, sizeof(value)); }

    void u64(std::uint64_t value) { fixed(value, sizeof(value)); }

    void uleb128(std::uint64_t value);
    void sleb128(std::int64_t value);

    void bytes(Bytes bytes) { m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end()); }

    /// Appends zeros up to the next multiple.
    void alignTo(std::size_t multiple)
    {
        m_bytes.resize((m_bytes.size() + multiple - 1) / multiple * multiple);
    }

    std::size_t size() const { return m_bytes.size(); }

    const std::vector<std::byte>& get() const { return m_bytes; }

    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    void fixed(std::uint64_t value, std::size_t sizeBytes);

    std::vector<std::byte> m_bytes;
};

} // namespace faultline
