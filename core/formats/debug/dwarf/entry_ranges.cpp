// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/entry_ranges.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

#include <algorithm>

namespace faultline::dwarf {

namespace {

/// The sum, with the size of an address like its operands.
std::uint64_t sumOf(std::uint64_t address, std::uint64_t sizeBytes, unsigned addressBytes)
{
    const auto sum = address + sizeBytes;
    return addressBytes >= 8 ? sum : sum & ((std::uint64_t{1} << (8 * addressBytes)) - 1);
}

} // namespace

bool isConstant(const DieValue& value)
{
    switch (value.form) {
    case DW_FORM_data1:
    case DW_FORM_data2:
    case DW_FORM_data4:
    case DW_FORM_data8:
    case DW_FORM_udata:
    case DW_FORM_sdata:
    case DW_FORM_implicit_const: return true;
    default: return false;
    }
}

std::optional<std::uint64_t> endOf(const DwarfSections& sections,
                                   const Unit& unit,
                                   const DieValue& highPc,
                                   std::optional<std::uint64_t> begin)
{
    return isConstant(highPc) && begin ? sumOf(*begin, highPc.number, unit.header.addressBytes)
                                       : addressOf(sections, unit, highPc);
}

std::vector<AddressRange> rangesOf(const DwarfSections& sections,
                                   const Unit& unit,
                                   const DieFields& fields,
                                   std::uint64_t& entriesLeft)
{
    std::vector<AddressRange> ranges;
    if (fields.has(Field::Ranges)) {
        appendRanges(sections, unit, fields[Field::Ranges], ranges, entriesLeft);
    } else if (fields.has(Field::LowPc) && fields.has(Field::HighPc)) {
        const auto begin = addressOf(sections, unit, fields[Field::LowPc]);
        const auto end = endOf(sections, unit, fields[Field::HighPc], begin);
        if (begin && end && *begin < *end)
            ranges.push_back({*begin, *end});
    }
    return ranges;
}

bool holds(const std::vector<AddressRange>& ranges, std::uint64_t address)
{
    return std::ranges::any_of(ranges, [&](const AddressRange& range) {
        return address >= range.begin && address < range.end;
    });
}

} // namespace faultline::dwarf
