// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/values.h"

#include "core/base/hex.h"
#include "core/base/result.h"

#include <algorithm>

namespace faultline::variables {

namespace {

using object::BaseEncoding;
using object::TypeKind;

constexpr std::uint32_t kMaxReferences = 16;

bool isIntel(CpuFamily family)
{
    return family == CpuFamily::Intel32 || family == CpuFamily::Intel64;
}

/// Characters of one byte, which texts consist of.
bool isTextCharacter(const object::TypeInfo& type)
{
    return isCharacter(type) && type.sizeBytes == 1u;
}

ValueKind kindOf(const object::TypeInfo& type)
{
    if (isCharacter(type))
        return ValueKind::Character;
    switch (type.encoding) {
    case BaseEncoding::Boolean: return ValueKind::Boolean;
    case BaseEncoding::Float:
    case BaseEncoding::Complex: return ValueKind::Floating;
    default: return ValueKind::Integer;
    }
}

bool isSigned(const object::TypeInfo& type)
{
    return type.encoding == BaseEncoding::Signed || type.encoding == BaseEncoding::SignedChar;
}

/// The bits of a bit-field as a number; at most 64 of them.
std::uint64_t extended(std::uint64_t bits, std::uint32_t count, bool hasSign)
{
    if (!hasSign || count == 0 || count >= 64)
        return bits;
    const auto unused = 64 - count;
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
}

/// POWER's numbers of 128 bits are pairs (ABI supplements of arm64, RISC-V, LoongArch and MIPS,
/// "Fundamental Types").
bool hasQuadLongDouble(const ValueFrame& frame)
{
    const auto family = frame.facts().registers.family();
    return isIntel(family) ? frame.facts().module->hasQuadLongDouble()
                           : pointerSize(family) == 8 && family != CpuFamily::Ppc64;
}

} // namespace

Values::Values(const ValueFrame& frame, Naming naming, ValueLimits limits)
    : m_frame(frame), m_naming(std::move(naming)), m_limits(limits),
      m_types(frame.info(), pointerSize(frame.facts().registers.family())),
      m_form{.order = frame.memory().byteOrder(),
             .hasExtended = isIntel(frame.facts().registers.family()) &&
                            !frame.facts().module->hasQuadLongDouble(),
             .hasQuad = hasQuadLongDouble(frame)}
{
}

std::string Values::typeName(const TypedPlace& value) const
{
    if (value.dimension == 0)
        return m_types.nameOf(value.type);
    const auto type = m_types.plain(value.type).info;
    auto name = m_types.nameOf(type->target);
    for (std::size_t i = value.dimension; i < type->bounds.size(); ++i)
        name +=
            type->bounds[i].count ? concat("[", *type->bounds[i].count, "]") : std::string("[]");
    return name;
}

TypedPlace Values::unreferenced(const TypedPlace& value) const
{
    auto current = value;
    for (std::uint32_t depth = 0; depth < kMaxReferences; ++depth) {
        const auto kind = m_types.plain(current.type).info->kind;
        if (kind != TypeKind::LeftReference && kind != TypeKind::RightReference)
            break;
        auto next = target(current);
        if (!next)
            break;
        current = *std::move(next);
    }
    return current;
}

ShownValue Values::show(const TypedPlace& value) const
{
    const auto real = unreferenced(value);
    return showPlain(real, m_types.plain(real.type));
}

ShownValue Values::showPlain(const TypedPlace& value, const PlainType& type) const
{
    ShownValue shown;
    const auto size = value.dimension == 0 ? m_types.sizeOf(type.entry) : elementBytes(value);
    if (value.bitSize == 0)
        shown.address = value.storage.address(size.value_or(1));
    switch (type.info->kind) {
    case TypeKind::Struct:
    case TypeKind::Class:
    case TypeKind::Union:
        shown.partCount = partCount(value, *type.info);
        if (type.info->isDeclaration)
            shown.absence = Absence::TypeNotKnown;
        else if (shown.partCount > 0 && value.storage.isWhollyMissing())
            shown.absence = value.storage.read(1, m_frame.memory()).absence;
        shown.isOpen = shown.absence == Absence::None;
        break;
    case TypeKind::Array:
    case TypeKind::Vector: showArray(value, type, shown); break;
    case TypeKind::Pointer:
    case TypeKind::LeftReference:
    case TypeKind::RightReference: showPointer(value, type, shown); break;
    case TypeKind::Void:
    case TypeKind::Function:
    case TypeKind::Text:
    case TypeKind::Unknown: shown.absence = Absence::TypeNotKnown; break;
    case TypeKind::Unspecified: showUnspecified(value, *type.info, shown); break;
    default: showNumber(value, type, shown); break;
    }
    return shown;
}

/// The type of nullptr has one value, wherever it is stored. Other types without a description may
/// have any.
void Values::showUnspecified(const TypedPlace& value,
                             const object::TypeInfo& type,
                             ShownValue& shown) const
{
    const bool isNull = type.name == "decltype(nullptr)" || type.name.ends_with("nullptr_t");
    shown.absence = isNull
                        ? value.storage.read(type.sizeBytes.value_or(1), m_frame.memory()).absence
                        : Absence::TypeNotKnown;
    if (shown.absence != Absence::None)
        return;
    shown.kind = ValueKind::Pointer;
    shown.pointer = 0;
}

void Values::showNumber(const TypedPlace& value, const PlainType& type, ShownValue& shown) const
{
    if (type.info->isEncodedOtherwise) {
        shown.absence = Absence::Unsupported;
        return;
    }
    if (value.bitSize != 0)
        return showBits(value, type, shown);
    const auto size = m_types.sizeOf(type.entry);
    if (!size || *size == 0 || *size > 32) {
        shown.absence = Absence::TypeNotKnown;
        return;
    }
    const auto read = value.storage.read(*size, m_frame.memory());
    shown.absence = read.absence;
    if (read.absence != Absence::None)
        return;
    if (type.info->kind == TypeKind::Enum)
        showEnum(read.bytes, type, shown);
    else if (type.info->kind == TypeKind::MemberPointer)
        showMemberPointer(read.bytes, shown);
    else
        showBase(read.bytes, *type.info, shown);
}

void Values::showBase(Bytes bytes, const object::TypeInfo& type, ShownValue& shown) const
{
    auto text = baseText(type, bytes, m_form);
    if (!text) {
        shown.absence = Absence::Unsupported;
        return;
    }
    shown.kind = kindOf(type);
    (shown.kind == ValueKind::Character ? shown.text : shown.number) = *std::move(text);
}

void Values::showEnum(Bytes bytes, const PlainType& type, ShownValue& shown) const
{
    const bool isNegative = hasSign(*type.info);
    const auto number = integerOf(bytes, m_form.order, isNegative);
    if (!number) {
        shown.absence = Absence::Unsupported;
        return;
    }
    shown.kind = ValueKind::Enumerator;
    shown.number = enumText(*type.info, *number, isNegative);
}

/// An enumeration of C may have no type of its own; negative enumerators are signed.
bool Values::hasSign(const object::TypeInfo& type) const
{
    if (type.kind != TypeKind::Enum)
        return isSigned(type);
    if (type.target)
        return isSigned(*m_types.plain(type.target).info);
    return std::ranges::any_of(type.enumerators, [](const object::Enumerator& enumerator) {
        return static_cast<std::int64_t>(enumerator.value) < 0;
    });
}

/// A pointer to a function also has an adjustment of `this`, which is not shown.
void Values::showMemberPointer(Bytes bytes, ShownValue& shown) const
{
    const auto first = bytes.first(std::min<std::size_t>(bytes.size(), m_types.pointerBytes()));
    shown.kind = ValueKind::Pointer;
    shown.pointer = integerOf(first, m_form.order, false);
    if (bytes.size() > m_types.pointerBytes() && m_naming.address && shown.pointer)
        shown.pointerSymbol = m_naming.address(*shown.pointer);
}

void Values::showBits(const TypedPlace& value, const PlainType& type, ShownValue& shown) const
{
    const auto bits = value.storage.readBits(value.bitSize, m_frame.memory(), shown.absence);
    if (!bits)
        return;
    const bool isEnum = type.info->kind == TypeKind::Enum;
    const bool isNegative = hasSign(*type.info);
    const auto number = extended(*bits, value.bitSize, isNegative);
    shown.kind = isEnum ? ValueKind::Enumerator : ValueKind::Integer;
    if (isEnum) {
        shown.number = enumText(*type.info, number, isNegative);
    } else if (type.info->encoding == BaseEncoding::Boolean && number <= 1) {
        shown.kind = ValueKind::Boolean;
        shown.number = number == 1 ? "true" : "false";
    } else {
        shown.number = isNegative ? concat(static_cast<std::int64_t>(number)) : concat(number);
    }
}

void Values::showPointer(const TypedPlace& value, const PlainType& type, ShownValue& shown) const
{
    shown.kind = ValueKind::Pointer;
    if (value.storage.implicitPointer() != nullptr) {
        // The pointer itself does not exist, but what it points to may.
        shown.kind = ValueKind::None;
        shown.absence = Absence::OptimizedOut;
        shown.partCount = target(value) ? 1 : 0;
        return;
    }
    shown.pointer = number(value, shown.absence);
    if (!shown.pointer) {
        shown.kind = ValueKind::None;
        return;
    }
    if (*shown.pointer == 0)
        return;
    if (m_naming.address)
        shown.pointerSymbol = m_naming.address(*shown.pointer);
    if (isTextCharacter(*m_types.plain(type.info->target).info))
        shown.text = pointedText(*shown.pointer);
    else
        shown.partCount = target(value) ? 1 : 0;
}

/// The text behind a pointer to characters.
std::string Values::pointedText(std::uint64_t address) const
{
    std::vector<std::byte> bytes(m_limits.textBytes);
    bytes.resize(m_frame.memory().read(address, bytes));
    const auto end = std::ranges::find(bytes, std::byte{0});
    return validText(asText(Bytes(bytes.begin(), end)), end == bytes.end());
}

void Values::showArray(const TypedPlace& value, const PlainType& type, ShownValue& shown) const
{
    const auto count = countOf(value, shown.absence);
    if (!count)
        return;
    shown.absence = elementBytes(value) ? Absence::None : whyWithoutSize(value);
    if (shown.absence != Absence::None)
        return;
    shown.partCount = *count;
    if (*count > 0 && value.storage.isWhollyMissing()) {
        shown.absence = value.storage.read(1, m_frame.memory()).absence;
        shown.isOpen = false;
        return;
    }
    const bool isLast = value.dimension + 1 == type.info->bounds.size();
    if (!isLast || !isTextCharacter(*m_types.plain(type.info->target).info))
        return;
    const auto read =
        value.storage.read(std::min<std::uint64_t>(*count, m_limits.textBytes), m_frame.memory());
    shown.absence = read.absence;
    if (read.absence != Absence::None)
        return;
    shown.kind = ValueKind::String;
    shown.isOpen = false;
    const auto end = std::ranges::find(read.bytes, std::byte{0});
    const bool isCut = end == read.bytes.end() && *count > read.bytes.size();
    shown.text = validText(asText(Bytes(read.bytes.begin(), end)), isCut);
}

std::optional<std::uint64_t> Values::number(const TypedPlace& value, Absence& absence) const
{
    const auto type = m_types.plain(value.type);
    if (type.info->isEncodedOtherwise) {
        absence = Absence::Unsupported;
        return std::nullopt;
    }
    if (value.bitSize != 0) {
        const auto bits = value.storage.readBits(value.bitSize, m_frame.memory(), absence);
        return bits ? std::optional(extended(*bits, value.bitSize, hasSign(*type.info))) : bits;
    }
    const auto size = m_types.sizeOf(type.entry);
    if (!size || *size == 0 || *size > 8) {
        absence = Absence::TypeNotKnown;
        return std::nullopt;
    }
    const auto read = value.storage.read(*size, m_frame.memory());
    absence = read.absence;
    return integerOf(read.bytes, m_form.order, hasSign(*type.info));
}

std::optional<TypedPlace> Values::target(const TypedPlace& pointer) const
{
    const auto type = m_types.plain(pointer.type).info;
    if (!isPointerLike(*type))
        return std::nullopt;
    const auto to = m_types.plain(type->target).info->kind;
    if (to == TypeKind::Void || to == TypeKind::Function || to == TypeKind::Unknown)
        return std::nullopt;
    TypedPlace place{.type = type->target};
    if (const auto* implicit = pointer.storage.implicitPointer()) {
        const auto variable = m_frame.info().variable(implicit->pointsTo, m_frame.codeAddress());
        if (!variable || implicit->pointsToOffset < 0)
            return std::nullopt;
        place.storage =
            m_frame.place(*variable).from(static_cast<std::uint64_t>(implicit->pointsToOffset) * 8);
        return place;
    }
    auto absence = Absence::None;
    const auto address = number(pointer, absence);
    if (!address)
        return std::nullopt;
    place.storage = Storage::inMemory(*address);
    return place;
}

} // namespace faultline::variables
