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

/// Returns the name of a function or class with its surroundings, as the script shows it ("o.p",
/// "C.#m", "new C", "get a.foo"). Empty when nothing names it. The node must be a scope; see
/// isScope(). Rules: docs/spec/javascript.md §§8.2, 8.3 (getsentry/js-source-scopes src/swc.rs).
ScopeName scopeNameOf(const SyntaxTree& tree, std::uint32_t node, std::string_view text);

/// Tells whether a node is a scope: a function, an arrow function, a method other than a
/// constructor, or a class.
bool isScope(const SyntaxTree& tree, std::uint32_t node, std::string_view text);

} // namespace faultline::script
