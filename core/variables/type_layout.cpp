// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/type_layout.h"

#include "core/variables/types.h"

#include <algorithm>

namespace faultline::variables {

namespace {

using PartKind = LayoutPart::Kind;
using object::TypeKind;

std::string_view kindName(TypeKind kind)
{
    switch (kind) {
    case TypeKind::Struct: return "struct";
    case TypeKind::Class: return "class";
    case TypeKind::Union: return "union";
    case TypeKind::Enum: return "enum";
    case TypeKind::Typedef: return "typedef";
    case TypeKind::Base: return "base type";
    default: return "type";
    }
}

/// In bits, so that the sum of two has no overflow; no structure is longer.
std::uint64_t bitsOf(std::uint64_t bytes)
{
    return std::min(bytes, ~std::uint64_t{0} / 16) * 8;
}

/// Adds the parts of a structure with the holes between them.
class LayoutWriter
{
public:
    LayoutWriter(const Types& types, TypeLayout& layout) : m_types(types), m_layout(layout) {}

    void addMembers(const object::TypeInfo& type)
    {
        const bool isUnion = type.kind == TypeKind::Union;
        for (const auto& member : type.members)
            addMember(member, isUnion);
        for (const auto& variants : type.variantParts) {
            if (variants.discriminant)
                addMember(*variants.discriminant, true);
            for (const auto& variant : variants.variants) {
                for (const auto& member : variant.members)
                    addMember(member, true);
            }
        }
        const bool isPlain = !isUnion && type.variantParts.empty() && !m_hasUnknownPlace;
        if (isPlain && type.sizeBytes && !type.members.empty())
            addGap(bitsOf(*type.sizeBytes), PartKind::Padding);
    }

private:
    void addMember(const object::TypeMember& member, bool overlaps)
    {
        LayoutPart part;
        part.kind = kindOf(member);
        part.type = m_types.nameOf(member.type);
        part.name =
            member.kind == object::TypeMember::Kind::Field ? std::string(member.name) : part.type;
        part.sizeBytes = m_types.sizeOf(member.type);
        part.offsetBytes = member.offsetBytes;
        auto beginBits = bitsOf(member.offsetBytes.value_or(0));
        auto endBits = beginBits + bitsOf(part.sizeBytes.value_or(0));
        if (member.bitSize != 0 && member.offsetBytes) {
            beginBits = member.bitOffset;
            endBits = beginBits + member.bitSize;
            part.offsetBytes = beginBits / 8;
            part.bitOffset = beginBits % 8;
            part.bitCount = member.bitSize;
        }
        m_hasUnknownPlace = m_hasUnknownPlace || !part.offsetBytes;
        // An empty base has size 1 and may share its byte.
        if (!overlaps && part.offsetBytes && beginBits > m_endBits && !m_hasUnknownPlace)
            addGap(beginBits, PartKind::Hole);
        m_layout.parts.push_back(std::move(part));
        if (member.kind == object::TypeMember::Kind::Base && isEmpty(member.type))
            endBits = beginBits;
        m_endBits = std::max(m_endBits, endBits);
    }

    static PartKind kindOf(const object::TypeMember& member)
    {
        switch (member.kind) {
        case object::TypeMember::Kind::Base: return PartKind::Base;
        case object::TypeMember::Kind::VirtualBase: return PartKind::VirtualBase;
        case object::TypeMember::Kind::Field: break;
        }
        return member.bitSize != 0 ? PartKind::BitField : PartKind::Member;
    }

    /// Members that lie nowhere make an empty class.
    bool isEmpty(object::EntryRef type) const
    {
        const auto info = m_types.plain(type).info;
        return info->sizeBytes == 1u && info->members.empty();
    }

    void addGap(std::uint64_t endBits, PartKind kind)
    {
        if (endBits <= m_endBits)
            return;
        LayoutPart gap;
        gap.kind = kind;
        gap.offsetBytes = m_endBits / 8;
        gap.bitOffset = m_endBits % 8;
        gap.bitCount = endBits - m_endBits;
        if (gap.bitOffset == 0 && gap.bitCount % 8 == 0)
            gap.sizeBytes = gap.bitCount / 8;
        if (kind == PartKind::Hole) {
            ++m_layout.holeCount;
            m_layout.holeBytes += gap.bitCount / 8;
        }
        m_layout.parts.push_back(std::move(gap));
    }

    const Types& m_types;
    TypeLayout& m_layout;
    std::uint64_t m_endBits = 0;
    bool m_hasUnknownPlace = false;
};

void addEnumerators(const object::TypeInfo& type, TypeLayout& layout)
{
    for (const auto& enumerator : type.enumerators) {
        LayoutPart part;
        part.kind = PartKind::Enumerator;
        part.name = std::string(enumerator.name);
        part.value = static_cast<std::int64_t>(enumerator.value);
        layout.parts.push_back(std::move(part));
    }
}

} // namespace

TypeLayout layoutOf(object::ValueInfoReader& info, object::EntryRef type, unsigned pointerBytes)
{
    const Types types(info, pointerBytes);
    const auto described = info.type(type);
    TypeLayout layout;
    layout.kind = kindName(described->kind);
    layout.name = types.nameOf(type);
    layout.sizeBytes = types.sizeOf(type);
    layout.isCut = described->isCut;
    if (described->kind == TypeKind::Typedef ||
        (described->kind == TypeKind::Enum && described->target))
        layout.target = types.nameOf(described->target);
    if (described->kind == TypeKind::Enum)
        addEnumerators(*described, layout);
    else if (isStructure(*described))
        LayoutWriter(types, layout).addMembers(*described);
    return layout;
}

std::string_view layoutPartName(LayoutPart::Kind kind)
{
    switch (kind) {
    case PartKind::Base: return "base";
    case PartKind::VirtualBase: return "virtual_base";
    case PartKind::Member: return "member";
    case PartKind::BitField: return "bit_field";
    case PartKind::Enumerator: return "enumerator";
    case PartKind::Hole: return "hole";
    case PartKind::Padding: return "padding";
    }
    return "";
}

} // namespace faultline::variables
