// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/line_table.h"

#include "core/formats/debug/dwarf/line_program.h"

#include <algorithm>

namespace faultline::dwarf {

LineTable LineTable::read(const DwarfSections& sections,
                          const Unit& unit,
                          const CodeSpace& space,
                          std::atomic<std::uint64_t>& bytesLeft)
{
    LineTable table;
    if (!unit.stmtList)
        return table;
    LineProgram program(sections, unit, space, table);
    program.run(*unit.stmtList, bytesLeft);
    table.sortSequences();
    return table;
}

std::uint32_t LineTable::fileIndex(std::uint64_t fileNumber) const
{
    const auto index =
        fileNumber - m_firstFileNumber; // File 0 of DWARF ≤ 4 wraps and is out of range.
    return index < m_files.size() ? static_cast<std::uint32_t>(index) : object::kNoIndex;
}

/// Overlaps come from damage or from code the linker folded: the earlier sequence keeps the bytes.
void LineTable::sortSequences()
{
    if (!std::ranges::is_sorted(m_sequences, {}, &Sequence::begin))
        std::ranges::stable_sort(m_sequences, {}, &Sequence::begin);
    std::uint32_t end = 0;
    for (auto& sequence : m_sequences) {
        sequence.begin = std::max(sequence.begin, end);
        sequence.end = std::max(sequence.begin, sequence.end);
        end = sequence.end;
    }
    std::erase_if(m_sequences,
                  [](const Sequence& sequence) { return sequence.begin == sequence.end; });
}

void LineTable::appendRows(CodeRange range, std::vector<object::DebugLine>& out) const
{
    auto covered = range.begin;
    const auto firstRow = out.size();
    const auto appendGap = [&](std::uint32_t until) {
        if (out.size() > firstRow && covered < until)
            out.push_back({covered, object::kNoIndex, 0, 0});
    };
    auto sequence = std::ranges::upper_bound(m_sequences, range.begin, {}, &Sequence::end);
    for (; sequence != m_sequences.end() && sequence->begin < range.end; ++sequence) {
        const auto begin = std::max(range.begin, sequence->begin);
        const auto end = std::min(range.end, sequence->end);
        appendGap(begin);
        const auto rows = std::span(m_rows).subspan(sequence->firstRow, sequence->rowCount);
        auto row = std::ranges::upper_bound(rows, begin, {}, &object::DebugLine::address);
        if (row != rows.begin())
            --row;
        for (; row != rows.end() && row->address < end; ++row)
            out.push_back({std::max(row->address, begin), row->file, row->line, row->column});
        covered = end;
    }
    appendGap(range.end);
}

std::vector<CodeRange> LineTable::rangesOutside(std::span<const CodeRange> covered) const
{
    std::vector<CodeRange> outside;
    auto next = covered.begin();
    std::uint32_t position = 0; // Everything below is covered or done.
    for (const auto& sequence : m_sequences) {
        position = std::max(position, sequence.begin);
        for (; next != covered.end() && next->begin < sequence.end; ++next) {
            if (position < next->begin)
                outside.push_back({position, next->begin});
            position = std::max(position, next->end);
        }
        if (position < sequence.end)
            outside.push_back({position, sequence.end});
    }
    return outside;
}

} // namespace faultline::dwarf
