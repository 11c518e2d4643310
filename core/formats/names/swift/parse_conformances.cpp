// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/parser.h"

namespace faultline::demangling::swift {

/// 'H': how a type conforms to a protocol. Any other code is an identifier, which never starts with
/// a letter, so it is not understood.
Node* Parser::conformanceOperation()
{
    const char code = peek();
    if (findPhrase('H', code) != nullptr)
        return phraseOperation('H');
    skip(1);
    switch (code) {
    case 'A': return dependentConformance("associated", &Parser::popDependentAssociated);
    case 'C': return concreteConformance();
    case 'D': return dependentConformanceRoot();
    case 'I': return dependentConformance("inherited", &Parser::popProtocol);
    case 'O': {
        Node* const result = popType();
        Node* const conformance = pop(Kind::DependentConformance);
        return m_arena.make(Kind::OpaqueConformance, "opaque result conformance %0 of %1",
                            {conformance, result});
    }
    case 'X':
        return m_arena.make(Kind::ConcreteConformance, "pack protocol conformance %0",
                            {popConformanceList()});
    default: return nullptr;
    }
}

Node* Parser::popAnyConformance()
{
    return pop([](Kind kind) {
        return kind == Kind::ConcreteConformance || kind == Kind::DependentConformance ||
               kind == Kind::OpaqueConformance;
    });
}

Node* Parser::popConformanceList()
{
    return popList(Kind::ConformanceList, &Parser::popAnyConformance);
}

Node* Parser::concreteConformance()
{
    Node* const conditions = popConformanceList();
    Node* reference = pop(Kind::ConformanceRef);
    if (reference == nullptr) {
        Node* const module = popModule();
        Node* const protocol = popProtocol();
        reference = m_arena.make(Kind::ConformanceRef,
                                 "protocol conformance ref (retroactive) %0%1", {protocol, module});
    }
    Node* const conforming = popType();
    const bool isConditional = conditions != nullptr && conditions->count > 0;
    return m_arena.make(Kind::ConcreteConformance,
                        isConditional ? "concrete protocol conformance %0 to %1 with conditional "
                                        "requirements: %2"
                                      : "concrete protocol conformance %0 to %1",
                        {conforming, reference, conditions});
}

/// 0 and 1 never represent a number: 0 is ill-formed, 1 is unknown.
std::optional<std::string> Parser::conformanceIndex()
{
    const auto value = index();
    if (!value || *value == 0)
        return std::nullopt;
    return *value == 1 ? std::string() : "#" + std::to_string(*value - 2) + " ";
}

Node* Parser::dependentConformanceRoot()
{
    const auto number = conformanceIndex();
    Node* const protocol = popProtocol();
    Node* const dependent = popType();
    if (!number)
        return nullptr;
    return keptPhrase(Kind::DependentConformance,
                      "dependent root protocol conformance " + *number + "%0 to %1",
                      {dependent, protocol});
}

Node* Parser::dependentConformance(std::string_view name, Node* (Parser::*popTarget)())
{
    const auto number = conformanceIndex();
    Node* const target = (this->*popTarget)();
    Node* const nested = pop(Kind::DependentConformance);
    if (!number)
        return nullptr;
    std::string words = "dependent ";
    words += name;
    words += " protocol conformance " + *number + "%0 to %1";
    return keptPhrase(Kind::DependentConformance, words, {nested, target});
}

Node* Parser::popDependentAssociated()
{
    Node* const protocol = popProtocol();
    Node* const dependent = popType();
    return phrase("dependent associated conformance %0%1", {dependent, protocol});
}

Node* Parser::retroactiveConformance()
{
    Node* const number = indexNode();
    Node* const conformance = popAnyConformance();
    return m_arena.make(Kind::RetroactiveConformance, "retroactive @ %0%1", {number, conformance});
}

/// Null when there are none.
Node* Parser::popRetroactiveConformances()
{
    Node* list = nullptr;
    while (Node* const conformance = pop(Kind::RetroactiveConformance))
        list = list == nullptr ? m_arena.make(Kind::TypeList, {conformance})
                               : m_arena.add(list, conformance);
    if (list != nullptr)
        Arena::reverse(*list);
    return list;
}

/// Type, protocol, module; a fourth child names the storage of a property behaviour.
Node* Parser::popProtocolConformance()
{
    Node* const signature = pop(Kind::GenericSignature);
    Node* const module = popModule();
    Node* const protocol = popProtocol();
    Node* conforming = popType();
    Node* property = nullptr;
    if (conforming == nullptr) {
        property = pop(Kind::Identifier);
        conforming = popType();
    }
    if (signature != nullptr)
        conforming = type(m_arena.make(Kind::GenericType, {signature, conforming}));
    Node* const conformance =
        m_arena.make(Kind::ProtocolConformance, {conforming, protocol, module});
    return property == nullptr ? conformance : m_arena.add(conformance, property);
}

} // namespace faultline::demangling::swift
