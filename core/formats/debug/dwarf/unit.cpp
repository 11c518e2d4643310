// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/unit.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

namespace faultline::dwarf {

namespace {

/// DW_LANG_*: DWARF 5 §7.12 and the list of later codes at dwarfstd.org/languages.html.
Language languageOfCode(std::uint64_t code)
{
    switch (code) {
    case 0x01: // C89
    case 0x02: // C
    case 0x0c: // C99
    case 0x1d: // C11
    case 0x2c: // C17
    case 0x3e: // C23
        return Language::C;
    case 0x04: // C++
    case 0x19: // C++03
    case 0x1a: // C++11
    case 0x21: // C++14
    case 0x2a: // C++17
    case 0x2b: // C++20
    case 0x3a: // C++23
        return Language::Cpp;
    case 0x10: return Language::ObjC;
    case 0x11: return Language::ObjCpp;
    case 0x13: return Language::D;
    case 0x16: return Language::Go;
    case 0x1c: return Language::Rust;
    case 0x1e: return Language::Swift;
    case 0x32: return Language::CSharp;
    default: return Language::Unknown;
    }
}

/// DW_LNAME_* of DWARF 6.
Language languageOfName(std::uint64_t code)
{
    switch (code) {
    case 0x03: return Language::C;
    case 0x04: return Language::Cpp;
    case 0x07: return Language::D;
    case 0x0a: return Language::Go;
    case 0x11: return Language::ObjC;
    case 0x12: return Language::ObjCpp;
    case 0x19: return Language::Rust;
    case 0x1a: return Language::Swift;
    case 0x1e: return Language::CSharp;
    default: return Language::Unknown;
    }
}

/// Start of the entries in a DWARF 5 table with a header, when the unit does not give it.
std::uint64_t defaultTableBase(const UnitHeader& header, std::uint64_t headerBytes32)
{
    if (header.version < 5)
        return 0;
    return header.is64 ? headerBytes32 + 8 : headerBytes32;
}

void readBases(Unit& unit, const DieFields& fields)
{
    constexpr std::uint64_t kStrOffsetsHeaderBytes = 8;
    constexpr std::uint64_t kAddrHeaderBytes = 8;
    constexpr std::uint64_t kRnglistsHeaderBytes = 12;
    unit.strOffsetsBase = fields.numberOr(Field::StrOffsetsBase,
                                          defaultTableBase(unit.header, kStrOffsetsHeaderBytes));
    unit.addrBase =
        fields.numberOr(Field::AddrBase, defaultTableBase(unit.header, kAddrHeaderBytes));
    unit.rnglistsBase =
        fields.numberOr(Field::RnglistsBase, defaultTableBase(unit.header, kRnglistsHeaderBytes));
    unit.rangesBase = fields.numberOr(Field::RangesBase, 0);
}

void readRoot(const DwarfSections& sections, Unit& unit, const DieFields& fields)
{
    readBases(unit, fields);
    const auto text = [&](Field field) {
        return fields.has(field) ? textOf(sections, unit, fields[field]) : std::string_view();
    };
    unit.name = text(Field::Name);
    unit.compDir = text(Field::CompDir);
    unit.producer = text(Field::Producer);
    unit.dwoName = text(Field::DwoName);
    unit.dwoId = fields.numberOr(Field::DwoId, unit.header.id);
    unit.language = fields.has(Field::Language)
                        ? languageOfCode(fields[Field::Language].number)
                        : languageOfName(fields.numberOr(Field::LanguageName, 0));
    unit.hasHighPc = fields.has(Field::HighPc);
    unit.hasRanges = fields.has(Field::Ranges);
    if (fields.has(Field::StmtList))
        unit.stmtList = fields[Field::StmtList].number;
    if (fields.has(Field::LowPc))
        unit.lowPc = addressOf(sections, unit, fields[Field::LowPc]);
}

/// The string at `index` of the unit's part of .debug_str_offsets.
std::string_view indexedText(const DwarfSections& sections, const Unit& unit, std::uint64_t index)
{
    const auto entryBytes = unit.header.offsetBytes();
    const auto& table = sections.strOffsets;
    if (unit.strOffsetsBase > table.size() ||
        index >= (table.size() - unit.strOffsetsBase) / entryBytes)
        return {};
    DwarfCursor cursor(table.span(), unit.strOffsetsBase + index * entryBytes, table.size(),
                       sections.order);
    return sections.textAt(sections.str, cursor.unsignedOf(entryBytes));
}

} // namespace

Result<Unit>
openUnit(const DwarfSections& sections, AbbreviationCache& abbreviations, const UnitHeader& header)
{
    Unit unit;
    unit.header = header;
    unit.abbreviations = abbreviations.table(header);
    DwarfCursor cursor(sections.info.span(), header.firstEntry, header.end, sections.order);
    const auto code = cursor.uleb128();
    if (code == 0) {
        unit.firstChild = header.end; // A unit without root entry holds nothing.
        return unit;
    }
    const auto* abbreviation = unit.abbreviations->find(code);
    if (abbreviation == nullptr)
        return fail(ErrorKind::Malformed, "unit at offset ", Hex{header.offset}, ": abbreviation ",
                    code, " of its root entry is not declared at offset ", Hex{header.abbrevOffset},
                    unit.abbreviations->isCut() ? kOverlappingAbbreviations : "");
    unit.tag = abbreviation->tag;
    unit.hasChildren = abbreviation->hasChildren;
    DieFields fields;
    readFields(cursor, *unit.abbreviations, *abbreviation, header, fields);
    if (!cursor.ok())
        return fail(ErrorKind::Malformed, "unit at offset ", Hex{header.offset},
                    ": root entry is cut off");
    unit.firstChild = cursor.offset();
    readRoot(sections, unit, fields);
    return unit;
}

void completeSplitUnit(Unit& unit, const Unit& skeleton)
{
    unit.isSplit = true;
    unit.addrBase = skeleton.addrBase;
    unit.rangesBase = skeleton.rangesBase;
    unit.lowPc = skeleton.lowPc;
    if (unit.compDir.empty())
        unit.compDir = skeleton.compDir;
}

std::string_view textOf(const DwarfSections& sections, const Unit& unit, const DieValue& value)
{
    switch (value.form) {
    case DW_FORM_string: return sections.textAt(sections.info, value.number);
    case DW_FORM_strp: return sections.textAt(sections.str, value.number);
    case DW_FORM_line_strp: return sections.textAt(sections.lineStr, value.number);
    case DW_FORM_strp_sup:
    case DW_FORM_GNU_strp_alt: return sections.textAt(sections.supplementaryStr, value.number);
    case DW_FORM_strx:
    case DW_FORM_strx1:
    case DW_FORM_strx2:
    case DW_FORM_strx3:
    case DW_FORM_strx4:
    case DW_FORM_GNU_str_index: return indexedText(sections, unit, value.number);
    default: return {};
    }
}

std::optional<std::uint64_t>
addressOf(const DwarfSections& sections, const Unit& unit, const DieValue& value)
{
    switch (value.form) {
    case DW_FORM_addr: return value.number;
    case DW_FORM_addrx:
    case DW_FORM_addrx1:
    case DW_FORM_addrx2:
    case DW_FORM_addrx3:
    case DW_FORM_addrx4:
    case DW_FORM_GNU_addr_index: return indexedAddress(sections, unit, value.number);
    default: return std::nullopt;
    }
}

std::uint64_t highestAddress(const Unit& unit)
{
    return unit.header.addressBytes >= 8 ? ~std::uint64_t{0}
                                         : (std::uint64_t{1} << (8 * unit.header.addressBytes)) - 1;
}

std::optional<std::uint64_t>
indexedAddress(const DwarfSections& sections, const Unit& unit, std::uint64_t index)
{
    const auto entryBytes = unit.header.addressBytes;
    const auto& table = sections.addr;
    if (unit.addrBase > table.size() || index >= (table.size() - unit.addrBase) / entryBytes)
        return std::nullopt;
    DwarfCursor cursor(table.span(), unit.addrBase + index * entryBytes, table.size(),
                       sections.order);
    return cursor.unsignedOf(entryBytes);
}

} // namespace faultline::dwarf
