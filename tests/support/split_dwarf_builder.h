// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/dwarf_builder.h"

namespace faultline::test {

/// The unit of DwarfBuilder in two files: a skeleton with addresses and lines, and a .dwo file or a
/// .dwp package with everything else. DWARF 5, or 4 with GNU's extension.
class SplitDwarfBuilder
{
public:
    struct Shape
    {
        unsigned version = 5;
        std::endian order = std::endian::little;
        std::uint64_t id = 0x0123456789abcdef;
        std::uint64_t skeletonId = 0x0123456789abcdef;
    };

    using Sections = DwarfBuilder::Sections;

    explicit SplitDwarfBuilder(const Shape& shape) : m_shape(shape) {}

    Sections main() const;
    /// Names with ".dwo".
    Sections file() const;
    /// The file's sections, each after some foreign bytes, and the index.
    Sections package() const;

private:
    bool isGnu() const { return m_shape.version < 5; }

    ByteAssembler assembler() const { return ByteAssembler(m_shape.order); }

    std::vector<std::byte> withLength(const std::vector<std::byte>& body) const;
    std::vector<std::byte> skeletonInfo() const;
    std::vector<std::byte> addresses() const;
    std::vector<std::byte> splitAbbreviations() const;
    std::vector<std::byte> splitInfo() const;
    std::vector<std::byte> stringOffsets() const;
    std::vector<std::byte> rangeLists() const;

    Shape m_shape;
};

/// A unit whose function "shared" is described in a supplementary file, as dwz leaves it. The
/// function is at 0x1000–0x1040 and named there by DW_AT_name. The unit also refers to a string
/// there.
struct SupplementaryDwarf
{
    DwarfBuilder::Sections main;
    DwarfBuilder::Sections supplementary;
};

SupplementaryDwarf makeSupplementaryDwarf();

} // namespace faultline::test
