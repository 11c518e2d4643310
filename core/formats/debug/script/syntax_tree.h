// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace faultline::script {

enum class Grammar : std::uint8_t { JavaScript, TypeScript, Tsx };

/// The kind of a node, as far as names of functions depend on it.
enum class NodeKind : std::uint8_t {
    Function, ///< A declaration or an expression, also of a generator.
    Arrow,
    Method,
    ClassDeclaration,
    ClassExpression,
    Field, ///< A field of a class.
    Object,
    Array,
    Pair,
    Declarator, ///< A variable in `var`, `let` or `const`.
    Assignment,
    Call, ///< Also `new`.
    Identifier,
    Property, ///< A name in a member expression or as a key.
    PrivateName,
    ComputedKey,
    String,
    Number,
    Literal, ///< A literal of another kind.
    Member,
    Subscript,
    This,
    Other ///< An expression without its own name, in a place where a name is expected.
};

enum class Accessor : std::uint8_t { None, Getter, Setter };

inline constexpr std::uint32_t kNoNode = 0xffff'ffff;

/// A node that matters for names. Offsets are in bytes; the end is exclusive.
struct SyntaxNode
{
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    std::uint32_t parent = kNoNode; ///< The nearest ancestor that matters.
    /// The name, key, left side, property or index.
    std::uint32_t name = kNoNode;
    std::uint32_t object = kNoNode; ///< The object to which a member belongs.
    std::uint32_t bodyStart = 0;    ///< For a function with a body; otherwise 0.
    NodeKind kind = NodeKind::Other;
    Accessor accessor = Accessor::None;
};

/// The nodes of a script that matter for names, in the order of the text, with ancestors first.
/// Parts that cannot be parsed are left out and counted.
struct SyntaxTree
{
    std::vector<SyntaxNode> nodes;
    bool hasErrors = false;
};

/// Limits for hostile scripts.
struct ScriptLimits
{
    std::size_t maxBytes = 48u << 20; ///< A tree needs about forty times the memory of its text.
    std::chrono::milliseconds maxTime{60'000};
};

/// Tells whether this build can parse the language, because the grammars are optional.
bool hasGrammar(Grammar grammar);

/// Parses a script and tolerates damage. Errors: Unsupported (the build has no grammar, the text is
/// too large, or parsing takes too long), Cancelled. Only syntax_tree.cpp uses tree-sitter.
Result<SyntaxTree> parseScript(std::string_view text,
                               Grammar grammar,
                               const ScriptLimits& limits = {},
                               std::stop_token stop = {});

} // namespace faultline::script
