// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/parser.h"

#include <algorithm>

namespace faultline::demangling::swift {

namespace {

constexpr std::string_view kSerialized = "serialized";
constexpr std::string_view kRepresentationChanged = "representation changed of ";

/// A fact to which the capitals after it may add others.
struct FlagCode
{
    char code;
    Fact fact;
    std::string_view further;
};

constexpr auto kFlagCodes = std::to_array<FlagCode>({
    {'e', Fact::ExistentialToGeneric, "DGOX"},
    {'d', Fact::Dead, "GOX"},
    {'g', Fact::OwnedToGuaranteed, "X"},
    {'o', Fact::GuaranteedToOwned, "X"},
    {'x', Fact::Exploded, ""},
});

struct ConstantCode
{
    char code;
    Fact fact;
    bool hasValue; // A value follows the letter.
};

constexpr auto kConstantCodes = std::to_array<ConstantCode>({
    {'S', Fact::ConstantStruct, false},
    {'f', Fact::ConstantFunction, false},
    {'g', Fact::ConstantGlobal, false},
    {'k', Fact::ConstantKeyPath, false},
    {'i', Fact::ConstantInteger, true},
    {'d', Fact::ConstantFloat, true},
    {'s', Fact::ConstantString, true},
});

Fact furtherFact(char code)
{
    return code == 'D'   ? Fact::Dead
           : code == 'G' ? Fact::OwnedToGuaranteed
           : code == 'O' ? Fact::GuaranteedToOwned
                         : Fact::Exploded;
}

} // namespace

/// Attributes and the number of the pass that specialised, which tells nothing to people.
Node* Parser::specializationHead(Kind kind, std::string_view description)
{
    accept('m'); // "Metatype parameters removed" of compilers before 6.3.
    const bool isSerialized = accept('q');
    const bool isAsyncRemoved = accept('a');
    const bool isRepresentationChanged = accept('r');
    const char pass = take();
    if (pass < '0' || pass > '9')
        return nullptr;
    if (isRepresentationChanged && !isSerialized && !isAsyncRemoved)
        description = kRepresentationChanged;
    Node* head = m_arena.leaf(kind, description);
    if (isSerialized)
        head = m_arena.add(head, m_arena.leaf(Kind::Text, kSerialized));
    if (isAsyncRemoved) // Counts as an argument without facts.
        head = m_arena.add(head, m_arena.leaf(Kind::SpecializationParam));
    if (head != nullptr)
        head->number = isRepresentationChanged ? 1 : 0;
    return head;
}

Node* Parser::specialization(std::string_view description)
{
    Node* head = specializationHead(Kind::Specialization, description);
    const Node* const types = popList(Kind::TypeList, &Parser::popType);
    if (types == nullptr)
        return nullptr;
    for (Node* const argument : types->children())
        head = m_arena.add(head, m_arena.make(Kind::SpecializationParam, {argument}));
    return head;
}

Node* Parser::partialSpecialization(std::string_view description)
{
    Node* const head = specializationHead(Kind::Specialization, description);
    Node* const signature = phrase("Signature = %0", {popType()});
    return m_arena.add(head, m_arena.make(Kind::SpecializationParam, {signature}));
}

/// "t1t3g…": arguments 1 and 3 are gone, which is not shown.
Node* Parser::specializationWithDroppedArguments()
{
    do
        natural();
    while (accept('t'));
    switch (take()) {
    case 'g':
    case 'B': return specialization("generic specialization <");
    case 'G': return specialization("generic not re-abstracted specialization <");
    default: return nullptr;
    }
}

Node* Parser::functionSpecialization()
{
    Node* head =
        specializationHead(Kind::FunctionSpecialization, "function signature specialization <");
    if (head == nullptr || head->text == kRepresentationChanged)
        return head;
    const auto addParam = [&](Kind kind) {
        Node* const param = m_arena.leaf(kind);
        return param != nullptr && specializationParam(*param) &&
               m_arena.add(head, param) != nullptr;
    };
    while (!accept('_'))
        if (!addParam(Kind::SpecializationParam))
            return nullptr;
    if (!accept('n') && !addParam(Kind::SpecializationReturn))
        return nullptr;
    for (std::uint32_t i = head->count; i > 0; --i) {
        Node& param = *head->items[i - 1];
        if (param.kind == Kind::SpecializationParam && !popFactOperands(param))
            return nullptr;
    }
    return head;
}

bool Parser::addFact(Node& param, Fact fact, std::initializer_list<Node*> operands)
{
    Node* const node = m_arena.make(Kind::SpecializationFact, operands);
    if (node != nullptr)
        node->number = static_cast<std::uint64_t>(fact);
    return m_arena.add(&param, node) != nullptr;
}

bool Parser::specializationParam(Node& param)
{
    switch (peek()) {
    case 'n': skip(1); return true;
    case 'c': skip(1); return addFact(param, Fact::Closure);
    case 'C': {
        skip(1);
        const auto argument = natural();
        return argument &&
               addFact(param, Fact::SameAsArgument, {m_arena.leaf(Kind::Number, {}, *argument)});
    }
    case 'p': skip(1); return constantFacts(param);
    case 'i': skip(1); return addFact(param, Fact::BoxToValue);
    case 's': skip(1); return addFact(param, Fact::BoxToStack);
    case 'r': skip(1); return addFact(param, Fact::InOutToOut);
    default: return flagFacts(param);
    }
}

/// Values the compiler put in place of an argument; names come off the stack later.
bool Parser::constantFacts(Node& param)
{
    for (;;) {
        const auto found = std::ranges::find(kConstantCodes, peek(), &ConstantCode::code);
        if (found == kConstantCodes.end())
            return true;
        skip(1);
        const bool ok = found->hasValue ? addFact(param, found->fact, {constantValue(found->fact)})
                                        : addFact(param, found->fact);
        if (!ok)
            return false;
    }
}

/// The number itself, or how a string is encoded.
Node* Parser::constantValue(Fact fact)
{
    if (fact == Fact::ConstantString) {
        switch (take()) {
        case 'b': return m_arena.leaf(Kind::Text, "u8");
        case 'w': return m_arena.leaf(Kind::Text, "u16");
        case 'c': return m_arena.leaf(Kind::Text, "objc");
        default: return nullptr;
        }
    }
    const std::size_t start = m_position;
    while (peek() >= '0' && peek() <= '9')
        skip(1);
    const std::string_view digits = m_text.substr(start, m_position - start);
    return digits.empty() ? nullptr : m_arena.leaf(Kind::Text, digits);
}

bool Parser::flagFacts(Node& param)
{
    const auto found = std::ranges::find(kFlagCodes, take(), &FlagCode::code);
    if (found == kFlagCodes.end())
        return false;
    auto facts = static_cast<std::uint64_t>(found->fact);
    for (const char further : found->further)
        if (accept(further))
            facts |= static_cast<std::uint64_t>(furtherFact(further));
    return addFact(param, static_cast<Fact>(facts));
}

/// Names and types of the last fact come off the stack first.
bool Parser::popFactOperands(Node& param)
{
    for (std::uint32_t i = param.count; i > 0; --i) {
        Node* const fact = param.items[i - 1];
        if (fact->kind != Kind::SpecializationFact)
            continue;
        const std::uint32_t known = fact->count;
        bool ok = true;
        const auto take = [&](Node* operand) { ok = ok && m_arena.add(fact, operand) != nullptr; };
        switch (static_cast<Fact>(fact->number)) {
        case Fact::Closure:
            while (Node* const captured = popType())
                take(captured);
            take(pop(Kind::Identifier));
            break;
        case Fact::ConstantKeyPath:
            take(popType());
            take(popType());
            take(pop(Kind::Identifier));
            break;
        case Fact::ConstantStruct: take(popType()); break;
        case Fact::ConstantFunction:
        case Fact::ConstantGlobal: {
            const Node* const name = pop(Kind::Identifier);
            take(name == nullptr ? nullptr : m_arena.leaf(Kind::NestedName, name->text));
            break;
        }
        case Fact::ConstantString: take(pop(Kind::Identifier)); break;
        default: break;
        }
        if (!ok)
            return false;
        Arena::reverse(*fact, known);
    }
    return true;
}

} // namespace faultline::demangling::swift
