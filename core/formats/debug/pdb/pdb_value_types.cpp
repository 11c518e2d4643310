// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_value_types.h"

#include "core/formats/debug/pdb/pdb_simple_types.h"

#include <algorithm>

namespace faultline::pdb {

namespace {

using codeview::FieldRecord;
using codeview::TypeDetails;
using object::BaseEncoding;
using object::TypeKind;

constexpr std::uint32_t kFirstRecord = 0x1000; // Smaller indexes name simple types.
constexpr std::uint32_t kVoid = 0x03;
constexpr std::uint32_t kNullPointerType = 0x103; // What compilers use for std::nullptr_t.
constexpr std::size_t kMaxParts = 1u << 17;       // Of one type.
constexpr std::uint32_t kMaxLists = 1u << 12;     // Of fields, one continuing the other.
constexpr std::uint32_t kMaxHops = 64;
constexpr std::uint32_t kMaxNesting = 32;
constexpr std::uint32_t kMaxSteps = 1u << 12; // In search of one scalar.
constexpr std::size_t kMaxDefinitions = 16;   // Of one name, that are compared.
constexpr unsigned kLevelShift = 32;

TypeKind kindOf(TypeDetails::Kind kind)
{
    switch (kind) {
    case TypeDetails::Kind::Struct: return TypeKind::Struct;
    case TypeDetails::Kind::Class: return TypeKind::Class;
    case TypeDetails::Kind::Union: return TypeKind::Union;
    case TypeDetails::Kind::Enum: return TypeKind::Enum;
    case TypeDetails::Kind::Pointer: return TypeKind::Pointer;
    case TypeDetails::Kind::LeftReference: return TypeKind::LeftReference;
    case TypeDetails::Kind::RightReference: return TypeKind::RightReference;
    case TypeDetails::Kind::DataMemberPointer:
    case TypeDetails::Kind::FunctionMemberPointer: return TypeKind::MemberPointer;
    case TypeDetails::Kind::Modifier: return TypeKind::Typedef; // Without its qualifiers.
    case TypeDetails::Kind::Array: return TypeKind::Array;
    case TypeDetails::Kind::Procedure:
    case TypeDetails::Kind::MemberFunction: return TypeKind::Function;
    case TypeDetails::Kind::BitField:
    case TypeDetails::Kind::Other: break;
    }
    return TypeKind::Unknown;
}

/// The values of a simple type by the low byte of its index (microsoft-pdb cvinfo.h, TYPE_ENUM_e).
BaseEncoding encodingOf(std::uint32_t code)
{
    switch (code) {
    case 0x10:
    case 0x68:
    case 0x70: return BaseEncoding::SignedChar;
    case 0x20:
    case 0x69: return BaseEncoding::UnsignedChar;
    case 0x71:
    case 0x7a:
    case 0x7b:
    case 0x7c: return BaseEncoding::Utf;
    case 0x08:
    case 0x72:
    case 0x74:
    case 0x76:
    case 0x78: return BaseEncoding::Signed;
    case 0x73:
    case 0x75:
    case 0x77:
    case 0x79: return BaseEncoding::Unsigned;
    default: break;
    }
    switch (code >> 4) {
    case 1: return BaseEncoding::Signed;
    case 2: return BaseEncoding::Unsigned;
    case 3: return BaseEncoding::Boolean;
    case 4: return BaseEncoding::Float;
    case 5: return BaseEncoding::Complex;
    default: return BaseEncoding::None;
    }
}

/// The qualifiers of a record, outermost first.
std::vector<TypeKind> qualifiersOf(const TypeDetails& details)
{
    std::vector<TypeKind> qualifiers;
    if (details.isConst)
        qualifiers.push_back(TypeKind::Const);
    if (details.isVolatile)
        qualifiers.push_back(TypeKind::Volatile);
    return qualifiers;
}

bool isAggregate(TypeKind kind)
{
    return kind == TypeKind::Struct || kind == TypeKind::Class || kind == TypeKind::Union;
}

bool isOtherName(TypeKind kind)
{
    return kind == TypeKind::Const || kind == TypeKind::Volatile || kind == TypeKind::Typedef;
}

bool hasSign(BaseEncoding encoding)
{
    return encoding == BaseEncoding::Signed || encoding == BaseEncoding::SignedChar;
}

} // namespace

object::TypeInfoPtr PdbValueTypes::type(object::EntryRef entry)
{
    if (const auto known = m_known.find(entry); known != m_known.end())
        return known->second;
    auto made = read(entry);
    return m_known.emplace(entry, std::move(made)).first->second;
}

PdbValueTypes::Type PdbValueTypes::read(object::EntryRef entry)
{
    auto type = std::make_shared<object::TypeInfo>();
    const auto index = static_cast<std::uint32_t>(entry.offset);
    if (!entry) {
        type->kind = TypeKind::Void;
        return type;
    }
    if (entry.part != kPart)
        return type;
    if (index < kFirstRecord)
        return readSimple(index);
    const auto details = codeview::readTypeDetails(m_types.bytes(index));
    if (!details)
        return type;
    const auto level = static_cast<std::size_t>(entry.offset >> kLevelShift);
    const auto qualifiers = qualifiersOf(*details);
    if (level >= qualifiers.size()) {
        readRecord(*details, *type);
        return type;
    }
    const bool isLast = level + 1 == qualifiers.size();
    type->kind = qualifiers[level];
    type->target = isLast && details->kind == TypeDetails::Kind::Modifier
                       ? ref(details->target)
                       : object::EntryRef{kPart, index | std::uint64_t{level + 1} << kLevelShift};
    return type;
}

PdbValueTypes::Type PdbValueTypes::readSimple(std::uint32_t index) const
{
    auto type = std::make_shared<object::TypeInfo>();
    constexpr std::uint32_t kPointerMode = 0xf00;
    if (index == kNullPointerType) {
        type->kind = TypeKind::Unspecified;
        type->name = "decltype(nullptr)";
        type->sizeBytes = m_addressBytes;
        return type;
    }
    const auto* simple = findPdbSimpleType(index);
    if (simple == nullptr)
        return type;
    if ((index & kPointerMode) != 0) {
        type->kind = TypeKind::Pointer;
        type->target = ref(index & 0xff);
        type->sizeBytes = pdbSimpleTypeSize(index);
    } else if (index == kVoid) {
        type->kind = TypeKind::Void;
    } else {
        type->kind = TypeKind::Base;
        type->name = simple->name;
        type->sizeBytes = simple->sizeBytes;
        type->encoding = encodingOf(index & 0xff);
    }
    return type;
}

void PdbValueTypes::readRecord(const TypeDetails& details, object::TypeInfo& type)
{
    type.kind = kindOf(details.kind);
    if (type.kind == TypeKind::Unknown)
        return;
    type.target = details.target == 0 ? object::EntryRef() : ref(details.target);
    if (type.kind == TypeKind::MemberPointer)
        type.container = ref(details.container);
    type.isDeclaration = details.isForward;
    if (isAggregate(type.kind) || type.kind == TypeKind::Enum) {
        type.name = details.name;
        type.isCut = false;
        if (isAggregate(type.kind) && !details.isForward)
            type.sizeBytes = details.sizeBytes;
        if (!details.isForward)
            readFields(details.fields, type);
    } else if (type.kind == TypeKind::Array) {
        readBounds(details, type);
    } else if (type.kind == TypeKind::Function) {
        readParameters(details.arguments, type);
    } else if (details.sizeBytes != 0) {
        type.sizeBytes = details.sizeBytes;
    }
}

/// A list that does not fit into one record goes on in another one.
void PdbValueTypes::readFields(std::uint32_t list, object::TypeInfo& type)
{
    for (std::uint32_t count = 0; list != 0; ++count) {
        if (count == kMaxLists) {
            type.isCut = true;
            return;
        }
        codeview::FieldRecords fields(m_types.bytes(list));
        list = 0;
        while (const auto field = fields.next()) {
            if (type.members.size() + type.enumerators.size() >= kMaxParts) {
                type.isCut = true;
                return;
            }
            if (field->kind == FieldRecord::Kind::Continuation)
                list = field->type;
            else
                addField(*field, type);
        }
        type.isCut = type.isCut || fields.isDamaged();
    }
}

void PdbValueTypes::addField(const FieldRecord& field, object::TypeInfo& type)
{
    switch (field.kind) {
    case FieldRecord::Kind::Member: type.members.push_back(member(field)); break;
    case FieldRecord::Kind::Base:
    case FieldRecord::Kind::VirtualBase: type.members.push_back(base(field)); break;
    case FieldRecord::Kind::VirtualTable: {
        object::TypeMember table{
            .name = "__vfptr", .type = ref(pointerToVoid()), .offsetBytes = 0, .place = {}};
        table.isArtificial = true;
        type.members.push_back(table);
        break;
    }
    case FieldRecord::Kind::Enumerator: type.enumerators.push_back(enumerator(field, type)); break;
    // Static members are variables, and the bases of bases are found in these.
    case FieldRecord::Kind::StaticMember:
    case FieldRecord::Kind::IndirectBase:
    case FieldRecord::Kind::Continuation:
    case FieldRecord::Kind::Other: break;
    }
}

std::uint32_t PdbValueTypes::pointerToVoid() const
{
    return m_addressBytes == 4 ? 0x403 : 0x603;
}

object::TypeMember PdbValueTypes::member(const FieldRecord& field) const
{
    constexpr std::uint64_t kMaxOffset = ~std::uint64_t{0} / 16; // In bits, two of them fit.
    object::TypeMember member{
        .name = field.name, .type = ref(field.type), .offsetBytes = field.number.bits, .place = {}};
    const auto details = codeview::readTypeDetails(m_types.bytes(field.type));
    if (!details || details->kind != TypeDetails::Kind::BitField)
        return member;
    member.type = ref(details->target);
    member.bitSize = details->bitSize;
    if (details->bitSize == 0 || field.number.bits > kMaxOffset)
        member.offsetBytes.reset(); // No bit has a place.
    else
        member.bitOffset = field.number.bits * 8 + details->bitPosition;
    return member;
}

object::TypeMember PdbValueTypes::base(const FieldRecord& field)
{
    object::TypeMember base{.kind = object::TypeMember::Kind::Base,
                            .name = {},
                            .type = ref(field.type),
                            .offsetBytes = field.number.bits,
                            .place = {}};
    if (field.kind == FieldRecord::Kind::VirtualBase) {
        constexpr std::uint64_t kMost = UINT32_MAX;
        base.kind = object::TypeMember::Kind::VirtualBase;
        base.offsetBytes.reset();
        if (field.number.bits <= kMost && field.tableIndex <= kMost)
            base.place = m_places.virtualBase(field.number.bits, field.tableIndex);
    }
    return base;
}

/// Compilers write values with or without their sign.
object::Enumerator PdbValueTypes::enumerator(const FieldRecord& field,
                                             const object::TypeInfo& type) const
{
    auto value = field.number.bits;
    const auto index = underlying(static_cast<std::uint32_t>(type.target.offset));
    const auto bytes = index == 0 ? 0 : pdbSimpleTypeSize(index);
    if (bytes >= 1 && bytes < 8) {
        const auto unused = static_cast<unsigned>(64 - 8 * bytes);
        value <<= unused;
        value = hasSign(encodingOf(index & 0xff))
                    ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value) >> unused)
                    : value >> unused;
    }
    return {.name = field.name, .value = value};
}

/// The simple type that an enumeration's type is in the end; 0 when it is none.
std::uint32_t PdbValueTypes::underlying(std::uint32_t index) const
{
    for (std::uint32_t hop = 0; hop < kMaxHops && index >= kFirstRecord; ++hop) {
        const auto details = codeview::readTypeDetails(m_types.bytes(index));
        if (!details || details->kind != TypeDetails::Kind::Modifier)
            return 0;
        index = details->target;
    }
    return index < kFirstRecord ? index : 0;
}

void PdbValueTypes::readBounds(const TypeDetails& details, object::TypeInfo& type)
{
    type.sizeBytes = details.sizeBytes;
    object::ArrayBound bound;
    const auto element = sizeOf(type.target);
    if (element && *element != 0 && details.sizeBytes % *element == 0)
        bound.count = details.sizeBytes / *element;
    type.bounds.push_back(std::move(bound));
}

void PdbValueTypes::readParameters(std::uint32_t list, object::TypeInfo& type) const
{
    auto arguments = codeview::readArguments(m_types.bytes(list));
    if (!arguments)
        return;
    if (!arguments->empty() && arguments->back() == 0) {
        type.isVariadic = true;
        arguments->pop_back();
    }
    for (const auto argument : *arguments)
        type.parameters.push_back(ref(argument));
}

std::size_t PdbValueTypes::argumentCount(std::uint32_t functionType) const
{
    const auto details = codeview::readTypeDetails(m_types.bytes(functionType));
    const auto arguments =
        details ? codeview::readArguments(m_types.bytes(details->arguments)) : std::nullopt;
    if (!arguments)
        return 0;
    const bool isVariadic = !arguments->empty() && arguments->back() == 0;
    return arguments->size() - (isVariadic ? 1 : 0) +
           (details->kind == TypeDetails::Kind::MemberFunction ? 1 : 0);
}

/// The type without qualifiers, a declaration's definition; `entry` becomes its own.
object::TypeInfoPtr PdbValueTypes::plain(object::EntryRef& entry)
{
    auto info = type(entry);
    for (std::uint32_t hop = 0; hop < kMaxHops && isOtherName(info->kind); ++hop) {
        entry = info->target;
        info = type(entry);
    }
    if (!info->isDeclaration)
        return info;
    const auto definition = definitionOf(entry);
    if (!definition)
        return info;
    entry = definition;
    return type(definition);
}

/// The sizes of arrays are in their records, so that nothing is read deeply. A definition is not
/// read but looked up, because it may contain the type that asks.
std::optional<std::uint64_t> PdbValueTypes::sizeOf(object::EntryRef entry)
{
    for (std::uint32_t hop = 0; hop < kMaxHops; ++hop) {
        const auto index = static_cast<std::uint32_t>(entry.offset);
        if (index < kFirstRecord)
            return pdbSimpleTypeSize(index);
        const auto details = codeview::readTypeDetails(m_types.bytes(index));
        if (!details)
            return std::nullopt;
        switch (details->kind) {
        case TypeDetails::Kind::Modifier:
        case TypeDetails::Kind::Enum: entry = ref(details->target); continue;
        case TypeDetails::Kind::Struct:
        case TypeDetails::Kind::Class:
        case TypeDetails::Kind::Union: break;
        default: return details->sizeBytes;
        }
        if (!details->isForward)
            return details->sizeBytes;
        std::optional<std::uint64_t> size;
        for (const auto definition : m_index.definitionsOf(*details, kMaxDefinitions)) {
            const auto found = codeview::readTypeDetails(m_types.bytes(definition));
            if (size && size != found->sizeBytes)
                return std::nullopt;
            size = found->sizeBytes;
        }
        return size;
    }
    return std::nullopt;
}

/// Have two definitions of one name the same members in the same places? Files of C may each have
/// a type of their own; those of C++ differ in what has no place.
bool PdbValueTypes::areSame(object::EntryRef one, object::EntryRef other)
{
    const auto first = type(one);
    const auto second = type(other);
    const auto sameMember = [](const object::TypeMember& a, const object::TypeMember& b) {
        return a.kind == b.kind && a.name == b.name && a.type == b.type &&
               a.offsetBytes == b.offsetBytes && a.bitSize == b.bitSize &&
               a.bitOffset == b.bitOffset;
    };
    const auto sameEnumerator = [](const object::Enumerator& a, const object::Enumerator& b) {
        return a.name == b.name && a.value == b.value;
    };
    return first->sizeBytes == second->sizeBytes && first->target == second->target &&
           std::ranges::equal(first->members, second->members, sameMember) &&
           std::ranges::equal(first->enumerators, second->enumerators, sameEnumerator);
}

object::EntryRef PdbValueTypes::definitionOf(object::EntryRef declaration)
{
    if (declaration.part != kPart)
        return {};
    const auto details =
        codeview::readTypeDetails(m_types.bytes(static_cast<std::uint32_t>(declaration.offset)));
    if (!details || !details->isForward)
        return {};
    return onlyDefinition(*details);
}

object::EntryRef PdbValueTypes::classMangled(std::string_view name)
{
    TypeDetails details;
    details.kind = TypeDetails::Kind::Class;
    details.uniqueName = name;
    return onlyDefinition(details);
}

object::EntryRef PdbValueTypes::onlyDefinition(const TypeDetails& reference)
{
    const auto found = m_index.definitionsOf(reference, kMaxDefinitions);
    const bool areEqual = std::ranges::all_of(found, [&](std::uint32_t index) {
        return index == found.front() || areSame(ref(found.front()), ref(index));
    });
    const bool isKnown = !found.empty() && found.size() < kMaxDefinitions && areEqual;
    return isKnown ? ref(found.front()) : object::EntryRef();
}

std::vector<object::EntryRef> PdbValueTypes::named(std::string_view name, std::size_t most)
{
    std::vector<object::EntryRef> found;
    for (std::uint32_t index = 1; index < kFirstRecord / 16 && found.size() < most; ++index) {
        const auto* simple = findPdbSimpleType(index);
        if (simple != nullptr && simple->code == index && simple->name == name)
            found.push_back(ref(index));
    }
    for (const auto index : m_index.named(name, most - std::min(most, found.size())))
        found.push_back(ref(index));
    return found;
}

std::uint64_t PdbValueTypes::scalarSizeAt(object::EntryRef type, std::uint64_t offset)
{
    std::uint32_t steps = 0;
    return scalarSizeIn(type, offset, steps, 0);
}

std::uint64_t PdbValueTypes::scalarSizeIn(object::EntryRef entry,
                                          std::uint64_t offset,
                                          std::uint32_t& steps,
                                          std::uint32_t depth)
{
    if (++steps > kMaxSteps)
        return 0;
    const auto info = plain(entry);
    const auto size = sizeOf(entry).value_or(0);
    if (depth > kMaxNesting || offset >= size)
        return 0;
    if (info->kind == TypeKind::Array) {
        const auto element = sizeOf(info->target).value_or(0);
        return element == 0 ? 0 : scalarSizeIn(info->target, offset % element, steps, depth + 1);
    }
    if (!isAggregate(info->kind))
        return offset == 0 ? size : 0;
    for (const auto& member : info->members) {
        const bool isPlace = member.offsetBytes && *member.offsetBytes <= offset;
        const auto found =
            isPlace ? scalarSizeIn(member.type, offset - *member.offsetBytes, steps, depth + 1) : 0;
        if (found != 0)
            return found;
    }
    return 0;
}

} // namespace faultline::pdb
