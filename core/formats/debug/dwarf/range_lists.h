// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/unit.h"

namespace faultline::dwarf {

/// [begin, end), linked addresses as recorded.
struct AddressRange
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Was a range list read completely?
enum class ListState { Complete, Damaged, TooLong };

/// Appends the ranges of a DW_AT_ranges attribute: .debug_ranges up to DWARF 4, .debug_rnglists
/// from version 5. Empty and reversed entries are left out. The list ends where it cannot be read,
/// and is too long when it has more than `entriesLeft` entries, which each entry takes one from.
ListState appendRanges(const DwarfSections& sections,
                       const Unit& unit,
                       const DieValue& value,
                       std::vector<AddressRange>& out,
                       std::uint64_t& entriesLeft);

} // namespace faultline::dwarf
