// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/dwarf_reader.h"

namespace faultline::dwarf {

/// The sections that the reader uses. They are held for its lifetime; empty when the file lacks
/// them.
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

    /// The NUL-terminated text at `offset`; empty when it is not inside the section.
    static std::string_view textAt(const ByteView& section, std::uint64_t offset);
};

/// Loads what units and names need (info, abbrev, the string sections). The others stay empty.
DwarfSections loadUnitSections(const DwarfInput& input);
/// Loads everything that functions and lines need.
DwarfSections loadAllSections(const DwarfInput& input);
/// Loads what names need from a supplementary file.
DwarfSections loadSupplementarySections(const DwarfCompanion& companion);
/// A split file's own sections. Addresses, lines and the ranges of DWARF 4 come from `main`, the
/// file with the skeleton units (DWARF 5 §7.3.2).
DwarfSections loadSplitSections(const DwarfCompanion& companion, const DwarfSections& main);

} // namespace faultline::dwarf
