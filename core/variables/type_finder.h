// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/variables/cpp_value.h"
#include "core/variables/type_equality.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::variables {

/// Where an expression stands, which decides between types of the same name.
struct TypeHome
{
    object::EntryRef entry = {}; ///< A type, whose template arguments come first, or a function.
    bool mayLackScopes = false;  ///< Names may stand without their scopes if they are unique.

    friend auto operator<=>(const TypeHome&, const TypeHome&) = default;
};

/// Finds the types that expressions name. Not thread-safe.
class TypeFinder
{
public:
    explicit TypeFinder(const Values& values) : m_values(values), m_equality(values.types()) {}

    /// "const ns::Class<int>*", spelled as a compiler or a programmer would. A type of the home's
    /// template arguments comes before others, and one in the home's unit before those of other
    /// units. Absent when the debug info has no such type, or several that differ.
    std::optional<CppType> find(std::string_view text, const TypeHome& home);

    /// The size of a value; absent for void, functions, and types without a fixed size.
    std::optional<std::uint64_t> sizeOf(const CppType& type) const;
    /// What a pointer type points to; absent for others.
    std::optional<CppType> targetOf(const CppType& type) const;
    /// The type without other names; a synthetic pointer has none, and neither has void.
    object::TypeInfoPtr plain(const CppType& type) const;
    bool isVoid(const CppType& type) const;
    std::string nameOf(const CppType& type) const;

    /// A type of the language itself: "int", "unsigned long". Never null for these.
    object::TypeInfoPtr builtIn(std::string_view name) const;

private:
    using Entries = std::vector<object::EntryRef>;

    std::optional<CppType> findNamed(const std::string& name, const TypeHome& home);
    std::optional<CppType> findWords(std::string_view words) const;
    std::vector<PlainType> argumentsOf(object::EntryRef home) const;
    Entries argumentsNamed(std::string_view name, object::EntryRef home) const;
    Entries localArgumentsNamed(std::string_view name, object::EntryRef home) const;
    Entries typesNamed(std::string_view name, const TypeHome& home) const;
    std::optional<object::EntryRef> onlyOne(const Entries& types);

    const Values& m_values;
    TypeEquality m_equality;
    std::map<std::pair<TypeHome, std::string>, std::optional<CppType>> m_known; // By the text.
};

/// The type of an arithmetic result.
object::TypeInfoPtr arithmeticType(Scalar::Kind kind, unsigned bytes);

} // namespace faultline::variables
