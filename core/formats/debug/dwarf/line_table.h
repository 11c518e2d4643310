#pragma once

#include "core/formats/debug/dwarf/code_space.h"

#include <atomic>
#include <span>

namespace faultline::dwarf {

/// A unit's files and line rows, sequences sorted and disjoint.
class LineTable
{
public:
    /// Reads the unit's line program, DWARF 2–5; an empty table when the unit has none. Damage
    /// costs what follows it and is counted. The compilation directory and file texts are views
    /// into the sections. `bytesLeft`: how much line programs of all units together may still take;
    /// any number of units can name one program.
    static LineTable read(const DwarfSections& sections,
                          const Unit& unit,
                          const CodeSpace& space,
                          std::atomic<std::uint64_t>& bytesLeft);

    std::vector<object::DebugFile>& files() { return m_files; }

    /// Index into files() of a file number as the unit's other entries use it; object::kNoIndex
    /// when there is none.
    std::uint32_t fileIndex(std::uint64_t fileNumber) const;

    std::uint32_t damagedRecords() const { return m_damaged; }

    std::size_t rowCount() const { return m_rows.size(); }

    /// Appends the rows that apply to `range`, from all sequences that overlap it, the first of
    /// each clamped to its start; stretches between sequences get a row without file.
    void appendRows(CodeRange range, std::vector<object::DebugLine>& out) const;

    /// What the table describes outside `covered`, which is ascending by begin; ascending, each
    /// within one sequence.
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
};

} // namespace faultline::dwarf
