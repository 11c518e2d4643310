// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/parser.h"

namespace faultline::demangling::swift {

namespace {

constexpr unsigned kMaxBuiltinSize = 4096;
constexpr std::string_view kBuiltinPrefix = "Builtin.";

} // namespace

Node* Parser::builtinType()
{
    const char code = take();
    if (const auto name = builtinName(code))
        return type(m_arena.leaf(Kind::SimplePhrase, *name));
    switch (code) {
    case 'i':
    case 'f': {
        const auto size = index();
        if (!size || *size < 2 || *size - 1 > kMaxBuiltinSize)
            return nullptr;
        return type(text(Kind::SimplePhrase, (code == 'i' ? "Builtin.Int" : "Builtin.FPIEEE") +
                                                 std::to_string(*size - 1)));
    }
    case 'v': return builtinVector();
    case 'V': {
        Node* const element = popType();
        Node* const size = popType();
        return type(
            m_arena.make(Kind::SimplePhrase, "Builtin.FixedArray<%0, %1>", {size, element}));
    }
    case 'T': return type(m_arena.leaf(Kind::BuiltinTuple));
    default: return nullptr;
    }
}

Node* Parser::builtinVector()
{
    const auto size = index();
    const Node* const element = popTypeContent();
    if (!size || *size < 2 || *size - 1 > kMaxBuiltinSize || !isKind(element, Kind::SimplePhrase) ||
        !element->text.starts_with(kBuiltinPrefix) || element->count != 0)
        return nullptr;
    std::string name = "Builtin.Vec" + std::to_string(*size - 1) + "x";
    name += element->text.substr(kBuiltinPrefix.size());
    return type(text(Kind::SimplePhrase, name));
}

Node* Parser::nominalType(Kind kind)
{
    Node* const name = pop(isDeclName);
    Node* const context = popContext();
    return substitutable(type(m_arena.make(kind, {context, name})));
}

/// The annotations come off the stack in the reverse of the grammar's order; parameters and result
/// are the last two children.
Node* Parser::functionType(FunctionFlavor flavor, bool hasClangType)
{
    Node* function = m_arena.leaf(Kind::FunctionType, {}, static_cast<std::uint64_t>(flavor));
    const auto addIfThere = [&](Node* annotation) {
        if (annotation != nullptr)
            function = m_arena.add(function, annotation);
    };
    if (hasClangType)
        function = m_arena.add(function, clangType());
    addIfThere(pop(Kind::SendingResult));
    addIfThere(pop([](Kind kind) {
        return kind == Kind::GlobalActor || kind == Kind::IsolatedAny ||
               kind == Kind::NonIsolatedCaller;
    }));
    addIfThere(pop(Kind::Differentiable));
    addIfThere(pop(Kind::Throws));
    addIfThere(pop(Kind::Sendable));
    addIfThere(pop(Kind::Async));
    Node* const parameters = popParameters();
    Node* const result = popParameters();
    return type(m_arena.add(m_arena.add(function, parameters), result));
}

/// A length and an Itanium mangled type.
Node* Parser::clangType()
{
    const auto length = natural();
    if (!length || *length == 0 || *length > m_text.size() - m_position)
        return nullptr;
    Node* const node = m_arena.leaf(Kind::ClangType, rest().substr(0, *length));
    skip(*length);
    return node;
}

Node* Parser::popParameters()
{
    return pop(Kind::EmptyList) != nullptr ? type(m_arena.leaf(Kind::Tuple)) : popType();
}

/// Null when the declaration has no labels; a missing label then fails at the next operand.
Node* Parser::popParameterLabels(const Node* named)
{
    if (m_dialect != Dialect::Swift4 && pop(Kind::EmptyList) != nullptr)
        return m_arena.leaf(Kind::LabelList);
    const Node* function = isKind(named, Kind::Type) ? named->child(0) : nullptr;
    if (isKind(function, Kind::GenericType))
        function = withoutType(function->child(1));
    const auto flavor = static_cast<FunctionFlavor>(function == nullptr ? 0 : function->number);
    if (!isKind(function, Kind::FunctionType) || function->count < 2 ||
        (flavor != FunctionFlavor::Plain && flavor != FunctionFlavor::NoEscape))
        return nullptr;
    Node* const parameters = function->child(function->count - 2)->child(0);
    const bool isTuple = isKind(parameters, Kind::Tuple);
    const std::size_t count = isTuple ? parameters->count : 1;
    if (count == 0)
        return nullptr;
    if (m_dialect == Dialect::Swift4)
        return isTuple ? popOldParameterLabels(*parameters) : m_arena.leaf(Kind::LabelList);
    Node* labels = m_arena.leaf(Kind::LabelList);
    bool hasLabels = false;
    for (std::size_t i = 0; i < count; ++i) {
        Node* const label = pop();
        if (!isKind(label, Kind::Identifier) && !isKind(label, Kind::FirstElement))
            return nullptr;
        hasLabels = hasLabels || label->kind == Kind::Identifier;
        labels = m_arena.add(labels, label);
    }
    if (!hasLabels)
        return m_arena.leaf(Kind::LabelList);
    if (labels != nullptr)
        Arena::reverse(*labels);
    return labels;
}

/// Moves the labels out of the tuple, which no one else shares.
Node* Parser::popOldParameterLabels(Node& parameters)
{
    Node* labels = m_arena.leaf(Kind::LabelList);
    bool hasLabels = false;
    for (Node* const element : parameters.children()) {
        const bool isLabelled = !element->text.empty();
        labels =
            m_arena.add(labels, m_arena.leaf(isLabelled ? Kind::Identifier : Kind::FirstElement,
                                             element->text));
        element->text = {};
        hasLabels = hasLabels || isLabelled;
    }
    return hasLabels ? labels : m_arena.leaf(Kind::LabelList);
}

Node* Parser::tuple()
{
    Node* tuple = m_arena.leaf(Kind::Tuple);
    if (pop(Kind::EmptyList) != nullptr)
        return type(tuple);
    for (bool isFirst = false; !isFirst && tuple != nullptr;)
        tuple = m_arena.add(tuple, popTupleElement(isFirst));
    if (tuple != nullptr)
        Arena::reverse(*tuple);
    return type(tuple);
}

Node* Parser::popTupleElement(bool& isFirst)
{
    isFirst = pop(Kind::FirstElement) != nullptr;
    const bool isVariadic = pop(Kind::Variadic) != nullptr;
    const Node* const label = pop(Kind::Identifier);
    Node* const element = m_arena.make(Kind::TupleElement, {popType()});
    if (element != nullptr) {
        element->number = isVariadic ? 1 : 0;
        element->text = label == nullptr ? std::string_view() : label->text;
    }
    return element;
}

Node* Parser::pack(std::string_view phrase)
{
    return type(
        m_arena.make(Kind::SimplePhrase, phrase, {popList(Kind::CommaList, &Parser::popType)}));
}

Node* Parser::specialType()
{
    const char code = peek();
    if (findPhrase('X', code) != nullptr)
        return phraseOperation('X');
    skip(1);
    switch (code) {
    case 'E': return functionType(FunctionFlavor::NoEscape);
    case 'A': return functionType(FunctionFlavor::EscapingAutoClosure);
    case 'f': return functionType(FunctionFlavor::Thin);
    case 'K': return functionType(FunctionFlavor::AutoClosure);
    case 'U': return functionType(FunctionFlavor::Uncurried);
    case 'L': return functionType(FunctionFlavor::EscapingBlock);
    case 'B': return functionType(FunctionFlavor::Block);
    case 'C': return functionType(FunctionFlavor::CPointer);
    case 'z':
        if (accept('B'))
            return functionType(FunctionFlavor::Block, true);
        return accept('C') ? functionType(FunctionFlavor::CPointer, true) : nullptr;
    case 'g':
    case 'G': return extendedExistentialShape(code == 'G');
    case 'M': return metatype(Kind::Metatype);
    case 'm': return metatype(Kind::ExistentialMetatype);
    case 'P': {
        Node* const requirements = popList(Kind::CommaList, &Parser::popRequirement);
        Node* const base = popType();
        return type(phrase("any %0<%1>", {base, requirements}));
    }
    case 'c': {
        Node* const superclass = popType();
        Node* const protocols = protocolList();
        return type(m_arena.make(Kind::ProtocolListWithClass, {protocols, superclass}));
    }
    case 'l': return type(m_arena.make(Kind::ProtocolListWithAnyObject, {protocolList()}));
    case 'X':
    case 'x': return boxType(code == 'X');
    case 'Y': return nominalType(Kind::OtherNominal);
    case 'Z': return anonymousContext();
    case 'S': return sugaredType();
    default: return nullptr;
    }
}

Node* Parser::metatype(Kind kind)
{
    const char code = take();
    const std::string_view representation = code == 't'   ? "@thin "
                                            : code == 'T' ? "@thick "
                                            : code == 'o' ? "@objc_metatype "
                                                          : "";
    return representation.empty() ? nullptr : type(m_arena.make(kind, representation, {popType()}));
}

/// An inout in the list of field types marks a field that may change.
Node* Parser::boxType(bool isGeneric)
{
    Node* const signature = isGeneric ? pop(Kind::GenericSignature) : nullptr;
    Node* const arguments = isGeneric ? popList(Kind::CommaList, &Parser::popType) : nullptr;
    const Node* const fields = popList(Kind::TypeList, &Parser::popType);
    if (fields == nullptr)
        return nullptr;
    Node* layout = m_arena.leaf(Kind::BoxLayout);
    for (Node* const field : fields->children()) {
        const Node* const content = withoutType(field);
        const bool isMutable = isKind(content, Kind::InOut);
        layout = m_arena.add(layout, isMutable ? phrase("var %0", {content->child(0)})
                                               : phrase("let %0", {field}));
    }
    return type(isGeneric
                    ? m_arena.make(Kind::SimplePhrase, "%0 %1 <%2>", {signature, layout, arguments})
                    : m_arena.make(Kind::SimplePhrase, "%0", {layout}));
}

Node* Parser::sugaredType()
{
    switch (peek()) {
    case 'A':
    case 'D': {
        const std::string_view words = take() == 'A' ? "[%0 of %1]" : "[%0 : %1]";
        Node* const second = popType();
        Node* const first = popType();
        return type(m_arena.make(Kind::SimplePhrase, words, {first, second}));
    }
    default: return phraseOperation('@');
    }
}

Node* Parser::protocolList()
{
    return m_arena.make(Kind::ProtocolList, {popList(Kind::TypeList, &Parser::popProtocol)});
}

Node* Parser::differentiable()
{
    switch (take()) {
    case 'f': return m_arena.leaf(Kind::Differentiable, "@differentiable(_forward) ");
    case 'r': return m_arena.leaf(Kind::Differentiable, "@differentiable(reverse) ");
    case 'd': return m_arena.leaf(Kind::Differentiable, "@differentiable ");
    case 'l': return m_arena.leaf(Kind::Differentiable, "@differentiable(_linear) ");
    default: return nullptr;
    }
}

/// A value for a generic parameter: "$3_" is 4, "$n3_" is -4.
Node* Parser::integerType()
{
    const bool isNegative = accept('n');
    const auto value = index();
    if (!value)
        return nullptr;
    const bool hasSign = isNegative && *value > 0;
    return type(text(Kind::SimplePhrase, (hasSign ? "-" : "") + std::to_string(*value)));
}

Node* Parser::extendedExistentialShape(bool isGeneric)
{
    Node* const shape = popType();
    if (!isGeneric)
        return m_arena.make(Kind::ExistentialShape, "existential shape for any %0", {shape});
    Node* const signature = pop(Kind::GenericSignature);
    return m_arena.make(Kind::ExistentialShape, "existential shape for %0 any %1",
                        {signature, shape});
}

} // namespace faultline::demangling::swift
