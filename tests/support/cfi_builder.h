// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/byte_assembler.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace faultline::test {

/// Writes an `.eh_frame` section record by record (DWARF 5 §6.4.1 with LSB Core §10.6.1),
/// independent of the reader.
class CfiBuilder
{
public:
    /// Linked address of the section's first byte, for pc-relative pointers.
    explicit CfiBuilder(std::uint64_t sectionAddress, std::endian order = std::endian::little)
        : m_address(sectionAddress), m_bytes(order)
    {
    }

    /// A common entry with augmentation `z`+`letters`; pointers are 4 bytes relative to themselves.
    /// Returns its offset.
    std::size_t common(std::string_view letters,
                       std::uint8_t returnRegister,
                       const std::vector<std::uint8_t>& instructions,
                       std::uint8_t dataAlignment = 0x78);
    /// A frame entry for [begin, begin + size) of the common entry at `commonOffset`. Returns its
    /// offset.
    std::size_t frame(std::size_t commonOffset,
                      std::uint64_t begin,
                      std::uint32_t size,
                      const std::vector<std::uint8_t>& instructions);

    void terminator() { m_bytes.u32(0); }

    std::vector<std::byte> finish() { return m_bytes.finish(); }

private:
    std::size_t begin();
    void end(std::size_t start);

    std::uint64_t m_address;
    ByteAssembler m_bytes;
};

} // namespace faultline::test
