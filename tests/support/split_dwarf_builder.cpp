// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/split_dwarf_builder.h"

namespace faultline::test {

namespace {

/// Size of the foreign bytes before each part of a package.
constexpr std::uint64_t kForeignBytes = 24;

/// Abbreviation declarations: code, tag, whether it has children, then (attribute, form) pairs.
class Abbreviations
{
public:
    Abbreviations&
    entry(unsigned code, unsigned tag, bool hasChildren, const std::vector<unsigned>& specs)
    {
        m_out.u8(code).u8(tag).u8(hasChildren ? 1 : 0);
        for (const auto value : specs)
            uleb(value);
        m_out.u8(0).u8(0);
        return *this;
    }

    std::vector<std::byte> finish() { return m_out.u8(0).finish(); }

private:
    void uleb(unsigned value)
    {
        for (; value >= 0x80; value >>= 7)
            m_out.u8((value & 0x7f) | 0x80);
        m_out.u8(value);
    }

    ByteAssembler m_out;
};

} // namespace

std::vector<std::byte> SplitDwarfBuilder::withLength(const std::vector<std::byte>& body) const
{
    return assembler().u32(body.size()).bytes(body).finish();
}

SplitDwarfBuilder::Sections SplitDwarfBuilder::main() const
{
    DwarfBuilder::Shape shape;
    shape.version = m_shape.version;
    shape.order = m_shape.order;
    auto sections = DwarfBuilder(shape).build();
    Abbreviations abbreviations;
    if (isGnu())
        abbreviations.entry(
            1, 0x11, false,
            {0x10, 0x17, 0x2130, 0x08, 0x1b, 0x08, 0x2133, 0x17, 0x2131, 0x07, 0x2132, 0x17});
    else
        abbreviations.entry(1, 0x4a, false, {0x10, 0x17, 0x76, 0x08, 0x1b, 0x08, 0x73, 0x17});
    sections["debug_abbrev"] = abbreviations.finish();
    sections["debug_info"] = skeletonInfo();
    sections["debug_addr"] = addresses();
    if (isGnu()) // The list is at the unit's base (16) plus 16.
        sections["debug_ranges"] =
            assembler().zeros(32).u64(0x1000).u64(0x1040).u64(0).u64(0).finish();
    return sections;
}

std::vector<std::byte> SplitDwarfBuilder::skeletonInfo() const
{
    auto out = assembler();
    out.u16(m_shape.version);
    if (isGnu())
        out.u32(0).u8(8);
    else
        out.u8(4).u8(8).u32(0).u64(m_shape.skeletonId);
    out.u8(1).u32(0).text("a.dwo").u8(0).text("/src").u8(0);
    if (isGnu())
        out.u32(0).u64(m_shape.skeletonId).u32(16);
    else
        out.u32(8); // After the header of .debug_addr.
    return withLength(out.finish());
}

/// Address 0 is the function, address 1 the inlined call.
std::vector<std::byte> SplitDwarfBuilder::addresses() const
{
    auto out = assembler();
    if (!isGnu())
        out.u32(20).u16(5).u8(8).u8(0);
    return out.u64(0x1000).u64(0x1010).finish();
}

SplitDwarfBuilder::Sections SplitDwarfBuilder::file() const
{
    Sections sections{
        {"debug_abbrev.dwo", splitAbbreviations()},
        {"debug_info.dwo", splitInfo()},
        {"debug_str.dwo", assembler().text("outer").u8(0).text("inner").u8(0).finish()},
        {"debug_str_offsets.dwo", stringOffsets()}};
    if (!isGnu())
        sections["debug_rnglists.dwo"] = rangeLists();
    return sections;
}

/// Uses the same codes as DwarfBuilder.
std::vector<std::byte> SplitDwarfBuilder::splitAbbreviations() const
{
    const unsigned text = isGnu() ? 0x1f02 : 0x25;    // GNU_str_index, strx1
    const unsigned address = isGnu() ? 0x1f01 : 0x29; // GNU_addr_index, addrx1
    const unsigned ranges = isGnu() ? 0x17 : 0x23;    // sec_offset, rnglistx
    Abbreviations abbreviations;
    if (isGnu())
        abbreviations.entry(1, 0x11, true, {0x13, 0x0b, 0x2131, 0x07});
    else
        abbreviations.entry(1, 0x11, true, {0x13, 0x0b});
    return abbreviations.entry(2, 0x2e, true, {0x03, text, 0x55, ranges})
        .entry(3, 0x1d, false,
               {0x31, 0x13, 0x11, address, 0x12, 0x0b, 0x58, 0x0b, 0x59, 0x0b, 0x57, 0x0b})
        .entry(4, 0x2e, false, {0x03, text, 0x20, 0x0b})
        .finish();
}

std::vector<std::byte> SplitDwarfBuilder::splitInfo() const
{
    auto out = assembler();
    out.u16(m_shape.version);
    if (isGnu())
        out.u32(0).u8(8).u8(1).u8(0x04).u64(m_shape.id);
    else
        out.u8(5).u8(8).u32(0).u64(m_shape.id).u8(1).u8(0x04);
    const auto abstractAt = 4 + out.size();
    out.u8(4).u8(1).u8(1);
    out.u8(2).u8(0);
    if (isGnu())
        out.u32(16);
    else
        out.u8(0);
    out.u8(3).u32(abstractAt).u8(1).u8(0x10).u8(1).u8(7).u8(3);
    out.u8(0).u8(0);
    return withLength(out.finish());
}

std::vector<std::byte> SplitDwarfBuilder::stringOffsets() const
{
    auto out = assembler();
    if (!isGnu())
        out.u32(12).u16(5).u16(0);
    return out.u32(0).u32(6).finish();
}

/// One list: DW_RLE_startx_length of 0x40 bytes from address 0.
std::vector<std::byte> SplitDwarfBuilder::rangeLists() const
{
    auto out = assembler();
    out.u16(5).u8(8).u8(0).u32(1).u32(4);
    out.u8(3).u8(0).u8(0x40).u8(0);
    return withLength(out.finish());
}

SplitDwarfBuilder::Sections SplitDwarfBuilder::package() const
{
    Sections sections = file();
    std::vector<std::pair<unsigned, std::string>> columns{
        {1, "debug_info.dwo"}, {3, "debug_abbrev.dwo"}, {6, "debug_str_offsets.dwo"}};
    if (!isGnu())
        columns.emplace_back(8, "debug_rnglists.dwo");
    auto index = assembler();
    if (isGnu())
        index.u32(2);
    else
        index.u16(5).u16(0);
    index.u32(columns.size()).u32(1).u32(2);
    // Two slots; the id's lowest bit says which.
    const bool isSecond = (m_shape.id & 1) != 0;
    index.u64(isSecond ? 0 : m_shape.id).u64(isSecond ? m_shape.id : 0);
    index.u32(isSecond ? 0 : 1).u32(isSecond ? 1 : 0);
    for (const auto& column : columns)
        index.u32(column.first);
    for (std::size_t i = 0; i < columns.size(); ++i)
        index.u32(kForeignBytes);
    for (const auto& column : columns)
        index.u32(sections.at(column.second).size());
    sections["debug_cu_index"] = index.finish();
    for (const auto& column : columns) {
        auto& content = sections.at(column.second);
        content.insert(content.begin(), kForeignBytes, std::byte{0xee});
    }
    return sections;
}

SupplementaryDwarf makeSupplementaryDwarf()
{
    const auto withLength = [](ByteAssembler body) {
        const auto bytes = body.finish();
        return ByteAssembler().u32(bytes.size()).bytes(bytes).finish();
    };
    SupplementaryDwarf files;
    // Partial unit, language C++, with one abstract function.
    ByteAssembler shared;
    shared.u16(4).u32(0).u8(8).u8(1).u8(0x04);
    const auto sharedAt = 4 + shared.size();
    shared.u8(2).u32(1).u8(0);
    files.supplementary["debug_info"] = withLength(shared);
    files.supplementary["debug_abbrev"] = Abbreviations()
                                              .entry(1, 0x3c, true, {0x13, 0x0b})
                                              .entry(2, 0x2e, false, {0x03, 0x0e})
                                              .finish();
    files.supplementary["debug_str"] = ByteAssembler().u8(0).text("shared").u8(0).finish();
    // Compile unit with a function of that origin, by DW_FORM_GNU_ref_alt, and one with a name by
    // DW_FORM_GNU_strp_alt.
    ByteAssembler main;
    main.u16(4).u32(0).u8(8).u8(1).u8(0x02);
    main.u8(2).u32(sharedAt).u64(0x1000).u64(0x1040);
    main.u8(3).u32(1).u64(0x1040).u64(0x1050);
    main.u8(0);
    files.main["debug_info"] = withLength(main);
    files.main["debug_abbrev"] = Abbreviations()
                                     .entry(1, 0x11, true, {0x13, 0x0b})
                                     .entry(2, 0x2e, false, {0x31, 0x1f20, 0x11, 0x01, 0x12, 0x01})
                                     .entry(3, 0x2e, false, {0x03, 0x1f21, 0x11, 0x01, 0x12, 0x01})
                                     .finish();
    return files;
}

} // namespace faultline::test
