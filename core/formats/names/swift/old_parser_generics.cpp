// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/old_parser.h"

namespace faultline::demangling::swift {

Node* OldParser::archetype()
{
    const Step step(*this);
    if (step.isTooDeep())
        return nullptr;
    if (accept('u'))
        return phrase("some", {});
    if (accept('U'))
        return index() ? phrase("some", {}) : nullptr;
    if (accept('Q'))
        return memberOf(archetype());
    if (accept('S'))
        return memberOf(substitution());
    if (accept('s'))
        return memberOf(m_arena.leaf(Kind::Module, "Swift"));
    return nullptr;
}

Node* OldParser::memberOf(Node* base)
{
    return substitutable(m_arena.make(Kind::SimplePhrase, "%0.%1", {base, identifier()}));
}

/// A parameter by number, or a member of any type.
Node* OldParser::dependentType()
{
    const char c = peek();
    const bool isParam = c == 'd' || c == '_' || (c >= '0' && c <= '9');
    return isParam ? genericParam() : dependentMember(type());
}

/// After the 'q': "x" is A, "_" is B, "d__" is A1.
Node* OldParser::genericParam()
{
    if (accept('x'))
        return m_arena.leaf(Kind::GenericParam);
    const bool isDeep = accept('d');
    const auto depth = isDeep ? index() : 0;
    const auto place = index();
    if (!depth || !place)
        return nullptr;
    return m_arena.leaf(Kind::GenericParam, {}, isDeep ? (*depth + 1) << 32 | *place : *place + 1);
}

Node* OldParser::associatedType(bool isCompound)
{
    Node* member = genericParam();
    if (!isCompound)
        return dependentMember(wrap(member));
    while (member != nullptr && !accept('_'))
        member = dependentMember(wrap(member));
    return member;
}

/// The name is what becomes a substitution, not the member.
Node* OldParser::dependentMember(Node* base)
{
    Node* name = nullptr;
    if (accept('S')) {
        name = substitution();
        if (!isKind(name, Kind::Phrase))
            return nullptr;
    } else {
        const bool hasProtocol = accept('P');
        Node* const protocol = hasProtocol ? protocolName() : nullptr;
        Node* const plain = identifier();
        name =
            substitutable(hasProtocol ? phrase("%1.%0", {plain, protocol}) : phrase("%0", {plain}));
    }
    return m_arena.make(Kind::SimplePhrase, "%0.%1", {base, name});
}

Node* OldParser::genericSignature()
{
    Node* signature = m_arena.leaf(Kind::GenericSignature);
    while (signature != nullptr && peek() != 'R' && peek() != 'r') {
        std::uint64_t count = 0;
        if (!accept('z')) {
            const auto value = index();
            if (!value)
                return nullptr;
            count = *value + 1;
        }
        signature = m_arena.add(signature, m_arena.leaf(Kind::GenericParamCount, {}, count));
    }
    if (signature != nullptr && signature->count == 0)
        signature = m_arena.add(signature, m_arena.leaf(Kind::GenericParamCount, {}, 1));
    if (accept('r'))
        return signature;
    skip(1); // 'R'
    while (signature != nullptr && !accept('r'))
        signature = m_arena.add(signature, requirement());
    return signature;
}

Node* OldParser::requirement()
{
    Node* const constrained = wrap(accept('w')   ? associatedType(false)
                                   : accept('W') ? associatedType(true)
                                                 : genericParam());
    if (accept('z'))
        return m_arena.make(Kind::Requirement, "%0 == %1", {constrained, type()});
    if (accept('l'))
        return layoutRequirement(constrained);
    return m_arena.make(Kind::Requirement, "%0: %1", {constrained, constraint()});
}

Node* OldParser::layoutRequirement(Node* constrained)
{
    const char code = take();
    std::string words = "%0: ";
    switch (code) {
    case 'U': words += "_UnknownLayout"; break;
    case 'R': words += "_RefCountedObject"; break;
    case 'N': words += "_NativeRefCountedObject"; break;
    case 'T':
    case 'E':
    case 'e': words += "_Trivial"; break;
    case 'M':
    case 'm': words += "_TrivialAtMost"; break;
    default: return nullptr;
    }
    const bool hasAlignment = code == 'E' || code == 'M';
    if (hasAlignment || code == 'e' || code == 'm') {
        const auto size = natural();
        if (!size || (hasAlignment && !accept('_')))
            return nullptr;
        const auto alignment = hasAlignment ? natural() : 0;
        if (!alignment)
            return nullptr;
        words += "(" + std::to_string(*size);
        words += hasAlignment ? ", " + std::to_string(*alignment) + ")" : ")";
    }
    return kept(Kind::Requirement, words, {constrained});
}

/// A class, or a protocol without a letter before it.
Node* OldParser::constraint()
{
    if (peek() == 'C')
        return type();
    if (!accept('S'))
        return protocolName();
    Node* const known = substitution();
    if (isKind(known, Kind::Protocol) || isKind(known, Kind::Class))
        return wrap(known);
    return isKind(known, Kind::Module) ? wrap(protocolIn(known)) : nullptr;
}

} // namespace faultline::demangling::swift
