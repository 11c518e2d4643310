// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/parser.h"

#include <utility>

namespace faultline::demangling::swift {

namespace {

using Conventions = std::span<const std::pair<char, std::string_view>>;

constexpr auto kParameterConventions = std::to_array<std::pair<char, std::string_view>>({
    {'i', "@in "},
    {'c', "@in_constant "},
    {'l', "@inout "},
    {'b', "@inout_aliasable "},
    {'n', "@in_guaranteed "},
    {'X', "@in_cxx "},
    {'x', "@owned "},
    {'g', "@guaranteed "},
    {'e', "@deallocating "},
    {'y', "@unowned "},
    {'v', "@pack_owned "},
    {'p', "@pack_guaranteed "},
    {'m', "@pack_inout "},
});

constexpr auto kResultConventions = std::to_array<std::pair<char, std::string_view>>({
    {'r', "@out "},
    {'o', "@owned "},
    {'d', "@unowned "},
    {'u', "@unowned_inner_pointer "},
    {'a', "@autoreleased "},
    {'k', "@pack_out "},
    {'l', "@guaranteed_address "},
    {'g', "@guaranteed "},
    {'m', "@inout "},
});

constexpr auto kCalleeConventions = std::to_array<std::pair<char, std::string_view>>({
    {'y', "@callee_unowned"},
    {'g', "@callee_guaranteed"},
    {'x', "@callee_owned"},
    {'t', "@convention(thin)"},
});

constexpr auto kDifferentiability = std::to_array<std::pair<char, std::string_view>>({
    {'d', "@differentiable"},
    {'l', "@differentiable(_linear)"},
    {'f', "@differentiable(_forward)"},
    {'r', "@differentiable(reverse)"},
});

constexpr auto kRepresentations = std::to_array<std::pair<char, std::string_view>>({
    {'B', "@convention(block)"},
    {'C', "@convention(c)"},
    {'M', "@convention(method)"},
    {'O', "@convention(objc_method)"},
    {'K', "@convention(closure)"},
    {'W', "@convention(witness_method)"},
});

constexpr auto kCoroutines = std::to_array<std::pair<char, std::string_view>>({
    {'A', "@yield_once"},
    {'I', "@yield_once_2"},
    {'G', "@yield_many"},
});

std::string_view find(Conventions table, char code)
{
    for (const auto& [letter, name] : table)
        if (letter == code)
            return name;
    return {};
}

} // namespace

/// The type of a function as the compiler's own language has it: every operand with its ownership.
/// The operands' types are on the stack, last first.
Node* Parser::implFunctionType()
{
    Node* const function = m_arena.leaf(Kind::ImplFunctionType);
    if (function == nullptr || !implSubstitutions(*function))
        return nullptr;
    Node* const signature = pop(Kind::GenericSignature);
    if (signature != nullptr)
        accept('P'); // Pseudogeneric: the same text.
    if (!implAttributes(*function))
        return nullptr;
    if (signature != nullptr && m_arena.add(function, signature) == nullptr)
        return nullptr;
    const std::uint32_t first = function->count;
    const unsigned count = implOperands(*function);
    if (function->count - first != count || !accept('_'))
        return nullptr;
    for (std::uint32_t i = function->count; i > first; --i)
        if (m_arena.add(function->items[i - 1], popType()) == nullptr)
            return nullptr;
    return type(function);
}

bool Parser::implSubstitutions(Node& function)
{
    const auto add = [&](Node* node) { return m_arena.add(&function, node) != nullptr; };
    if (accept('s')) {
        Nodes lists(m_arena.memory());
        Node* conformances = nullptr;
        if (!boundGenerics(lists, conformances) || lists.size() != 1)
            return false;
        if (!add(m_arena.make(Kind::ImplPattern, {pop(Kind::GenericSignature), lists.front()})))
            return false;
    }
    if (accept('I')) {
        Nodes lists(m_arena.memory());
        Node* conformances = nullptr;
        if (!boundGenerics(lists, conformances) || lists.size() != 1)
            return false;
        return add(m_arena.make(Kind::ImplInvocation, {lists.front()}));
    }
    return true;
}

bool Parser::implAttributes(Node& function)
{
    const auto add = [&](std::string_view text) {
        return text.empty() || m_arena.add(&function, m_arena.leaf(Kind::Text, text)) != nullptr;
    };
    const auto addFrom = [&](Conventions table) {
        const std::string_view text = find(table, peek());
        skip(text.empty() ? 0 : 1);
        return add(text);
    };
    if (!add(accept('e') ? "@escaping" : "") || !add(accept('A') ? "@isolated(any)" : ""))
        return false;
    if (!addFrom(kDifferentiability))
        return false;
    const std::string_view callee = find(kCalleeConventions, take());
    if (callee.empty() || !add(callee) || !implConvention(function) || !addFrom(kCoroutines))
        return false;
    if (!add(accept('h') ? "@Sendable" : "") || !add(accept('H') ? "@async" : ""))
        return false;
    return !accept('T') || m_arena.add(&function, m_arena.leaf(Kind::SendingResult)) != nullptr;
}

bool Parser::implConvention(Node& function)
{
    const bool hasClangType = peek() == 'z' && (peek(1) == 'B' || peek(1) == 'C');
    skip(hasClangType ? 1 : 0);
    const std::string_view convention = find(kRepresentations, peek());
    if (convention.empty())
        return true;
    skip(1);
    if (!hasClangType)
        return m_arena.add(&function, m_arena.leaf(Kind::Text, convention)) != nullptr;
    const Node* const clang = clangType();
    if (clang == nullptr)
        return false;
    std::string words(convention.substr(0, convention.size() - 1));
    words += ", mangledCType: \"";
    words += clang->text;
    words += "\")";
    return m_arena.add(&function, text(Kind::Text, words)) != nullptr;
}

/// Adds parameters, results, yields and the error; answers how many were meant.
unsigned Parser::implOperands(Node& function)
{
    unsigned count = 0;
    const auto add = [&](Node* operand) {
        ++count;
        return m_arena.add(&function, operand) != nullptr;
    };
    while (!find(kParameterConventions, peek()).empty())
        if (!add(implParameter({})))
            return count;
    while (!find(kResultConventions, peek()).empty())
        if (!add(implResult({}, true)))
            return count;
    while (accept('Y')) {
        Node* const yielded = implParameter("@yields ");
        if (yielded != nullptr)
            yielded->kind = Kind::ImplResult;
        if (!add(yielded))
            return count;
    }
    if (accept('z'))
        add(implResult("@error ", false));
    return count;
}

/// swift-demangle prints at most two properties of an operand, and then none.
Node* Parser::implParameter(std::string_view prefix)
{
    const std::string_view convention = find(kParameterConventions, take());
    if (convention.empty())
        return nullptr;
    std::string words(prefix);
    words += convention;
    if (!prefix.empty())
        return text(Kind::ImplParameter, words);
    const bool isFixed = accept('w');
    const bool isSending = accept('T');
    const bool isIsolated = accept('I');
    const bool isLeading = accept('L');
    if (isSending + isIsolated + isLeading <= 1) {
        words += isFixed ? "@noDerivative " : "";
        words += isSending    ? "sending "
                 : isIsolated ? "isolated "
                 : isLeading  ? "sil_implicit_leading_param "
                              : "";
    }
    return text(Kind::ImplParameter, words);
}

Node* Parser::implResult(std::string_view prefix, bool mayDiffer)
{
    const std::string_view convention = find(kResultConventions, take());
    if (convention.empty())
        return nullptr;
    std::string words(prefix);
    words += convention;
    if (mayDiffer && accept('w'))
        words += "@noDerivative ";
    return text(Kind::ImplResult, words);
}

} // namespace faultline::demangling::swift
