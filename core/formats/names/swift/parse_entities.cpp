// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/parser.h"

namespace faultline::demangling::swift {

namespace {

bool isMacroContext(Kind kind)
{
    return kind == Kind::MacroExpansion || kind == Kind::FreestandingMacroExpansion ||
           kind == Kind::MacroLocation;
}

} // namespace

/// Children: context, name, labels when there are any, type.
Node* Parser::plainFunction()
{
    Node* const signature = pop(Kind::GenericSignature);
    Node* function = functionType(FunctionFlavor::Plain);
    Node* const labels = popParameterLabels(function);
    if (signature != nullptr)
        function = type(m_arena.make(Kind::GenericType, {signature, function}));
    Node* const name = pop(isDeclName);
    Node* const context = popContext();
    return labels != nullptr ? m_arena.make(Kind::Function, {context, name, labels, function})
                             : m_arena.make(Kind::Function, {context, name, function});
}

Node* Parser::entity(Kind kind)
{
    Node* const named = popType();
    Node* const labels = popParameterLabels(named);
    Node* const name = pop(isDeclName);
    Node* const context = popContext();
    return labels != nullptr ? m_arena.make(kind, {context, name, labels, named})
                             : m_arena.make(kind, {context, name, named});
}

/// Children: context, labels when there are any, type, the file of a private one.
Node* Parser::subscript()
{
    Node* const file = pop(Kind::PrivateName);
    Node* const named = popType();
    Node* const labels = popParameterLabels(named);
    Node* subscript = m_arena.make(Kind::Subscript, {popContext()});
    if (labels != nullptr)
        subscript = m_arena.add(subscript, labels);
    subscript = m_arena.add(subscript, named);
    if (file != nullptr)
        subscript = m_arena.add(subscript, file);
    return accessor(subscript);
}

Node* Parser::accessor(Node* storage)
{
    const char code = take();
    if (code == 'p') // The variable or subscript itself.
        return storage;
    const auto name = accessorName(code, peek());
    skip(code == 'a' || code == 'l' ? 1 : 0);
    return name ? m_arena.make(Kind::Accessor, *name, {storage}) : nullptr;
}

Node* Parser::functionEntity()
{
    const auto of = [this](Kind kind, std::string_view words) {
        return m_arena.make(kind, words, {popContext()});
    };
    switch (take()) {
    case 'D': return of(Kind::Lifetime, "__deallocating_deinit");
    case 'd': return of(Kind::Lifetime, "deinit");
    case 'Z': return of(Kind::Lifetime, "__isolated_deallocating_deinit");
    case 'E': return of(Kind::Lifetime, "__ivar_destroyer");
    case 'e': return of(Kind::Lifetime, "__ivar_initializer");
    case 'i': return of(Kind::Initializer, "variable initialization expression");
    case 'P': return of(Kind::Initializer, "property wrapper backing initializer");
    case 'F': return of(Kind::Initializer, "property wrapped field init accessor");
    case 'W': return of(Kind::Initializer, "property wrapper init from projected value");
    case 'C': return initializerEntity(Kind::Allocator);
    case 'c': return initializerEntity(Kind::Constructor);
    case 'U': return closure("closure #");
    case 'u': return closure("implicit closure #");
    case 'A': {
        Node* const place = indexNode();
        return m_arena.make(Kind::DefaultArgument, {popContext(), place});
    }
    case 'm': return entity(Kind::Macro);
    case 'M': return macroExpansion();
    case 'p': return entity(Kind::GenericParamDecl);
    default: return nullptr;
    }
}

Node* Parser::initializerEntity(Kind kind)
{
    Node* const file = pop(Kind::PrivateName);
    Node* const named = popType();
    Node* const labels = popParameterLabels(named);
    Node* node = m_arena.make(kind, {popContext()});
    if (labels != nullptr)
        node = m_arena.add(node, labels);
    node = m_arena.add(node, named);
    return file == nullptr ? node : m_arena.add(node, file);
}

Node* Parser::closure(std::string_view name)
{
    Node* const place = indexNode();
    Node* const named = popType();
    return m_arena.make(Kind::Closure, name, {popContext(), place, named});
}

Node* Parser::extensionContext()
{
    Node* const signature = pop(Kind::GenericSignature);
    Node* const module = popModule();
    Node* const extended = popNominal();
    Node* const extension = m_arena.make(Kind::Extension, {module, extended});
    return signature == nullptr ? extension : m_arena.add(extension, signature);
}

Node* Parser::anonymousContext()
{
    Node* const arguments = popList(Kind::TypeList, &Parser::popType);
    Node* const name = pop(Kind::Identifier);
    Node* const parent = popContext();
    return m_arena.make(Kind::AnonymousContext, {name, parent, arguments});
}

Node* Parser::macroExpansion()
{
    switch (take()) {
    case 'a': return macroExpansion(Kind::MacroExpansion, "accessor");
    case 'r': return macroExpansion(Kind::MacroExpansion, "memberAttribute");
    case 'm': return macroExpansion(Kind::MacroExpansion, "member");
    case 'p': return macroExpansion(Kind::MacroExpansion, "peer");
    case 'c': return macroExpansion(Kind::MacroExpansion, "conformance");
    case 'e': return macroExpansion(Kind::MacroExpansion, "extension");
    case 'q': return macroExpansion(Kind::MacroExpansionInBody, "preamble");
    case 'b': return macroExpansion(Kind::MacroExpansionInBody, "body");
    case 'f': return macroExpansion(Kind::FreestandingMacroExpansion, {});
    case 'u': return macroExpansion(Kind::MacroUniqueName, {});
    case 'X': return macroLocation();
    default: return nullptr;
    }
}

/// Children of an attached macro: context, attached name, macro's name, number. Of any other:
/// context, name, number, file.
Node* Parser::macroExpansion(Kind kind, std::string_view description)
{
    const bool isAttached = !description.empty();
    Node* const macroName = pop(Kind::Identifier);
    Node* const file = kind == Kind::FreestandingMacroExpansion ? pop(Kind::PrivateName) : nullptr;
    Node* const attachedName = isAttached ? pop(isDeclName) : nullptr;
    Node* context = pop(isMacroContext);
    if (context == nullptr)
        context = popContext();
    Node* const number = indexNode();
    if (isAttached)
        return m_arena.make(kind, description, {context, attachedName, macroName, number});
    Node* const expansion = m_arena.make(kind, {context, macroName, number});
    return file == nullptr ? expansion : m_arena.add(expansion, file);
}

Node* Parser::macroLocation()
{
    const auto line = index();
    const auto column = index();
    if (!line || !column)
        return nullptr;
    Node* const buffer = pop(Kind::Identifier);
    Node* const module = pop(Kind::Identifier);
    return keptPhrase(Kind::MacroLocation,
                      "module %0 file %1 line " + std::to_string(*line) + " column " +
                          std::to_string(*column),
                      {module, buffer});
}

} // namespace faultline::demangling::swift
