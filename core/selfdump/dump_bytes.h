// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace faultline::selfdump {

/// A file that grows; numbers are little-endian. Positions are offsets from its start.
class DumpBytes
{
public:
    template <std::unsigned_integral T>
    DumpBytes& put(T value)
    {
        for (std::size_t i = 0; i < sizeof(T); ++i)
            m_bytes += static_cast<char>(value >> (8 * i) & 0xff);
        return *this;
    }

    DumpBytes& u16(std::uint64_t value) { return put(static_cast<std::uint16_t>(value)); }

    DumpBytes& u32(std::uint64_t value) { return put(static_cast<std::uint32_t>(value)); }

    DumpBytes& u64(std::uint64_t value) { return put(value); }

    DumpBytes& text(std::string_view bytes)
    {
        m_bytes += bytes;
        return *this;
    }

    DumpBytes& zeros(std::size_t count)
    {
        m_bytes.append(count, '\0');
        return *this;
    }

    std::uint32_t position() const { return static_cast<std::uint32_t>(m_bytes.size()); }

    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

/// Size and position of something that is already in the file (MINIDUMP_LOCATION_DESCRIPTOR).
struct Location
{
    std::uint32_t sizeBytes = 0;
    std::uint32_t position = 0;
};

} // namespace faultline::selfdump
