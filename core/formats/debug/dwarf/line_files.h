// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/unit.h"

namespace faultline::dwarf {

/// Reads the directory and file tables of a line program header into a unit's files.
class LineFiles
{
public:
    /// `lineHeader` gives the sizes of offsets and addresses in the line program.
    LineFiles(const DwarfSections& sections,
              const Unit& unit,
              const UnitHeader& lineHeader,
              std::vector<object::DebugFile>& files)
        : m_sections(sections), m_unit(unit), m_lineHeader(lineHeader), m_files(files)
    {
    }

    /// False when the tables cannot be read to their end. Files before the damage are kept.
    bool read(DwarfCursor& cursor);

    /// Reads one file entry of DWARF ≤ 4, which is also the operand of DW_LNE_define_file. False
    /// for the empty name that ends the table.
    bool readLegacyFile(DwarfCursor& cursor);

private:
    struct EntryFormat
    {
        std::uint64_t content = 0;
        std::uint64_t form = 0;
    };

    bool readLegacyTables(DwarfCursor& cursor);
    bool readTables(DwarfCursor& cursor);
    bool readFormats(DwarfCursor& cursor,
                     std::vector<EntryFormat>& formats,
                     std::uint64_t& entryCount) const;
    object::DebugFile readEntry(DwarfCursor& cursor, const std::vector<EntryFormat>& formats) const;
    void
    applyContent(DwarfCursor& cursor, const EntryFormat& format, object::DebugFile& file) const;
    std::string_view text(const DieValue& value) const;

    const DwarfSections& m_sections;
    const Unit& m_unit;
    UnitHeader m_lineHeader;
    std::vector<object::DebugFile>& m_files;
    std::vector<std::string_view> m_directories;
};

} // namespace faultline::dwarf
