// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/type_equality.h"

#include <algorithm>

namespace faultline::variables {

namespace {

using object::TypeKind;

bool sameHead(const object::TypeInfo& one, const object::TypeInfo& other)
{
    // A class may be declared with "struct" elsewhere.
    const bool isSameKind =
        one.kind == other.kind || (one.kind != TypeKind::Union && isStructure(one) &&
                                   other.kind != TypeKind::Union && isStructure(other));
    return isSameKind && one.name == other.name && one.sizeBytes == other.sizeBytes &&
           one.encoding == other.encoding && one.isCut == other.isCut &&
           one.isDeclaration == other.isDeclaration &&
           one.isEncodedOtherwise == other.isEncodedOtherwise;
}

bool sameEnumerators(const object::TypeInfo& one, const object::TypeInfo& other)
{
    return std::ranges::equal(one.enumerators, other.enumerators,
                              [](const object::Enumerator& a, const object::Enumerator& b) {
                                  return a.name == b.name && a.value == b.value;
                              });
}

/// Lengths that only a frame tells are not compared, so that such arrays count as different.
bool sameBounds(const object::TypeInfo& one, const object::TypeInfo& other)
{
    return std::ranges::equal(one.bounds, other.bounds,
                              [](const object::ArrayBound& a, const object::ArrayBound& b) {
                                  return a.count && a.count == b.count && a.lower == b.lower;
                              });
}

bool samePlace(const object::TypeMember& one, const object::TypeMember& other)
{
    return one.kind == other.kind && one.name == other.name &&
           one.offsetBytes == other.offsetBytes && one.bitSize == other.bitSize &&
           one.bitOffset == other.bitOffset && one.isInOtherOrder == other.isInOtherOrder &&
           std::ranges::equal(one.place.bytes, other.place.bytes);
}

} // namespace

bool TypeEquality::areSame(object::EntryRef one, object::EntryRef other)
{
    m_known.clear();
    m_left = kMostCompared;
    return same(one, other);
}

bool TypeEquality::same(object::EntryRef first, object::EntryRef second)
{
    const auto one = m_types.plain(first);
    const auto other = m_types.plain(second);
    if (one.entry == other.entry)
        return true;
    if (m_left == 0)
        return false;
    --m_left;
    if (!m_known.emplace(one.entry, other.entry).second)
        return true;
    if (!sameHead(*one.info, *other.info))
        return false;
    if (isPointerLike(*one.info) || one.info->kind == TypeKind::MemberPointer ||
        one.info->kind == TypeKind::Function)
        return m_types.nameOf(one.entry) == m_types.nameOf(other.entry);
    return sameParts(*one.info, *other.info);
}

bool TypeEquality::sameParts(const object::TypeInfo& one, const object::TypeInfo& other)
{
    if (one.kind == TypeKind::Array || one.kind == TypeKind::Vector)
        return sameBounds(one, other) && same(one.target, other.target);
    return sameEnumerators(one, other) && sameMembers(one.members, other.members) &&
           sameVariants(one, other);
}

bool TypeEquality::sameMembers(const std::vector<object::TypeMember>& one,
                               const std::vector<object::TypeMember>& other)
{
    return std::ranges::equal(one, other,
                              [this](const object::TypeMember& a, const object::TypeMember& b) {
                                  return samePlace(a, b) && same(a.type, b.type);
                              });
}

bool TypeEquality::sameVariants(const object::TypeInfo& one, const object::TypeInfo& other)
{
    const auto sameVariant = [this](const object::TypeVariant& a, const object::TypeVariant& b) {
        return a.values == b.values && sameMembers(a.members, b.members);
    };
    return std::ranges::equal(
        one.variantParts, other.variantParts,
        [&](const object::VariantPart& a, const object::VariantPart& b) {
            const bool isSameDiscriminant =
                a.discriminant.has_value() == b.discriminant.has_value() &&
                (!a.discriminant || samePlace(*a.discriminant, *b.discriminant));
            return isSameDiscriminant && std::ranges::equal(a.variants, b.variants, sameVariant);
        });
}

} // namespace faultline::variables
