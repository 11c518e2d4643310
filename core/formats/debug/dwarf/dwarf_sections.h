#pragma once

#include "core/formats/debug/dwarf/dwarf_reader.h"

namespace faultline::dwarf {

/// The sections the reader uses, held for as long as it lives; empty where the file has none.
struct DwarfSections
{
    ByteView info;
    ByteView abbrev;
    ByteView line;
    ByteView lineStr;
    ByteView str;
    ByteView strOffsets;
    ByteView addr;
    ByteView ranges;
    ByteView rnglists;
    ByteView types;            ///< .debug_types of DWARF 4.
    ByteView supplementaryStr; ///< .debug_str of the supplementary file.
    std::endian order = std::endian::little;

    /// The NUL-terminated text at `offset`; empty when it does not lie inside.
    static std::string_view textAt(const ByteView& section, std::uint64_t offset);
};

/// What units and names need (info, abbrev, the string sections); the rest stays empty.
DwarfSections loadUnitSections(const DwarfInput& input);
/// Everything that functions and lines need.
DwarfSections loadAllSections(const DwarfInput& input);
/// What names need of a supplementary file.
DwarfSections loadSupplementarySections(const DwarfCompanion& companion);
/// A split file's own sections; addresses, lines and ranges of DWARF 4 are those of `main`, the
/// file with the skeleton units (DWARF 5 §7.3.2).
DwarfSections loadSplitSections(const DwarfCompanion& companion, const DwarfSections& main);

} // namespace faultline::dwarf
