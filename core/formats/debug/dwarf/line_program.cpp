// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/line_program.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

#include <utility>

namespace faultline::dwarf {

void LineProgram::run(std::uint64_t offset, std::atomic<std::uint64_t>& bytesLeft)
{
    DwarfCursor cursor(m_sections.line.span(), offset, m_sections.line.size(), m_sections.order);
    if (!readLength(cursor, bytesLeft) || !readHeader(cursor)) {
        ++m_table.m_damaged;
        return;
    }
    execute(cursor);
    if (!cursor.ok())
        ++m_table.m_damaged;
    // Without DW_LNE_end_sequence the last row covers one byte.
    if (m_hasRow)
        endSequence(m_state.address + 1);
}

/// Leaves the cursor after the length, limited to the program.
bool LineProgram::readLength(DwarfCursor& cursor, std::atomic<std::uint64_t>& bytesLeft)
{
    m_header = m_unit.header;
    std::uint64_t length = cursor.u32();
    m_header.is64 = length == 0xffffffff;
    if (m_header.is64)
        length = cursor.u64();
    if (!cursor.ok() || length > cursor.remaining())
        return false;
    auto left = bytesLeft.load();
    while (left >= length && !bytesLeft.compare_exchange_weak(left, left - length)) {
    }
    cursor = DwarfCursor(m_sections.line.span(), cursor.offset(), cursor.offset() + length,
                         m_sections.order);
    m_table.m_exceedsLimit = left < length;
    return !m_table.m_exceedsLimit;
}

/// Leaves the cursor at the first opcode.
bool LineProgram::readHeader(DwarfCursor& cursor)
{
    m_header.version = cursor.u16();
    if (m_header.version < 2 || m_header.version > 5)
        return false;
    if (m_header.version >= 5) {
        m_header.addressBytes = cursor.u8();
        cursor.u8(); // Segment selector size.
    }
    const auto headerBytes = cursor.unsignedOf(m_header.offsetBytes());
    if (!cursor.ok() || headerBytes > cursor.remaining())
        return false;
    const auto program = cursor.offset() + headerBytes;
    if (!readParameters(cursor))
        return false;
    m_table.m_firstFileNumber = m_header.version >= 5 ? 0 : 1;
    m_files.emplace(m_sections, m_unit, m_header, m_table.m_files);
    // Rows are useful even without their files. The header says where the program begins.
    if (!m_files->read(cursor))
        ++m_table.m_damaged;
    cursor = DwarfCursor(m_sections.line.span(), program, cursor.endOffset(), m_sections.order);
    return true;
}

bool LineProgram::readParameters(DwarfCursor& cursor)
{
    m_minimumInstructionBytes = cursor.u8();
    m_maximumOperations = m_header.version >= 4 ? cursor.u8() : 1;
    cursor.u8(); // default_is_stmt
    m_lineBase = static_cast<std::int8_t>(cursor.u8());
    m_lineRange = cursor.u8();
    m_opcodeBase = cursor.u8();
    for (unsigned opcode = 1; opcode < m_opcodeBase; ++opcode)
        m_operandCounts[opcode] = cursor.u8();
    return cursor.ok() && m_lineRange != 0 && m_opcodeBase != 0;
}

void LineProgram::execute(DwarfCursor& cursor)
{
    beginSequence();
    while (cursor.ok() && !cursor.atEnd()) {
        const auto opcode = cursor.u8();
        if (opcode >= m_opcodeBase)
            executeSpecial(opcode);
        else if (opcode == 0)
            executeExtended(cursor);
        else
            executeStandard(cursor, opcode);
    }
}

void LineProgram::executeSpecial(std::uint8_t opcode)
{
    const auto adjusted = static_cast<unsigned>(opcode - m_opcodeBase);
    advance(adjusted / m_lineRange);
    m_state.line +=
        static_cast<std::uint32_t>(m_lineBase + static_cast<int>(adjusted % m_lineRange));
    emitRow();
}

void LineProgram::executeStandard(DwarfCursor& cursor, std::uint8_t opcode)
{
    switch (opcode) {
    case DW_LNS_copy: emitRow(); break;
    case DW_LNS_advance_pc: advance(cursor.uleb128()); break;
    case DW_LNS_advance_line: m_state.line += static_cast<std::uint32_t>(cursor.sleb128()); break;
    case DW_LNS_set_file: m_state.file = cursor.uleb128(); break;
    case DW_LNS_set_column: m_state.column = static_cast<std::uint32_t>(cursor.uleb128()); break;
    case DW_LNS_const_add_pc: advance((255u - m_opcodeBase) / m_lineRange); break;
    case DW_LNS_fixed_advance_pc:
        m_state.address += cursor.u16();
        m_state.operation = 0;
        break;
    case DW_LNS_set_prologue_end: m_state.endsPrologue = true; break;
    default: // Statement and block marks, and opcodes we do not know: only their operands matter.
        for (unsigned i = 0; i < m_operandCounts[opcode]; ++i)
            cursor.skipLeb128();
        break;
    }
}

void LineProgram::executeExtended(DwarfCursor& cursor)
{
    const auto length = cursor.uleb128();
    if (length == 0 || length > cursor.remaining())
        return cursor.fail();
    const auto next = cursor.offset() + length;
    switch (cursor.u8()) {
    case DW_LNE_end_sequence:
        endSequence(m_state.address);
        beginSequence();
        break;
    case DW_LNE_set_address: setAddress(cursor, length - 1); break;
    case DW_LNE_define_file: m_files->readLegacyFile(cursor); break;
    default: break;
    }
    if (cursor.ok())
        cursor.seek(next);
}

void LineProgram::setAddress(DwarfCursor& cursor, std::uint64_t sizeBytes)
{
    m_state.address = cursor.unsignedOf(static_cast<unsigned>(sizeBytes));
    m_state.operation = 0;
    if (m_space.isTombstone(m_state.address, m_header.addressBytes))
        m_isDiscarded = true;
}

void LineProgram::advance(std::uint64_t operations)
{
    if (m_maximumOperations <= 1) {
        m_state.address += operations * m_minimumInstructionBytes;
        return;
    }
    const auto total = m_state.operation + operations;
    m_state.address += m_minimumInstructionBytes * (total / m_maximumOperations);
    m_state.operation = total % m_maximumOperations;
}

void LineProgram::emitRow()
{
    const bool endsPrologue = std::exchange(m_state.endsPrologue, false);
    if (m_isDiscarded)
        return;
    const auto code = m_space.relative({m_state.address, m_state.address + 1});
    if (!code)
        return;
    if (m_marks != nullptr)
        m_marks->push_back({code->begin, endsPrologue});
    const object::DebugLine row{code->begin, m_table.fileIndex(m_state.file), m_state.line,
                                m_state.column};
    if (m_hasRow) {
        auto& last = m_table.m_rows.back();
        if (row.address < last.address)
            return;
        if (row.address == last.address) {
            last = row;
            return;
        }
        // A row that says the same again (a statement mark, a view number) adds nothing.
        if (row.file == last.file && row.line == last.line && row.column == last.column)
            return;
    }
    m_table.m_rows.push_back(row);
    m_hasRow = true;
}

void LineProgram::endSequence(std::uint64_t end)
{
    auto& rows = m_table.m_rows;
    const auto range = m_hasRow ? m_space.relative({end - 1, end}) : std::nullopt;
    if (!range || range->end <= rows[m_firstRow].address || rows.size() > object::kNoIndex) {
        rows.resize(m_firstRow);
        return;
    }
    m_table.m_sequences.push_back({rows[m_firstRow].address, range->end,
                                   static_cast<std::uint32_t>(m_firstRow),
                                   static_cast<std::uint32_t>(rows.size() - m_firstRow)});
}

void LineProgram::beginSequence()
{
    m_state = State();
    m_isDiscarded = false;
    m_hasRow = false;
    m_firstRow = m_table.m_rows.size();
}

} // namespace faultline::dwarf
