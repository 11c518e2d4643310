#include "core/formats/dwarf/dwarf_sections.h"

#include <cstring>

namespace faultline::dwarf {

std::string_view DwarfSections::textAt(const ByteView& section, std::uint64_t offset)
{
    if (offset >= section.size())
        return {};
    const auto* begin = section.data() + offset;
    const auto available = section.size() - static_cast<std::size_t>(offset);
    const void* terminator = std::memchr(begin, 0, available);
    if (terminator == nullptr)
        return {};
    return asText(Bytes(begin, static_cast<const std::byte*>(terminator)));
}

DwarfSections loadUnitSections(const DwarfInput& input)
{
    const auto load = [&input](std::string_view name) {
        return input.section(name).value_or(ByteView());
    };
    DwarfSections sections;
    sections.order = input.byteOrder;
    sections.info = load("debug_info");
    if (sections.info.empty())
        return sections;
    sections.abbrev = load("debug_abbrev");
    sections.lineStr = load("debug_line_str");
    sections.str = load("debug_str");
    sections.strOffsets = load("debug_str_offsets");
    return sections;
}

DwarfSections loadAllSections(const DwarfInput& input)
{
    auto sections = loadUnitSections(input);
    if (sections.info.empty())
        return sections;
    const auto load = [&input](std::string_view name) {
        return input.section(name).value_or(ByteView());
    };
    sections.line = load("debug_line");
    sections.addr = load("debug_addr");
    sections.ranges = load("debug_ranges");
    sections.rnglists = load("debug_rnglists");
    return sections;
}

} // namespace faultline::dwarf
