// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/die.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

namespace faultline::dwarf {

namespace {

using Kind = DieStep::Kind;

/// Skips forms whose size the table of steps cannot know in advance.
void skipVariable(DwarfCursor& cursor, Kind kind, const UnitHeader& unit)
{
    switch (kind) {
    case Kind::None:
    case Kind::Wanted: break;
    case Kind::Leb: cursor.skipLeb128(); break;
    case Kind::CString: cursor.skipCString(); break;
    case Kind::Block1: cursor.skip(cursor.u8()); break;
    case Kind::Block2: cursor.skip(cursor.u16()); break;
    case Kind::Block4: cursor.skip(cursor.u32()); break;
    case Kind::BlockLeb: cursor.skip(cursor.uleb128()); break;
    case Kind::Indirect: readForm(cursor, cursor.uleb128(), 0, unit); break;
    case Kind::Unreadable: cursor.fail(); break;
    }
}

DieValue blockOf(DwarfCursor& cursor, std::uint64_t sizeBytes)
{
    cursor.skip(sizeBytes);
    return {sizeBytes, DW_FORM_block};
}

/// A sibling is believed when it leads forward within the unit; 0 otherwise.
std::uint64_t
trustedSibling(const DwarfCursor& cursor, const UnitHeader& unit, std::uint64_t sibling)
{
    return cursor.ok() && sibling > cursor.offset() && sibling <= unit.end ? sibling : 0;
}

} // namespace

DieValue readForm(DwarfCursor& cursor,
                  std::uint64_t form,
                  std::int64_t implicitConst,
                  const UnitHeader& unit)
{
    if (form == DW_FORM_indirect)
        form = cursor.uleb128();
    const auto same = static_cast<std::uint16_t>(form);
    switch (form) {
    case DW_FORM_implicit_const: return {static_cast<std::uint64_t>(implicitConst), same};
    case DW_FORM_flag_present: return {1, same};
    case DW_FORM_data1:
    case DW_FORM_flag:
    case DW_FORM_strx1:
    case DW_FORM_addrx1: return {cursor.u8(), same};
    case DW_FORM_data2:
    case DW_FORM_strx2:
    case DW_FORM_addrx2: return {cursor.u16(), same};
    case DW_FORM_strx3:
    case DW_FORM_addrx3: return {cursor.u24(), same};
    case DW_FORM_data4:
    case DW_FORM_ref_sup4:
    case DW_FORM_strx4:
    case DW_FORM_addrx4: return {cursor.u32(), same};
    case DW_FORM_data8:
    case DW_FORM_ref_sup8:
    case DW_FORM_ref_sig8: return {cursor.u64(), same};
    case DW_FORM_ref1: return {unit.offset + cursor.u8(), same};
    case DW_FORM_ref2: return {unit.offset + cursor.u16(), same};
    case DW_FORM_ref4: return {unit.offset + cursor.u32(), same};
    case DW_FORM_ref8: return {unit.offset + cursor.u64(), same};
    case DW_FORM_ref_udata: return {unit.offset + cursor.uleb128(), same};
    case DW_FORM_sdata: return {static_cast<std::uint64_t>(cursor.sleb128()), same};
    case DW_FORM_udata:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx:
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index: return {cursor.uleb128(), same};
    case DW_FORM_addr: return {cursor.unsignedOf(unit.addressBytes), same};
    case DW_FORM_ref_addr: return {cursor.unsignedOf(formSizesOf(unit).referenceBytes), same};
    case DW_FORM_strp:
    case DW_FORM_line_strp:
    case DW_FORM_strp_sup:
    case DW_FORM_sec_offset:
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_GNU_strp_alt: return {cursor.unsignedOf(unit.offsetBytes()), same};
    case DW_FORM_string: {
        const auto offset = cursor.offset();
        cursor.skipCString();
        return {offset, same};
    }
    case DW_FORM_data16: return blockOf(cursor, 16);
    case DW_FORM_block1: return blockOf(cursor, cursor.u8());
    case DW_FORM_block2: return blockOf(cursor, cursor.u16());
    case DW_FORM_block4: return blockOf(cursor, cursor.u32());
    case DW_FORM_block:
    case DW_FORM_exprloc: return blockOf(cursor, cursor.uleb128());
    default: cursor.fail(); return {};
    }
}

void readFields(DwarfCursor& cursor,
                const AbbreviationTable& table,
                const Abbreviation& abbreviation,
                const UnitHeader& unit,
                DieFields& fields)
{
    fields.clear();
    const auto begin = cursor.offset();
    const auto* step = table.steps(abbreviation);
    for (const auto* const end = step + abbreviation.stepCount; step != end; ++step) {
        cursor.skip(step->skipBytes);
        if (step->kind != Kind::Wanted) {
            skipVariable(cursor, step->kind, unit);
            continue;
        }
        const auto value = readForm(cursor, step->form, step->implicitConst, unit);
        // The first of two linkage names (DW_AT_linkage_name and its MIPS forerunner) is kept.
        if (value.form != DW_FORM_block && !fields.has(step->field))
            fields.set(step->field, value);
    }
    fields.sizeBytes = cursor.offset() - begin;
}

void readAllFields(DwarfCursor& cursor,
                   const AbbreviationTable& table,
                   const Abbreviation& abbreviation,
                   const UnitHeader& unit,
                   DieFields& fields)
{
    fields.clear();
    const auto begin = cursor.offset();
    const auto* step = table.steps(abbreviation);
    for (const auto* const end = step + abbreviation.stepCount; step != end; ++step) {
        cursor.skip(step->skipBytes);
        if (step->kind != Kind::Wanted) {
            skipVariable(cursor, step->kind, unit);
            continue;
        }
        auto value = readForm(cursor, step->form, step->implicitConst, unit);
        if (value.form == DW_FORM_block && cursor.ok()) {
            value.blockBytes = static_cast<std::uint32_t>(value.number);
            value.number = cursor.offset() - value.blockBytes;
        }
        if (!fields.has(step->field))
            fields.set(step->field, value);
    }
    fields.sizeBytes = cursor.offset() - begin;
}

std::uint64_t skipEntry(DwarfCursor& cursor,
                        const AbbreviationTable& table,
                        const Abbreviation& abbreviation,
                        const UnitHeader& unit)
{
    std::uint64_t sibling = 0;
    const auto* step = table.steps(abbreviation);
    for (const auto* const end = step + abbreviation.stepCount; step != end; ++step) {
        cursor.skip(step->skipBytes);
        if (step->kind != Kind::Wanted) {
            skipVariable(cursor, step->kind, unit);
            continue;
        }
        const auto value = readForm(cursor, step->form, step->implicitConst, unit);
        if (step->field == Field::Sibling)
            sibling = value.number;
    }
    return sibling;
}

/// Counts levels instead of recursing.
std::uint64_t passChildren(DwarfCursor& cursor,
                           const AbbreviationTable& table,
                           const UnitHeader& unit,
                           std::uint64_t sibling)
{
    std::uint64_t passed = 0;
    if (const auto target = trustedSibling(cursor, unit, sibling); target != 0) {
        cursor.seek(target);
        return passed;
    }
    std::uint64_t depth = 1;
    while (depth != 0 && !cursor.atEnd()) {
        ++passed;
        const auto code = cursor.uleb128();
        if (code == 0) {
            --depth;
            continue;
        }
        const auto* abbreviation = table.find(code);
        if (abbreviation == nullptr) {
            cursor.fail();
            break;
        }
        const auto next = skipEntry(cursor, table, *abbreviation, unit);
        if (!abbreviation->hasChildren)
            continue;
        if (const auto known = trustedSibling(cursor, unit, next); known != 0)
            cursor.seek(known);
        else
            ++depth;
    }
    return passed;
}

} // namespace faultline::dwarf
