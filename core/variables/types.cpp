// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/types.h"

#include "core/base/result.h"

namespace faultline::variables {

namespace {

using object::TypeKind;

constexpr std::uint32_t kMaxHops = 64;
constexpr std::size_t kMaxParameters = 64;

bool isOtherName(TypeKind kind)
{
    switch (kind) {
    case TypeKind::Typedef:
    case TypeKind::Const:
    case TypeKind::Volatile:
    case TypeKind::Restrict:
    case TypeKind::Atomic: return true;
    default: return false;
    }
}

std::optional<std::uint64_t> product(std::uint64_t left, std::uint64_t right)
{
    std::uint64_t result = 0;
    return __builtin_mul_overflow(left, right, &result) ? std::nullopt : std::optional(result);
}

std::string_view unnamed(TypeKind kind)
{
    switch (kind) {
    case TypeKind::Struct: return "(anonymous struct)";
    case TypeKind::Class: return "(anonymous class)";
    case TypeKind::Union: return "(anonymous union)";
    case TypeKind::Enum: return "(anonymous enum)";
    default: return "(unknown type)";
    }
}

/// Writes a type around the declarator that it applies to: pointers grow to the left of what they
/// point to, arrays and functions to the right.
class NameWriter
{
public:
    explicit NameWriter(object::ValueInfoReader& info) : m_info(info) {}

    std::string write(object::EntryRef entry, std::string inner, std::uint32_t depth = 0)
    {
        if (depth > kMaxHops || inner.size() > Types::kMaxNameBytes || ++m_steps > 4 * kMaxHops)
            return concat("...", inner);
        const auto type = m_info.type(entry);
        switch (type->kind) {
        case TypeKind::Void: return joined("void", inner);
        case TypeKind::Pointer: return pointer(*type, "*", std::move(inner), depth);
        case TypeKind::LeftReference: return pointer(*type, "&", std::move(inner), depth);
        case TypeKind::RightReference: return pointer(*type, "&&", std::move(inner), depth);
        case TypeKind::MemberPointer:
            return write(type->target,
                         concat(" ", write(type->container, {}, depth + 1), "::*", inner),
                         depth + 1);
        case TypeKind::Array:
        case TypeKind::Vector: return array(*type, std::move(inner), depth);
        case TypeKind::Function: return function(*type, std::move(inner), depth);
        case TypeKind::Const: return qualified(*type, "const", std::move(inner), depth);
        case TypeKind::Volatile: return qualified(*type, "volatile", std::move(inner), depth);
        case TypeKind::Restrict: return qualified(*type, "restrict", std::move(inner), depth);
        case TypeKind::Atomic: return qualified(*type, "_Atomic", std::move(inner), depth);
        default:
            if (type->name.empty() && type->kind == TypeKind::Typedef)
                return write(type->target, std::move(inner), depth + 1);
            return joined(type->name.empty() ? unnamed(type->kind) : type->name, inner);
        }
    }

private:
    static std::string joined(std::string_view name, std::string_view inner)
    {
        const bool isCut = name.size() > Types::kMaxNameBytes;
        return concat(name.substr(0, Types::kMaxNameBytes), isCut ? "..." : "",
                      inner.starts_with('(') ? " " : "", inner);
    }

    std::string pointer(const object::TypeInfo& type,
                        std::string_view sign,
                        std::string inner,
                        std::uint32_t depth)
    {
        if (!type.name.empty())
            return joined(type.name, inner);
        const auto target = m_info.type(type.target)->kind;
        const bool needsParentheses = target == TypeKind::Array || target == TypeKind::Function;
        return write(type.target,
                     needsParentheses ? concat("(", sign, inner, ")") : concat(sign, inner),
                     depth + 1);
    }

    std::string qualified(const object::TypeInfo& type,
                          std::string_view word,
                          std::string inner,
                          std::uint32_t depth)
    {
        const auto target = m_info.type(type.target)->kind;
        const bool isAfter = target == TypeKind::Pointer || target == TypeKind::LeftReference ||
                             target == TypeKind::RightReference ||
                             target == TypeKind::MemberPointer;
        if (isAfter)
            return write(type.target, concat(" ", word, inner), depth + 1);
        return concat(word, " ", write(type.target, std::move(inner), depth + 1));
    }

    std::string array(const object::TypeInfo& type, std::string inner, std::uint32_t depth)
    {
        for (const auto& bound : type.bounds)
            inner += bound.count ? concat("[", *bound.count, "]") : std::string("[]");
        return write(type.target, std::move(inner), depth + 1);
    }

    std::string function(const object::TypeInfo& type, std::string inner, std::uint32_t depth)
    {
        std::string parameters;
        for (std::size_t i = 0; i < type.parameters.size() && i < kMaxParameters; ++i)
            parameters += concat(i == 0 ? "" : ", ", write(type.parameters[i], {}, depth + 1));
        if (type.isVariadic)
            parameters += parameters.empty() ? "..." : ", ...";
        return write(type.target, concat(inner.empty() ? " " : inner, "(", parameters, ")"),
                     depth + 1);
    }

    object::ValueInfoReader& m_info;
    std::uint32_t m_steps = 0;
};

} // namespace

PlainType Types::plain(object::EntryRef entry) const
{
    auto type = m_info.type(entry);
    for (std::uint32_t hop = 0; isOtherName(type->kind) && hop < kMaxHops; ++hop) {
        // A subrange or a typedef without a target is all there is.
        if (!type->target && type->kind == TypeKind::Typedef)
            break;
        entry = type->target;
        type = m_info.type(entry);
    }
    if (type->isDeclaration) {
        if (const auto definition = m_info.definitionOf(entry))
            return {definition, m_info.type(definition)};
    }
    return {entry, std::move(type)};
}

std::optional<std::uint64_t> Types::sizeOf(object::EntryRef entry) const
{
    return sizeOf(entry, 0);
}

std::optional<std::uint64_t> Types::sizeOf(object::EntryRef entry, std::uint32_t depth) const
{
    const auto type = plain(entry).info;
    if (type->kind == TypeKind::Array || type->kind == TypeKind::Vector) {
        if (type->sizeBytes)
            return type->sizeBytes;
        auto size = depth < kMaxHops ? sizeOf(type->target, depth + 1) : std::nullopt;
        for (const auto& bound : type->bounds)
            size = size && bound.count ? product(*size, *bound.count) : std::nullopt;
        return type->bounds.empty() ? std::nullopt : size;
    }
    if (type->sizeBytes)
        return type->sizeBytes;
    if (isPointerLike(*type))
        return m_pointerBytes;
    if (type->kind == TypeKind::MemberPointer)
        return plain(type->target).info->kind == TypeKind::Function ? 2 * m_pointerBytes
                                                                    : m_pointerBytes;
    if (type->kind == TypeKind::Enum && type->target && depth < kMaxHops)
        return sizeOf(type->target, depth + 1);
    return std::nullopt;
}

std::string Types::nameOf(object::EntryRef entry) const
{
    auto name = NameWriter(m_info).write(entry, {});
    if (name.size() > kMaxNameBytes) {
        name.resize(kMaxNameBytes);
        name += "...";
    }
    return name;
}

bool isStructure(const object::TypeInfo& type)
{
    return type.kind == TypeKind::Struct || type.kind == TypeKind::Class ||
           type.kind == TypeKind::Union;
}

bool isPointerLike(const object::TypeInfo& type)
{
    return type.kind == TypeKind::Pointer || type.kind == TypeKind::LeftReference ||
           type.kind == TypeKind::RightReference;
}

bool isCharacter(const object::TypeInfo& type)
{
    using object::BaseEncoding;
    if (type.kind != TypeKind::Base)
        return false;
    const bool isByte =
        type.encoding == BaseEncoding::SignedChar || type.encoding == BaseEncoding::UnsignedChar;
    // DWARF has it as a number.
    const bool isWide = type.name == "wchar_t";
    return type.encoding == BaseEncoding::Utf || (isByte && type.name == "char") || isWide;
}

} // namespace faultline::variables
