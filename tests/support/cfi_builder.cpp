// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cfi_builder.h"

namespace faultline::test {

std::size_t CfiBuilder::begin()
{
    const auto start = m_bytes.size();
    m_bytes.u32(0); // The length, patched in end().
    return start;
}

void CfiBuilder::end(std::size_t start)
{
    while ((m_bytes.size() - start) % 8 != 4)
        m_bytes.u8(0); // DW_CFA_nop
    m_bytes.patch(start, m_bytes.size() - start - 4, 4);
}

std::size_t CfiBuilder::common(std::string_view letters,
                               std::uint8_t returnRegister,
                               const std::vector<std::uint8_t>& instructions,
                               std::uint8_t dataAlignment)
{
    const auto start = begin();
    m_bytes.u32(0).u8(1).u8('z').text(letters).u8(0);
    m_bytes.u8(1).u8(dataAlignment).u8(returnRegister); // Code alignment 1; 0x78 is -8 as sleb128.
    std::vector<std::uint8_t> data;
    for (const char letter : letters) {
        if (letter == 'R' || letter == 'L')
            data.push_back(0x1b); // DW_EH_PE_pcrel | sdata4
        else if (letter == 'P')
            data.insert(data.end(), {0x03, 0, 0, 0, 0});
    }
    m_bytes.u8(data.size());
    for (const auto byte : data)
        m_bytes.u8(byte);
    for (const auto byte : instructions)
        m_bytes.u8(byte);
    end(start);
    return start;
}

std::size_t CfiBuilder::frame(std::size_t commonOffset,
                              std::uint64_t functionBegin,
                              std::uint32_t size,
                              const std::vector<std::uint8_t>& instructions)
{
    const auto start = begin();
    m_bytes.u32(m_bytes.size() - commonOffset);
    m_bytes.u32(functionBegin - (m_address + m_bytes.size())).u32(size).u8(0);
    for (const auto byte : instructions)
        m_bytes.u8(byte);
    end(start);
    return start;
}

} // namespace faultline::test
