// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/address_map.h"

#include <algorithm>

namespace faultline::symcache {

namespace {

constexpr std::uint64_t kAddressEnd = std::uint64_t{1} << 32;

std::vector<AddressSegment> layOutFunctions(const std::vector<MappedFunction>& functions)
{
    std::vector<AddressClaim> claims;
    claims.reserve(functions.size());
    for (const MappedFunction& function : functions)
        claims.push_back({function.begin, function.end});
    return layOut(claims);
}

std::vector<MappedFunction> functionsOf(const std::vector<CompactUnit>& units)
{
    std::size_t count = 0;
    for (const CompactUnit& unit : units)
        count += unit.functions.size();
    std::vector<MappedFunction> functions;
    functions.reserve(count);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        for (std::size_t i = 0; i < units[unit].functions.size(); ++i) {
            const auto& source = units[unit].functions[i];
            functions.push_back({.begin = source.begin,
                                 .end = source.end,
                                 .entry = source.entry,
                                 .name = source.name,
                                 .language = source.language,
                                 .unit = static_cast<std::uint32_t>(unit),
                                 .function = static_cast<std::uint32_t>(i)});
        }
    }
    std::ranges::stable_sort(functions, {},
                             &MappedFunction::begin); // Stable: the first unit's function wins.
    return functions;
}

/// A function without a name gets the name of the symbol exactly at its start.
void nameFromSymbols(std::vector<MappedFunction>& functions,
                     const std::vector<NamedSymbol>& symbols)
{
    for (MappedFunction& function : functions) {
        if (function.name != object::kNoIndex)
            continue;
        const auto symbol =
            std::ranges::lower_bound(symbols, function.begin, {}, &NamedSymbol::address);
        if (symbol != symbols.end() && symbol->address == function.begin)
            function.name = symbol->name;
    }
}

/// The symbols as functions. Each ends where the debug info knows more.
std::vector<MappedFunction> fillingSymbols(const std::vector<NamedSymbol>& symbols,
                                           const std::vector<AddressSegment>& covered)
{
    std::vector<MappedFunction> functions;
    auto next = covered.begin(); // The first segment that ends after the symbol's address.
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const NamedSymbol& symbol = symbols[i];
        while (next != covered.end() && next->end <= symbol.address)
            ++next;
        if (next != covered.end() && next->begin <= symbol.address)
            continue;
        const std::uint64_t nextSymbol =
            i + 1 < symbols.size() ? symbols[i + 1].address : kAddressEnd;
        std::uint64_t end = std::min(nextSymbol, symbol.sectionEnd);
        if (symbol.sizeBytes != 0)
            end = symbol.address + std::min(symbol.sizeBytes, kAddressEnd - symbol.address);
        if (next != covered.end())
            end = std::min<std::uint64_t>(end, next->begin);
        functions.push_back(
            {.begin = symbol.address, .end = end, .entry = symbol.address, .name = symbol.name});
    }
    return functions;
}

std::vector<BareLines> bareLinesOf(const std::vector<CompactUnit>& units)
{
    std::vector<BareLines> all;
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        const auto& ranges = units[unit].bareLines;
        for (std::size_t i = 0; i < ranges.size(); ++i)
            all.push_back({ranges[i].begin, ranges[i].end, static_cast<std::uint32_t>(unit),
                           static_cast<std::uint32_t>(i)});
    }
    std::ranges::stable_sort(all, {}, &BareLines::begin);
    return all;
}

std::vector<AddressSegment> layOutLines(const std::vector<BareLines>& lines)
{
    std::vector<AddressClaim> claims;
    claims.reserve(lines.size());
    for (const BareLines& range : lines)
        claims.push_back({range.begin, range.end});
    return layOut(claims);
}

/// Splits the symbols' segments where ranges with lines begin and end. Both inputs are ascending
/// and disjoint.
std::vector<AddressSegment> withLines(const std::vector<AddressSegment>& symbols,
                                      const std::vector<AddressSegment>& lines)
{
    std::vector<AddressSegment> cut;
    auto line = lines.begin();
    const auto add = [&cut](std::uint64_t begin, std::uint64_t end, auto claim, auto source) {
        if (begin < end)
            cut.push_back({static_cast<std::uint32_t>(begin), end, claim, source});
    };
    for (const AddressSegment& symbol : symbols) {
        std::uint64_t position = symbol.begin;
        while (line != lines.end() && line->end <= position)
            ++line;
        for (auto here = line; here != lines.end() && here->begin < symbol.end; ++here) {
            const std::uint64_t begin = std::max<std::uint64_t>(position, here->begin);
            const std::uint64_t end = std::min(here->end, symbol.end);
            add(position, begin, symbol.claim, kNoBareLines);
            add(begin, end, symbol.claim, here->claim);
            position = end;
        }
        add(position, symbol.end, symbol.claim, kNoBareLines);
    }
    return cut;
}

/// Drops functions that own no address and numbers the others; returns how many were dropped.
std::uint32_t dropHidden(AddressMap& map)
{
    std::vector<std::uint32_t> number(map.functions.size(), object::kNoIndex);
    for (const AddressSegment& segment : map.segments)
        number[segment.claim] = 0;
    std::uint32_t kept = 0;
    for (std::size_t i = 0; i < map.functions.size(); ++i) {
        if (number[i] == object::kNoIndex)
            continue;
        number[i] = kept;
        map.functions[kept++] = map.functions[i];
    }
    const auto dropped = static_cast<std::uint32_t>(map.functions.size() - kept);
    map.functions.resize(kept);
    for (AddressSegment& segment : map.segments)
        segment.claim = number[segment.claim];
    return dropped;
}

/// Both sides are ascending, and no segment of one overlaps the other's.
AddressMap merged(const AddressMap& debugInfo, const AddressMap& symbols)
{
    AddressMap all;
    std::vector<std::uint32_t> debugNumbers;
    std::vector<std::uint32_t> symbolNumbers;
    all.functions.reserve(debugInfo.functions.size() + symbols.functions.size());
    auto symbol = symbols.functions.begin();
    const auto takeSymbolsBefore = [&](std::uint64_t begin) {
        for (; symbol != symbols.functions.end() && symbol->begin < begin; ++symbol) {
            symbolNumbers.push_back(static_cast<std::uint32_t>(all.functions.size()));
            all.functions.push_back(*symbol);
        }
    };
    for (const MappedFunction& function : debugInfo.functions) {
        takeSymbolsBefore(function.begin);
        debugNumbers.push_back(static_cast<std::uint32_t>(all.functions.size()));
        all.functions.push_back(function);
    }
    takeSymbolsBefore(kAddressEnd);

    all.segments.reserve(debugInfo.segments.size() + symbols.segments.size());
    for (const AddressSegment& segment : debugInfo.segments)
        all.segments.push_back({segment.begin, segment.end, debugNumbers[segment.claim]});
    for (const AddressSegment& segment : symbols.segments)
        all.segments.push_back(
            {segment.begin, segment.end, symbolNumbers[segment.claim], segment.lines});
    const auto middle =
        all.segments.begin() + static_cast<std::ptrdiff_t>(debugInfo.segments.size());
    std::ranges::inplace_merge(all.segments, middle, {}, &AddressSegment::begin);
    return all;
}

} // namespace

AddressMap makeAddressMap(const std::vector<CompactUnit>& units,
                          const std::vector<NamedSymbol>& symbols)
{
    AddressMap debugInfo;
    debugInfo.functions = functionsOf(units);
    nameFromSymbols(debugInfo.functions, symbols);
    debugInfo.segments = layOutFunctions(debugInfo.functions);
    const std::uint32_t hidden = dropHidden(debugInfo);

    AddressMap fromSymbols;
    fromSymbols.functions = fillingSymbols(symbols, debugInfo.segments);
    auto bareLines = bareLinesOf(units);
    fromSymbols.segments =
        withLines(layOutFunctions(fromSymbols.functions), layOutLines(bareLines));
    dropHidden(fromSymbols);

    const auto symbolCount = static_cast<std::uint32_t>(fromSymbols.functions.size());
    AddressMap map = merged(debugInfo, fromSymbols);
    map.hiddenFunctions = hidden;
    map.symbols = symbolCount;
    map.bareLines = std::move(bareLines);
    return map;
}

} // namespace faultline::symcache
