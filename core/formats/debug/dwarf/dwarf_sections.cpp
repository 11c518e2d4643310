// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/dwarf_sections.h"

#include "core/base/result.h"

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

namespace {

/// Gets a section, or an empty one when it is missing. `suffix` is ".dwo" in split files.
template <class Source>
auto loaderOf(const Source& source, std::string_view suffix = {})
{
    return [&source, suffix](std::string_view name) {
        return source.section(concat(name, suffix)).value_or(ByteView());
    };
}

} // namespace

DwarfSections loadUnitSections(const DwarfInput& input)
{
    const auto load = loaderOf(input);
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
    const auto load = loaderOf(input);
    sections.line = load("debug_line");
    sections.addr = load("debug_addr");
    sections.ranges = load("debug_ranges");
    sections.rnglists = load("debug_rnglists");
    sections.types = load("debug_types");
    return sections;
}

DwarfSections loadSupplementarySections(const DwarfCompanion& companion)
{
    const auto load = loaderOf(companion);
    DwarfSections sections;
    sections.order = companion.byteOrder;
    sections.info = load("debug_info");
    sections.abbrev = load("debug_abbrev");
    sections.str = load("debug_str");
    sections.strOffsets = load("debug_str_offsets");
    sections.lineStr = load("debug_line_str");
    sections.types = load("debug_types");
    return sections;
}

DwarfSections loadSplitSections(const DwarfCompanion& companion, const DwarfSections& main)
{
    const auto load = loaderOf(companion, ".dwo");
    auto sections = main;
    sections.order = companion.byteOrder;
    sections.info = load("debug_info");
    sections.abbrev = load("debug_abbrev");
    sections.str = load("debug_str");
    sections.strOffsets = load("debug_str_offsets");
    sections.rnglists = load("debug_rnglists");
    sections.types = load("debug_types");
    return sections;
}

} // namespace faultline::dwarf
