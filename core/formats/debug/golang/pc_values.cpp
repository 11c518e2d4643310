// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/golang/pc_values.h"

namespace faultline::golang {

namespace {

constexpr std::uint32_t kMaxNumberBytes = 5; // A 32-bit number with seven bits in each byte.

} // namespace

std::optional<std::uint32_t> PcValues::number()
{
    std::uint32_t value = 0;
    for (std::uint32_t i = 0; i < kMaxNumberBytes; ++i) {
        const std::uint32_t byte = m_reader.u8();
        value |= (byte & 0x7f) << (7 * i);
        if ((byte & 0x80) == 0)
            return m_reader.ok() ? std::optional(value) : std::nullopt;
    }
    m_reader.setFailed();
    return std::nullopt;
}

bool PcValues::next()
{
    if (m_rowsLeft != nullptr && *m_rowsLeft == 0) {
        m_reader.setFailed();
        return false;
    }
    if (m_rowsLeft != nullptr)
        --*m_rowsLeft;
    const auto change = number();
    if (!change ||
        (*change == 0 && !m_isFirst)) // Only the first row may leave the number as it is.
        return false;
    const auto units = number();
    const auto length = units ? std::uint64_t{*units} * m_codeUnitBytes : 0;
    if (!units || length > UINT64_MAX - m_end) {
        m_reader.setFailed();
        return false;
    }
    const auto magnitude = *change >> 1;
    const auto sum = static_cast<std::uint32_t>(m_value) +
                     ((*change & 1) != 0 ? ~magnitude : magnitude); // Zigzag; the sum may wrap.
    m_value = static_cast<std::int32_t>(sum);
    m_isFirst = false;
    m_begin = m_end;
    m_end += length;
    return true;
}

std::optional<std::int32_t> valueAt(PcValues values, std::uint64_t address)
{
    while (values.next()) {
        if (address < values.begin())
            return std::nullopt;
        if (address < values.end())
            return values.value();
    }
    return std::nullopt;
}

} // namespace faultline::golang
