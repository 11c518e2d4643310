// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/language.h"
#include "core/formats/debug/dwarf/die.h"
#include "core/formats/debug/dwarf/dwarf_sections.h"

namespace faultline::dwarf {

/// A unit and the facts of its root entry: everything needed to interpret its other entries.
struct Unit
{
    UnitHeader header;
    std::shared_ptr<const AbbreviationTable> abbreviations;
    std::uint64_t firstChild = 0; ///< Offset after the root entry.
    bool hasChildren = false;
    std::uint16_t tag = 0;
    Language language = Language::Unknown;
    std::string_view name;
    std::string_view compDir;
    std::string_view producer;
    std::string_view dwoName;
    std::uint64_t dwoId = 0;
    std::optional<std::uint64_t> stmtList;
    std::optional<std::uint64_t> lowPc;
    bool hasHighPc = false;
    bool hasRanges = false;
    std::uint64_t strOffsetsBase = 0;
    std::uint64_t addrBase = 0;
    std::uint64_t rnglistsBase = 0;
    std::uint64_t rangesBase = 0; ///< DW_AT_GNU_ranges_base, which applies only in the split unit.
    bool isSplit = false;         ///< Completed by its skeleton unit.

    bool isSkeleton() const { return !dwoName.empty(); }
};

/// Adds what only the skeleton of a split unit records: the place of its addresses and their base.
void completeSplitUnit(Unit& unit, const Unit& skeleton);

/// Reads a unit's root entry. Errors: Malformed (no root entry, or its abbreviation is missing).
Result<Unit>
openUnit(const DwarfSections& sections, AbbreviationCache& abbreviations, const UnitHeader& header);

/// The text of a string attribute of any form; empty for forms that refer to an unavailable file.
std::string_view textOf(const DwarfSections& sections, const Unit& unit, const DieValue& value);

/// The address of an address attribute, direct or by index; absent when the index is invalid.
std::optional<std::uint64_t>
addressOf(const DwarfSections& sections, const Unit& unit, const DieValue& value);

/// The highest address that fits the unit's size of addresses.
std::uint64_t highestAddress(const Unit& unit);

/// Entry `index` of the unit's part of .debug_addr.
std::optional<std::uint64_t>
indexedAddress(const DwarfSections& sections, const Unit& unit, std::uint64_t index);

} // namespace faultline::dwarf
