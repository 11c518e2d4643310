// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/dwarf_builder.h"

namespace faultline::test {

DwarfBuilder::Sections DwarfBuilder::build() const
{
    return {{"debug_abbrev", abbreviations()}, {"debug_info", info()}, {"debug_line", lines()}};
}

void addAbbreviation(ByteAssembler& out,
                     unsigned code,
                     unsigned tag,
                     bool hasChildren,
                     const std::vector<unsigned>& specs)
{
    out.u8(code).u8(tag).u8(hasChildren ? 1 : 0);
    for (const auto value : specs)
        out.u8(value);
    out.u8(0).u8(0);
}

/// Codes: 1 compile unit, 2 concrete function, 3 inlined call, 4 abstract function.
std::vector<std::byte> DwarfBuilder::abbreviations() const
{
    const unsigned lineOffset = m_shape.version >= 4 ? 0x17 : 0x06; // sec_offset, data4
    auto out = assembler();
    addAbbreviation(out, 1, 0x11, true,
                    {0x13, 0x0b, 0x1b, 0x08, 0x10,
                     m_shape.is64 && m_shape.version < 4 ? 0x07 : lineOffset, 0x11, 0x01});
    addAbbreviation(out, 2, 0x2e, true, {0x03, 0x08, 0x11, 0x01, 0x12, 0x01});
    addAbbreviation(out, 3, 0x1d, false,
                    {0x31, 0x13, 0x11, 0x01, 0x12, 0x01, 0x58, 0x0b, 0x59, 0x0b, 0x57, 0x0b});
    addAbbreviation(out, 4, 0x2e, false, {0x03, 0x08, 0x20, 0x0b});
    out.u8(0);
    return out.finish();
}

std::vector<std::byte> DwarfBuilder::info() const
{
    auto out = assembler();
    const auto headerBytes =
        (m_shape.is64 ? 12 : 4) + (m_shape.version >= 5 ? 4 : 3) + offsetBytes();
    out.u16(m_shape.version);
    if (m_shape.version >= 5)
        out.u8(1).u8(m_shape.addressBytes).number(0, offsetBytes());
    else
        out.number(0, offsetBytes()).u8(m_shape.addressBytes);
    const auto bodyStart = out.size();
    out.u8(1).u8(0x04).text("/src").u8(0).number(0, offsetBytes()).number(0, m_shape.addressBytes);
    const auto abstractAt = headerBytes + (out.size() - bodyStart);
    out.u8(4).text("inner").u8(0).u8(1);
    out.u8(2).text("outer").u8(0);
    out.number(m_shape.functionBegin, m_shape.addressBytes)
        .number(m_shape.functionEnd, m_shape.addressBytes);
    out.u8(3)
        .u32(abstractAt)
        .number(0x1010, m_shape.addressBytes)
        .number(0x1020, m_shape.addressBytes);
    out.u8(1).u8(7).u8(3);
    out.u8(0).u8(0);
    return withLength(out.finish());
}

/// One directory "inc", one file "a.c" in it.
void DwarfBuilder::lineTables(ByteAssembler& out) const
{
    if (m_shape.version < 5) {
        out.text("inc").u8(0).u8(0).text("a.c").u8(0).u8(1).u8(0).u8(0).u8(0);
        return;
    }
    out.u8(1).u8(1).u8(0x08).u8(2).text("/src").u8(0).text("inc").u8(0);
    out.u8(2).u8(1).u8(0x08).u8(2).u8(0x0b).u8(2);
    out.text("unit.c").u8(0).u8(0).text("a.c").u8(0).u8(1);
}

std::vector<std::byte> DwarfBuilder::lines() const
{
    auto header = assembler();
    header.u8(1);
    if (m_shape.version >= 4)
        header.u8(1);
    header.u8(1).u8(0xfb).u8(14).u8(
        10); // default_is_stmt, line_base -5, line_range 14, opcode_base
    for (const unsigned operands : {0, 1, 1, 1, 1, 0, 0, 0, 1})
        header.u8(operands);
    lineTables(header);
    const auto headerBytes = header.finish();
    auto out = assembler();
    out.u16(m_shape.version);
    if (m_shape.version >= 5)
        out.u8(m_shape.addressBytes).u8(0);
    out.number(headerBytes.size(), offsetBytes()).bytes(headerBytes);
    out.u8(0).u8(1 + m_shape.addressBytes).u8(2).number(0x1000, m_shape.addressBytes);
    out.u8(3).u8(4).u8(5).u8(9).u8(1);       // line 5, column 9, copy
    out.u8(2).u8(0x10).u8(3).u8(15).u8(1);   // 0x1010, line 20
    out.u8(2).u8(0x10).u8(3).u8(0x74).u8(1); // 0x1020, line 8
    out.u8(2).u8(0x20).u8(0).u8(1).u8(1);    // end at 0x1040
    return withLength(out.finish());
}

std::vector<std::byte> DwarfBuilder::withLength(const std::vector<std::byte>& body) const
{
    auto out = assembler();
    if (m_shape.is64)
        out.u32(0xffffffff).u64(body.size());
    else
        out.u32(body.size());
    out.bytes(body);
    return out.finish();
}

} // namespace faultline::test
