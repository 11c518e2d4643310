// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/golang/inline_trees.h"

#include <algorithm>
#include <array>

namespace faultline::golang {

namespace {

constexpr std::uint32_t kFunctionDataIndex = 2; // Of the number that says which call, from Go 1.13.
constexpr std::size_t kMaxDepth = 128;
constexpr std::size_t kMaxChecked = 256; // Functions whose trees must fit a layout.
constexpr std::uint64_t kMaxCheckedRows = 1 << 26;

std::vector<InlineTrees::Layout> layoutsOf(const TableHeader& header,
                                           std::span<const std::uint64_t> bases)
{
    using Layout = InlineTrees::Layout;
    std::vector<Layout> layouts;
    switch (header.version) {
    case TableVersion::Go120:
        for (const auto base : bases)
            layouts.push_back({kFunctionDataIndex, 3, 16, false, base});
        break;
    case TableVersion::Go118:
        for (const auto base : bases)
            layouts.push_back({kFunctionDataIndex, 3, 20, true, base});
        break;
    case TableVersion::Go116:
        layouts = {Layout{2, 3, 20, true, 0}, Layout{2, 4, 20, true, 0}};
        break;
    case TableVersion::Go12:
        layouts = {Layout{2, 4, 20, true, 0}, Layout{1, 2, 20, true, 0}, Layout{1, 2, 16, true, 0}};
        break;
    }
    return layouts;
}

/// Reading a text costs like reading rows: many entries may refer to one long text.
void spend(std::uint64_t& rowsLeft, std::string_view text)
{
    constexpr std::size_t kBytesPerRow = 256;
    rowsLeft -= std::min<std::uint64_t>(rowsLeft, text.size() / kBytesPerRow);
}

bool isPrintable(std::string_view name)
{
    return std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

} // namespace

InlineTrees::InlineTrees(const FunctionTable& table,
                         const ProgramImage& image,
                         std::span<const std::uint64_t> bases)
    : m_table(table), m_image(image)
{
    for (const auto& layout : layoutsOf(table.header(), bases)) {
        if (fits(layout)) {
            m_layout = layout;
            return;
        }
    }
}

/// A few trees may be damaged.
bool InlineTrees::fits(const Layout& layout) const
{
    constexpr std::size_t kGoodForEachBad = 20;
    std::size_t good = 0;
    std::size_t bad = 0;
    std::uint64_t rowsLeft = kMaxCheckedRows;
    for (std::size_t i = 0; i < m_table.size() && good + bad < kMaxChecked; ++i) {
        const auto function = m_table.function(i);
        const auto isGood = function ? fits(layout, *function, rowsLeft) : std::nullopt;
        if (isGood)
            ++(*isGood ? good : bad);
    }
    return good > bad * kGoodForEachBad;
}

/// Absent when the function has no tree.
std::optional<bool>
InlineTrees::fits(const Layout& layout, const Function& function, std::uint64_t& rowsLeft) const
{
    auto ranges = m_table.pcData(function, layout.pcData);
    if (!ranges || !treeAddress(layout, function))
        return std::nullopt;
    ranges->limitBy(rowsLeft);
    std::optional<bool> result;
    while (ranges->next()) {
        if (ranges->value() < 0)
            continue;
        result = entry(layout, function, ranges->value(), rowsLeft).has_value();
        if (!*result)
            break;
    }
    return result;
}

std::optional<PcValues> InlineTrees::ranges(const Function& function) const
{
    if (m_layout)
        return m_table.pcData(function, m_layout->pcData);
    // Without trees, only newer layouts tell which of the data it is.
    return m_table.header().hasTextOffsets() ? m_table.pcData(function, kFunctionDataIndex)
                                             : std::nullopt;
}

std::optional<std::uint64_t> InlineTrees::treeAddress(const Layout& layout,
                                                      const Function& function) const
{
    const auto data = m_table.functionData(function, layout.functionData);
    if (!data)
        return std::nullopt;
    if (m_table.header().hasTextOffsets())
        return layout.base + data->value;
    const auto pointer = m_image.pointer(data->address);
    return pointer && *pointer != 0 ? pointer : std::nullopt;
}

std::optional<InlineTrees::Entry> InlineTrees::entry(const Layout& layout,
                                                     const Function& function,
                                                     std::int32_t index,
                                                     std::uint64_t& rowsLeft) const
{
    const auto numberAt = [&](PcValues values, std::uint64_t address) {
        values.limitBy(rowsLeft);
        return valueAt(values, address);
    };
    const auto tree = treeAddress(layout, function);
    if (!tree || index < 0)
        return std::nullopt;
    ByteReader reader(m_image.from(*tree + layout.entryBytes * static_cast<std::uint32_t>(index)),
                      m_image.order);
    Entry entry;
    std::int32_t name = -1;
    std::int32_t instruction = 0;
    if (layout.hasCallPosition) {
        const bool hasWideParent = layout.entryBytes == 16;
        entry.parent = hasWideParent ? reader.i32() : reader.i16();
        if (!hasWideParent)
            reader.u16();
        entry.call.callFile = m_table.file(function, reader.i32());
        entry.call.callLine = reader.i32();
        name = reader.i32();
        if (!hasWideParent)
            instruction = reader.i32();
    } else {
        reader.u32();
        name = reader.i32();
        instruction = reader.i32();
        const auto address = function.entry + static_cast<std::uint32_t>(instruction);
        const auto ranges = m_table.pcData(function, layout.pcData);
        entry.parent = ranges ? numberAt(*ranges, address).value_or(-1) : -1;
        const auto file = numberAt(m_table.values(function, function.fileNumbers), address);
        entry.call.callFile = m_table.file(function, file.value_or(-1));
        entry.call.callLine =
            numberAt(m_table.values(function, function.lineNumbers), address).value_or(0);
    }
    const auto text = m_table.nameAt(name);
    spend(rowsLeft, entry.call.callFile);
    spend(rowsLeft, text.value_or(std::string_view()));
    const bool isSound = reader.ok() && text && isPrintable(*text) && instruction >= 0 &&
                         static_cast<std::uint32_t>(instruction) < function.end - function.entry &&
                         entry.call.callLine >= 0 && !entry.call.callFile.empty();
    if (!isSound)
        return std::nullopt;
    entry.call.index = index;
    entry.call.name = *text;
    return entry;
}

std::optional<std::vector<InlinedCall>>
InlineTrees::callsOf(const Function& function, std::int32_t index, std::uint64_t& rowsLeft) const
{
    std::vector<InlinedCall> calls;
    while (index >= 0 && m_layout && calls.size() < kMaxDepth) {
        const auto found = entry(*m_layout, function, index, rowsLeft);
        if (!found)
            return std::nullopt;
        calls.push_back(found->call);
        index = found->parent;
    }
    if (index >= 0)
        return std::nullopt;
    std::ranges::reverse(calls);
    return calls;
}

} // namespace faultline::golang
