// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/script/syntax_tree.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::script {

/// A piece of a function's name. It is a finished text, or an identifier of the script for which a
/// map may know the original name.
struct NamePart
{
    std::string text;
    std::optional<std::uint32_t> identifierAt; ///< Byte offset in the script.
};

using ScopeName = std::vector<NamePart>;

/// Joins the pieces.
std::string plainText(const ScopeName& name);

/// The program whose rules a name follows.
enum class NameStyle : std::uint8_t {
    Reference, ///< The reference's rules for scopes of minified text.
    /// The names that people use for functions of original text. A function that is only passed to
    /// a call or listed in an array has no name; `this`, `prototype` and "<object>" are never part
    /// of a name.
    Original
};

/// Returns the name of a function or class with its surroundings, as the script shows it ("o.p",
/// "C.#m", "new C", "get a.foo"). Empty when nothing names it. The node must be a scope; see
/// isScope(). Rules: docs/spec/javascript.md §§8.2, 8.3 (getsentry/js-source-scopes src/swc.rs).
ScopeName scopeNameOf(const SyntaxTree& tree,
                      std::uint32_t node,
                      std::string_view text,
                      NameStyle style = NameStyle::Reference);

/// Tells whether a node is a scope: a function, an arrow function, a method other than a
/// constructor, or a class.
bool isScope(const SyntaxTree& tree, std::uint32_t node, std::string_view text);

} // namespace faultline::script
