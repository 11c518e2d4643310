// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/old_parser.h"
#include "core/formats/names/swift/phrases.h"

namespace faultline::demangling::swift {

namespace {

constexpr std::string_view kSubscript = "subscript";

} // namespace

Node* OldParser::entity()
{
    const Step step(*this);
    if (step.isTooDeep())
        return nullptr;
    const bool isStatic = accept('Z');
    Node* node = nullptr;
    switch (peek()) {
    case 'F':
        skip(1);
        node = entityIn(Kind::Function, context());
        break;
    case 'v':
        skip(1);
        node = entityIn(Kind::Variable, context());
        break;
    case 'I':
        skip(1);
        node = entityIn(Kind::Initializer, context());
        break;
    case 'i':
        skip(1);
        node = entityIn(Kind::Subscript, context());
        break;
    default: return nominalType();
    }
    return isStatic ? m_arena.make(Kind::Static, "static %0", {node}) : node;
}

Node* OldParser::entityIn(Kind kind, Node* outer)
{
    const char code = peek();
    const char second = m_position + 1 < m_text.size() ? m_text[m_position + 1] : '\0';
    const auto lifetime = [&](std::string_view words) {
        skip(1);
        return m_arena.make(Kind::Lifetime, words, {outer});
    };
    switch (code) {
    case 'D': return lifetime("__deallocating_deinit");
    case 'd': return lifetime("deinit");
    case 'Z': return lifetime("__isolated_deallocating_deinit");
    case 'e': return lifetime("__ivar_initializer");
    case 'E': return lifetime("__ivar_destroyer");
    case 'C': skip(1); return m_arena.make(Kind::Allocator, {outer, type()});
    case 'c': skip(1); return m_arena.make(Kind::Constructor, {outer, type()});
    case 'U': skip(1); return closure("closure #", outer);
    case 'u': skip(1); return closure("implicit closure #", outer);
    default: break;
    }
    if (kind == Kind::Initializer)
        return initializer(outer);
    constexpr std::string_view kAccessors = "algGsmwWrM";
    if (code != '\0' && kAccessors.find(code) != std::string_view::npos) {
        const auto name = accessorName(code, second);
        skip(code == 'a' || code == 'l' ? 2 : 1);
        return name ? accessor(*name, outer) : nullptr;
    }
    return typed(kind, outer, declName());
}

Node* OldParser::typed(Kind kind, Node* outer, Node* name)
{
    return m_arena.make(kind, {outer, name, type()});
}

Node* OldParser::closure(std::string_view words, Node* outer)
{
    Node* const place = indexNode();
    return m_arena.make(Kind::Closure, words, {outer, place, type()});
}

Node* OldParser::initializer(Node* outer)
{
    if (accept('A'))
        return m_arena.make(Kind::DefaultArgument, {outer, indexNode()});
    if (accept('i'))
        return m_arena.make(Kind::Initializer, "variable initialization expression", {outer});
    return nullptr;
}

/// The storage has no node of its own in this mangling; a subscript is a name.
Node* OldParser::accessor(std::string_view words, Node* outer)
{
    Node* const name = declName();
    if (name == nullptr)
        return nullptr;
    const bool isPrivate = name->kind == Kind::PrivateName;
    const Node* const plain = isPrivate ? name->child(1) : name;
    if (!isKind(plain, Kind::Identifier) || plain->text != kSubscript)
        return m_arena.make(Kind::Accessor, words, {typed(Kind::Variable, outer, name)});
    Node* storage = m_arena.make(Kind::Subscript, {outer, type()});
    if (isPrivate)
        storage = m_arena.add(storage, m_arena.make(Kind::PrivateName, {name->child(0)}));
    return m_arena.make(Kind::Accessor, words, {storage});
}

/// Reads what follows "_TTS".
bool OldParser::specialization(Node& global)
{
    const char code = take();
    const Kind kind = code == 'f' ? Kind::FunctionSpecialization : Kind::Specialization;
    const std::string_view words = code == 'g'   ? "generic specialization <"
                                   : code == 'r' ? "generic not re-abstracted specialization <"
                                   : code == 'f' ? "function signature specialization <"
                                                 : "";
    if (words.empty())
        return false;
    Node* head = m_arena.leaf(kind, words);
    if (accept('q'))
        head = m_arena.add(head, m_arena.leaf(Kind::Text, "serialized"));
    take(); // The pass that specialised.
    head = code == 'f' ? functionSpecialization(head) : genericSpecialization(head);
    return m_arena.add(&global, head) != nullptr;
}

/// Types, each with its conformances, up to "_".
Node* OldParser::genericSpecialization(Node* head)
{
    while (head != nullptr && !accept('_')) {
        Node* argument = type();
        for (bool isFirst = true; argument != nullptr && !accept('_'); isFirst = false)
            argument = phrase(isFirst ? "%0 with %1" : "%0 and %1", {argument, conformance()});
        head = m_arena.add(head, m_arena.make(Kind::SpecializationParam, {argument}));
    }
    return head;
}

Node* OldParser::functionSpecialization(Node* head)
{
    while (head != nullptr && !accept('_')) {
        Node* const param = m_arena.leaf(Kind::SpecializationParam);
        if (param == nullptr || !specializationParam(*param))
            return nullptr;
        head = m_arena.add(head, param);
    }
    return head;
}

bool OldParser::addFact(Node& param, Fact fact, std::initializer_list<Node*> operands)
{
    Node* const node = m_arena.make(Kind::SpecializationFact, operands);
    if (node != nullptr)
        node->number = static_cast<std::uint64_t>(fact);
    return m_arena.add(&param, node) != nullptr;
}

bool OldParser::specializationParam(Node& param)
{
    if (accept("n_"))
        return true;
    if (accept("cp"))
        return constantFact(param);
    if (accept("cl"))
        return closureFact(param);
    if (accept("i_"))
        return addFact(param, Fact::BoxToValue);
    if (accept("k_"))
        return addFact(param, Fact::BoxToStack);
    if (accept("r_"))
        return addFact(param, Fact::InOutToOut);
    return flagFacts(param);
}

bool OldParser::constantFact(Node& param)
{
    const auto name = [this](Kind kind) {
        const auto text = identifierText();
        return text && accept('_') ? m_arena.leaf(kind, *text) : nullptr;
    };
    const auto number = [this]() -> Node* {
        const std::size_t end = m_text.find('_', m_position);
        if (end == std::string_view::npos)
            return nullptr;
        const std::string_view digits = rest().substr(0, end - m_position);
        m_position = end + 1;
        return m_arena.leaf(Kind::Text, digits);
    };
    if (accept("fr"))
        return addFact(param, Fact::ConstantFunction, {name(Kind::NestedName)});
    if (accept('g'))
        return addFact(param, Fact::ConstantGlobal, {name(Kind::NestedName)});
    if (accept('i'))
        return addFact(param, Fact::ConstantInteger, {number()});
    if (accept("fl"))
        return addFact(param, Fact::ConstantFloat, {number()});
    if (!accept("se") || (peek() != '0' && peek() != '1'))
        return false;
    Node* const encoding = m_arena.leaf(Kind::Text, take() == '0' ? "u8" : "u16");
    return accept('v') && addFact(param, Fact::ConstantString, {encoding, name(Kind::Identifier)});
}

/// The function of the closure and the types it captured.
bool OldParser::closureFact(Node& param)
{
    const auto name = identifierText();
    if (!name || !addFact(param, Fact::Closure, {m_arena.leaf(Kind::NestedName, *name)}))
        return false;
    Node* const fact = param.last();
    while (!accept('_'))
        if (m_arena.add(fact, type()) == nullptr)
            return false;
    return true;
}

bool OldParser::flagFacts(Node& param)
{
    unsigned facts = 0;
    const auto flag = [&](char code, Fact fact) {
        facts |= accept(code) ? static_cast<unsigned>(fact) : 0;
    };
    flag('d', Fact::Dead);
    flag('g', Fact::OwnedToGuaranteed);
    flag('o', Fact::GuaranteedToOwned);
    flag('s', Fact::Exploded);
    return accept('_') && facts != 0 && addFact(param, static_cast<Fact>(facts));
}

} // namespace faultline::demangling::swift
