// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/range_lists.h"

namespace faultline::dwarf {

/// Is the value a number, not an address, offset or reference?
bool isConstant(const DieValue& value);

/// The address after an entry's code: DW_AT_high_pc is that address, or since DWARF 4 the distance
/// from DW_AT_low_pc.
std::optional<std::uint64_t> endOf(const DwarfSections& sections,
                                   const Unit& unit,
                                   const DieValue& highPc,
                                   std::optional<std::uint64_t> begin);

/// The linked addresses of an entry's code; what cannot be read is left out. Each entry of a list
/// takes one from `entriesLeft`.
std::vector<AddressRange> rangesOf(const DwarfSections& sections,
                                   const Unit& unit,
                                   const DieFields& fields,
                                   std::uint64_t& entriesLeft);

bool holds(const std::vector<AddressRange>& ranges, std::uint64_t address);

} // namespace faultline::dwarf
