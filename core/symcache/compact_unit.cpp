// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/compact_unit.h"

#include "core/base/byte_view.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace faultline::symcache {

namespace {

/// The id of a file whose path exceeds the limits, so that it is not tried again.
constexpr std::uint32_t kLostFile = object::kNoIndex - 1;

/// Columns beyond 16 bits come from generated code on one line; they count as unknown.
std::uint16_t compactColumn(std::uint32_t column)
{
    return column <= std::numeric_limits<std::uint16_t>::max() ? static_cast<std::uint16_t>(column)
                                                               : std::uint16_t{0};
}

std::size_t mixed(std::uint64_t value)
{
    value *= 0x9e3779b97f4a7c15ull;
    return static_cast<std::size_t>(value ^ (value >> 32));
}

std::size_t hashOf(const CompactUnit::Inline& call)
{
    const std::uint64_t who = std::uint64_t{call.parent} << 32 | call.name;
    const std::uint64_t where =
        std::uint64_t{call.callLine} << 32 | (call.callFile ^ std::uint32_t{call.callColumn} << 16);
    return mixed(mixed(who) ^ where);
}

} // namespace

void UnitCompactor::InlineNumbers::reset(std::size_t inlineCount)
{
    m_slots.assign(std::bit_ceil(inlineCount * 2 + 1), 0);
}

std::uint32_t UnitCompactor::InlineNumbers::add(const CompactUnit::Inline& call,
                                                std::vector<CompactUnit::Inline>& calls,
                                                std::size_t first)
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = hashOf(call) & mask;
    for (; m_slots[slot] != 0; slot = (slot + 1) & mask) {
        const std::uint32_t number = m_slots[slot] - 1;
        if (calls[first + number] == call)
            return number;
    }
    calls.push_back(call);
    m_slots[slot] = static_cast<std::uint32_t>(calls.size() - first);
    return m_slots[slot] - 1;
}

UnitCompactor::UnitCompactor(const object::DebugUnit& unit,
                             std::uint32_t number,
                             SharedTables& tables,
                             NameDecoration decoration)
    : m_unit(unit), m_number(number), m_tables(tables), m_decoration(decoration),
      // Most units are small, and clearing a full-size table would cost more than reading them.
      m_recentNames(std::bit_ceil(
          std::min(unit.functions.size() + unit.inlines.size() + 1, kMaxRecentNames))),
      m_fileIds(unit.files.size(), object::kNoIndex)
{
}

CompactUnit UnitCompactor::run()
{
    m_result.damagedRecords = m_unit.damagedRecords;
    m_result.exceeded = m_unit.exceeded;
    m_result.functions.reserve(m_unit.functions.size());
    m_result.rows.reserve(m_unit.lines.size());
    m_result.inlines.reserve(m_unit.inlines.size());
    for (const object::DebugFunction& function : m_unit.functions) {
        if (function.begin < function.end && slicesFit(function))
            addFunction(function);
        else
            ++m_result.damagedRecords;
    }
    for (const object::DebugBareLines& lines : m_unit.bareLines) {
        if (lines.begin < lines.end &&
            rangeFits(lines.firstLine, lines.lineCount, m_unit.lines.size()))
            addBareLines(lines);
        else
            ++m_result.damagedRecords;
    }
    m_result.rows.shrinkToFit();
    m_result.inlines.shrink_to_fit();
    return std::move(m_result);
}

bool UnitCompactor::slicesFit(const object::DebugFunction& function) const
{
    return rangeFits(function.firstInline, function.inlineCount, m_unit.inlines.size()) &&
           rangeFits(function.firstLine, function.lineCount, m_unit.lines.size());
}

void UnitCompactor::addFunction(const object::DebugFunction& function)
{
    const std::uint64_t rowsAt = m_result.rows.beginFunction(function.begin);
    const std::size_t firstInline = m_result.inlines.size();
    if (m_tables.claims.claim(function.begin, function.end, m_number)) {
        numberInlines(function, firstInline);
        flatten(function);
    }
    m_result.functions.push_back(
        {.begin = function.begin,
         .end = function.end,
         .entry = function.entry,
         .name = function.name.empty() ? object::kNoIndex : nameId(function.name),
         .language = function.language,
         .rowsAt = rowsAt,
         .rowCount = m_result.rows.rowCount(),
         .firstInline = static_cast<std::uint32_t>(firstInline),
         .inlineCount = static_cast<std::uint32_t>(m_result.inlines.size() - firstInline)});
}

void UnitCompactor::addBareLines(const object::DebugBareLines& lines)
{
    const std::uint64_t rowsAt = m_result.rows.beginFunction(lines.begin);
    m_numberOf.clear();
    object::DebugFunction range;
    range.begin = lines.begin;
    range.end = lines.end;
    range.firstLine = lines.firstLine;
    range.lineCount = lines.lineCount;
    flatten(range);
    m_result.bareLines.push_back({.begin = lines.begin,
                                  .end = lines.end,
                                  .rowsAt = rowsAt,
                                  .rowCount = m_result.rows.rowCount()});
}

void UnitCompactor::numberInlines(const object::DebugFunction& function, std::size_t firstInline)
{
    m_numberOf.clear();
    if (function.inlineCount == 0)
        return;
    m_inlineNumbers.reset(function.inlineCount);
    for (std::uint32_t i = 0; i < function.inlineCount; ++i) {
        const object::DebugInline& site = m_unit.inlines[function.firstInline + i];
        // Parents come before their children. Any other parent would be a loop, so the function
        // becomes the parent.
        const std::uint32_t parent = site.parent - function.firstInline;
        const bool hasParent =
            site.parent != object::kNoIndex && site.parent >= function.firstInline && parent < i;
        m_numberOf.push_back(
            m_inlineNumbers.add({.parent = hasParent ? m_numberOf[parent] : object::kNoIndex,
                                 .name = nameId(site.name),
                                 .callFile = fileId(site.callFile),
                                 .callLine = site.callLine,
                                 .callColumn = compactColumn(site.callColumn),
                                 .language = site.language},
                                m_result.inlines, firstInline));
    }
}

void UnitCompactor::flatten(const object::DebugFunction& function)
{
    const auto inlines =
        std::span(m_unit.inlines).subspan(function.firstInline, function.inlineCount);
    const auto lines = std::span(m_unit.lines).subspan(function.firstLine, function.lineCount);
    m_byAddress.resize(inlines.size());
    std::iota(m_byAddress.begin(), m_byAddress.end(), 0);
    const auto byStart = [&](std::uint32_t a, std::uint32_t b) {
        return inlines[a].begin < inlines[b].begin;
    };
    if (!std::ranges::is_sorted(m_byAddress, byStart))
        std::ranges::stable_sort(
            m_byAddress,
            byStart); // A stable sort keeps a parent before a child with the same start.
    m_open.clear();
    m_nextInline = 0;

    std::size_t nextLine = 0;
    std::uint32_t position = function.begin;
    while (position < function.end) {
        while (nextLine < lines.size() && lines[nextLine].address <= position)
            ++nextLine;
        openInlines(inlines, position, function.begin);
        CompactRow row{.start = position,
                       .scope = m_open.empty() ? object::kNoIndex : m_numberOf[m_open.back()]};
        if (nextLine > 0) {
            const object::DebugLine& line = lines[nextLine - 1];
            row.file = fileId(line.file);
            row.line = line.line;
            row.column = compactColumn(line.column);
        }
        m_result.rows.add(row);
        position = function.end;
        if (nextLine < lines.size())
            position = std::min(position, lines[nextLine].address);
        if (m_nextInline < m_byAddress.size())
            position = std::min(position, inlines[m_byAddress[m_nextInline]].begin);
        if (!m_open.empty())
            position = std::min(position, inlines[m_open.back()].end);
    }
}

void UnitCompactor::openInlines(std::span<const object::DebugInline> inlines,
                                std::uint32_t position,
                                std::uint32_t begin)
{
    while (m_nextInline < m_byAddress.size() &&
           inlines[m_byAddress[m_nextInline]].begin <= position) {
        const std::uint32_t index = m_byAddress[m_nextInline++];
        if (inlines[index].begin >= begin && inlines[index].end > position)
            m_open.push_back(index);
    }
    // The inline that started last is the innermost. Others below it may have ended earlier.
    while (!m_open.empty() && inlines[m_open.back()].end <= position)
        m_open.pop_back();
}

std::uint32_t UnitCompactor::nameId(std::string_view name)
{
    RecentName& recent = m_recentNames[mixed(std::bit_cast<std::uintptr_t>(name.data())) &
                                       (m_recentNames.size() - 1)];
    if (recent.data != name.data() || recent.sizeBytes != name.size() || name.data() == nullptr)
        recent = {name.data(), name.size(),
                  m_tables.strings.intern(undecorated(name, m_decoration))};
    return recent.id;
}

std::uint32_t UnitCompactor::fileId(std::uint32_t unitFile)
{
    if (unitFile >= m_fileIds.size())
        return object::kNoIndex;
    std::uint32_t& id = m_fileIds[unitFile];
    if (id == object::kNoIndex) {
        id = m_tables.files.add(m_unit.files[unitFile]);
        if (id == object::kNoIndex)
            id = kLostFile;
    }
    return id == kLostFile ? object::kNoIndex : id;
}

} // namespace faultline::symcache
