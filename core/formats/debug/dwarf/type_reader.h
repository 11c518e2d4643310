// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/scope_names.h"
#include "core/formats/debug/dwarf/value_units.h"

#include <deque>

namespace faultline::dwarf {

/// Reads types one by one; what they refer to stays a reference. Keeps what it has read. Uses the
/// units of others; not thread-safe.
class TypeReader
{
public:
    /// A type may have this many members, enumerators, dimensions, parameters. Real ones have a few
    /// thousand enumerators at most.
    static constexpr std::size_t kMaxParts = 1u << 17;

    TypeReader(ValueUnits& units, const ParseLimits& limits) : m_units(units), m_limits(limits) {}

    /// Never null.
    object::TypeInfoPtr type(object::EntryRef ref);
    /// The name of an entry with its scopes.
    std::string_view qualifiedName(const Entry& entry);

private:
    std::shared_ptr<object::TypeInfo> read(const Entry& entry);
    void readMembers(const Entry& entry, object::TypeInfo& type);
    void addMember(const Entry& child, std::vector<object::TypeMember>& members);
    object::TypeMember member(const Entry& child);
    void placeMember(const Entry& child, object::TypeMember& member);
    bool placeBits(const Entry& child, object::TypeMember& member);
    std::optional<std::uint64_t>
    bitsBefore(const Entry& child, std::uint64_t bitSize, object::EntryRef type);
    std::optional<std::uint64_t> storageBytesOf(object::EntryRef ref);
    bool isSwapped(object::EntryRef ref);
    void markSwapped(object::TypeInfo& type);
    void readVariantPart(const Entry& entry, object::TypeInfo& type);
    void readTemplateArgument(const Entry& child, object::TypeInfo& type);
    object::TypeVariant variant(const Entry& entry);
    void readEnumerators(const Entry& entry, object::TypeInfo& type);
    void readBounds(const Entry& entry, object::TypeInfo& type);
    object::ArrayBound bound(const Entry& range);
    std::optional<std::uint64_t> enumeratorCount(const Entry& enumeration);
    void readParameters(const Entry& entry, object::TypeInfo& type);

    ValueUnits& m_units;
    ParseLimits m_limits;
    std::map<object::EntryRef, object::TypeInfoPtr> m_types;
    std::deque<std::string> m_texts;
    std::unordered_map<const ValueUnit*, std::unique_ptr<ScopeNames>> m_names;
};

} // namespace faultline::dwarf
