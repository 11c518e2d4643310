// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/line_files.h"
#include "core/formats/debug/dwarf/line_table.h"

#include <array>

namespace faultline::dwarf {

/// Runs one line number program into a LineTable. DWARF 5 §6.2, DWARF 4 §6.2.
class LineProgram
{
public:
    LineProgram(const DwarfSections& sections,
                const Unit& unit,
                const CodeSpace& space,
                LineTable& table)
        : m_sections(sections), m_unit(unit), m_space(space), m_table(table)
    {
    }

    /// A place in the code that a row marks.
    struct Mark
    {
        std::uint32_t address = 0; ///< Relative.
        bool endsPrologue = false;
    };

    /// Also lists a mark for each row, in the order of the program. The list must outlive this.
    void listMarks(std::vector<Mark>& marks) { m_marks = &marks; }

    /// Does not run a program larger than `bytesLeft`.
    void run(std::uint64_t offset, std::atomic<std::uint64_t>& bytesLeft);

private:
    /// The state machine's registers that a row shows.
    struct State
    {
        std::uint64_t address = 0;
        std::uint64_t operation = 0; ///< op_index, for VLIW machines.
        std::uint64_t file = 1;
        std::uint32_t line = 1;
        std::uint32_t column = 0;
        bool endsPrologue = false; ///< Of the next row only.
    };

    bool readLength(DwarfCursor& cursor, std::atomic<std::uint64_t>& bytesLeft);
    bool readHeader(DwarfCursor& cursor);
    bool readParameters(DwarfCursor& cursor);
    void execute(DwarfCursor& cursor);
    void executeSpecial(std::uint8_t opcode);
    void executeStandard(DwarfCursor& cursor, std::uint8_t opcode);
    void executeExtended(DwarfCursor& cursor);
    void setAddress(DwarfCursor& cursor, std::uint64_t sizeBytes);
    void advance(std::uint64_t operations);
    void emitRow();
    void endSequence(std::uint64_t end);
    void beginSequence();

    const DwarfSections& m_sections;
    const Unit& m_unit;
    const CodeSpace& m_space;
    LineTable& m_table;

    UnitHeader m_header; ///< Version and sizes of the line program itself.
    std::optional<LineFiles> m_files;
    std::uint64_t m_minimumInstructionBytes = 1;
    std::uint64_t m_maximumOperations = 1;
    std::int8_t m_lineBase = 0;
    std::uint8_t m_lineRange = 1;
    std::uint8_t m_opcodeBase = 1;
    std::array<std::uint8_t, 256> m_operandCounts{};

    State m_state;
    std::vector<Mark>* m_marks = nullptr;
    bool m_isDiscarded = false; ///< The current sequence belongs to code that the linker dropped.
    bool m_hasRow = false;
    std::size_t m_firstRow = 0; ///< First row of the current sequence.
};

} // namespace faultline::dwarf
