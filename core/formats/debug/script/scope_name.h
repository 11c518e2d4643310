#pragma once

#include "core/formats/debug/script/syntax_tree.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::script {

/// A piece of a function's name: text made here, or an identifier of the script, whose original
/// name a map may know.
struct NamePart
{
    std::string text;
    std::optional<std::uint32_t> identifierAt; ///< Byte offset in the script.
};

using ScopeName = std::vector<NamePart>;

/// The pieces in a row.
std::string plainText(const ScopeName& name);

/// For whom a name is.
enum class NameStyle : std::uint8_t {
    Reference, ///< As the reference names scopes of minified text.
    /// As people call a function of original text: what is only passed to a call or listed in an
    /// array has no name, and neither `this`, `prototype` nor "<object>" is part of one.
    Original
};

/// The name of a function or class of the tree as the script spells it out: what surrounds it
/// ("o.p", "C.#m", "new C", "get a.foo"), empty when nothing names it. The node is a scope, see
/// isScope(). Rules: docs/spec/javascript.md §§8.2, 8.3 (getsentry/js-source-scopes src/swc.rs).
ScopeName scopeNameOf(const SyntaxTree& tree,
                      std::uint32_t node,
                      std::string_view text,
                      NameStyle style = NameStyle::Reference);

/// Functions, arrows, methods but constructors, classes.
bool isScope(const SyntaxTree& tree, std::uint32_t node, std::string_view text);

} // namespace faultline::script
