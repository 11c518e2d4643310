// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/variables/cpp_value.h"

#include <map>
#include <string_view>
#include <vector>

namespace faultline::variables {

/// Finds the types that expressions name. Not thread-safe.
class TypeFinder
{
public:
    explicit TypeFinder(const Values& values) : m_values(values) {}

    /// "const ns::Class<int>*", spelled as a compiler or a programmer would. Absent when the debug
    /// info has no such type.
    std::optional<CppType> find(std::string_view text);

    /// The size of a value; absent for void, functions, and types without a fixed size.
    std::optional<std::uint64_t> sizeOf(const CppType& type) const;
    /// What a pointer type points to; absent for others.
    std::optional<CppType> targetOf(const CppType& type) const;
    /// The type without other names; a synthetic pointer has none, and neither has void.
    object::TypeInfoPtr plain(const CppType& type) const;
    std::string nameOf(const CppType& type) const;

    /// A type of the language itself: "int", "unsigned long". Never null for these.
    object::TypeInfoPtr builtIn(std::string_view name) const;

private:
    std::optional<CppType> findNamed(const std::string& name);
    std::optional<CppType> findWords(std::string_view words) const;
    std::optional<object::EntryRef> onlyType(std::string_view name) const;

    const Values& m_values;
    std::map<std::string, std::optional<CppType>, std::less<>> m_known; // By the text.
};

/// The type of an arithmetic result.
object::TypeInfoPtr arithmeticType(Scalar::Kind kind, unsigned bytes);

} // namespace faultline::variables
