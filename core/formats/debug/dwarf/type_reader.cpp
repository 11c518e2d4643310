// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/type_reader.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"
#include "core/formats/debug/dwarf/scope_variables.h"

#include <algorithm>

namespace faultline::dwarf {

namespace {

using object::BaseEncoding;
using object::TypeKind;

TypeKind kindOf(std::uint16_t tag)
{
    switch (tag) {
    case DW_TAG_base_type: return TypeKind::Base;
    case DW_TAG_pointer_type: return TypeKind::Pointer;
    case DW_TAG_reference_type: return TypeKind::LeftReference;
    case DW_TAG_rvalue_reference_type: return TypeKind::RightReference;
    case DW_TAG_ptr_to_member_type: return TypeKind::MemberPointer;
    case DW_TAG_array_type: return TypeKind::Array;
    case DW_TAG_structure_type: return TypeKind::Struct;
    case DW_TAG_class_type:
    case DW_TAG_interface_type: return TypeKind::Class;
    case DW_TAG_union_type: return TypeKind::Union;
    case DW_TAG_enumeration_type: return TypeKind::Enum;
    case DW_TAG_subroutine_type:
    case DW_TAG_subprogram: return TypeKind::Function;
    case DW_TAG_typedef:
    case DW_TAG_template_alias:
    case DW_TAG_subrange_type: return TypeKind::Typedef;
    case DW_TAG_const_type:
    case DW_TAG_immutable_type: return TypeKind::Const;
    case DW_TAG_volatile_type: return TypeKind::Volatile;
    case DW_TAG_restrict_type: return TypeKind::Restrict;
    case DW_TAG_atomic_type: return TypeKind::Atomic;
    case DW_TAG_packed_type: return TypeKind::Typedef;
    case DW_TAG_unspecified_type: return TypeKind::Unspecified;
    case DW_TAG_string_type: return TypeKind::Text;
    default: return TypeKind::Unknown;
    }
}

BaseEncoding encodingOf(std::uint64_t code)
{
    switch (code) {
    case DW_ATE_address: return BaseEncoding::Address;
    case DW_ATE_boolean: return BaseEncoding::Boolean;
    case DW_ATE_complex_float: return BaseEncoding::Complex;
    case DW_ATE_float: return BaseEncoding::Float;
    case DW_ATE_signed: return BaseEncoding::Signed;
    case DW_ATE_signed_char: return BaseEncoding::SignedChar;
    case DW_ATE_unsigned: return BaseEncoding::Unsigned;
    case DW_ATE_unsigned_char: return BaseEncoding::UnsignedChar;
    case DW_ATE_UTF:
    case DW_ATE_UCS:
    case DW_ATE_ASCII: return BaseEncoding::Utf;
    default: return BaseEncoding::None;
    }
}

/// The lowest index where an array does not give it (DWARF 5, table 7.17; later languages:
/// dwarfstd.org).
std::int64_t defaultLowerBound(std::uint64_t languageCode)
{
    switch (languageCode) {
    case 0x03: // Ada83
    case 0x05: // COBOL
    case 0x06:
    case 0x07: // Fortran77
    case 0x08:
    case 0x09: // Pascal83
    case 0x0a: // Modula2
    case 0x0d: // Ada95
    case 0x0e: // Fortran95
    case 0x0f: // PL/I
    case 0x17: // Modula3
    case 0x1f: // Julia
    case 0x22: // Fortran03
    case 0x23: // Fortran08
    case 0x2d: // Fortran18
    case 0x2e: // Ada2005
    case 0x2f: // Ada2012
        return 1;
    default: return 0;
    }
}

bool isFortran(std::uint64_t languageCode)
{
    switch (languageCode) {
    case DW_LANG_Fortran77:
    case DW_LANG_Fortran90:
    case DW_LANG_Fortran95:
    case DW_LANG_Fortran03:
    case DW_LANG_Fortran08:
    case DW_LANG_Fortran18: return true;
    default: return false;
    }
}

/// Has the last index consecutive places, as Values counts? Otherwise the first one has (DWARF 5
/// §5.5, DW_AT_ordering).
bool isRowMajor(const Entry& array)
{
    const auto otherwise =
        isFortran(array.unit->languageCode) ? DW_ORD_col_major : DW_ORD_row_major;
    return array.fields.numberOr(Field::Ordering, otherwise) == DW_ORD_row_major;
}

/// Was a unit compiled with an option that changes the format of `long double` without a trace in
/// its types? GCC writes its options down.
bool hasQuadLongDouble(const Entry& entry)
{
    return entry.unit->unit.producer.find("-mlong-double-128") != std::string_view::npos;
}

bool isAggregate(TypeKind kind)
{
    return kind == TypeKind::Struct || kind == TypeKind::Class || kind == TypeKind::Union;
}

/// An enumeration without a size has that of its type.
bool isOtherName(TypeKind kind)
{
    switch (kind) {
    case TypeKind::Typedef:
    case TypeKind::Const:
    case TypeKind::Volatile:
    case TypeKind::Restrict:
    case TypeKind::Atomic:
    case TypeKind::Enum: return true;
    default: return false;
    }
}

} // namespace

object::TypeInfoPtr TypeReader::type(object::EntryRef ref)
{
    static const auto kVoid = [] {
        auto made = std::make_shared<object::TypeInfo>();
        made->kind = TypeKind::Void;
        return made;
    }();
    static const auto kUnknown = std::make_shared<const object::TypeInfo>();
    if (!ref)
        return kVoid;
    if (const auto known = m_types.find(ref); known != m_types.end())
        return known->second;
    Entry entry;
    object::TypeInfoPtr result = kUnknown;
    if (m_units.read(ref, entry)) {
        // A declaration that a type unit completes.
        const auto whole = m_units.follow(entry, Field::Signature);
        Entry completed;
        result =
            whole && whole != ref && m_units.read(whole, completed) ? read(completed) : read(entry);
    }
    return m_types.emplace(ref, std::move(result)).first->second;
}

std::string_view TypeReader::qualifiedName(const Entry& entry)
{
    const auto name = m_units.text(entry, Field::Name);
    if (name.empty())
        return name;
    auto& names = m_names[entry.unit];
    if (!names)
        names = std::make_unique<ScopeNames>(*entry.unit->store, entry.unit->unit,
                                             m_limits.maxReferenceHops, m_texts);
    return names->qualified({entry.unit->store, entry.offset}, name);
}

std::shared_ptr<object::TypeInfo> TypeReader::read(const Entry& entry)
{
    auto type = std::make_shared<object::TypeInfo>();
    type->kind = kindOf(entry.tag);
    type->language = entry.unit->unit.language;
    type->name =
        isAggregate(type->kind) || type->kind == TypeKind::Enum || type->kind == TypeKind::Typedef
            ? qualifiedName(entry)
            : m_units.text(entry, Field::Name);
    type->sizeBytes = m_units.number(entry, Field::ByteSize);
    type->encoding = encodingOf(entry.fields.numberOr(Field::Encoding, 0));
    type->target = m_units.follow(entry, Field::Type);
    type->container = m_units.follow(entry, Field::ContainingType);
    type->isEncodedOtherwise = isInOtherOrder(entry) || entry.has(Field::Scale);
    if (type->encoding == BaseEncoding::Float && type->sizeBytes == 16u && hasQuadLongDouble(entry))
        type->isEncodedOtherwise = true;
    type->isDeclaration = entry.fields.numberOr(Field::Declaration, 0) != 0;
    type->isEnumClass = entry.fields.numberOr(Field::EnumClass, 0) != 0;
    type->alignmentBytes = static_cast<std::uint32_t>(entry.fields.numberOr(Field::Alignment, 0));
    if (type->kind == TypeKind::Array && entry.fields.numberOr(Field::Vector, 0) != 0)
        type->kind = TypeKind::Vector;
    // A definition elsewhere (DW_AT_specification) has the members; its declaration has the name.
    if (isAggregate(type->kind))
        readMembers(entry, *type);
    else if (type->kind == TypeKind::Enum)
        readEnumerators(entry, *type);
    else if (type->kind == TypeKind::Array || type->kind == TypeKind::Vector)
        readBounds(entry, *type);
    else if (type->kind == TypeKind::Function)
        readParameters(entry, *type);
    return type;
}

void TypeReader::readMembers(const Entry& entry, object::TypeInfo& type)
{
    const bool isWhole = m_units.forEachChild(entry, [&](const Entry& child) {
        if (child.tag == DW_TAG_member || child.tag == DW_TAG_inheritance)
            addMember(child, type.members);
        else if (child.tag == DW_TAG_variant_part)
            readVariantPart(child, type);
        else
            readTemplateArgument(child, type);
        return type.members.size() < kMaxParts && type.variantParts.size() < kMaxParts;
    });
    type.isCut = !isWhole || type.members.size() == kMaxParts;
    markSwapped(type);
}

void TypeReader::readTemplateArgument(const Entry& child, object::TypeInfo& type)
{
    const auto add = [&](const Entry& argument) {
        if (argument.tag == DW_TAG_template_type_parameter && type.templateTypes.size() < kMaxParts)
            type.templateTypes.push_back(m_units.follow(argument, Field::Type));
        return type.templateTypes.size() < kMaxParts;
    };
    add(child);
    if (child.tag == DW_TAG_GNU_template_parameter_pack)
        m_units.forEachChild(child, add);
}

/// Static members are variables since DWARF 5, and members without a place before.
void TypeReader::addMember(const Entry& child, std::vector<object::TypeMember>& members)
{
    const bool isStatic = child.tag == DW_TAG_member &&
                          (child.has(Field::External) || child.has(Field::Declaration) ||
                           child.has(Field::ConstValue));
    if (!isStatic)
        members.push_back(member(child));
}

object::TypeMember TypeReader::member(const Entry& child)
{
    object::TypeMember member;
    const bool isBase = child.tag == DW_TAG_inheritance;
    const bool isVirtual = child.fields.numberOr(Field::Virtuality, 0) != 0;
    if (isBase)
        member.kind =
            isVirtual ? object::TypeMember::Kind::VirtualBase : object::TypeMember::Kind::Base;
    member.name = m_units.text(child, Field::Name);
    member.type = m_units.follow(child, Field::Type);
    member.isArtificial = child.fields.numberOr(Field::Artificial, 0) != 0;
    member.isInOtherOrder = isInOtherOrder(child);
    placeMember(child, member);
    return member;
}

/// DWARF 5 §5.7.6: the offset, or an expression; for a bit-field the offset of its first bit.
void TypeReader::placeMember(const Entry& child, object::TypeMember& member)
{
    member.offsetBytes = 0; // Members of unions have none.
    if (child.has(Field::MemberLocation)) {
        const auto& value = child.fields[Field::MemberLocation];
        if (value.form == DW_FORM_block) {
            member.offsetBytes.reset();
            member.place = expressionOf(child, Field::MemberLocation);
            // Compilers for DWARF 2 wrote constant offsets so.
            constexpr std::byte kPlusUconst{0x23};
            if (!member.place.bytes.empty() && member.place.bytes.front() == kPlusUconst) {
                DwarfCursor cursor(member.place.bytes, 1, member.place.bytes.size(),
                                   std::endian::little);
                const auto offset = cursor.uleb128();
                if (cursor.ok() && cursor.atEnd())
                    member.offsetBytes = offset;
            }
        } else {
            member.offsetBytes = value.number;
        }
    }
    if (child.has(Field::BitSize) && !placeBits(child, member)) {
        member.offsetBytes.reset();
        member.place = {};
    }
}

/// False when the numbers contradict each other or are not known, so that no bit has a place.
bool TypeReader::placeBits(const Entry& child, object::TypeMember& member)
{
    constexpr std::uint64_t kMaxOffset = ~std::uint64_t{0} / 16; // In bits, two of them fit.
    constexpr std::uint64_t kMaxBits = 128;
    const auto bitSize = m_units.number(child, Field::BitSize).value_or(0);
    member.bitSize = static_cast<std::uint32_t>(std::min(bitSize, kMaxBits));
    if (bitSize == 0 || bitSize > kMaxBits ||
        member.offsetBytes.value_or(~std::uint64_t{0}) > kMaxOffset)
        return false;
    const auto fromObject = child.has(Field::DataBitOffset)
                                ? m_units.number(child, Field::DataBitOffset)
                                : bitsBefore(child, bitSize, member.type);
    if (!fromObject || *fromObject > kMaxOffset)
        return false;
    member.bitOffset = *member.offsetBytes * 8 + *fromObject;
    return true;
}

/// How far a bit-field is from the beginning of its storage unit. DW_AT_bit_offset counts from the
/// highest bit of the unit (DWARF 3 §5.6.6).
std::optional<std::uint64_t>
TypeReader::bitsBefore(const Entry& child, std::uint64_t bitSize, object::EntryRef type)
{
    constexpr std::uint64_t kMaxStorageBytes = 64;
    auto storageBytes = m_units.number(child, Field::ByteSize);
    if (!storageBytes)
        storageBytes = storageBytesOf(type);
    const auto fromTop = child.has(Field::BitOffset) ? m_units.number(child, Field::BitOffset)
                                                     : std::optional<std::uint64_t>(0);
    if (!storageBytes || !fromTop || *storageBytes > kMaxStorageBytes)
        return std::nullopt;
    // It is negative where the bit-field of a packed structure goes beyond its storage unit.
    const bool isLittle = child.unit->sections().order == std::endian::little;
    const auto before = static_cast<std::int64_t>(*fromTop);
    const auto storageBits = static_cast<std::int64_t>(*storageBytes * 8);
    if (before < (isLittle ? -storageBits : 0) || before > storageBits)
        return std::nullopt;
    const auto after = storageBits - before - static_cast<std::int64_t>(bitSize);
    if (after < 0)
        return std::nullopt;
    return static_cast<std::uint64_t>(isLittle ? after : before);
}

/// Is a type a base type in another byte order, or an array of one?
bool TypeReader::isSwapped(object::EntryRef ref)
{
    Entry entry;
    for (std::uint32_t hop = 0; hop < m_limits.maxReferenceHops && m_units.read(ref, entry);
         ++hop) {
        const auto kind = kindOf(entry.tag);
        if (!isOtherName(kind) && kind != TypeKind::Array)
            return kind == TypeKind::Base && isInOtherOrder(entry);
        ref = m_units.follow(entry, Field::Type);
    }
    return false;
}

/// GCC marks only the base types of a structure whose attribute scalar_storage_order changes the
/// order of all of its numbers. Enumerations and the places of bit-fields change as well.
void TypeReader::markSwapped(object::TypeInfo& type)
{
    const bool hasOtherOrder = std::ranges::any_of(
        type.members, [&](const object::TypeMember& member) { return isSwapped(member.type); });
    if (!hasOtherOrder)
        return;
    for (auto& member : type.members) {
        Entry entry;
        const bool isEnum = m_units.read(member.type, entry) && kindOf(entry.tag) == TypeKind::Enum;
        member.isInOtherOrder = member.isInOtherOrder || member.bitSize != 0 || isEnum;
    }
}

/// The size of a bit-field's type, through its other names. The type itself is not read: it may be
/// the structure that the bit-field is in.
std::optional<std::uint64_t> TypeReader::storageBytesOf(object::EntryRef ref)
{
    Entry entry;
    for (std::uint32_t hop = 0; hop < m_limits.maxReferenceHops && m_units.read(ref, entry);
         ++hop) {
        if (const auto sizeBytes = m_units.number(entry, Field::ByteSize))
            return sizeBytes;
        if (!isOtherName(kindOf(entry.tag)))
            break;
        ref = m_units.follow(entry, Field::Type);
    }
    return std::nullopt;
}

void TypeReader::readVariantPart(const Entry& entry, object::TypeInfo& type)
{
    object::VariantPart part;
    const auto discriminant = m_units.follow(entry, Field::Discriminant);
    std::size_t count = 0;
    m_units.forEachChild(entry, [&](const Entry& child) {
        if (child.tag == DW_TAG_member && child.ref() == discriminant)
            part.discriminant = member(child);
        else if (child.tag == DW_TAG_variant)
            part.variants.push_back(variant(child));
        return ++count < kMaxParts;
    });
    type.variantParts.push_back(std::move(part));
}

/// DWARF 5 §5.7.10: a value, a list of values and ranges, or neither for the default.
object::TypeVariant TypeReader::variant(const Entry& entry)
{
    object::TypeVariant variant;
    if (entry.has(Field::DiscriminantValue)) {
        const auto value = entry.fields[Field::DiscriminantValue].number;
        variant.values.emplace_back(value, value);
    } else if (entry.has(Field::DiscriminantList)) {
        const auto list = ValueUnits::block({entry.unit, entry.fields[Field::DiscriminantList]})
                              .value_or(Bytes());
        DwarfCursor cursor(list, 0, list.size(), entry.unit->sections().order);
        while (!cursor.atEnd()) {
            const bool isRange = cursor.u8() != 0;
            const auto low = cursor.uleb128();
            const auto high = isRange ? cursor.uleb128() : low;
            if (cursor.ok())
                variant.values.emplace_back(low, high);
        }
    }
    m_units.forEachChild(entry, [&](const Entry& child) {
        if (child.tag == DW_TAG_member)
            addMember(child, variant.members);
        return variant.members.size() < kMaxParts;
    });
    return variant;
}

void TypeReader::readEnumerators(const Entry& entry, object::TypeInfo& type)
{
    const bool isWhole = m_units.forEachChild(entry, [&](const Entry& child) {
        if (child.tag == DW_TAG_enumerator && child.has(Field::ConstValue) &&
            child.fields[Field::ConstValue].form != DW_FORM_block)
            type.enumerators.push_back(
                {m_units.text(child, Field::Name), child.fields[Field::ConstValue].number});
        return type.enumerators.size() < kMaxParts;
    });
    type.isCut = !isWhole || type.enumerators.size() == kMaxParts;
}

void TypeReader::readBounds(const Entry& entry, object::TypeInfo& type)
{
    // The elements of an array of Fortran lie where its descriptor says, and others may have gaps
    // between them (a stride) or lie in another order. Indexes that count elements from the array's
    // own address would give wrong ones.
    bool isUsual = !entry.has(Field::DataLocation) && !entry.has(Field::Stride);
    m_units.forEachChild(entry, [&](const Entry& child) {
        isUsual = isUsual && !child.has(Field::Stride);
        if (child.tag == DW_TAG_subrange_type)
            type.bounds.push_back(bound(child));
        else if (child.tag == DW_TAG_enumeration_type)
            type.bounds.emplace_back().count = enumeratorCount(child);
        return type.bounds.size() < kMaxParts;
    });
    if (!isUsual || (type.bounds.size() > 1 && !isRowMajor(entry)))
        type.kind = TypeKind::Unknown;
}

std::optional<std::uint64_t> TypeReader::enumeratorCount(const Entry& enumeration)
{
    std::uint64_t count = 0;
    m_units.forEachChild(enumeration, [&](const Entry& child) {
        count += child.tag == DW_TAG_enumerator ? 1 : 0;
        return count < kMaxParts;
    });
    return count;
}

object::ArrayBound TypeReader::bound(const Entry& range)
{
    object::ArrayBound bound;
    bound.lower = defaultLowerBound(range.unit->languageCode);
    if (const auto lower = m_units.number(range, Field::LowerBound))
        bound.lower = static_cast<std::int64_t>(*lower);
    else if (range.has(Field::LowerBound))
        return bound; // Only the frame tells it, so no element has a known place.
    if (range.has(Field::ElementCount)) {
        bound.count = m_units.number(range, Field::ElementCount);
        bound.countPlace = expressionOf(range, Field::ElementCount);
        bound.countVariable = m_units.follow(range, Field::ElementCount);
    } else if (const auto upper = m_units.number(range, Field::UpperBound)) {
        const auto highest = static_cast<std::int64_t>(*upper);
        bound.count =
            highest < bound.lower ? 0 : *upper - static_cast<std::uint64_t>(bound.lower) + 1;
    } else if (range.has(Field::UpperBound)) {
        bound.upperPlace = expressionOf(range, Field::UpperBound);
        bound.upperVariable = m_units.follow(range, Field::UpperBound);
    }
    return bound;
}

void TypeReader::readParameters(const Entry& entry, object::TypeInfo& type)
{
    m_units.forEachChild(entry, [&](const Entry& child) {
        if (child.tag == DW_TAG_formal_parameter)
            type.parameters.push_back(m_units.follow(child, Field::Type));
        else if (child.tag == DW_TAG_unspecified_parameters)
            type.isVariadic = true;
        return type.parameters.size() < kMaxParts;
    });
}

} // namespace faultline::dwarf
