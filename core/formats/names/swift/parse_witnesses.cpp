// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/parser.h"

namespace faultline::demangling::swift {

Node* Parser::witness()
{
    const char code = peek();
    if (findPhrase('W', code) != nullptr)
        return phraseOperation('W');
    skip(1);
    switch (code) {
    case 'v': {
        const char directness = take();
        if (directness != 'd' && directness != 'i')
            return nullptr;
        return phrase(directness == 'd' ? "direct field offset for %0"
                                        : "indirect field offset for %0",
                      {pop(isEntity)});
    }
    case 'l':
    case 'L': {
        Node* const conformance = popProtocolConformance();
        Node* const conforming = popType();
        return phrase(code == 'l' ? "lazy protocol witness table accessor for type %0 and "
                                    "conformance %1"
                                  : "lazy protocol witness table cache variable for type %0 and "
                                    "conformance %1",
                      {conforming, conformance});
    }
    case 't': {
        Node* const name = pop(isDeclName);
        Node* const conformance = popProtocolConformance();
        return phrase("associated type metadata accessor for %1 in %0", {conformance, name});
    }
    case 'T': {
        Node* const protocol = popType();
        Node* const path = popAssociatedTypePath();
        Node* const conformance = popProtocolConformance();
        return phrase("associated type witness table accessor for %1 : %2 in %0",
                      {conformance, path, protocol});
    }
    case 'b': {
        Node* const protocol = popType();
        Node* const conformance = popProtocolConformance();
        return phrase("base witness table accessor for %1 in %0", {conformance, protocol});
    }
    case 'O': return outlinedWitness();
    case 'Z': return globalOnce("one-time initialization function for %0");
    case 'z': return globalOnce("one-time initialization token for %0");
    case 'J': return differentiabilityWitness();
    default: return nullptr;
    }
}

Node* Parser::outlinedWitness()
{
    const char code = take();
    const auto words = outlinedPhrase(code);
    if (!words || ((code == 'i' || code == 'j') && !index()))
        return nullptr;
    Node* const signature = pop(Kind::GenericSignature);
    Node* const copied = popType();
    return phrase(*words,
                  {copied, signature != nullptr ? signature : m_arena.leaf(Kind::TypeList)});
}

/// All variables that one initialiser sets.
Node* Parser::globalOnce(std::string_view words)
{
    Node* names = m_arena.leaf(Kind::CommaList);
    while (pop(Kind::FirstElement) != nullptr)
        names = m_arena.add(names, pop(isDeclName));
    Node* const context = popContext();
    if (names == nullptr)
        return nullptr;
    Arena::reverse(*names);
    Node* const list = names->count == 1 ? names->child(0) : phrase("(%0)", {names});
    return phrase(words, {list, context});
}

Node* Parser::valueWitness()
{
    const auto name = valueWitnessName(rest().substr(0, 2));
    if (!name)
        return nullptr;
    skip(2);
    std::string words(*name);
    words += " value witness for %0|";
    words += *name;
    words += " for %0";
    return keptPhrase(Kind::Phrase, words, {popType()});
}

} // namespace faultline::demangling::swift
