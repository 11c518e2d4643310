// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/abbreviations.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

#include <array>

namespace faultline::dwarf {

namespace {

TagRole roleOf(std::uint64_t tag)
{
    switch (tag) {
    case DW_TAG_subprogram: return TagRole::Function;
    case DW_TAG_inlined_subroutine: return TagRole::Inlined;
    case DW_TAG_compile_unit:
    case DW_TAG_partial_unit:
    case DW_TAG_type_unit:
    case DW_TAG_skeleton_unit: return TagRole::Unit;
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_interface_type: return TagRole::TypeScope;
    case DW_TAG_lexical_block:
    case DW_TAG_common_block:
    case DW_TAG_module:
    case DW_TAG_with_stmt:
    case DW_TAG_catch_block:
    case DW_TAG_try_block:
    case DW_TAG_namespace: return TagRole::Scope;
    default: return TagRole::Leaf;
    }
}

struct WantedAttribute
{
    AttributeName name;
    Field field;
    bool inUnit;     ///< Wanted of unit entries.
    bool inFunction; ///< Wanted of functions and inlined subroutines.
};

constexpr std::array<WantedAttribute, 26> kWanted{{
    {DW_AT_name, Field::Name, true, true},
    {DW_AT_linkage_name, Field::LinkageName, false, true},
    {DW_AT_MIPS_linkage_name, Field::LinkageName, false, true},
    {DW_AT_low_pc, Field::LowPc, true, true},
    {DW_AT_high_pc, Field::HighPc, true, true},
    {DW_AT_ranges, Field::Ranges, true, true},
    {DW_AT_entry_pc, Field::EntryPc, false, true},
    {DW_AT_abstract_origin, Field::AbstractOrigin, false, true},
    {DW_AT_specification, Field::Specification, false, true},
    {DW_AT_call_file, Field::CallFile, false, true},
    {DW_AT_call_line, Field::CallLine, false, true},
    {DW_AT_call_column, Field::CallColumn, false, true},
    {DW_AT_stmt_list, Field::StmtList, true, false},
    {DW_AT_comp_dir, Field::CompDir, true, false},
    {DW_AT_language, Field::Language, true, false},
    {DW_AT_language_name, Field::LanguageName, true, false},
    {DW_AT_producer, Field::Producer, true, false},
    {DW_AT_str_offsets_base, Field::StrOffsetsBase, true, false},
    {DW_AT_addr_base, Field::AddrBase, true, false},
    {DW_AT_GNU_addr_base, Field::AddrBase, true, false},
    {DW_AT_rnglists_base, Field::RnglistsBase, true, false},
    {DW_AT_GNU_ranges_base, Field::RangesBase, true, false},
    {DW_AT_dwo_name, Field::DwoName, true, false},
    {DW_AT_GNU_dwo_name, Field::DwoName, true, false},
    {DW_AT_GNU_dwo_id, Field::DwoId, true, false},
    {DW_AT_sibling, Field::Sibling, false, false},
}};

/// Returns Field::Count when qualified names do not need the attribute.
Field fieldOfScopes(bool hasChildren, std::uint64_t name)
{
    switch (name) {
    case DW_AT_sibling: return hasChildren ? Field::Sibling : Field::Count;
    case DW_AT_name: return Field::Name;
    case DW_AT_abstract_origin: return Field::AbstractOrigin;
    case DW_AT_specification: return Field::Specification;
    case DW_AT_external: return Field::External;
    default: return Field::Count;
    }
}

/// Field::Count when the attribute of such an entry is not needed.
Field fieldOfCode(TagRole role, bool hasChildren, std::uint64_t name)
{
    // A sibling is useful where children are skipped. Elsewhere nearly all producers omit it.
    if (name == DW_AT_sibling)
        return hasChildren && role != TagRole::Unit && role != TagRole::Scope ? Field::Sibling
                                                                              : Field::Count;
    if (role != TagRole::Unit && role != TagRole::Function && role != TagRole::Inlined)
        return Field::Count;
    for (const auto& wanted : kWanted) {
        if (wanted.name == name && (role == TagRole::Unit ? wanted.inUnit : wanted.inFunction))
            return wanted.field;
    }
    return Field::Count;
}

constexpr std::array<std::pair<AttributeName, Field>, 63> kOfValues{{
    {DW_AT_sibling, Field::Sibling},
    {DW_AT_name, Field::Name},
    {DW_AT_linkage_name, Field::LinkageName},
    {DW_AT_MIPS_linkage_name, Field::LinkageName},
    {DW_AT_low_pc, Field::LowPc},
    {DW_AT_high_pc, Field::HighPc},
    {DW_AT_ranges, Field::Ranges},
    {DW_AT_abstract_origin, Field::AbstractOrigin},
    {DW_AT_specification, Field::Specification},
    {DW_AT_external, Field::External},
    {DW_AT_location, Field::Location},
    {DW_AT_frame_base, Field::FrameBase},
    {DW_AT_type, Field::Type},
    {DW_AT_byte_size, Field::ByteSize},
    {DW_AT_bit_size, Field::BitSize},
    {DW_AT_bit_offset, Field::BitOffset},
    {DW_AT_data_bit_offset, Field::DataBitOffset},
    {DW_AT_data_member_location, Field::MemberLocation},
    {DW_AT_encoding, Field::Encoding},
    {DW_AT_const_value, Field::ConstValue},
    {DW_AT_lower_bound, Field::LowerBound},
    {DW_AT_upper_bound, Field::UpperBound},
    {DW_AT_count, Field::ElementCount},
    {DW_AT_declaration, Field::Declaration},
    {DW_AT_artificial, Field::Artificial},
    {DW_AT_containing_type, Field::ContainingType},
    {DW_AT_decl_line, Field::DeclLine},
    {DW_AT_discr, Field::Discriminant},
    {DW_AT_discr_value, Field::DiscriminantValue},
    {DW_AT_discr_list, Field::DiscriminantList},
    {DW_AT_signature, Field::Signature},
    {DW_AT_virtuality, Field::Virtuality},
    {DW_AT_enum_class, Field::EnumClass},
    {DW_AT_GNU_vector, Field::Vector},
    {DW_AT_alignment, Field::Alignment},
    {DW_AT_data_location, Field::DataLocation},
    {DW_AT_loclists_base, Field::LoclistsBase},
    {DW_AT_call_return_pc, Field::CallReturnPc},
    {DW_AT_call_pc, Field::CallPc},
    {DW_AT_call_origin, Field::CallOrigin},
    {DW_AT_call_target, Field::CallTarget},
    {DW_AT_GNU_call_site_target, Field::CallTarget},
    {DW_AT_call_value, Field::CallValue},
    {DW_AT_GNU_call_site_value, Field::CallValue},
    {DW_AT_call_tail_call, Field::TailCall},
    {DW_AT_GNU_tail_call, Field::TailCall},
    {DW_AT_call_all_calls, Field::AllTailCalls},
    {DW_AT_call_all_source_calls, Field::AllTailCalls},
    {DW_AT_call_all_tail_calls, Field::AllTailCalls},
    {DW_AT_GNU_all_tail_call_sites, Field::AllTailCalls},
    {DW_AT_GNU_all_call_sites, Field::AllTailCalls},
    {DW_AT_GNU_all_source_call_sites, Field::AllTailCalls},
    {DW_AT_entry_pc, Field::EntryPc},
    {DW_AT_language, Field::Language},
    {DW_AT_language_name, Field::LanguageName},
    {DW_AT_ordering, Field::Ordering},
    {DW_AT_byte_stride, Field::Stride},
    {DW_AT_bit_stride, Field::Stride},
    {DW_AT_endianity, Field::Endianity},
    {DW_AT_binary_scale, Field::Scale},
    {DW_AT_decimal_scale, Field::Scale},
    {DW_AT_small, Field::Scale},
    {DW_AT_GNU_bias, Field::Scale},
}};

/// Returns Field::Count when types and variables do not need the attribute.
Field fieldOfValues(std::uint64_t name)
{
    for (const auto& [attribute, field] : kOfValues) {
        if (attribute == name)
            return field;
    }
    return Field::Count;
}

struct FormShape
{
    std::uint8_t fixedBytes = 0;
    DieStep::Kind kind = DieStep::Kind::None;
};

/// How many bytes an attribute value takes. DWARF 5 §7.5.6.
FormShape shapeOf(std::uint64_t form, FormSizes sizes)
{
    using Kind = DieStep::Kind;
    switch (form) {
    case DW_FORM_implicit_const:
    case DW_FORM_flag_present: return {};
    case DW_FORM_data1:
    case DW_FORM_ref1:
    case DW_FORM_flag:
    case DW_FORM_strx1:
    case DW_FORM_addrx1: return {1};
    case DW_FORM_data2:
    case DW_FORM_ref2:
    case DW_FORM_strx2:
    case DW_FORM_addrx2: return {2};
    case DW_FORM_strx3:
    case DW_FORM_addrx3: return {3};
    case DW_FORM_data4:
    case DW_FORM_ref4:
    case DW_FORM_ref_sup4:
    case DW_FORM_strx4:
    case DW_FORM_addrx4: return {4};
    case DW_FORM_data8:
    case DW_FORM_ref8:
    case DW_FORM_ref_sup8:
    case DW_FORM_ref_sig8: return {8};
    case DW_FORM_data16: return {16};
    case DW_FORM_addr: return {sizes.addressBytes};
    case DW_FORM_ref_addr: return {sizes.referenceBytes};
    case DW_FORM_strp:
    case DW_FORM_line_strp:
    case DW_FORM_strp_sup:
    case DW_FORM_sec_offset:
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_GNU_strp_alt: return {sizes.offsetBytes};
    case DW_FORM_sdata:
    case DW_FORM_udata:
    case DW_FORM_ref_udata:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx:
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index: return {0, Kind::Leb};
    case DW_FORM_string: return {0, Kind::CString};
    case DW_FORM_block1: return {0, Kind::Block1};
    case DW_FORM_block2: return {0, Kind::Block2};
    case DW_FORM_block4: return {0, Kind::Block4};
    case DW_FORM_block:
    case DW_FORM_exprloc: return {0, Kind::BlockLeb};
    case DW_FORM_indirect: return {0, Kind::Indirect};
    default: return {0, Kind::Unreadable};
    }
}

/// The value is in the declaration.
bool isWithoutBytes(std::uint64_t form)
{
    return form == DW_FORM_implicit_const || form == DW_FORM_flag_present;
}

/// Tells whether `fits(tag, attribute, form)` holds for any declaration in the section's tables.
/// Also true when the section cannot be read to its end.
template <class Fits>
bool anyDeclares(Bytes section, const Fits& fits)
{
    DwarfCursor cursor(section, 0, section.size(), std::endian::native);
    while (!cursor.atEnd()) {
        if (cursor.uleb128() == 0) // End of a table, or padding after it.
            continue;
        const auto tag = cursor.uleb128();
        cursor.u8(); // Says whether the entry has children.
        while (cursor.ok()) {
            const auto name = cursor.uleb128();
            const auto form = cursor.uleb128();
            if (name == 0 && form == 0)
                break;
            if (form == DW_FORM_implicit_const)
                cursor.skipLeb128();
            if (fits(tag, name, form))
                return true;
        }
    }
    return !cursor.ok();
}

} // namespace

FormSizes formSizesOf(const UnitHeader& header)
{
    const auto offsetBytes = static_cast<std::uint8_t>(header.offsetBytes());
    return {header.addressBytes, offsetBytes,
            header.version == 2 ? header.addressBytes : offsetBytes};
}

std::shared_ptr<const AbbreviationTable> AbbreviationTable::read(
    Bytes section, std::uint64_t offset, std::uint64_t end, FormSizes sizes, Wanted wanted)
{
    auto table = std::make_shared<AbbreviationTable>();
    // Byte order does not matter: a table consists of LEB128 numbers and single bytes.
    DwarfCursor cursor(section, offset, end, std::endian::native);
    while (cursor.ok() && table->readDeclaration(cursor, sizes, wanted)) {
    }
    table->m_isCut = !cursor.ok() && end < section.size();
    return table;
}

/// False at the end of the table.
bool AbbreviationTable::readDeclaration(DwarfCursor& cursor, FormSizes sizes, Wanted wanted)
{
    const auto code = cursor.uleb128();
    if (code == 0 || !cursor.ok())
        return false;
    const auto tag = cursor.uleb128();
    Abbreviation abbreviation;
    abbreviation.tag = static_cast<std::uint16_t>(tag <= 0xffff ? tag : 0);
    abbreviation.hasChildren = cursor.u8() != 0;
    abbreviation.isDefined = true;
    abbreviation.role = roleOf(tag);
    abbreviation.firstStep = static_cast<std::uint32_t>(m_steps.size());
    readAttributes(cursor, abbreviation, sizes, wanted);
    const auto stepCount = m_steps.size() - abbreviation.firstStep;
    if (!cursor.ok() || stepCount > 0xffff || m_steps.size() > 0xffffffff)
        return false;
    abbreviation.stepCount = static_cast<std::uint16_t>(stepCount);
    add(code, abbreviation);
    return true;
}

void AbbreviationTable::readAttributes(DwarfCursor& cursor,
                                       const Abbreviation& abbreviation,
                                       FormSizes sizes,
                                       Wanted wanted)
{
    const auto fieldOf = [&](std::uint64_t name) {
        switch (wanted) {
        case Wanted::Code: break;
        case Wanted::Scopes: return fieldOfScopes(abbreviation.hasChildren, name);
        case Wanted::Values: return fieldOfValues(name);
        }
        return fieldOfCode(abbreviation.role, abbreviation.hasChildren, name);
    };
    DieStep step;
    std::uint64_t present = 0; // Fields that a step without bytes has set.
    while (cursor.ok()) {
        const auto name = cursor.uleb128();
        const auto form = cursor.uleb128();
        if (name == 0 && form == 0)
            break;
        const auto implicitConst = form == DW_FORM_implicit_const ? cursor.sleb128() : 0;
        const auto shape = shapeOf(form, sizes);
        step.field = fieldOf(name);
        // The first counts. Each entry would pass the others, however small it is.
        if (isWithoutBytes(form) && step.field != Field::Count) {
            const auto bit = std::uint64_t{1} << static_cast<unsigned>(step.field);
            if ((present & bit) != 0)
                continue;
            present |= bit;
        }
        if (step.field != Field::Count && shape.kind != DieStep::Kind::Unreadable) {
            step.kind = DieStep::Kind::Wanted;
            step.form = static_cast<std::uint16_t>(form);
            step.implicitConst = implicitConst;
        } else {
            step.kind = shape.kind;
            step.skipBytes = static_cast<std::uint16_t>(step.skipBytes + shape.fixedBytes);
        }
        // A run of fixed sizes continues unless the sum would exceed its field.
        if (step.kind != DieStep::Kind::None || step.skipBytes > 0xff00) {
            m_steps.push_back(step);
            step = DieStep();
        }
    }
    if (step.skipBytes != 0)
        m_steps.push_back(step);
}

/// The first declaration of a code counts.
void AbbreviationTable::add(std::uint64_t code, const Abbreviation& abbreviation)
{
    constexpr std::size_t kToleratedGap = 64;
    if (code < m_dense.size() + kToleratedGap) {
        if (code >= m_dense.size())
            m_dense.resize(static_cast<std::size_t>(code) + 1);
        auto& slot = m_dense[static_cast<std::size_t>(code)];
        if (!slot.isDefined)
            slot = abbreviation;
    } else {
        m_sparse.emplace(code, abbreviation);
    }
}

const Abbreviation* AbbreviationTable::findSparse(std::uint64_t code) const
{
    const auto found = m_sparse.find(code);
    return found == m_sparse.end() ? nullptr : &found->second;
}

bool mayReferAcrossUnits(Bytes abbrevSection)
{
    return anyDeclares(abbrevSection, [](std::uint64_t, std::uint64_t, std::uint64_t form) {
        return form == DW_FORM_ref_addr || form == DW_FORM_ref_sig8 || form == DW_FORM_indirect;
    });
}

bool mayHaveSkeletons(Bytes abbrevSection)
{
    return anyDeclares(abbrevSection, [](std::uint64_t tag, std::uint64_t name, std::uint64_t) {
        return tag == DW_TAG_skeleton_unit || name == DW_AT_GNU_dwo_name;
    });
}

AbbreviationCache::AbbreviationCache(ByteView section, const UnitIndex& index, Wanted wanted)
    : m_section(std::move(section)), m_wanted(wanted)
{
    for (const auto& unit : index.units)
        ++m_entries[{unit.abbrevOffset, formSizesOf(unit)}].userCount;
    if (m_entries.size() <= kMaxOverlapped)
        return;
    auto entry = m_entries.begin();
    for (auto later = std::next(entry, kMaxOverlapped); later != m_entries.end(); ++later, ++entry)
        entry->second.end = std::get<0>(later->first);
}

std::shared_ptr<const AbbreviationTable> AbbreviationCache::table(const UnitHeader& header)
{
    const auto sizes = formSizesOf(header);
    const Key key(header.abbrevOffset, sizes);
    std::uint64_t end = 0;
    {
        const std::scoped_lock lock(m_mutex);
        const auto& entry = m_entries[key];
        if (auto table = entry.table.lock())
            return table;
        end = entry.end;
    }
    // Two threads may read the same table at once; that is rare and cheaper than holding the lock.
    auto table =
        AbbreviationTable::read(m_section.span(), header.abbrevOffset, end, sizes, m_wanted);
    const std::scoped_lock lock(m_mutex);
    auto& entry = m_entries[key];
    entry.table = table;
    if (entry.userCount > 1)
        entry.kept = table;
    return table;
}

} // namespace faultline::dwarf
