#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace faultline::script {

enum class Grammar : std::uint8_t { JavaScript, TypeScript, Tsx };

/// What a node is, as far as names of functions depend on it.
enum class NodeKind : std::uint8_t {
    Function, ///< Declaration or expression, also of a generator.
    Arrow,
    Method,
    ClassDeclaration,
    ClassExpression,
    Field, ///< Of a class.
    Object,
    Array,
    Pair,
    Declarator, ///< Of `var`, `let`, `const`.
    Assignment,
    Call, ///< `new` too.
    Identifier,
    Property, ///< A name in a member or as a key.
    PrivateName,
    ComputedKey,
    String,
    Number,
    Literal, ///< Of another kind.
    Member,
    Subscript,
    This,
    Other ///< An expression without a name of its own, where one is looked for.
};

enum class Accessor : std::uint8_t { None, Getter, Setter };

inline constexpr std::uint32_t kNoNode = 0xffff'ffff;

/// A node that matters for names. Offsets are bytes, the end is exclusive.
struct SyntaxNode
{
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    std::uint32_t parent = kNoNode; ///< The nearest ancestor that matters.
    /// The name, key, left side, property or index.
    std::uint32_t name = kNoNode;
    std::uint32_t object = kNoNode; ///< What a member belongs to.
    std::uint32_t bodyStart = 0;    ///< Of a function with a body; else 0.
    NodeKind kind = NodeKind::Other;
    Accessor accessor = Accessor::None;
};

/// The nodes of a script that matter for names, ancestors first, in the order of the text. A part
/// that does not parse is left out and counted.
struct SyntaxTree
{
    std::vector<SyntaxNode> nodes;
    bool hasErrors = false;
};

/// Bounds for what a hostile script may cost.
struct ScriptLimits
{
    std::size_t maxBytes = 48u << 20; ///< A tree takes some forty times its text.
    std::chrono::milliseconds maxTime{60'000};
};

/// Whether this build can parse at all: the grammars are optional.
bool hasGrammar(Grammar grammar);

/// Parses; damage is tolerated. Errors: Unsupported (no grammar in this build, too large a text,
/// too long a time), Cancelled. The only user of tree-sitter is syntax_tree.cpp.
Result<SyntaxTree> parseScript(std::string_view text,
                               Grammar grammar,
                               const ScriptLimits& limits = {},
                               std::stop_token stop = {});

} // namespace faultline::script
