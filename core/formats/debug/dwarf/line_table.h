// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/code_space.h"

#include <atomic>
#include <span>

namespace faultline::dwarf {

/// A unit's files and line rows. Sequences are sorted and disjoint.
class LineTable
{
public:
    /// Reads the unit's line program, DWARF 2–5; the table is empty when the unit has none. Damage
    /// loses the rows after it and is counted. The compilation directory and file texts are views
    /// into the sections. `bytesLeft` limits the line programs of all units together, because any
    /// number of units can refer to one program.
    static LineTable read(const DwarfSections& sections,
                          const Unit& unit,
                          const CodeSpace& space,
                          std::atomic<std::uint64_t>& bytesLeft);

    std::vector<object::DebugFile>& files() { return m_files; }

    /// Index into files() of a file number in the unit's other entries; object::kNoIndex when there
    /// is none.
    std::uint32_t fileIndex(std::uint64_t fileNumber) const;

    std::uint32_t damagedRecords() const { return m_damaged; }

    /// Was the program left out because units share too much of it?
    bool exceedsLimit() const { return m_exceedsLimit; }

    std::size_t rowCount() const { return m_rows.size(); }

    /// Appends the rows for `range` from all sequences that overlap it. The first row of each
    /// sequence is clamped to its start. Gaps between sequences get a row without file.
    void appendRows(CodeRange range, std::vector<object::DebugLine>& out) const;

    /// What the table describes outside `covered`, which is ascending by begin. The result is
    /// ascending; each range lies in one sequence.
    std::vector<CodeRange> rangesOutside(std::span<const CodeRange> covered) const;

private:
    friend class LineProgram;

    struct Sequence
    {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint32_t firstRow = 0;
        std::uint32_t rowCount = 0;
    };

    void sortSequences();

    std::vector<object::DebugFile> m_files;
    std::vector<object::DebugLine> m_rows; // Ascending within each sequence.
    std::vector<Sequence> m_sequences;
    std::uint32_t m_firstFileNumber = 1;
    std::uint32_t m_damaged = 0;
    bool m_exceedsLimit = false;
};

} // namespace faultline::dwarf
