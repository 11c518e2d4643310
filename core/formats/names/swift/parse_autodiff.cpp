// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/parser.h"

namespace faultline::demangling::swift {

namespace {

/// "forward-mode derivative" for 'f'.
std::string_view derivativeName(char code)
{
    switch (code) {
    case 'f': return "forward-mode derivative";
    case 'r': return "reverse-mode derivative";
    case 'd': return "differential";
    case 'p': return "pullback";
    default: return {};
    }
}

std::string_view witnessName(char code)
{
    switch (code) {
    case 'f': return "forward-mode";
    case 'r': return "reverse-mode";
    case 'd': return "normal";
    case 'l': return "linear";
    default: return {};
    }
}

} // namespace

/// Everything on the stack, in the order of the mangling.
Node* Parser::popAll()
{
    Node* all = m_arena.leaf(Kind::TypeList);
    while (Node* const node = pop())
        all = m_arena.add(all, node);
    if (all != nullptr)
        Arena::reverse(*all);
    return all;
}

/// "SUS" and `end`: "{0, 2}".
std::optional<std::string> Parser::indexSubset(char end)
{
    std::string subset = "{";
    for (std::size_t i = 0; peek() == 'S' || peek() == 'U'; ++i)
        if (take() == 'S')
            subset += (subset.size() > 1 ? ", " : "") + std::to_string(i);
    return accept(end) ? std::optional(subset + "}") : std::nullopt;
}

Node* Parser::autoDiff()
{
    if (accept('S'))
        return autoDiffSubset();
    if (accept('O'))
        return autoDiffSelfReordering();
    return autoDiffFunction(accept('V') ? "vtable thunk for " : "");
}

Node* Parser::autoDiffFunction(std::string_view prefix)
{
    Node* const signature = pop(Kind::GenericSignature);
    Node* const original = popAll();
    const std::string_view name = derivativeName(take());
    const auto parameters = indexSubset('p');
    const auto results = indexSubset('r');
    if (name.empty() || !parameters || !results)
        return nullptr;
    std::string words(prefix);
    words += name;
    words += " of %0";
    const std::string simplified = "|" + words;
    words += " with respect to parameters " + *parameters + " and results " + *results;
    words += signature != nullptr ? " with %1" : "";
    return keptPhrase(Kind::AutoDiffFunction, words + simplified,
                      {original, signature != nullptr ? signature : m_arena.leaf(Kind::TypeList)});
}

/// The last operand is the type of the thunk; the one before it is the type to which the thunk
/// forwards.
Node* Parser::autoDiffSubset()
{
    Node* const all = popAll();
    const std::string_view name = derivativeName(take());
    const auto parameters = indexSubset('p');
    const auto results = indexSubset('r');
    const auto wanted = indexSubset('P');
    if (all == nullptr || all->count == 0 || name.empty() || !parameters || !results || !wanted)
        return nullptr;
    Node* const target = all->count > 1 ? all->last() : m_arena.leaf(Kind::TypeList);
    all->count -= all->count > 1 ? 1 : 0;
    const bool hasTarget = target != nullptr && target->kind != Kind::TypeList;
    std::string words = "autodiff subset parameters thunk for ";
    words += name;
    words += " from %0";
    const std::string simplified = "|" + words;
    words += " with respect to parameters " + *parameters + " and results " + *results +
             " to parameters " + *wanted + (hasTarget ? " of type %1" : "");
    return keptPhrase(Kind::Phrase, words + simplified, {all, target});
}

Node* Parser::autoDiffSelfReordering()
{
    Node* const signature = pop(Kind::GenericSignature);
    Node* const target = popType();
    Node* const source = popType();
    const std::string_view name = derivativeName(take());
    if (name.empty())
        return nullptr;
    std::string words = "autodiff self-reordering reabstraction thunk for ";
    const std::string simplified = "|" + words + "%0";
    words += name;
    words += signature != nullptr ? "%2 " : "";
    words += " from %0 to %1";
    return keptPhrase(
        Kind::Phrase, words + simplified,
        {source, target, signature != nullptr ? signature : m_arena.leaf(Kind::TypeList)});
}

Node* Parser::differentiabilityWitness()
{
    Node* const signature = pop(Kind::GenericSignature);
    Node* const original = popAll();
    const std::string_view name = witnessName(take());
    const auto parameters = indexSubset('p');
    const auto results = indexSubset('r');
    if (name.empty() || !parameters || !results)
        return nullptr;
    std::string words(name);
    words += " differentiability witness for %0 with respect to parameters " + *parameters +
             " and results " + *results + (signature != nullptr ? " with %1" : "");
    return keptPhrase(Kind::Phrase, words,
                      {original, signature != nullptr ? signature : m_arena.leaf(Kind::TypeList)});
}

} // namespace faultline::demangling::swift
