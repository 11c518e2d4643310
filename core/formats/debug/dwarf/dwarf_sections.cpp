// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/dwarf_sections.h"

#include "core/base/result.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace faultline::dwarf {

namespace {

/// The text at the beginning of `bytes`, if it ends within `most` of them.
std::optional<std::string_view> textWithin(Bytes bytes, std::size_t most)
{
    const void* end = std::memchr(bytes.data(), 0, std::min(bytes.size(), most));
    if (end == nullptr)
        return std::nullopt;
    return asText(Bytes(bytes.data(), static_cast<const std::byte*>(end)));
}

} // namespace

/// Hardly any real unit refers to a long text.
void LongTexts::allowFor(std::uint64_t infoBytes)
{
    constexpr std::uint64_t kPerByte = 16;
    m_bytesLeft.fetch_add(kPerByte * infoBytes, std::memory_order_relaxed);
}

std::string_view LongTexts::read(Bytes bytes)
{
    auto left = m_bytesLeft.load(std::memory_order_relaxed);
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes.size()));
    const auto text = textWithin(bytes, most);
    const auto cost = text ? text->size() : most;
    while (!m_bytesLeft.compare_exchange_weak(left, left - std::min<std::uint64_t>(left, cost),
                                              std::memory_order_relaxed)) {
    }
    if (!text && most < bytes.size())
        ++m_lost;
    return text.value_or(std::string_view());
}

std::string_view DwarfSections::textAt(const ByteView& section, std::uint64_t offset) const
{
    if (offset >= section.size())
        return {};
    const auto bytes = section.span().subspan(static_cast<std::size_t>(offset));
    const auto text = textWithin(bytes, LongTexts::kFreeBytes);
    return text ? *text : longTexts->read(bytes);
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
    sections.longTexts->allowFor(sections.info.size());
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

DwarfSections loadValueSections(const DwarfInput& input)
{
    auto sections = loadAllSections(input);
    sections.hasLocations = true;
    if (sections.info.empty())
        return sections;
    const auto load = loaderOf(input);
    sections.loc = load("debug_loc");
    sections.loclists = load("debug_loclists");
    sections.aranges = load("debug_aranges");
    return sections;
}

DwarfSections loadSupplementarySections(const DwarfCompanion& companion)
{
    const auto load = loaderOf(companion);
    DwarfSections sections;
    sections.order = companion.byteOrder;
    sections.info = load("debug_info");
    sections.longTexts->allowFor(sections.info.size());
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
    sections.longTexts->allowFor(sections.info.size());
    sections.abbrev = load("debug_abbrev");
    sections.str = load("debug_str");
    sections.strOffsets = load("debug_str_offsets");
    sections.rnglists = load("debug_rnglists");
    sections.types = load("debug_types");
    if (sections.hasLocations) {
        sections.loc = load("debug_loc");
        sections.loclists = load("debug_loclists");
    }
    return sections;
}

} // namespace faultline::dwarf
