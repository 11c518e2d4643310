// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::natvis {

/// A type's name with the differences between compilers removed: without spaces that separate no
/// words, suffixes of numbers ("3ul" is "3"), and "struct" and "class" before names.
std::string plainTypeName(std::string_view name);

/// The first `<...>` of a name, split: "a<b<c>, d>::e" has the head "a", the arguments "b<c>" and
/// "d", and the rest "::e". Views of the name.
struct TemplateParts
{
    std::string_view head;
    std::vector<std::string_view> arguments;
    std::string_view rest;
    bool hasArguments = false;
};

/// Absent when the signs do not match, or there are too many arguments.
std::optional<TemplateParts> templateParts(std::string_view name);

/// The name of a type in a Natvis file, whose "*" stands for template arguments.
class TypePattern
{
public:
    explicit TypePattern(std::string_view name);

    /// The text before the first template argument, by which patterns are found.
    std::string_view head() const { return m_head; }

    /// Is there a wildcard outside of template arguments, as in "&[*]"? It stands for any text.
    bool isOpen() const { return m_head.find('*') != std::string::npos; }

    /// What the wildcards stand for, in order and as the name spells it: $T1, $T2, … A "*" that
    /// ends a list of arguments stands for all that are left. Absent when it is another type's
    /// name.
    std::optional<std::vector<std::string>> match(std::string_view name) const;

private:
    std::string m_name;
    std::string m_head;
};

/// The text with "$T1" and so on replaced; absent when one of them has no meaning.
std::optional<std::string> withArguments(std::string_view text,
                                         const std::vector<std::string>& arguments);

} // namespace faultline::natvis
