// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/symbfile/unit_builder.h"

#include <algorithm>

namespace faultline::symbfile {

std::uint32_t UnitBuilder::fileIndex(const std::optional<std::string_view>& name)
{
    if (!name || name->empty())
        return object::kNoIndex;
    const auto [known, isNew] =
        m_files.emplace(*name, static_cast<std::uint32_t>(m_unit.files.size()));
    if (isNew)
        m_unit.files.push_back(
            {.compDir = {}, .directory = {}, .name = *name, .checksum = {}, .embeddedSource = {}});
    return known->second;
}

void UnitBuilder::addFunction(std::uint32_t piece)
{
    const auto& code = m_tree.depths.front()[piece];
    const auto& range = m_ranges[code.range];
    object::DebugFunction function{.begin = relative(code.begin),
                                   .end = relative(code.end),
                                   .entry = relative(range.address),
                                   .name = range.function,
                                   .firstInline = static_cast<std::uint32_t>(m_unit.inlines.size()),
                                   .firstLine = static_cast<std::uint32_t>(m_unit.lines.size())};
    addChildren(0, piece, object::kNoIndex);
    function.inlineCount = static_cast<std::uint32_t>(m_unit.inlines.size()) - function.firstInline;
    function.lineCount = static_cast<std::uint32_t>(m_unit.lines.size()) - function.firstLine;
    m_unit.functions.push_back(function);
}

void UnitBuilder::addPiece(std::size_t depth, std::uint32_t index, std::uint32_t parentInline)
{
    const auto& piece = m_tree.depths[depth][index];
    const auto& range = m_ranges[piece.range];
    const auto& caller = m_ranges[m_tree.depths[depth - 1][piece.parent].range];
    const auto inlineIndex = static_cast<std::uint32_t>(m_unit.inlines.size());
    m_unit.inlines.push_back({.begin = relative(piece.begin),
                              .end = relative(piece.end),
                              .parent = parentInline,
                              .name = range.function,
                              .callFile = fileIndex(range.callFile ? range.callFile : caller.file),
                              .callLine = range.callLine});
    addChildren(depth, index, inlineIndex);
}

/// Adds the pieces inside this one, and its own lines between them.
void UnitBuilder::addChildren(std::size_t depth, std::uint32_t index, std::uint32_t inlineIndex)
{
    const auto& piece = m_tree.depths[depth][index];
    auto at = piece.begin;
    if (depth + 1 < m_tree.depths.size()) {
        const auto& deeper = m_tree.depths[depth + 1];
        auto child = std::ranges::lower_bound(deeper, piece.begin, {}, &Piece::begin);
        for (; child != deeper.end() && child->begin < piece.end; ++child) {
            addLines(piece, at, child->begin);
            addPiece(depth + 1, static_cast<std::uint32_t>(child - deeper.begin()), inlineIndex);
            at = child->end;
        }
    }
    addLines(piece, at, piece.end);
}

void UnitBuilder::addLines(const Piece& piece, std::uint64_t begin, std::uint64_t end)
{
    if (begin >= end)
        return;
    const auto& range = m_ranges[piece.range];
    const auto file = fileIndex(range.file);
    const auto first = begin - range.address;
    const auto last = end - range.address;
    auto row = std::ranges::upper_bound(range.lines, first, {}, &LineRow::offset);
    const auto line = row == range.lines.begin() ? 0 : std::prev(row)->line;
    m_unit.lines.push_back({.address = relative(begin), .file = file, .line = line});
    for (; row != range.lines.end() && row->offset < last; ++row) {
        const auto address = relative(range.address + row->offset);
        if (m_unit.lines.back().address == address) // Of rows at one address the last counts.
            m_unit.lines.back().line = row->line;
        else
            m_unit.lines.push_back({.address = address, .file = file, .line = row->line});
    }
}

} // namespace faultline::symbfile
