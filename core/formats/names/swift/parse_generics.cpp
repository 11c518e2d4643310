// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/parser.h"

namespace faultline::demangling::swift {

namespace {

/// No compiler nests generic types this deep.
constexpr unsigned kMaxNesting = 128;

bool takesGenericArguments(Kind kind)
{
    return kind != Kind::Variable && kind != Kind::Subscript && kind != Kind::Closure &&
           kind != Kind::DefaultArgument && kind != Kind::Initializer && kind != Kind::Static;
}

/// Which letters say what kind of requirement, and where the constrained type comes from.
struct RequirementCode
{
    char code;
    char what; // 'p'rotocol, 'c'lass, '='same type, 's'hape, 'l'ayout, 'i'nverse, 'v'alue, 'k' pack
    char on;   // 'g'eneric parameter, 'a'ssociated type, 'A' compound, 's'ubstitution
};

constexpr auto kRequirements = std::to_array<RequirementCode>({
    {'V', 'v', 'g'}, {'v', 'k', 'g'}, {'c', 'c', 'a'}, {'C', 'c', 'A'}, {'b', 'c', 'g'},
    {'B', 'c', 's'}, {'t', '=', 'a'}, {'T', '=', 'A'}, {'s', '=', 'g'}, {'S', '=', 's'},
    {'m', 'l', 'a'}, {'M', 'l', 'A'}, {'l', 'l', 'g'}, {'L', 'l', 's'}, {'p', 'p', 'a'},
    {'P', 'p', 'A'}, {'Q', 'p', 's'}, {'h', 's', 'g'}, {'i', 'i', 'g'}, {'I', 'i', 's'},
});

std::string inverseWords(unsigned bit)
{
    return bit == 0   ? "%0: ~Swift.Copyable"
           : bit == 1 ? "%0: ~Swift.Escapable"
                      : "%0: ~Swift.<bit " + std::to_string(bit) + ">";
}

} // namespace

Node* Parser::genericSignature(bool hasCounts)
{
    Node* signature = m_arena.leaf(Kind::GenericSignature);
    if (!hasCounts)
        signature = m_arena.add(signature, m_arena.leaf(Kind::GenericParamCount, {}, 1));
    while (hasCounts && !accept('l')) {
        std::uint64_t count = 0;
        if (!accept('z')) {
            const auto value = index();
            if (!value)
                return nullptr;
            count = std::uint64_t{*value} + 1;
        }
        signature = m_arena.add(signature, m_arena.leaf(Kind::GenericParamCount, {}, count));
    }
    const std::uint32_t counts = signature == nullptr ? 0 : signature->count;
    while (Node* const requirement = popRequirement())
        signature = m_arena.add(signature, requirement);
    if (signature != nullptr)
        Arena::reverse(*signature, counts);
    return signature;
}

Node* Parser::genericRequirement()
{
    RequirementCode code{'\0', 'p', 'g'};
    for (const RequirementCode& entry : kRequirements)
        if (entry.code == peek())
            code = entry;
    skip(code.code == '\0' ? 0 : 1);
    const auto bit = code.what == 'i' ? index() : 0;
    if (!bit)
        return nullptr;
    Node* constrained = nullptr;
    switch (code.on) {
    case 'g': constrained = type(genericParamIndex()); break;
    case 's': constrained = popType(); break;
    default:
        constrained = substitutable(associatedType(genericParamIndex(), code.on == 'A'));
        break;
    }
    switch (code.what) {
    case 'v': return m_arena.make(Kind::ValueMarker, {constrained, popType()});
    case 'k': return m_arena.make(Kind::PackMarker, {constrained});
    case 'p': return m_arena.make(Kind::Requirement, "%0: %1", {constrained, popProtocol()});
    case 'c': return m_arena.make(Kind::Requirement, "%0: %1", {constrained, popType()});
    case '=': return m_arena.make(Kind::Requirement, "%0 == %1", {constrained, popType()});
    case 's':
        return m_arena.make(Kind::Requirement, "%0.shape == %1.shape", {constrained, popType()});
    case 'i': return keptPhrase(Kind::Requirement, inverseWords(*bit), {constrained});
    default: return layoutRequirement(constrained);
    }
}

Node* Parser::layoutRequirement(Node* constrained)
{
    const char code = take();
    std::string words = "%0: ";
    switch (code) {
    case 'U': words += "_UnknownLayout"; break;
    case 'R': words += "_RefCountedObject"; break;
    case 'N': words += "_NativeRefCountedObject"; break;
    case 'C': words += "AnyObject"; break;
    case 'D': words += "_NativeClass"; break;
    case 'T':
    case 'E':
    case 'e': words += "_Trivial"; break;
    case 'M':
    case 'm': words += "_TrivialAtMost"; break;
    case 'B': words += "_BridgeObject"; break;
    case 'S': words += "_TrivialStride"; break;
    default: return nullptr;
    }
    const bool hasAlignment = code == 'E' || code == 'M';
    if (hasAlignment || code == 'e' || code == 'm' || code == 'S') {
        const auto size = index();
        const auto alignment = hasAlignment ? index() : 0;
        if (!size || !alignment)
            return nullptr;
        words += "(" + std::to_string(*size);
        words += hasAlignment ? ", " + std::to_string(*alignment) + ")" : ")";
    }
    return keptPhrase(Kind::Requirement, words, {constrained});
}

Node* Parser::genericParam(int depth, int paramIndex)
{
    const auto upper = static_cast<std::uint64_t>(depth) << 32;
    return m_arena.leaf(Kind::GenericParam, {}, upper | static_cast<std::uint32_t>(paramIndex));
}

/// Reads "z" for A, "_" for B, "d__" for A1, and "s" for the Self of a constrained existential.
Node* Parser::genericParamIndex()
{
    if (accept('z'))
        return genericParam(0, 0);
    if (accept('s'))
        return m_arena.leaf(Kind::SimplePhrase, "Self");
    const bool isDeep = accept('d');
    const auto depth = isDeep ? index() : 0;
    const auto place = index();
    if (!depth || !place)
        return nullptr;
    return isDeep ? genericParam(static_cast<int>(*depth + 1), static_cast<int>(*place))
                  : genericParam(0, static_cast<int>(*place + 1));
}

/// "A.Element", or "A.Element.Index" when compound. Without `base` the base is on the stack.
Node* Parser::associatedType(Node* base, bool isCompound)
{
    Nodes names(m_arena.memory());
    for (bool isFirst = false; !isFirst;) {
        isFirst = !isCompound || pop(Kind::FirstElement) != nullptr;
        Node* const name = popAssociatedTypeName();
        if (name == nullptr)
            return nullptr;
        names.push_back(name);
    }
    Node* member = base != nullptr ? type(base) : popType();
    for (; !names.empty(); names.pop_back())
        member = type(m_arena.make(Kind::SimplePhrase, "%0.%1", {member, names.back()}));
    return member;
}

/// A name, followed by the protocol to which it belongs if that is known.
Node* Parser::popAssociatedTypeName()
{
    Node* const protocol = popType();
    if (protocol != nullptr && !isKind(withoutType(protocol), Kind::Protocol))
        return nullptr;
    Node* const name = pop(Kind::Identifier);
    return protocol == nullptr ? phrase("%0", {name}) : phrase("%1.%0", {name, protocol});
}

Node* Parser::archetype()
{
    switch (const char code = take()) {
    case 'a': {
        Node* const name = pop(Kind::Identifier);
        Node* const base = popTypeContent();
        return substitutable(type(m_arena.make(Kind::SimplePhrase, "%0.%1", {base, name})));
    }
    case 'O':
        return m_arena.make(Kind::OpaqueReturnTypeOf, "<<opaque return type of %0>>",
                            {popContext()});
    case 'o': return opaqueType();
    case 'r': return type(phrase("some", {}));
    case 'R': return index() ? type(phrase("some", {})) : nullptr;
    case 'x':
    case 'X': return substitutable(associatedType(nullptr, code == 'X'));
    case 'y':
    case 'Y': {
        Node* const base = genericParamIndex();
        return base == nullptr ? nullptr : substitutable(associatedType(base, code == 'Y'));
    }
    case 'z':
    case 'Z': return substitutable(associatedType(genericParam(0, 0), code == 'Z'));
    case 'p': {
        Node* const count = popTypeContent();
        Node* const pattern = popTypeContent();
        return type(phrase("repeat %0", {pattern, count}));
    }
    case 'e': return packElement();
    case 'P': return pack("Pack{%0}");
    case 'S':
        return accept('d')   ? pack("@direct Pack{%0}")
               : accept('i') ? pack("@indirect Pack{%0}")
                             : nullptr;
    default: return nullptr;
    }
}

Node* Parser::packElement()
{
    Node* const pack = popTypeContent();
    const auto level = index();
    if (!level)
        return nullptr;
    return type(
        keptPhrase(Kind::Phrase, "/* level: " + std::to_string(*level) + " */ each %0", {pack}));
}

Node* Parser::opaqueType()
{
    Node* const place = indexNode();
    Nodes lists(m_arena.memory());
    Node* conformances = nullptr;
    if (!boundGenerics(lists, conformances))
        return nullptr;
    return substitutable(type(phrase("%0.%1", {pop(), place})));
}

/// The arguments of a nested generic type come innermost first, one list per level.
bool Parser::boundGenerics(Nodes& lists, Node*& conformances)
{
    conformances = popRetroactiveConformances();
    for (;;) {
        Node* list = m_arena.leaf(Kind::CommaList);
        while (Node* const argument = popType())
            list = m_arena.add(list, argument);
        if (list == nullptr)
            return false;
        Arena::reverse(*list);
        lists.push_back(list);
        if (pop(Kind::EmptyList) != nullptr)
            return true;
        if (pop(Kind::FirstElement) == nullptr)
            return false;
    }
}

Node* Parser::boundGenericType()
{
    Nodes lists(m_arena.memory());
    Node* conformances = nullptr;
    if (!boundGenerics(lists, conformances))
        return nullptr;
    Node* bound = bindGenerics(popNominal(), lists, 0);
    if (conformances != nullptr)
        bound = m_arena.add(bound, conformances);
    return substitutable(type(bound));
}

/// Applies lists[at] to `nominal` and the later ones to the contexts around it.
Node* Parser::bindGenerics(Node* nominal, const Nodes& lists, std::size_t at)
{
    if (nominal == nullptr || nominal->count == 0 || at >= lists.size() || m_depth == kMaxNesting)
        return nullptr;
    const bool takesArguments = takesGenericArguments(nominal->kind);
    Node* const arguments = lists[at];
    if (at + (takesArguments ? 1 : 0) < lists.size())
        nominal = bindContext(nominal, lists, at + (takesArguments ? 1 : 0));
    if (nominal == nullptr || !takesArguments || arguments->count == 0)
        return nominal;
    if (nominal->kind == Kind::Function || nominal->kind == Kind::Constructor)
        return m_arena.make(Kind::BoundFunction, {nominal, arguments});
    if (nominal->kind < Kind::Class || nominal->kind > Kind::OtherNominal)
        return nullptr;
    return m_arena.make(Kind::BoundGeneric, {type(nominal), arguments});
}

/// The same declaration in a context that has got its arguments.
Node* Parser::bindContext(Node* nominal, const Nodes& lists, std::size_t at)
{
    Node* const context = nominal->child(0);
    ++m_depth;
    Node* bound = nullptr;
    if (context->kind == Kind::Extension) {
        bound = m_arena.make(Kind::Extension,
                             {context->child(0), bindGenerics(context->child(1), lists, at)});
        if (context->count == 3)
            bound = m_arena.add(bound, context->child(2));
    } else {
        bound = bindGenerics(context, lists, at);
    }
    --m_depth;
    Node* rebuilt = m_arena.make(nominal->kind, nominal->text, {bound});
    for (std::size_t i = 1; i < nominal->count; ++i)
        rebuilt = m_arena.add(rebuilt, nominal->child(i));
    return rebuilt;
}

} // namespace faultline::demangling::swift
