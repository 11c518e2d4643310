// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/byte_assembler.h"

#include <map>
#include <string>
#include <vector>

namespace faultline::test {

/// A declaration of .debug_abbrev; `specs` are names and forms in turn, each below 128.
void addAbbreviation(ByteAssembler& out,
                     unsigned code,
                     unsigned tag,
                     bool hasChildren,
                     const std::vector<unsigned>& specs);

/// Writes the sections of a file with one compilation unit: function "outer" at 0x1000–0x1040 with
/// "inner" inlined at 0x1010–0x1020 (called at file 1, line 7, column 3), and a line program of
/// three rows. In any version, offset size, address size and byte order.
class DwarfBuilder
{
public:
    struct Shape
    {
        unsigned version = 4;
        bool is64 = false; ///< 64-bit DWARF.
        std::size_t addressBytes = 8;
        std::endian order = std::endian::little;
        std::uint64_t functionBegin = 0x1000;
        std::uint64_t functionEnd = 0x1040;
    };

    using Sections = std::map<std::string, std::vector<std::byte>, std::less<>>;

    explicit DwarfBuilder(const Shape& shape) : m_shape(shape) {}

    Sections build() const;

private:
    std::vector<std::byte> abbreviations() const;
    std::vector<std::byte> info() const;
    std::vector<std::byte> lines() const;
    void lineTables(ByteAssembler& out) const;
    std::vector<std::byte> withLength(const std::vector<std::byte>& body) const;

    std::size_t offsetBytes() const { return m_shape.is64 ? 8 : 4; }

    ByteAssembler assembler() const { return ByteAssembler(m_shape.order); }

    Shape m_shape;
};

} // namespace faultline::test
