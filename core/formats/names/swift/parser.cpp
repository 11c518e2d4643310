// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/parser.h"

namespace faultline::demangling::swift {

bool Parser::accept(std::string_view text)
{
    if (!rest().starts_with(text))
        return false;
    skip(text.size());
    return true;
}

std::optional<unsigned> Parser::natural()
{
    constexpr unsigned kMax = 1'000'000'000; // Ten times a value below does not wrap.
    if (peek() < '0' || peek() > '9')
        return std::nullopt;
    unsigned value = 0;
    while (peek() >= '0' && peek() <= '9') {
        if (value > kMax / 10)
            return std::nullopt;
        value = value * 10 + static_cast<unsigned>(take() - '0');
    }
    return value;
}

/// "_" is 0, "0_" is 1, …
std::optional<unsigned> Parser::index()
{
    if (accept('_'))
        return 0;
    const auto value = natural();
    if (!value || !accept('_'))
        return std::nullopt;
    return *value + 1;
}

Node* Parser::indexNode()
{
    const auto value = index();
    return value ? m_arena.leaf(Kind::Number, {}, *value) : nullptr;
}

bool Parser::push(Node* node)
{
    if (node == nullptr || m_stack.size() >= Arena::kMaxNodes)
        return false;
    m_stack.push_back(node);
    return true;
}

Node* Parser::pop()
{
    if (m_stack.empty())
        return nullptr;
    Node* const node = m_stack.back();
    m_stack.pop_back();
    return node;
}

Node* Parser::pop(Kind kind)
{
    return !m_stack.empty() && m_stack.back()->kind == kind ? pop() : nullptr;
}

Node* Parser::pop(Predicate matches)
{
    return !m_stack.empty() && matches(m_stack.back()->kind) ? pop() : nullptr;
}

Node* Parser::popTypeContent()
{
    const Node* const node = popType();
    return node == nullptr ? nullptr : node->child(0);
}

Node* Parser::popNominal()
{
    Node* const node = popTypeContent();
    return node != nullptr && isAnyGeneric(node->kind) ? node : nullptr;
}

Node* Parser::popModule()
{
    if (const Node* const name = pop(Kind::Identifier))
        return m_arena.leaf(Kind::Module, name->text);
    return pop(Kind::Module);
}

Node* Parser::popContext()
{
    if (Node* const module = popModule())
        return module;
    if (const Node* const node = popType()) {
        Node* const content = node->child(0);
        return content != nullptr && isContext(content->kind) ? content : nullptr;
    }
    return pop(isContext);
}

Node* Parser::popProtocol()
{
    if (Node* const node = popType())
        return isKind(withoutType(node), Kind::Protocol) ? node : nullptr;
    Node* const name = pop(isDeclName);
    Node* const context = popContext();
    return type(m_arena.make(Kind::Protocol, {context, name}));
}

Node* Parser::popOperand(Operand operand)
{
    switch (operand) {
    case Operand::None: return nullptr;
    case Operand::Any: return pop();
    case Operand::Type: return popType();
    case Operand::TypeContent: return popTypeContent();
    case Operand::Nominal: return popNominal();
    case Operand::Entity: return pop(isEntity);
    case Operand::Protocol: return popProtocol();
    case Operand::Conformance: return popProtocolConformance();
    case Operand::AssociatedTypeName: return popAssociatedTypeName();
    case Operand::Context: return popContext();
    case Operand::Module: return popModule();
    }
    return nullptr;
}

/// A list is an EmptyList mark, or items of which the first is followed by a mark.
Node* Parser::popList(Kind listKind, Node* (Parser::*popItem)())
{
    Node* list = m_arena.leaf(listKind);
    if (pop(Kind::EmptyList) != nullptr)
        return list;
    for (bool isFirst = false; !isFirst && list != nullptr;) {
        isFirst = pop(Kind::FirstElement) != nullptr;
        list = m_arena.add(list, (this->*popItem)());
    }
    if (list != nullptr)
        Arena::reverse(*list);
    return list;
}

Node* Parser::text(Kind kind, std::string_view text)
{
    const auto kept = m_arena.keep(text);
    return kept ? m_arena.leaf(kind, *kept) : nullptr;
}

Node* Parser::phrase(std::string_view phrase, std::initializer_list<Node*> children)
{
    return m_arena.make(Kind::Phrase, phrase, children);
}

Node* Parser::keptPhrase(Kind kind, std::string_view phrase, std::initializer_list<Node*> children)
{
    const auto kept = m_arena.keep(phrase);
    return kept ? m_arena.make(kind, *kept, children) : nullptr;
}

Node* Parser::substitutable(Node* node)
{
    if (node != nullptr)
        m_substitutions.push_back(node);
    return node;
}

Node* Parser::phraseOperation(char family)
{
    const PhraseOperator* const found = findPhrase(family, take());
    if (found == nullptr)
        return nullptr;
    Node* node = m_arena.leaf(found->kind, found->phrase);
    if (found->operand != Operand::None)
        node = m_arena.add(node, popOperand(found->operand));
    return found->isType ? type(node) : node;
}

Node* Parser::operation()
{
    const char c = peek();
    if (c >= '0' && c <= '9')
        return identifier();
    if (const PhraseOperator* const found = findPhrase('\0', c); found != nullptr)
        return phraseOperation('\0');
    skip(1);
    switch (c) {
    case 'A': return multiSubstitution();
    case 'B': return builtinType();
    case 'C': return nominalType(Kind::Class);
    case 'D': {
        Node* const named = popType();
        Node* const labels = popParameterLabels(named);
        return labels != nullptr ? m_arena.make(Kind::TypeMangling, {labels, named})
                                 : m_arena.make(Kind::TypeMangling, {named});
    }
    case 'E': return extensionContext();
    case 'F': return plainFunction();
    case 'G': return boundGenericType();
    case 'H': return conformanceOperation();
    case 'I': return implFunctionType();
    case 'L': return localIdentifier();
    case 'M': return metadata();
    case 'O': return nominalType(Kind::Enum);
    case 'P': return nominalType(Kind::Protocol);
    case 'Q': return archetype();
    case 'R': return genericRequirement();
    case 'S': return standardSubstitution();
    case 'T': return thunk();
    case 'V': return nominalType(Kind::Structure);
    case 'W': return witness();
    case 'X': return specialType();
    case 'Y': return accept('j') ? differentiable() : phraseOperation('Y');
    case 'a': return nominalType(Kind::TypeAlias);
    case 'c': return functionType(FunctionFlavor::Plain);
    case 'f': return functionEntity();
    case 'g': return retroactiveConformance();
    case 'i': return subscript();
    case 'l': return genericSignature(false);
    case 'o': return operatorIdentifier();
    case 'p': return type(protocolList());
    case 'q': return type(genericParamIndex());
    case 'r': return genericSignature(true);
    case 't': return tuple();
    case 'u': {
        Node* const signature = pop(Kind::GenericSignature);
        Node* const content = popType();
        return type(m_arena.make(Kind::GenericType, {signature, content}));
    }
    case 'v': return accessor(entity(Kind::Variable));
    case 'w': return valueWitness();
    case 'x': return type(genericParam(0, 0));
    case '$': return integerType();
    case '.': {
        Node* const suffix = m_arena.leaf(Kind::Suffix, m_text.substr(m_position - 1));
        m_position = m_text.size();
        return suffix;
    }
    // Bytes below 0x20 are references to other places of an image, which a name alone cannot
    // follow.
    default: return nullptr;
    }
}

Node* Parser::parseSymbol()
{
    while (m_position < m_text.size())
        if (!push(operation()))
            return nullptr;
    return assemble();
}

/// Attributes come last in the mangling and first in the text. A partial application applies to
/// everything after it. One node remains, which they apply to; only a thunk may be alone.
Node* Parser::assemble()
{
    Node* const global = m_arena.leaf(Kind::Global);
    Node* const suffix = pop(Kind::Suffix);
    Node* parent = global;
    while (Node* const attribute = pop(isFunctionAttribute)) {
        if (m_arena.add(parent, attribute) == nullptr)
            return nullptr;
        if (attribute->kind != Kind::PartialApply)
            continue;
        parent = m_arena.leaf(Kind::TypeList);
        if (m_arena.add(attribute, parent) == nullptr)
            return nullptr;
    }
    const bool isBareThunk = m_stack.empty() && parent != global;
    if (!isBareThunk && (m_stack.size() != 1 || m_arena.add(parent, pop()) == nullptr))
        return nullptr;
    return suffix == nullptr ? global : m_arena.add(global, suffix);
}

} // namespace faultline::demangling::swift
