#pragma once

#include "core/formats/dwarf/dwarf_reader.h"

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
    std::endian order = std::endian::little;

    /// The NUL-terminated text at `offset`; empty when it does not lie inside.
    static std::string_view textAt(const ByteView& section, std::uint64_t offset);
};

/// What units and names need (info, abbrev, the string sections); the rest stays empty.
DwarfSections loadUnitSections(const DwarfInput& input);
/// Everything that functions and lines need.
DwarfSections loadAllSections(const DwarfInput& input);

} // namespace faultline::dwarf
