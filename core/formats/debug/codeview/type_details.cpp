// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/codeview/type_details.h"

#include <algorithm>

namespace faultline::codeview {

namespace {

using Kind = TypeDetails::Kind;

/// microsoft-pdb cvinfo.h, LEAF_ENUM_e.
enum Leaf : std::uint16_t {
    kModifier = 0x1001,
    kPointer = 0x1002,
    kProcedure = 0x1008,
    kMemberFunction = 0x1009,
    kArgumentList = 0x1201,
    kFieldList = 0x1203,
    kBitField = 0x1205,
    kBaseClass = 0x1400,
    kVirtualBaseClass = 0x1401,
    kIndirectVirtualBaseClass = 0x1402,
    kIndex = 0x1404,
    kVirtualFunctionTable = 0x1409,
    kEnumerate = 0x1502,
    kArray = 0x1503,
    kClass = 0x1504,
    kStructure = 0x1505,
    kUnion = 0x1506,
    kEnum = 0x1507,
    kMember = 0x150d,
    kStaticMember = 0x150e,
    kMethod = 0x150f,
    kNestedType = 0x1510,
    kOneMethod = 0x1511,
    kInterface = 0x1519,
    kBaseInterface = 0x151a,
    kLongClass = 0x1608, // Of Visual Studio 2019; see codeview_records.cpp.
    kLongStructure = 0x1609,
    kFirstNumeric = 0x8000,
    kChar = 0x8000,
    kShort = 0x8001,
    kUnsignedShort = 0x8002,
    kLong = 0x8003,
    kUnsignedLong = 0x8004,
    kReal32 = 0x8005,
    kReal64 = 0x8006,
    kQuad = 0x8009,
    kUnsignedQuad = 0x800a,
};

constexpr std::uint32_t kForwardReference = 0x80;
constexpr std::uint32_t kHasUniqueName = 0x200;

constexpr std::uint8_t kFirstPadding = 0xf0; // LF_PAD0; the low bits count the bytes.

void readNames(ByteReader& reader, std::uint32_t properties, TypeDetails& details)
{
    details.isForward = (properties & kForwardReference) != 0;
    details.name = reader.cString();
    if ((properties & kHasUniqueName) != 0)
        details.uniqueName = reader.cString();
}

void readSizeAndNames(ByteReader& reader, std::uint32_t properties, TypeDetails& details)
{
    const auto size = readNumeric(reader);
    details.sizeBytes = size ? size->bits : 0;
    readNames(reader, properties, details);
}

void readClass(ByteReader& reader, TypeDetails& details)
{
    reader.skip(2); // Number of members.
    const auto properties = reader.u16();
    details.fields = reader.u32();
    reader.skip(8); // Derived classes, shape of the table.
    readSizeAndNames(reader, properties, details);
}

void readLongClass(ByteReader& reader, TypeDetails& details)
{
    const auto properties = reader.u32();
    details.fields = reader.u32();
    reader.skip(10); // Derived classes, shape of the table, number of members.
    readSizeAndNames(reader, properties, details);
}

void readUnion(ByteReader& reader, TypeDetails& details)
{
    details.kind = Kind::Union;
    reader.skip(2);
    const auto properties = reader.u16();
    details.fields = reader.u32();
    readSizeAndNames(reader, properties, details);
}

void readEnum(ByteReader& reader, TypeDetails& details)
{
    details.kind = Kind::Enum;
    reader.skip(2);
    const auto properties = reader.u16();
    details.target = reader.u32();
    details.fields = reader.u32();
    readNames(reader, properties, details);
}

/// CV_ptrmode_e.
Kind pointerKind(std::uint32_t mode)
{
    switch (mode) {
    case 1: return Kind::LeftReference;
    case 2: return Kind::DataMemberPointer;
    case 3: return Kind::FunctionMemberPointer;
    case 4: return Kind::RightReference;
    default: return Kind::Pointer;
    }
}

void readPointer(ByteReader& reader, TypeDetails& details)
{
    details.target = reader.u32();
    const auto attributes = reader.u32();
    details.kind = pointerKind(attributes >> 5 & 7);
    details.isVolatile = (attributes >> 9 & 1) != 0;
    details.isConst = (attributes >> 10 & 1) != 0;
    details.isRestrict = (attributes >> 12 & 1) != 0;
    details.sizeBytes = attributes >> 13 & 0x3f;
    if (details.kind == Kind::DataMemberPointer || details.kind == Kind::FunctionMemberPointer)
        details.container = reader.u32();
}

void readModifier(ByteReader& reader, TypeDetails& details)
{
    details.kind = Kind::Modifier;
    details.target = reader.u32();
    const auto modifiers = reader.u16();
    details.isConst = (modifiers & 1) != 0;
    details.isVolatile = (modifiers & 2) != 0;
}

void readArray(ByteReader& reader, TypeDetails& details)
{
    details.kind = Kind::Array;
    details.target = reader.u32();
    reader.skip(4); // Type of the index.
    readSizeAndNames(reader, 0, details);
}

void readBitField(ByteReader& reader, TypeDetails& details)
{
    details.kind = Kind::BitField;
    details.target = reader.u32();
    details.bitSize = reader.u8();
    details.bitPosition = reader.u8();
}

void readFunction(ByteReader& reader, Kind kind, TypeDetails& details)
{
    details.kind = kind;
    details.target = reader.u32();
    if (kind == Kind::MemberFunction) {
        details.container = reader.u32();
        reader.skip(4); // Type of `this`.
    }
    reader.skip(4); // Calling convention, options, number of arguments.
    details.arguments = reader.u32();
}

/// Has the method an offset in the table of virtual functions? CV_methodprop_e.
bool introducesVirtual(std::uint16_t attributes)
{
    const auto property = attributes >> 2 & 7;
    return property == 4 || property == 6;
}

Numeric signedOf(std::int64_t value)
{
    return {.bits = static_cast<std::uint64_t>(value), .isSigned = true, .real = {}};
}

} // namespace

std::optional<Numeric> readNumeric(ByteReader& reader)
{
    const auto leaf = reader.u16();
    Numeric number;
    if (leaf < kFirstNumeric) {
        number.bits = leaf;
        return reader.ok() ? std::optional(number) : std::nullopt;
    }
    switch (leaf) {
    case kChar: number = signedOf(reader.i8()); break;
    case kShort: number = signedOf(reader.i16()); break;
    case kUnsignedShort: number.bits = reader.u16(); break;
    case kLong: number = signedOf(reader.i32()); break;
    case kUnsignedLong: number.bits = reader.u32(); break;
    case kQuad: number = signedOf(reader.i64()); break;
    case kUnsignedQuad: number.bits = reader.u64(); break;
    case kReal32: number.real = reader.bytes(4); break;
    case kReal64: number.real = reader.bytes(8); break;
    default: reader.setFailed();
    }
    return reader.ok() ? std::optional(number) : std::nullopt;
}

std::optional<TypeDetails> readTypeDetails(Bytes record)
{
    ByteReader reader(record);
    reader.skip(2);
    const auto leaf = reader.u16();
    TypeDetails details;
    switch (leaf) {
    case kStructure:
    case kLongStructure: details.kind = Kind::Struct; break;
    case kClass:
    case kInterface:
    case kLongClass: details.kind = Kind::Class; break;
    default: break;
    }
    switch (leaf) {
    case kClass:
    case kStructure:
    case kInterface: readClass(reader, details); break;
    case kLongClass:
    case kLongStructure: readLongClass(reader, details); break;
    case kUnion: readUnion(reader, details); break;
    case kEnum: readEnum(reader, details); break;
    case kPointer: readPointer(reader, details); break;
    case kModifier: readModifier(reader, details); break;
    case kArray: readArray(reader, details); break;
    case kBitField: readBitField(reader, details); break;
    case kProcedure: readFunction(reader, Kind::Procedure, details); break;
    case kMemberFunction: readFunction(reader, Kind::MemberFunction, details); break;
    default: break;
    }
    return reader.ok() ? std::optional(details) : std::nullopt;
}

FieldRecords::FieldRecords(Bytes record) : m_reader(record)
{
    m_reader.skip(2);
    m_isDamaged = m_reader.u16() != kFieldList;
}

/// Entries begin at multiples of four bytes.
void FieldRecords::skipPadding()
{
    while (!m_reader.atEnd()) {
        const auto next = std::to_integer<std::uint8_t>(m_reader.span()[m_reader.offset()]);
        if (next < kFirstPadding)
            return;
        m_reader.skip(std::max(next & 0xf, 1));
    }
}

std::optional<FieldRecord> FieldRecords::next()
{
    if (m_isDamaged)
        return std::nullopt;
    skipPadding();
    if (m_reader.ok() && m_reader.atEnd())
        return std::nullopt;
    FieldRecord field;
    const auto leaf = m_reader.u16();
    m_isDamaged = !read(leaf, field) || !m_reader.ok();
    return m_isDamaged ? std::nullopt : std::optional(field);
}

/// False for a kind whose size is unknown.
bool FieldRecords::read(std::uint16_t leaf, FieldRecord& field)
{
    using FieldKind = FieldRecord::Kind;
    const auto attributes = m_reader.u16(); // Padding or a count in some.
    const auto number = [this] { return readNumeric(m_reader).value_or(Numeric()); };
    if (leaf != kEnumerate)
        field.type = m_reader.u32();
    switch (leaf) {
    case kBaseClass:
    case kBaseInterface:
        field.kind = FieldKind::Base;
        field.number = number();
        return true;
    case kVirtualBaseClass:
    case kIndirectVirtualBaseClass:
        field.kind = leaf == kVirtualBaseClass ? FieldKind::VirtualBase : FieldKind::IndirectBase;
        m_reader.skip(4); // Type of the pointer to the table.
        field.number = number();
        field.tableIndex = number().bits;
        return true;
    case kIndex: field.kind = FieldKind::Continuation; return true;
    case kVirtualFunctionTable: field.kind = FieldKind::VirtualTable; return true;
    case kEnumerate:
        field.kind = FieldKind::Enumerator;
        field.number = number();
        break;
    case kMember:
        field.kind = FieldKind::Member;
        field.number = number();
        break;
    case kStaticMember: field.kind = FieldKind::StaticMember; break;
    case kMethod:
    case kNestedType: break;
    case kOneMethod: m_reader.skip(introducesVirtual(attributes) ? 4 : 0); break;
    default: return false;
    }
    field.name = m_reader.cString();
    return true;
}

std::optional<std::vector<std::uint32_t>> readArguments(Bytes record)
{
    ByteReader reader(record);
    reader.skip(2);
    const bool isList = reader.u16() == kArgumentList;
    const auto count = reader.u32();
    if (!isList || !reader.ok() || count > reader.remaining() / 4)
        return std::nullopt;
    std::vector<std::uint32_t> types;
    for (std::uint32_t i = 0; i < count; ++i)
        types.push_back(reader.u32());
    return types;
}

} // namespace faultline::codeview
