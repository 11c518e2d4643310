// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/old_parser.h"
#include "core/formats/names/swift/phrases.h"

namespace faultline::demangling::swift {

namespace {

bool startsIdentifier(char c)
{
    return (c >= '0' && c <= '9') || c == 'o';
}

std::string_view parameterConvention(char code)
{
    switch (code) {
    case 'd': return "@unowned ";
    case 'g': return "@guaranteed ";
    case 'e': return "@deallocating ";
    case 'i': return "@in ";
    case 'l': return "@inout ";
    case 'o': return "@owned ";
    default: return {};
    }
}

std::string_view resultConvention(char code)
{
    switch (code) {
    case 'a': return "@autoreleased ";
    case 'd': return "@unowned ";
    case 'D': return "@unowned_inner_pointer ";
    case 'i': return "@out ";
    case 'o': return "@owned ";
    default: return {};
    }
}

std::string_view calleeConvention(char code)
{
    switch (code) {
    case 't': return "@convention(thin)";
    case 'd': return "@callee_unowned";
    case 'g': return "@callee_guaranteed";
    case 'o': return "@callee_owned";
    default: return {};
    }
}

std::string_view representation(char code)
{
    switch (code) {
    case 'b': return "@convention(block)";
    case 'c': return "@convention(c)";
    case 'm': return "@convention(method)";
    case 'O': return "@convention(objc_method)";
    case 'w': return "@convention(witness_method)";
    default: return {};
    }
}

} // namespace

Node* OldParser::typeContent()
{
    const Step step(*this);
    if (step.isTooDeep())
        return nullptr;
    switch (const char code = take()) {
    case 'B': return builtinType();
    case 'a': return declaration(Kind::TypeAlias);
    case 'b': return functionType(FunctionFlavor::Block);
    case 'c': return functionType(FunctionFlavor::CPointer);
    case 'F': return functionType(FunctionFlavor::Plain);
    case 'f': return functionType(FunctionFlavor::Uncurried);
    case 'K': return functionType(FunctionFlavor::AutoClosure);
    case 'D': return m_arena.make(Kind::SimplePhrase, "Self", {type()});
    case 'E': return accept("RR") ? m_arena.leaf(Kind::SimplePhrase, "<ERROR TYPE>") : nullptr;
    case 'G': return boundGenericType();
    case 'M': return m_arena.make(Kind::Metatype, {type()});
    case 'P':
        return accept('M') ? m_arena.make(Kind::ExistentialMetatype, {type()}) : protocolList();
    case 'Q': return archetype();
    case 'q': return dependentType();
    case 'x': return m_arena.leaf(Kind::GenericParam);
    case 'w':
    case 'W': return associatedType(code == 'W');
    case 'R': return m_arena.make(Kind::InOut, "inout %0", {typeContent()});
    case 'k': return phrase("@noDerivative %0", {typeContent()});
    case 'S': return substitution();
    case 'T':
    case 't': return tuple(code == 't');
    case 'u': {
        Node* const signature = genericSignature();
        return m_arena.make(Kind::GenericType, {signature, type()});
    }
    case 'X': return specialType();
    case 'C': return declaration(Kind::Class);
    case 'V': return declaration(Kind::Structure);
    case 'O': return declaration(Kind::Enum);
    default: return nullptr;
    }
}

Node* OldParser::specialType()
{
    switch (take()) {
    case 'b': return m_arena.make(Kind::SimplePhrase, "@box %0", {type()});
    case 'B': return boxType();
    case 'M': return metatype(Kind::Metatype);
    case 'P': return accept('M') ? metatype(Kind::ExistentialMetatype) : protocolList();
    case 'f': return functionType(FunctionFlavor::Thin);
    case 'o': return phrase("unowned %0", {type()});
    case 'u': return phrase("unowned(unsafe) %0", {type()});
    case 'w': return phrase("weak %0", {type()});
    case 'F': return implFunctionType();
    default: return nullptr;
    }
}

Node* OldParser::builtinType()
{
    const auto sized = [this](std::string_view words) -> Node* {
        const auto size = natural();
        return size && accept('_')
                   ? kept(Kind::SimplePhrase, std::string(words) + std::to_string(*size))
                   : nullptr;
    };
    switch (const char code = take()) {
    case 'i': return sized("Builtin.Int");
    case 'f': return sized("Builtin.FPIEEE");
    case 'v': {
        const auto count = natural();
        if (!count || !accept('B'))
            return nullptr;
        const std::string words = "Builtin.Vec" + std::to_string(*count) + "x";
        if (accept('i'))
            return sized(words + "Int");
        if (accept('f'))
            return sized(words + "FPIEEE");
        return accept('p') ? kept(Kind::SimplePhrase, words + "RawPointer") : nullptr;
    }
    default: {
        constexpr std::string_view kKnown = "bBOoptw";
        const bool isKnown = code != '\0' && kKnown.find(code) != std::string_view::npos;
        return isKnown ? m_arena.leaf(Kind::SimplePhrase, *builtinName(code)) : nullptr;
    }
    }
}

Node* OldParser::functionType(FunctionFlavor flavor)
{
    Node* function = m_arena.leaf(Kind::FunctionType, {}, static_cast<std::uint64_t>(flavor));
    if (accept('z'))
        function = m_arena.add(function, m_arena.leaf(Kind::Throws, " throws"));
    if (accept('y'))
        function = m_arena.add(function, m_arena.leaf(Kind::Sendable));
    if (accept('Z'))
        function = m_arena.add(function, m_arena.leaf(Kind::Async));
    if (accept('Y'))
        function = m_arena.add(function, m_arena.make(Kind::GlobalActor, "@%0 ", {type()}));
    Node* const parameters = type();
    return m_arena.add(m_arena.add(function, parameters), type());
}

Node* OldParser::tuple(bool isVariadic)
{
    Node* tuple = m_arena.leaf(Kind::Tuple);
    while (tuple != nullptr && !accept('_')) {
        std::optional<std::string_view> label;
        if (startsIdentifier(peek())) {
            label = identifierText();
            if (!label)
                return nullptr;
        }
        Node* const element = m_arena.make(Kind::TupleElement, {type()});
        if (element != nullptr)
            element->text = label.value_or("");
        tuple = m_arena.add(tuple, element);
    }
    if (isVariadic && tuple != nullptr && tuple->count > 0)
        tuple->last()->number = 1;
    return tuple;
}

Node* OldParser::boundGenericType()
{
    return bindGenerics(nominalType());
}

/// The outermost type's arguments come first.
Node* OldParser::bindGenerics(Node* nominal)
{
    const Step step(*this);
    if (step.isTooDeep() || nominal == nullptr || nominal->count == 0)
        return nullptr;
    const Kind outer = nominal->child(0)->kind;
    if (outer != Kind::Module && outer != Kind::Function && outer != Kind::Extension) {
        Node* rebuilt =
            m_arena.make(nominal->kind, nominal->text, {bindGenerics(nominal->child(0))});
        for (std::size_t i = 1; i < nominal->count; ++i)
            rebuilt = m_arena.add(rebuilt, nominal->child(i));
        nominal = rebuilt;
    }
    Node* arguments = m_arena.leaf(Kind::CommaList);
    while (arguments != nullptr && !accept('_'))
        arguments = m_arena.add(arguments, type());
    if (nominal == nullptr || arguments == nullptr || arguments->count == 0)
        return arguments == nullptr ? nullptr : nominal;
    const bool isBindable = nominal->kind == Kind::Class || nominal->kind == Kind::Structure ||
                            nominal->kind == Kind::Enum;
    return isBindable ? m_arena.make(Kind::BoundGeneric, {wrap(nominal), arguments}) : nullptr;
}

Node* OldParser::protocolList()
{
    Node* protocols = m_arena.leaf(Kind::TypeList);
    while (protocols != nullptr && !accept('_'))
        protocols = m_arena.add(protocols, protocolName());
    return m_arena.make(Kind::ProtocolList, {protocols});
}

Node* OldParser::metatype(Kind kind)
{
    switch (take()) {
    case 't': return m_arena.make(kind, "@thin ", {type()});
    case 'T': return m_arena.make(kind, "@thick ", {type()});
    case 'o': return m_arena.make(kind, "@objc_metatype ", {type()});
    default: return nullptr;
    }
}

Node* OldParser::boxType()
{
    const bool isGeneric = accept('G');
    Node* const signature = isGeneric ? genericSignature() : nullptr;
    Node* layout = m_arena.leaf(Kind::BoxLayout);
    while (layout != nullptr && !accept('_')) {
        const char code = take();
        if (code != 'm' && code != 'i')
            return nullptr;
        layout = m_arena.add(layout, phrase(code == 'm' ? "var %0" : "let %0", {type()}));
    }
    if (!isGeneric)
        return m_arena.make(Kind::SimplePhrase, "%0", {layout});
    Node* arguments = m_arena.leaf(Kind::CommaList);
    while (arguments != nullptr && !accept('_'))
        arguments = m_arena.add(arguments, type());
    return m_arena.make(Kind::SimplePhrase, "%0 %1 <%2>", {signature, layout, arguments});
}

/// Here every operand is followed by its type.
Node* OldParser::implFunctionType()
{
    Node* function = m_arena.leaf(Kind::ImplFunctionType);
    const auto add = [&](std::string_view words) {
        function = m_arena.add(function, words.empty() ? nullptr : m_arena.leaf(Kind::Text, words));
    };
    add(calleeConvention(take()));
    if (accept('C'))
        add(representation(take()));
    if (accept('h'))
        add("@Sendable");
    if (accept('H'))
        add("@async");
    if (accept('G') || accept('g'))
        function = m_arena.add(function, genericSignature());
    if (!accept('_'))
        return nullptr;
    while (function != nullptr && !accept('_'))
        function = m_arena.add(function, implOperand(Operand::Parameter));
    while (function != nullptr && !accept('_'))
        function = m_arena.add(function, implOperand(Operand::Result));
    return function;
}

Node* OldParser::implOperand(Operand operand)
{
    const bool isError = operand == Operand::Result && accept('z');
    const std::string_view convention =
        operand == Operand::Parameter ? parameterConvention(take()) : resultConvention(take());
    if (convention.empty())
        return nullptr;
    const Kind kind = operand == Operand::Parameter ? Kind::ImplParameter : Kind::ImplResult;
    return kept(kind, (isError ? "@error " : "") + std::string(convention), {type()});
}

} // namespace faultline::demangling::swift
