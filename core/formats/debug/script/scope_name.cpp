// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/script/scope_name.h"

#include <algorithm>
#include <ranges>

namespace faultline::script {

namespace {

constexpr std::uint32_t kMaxAncestors = 4096; // A function with more ancestors gets no name.

/// Collects a name from its innermost component outwards.
class NameBuilder
{
public:
    NameBuilder(const SyntaxTree& tree, std::string_view text, NameStyle style)
        : m_tree(tree), m_text(text), m_isOriginal(style == NameStyle::Original)
    {
    }

    ScopeName nameOf(std::uint32_t scope)
    {
        const auto& node = m_tree.nodes[scope];
        const bool isClass =
            node.kind == NodeKind::ClassDeclaration || node.kind == NodeKind::ClassExpression;
        const bool isObjectAccessor = node.kind == NodeKind::Method &&
                                      node.accessor != Accessor::None && node.parent != kNoNode &&
                                      m_tree.nodes[node.parent].kind == NodeKind::Object;
        m_accessor = node.accessor;
        if (node.kind == NodeKind::Method && !isObjectAccessor)
            addKey(node);
        const bool isDeclaration = node.kind == NodeKind::ClassDeclaration;
        if (!isClass || !addClass(node, isDeclaration))
            collect(scope);
        if (m_isInObject && !m_components.empty() && !m_isBound && !m_isOriginal)
            m_components.push_back({.parts = {made("<object>")}});
        // As in the reference, the key of an accessor alone does not show that the accessor belongs
        // to an object.
        if (isObjectAccessor) {
            addKey(node);
            std::ranges::rotate(m_components, std::prev(m_components.end()));
        }
        if (node.kind == NodeKind::Function && node.name != kNoNode)
            replaceInnermost(node.name);
        auto name = assembled();
        if (isClass && !name.empty())
            name.insert(name.begin(), made("new "));
        return name;
    }

private:
    /// The parts from left to right, and whether a dot precedes them.
    struct Component
    {
        ScopeName parts;
        bool isSubscript = false;
    };

    static bool isNoise(const Component& component)
    {
        const auto& text = component.parts.front().text;
        return component.parts.size() == 1 && (text == "this" || text == "prototype");
    }

    static NamePart made(std::string text) { return {std::move(text), std::nullopt}; }

    std::string_view textOf(const SyntaxNode& node) const
    {
        return m_text.substr(node.start, node.end - node.start);
    }

    NamePart identifier(const SyntaxNode& node) const
    {
        return {std::string(textOf(node)), node.start};
    }

    void add(NamePart part) { m_components.push_back({.parts = {std::move(part)}}); }

    /// Adds the surroundings of the scope, until one of them completes the name.
    void collect(std::uint32_t scope)
    {
        auto child = scope;
        auto at = m_tree.nodes[scope].parent;
        for (std::uint32_t i = 0; at != kNoNode && i < kMaxAncestors; ++i) {
            if (addAncestor(m_tree.nodes[at], child))
                return;
            child = at;
            at = m_tree.nodes[at].parent;
        }
    }

    /// Returns true when the name is complete.
    bool addAncestor(const SyntaxNode& node, std::uint32_t child)
    {
        switch (node.kind) {
        case NodeKind::Function:
        case NodeKind::Arrow: return true;
        // A function in a computed key does not belong to the method.
        case NodeKind::Method: return child != node.name;
        case NodeKind::ClassExpression: return addClass(node, false);
        case NodeKind::ClassDeclaration: return addClass(node, true);
        case NodeKind::Field: addKey(node); return false;
        case NodeKind::Pair: return addPair(node);
        case NodeKind::Object: m_isInObject = true; return false;
        case NodeKind::Declarator: return addDeclarator(node);
        case NodeKind::Assignment: return addAssignment(node, child);
        case NodeKind::Array:
        case NodeKind::Call: return m_isOriginal;
        default: return false;
        }
    }

    bool addClass(const SyntaxNode& node, bool isEnd)
    {
        if (node.name != kNoNode)
            add(identifier(m_tree.nodes[node.name]));
        m_isBound = m_isBound || isEnd;
        return isEnd;
    }

    bool addPair(const SyntaxNode& pair)
    {
        if (pair.name != kNoNode && m_tree.nodes[pair.name].kind == NodeKind::Property)
            add(identifier(m_tree.nodes[pair.name]));
        return false;
    }

    bool addDeclarator(const SyntaxNode& node)
    {
        if (node.name == kNoNode || m_tree.nodes[node.name].kind != NodeKind::Identifier)
            return false;
        add(identifier(m_tree.nodes[node.name]));
        m_isBound = true;
        return true;
    }

    bool addAssignment(const SyntaxNode& node, std::uint32_t child)
    {
        if (node.name == kNoNode || child == node.name)
            return false;
        auto chain = chainOf(node.name);
        if (chain.empty())
            return false;
        if (m_isOriginal)
            std::erase_if(chain, isNoise);
        m_components.insert(m_components.end(), std::make_move_iterator(chain.begin()),
                            std::make_move_iterator(chain.end()));
        m_isBound = true;
        return true;
    }

    /// Splits `a.b["c"]` from its end. Empty when it does not begin with an identifier or `this`.
    std::vector<Component> chainOf(std::uint32_t at) const
    {
        std::vector<Component> chain;
        for (std::uint32_t i = 0; at != kNoNode && i < kMaxAncestors; ++i) {
            const auto& node = m_tree.nodes[at];
            if (node.kind == NodeKind::Identifier) {
                chain.push_back({.parts = {identifier(node)}});
                return chain;
            }
            if (node.kind == NodeKind::This) {
                chain.push_back({.parts = {made("this")}});
                return chain;
            }
            const bool isMember = node.kind == NodeKind::Member && node.name != kNoNode;
            if (!isMember && node.kind != NodeKind::Subscript)
                return {};
            chain.push_back(isMember ? memberOf(node) : subscriptOf(node));
            at = node.object;
        }
        return {};
    }

    Component memberOf(const SyntaxNode& node) const
    {
        return {.parts = privateOrPlain(m_tree.nodes[node.name])};
    }

    /// For `#p` the map has a name at the position of `p`.
    ScopeName privateOrPlain(const SyntaxNode& name) const
    {
        if (name.kind != NodeKind::PrivateName)
            return {identifier(name)};
        const auto text = textOf(name);
        return {made("#"),
                {std::string(text.substr(std::min<std::size_t>(1, text.size()))), name.start}};
    }

    Component subscriptOf(const SyntaxNode& node) const
    {
        Component component{.parts = {made("[<computed>]")}, .isSubscript = true};
        if (node.name == kNoNode)
            return component;
        const auto& index = m_tree.nodes[node.name];
        if (index.kind == NodeKind::Identifier)
            component.parts = {made("["), identifier(index), made("]")};
        else if (index.kind == NodeKind::String)
            component.parts = {made(concat("[", quoted(textOf(index)), "]"))};
        else if (index.kind == NodeKind::Number || index.kind == NodeKind::Literal)
            component.parts = {made(concat("[", textOf(index), "]"))};
        return component;
    }

    /// Adds the key of a method or field.
    void addKey(const SyntaxNode& member)
    {
        if (member.name == kNoNode)
            return;
        const auto& key = m_tree.nodes[member.name];
        switch (key.kind) {
        case NodeKind::Property:
        case NodeKind::Identifier:
        case NodeKind::PrivateName: m_components.push_back({.parts = privateOrPlain(key)}); break;
        case NodeKind::String: add(made(concat("<", quoted(textOf(key)), ">"))); break;
        case NodeKind::Number: add(made(concat("<", textOf(key), ">"))); break;
        default: add(made("<computed>")); break;
        }
    }

    static std::string quoted(std::string_view literal)
    {
        if (literal.size() >= 2)
            literal = literal.substr(1, literal.size() - 2);
        return concat("\"", literal, "\"");
    }

    void replaceInnermost(std::uint32_t name)
    {
        if (m_components.empty())
            m_components.emplace_back();
        m_components.front() = {.parts = {identifier(m_tree.nodes[name])}};
    }

    ScopeName assembled()
    {
        ScopeName name;
        if (m_accessor != Accessor::None)
            name.push_back(made(m_accessor == Accessor::Getter ? "get " : "set "));
        bool isFirst = true;
        for (auto& component : m_components | std::views::reverse) {
            if (!isFirst && !component.isSubscript)
                name.push_back(made("."));
            isFirst = false;
            name.insert(name.end(), std::make_move_iterator(component.parts.begin()),
                        std::make_move_iterator(component.parts.end()));
        }
        return name;
    }

    const SyntaxTree& m_tree;
    std::string_view m_text;
    std::vector<Component> m_components; // Ordered innermost first.
    Accessor m_accessor = Accessor::None;
    bool m_isOriginal;
    bool m_isInObject = false;
    bool m_isBound = false;
};

} // namespace

std::string plainText(const ScopeName& name)
{
    std::string text;
    for (const auto& part : name)
        text += part.text;
    return text;
}

ScopeName
scopeNameOf(const SyntaxTree& tree, std::uint32_t node, std::string_view text, NameStyle style)
{
    return NameBuilder(tree, text, style).nameOf(node);
}

bool isScope(const SyntaxTree& tree, std::uint32_t node, std::string_view text)
{
    const auto& found = tree.nodes[node];
    switch (found.kind) {
    case NodeKind::Function:
    case NodeKind::Arrow:
    case NodeKind::ClassDeclaration:
    case NodeKind::ClassExpression: return true;
    case NodeKind::Method: break;
    default: return false;
    }
    if (found.name == kNoNode || found.parent == kNoNode)
        return true;
    const auto& name = tree.nodes[found.name];
    const auto& parent = tree.nodes[found.parent];
    const bool isOfClass =
        parent.kind == NodeKind::ClassDeclaration || parent.kind == NodeKind::ClassExpression;
    return !isOfClass || text.substr(name.start, name.end - name.start) != "constructor";
}

} // namespace faultline::script
