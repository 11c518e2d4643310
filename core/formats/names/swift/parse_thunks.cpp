// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/parser.h"

namespace faultline::demangling::swift {

Node* Parser::thunk()
{
    const char code = peek();
    if (findPhrase('T', code) != nullptr)
        return phraseOperation('T');
    skip(1);
    switch (code) {
    case 'T': return accept('I') ? phrase("identity thunk of %0", {pop(isEntity)}) : nullptr;
    case 'w': return phraseOperation('w');
    case 'Q': return resumePartial("(%0) await resume partial function for |");
    case 'Y': return resumePartial("(%0) suspend resume partial function for |");
    case 'z':
    case 'Z': return completionHandler(code == 'Z');
    case 'V': {
        Node* const base = pop(isEntity);
        Node* const derived = pop(isEntity);
        return phrase("vtable thunk for %1 dispatching to %0", {derived, base});
    }
    case 'W': {
        Node* const entity = pop(isEntity);
        Node* const conformance = popProtocolConformance();
        return phrase("protocol witness for %1 in conformance %0", {conformance, entity});
    }
    case 'R':
    case 'r':
    case 'y': return reabstractionThunk(code);
    case 'g':
    case 'B': return specialization("generic specialization <");
    case 'G': return specialization("generic not re-abstracted specialization <");
    case 's': return specialization("generic pre-specialization <");
    case 'i': return specialization("inlined generic function <");
    case 't': return specializationWithDroppedArguments();
    case 'p': return partialSpecialization("generic partial specialization <");
    case 'P': return partialSpecialization("generic not-reabstracted partial specialization <");
    case 'f': return functionSpecialization();
    case 'K':
    case 'k': return keyPathThunk(code);
    case 'H':
    case 'h': return keyPathComparison(code == 'H');
    case 'n':
    case 'N': {
        Node* const requirement = popProtocol();
        Node* const path = popAssociatedTypePath();
        Node* const protocol = popType();
        return phrase(code == 'n' ? "associated conformance descriptor for %0.%1: %2"
                                  : "default associated conformance accessor for %0.%1: %2",
                      {protocol, path, requirement});
    }
    case 'b': {
        Node* const requirement = popProtocol();
        Node* const protocol = popType();
        return phrase("base conformance descriptor for %0: %1", {protocol, requirement});
    }
    case 'v': return outlinedVariable();
    case 'e': return outlinedBridgedMethod();
    case 'U': {
        Node* const actor = popType();
        Node* const reabstraction = pop();
        return phrase("%0 with global actor constraint %1", {reabstraction, actor});
    }
    case 'J': return autoDiff();
    default: return nullptr;
    }
}

Node* Parser::resumePartial(std::string_view words)
{
    return m_arena.make(Kind::Attribute, words, {indexNode()});
}

/// Converts from the type popped second to the type popped first.
Node* Parser::reabstractionThunk(char code)
{
    Node* const signature = pop(Kind::GenericSignature);
    Node* const self = code == 'y' ? popType() : nullptr;
    Node* const target = popType();
    Node* const source = popType();
    std::string words = "reabstraction thunk ";
    words += code == 'R' ? "helper " : "";
    words += signature != nullptr ? "%2 from %1 to %0" : "from %1 to %0";
    words += code == 'y' ? " self %3" : "|thunk for %1";
    Node* const filler = m_arena.leaf(Kind::TypeList); // Keeps the numbers of the phrase.
    return keptPhrase(
        Kind::Phrase, words,
        {target, source, signature != nullptr ? signature : filler, code == 'y' ? self : filler});
}

Node* Parser::keyPathThunk(char code)
{
    const std::string_view words = accept("mu")   ? "key path unapplied method %0 : %1"
                                   : accept("MA") ? "key path applied method %0 : %1"
                                   : code == 'K'  ? "key path getter for %0 : %1"
                                                  : "key path setter for %0 : %1";
    const bool isSerialized = accept('q');
    Node* types = m_arena.leaf(Kind::TypeList);
    while (Node* const next = popType())
        types = m_arena.add(types, next);
    if (types == nullptr || types->count == 0)
        return nullptr;
    Node* const signature = pop(Kind::GenericSignature);
    if (signature != nullptr)
        types = m_arena.add(types, signature);
    if (types != nullptr)
        Arena::reverse(*types);
    if (isSerialized)
        types = m_arena.add(types, m_arena.leaf(Kind::Text, ", serialized"));
    return phrase(words, {pop(), types});
}

Node* Parser::keyPathComparison(bool isEquality)
{
    accept('q'); // Serialized: not shown.
    Node* const signature = pop(Kind::GenericSignature);
    Node* types = m_arena.leaf(Kind::CommaList);
    while (Node* const next = popType())
        types = m_arena.add(types, next);
    if (types == nullptr || !m_stack.empty() || (types->count == 0 && signature == nullptr))
        return nullptr;
    Arena::reverse(*types);
    const std::string_view words = isEquality ? "key path index equality operator for %0(%1)"
                                              : "key path index hash operator for %0(%1)";
    return phrase(words, {signature != nullptr ? signature : m_arena.leaf(Kind::TypeList), types});
}

Node* Parser::completionHandler(bool isChecked)
{
    const auto mode = index();
    Node* const signature = pop(Kind::GenericSignature);
    Node* const result = popType();
    Node* const handler = popType();
    if (!mode)
        return nullptr;
    std::string words = isChecked ? "checked " : "";
    words += "@objc completion handler block implementation for %2%0 with result type %1";
    words += *mode == 0   ? ""
             : *mode == 1 ? " nonzero on error"
             : *mode == 2 ? " zero on error"
                          : " <invalid error flag>";
    return keptPhrase(
        Kind::Phrase, words,
        {handler, result, signature != nullptr ? signature : m_arena.leaf(Kind::TypeList)});
}

Node* Parser::outlinedVariable()
{
    const auto place = index();
    if (!place)
        return nullptr;
    const bool isReadOnly = accept('r');
    return keptPhrase(Kind::Attribute,
                      (isReadOnly ? "outlined read-only object #" : "outlined variable #") +
                          std::to_string(*place) + " of ",
                      {});
}

/// One letter for the kind of method and one per bridged operand.
Node* Parser::outlinedBridgedMethod()
{
    constexpr std::string_view kKinds = "opam";
    constexpr std::string_view kOperands = "nbg";
    std::string operands(1, take());
    if (kKinds.find(operands.front()) == std::string_view::npos)
        return nullptr;
    while (!accept('_')) {
        operands += take();
        if (kOperands.find(operands.back()) == std::string_view::npos)
            return nullptr;
    }
    return keptPhrase(Kind::Attribute, "outlined bridged method (" + operands + ") of ", {});
}

Node* Parser::popAssociatedTypePath()
{
    Node* path = m_arena.leaf(Kind::DottedList);
    for (bool isFirst = false; !isFirst && path != nullptr;) {
        isFirst = pop(Kind::FirstElement) != nullptr;
        path = m_arena.add(path, popAssociatedTypeName());
    }
    if (path != nullptr)
        Arena::reverse(*path);
    return path;
}

Node* Parser::metadata()
{
    if (!accept('X'))
        return phraseOperation('M');
    switch (peek()) {
    case 'Y': {
        skip(1);
        Node* const discriminator = pop();
        Node* const context = popContext();
        return phrase("anonymous descriptor %0", {context, discriminator});
    }
    case 'A': {
        skip(1);
        Node* const path = popAssociatedTypePath();
        Node* const base = popType();
        return phrase("generic parameter reference for associated type %0%1", {base, path});
    }
    default: return phraseOperation('#');
    }
}

} // namespace faultline::demangling::swift
