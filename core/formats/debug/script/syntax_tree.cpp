// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/script/syntax_tree.h"

#include <array>
#include <memory>
#include <optional>
#include <tree_sitter/api.h>

extern "C" {
const TSLanguage* tree_sitter_javascript(void);
const TSLanguage* tree_sitter_typescript(void);
const TSLanguage* tree_sitter_tsx(void);
}

namespace faultline::script {

namespace {

struct KindName
{
    std::string_view name;
    NodeKind kind;
};

// Node names of tree-sitter-javascript 0.23 and tree-sitter-typescript 0.23 (node-types.json).
constexpr std::array kKindNames{
    KindName{"function_declaration", NodeKind::Function},
    KindName{"function_expression", NodeKind::Function},
    KindName{"generator_function_declaration", NodeKind::Function},
    KindName{"generator_function", NodeKind::Function},
    KindName{"arrow_function", NodeKind::Arrow},
    KindName{"method_definition", NodeKind::Method},
    KindName{"class_declaration", NodeKind::ClassDeclaration},
    KindName{"abstract_class_declaration", NodeKind::ClassDeclaration},
    KindName{"class", NodeKind::ClassExpression},
    KindName{"field_definition", NodeKind::Field},
    KindName{"public_field_definition", NodeKind::Field},
    KindName{"object", NodeKind::Object},
    KindName{"array", NodeKind::Array},
    KindName{"pair", NodeKind::Pair},
    KindName{"variable_declarator", NodeKind::Declarator},
    KindName{"assignment_expression", NodeKind::Assignment},
    KindName{"augmented_assignment_expression", NodeKind::Assignment},
    KindName{"call_expression", NodeKind::Call},
    KindName{"new_expression", NodeKind::Call},
};

// These nodes are kept only as parts of the nodes above.
constexpr std::array kPartNames{
    KindName{"identifier", NodeKind::Identifier},
    KindName{"type_identifier", NodeKind::Identifier},
    KindName{"property_identifier", NodeKind::Property},
    KindName{"private_property_identifier", NodeKind::PrivateName},
    KindName{"computed_property_name", NodeKind::ComputedKey},
    KindName{"string", NodeKind::String},
    KindName{"number", NodeKind::Number},
    KindName{"regex", NodeKind::Literal},
    KindName{"true", NodeKind::Literal},
    KindName{"false", NodeKind::Literal},
    KindName{"null", NodeKind::Literal},
    KindName{"member_expression", NodeKind::Member},
    KindName{"subscript_expression", NodeKind::Subscript},
    KindName{"this", NodeKind::This},
};

// Fields that lead to the name of a node, and to the object that it belongs to.
constexpr std::array<std::string_view, 6> kNameFields{"name",     "key",   "left",
                                                      "property", "index", "function"};
constexpr std::string_view kObjectField = "object";
constexpr std::string_view kBodyField = "body";

enum class FieldRole : std::uint8_t { None, Name, Object, Body };

const TSLanguage* languageOf(Grammar grammar)
{
    switch (grammar) {
    case Grammar::JavaScript: return tree_sitter_javascript();
    case Grammar::TypeScript: return tree_sitter_typescript();
    case Grammar::Tsx: return tree_sitter_tsx();
    }
    return nullptr;
}

/// The meaning of a language's numbers for symbols and fields.
class LanguageTables
{
public:
    explicit LanguageTables(const TSLanguage* language)
    {
        const auto symbols = ts_language_symbol_count(language);
        m_kinds.resize(symbols);
        m_parts.resize(symbols);
        for (std::uint32_t symbol = 0; symbol < symbols; ++symbol)
            addSymbol(language, static_cast<TSSymbol>(symbol));
        m_roles.resize(ts_language_field_count(language) + 1);
        for (const auto name : kNameFields)
            addField(language, name, FieldRole::Name);
        addField(language, kObjectField, FieldRole::Object);
        addField(language, kBodyField, FieldRole::Body);
    }

    std::optional<NodeKind> kindOf(TSSymbol symbol) const { return at(m_kinds, symbol); }

    std::optional<NodeKind> partOf(TSSymbol symbol) const { return at(m_parts, symbol); }

    FieldRole roleOf(TSFieldId field) const
    {
        return field < m_roles.size() ? m_roles[field] : FieldRole::None;
    }

    Accessor accessorOf(TSSymbol symbol) const
    {
        if (symbol == m_get)
            return Accessor::Getter;
        return symbol == m_set ? Accessor::Setter : Accessor::None;
    }

private:
    using Kinds = std::vector<std::optional<NodeKind>>;

    static std::optional<NodeKind> at(const Kinds& kinds, TSSymbol symbol)
    {
        return symbol < kinds.size() ? kinds[symbol] : std::nullopt;
    }

    void addSymbol(const TSLanguage* language, TSSymbol symbol)
    {
        const std::string_view name = ts_language_symbol_name(language, symbol);
        const auto type = ts_language_symbol_type(language, symbol);
        if (type == TSSymbolTypeAnonymous && name == "get")
            m_get = symbol;
        if (type == TSSymbolTypeAnonymous && name == "set")
            m_set = symbol;
        if (type != TSSymbolTypeRegular)
            return;
        for (const auto& known : kKindNames) {
            if (known.name == name)
                m_kinds[symbol] = known.kind;
        }
        for (const auto& known : kPartNames) {
            if (known.name == name)
                m_parts[symbol] = known.kind;
        }
    }

    void addField(const TSLanguage* language, std::string_view name, FieldRole role)
    {
        const auto field = ts_language_field_id_for_name(language, name.data(),
                                                         static_cast<std::uint32_t>(name.size()));
        if (field != 0 && field < m_roles.size())
            m_roles[field] = role;
    }

    Kinds m_kinds; // Indexed by symbol.
    Kinds m_parts;
    std::vector<FieldRole> m_roles; // Indexed by field.
    TSSymbol m_get = 0xffff;
    TSSymbol m_set = 0xffff;
};

struct ParserDeleter
{
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

struct TreeDeleter
{
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

using ParserPtr = std::unique_ptr<TSParser, ParserDeleter>;
using TreePtr = std::unique_ptr<TSTree, TreeDeleter>;

/// Walks the whole tree without recursion and keeps the nodes that matter for names.
class TreeReader
{
public:
    TreeReader(const TSTree* tree, const LanguageTables& tables)
        : m_tables(tables), m_cursor(ts_tree_cursor_new(ts_tree_root_node(tree)))
    {
    }

    ~TreeReader() { ts_tree_cursor_delete(&m_cursor); }

    TreeReader(const TreeReader&) = delete;
    TreeReader& operator=(const TreeReader&) = delete;

    Result<SyntaxTree> read(const std::stop_token& stop)
    {
        m_levels.push_back({});
        for (std::uint32_t visited = 1;; ++visited) {
            if ((visited & 0xffff) == 0 && stop.stop_requested())
                return fail(ErrorKind::Cancelled, "script: no longer wanted");
            m_levels.push_back(visit());
            if (ts_tree_cursor_goto_first_child(&m_cursor))
                continue;
            m_levels.pop_back();
            if (!nextInText())
                return std::move(m_tree);
        }
    }

private:
    /// What a node passes on to its children.
    struct Level
    {
        std::uint32_t node = kNoNode; ///< The nearest ancestor that was kept.
        bool isDirect = false;        ///< That ancestor is the parent itself.
    };

    bool nextInText()
    {
        while (!ts_tree_cursor_goto_next_sibling(&m_cursor)) {
            if (!ts_tree_cursor_goto_parent(&m_cursor))
                return false;
            m_levels.pop_back();
        }
        return true;
    }

    Level visit()
    {
        const Level above = m_levels.back();
        const TSNode node = ts_tree_cursor_current_node(&m_cursor);
        const TSSymbol symbol = ts_node_symbol(node);
        const auto role = above.isDirect
                              ? m_tables.roleOf(ts_tree_cursor_current_field_id(&m_cursor))
                              : FieldRole::None;
        if (above.isDirect)
            noteAccessor(above.node, symbol);
        if (role == FieldRole::Body && !m_tables.kindOf(symbol))
            m_tree.nodes[above.node].bodyStart = ts_node_start_byte(node);
        auto kind = m_tables.kindOf(symbol);
        if (!kind && (role == FieldRole::Name || role == FieldRole::Object))
            kind = m_tables.partOf(symbol).value_or(NodeKind::Other);
        if (!kind)
            return {above.node, false};
        const auto index = static_cast<std::uint32_t>(m_tree.nodes.size());
        m_tree.nodes.push_back({.start = ts_node_start_byte(node),
                                .end = ts_node_end_byte(node),
                                .parent = above.node,
                                .kind = *kind});
        link(above, role, index);
        return {index, true};
    }

    void noteAccessor(std::uint32_t parent, TSSymbol symbol)
    {
        auto& method = m_tree.nodes[parent];
        const auto accessor = m_tables.accessorOf(symbol);
        if (accessor != Accessor::None && method.kind == NodeKind::Method && method.name == kNoNode)
            method.accessor = accessor;
    }

    void link(const Level& above, FieldRole role, std::uint32_t index)
    {
        if (!above.isDirect)
            return;
        auto& parent = m_tree.nodes[above.node];
        if (role == FieldRole::Name && parent.name == kNoNode)
            parent.name = index;
        else if (role == FieldRole::Object)
            parent.object = index;
        else if (role == FieldRole::Body)
            parent.bodyStart = m_tree.nodes[index].start;
    }

    const LanguageTables& m_tables;
    TSTreeCursor m_cursor;
    std::vector<Level> m_levels;
    SyntaxTree m_tree;
};

Result<TreePtr> parseTree(std::string_view text,
                          const TSLanguage* language,
                          const ScriptLimits& limits,
                          const std::stop_token& stop)
{
    const ParserPtr parser(ts_parser_new());
    if (!ts_parser_set_language(parser.get(), language))
        return fail(ErrorKind::Unsupported, "script: the grammar has another version");
    std::size_t isCancelled = 0; // The parser reads it while it runs.
    ts_parser_set_cancellation_flag(parser.get(), &isCancelled);
    ts_parser_set_timeout_micros(
        parser.get(),
        static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::microseconds>(limits.maxTime).count()));
    const std::stop_callback onStop(
        stop, [&isCancelled] { __atomic_store_n(&isCancelled, 1, __ATOMIC_RELAXED); });
    TreePtr tree(ts_parser_parse_string(parser.get(), nullptr, text.data(),
                                        static_cast<std::uint32_t>(text.size())));
    if (tree)
        return tree;
    if (stop.stop_requested())
        return fail(ErrorKind::Cancelled, "script: no longer wanted");
    return fail(ErrorKind::Unsupported, "script: parsing ", text.size(), " bytes takes more than ",
                limits.maxTime.count(), " ms");
}

} // namespace

bool hasGrammar(Grammar /*grammar*/)
{
    return true;
}

Result<SyntaxTree> parseScript(std::string_view text,
                               Grammar grammar,
                               const ScriptLimits& limits,
                               std::stop_token stop)
{
    if (text.size() > limits.maxBytes)
        return fail(ErrorKind::Unsupported, "script of ", text.size(),
                    " bytes is not parsed, limit ", limits.maxBytes);
    const auto* language = languageOf(grammar);
    FL_TRY(const auto tree, parseTree(text, language, limits, stop));
    FL_TRY(auto read, TreeReader(tree.get(), LanguageTables(language)).read(stop));
    read.hasErrors = ts_node_has_error(ts_tree_root_node(tree.get()));
    return read;
}

} // namespace faultline::script
