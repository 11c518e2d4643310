// SPDX-License-Identifier: GPL-3.0-or-later
// How expressions reach values: members, elements, targets of pointers, conversions.
#include "core/base/byte_reader.h"
#include "core/base/result.h"
#include "core/natvis/type_pattern.h"
#include "core/variables/evaluator.h"
#include "core/variables/frame_variables.h"

#include <algorithm>
#include <bit>

namespace faultline::variables {

namespace {

using object::BaseEncoding;
using object::TypeKind;

/// So many bases of a class are looked at. In damaged debug info a class may be its own base.
constexpr std::uint32_t kMaxBaseClasses = 256;

bool isReference(const object::TypeInfo& type)
{
    return type.kind == TypeKind::LeftReference || type.kind == TypeKind::RightReference;
}

std::unexpected<CppFault> noValue(Absence absence, std::string text = {})
{
    return std::unexpected(CppFault{stateOf(absence), std::move(text)});
}

/// The kind of a base type's numbers; absent for those that are none.
std::optional<Scalar::Kind> kindOfBase(const object::TypeInfo& type)
{
    switch (type.encoding) {
    case BaseEncoding::Boolean: return Scalar::Kind::Boolean;
    case BaseEncoding::Signed:
    case BaseEncoding::SignedChar: return Scalar::Kind::Signed;
    case BaseEncoding::Unsigned:
    case BaseEncoding::UnsignedChar:
    case BaseEncoding::Utf:
    case BaseEncoding::Address: return Scalar::Kind::Unsigned;
    case BaseEncoding::Float: return Scalar::Kind::Floating;
    default: return std::nullopt;
    }
}

/// A number from the bytes of a base type. Absent for sizes that are not calculated with.
std::optional<Scalar> numberIn(Bytes bytes, Scalar::Kind kind, std::endian order)
{
    const auto size = static_cast<unsigned>(bytes.size());
    const auto bits = integerOf(bytes, order, kind == Scalar::Kind::Signed);
    if (!bits)
        return std::nullopt;
    if (kind != Scalar::Kind::Floating)
        return Scalar{.kind = kind, .bits = *bits, .bytes = size};
    if (size != 4 && size != 8)
        return std::nullopt;
    const double value =
        size == 8 ? std::bit_cast<double>(*bits)
                  : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(*bits)));
    return Scalar{.kind = kind, .floating = value, .bytes = size};
}

std::vector<std::byte> bytesOf(const Scalar& number, std::size_t size, std::endian order)
{
    auto bits = number.bits;
    if (number.kind == Scalar::Kind::Floating)
        bits = size == 4 ? std::bit_cast<std::uint32_t>(static_cast<float>(number.floating))
                         : std::bit_cast<std::uint64_t>(number.floating);
    std::vector<std::byte> bytes(std::min<std::size_t>(size, 8));
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[order == std::endian::little ? i : bytes.size() - 1 - i] =
            static_cast<std::byte>(bits >> (8 * i));
    return bytes;
}

} // namespace

CppAnswer<TypedPlace> Evaluator::placeOf(const CppValue& value)
{
    if (value.number) {
        const auto size = m_types.sizeOf(value.type);
        if (!size || !value.type.isEntry())
            return unfit("it has no place");
        return TypedPlace{
            .type = value.type.entry,
            .storage = Storage::ofBytes(bytesOf(*value.number, static_cast<std::size_t>(*size),
                                                m_values.frame().memory().byteOrder()))};
    }
    auto place = m_values.unreferenced(value.place);
    const auto info = m_values.types().plain(place.type).info;
    if (!isReference(*info))
        return place;
    auto absence = Absence::None;
    static_cast<void>(m_values.number(place, absence));
    return noValue(absence == Absence::None ? Absence::TypeNotKnown : absence);
}

CppAnswer<Scalar> Evaluator::scalar(const CppValue& value)
{
    if (value.number)
        return *value.number;
    if (value.literal)
        return unfit("a text of the expression has no address");
    if (value.pointee)
        return noValue(Absence::OptimizedOut, "it has no address");
    if (!value.type.isEntry())
        return scalarOfBuiltIn(value);
    FL_TRY(const auto place, placeOf(value));
    return scalarOf(place, m_values.types().plain(place.type));
}

CppAnswer<Scalar> Evaluator::scalarOfBuiltIn(const CppValue& value)
{
    const auto size = m_types.sizeOf(value.type);
    if (!size)
        return unfit("void has no value");
    const auto read = value.place.storage.read(*size, m_values.frame().memory());
    if (read.absence != Absence::None)
        return noValue(read.absence);
    const auto kind = value.type.pointers > 0 ? std::optional(Scalar::Kind::Pointer)
                                              : kindOfBase(*value.type.builtIn);
    const auto number =
        kind ? numberIn(read.bytes, *kind, m_values.frame().memory().byteOrder()) : std::nullopt;
    return number ? CppAnswer<Scalar>(*number) : unfit("it is no number");
}

CppAnswer<Scalar> Evaluator::scalarOf(const TypedPlace& place, const PlainType& type)
{
    const auto pointerBytes = m_values.types().pointerBytes();
    if (type.info->kind == TypeKind::Array) {
        const auto address = place.storage.address(m_values.types().sizeOf(type.entry).value_or(1));
        if (!address)
            return noValue(Absence::OptimizedOut, "it has no address");
        return Scalar{.kind = Scalar::Kind::Pointer, .bits = *address, .bytes = pointerBytes};
    }
    auto absence = Absence::None;
    if (type.info->kind == TypeKind::Base && kindOfBase(*type.info) == Scalar::Kind::Floating) {
        const auto read =
            place.storage.read(type.info->sizeBytes.value_or(0), m_values.frame().memory());
        if (read.absence != Absence::None)
            return noValue(read.absence);
        const auto number =
            numberIn(read.bytes, Scalar::Kind::Floating, m_values.frame().memory().byteOrder());
        return number ? CppAnswer<Scalar>(*number) : noValue(Absence::Unsupported);
    }
    const bool isNumber = type.info->kind == TypeKind::Enum ||
                          type.info->kind == TypeKind::Pointer ||
                          (type.info->kind == TypeKind::Base && kindOfBase(*type.info));
    if (!isNumber)
        return unfit("\"", m_values.typeName(place), "\" is no number");
    const auto bits = m_values.number(place, absence);
    if (!bits)
        return noValue(absence);
    const auto size = static_cast<unsigned>(m_values.types().sizeOf(type.entry).value_or(8));
    if (type.info->kind == TypeKind::Pointer)
        return Scalar{.kind = Scalar::Kind::Pointer, .bits = *bits, .bytes = pointerBytes};
    if (type.info->kind == TypeKind::Enum)
        return Scalar{.kind = m_values.hasSign(*type.info) ? Scalar::Kind::Signed
                                                           : Scalar::Kind::Unsigned,
                      .bits = *bits,
                      .bytes = size};
    return Scalar{.kind = *kindOfBase(*type.info), .bits = *bits, .bytes = size};
}

/// What a pointer, an array's first element, or what a reference leads to, points to. Absent for
/// other values, and for arrays of arrays, whose rows no type describes.
std::optional<CppType> Evaluator::pointedType(const CppValue& pointer)
{
    if (pointer.number || !pointer.type.isEntry())
        return m_types.targetOf(pointer.type);
    const auto place = placeOf(pointer);
    if (!place)
        return std::nullopt;
    const auto info = m_values.types().plain(place->type).info;
    const bool isOfRows =
        info->kind == TypeKind::Array && place->dimension + 1 < info->bounds.size();
    return isOfRows ? std::nullopt : m_types.targetOf({.entry = place->type});
}

CppAnswer<CppValue> Evaluator::dereferenced(const CppValue& pointer)
{
    auto type = pointer.type;
    if (pointer.pointee)
        return CppValue{.type = *m_types.targetOf(type), .place = *pointer.pointee};
    if (pointer.type.isEntry() && !pointer.number) {
        FL_TRY(const auto place, placeOf(pointer));
        type = {.entry = place.type};
        const auto info = m_values.types().plain(place.type).info;
        if (info->kind == TypeKind::Array && place.dimension < info->bounds.size())
            return element(pointer, info->bounds[place.dimension].lower);
        if (place.storage.implicitPointer() != nullptr) {
            if (const auto target = m_values.target(place))
                return valueAt(*target);
        }
    }
    const auto target = m_types.targetOf(type);
    if (!target)
        return unfit("\"", typeName(pointer), "\" cannot be followed");
    const auto info = m_types.plain(*target);
    const bool isVoid = target->pointers == 0 && !target->builtIn && info->kind == TypeKind::Void;
    if (isVoid || (info && info->kind == TypeKind::Function))
        return unfit("\"", typeName(pointer), "\" cannot be followed");
    FL_TRY(const auto address, scalar(pointer));
    if (address.bits == 0)
        return std::unexpected(CppFault{ValueState::NotInDump, "the pointer is null"});
    CppValue value{.type = *target, .number = {}, .place = {}};
    value.place.type = target->isEntry() ? target->entry : object::EntryRef();
    value.place.storage = Storage::inMemory(address.bits);
    return value;
}

CppAnswer<CppValue> Evaluator::element(const CppValue& value, std::int64_t index)
{
    if (value.type.isEntry() && !value.number) {
        FL_TRY(const auto place, placeOf(value));
        const auto kind = m_values.types().plain(place.type).info->kind;
        if (kind == TypeKind::Array || kind == TypeKind::Vector) {
            auto found = m_values.element(place, index);
            return found ? Answer(valueAt(*found))
                         : unfit("\"", m_values.typeName(place), "\" has no elements");
        }
    }
    FL_TRY(const auto address, scalar(value));
    if (address.kind != Scalar::Kind::Pointer)
        return unfit("\"", typeName(value), "\" has no elements");
    auto pointer = value;
    if (!value.number && value.type.isEntry()) {
        FL_TRY(const auto place, placeOf(value));
        pointer.type = {.entry = place.type};
    }
    pointer.number = address;
    FL_TRY(const auto moved,
           pointerArithmetic(natvis::Operator::Add, pointer, address,
                             wholeNumber(static_cast<std::uint64_t>(index), true)));
    return dereferenced(moved);
}

std::optional<CppValue> Evaluator::memberOrNone(const CppValue& value, std::string_view name)
{
    if (value.number || !value.type.isEntry())
        return std::nullopt;
    if (const auto at = name.rfind("::"); at != std::string_view::npos) {
        auto base = baseFor(value, natvis::plainTypeName(name.substr(0, at)));
        return base ? memberOrNone(*base, name.substr(at + 2)) : std::nullopt;
    }
    auto found = m_values.member(value.place, name);
    return found ? std::optional(valueAt(found->place)) : std::nullopt;
}

/// A member of an object; also of what a pointer leads to, so that users need not know which it is.
CppAnswer<CppValue> Evaluator::member(const CppValue& value, std::string_view name)
{
    if (auto found = memberOrNone(value, name))
        return *std::move(found);
    if (value.type.isEntry() && !value.number) {
        FL_TRY(const auto place, placeOf(value));
        const auto info = m_values.types().plain(place.type).info;
        if (info->kind != TypeKind::Pointer)
            return unfit("\"", m_values.typeName(place), "\" has no member \"", name, "\"");
    }
    FL_TRY(const auto target, dereferenced(value));
    if (auto found = memberOrNone(target, name))
        return *std::move(found);
    return unfit("\"", typeName(target), "\" has no member \"", name, "\"");
}

/// The part of an object that is of a base class, or the object itself.
std::optional<CppValue> Evaluator::baseNamed(const TypedPlace& object,
                                             std::string_view plainName,
                                             std::uint32_t& left) const
{
    const auto type = m_values.types().plain(object.type);
    if (!isStructure(*type.info) || left == 0)
        return std::nullopt;
    --left;
    if (natvis::plainTypeName(type.info->name) == plainName)
        return valueAt(object);
    const auto parts = m_values.children(object, 0, type.info->members.size());
    for (const auto& part : parts) {
        if (!part.isBase)
            continue;
        if (auto found = baseNamed(part.place, plainName, left))
            return found;
    }
    return std::nullopt;
}

/// The base of an object, or of what a pointer leads to, with this name.
std::optional<CppValue> Evaluator::baseFor(const CppValue& value, const std::string& wanted)
{
    auto object = value;
    if (pointedType(value)) {
        auto target = dereferenced(value);
        if (!target)
            return std::nullopt;
        object = *std::move(target);
    }
    if (object.number || !object.type.isEntry())
        return std::nullopt;
    const auto place = placeOf(object);
    auto left = kMaxBaseClasses;
    return place ? baseNamed(*place, wanted, left) : std::nullopt;
}

/// How many bytes after the beginning of a class its base lies; absent when it has no such base.
/// Faults: only an object tells.
CppAnswer<std::optional<std::uint64_t>>
Evaluator::offsetOfBase(const PlainType& whole, const PlainType& base, std::uint32_t& left) const
{
    if (whole.entry == base.entry)
        return std::optional<std::uint64_t>(0);
    if (!isStructure(*whole.info) || left == 0)
        return std::optional<std::uint64_t>();
    --left;
    for (const auto& member : whole.info->members) {
        if (member.kind == object::TypeMember::Kind::Field)
            continue;
        FL_TRY(const auto inner, offsetOfBase(m_values.types().plain(member.type), base, left));
        if (!inner)
            continue;
        if (member.kind == object::TypeMember::Kind::VirtualBase || !member.offsetBytes)
            return std::unexpected(
                CppFault{ValueState::Unsupported, "a cast from a virtual base class"});
        return std::optional(*inner + *member.offsetBytes);
    }
    return std::optional<std::uint64_t>();
}

/// A conversion; a pointer to a base class becomes one to the object around it
/// ([expr.static.cast]).
CppAnswer<CppValue> Evaluator::downcast(const CppValue& value, const CppType& type)
{
    const auto from = pointedType(value);
    const bool isPointer =
        type.pointers == 1 && !type.builtIn && type.entry && from && from->isEntry() && from->entry;
    FL_TRY(auto made, converted(value, type));
    if (!isPointer || !made.number || made.number->bits == 0)
        return made;
    auto left = kMaxBaseClasses;
    FL_TRY(const auto offset, offsetOfBase(m_values.types().plain(type.entry),
                                           m_values.types().plain(from->entry), left));
    made.number->bits -= offset.value_or(0);
    return made;
}

CppAnswer<CppValue> Evaluator::converted(const CppValue& value, const CppType& type)
{
    const auto size = m_types.sizeOf(type);
    if (type.pointers == 1 && value.pointee) {
        auto place = *value.pointee;
        place.type = type.builtIn ? object::EntryRef() : type.entry;
        return CppValue{.type = type, .pointee = std::make_shared<const TypedPlace>(place)};
    }
    if (type.pointers > 0) {
        FL_TRY(const auto number, scalar(value));
        return CppValue{.type = type,
                        .number = convertedNumber(number, Scalar::Kind::Pointer,
                                                  m_values.types().pointerBytes()),
                        .place = {}};
    }
    const auto info = m_types.plain(type);
    if (!size || *size > 8 || !info)
        return unfit("nothing is converted to \"", m_types.nameOf(type), "\"");
    const auto bytes = static_cast<unsigned>(*size);
    std::optional<Scalar::Kind> kind;
    if (info->kind == TypeKind::Base)
        kind = kindOfBase(*info);
    else if (info->kind == TypeKind::Enum)
        kind = m_values.hasSign(*info) ? Scalar::Kind::Signed : Scalar::Kind::Unsigned;
    else if (info->kind == TypeKind::Pointer)
        kind = Scalar::Kind::Pointer;
    if (!kind)
        return unfit("nothing is converted to \"", m_types.nameOf(type), "\"");
    FL_TRY(const auto number, scalar(value));
    return CppValue{.type = type, .number = convertedNumber(number, *kind, bytes), .place = {}};
}

} // namespace faultline::variables
