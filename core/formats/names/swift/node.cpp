// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/node.h"

#include <algorithm>
#include <new>

namespace faultline::demangling::swift {

Node* Arena::leaf(Kind kind, std::string_view text, std::uint64_t number)
{
    if (++m_nodes > kMaxNodes)
        return nullptr;
    Node* const node = new (m_memory.allocate(sizeof(Node), alignof(Node))) Node;
    node->kind = kind;
    node->text = text;
    node->number = number;
    return node;
}

Node* Arena::make(Kind kind, std::initializer_list<Node*> children)
{
    return make(kind, {}, children);
}

Node* Arena::make(Kind kind, std::string_view phrase, std::initializer_list<Node*> children)
{
    if (std::ranges::any_of(children, [](const Node* child) { return child == nullptr; }))
        return nullptr;
    Node* node = leaf(kind, phrase);
    for (Node* const child : children)
        node = add(node, child);
    return node;
}

Node* Arena::add(Node* parent, Node* child)
{
    if (parent == nullptr || child == nullptr)
        return nullptr;
    if (parent->count == parent->capacity) {
        const std::uint32_t capacity = parent->capacity == 0 ? 2 : parent->capacity * 2;
        auto** const items =
            static_cast<Node**>(m_memory.allocate(capacity * sizeof(Node*), alignof(Node*)));
        std::copy_n(parent->items, parent->count, items);
        parent->items = items;
        parent->capacity = capacity;
    }
    parent->items[parent->count++] = child;
    return parent;
}

void Arena::reverse(Node& node, std::size_t from)
{
    if (from < node.count)
        std::reverse(node.items + from, node.items + node.count);
}

std::optional<std::string_view> Arena::keep(std::string_view text)
{
    m_textBytes += text.size();
    if (m_textBytes > kMaxTextBytes)
        return std::nullopt;
    auto* const copy = static_cast<char*>(m_memory.allocate(text.size() + 1, 1));
    std::ranges::copy(text, copy);
    return std::string_view(copy, text.size());
}

bool isDeclName(Kind kind)
{
    return kind == Kind::Identifier || kind == Kind::LocalName || kind == Kind::PrivateName ||
           kind == Kind::RelatedName || kind == Kind::Operator;
}

bool isAnyGeneric(Kind kind)
{
    return kind >= Kind::Class && kind <= Kind::BuiltinTuple;
}

bool isContext(Kind kind)
{
    return kind == Kind::Module || (kind >= Kind::AnonymousContext &&
                                    kind <= Kind::AutoDiffFunction && kind != Kind::BoundFunction);
}

bool isEntity(Kind kind)
{
    return kind == Kind::Type || isContext(kind);
}

bool isRequirement(Kind kind)
{
    return kind == Kind::PackMarker || kind == Kind::ValueMarker || kind == Kind::Requirement;
}

bool isFunctionAttribute(Kind kind)
{
    return kind == Kind::Attribute || kind == Kind::PartialApply || kind == Kind::Specialization ||
           kind == Kind::FunctionSpecialization;
}

} // namespace faultline::demangling::swift
