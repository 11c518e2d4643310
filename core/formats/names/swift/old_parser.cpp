// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/old_parser.h"

#include "core/formats/names/swift/phrases.h"

#include <algorithm>
#include <utility>

namespace faultline::demangling::swift {

namespace {

constexpr unsigned kMaxDepth = 128;

constexpr auto kMetadata = std::to_array<std::pair<char, std::string_view>>({
    {'P', "generic type metadata pattern for %0"},
    {'a', "type metadata accessor for %0"},
    {'L', "lazy cache variable for type metadata for %0"},
    {'m', "metaclass for %0"},
    {'n', "nominal type descriptor for %0"},
    {'f', "full type metadata for %0"},
});

constexpr auto kStandardTypes = std::to_array<StandardType>({
    {'a', Kind::Structure, "Array"},
    {'b', Kind::Structure, "Bool"},
    {'c', Kind::Structure, "UnicodeScalar"},
    {'d', Kind::Structure, "Double"},
    {'f', Kind::Structure, "Float"},
    {'i', Kind::Structure, "Int"},
    {'V', Kind::Structure, "UnsafeRawPointer"},
    {'v', Kind::Structure, "UnsafeMutableRawPointer"},
    {'P', Kind::Structure, "UnsafePointer"},
    {'p', Kind::Structure, "UnsafeMutablePointer"},
    {'q', Kind::Enum, "Optional"},
    {'Q', Kind::Enum, "ImplicitlyUnwrappedOptional"},
    {'R', Kind::Structure, "UnsafeBufferPointer"},
    {'r', Kind::Structure, "UnsafeMutableBufferPointer"},
    {'S', Kind::Structure, "String"},
    {'u', Kind::Structure, "UInt"},
});

} // namespace

bool OldParser::Step::isTooDeep() const
{
    return m_parser.m_depth > kMaxDepth;
}

Node* OldParser::phrase(std::string_view words, std::initializer_list<Node*> children)
{
    return m_arena.make(Kind::Phrase, words, children);
}

Node* OldParser::kept(Kind kind, const std::string& words, std::initializer_list<Node*> children)
{
    const auto text = m_arena.keep(words);
    return text ? m_arena.make(kind, *text, children) : nullptr;
}

Node* OldParser::substitutable(Node* node)
{
    if (node != nullptr)
        m_substitutions.push_back(node);
    return node;
}

Node* OldParser::parseSymbol()
{
    Node* const symbol = m_arena.leaf(Kind::Global);
    if (symbol == nullptr || !accept("_T"))
        return nullptr;
    const auto addAttribute = [&](std::string_view words) {
        return m_arena.add(symbol, m_arena.leaf(Kind::Attribute, words));
    };
    if (accept("TS")) {
        do {
            if (!specialization(*symbol))
                return nullptr;
            m_substitutions
                .clear(); // A specialisation shares no substitutions with what it specialises.
        } while (accept("_TTS"));
        if (!accept("_T"))
            return nullptr;
    } else if (accept("To")) {
        addAttribute("@objc ");
    } else if (accept("TO")) {
        addAttribute("@nonobjc ");
    } else if (accept("TD")) {
        addAttribute("dynamic ");
    } else if (accept("Td")) {
        addAttribute("super ");
    } else if (accept("TV")) {
        addAttribute("override ");
    }
    if (m_arena.add(symbol, global()) == nullptr)
        return nullptr;
    const std::string_view suffix = rest();
    if (suffix.empty())
        return symbol;
    // Anything may follow the name of a declaration. "_TPAGE" is a C name and not a thunk.
    const bool isMarked = suffix.find_first_of("_.0123456789") == 0;
    const bool isSuffix = isMarked || isEntity(symbol->last()->kind);
    return isSuffix ? m_arena.add(symbol, m_arena.leaf(Kind::Suffix, suffix)) : nullptr;
}

Node* OldParser::global()
{
    const Step step(*this);
    if (step.isTooDeep())
        return nullptr;
    if (accept('M'))
        return metadata();
    if (accept("PA"))
        return partialApply();
    if (accept('t'))
        return m_arena.make(Kind::TypeMangling, {type()});
    if (accept('w'))
        return valueWitness();
    if (accept('W'))
        return witness();
    if (accept("TR"))
        return reabstractionThunk(true);
    if (accept("Tr"))
        return reabstractionThunk(false);
    if (accept("TW")) {
        Node* const conforming = conformance();
        return phrase("protocol witness for %1 in conformance %0", {conforming, entity()});
    }
    return peek() == 'T' ? nullptr : entity();
}

Node* OldParser::metadata()
{
    if (accept('p'))
        return phrase("protocol descriptor for %0", {protocolName()});
    const auto found =
        std::ranges::find(kMetadata, peek(), &std::pair<char, std::string_view>::first);
    if (found == kMetadata.end())
        return phrase("type metadata for %0", {type()});
    skip(1);
    return phrase(found->second, {type()});
}

Node* OldParser::partialApply()
{
    Node* const forwarder =
        m_arena.leaf(Kind::PartialApply, accept('o') ? "partial apply ObjC forwarder|partial apply"
                                                     : "partial apply forwarder|partial apply");
    return accept("__T") ? m_arena.add(forwarder, m_arena.make(Kind::TypeList, {global()}))
                         : forwarder;
}

Node* OldParser::valueWitness()
{
    const auto name = valueWitnessName(rest().substr(0, 2));
    if (!name)
        return nullptr;
    skip(2);
    const std::string words(*name);
    return kept(Kind::Phrase, words + " value witness for %0|" + words + " for %0", {type()});
}

Node* OldParser::witness()
{
    switch (take()) {
    case 'V': return phrase("value witness table for %0", {type()});
    case 'v': {
        const char directness = take();
        if (directness != 'd' && directness != 'i')
            return nullptr;
        return phrase(directness == 'd' ? "direct field offset for %0"
                                        : "indirect field offset for %0",
                      {entity()});
    }
    case 'P': return phrase("protocol witness table for %0", {conformance()});
    case 'G': return phrase("generic protocol witness table for %0", {conformance()});
    case 'I':
        return phrase("instantiation function for generic protocol witness table for %0",
                      {conformance()});
    case 'l': {
        Node* const conforming = type();
        return phrase("lazy protocol witness table accessor for type %0 and conformance %1",
                      {conforming, conformance()});
    }
    case 'L': {
        Node* const conforming = type();
        return phrase("lazy protocol witness table cache variable for type %0 and conformance %1",
                      {conforming, conformance()});
    }
    case 'a': return phrase("protocol witness table accessor for %0", {conformance()});
    case 't': {
        Node* const conforming = conformance();
        return phrase("associated type metadata accessor for %1 in %0", {conforming, declName()});
    }
    case 'T': {
        Node* const conforming = conformance();
        Node* const name = declName();
        return phrase("associated type witness table accessor for %1 : %2 in %0",
                      {conforming, name, protocolName()});
    }
    default: return nullptr;
    }
}

Node* OldParser::reabstractionThunk(bool isHelper)
{
    Node* const signature = accept('G') ? genericSignature() : m_arena.leaf(Kind::TypeList);
    Node* const target = type();
    Node* const source = type();
    std::string words = isHelper ? "reabstraction thunk helper " : "reabstraction thunk ";
    words += isKind(signature, Kind::GenericSignature) ? "%2 " : "";
    return kept(Kind::Phrase, words + "from %1 to %0|thunk for %1", {target, source, signature});
}

Node* OldParser::module()
{
    if (accept('s'))
        return m_arena.leaf(Kind::Module, "Swift");
    if (accept('S')) {
        Node* const known = substitution();
        return isKind(known, Kind::Module) ? known : nullptr;
    }
    const auto name = identifierText();
    return name ? substitutable(m_arena.leaf(Kind::Module, *name)) : nullptr;
}

/// Reads what follows the 'S'.
Node* OldParser::substitution()
{
    if (accept('o'))
        return m_arena.leaf(Kind::Module, "__C");
    if (accept('C'))
        return m_arena.leaf(Kind::Module, "__C_Synthesized");
    const auto found = std::ranges::find(kStandardTypes, peek(), &StandardType::code);
    if (found != kStandardTypes.end()) {
        skip(1);
        return m_arena.make(found->kind, {m_arena.leaf(Kind::Module, "Swift"),
                                          m_arena.leaf(Kind::Identifier, found->name)});
    }
    const auto at = index();
    return at && *at < m_substitutions.size() ? m_substitutions[*at] : nullptr;
}

Node* OldParser::declaration(Kind kind)
{
    Node* const outer = context();
    return substitutable(m_arena.make(kind, {outer, declName()}));
}

Node* OldParser::nominalType()
{
    switch (take()) {
    case 'S': return substitution();
    case 'V': return declaration(Kind::Structure);
    case 'O': return declaration(Kind::Enum);
    case 'C': return declaration(Kind::Class);
    case 'P': return declaration(Kind::Protocol);
    default: return nullptr;
    }
}

/// A substitution is the protocol itself or its module.
Node* OldParser::protocolName()
{
    if (accept('S')) {
        Node* const known = substitution();
        if (isKind(known, Kind::Protocol))
            return wrap(known);
        return isKind(known, Kind::Module) ? wrap(protocolIn(known)) : nullptr;
    }
    if (accept('s'))
        return wrap(protocolIn(m_arena.leaf(Kind::Module, "Swift")));
    return wrap(declaration(Kind::Protocol));
}

Node* OldParser::protocolIn(Node* context)
{
    return substitutable(m_arena.make(Kind::Protocol, {context, declName()}));
}

Node* OldParser::context()
{
    constexpr std::string_view kEntityStarts = "FIvPsZCVO";
    const Step step(*this);
    if (step.isTooDeep())
        return nullptr;
    if (accept('E'))
        return extension(false);
    if (accept('e'))
        return extension(true);
    if (accept('S'))
        return substitution();
    if (accept('s'))
        return m_arena.leaf(Kind::Module, "Swift");
    if (accept('G'))
        return boundGenericType();
    const bool isEntity = peek() != '\0' && kEntityStarts.find(peek()) != std::string_view::npos;
    return isEntity ? entity() : module();
}

Node* OldParser::extension(bool isConstrained)
{
    Node* const definedIn = module();
    Node* const signature = isConstrained ? genericSignature() : nullptr;
    Node* const extended = context();
    return isConstrained ? m_arena.make(Kind::Extension, {definedIn, extended, signature})
                         : m_arena.make(Kind::Extension, {definedIn, extended});
}

Node* OldParser::conformance()
{
    Node* const conforming = type();
    Node* const protocol = protocolName();
    return m_arena.make(Kind::ProtocolConformance, {conforming, protocol, context()});
}

} // namespace faultline::demangling::swift
