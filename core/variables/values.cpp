// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/values.h"

#include "core/base/hex.h"
#include "core/base/result.h"

#include <algorithm>

namespace faultline::variables {

namespace {

using object::BaseEncoding;
using object::TypeKind;

constexpr std::uint32_t kMaxNesting = 16;

bool isIntel(CpuFamily family)
{
    return family == CpuFamily::Intel32 || family == CpuFamily::Intel64;
}

/// Characters that belong to texts. `unsigned char` and `int8_t` are more often numbers.
bool isTextCharacter(const object::TypeInfo& type)
{
    return isCharacter(type) && (type.name == "char" || type.name == "char8_t");
}

bool isSigned(const object::TypeInfo& type)
{
    return type.encoding == BaseEncoding::Signed || type.encoding == BaseEncoding::SignedChar;
}

} // namespace

Values::Values(const ValueFrame& frame, AddressNamer namer, ValueLimits limits)
    : m_frame(frame), m_namer(std::move(namer)), m_limits(limits),
      m_types(frame.info(), pointerSize(frame.facts().registers.family())),
      m_form{.order = frame.memory().byteOrder(),
             .hasExtended = isIntel(frame.facts().registers.family())}
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
    for (std::uint32_t depth = 0; depth < kMaxNesting; ++depth) {
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
    shown.address = value.bitSize == 0 ? value.storage.address() : std::nullopt;
    switch (type.info->kind) {
    case TypeKind::Struct:
    case TypeKind::Class:
    case TypeKind::Union:
        shown.shape = ValueShape::Structure;
        shown.childCount = parts(value, *type.info).size();
        if (type.info->isDeclaration)
            shown.absence = Absence::TypeNotKnown;
        else if (shown.childCount > 0 && value.storage.isWhollyMissing())
            shown.absence = value.storage.read(1, m_frame.memory()).absence;
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
    default: showNumber(value, type, shown); break;
    }
    return shown;
}

void Values::showNumber(const TypedPlace& value, const PlainType& type, ShownValue& shown) const
{
    if (value.bitSize != 0)
        return showBits(value, type, shown);
    const auto size = m_types.sizeOf(type.entry);
    if (type.info->kind == TypeKind::Unspecified) {
        shown.text = "nullptr";
        return;
    }
    if (!size || *size == 0 || *size > 32) {
        shown.absence = Absence::TypeNotKnown;
        return;
    }
    const auto read = value.storage.read(*size, m_frame.memory());
    shown.absence = read.absence;
    if (read.absence != Absence::None)
        return;
    std::optional<std::string> text;
    if (type.info->kind == TypeKind::Enum) {
        const auto underlying = m_types.plain(type.info->target).info;
        const bool hasSign = type.info->target ? isSigned(*underlying) : true;
        if (const auto number = integerOf(read.bytes, m_form.order, hasSign))
            text = enumText(*type.info, *number, hasSign);
    } else if (type.info->kind == TypeKind::MemberPointer) {
        const auto first =
            std::span(read.bytes)
                .first(std::min<std::size_t>(read.bytes.size(), m_types.pointerBytes()));
        if (const auto number = integerOf(first, m_form.order, false))
            text = hexAddress(*number);
    } else {
        text = baseText(*type.info, read.bytes, m_form);
    }
    shown.absence = text ? Absence::None : Absence::Unsupported;
    shown.text = std::move(text).value_or("");
}

void Values::showBits(const TypedPlace& value, const PlainType& type, ShownValue& shown) const
{
    const auto bits = value.storage.readBits(value.bitSize, m_frame.memory(), shown.absence);
    if (!bits)
        return;
    const bool isEnum = type.info->kind == TypeKind::Enum;
    const auto numberType =
        isEnum && type.info->target ? m_types.plain(type.info->target).info : type.info;
    const bool hasSign = isSigned(*numberType) && !(isEnum && !type.info->target);
    const auto unused = 64 - value.bitSize;
    const auto number =
        hasSign ? static_cast<std::uint64_t>(static_cast<std::int64_t>(*bits << unused) >> unused)
                : *bits;
    if (isEnum)
        shown.text = enumText(*type.info, number, hasSign);
    else if (numberType->encoding == BaseEncoding::Boolean && number <= 1)
        shown.text = number == 1 ? "true" : "false";
    else
        shown.text = hasSign ? concat(static_cast<std::int64_t>(number)) : concat(number);
}

void Values::showPointer(const TypedPlace& value, const PlainType& type, ShownValue& shown) const
{
    shown.shape = ValueShape::Pointer;
    if (value.storage.implicitPointer() != nullptr) {
        // The pointer itself does not exist, but what it points to may.
        shown.absence = Absence::OptimizedOut;
        shown.childCount = target(value) ? 1 : 0;
        return;
    }
    shown.pointsTo = number(value, shown.absence);
    if (!shown.pointsTo)
        return;
    shown.text = hexAddress(*shown.pointsTo);
    if (*shown.pointsTo == 0)
        return;
    const auto to = m_types.plain(type.info->target).info;
    if (isTextCharacter(*to)) {
        shown.text += pointedText(*shown.pointsTo, shown);
        return;
    }
    if (const auto name = m_namer ? m_namer(*shown.pointsTo) : std::string(); !name.empty())
        shown.text += concat(" <", name, ">");
    shown.childCount = target(value) ? 1 : 0;
}

/// The text behind a pointer to characters, with a space before it.
std::string Values::pointedText(std::uint64_t address, ShownValue& shown) const
{
    std::vector<std::byte> bytes(m_limits.textBytes);
    bytes.resize(m_frame.memory().read(address, bytes));
    const auto end = std::ranges::find(bytes, std::byte{0});
    const auto text = asText(Bytes(bytes.begin(), end));
    shown.isCut = end == bytes.end();
    if (bytes.empty())
        return {};
    return concat(" ", quotedText(text), shown.isCut ? "..." : "");
}

void Values::showArray(const TypedPlace& value, const PlainType& type, ShownValue& shown) const
{
    shown.shape = ValueShape::Array;
    const auto count = elementCount(value);
    const bool isLast = value.dimension + 1 == type.info->bounds.size();
    if (!count || !elementBytes(value)) {
        shown.absence = Absence::TypeNotKnown;
        return;
    }
    shown.childCount = std::min(*count, m_limits.arrayItems);
    if (!isLast || !isTextCharacter(*m_types.plain(type.info->target).info))
        return;
    shown.shape = ValueShape::Text;
    const auto read =
        value.storage.read(std::min<std::uint64_t>(*count, m_limits.textBytes), m_frame.memory());
    shown.absence = read.absence;
    if (read.absence != Absence::None)
        return;
    const auto end = std::ranges::find(read.bytes, std::byte{0});
    shown.isCut = end == read.bytes.end() && *count > read.bytes.size();
    shown.text =
        concat(quotedText(asText(Bytes(read.bytes.begin(), end))), shown.isCut ? "..." : "");
}

std::optional<std::uint64_t> Values::number(const TypedPlace& value, Absence& absence) const
{
    if (value.bitSize != 0)
        return value.storage.readBits(value.bitSize, m_frame.memory(), absence);
    const auto type = m_types.plain(value.type);
    const auto size = m_types.sizeOf(type.entry);
    if (!size || *size == 0 || *size > 8) {
        absence = Absence::TypeNotKnown;
        return std::nullopt;
    }
    const auto read = value.storage.read(*size, m_frame.memory());
    absence = read.absence;
    return integerOf(read.bytes, m_form.order, isSigned(*type.info));
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

/// The value of a variable that has the number of an array's elements.
std::optional<std::uint64_t> Values::frameNumber(object::EntryRef entry) const
{
    const auto variable = m_frame.info().variable(entry, m_frame.codeAddress());
    if (!variable)
        return std::nullopt;
    auto absence = Absence::None;
    return number({.type = variable->type, .storage = m_frame.place(*variable)}, absence);
}

std::optional<std::uint64_t> Values::elementCount(const TypedPlace& array) const
{
    const auto type = m_types.plain(array.type).info;
    if (array.dimension >= type->bounds.size())
        return std::nullopt;
    const auto& bound = type->bounds[array.dimension];
    if (bound.count)
        return bound.count;
    std::optional<std::uint64_t> highest;
    if (bound.countVariable)
        return frameNumber(bound.countVariable);
    if (!bound.countPlace.bytes.empty()) {
        const auto count = evaluateNumber(bound.countPlace, m_frame, m_frame.budget());
        return count ? std::optional(*count) : std::nullopt;
    }
    if (bound.upperVariable)
        highest = frameNumber(bound.upperVariable);
    else if (const auto upper = evaluateNumber(bound.upperPlace, m_frame, m_frame.budget()))
        highest = *upper;
    if (!highest)
        return std::nullopt;
    return static_cast<std::int64_t>(*highest) < bound.lower
               ? 0
               : *highest - static_cast<std::uint64_t>(bound.lower) + 1;
}

/// The size of one element at the present dimension.
std::optional<std::uint64_t> Values::elementBytes(const TypedPlace& array) const
{
    const auto type = m_types.plain(array.type).info;
    auto size = m_types.sizeOf(type->target);
    if (!size) // An array of arrays whose size the frame tells.
        return std::nullopt;
    for (std::uint32_t i = array.dimension + 1; i < type->bounds.size() && i < kMaxNesting; ++i) {
        const auto count = elementCount({.type = array.type, .dimension = i});
        std::uint64_t product = 0;
        if (!count || __builtin_mul_overflow(*size, *count, &product))
            return std::nullopt;
        size = product;
    }
    return *size > ~std::uint64_t{0} / 64 ? std::nullopt : size;
}

std::optional<TypedPlace> Values::element(const TypedPlace& value, std::int64_t index) const
{
    const auto type = m_types.plain(value.type).info;
    if (type->kind == TypeKind::Pointer) {
        const auto first = target(value);
        const auto size = m_types.sizeOf(type->target);
        const auto address = first ? first->storage.address() : std::nullopt;
        if (!size || !address)
            return std::nullopt;
        return TypedPlace{
            .type = type->target,
            .storage = Storage::inMemory(*address + static_cast<std::uint64_t>(index) * *size)};
    }
    if (value.dimension >= type->bounds.size())
        return std::nullopt;
    const auto size = elementBytes(value);
    const auto place = static_cast<std::uint64_t>(index) -
                       static_cast<std::uint64_t>(type->bounds[value.dimension].lower);
    std::uint64_t bits = 0;
    if (!size || __builtin_mul_overflow(place, *size * 8, &bits))
        return std::nullopt;
    const bool isLast = value.dimension + 1 == type->bounds.size();
    return TypedPlace{.type = isLast ? type->target : value.type,
                      .storage = value.storage.from(bits),
                      .dimension = isLast ? 0 : value.dimension + 1};
}

/// The alternative that the discriminant names; null when that is not known.
const object::TypeVariant* Values::activeVariant(const TypedPlace& value,
                                                 const object::VariantPart& part) const
{
    if (!part.discriminant)
        return part.variants.size() == 1 ? &part.variants.front() : nullptr;
    auto absence = Absence::None;
    const auto current = number(memberPlace(value, *part.discriminant).place, absence);
    if (!current)
        return nullptr;
    const object::TypeVariant* otherwise = nullptr;
    for (const auto& variant : part.variants) {
        if (variant.values.empty())
            otherwise = &variant;
        for (const auto& [low, high] : variant.values) {
            if (*current >= low && *current <= high)
                return &variant;
        }
    }
    return otherwise;
}

std::vector<const object::TypeMember*> Values::parts(const TypedPlace& value,
                                                     const object::TypeInfo& type) const
{
    std::vector<const object::TypeMember*> found;
    for (const auto& member : type.members)
        found.push_back(&member);
    for (const auto& part : type.variantParts) {
        if (const auto* active = activeVariant(value, part)) {
            for (const auto& member : active->members)
                found.push_back(&member);
        }
    }
    return found;
}

NamedPlace Values::memberPlace(const TypedPlace& value, const object::TypeMember& member) const
{
    NamedPlace named;
    named.isBase = member.kind != object::TypeMember::Kind::Field;
    named.name = named.isBase ? m_types.nameOf(member.type) : std::string(member.name);
    named.place.type = member.type;
    named.place.bitSize = member.bitSize;
    if (member.bitSize != 0) {
        named.place.storage = value.storage.from(member.bitOffset);
    } else if (member.offsetBytes) {
        const bool fits = *member.offsetBytes <= ~std::uint64_t{0} / 8;
        named.place.storage =
            fits ? value.storage.from(*member.offsetBytes * 8) : Storage::missing(Absence::Damaged);
    } else if (const auto object = value.storage.address()) {
        const auto address = evaluateNumber(member.place, m_frame, m_frame.budget(), *object);
        named.place.storage =
            address ? Storage::inMemory(*address) : Storage::missing(address.error());
    } else {
        named.place.storage = Storage::missing(Absence::OptimizedOut);
    }
    return named;
}

std::vector<NamedPlace>
Values::children(const TypedPlace& whole, std::uint64_t first, std::uint64_t most) const
{
    const auto value = unreferenced(whole);
    const auto type = m_types.plain(value.type).info;
    std::vector<NamedPlace> found;
    if (isStructure(*type)) {
        const auto members = parts(value, *type);
        for (auto i = first; i < members.size() && found.size() < most; ++i)
            found.push_back(memberPlace(value, *members[static_cast<std::size_t>(i)]));
    } else if (type->kind == TypeKind::Array || type->kind == TypeKind::Vector) {
        const auto count = elementCount(value).value_or(0);
        const auto lower =
            value.dimension < type->bounds.size() ? type->bounds[value.dimension].lower : 0;
        for (auto i = first; i < count && found.size() < most; ++i) {
            const auto index = lower + static_cast<std::int64_t>(i);
            auto place = element(value, index);
            if (!place)
                break;
            found.push_back({.name = concat("[", index, "]"), .place = *std::move(place)});
        }
    } else if (first == 0 && most > 0) {
        if (auto place = target(value))
            found.push_back({.name = "*", .place = *std::move(place)});
    }
    return found;
}

std::optional<NamedPlace> Values::member(const TypedPlace& value, std::string_view name) const
{
    return memberIn(unreferenced(value), name, 0);
}

std::optional<NamedPlace>
Values::memberIn(const TypedPlace& value, std::string_view name, std::uint32_t depth) const
{
    const auto type = m_types.plain(value.type).info;
    if (!isStructure(*type) || depth > kMaxNesting)
        return std::nullopt;
    const auto members = parts(value, *type);
    for (const auto* candidate : members) {
        if (candidate->kind == object::TypeMember::Kind::Field && candidate->name == name)
            return memberPlace(value, *candidate);
    }
    for (const auto* candidate : members) {
        const bool isOpen =
            candidate->kind != object::TypeMember::Kind::Field || candidate->name.empty();
        if (!isOpen)
            continue;
        if (auto found = memberIn(memberPlace(value, *candidate).place, name, depth + 1))
            return found;
    }
    return std::nullopt;
}

} // namespace faultline::variables
