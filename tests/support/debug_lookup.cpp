// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/debug_lookup.h"

#include "core/base/text.h"

#include <algorithm>
#include <span>

namespace faultline::test {

namespace {

std::string fileName(const object::DebugUnit& unit, std::uint32_t file)
{
    return file < unit.files.size() ? std::string(baseName(unit.files[file].name)) : std::string();
}

std::string brokenInline(const object::DebugUnit& unit,
                         const object::DebugFunction& function,
                         std::uint32_t index)
{
    const auto& piece = unit.inlines[index];
    const bool hasParent = piece.parent != object::kNoIndex;
    if (hasParent && (piece.parent < function.firstInline || piece.parent >= index))
        return concat("inline ", index, " has parent ", piece.parent);
    const auto begin = hasParent ? unit.inlines[piece.parent].begin : function.begin;
    const auto end = hasParent ? unit.inlines[piece.parent].end : function.end;
    if (piece.begin >= piece.end || piece.begin < begin || piece.end > end)
        return concat("inline ", index, " leaves its parent");
    for (auto other = index + 1; other < function.firstInline + function.inlineCount; ++other) {
        const auto& sibling = unit.inlines[other];
        if (sibling.parent == piece.parent && sibling.begin < piece.end)
            return concat("inlines ", index, " and ", other, " overlap");
        if (sibling.begin >= piece.end)
            break;
    }
    return {};
}

std::string brokenFunction(const object::DebugUnit& unit, const object::DebugFunction& function)
{
    if (function.begin >= function.end)
        return concat("function at ", Hex{function.begin}, " is empty");
    if (std::uint64_t{function.firstLine} + function.lineCount > unit.lines.size() ||
        std::uint64_t{function.firstInline} + function.inlineCount > unit.inlines.size())
        return concat("function at ", Hex{function.begin}, " points outside its unit");
    const auto lines = std::span(unit.lines).subspan(function.firstLine, function.lineCount);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].address < function.begin || lines[i].address >= function.end ||
            (i > 0 && lines[i].address <= lines[i - 1].address))
            return concat("line ", i, " of the function at ", Hex{function.begin},
                          " is out of order");
    }
    for (auto i = function.firstInline; i < function.firstInline + function.inlineCount; ++i) {
        auto broken = brokenInline(unit, function, i);
        if (!broken.empty())
            return broken;
    }
    return {};
}

} // namespace

DebugLookup::DebugLookup(const object::DebugInfoReader& reader)
{
    // If the vector grew, it would copy units, whose names would still point into the old ones.
    m_units.reserve(reader.unitCount());
    for (std::size_t i = 0; i < reader.unitCount(); ++i) {
        if (auto unit = reader.readUnit(i, {}))
            m_units.push_back(*std::move(unit));
    }
    for (const auto& unit : m_units) {
        m_damagedRecords += unit.damagedRecords;
        for (const auto& function : unit.functions)
            m_functions.push_back({&unit, &function});
    }
    std::ranges::stable_sort(m_functions, {},
                             [](const FunctionReference& f) { return f.function->begin; });
}

std::vector<LookupFrame> DebugLookup::at(std::uint32_t address) const
{
    const auto begin = [](const FunctionReference& f) { return f.function->begin; };
    const auto after = std::ranges::upper_bound(m_functions, address, {}, begin);
    if (after == m_functions.begin() || address >= (after - 1)->function->end)
        return {};
    // Linkers keep one copy of a function, which several units may then describe. The first unit
    // counts.
    const auto& [unit, function] =
        *std::ranges::lower_bound(m_functions, begin(*(after - 1)), {}, begin);
    LookupFrame position;
    for (const auto& row :
         std::span(unit->lines).subspan(function->firstLine, function->lineCount)) {
        if (row.address <= address)
            position = {{}, fileName(*unit, row.file), row.line, row.column};
    }
    std::uint32_t innermost = object::kNoIndex;
    for (auto i = function->firstInline; i < function->firstInline + function->inlineCount; ++i) {
        if (unit->inlines[i].begin <= address && address < unit->inlines[i].end)
            innermost = i; // Depth-first order: the last that covers is the innermost.
    }
    std::vector<LookupFrame> frames;
    for (auto i = innermost; i != object::kNoIndex; i = unit->inlines[i].parent) {
        const auto& call = unit->inlines[i];
        position.function = call.name;
        frames.push_back(position);
        position = {{}, fileName(*unit, call.callFile), call.callLine, call.callColumn};
    }
    position.function = function->name;
    frames.push_back(position);
    return frames;
}

std::string DebugLookup::brokenPromise() const
{
    for (const auto& [unit, function] : m_functions) {
        auto broken = brokenFunction(*unit, *function);
        if (!broken.empty())
            return broken;
    }
    return {};
}

} // namespace faultline::test
