// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/variables/values.h"

#include <algorithm>

namespace faultline::variables {

namespace {

using object::TypeKind;

/// The most levels of base classes and anonymous members, and dimensions of an array.
constexpr std::uint32_t kMaxNesting = 16;

} // namespace

/// The value of a variable that has the number of an array's elements.
std::optional<std::uint64_t> Values::frameNumber(object::EntryRef entry, Absence& absence) const
{
    const auto variable = m_frame.info().variable(entry, m_frame.codeAddress());
    if (!variable) {
        absence = Absence::Damaged;
        return std::nullopt;
    }
    return number({.type = variable->type, .storage = m_frame.place(*variable)}, absence);
}

std::optional<std::uint64_t> Values::frameNumber(const object::LocationExpression& place,
                                                 Absence& absence) const
{
    const auto answer = evaluateNumber(place, m_frame, m_frame.budget());
    absence = answer ? Absence::None : answer.error();
    return answer ? std::optional(*answer) : std::nullopt;
}

std::optional<std::uint64_t> Values::countOf(const TypedPlace& array, Absence& absence) const
{
    absence = Absence::TypeNotKnown;
    const auto type = m_types.plain(array.type).info;
    if (array.dimension >= type->bounds.size())
        return std::nullopt;
    const auto& bound = type->bounds[array.dimension];
    if (bound.count)
        return bound.count;
    if (bound.countVariable)
        return frameNumber(bound.countVariable, absence);
    if (!bound.countPlace.bytes.empty())
        return frameNumber(bound.countPlace, absence);
    if (!bound.upperVariable && bound.upperPlace.bytes.empty())
        return std::nullopt;
    const auto highest = bound.upperVariable ? frameNumber(bound.upperVariable, absence)
                                             : frameNumber(bound.upperPlace, absence);
    if (!highest)
        return std::nullopt;
    return static_cast<std::int64_t>(*highest) < bound.lower
               ? 0
               : *highest - static_cast<std::uint64_t>(bound.lower) + 1;
}

std::optional<std::uint64_t> Values::elementCount(const TypedPlace& array) const
{
    auto absence = Absence::None;
    return countOf(array, absence);
}

/// The size of one element at the present dimension.
std::optional<std::uint64_t> Values::elementBytes(const TypedPlace& array) const
{
    const auto type = m_types.plain(array.type).info;
    auto size = m_types.sizeOf(type->target);
    // Without a size it is an array of arrays whose size the frame tells.
    if (!size || type->bounds.size() > kMaxNesting)
        return std::nullopt;
    for (std::uint32_t i = array.dimension + 1; i < type->bounds.size(); ++i) {
        const auto count = elementCount({.type = array.type, .dimension = i});
        std::uint64_t product = 0;
        if (!count || __builtin_mul_overflow(*size, *count, &product))
            return std::nullopt;
        size = product;
    }
    return *size > ~std::uint64_t{0} / 64 ? std::nullopt : size;
}

/// Why the size of an array's elements is not known: that of a further dimension, or the type's.
Absence Values::whyWithoutSize(const TypedPlace& array) const
{
    const auto type = m_types.plain(array.type).info;
    auto absence = Absence::None;
    for (std::uint32_t i = array.dimension + 1; i < type->bounds.size(); ++i) {
        if (!countOf({.type = array.type, .dimension = i}, absence))
            return absence;
    }
    return Absence::TypeNotKnown;
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
    const auto place = memberPlace(value, *part.discriminant).place;
    const auto current = number(place, absence);
    const auto bytes = m_types.sizeOf(place.type);
    if (!current || !bytes)
        return nullptr;
    // Compilers write the values with or without their sign.
    const auto mask = *bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * *bytes)) - 1;
    const object::TypeVariant* otherwise = nullptr;
    for (const auto& variant : part.variants) {
        if (variant.values.empty())
            otherwise = &variant;
        for (const auto& [low, high] : variant.values) {
            if (((*current - low) & mask) <= ((high - low) & mask))
                return &variant;
        }
    }
    return otherwise;
}

std::uint64_t Values::partCount(const TypedPlace& value, const object::TypeInfo& type) const
{
    std::uint64_t count = type.members.size();
    for (const auto& part : type.variantParts) {
        const auto* active = activeVariant(value, part);
        count += active == nullptr ? 0 : active->members.size();
    }
    return count;
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
    if (member.isInOtherOrder) {
        named.place.storage = Storage::missing(Absence::Unsupported);
    } else if (!member.offsetBytes && member.place.bytes.empty()) {
        named.place.storage = Storage::missing(Absence::Damaged);
    } else if (member.bitSize != 0) {
        named.place.storage = value.storage.from(member.bitOffset);
    } else if (member.offsetBytes) {
        const bool fits = *member.offsetBytes <= ~std::uint64_t{0} / 8;
        named.place.storage =
            fits ? value.storage.from(*member.offsetBytes * 8) : Storage::missing(Absence::Damaged);
    } else if (const auto object = value.storage.address(m_types.sizeOf(value.type).value_or(1))) {
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
        if (auto place = target(value)) {
            if (auto real = wholeObject(*place))
                place = std::move(real);
            found.push_back({.name = "*", .place = *std::move(place)});
        }
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
