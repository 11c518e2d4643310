// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/variables/types.h"

#include <set>
#include <utility>

namespace faultline::variables {

/// Compares types that have the same name but stand in different places of the debug info: copies
/// of one type, or other ones, as classes in unnamed namespaces of several files are. Not
/// thread-safe.
class TypeEquality
{
public:
    explicit TypeEquality(const Types& types) : m_types(types) {}

    /// True when values of both types are read in the same way: kinds, names, sizes, members and
    /// the types of these, and of what pointers lead to only the name. A comparison that takes more
    /// than kMostCompared steps finds them different.
    bool areSame(object::EntryRef one, object::EntryRef other);

    static constexpr std::uint32_t kMostCompared = 1u << 14;

private:
    bool same(object::EntryRef one, object::EntryRef other);
    bool sameParts(const object::TypeInfo& one, const object::TypeInfo& other);
    bool sameMembers(const std::vector<object::TypeMember>& one,
                     const std::vector<object::TypeMember>& other);
    bool sameVariants(const object::TypeInfo& one, const object::TypeInfo& other);

    const Types& m_types;
    std::set<std::pair<object::EntryRef, object::EntryRef>> m_known; // Equal, or under way.
    std::uint32_t m_left = 0;
};

} // namespace faultline::variables
