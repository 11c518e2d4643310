// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/prologues.h"

#include "core/formats/debug/dwarf/entry_ranges.h"
#include "core/formats/debug/dwarf/line_program.h"

#include <algorithm>

namespace faultline::dwarf {

namespace {

/// Where the function begins; the other ranges are parts that the compiler has split off.
std::optional<AddressRange> firstRangeOf(const Entry& function)
{
    std::uint64_t entriesLeft = 256;
    const auto ranges =
        rangesOf(function.unit->sections(), function.unit->unit, function.fields, entriesLeft);
    return ranges.empty() ? std::nullopt : std::optional(ranges.front());
}

} // namespace

Prologues::Prologues(ValueUnits& units, CodeFinder& code, const DwarfInput& input)
    : m_units(units), m_code(code), m_space(input), m_bias(input.loadAddress - input.addressBias),
      // Units seldom share line programs.
      m_bytesLeft(2 * std::uint64_t{units.mainStore().sections().line.size()})
{
}

std::uint64_t Prologues::endOf(const Entry& function)
{
    const auto range = firstRangeOf(function);
    if (!range)
        return 0;
    const auto* unit = m_code.mainUnitAt(range->begin);
    if (unit == nullptr)
        return range->begin;
    const auto& marks = marksOf(*unit);
    const auto first = std::ranges::lower_bound(marks, range->begin, {}, &Mark::address);
    const auto end = std::ranges::lower_bound(marks, range->end, {}, &Mark::address);
    const auto marked =
        std::find_if(first, end, [](const Mark& mark) { return mark.endsPrologue; });
    if (marked != end)
        return marked->address;
    const auto second =
        std::find_if(first, end, [&](const Mark& mark) { return mark.address > range->begin; });
    return second == end ? range->begin : second->address;
}

const Prologues::Marks& Prologues::marksOf(const ValueUnit& unit)
{
    const auto [found, isNew] = m_marks.try_emplace(&unit);
    auto& marks = found->second;
    if (!isNew || !unit.unit.stmtList)
        return marks;
    LineTable table;
    std::vector<LineProgram::Mark> listed;
    LineProgram program(unit.sections(), unit.unit, m_space, table);
    program.listMarks(listed);
    program.run(*unit.unit.stmtList, m_bytesLeft);
    for (const auto& mark : listed)
        marks.push_back({mark.address + m_bias, mark.endsPrologue});
    std::ranges::stable_sort(marks, {}, &Mark::address);
    return marks;
}

} // namespace faultline::dwarf
