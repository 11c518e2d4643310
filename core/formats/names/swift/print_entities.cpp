// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/printer.h"

namespace faultline::demangling::swift {

namespace {

Node* childOfKind(const Node& node, Kind kind)
{
    for (Node* const child : node.children())
        if (child->kind == kind)
            return child;
    return nullptr;
}

/// A function type needs no colon before it.
bool isCallable(const Node* type)
{
    while (isKind(type, Kind::GenericType))
        type = withoutType(type->child(1));
    if (!isKind(type, Kind::FunctionType))
        return false;
    switch (static_cast<FunctionFlavor>(type->number)) {
    case FunctionFlavor::Plain:
    case FunctionFlavor::NoEscape:
    case FunctionFlavor::Uncurried:
    case FunctionFlavor::Thin:
    case FunctionFlavor::CPointer: return true;
    default: return false;
    }
}

} // namespace

const Node* Printer::printContextual(const Node& node, bool isPrefix)
{
    const TypeForm function = m_style.showArgumentTypes ? TypeForm::Function : TypeForm::None;
    const bool isClass = isKind(node.child(0), Kind::Class);
    switch (node.kind) {
    case Kind::Function:
    case Kind::BoundFunction:
        return printEntity(node, isPrefix, {.type = TypeForm::Function, .hasName = true});
    case Kind::Variable:
        return printEntity(node, isPrefix, {.type = TypeForm::Colon, .hasName = true});
    case Kind::Subscript:
        return printEntity(node, isPrefix, {.type = TypeForm::Function, .fixedName = "subscript"});
    case Kind::Accessor: return printAccessor(node, isPrefix);
    case Kind::Allocator:
        return printEntity(
            node, isPrefix,
            {.type = TypeForm::Function, .extra = isClass ? "__allocating_init" : "init"});
    case Kind::Constructor:
        return printEntity(
            node, isPrefix,
            {.type = TypeForm::Function, .hasName = node.count > 2, .extra = "init"});
    case Kind::Lifetime: {
        const bool isPlain = !isClass && node.text.ends_with("deallocating_deinit");
        return printEntity(node, isPrefix, {.extra = isPlain ? "deinit" : node.text});
    }
    case Kind::Initializer: return printEntity(node, isPrefix, {.extra = node.text});
    case Kind::DefaultArgument:
        return printEntity(node, isPrefix,
                           {.extra = "default argument ", .number = node.child(1)->number});
    case Kind::Closure:
        return printEntity(
            node, isPrefix,
            {.type = function, .extra = node.text, .number = node.child(1)->number + 1});
    case Kind::Macro:
    case Kind::MacroExpansion:
    case Kind::MacroExpansionInBody:
    case Kind::FreestandingMacroExpansion:
    case Kind::MacroUniqueName: return printMacro(node, isPrefix);
    default: return printEntity(node, isPrefix, {.hasName = true});
    }
}

const Node* Printer::printMacro(const Node& node, bool isPrefix)
{
    switch (node.kind) {
    case Kind::Macro:
        return printEntity(
            node, isPrefix,
            {.type = node.count == 3 ? TypeForm::Colon : TypeForm::Function, .hasName = true});
    case Kind::FreestandingMacroExpansion:
        return printEntity(node, isPrefix,
                           {.hasName = true,
                            .extra = "freestanding macro expansion #",
                            .number = node.child(2)->number + 1});
    case Kind::MacroUniqueName:
        return printEntity(
            node, isPrefix,
            {.hasName = true, .extra = "unique name #", .number = node.child(2)->number + 1});
    default: {
        std::string description(node.text);
        description += " macro @";
        description += node.child(2)->text;
        description += " expansion #";
        return printEntity(
            node, isPrefix,
            {.hasName = true, .extra = description, .number = node.child(3)->number + 1});
    }
    }
}

const Node* Printer::printAccessor(const Node& accessor, bool isPrefix)
{
    const Node* const storage = accessor.child(0);
    if (isKind(storage, Kind::Variable))
        return printEntity(*storage, isPrefix,
                           {.type = TypeForm::Colon, .hasName = true, .extra = accessor.text});
    if (isKind(storage, Kind::Subscript))
        return printEntity(
            *storage, isPrefix,
            {.type = TypeForm::Colon, .extra = accessor.text, .fixedName = "subscript"});
    fail();
    return nullptr;
}

/// "context.name", or "name in context" if either has several words. As a prefix of another entity,
/// such an entity prints nothing and returns itself.
const Node* Printer::printEntity(const Node& node, bool isPrefix, const EntityForm& form)
{
    const Node& entity = node.kind == Kind::BoundFunction ? *node.child(0) : node;
    const Node* const arguments = node.kind == Kind::BoundFunction ? node.child(1) : nullptr;
    const bool isLocal = form.hasName && isKind(entity.child(1), Kind::LocalName);
    const bool isMultiWord = isLocal || form.extra.find(' ') != std::string_view::npos;
    if (isPrefix && (form.type != TypeForm::None || isMultiWord))
        return &entity;
    const Node* outer = nullptr;
    if (isMultiWord) {
        outer = entity.child(0);
    } else {
        const std::size_t before = m_out.size();
        outer = print(entity.child(0), true);
        out(m_out.size() != before ? "." : "");
    }
    printEntityName(entity, form, isMultiWord);
    if (form.type != TypeForm::None)
        printEntityType(entity, form, arguments, isMultiWord);
    if (isPrefix || outer == nullptr || !m_ok)
        return outer;
    out(entity.kind == Kind::DefaultArgument || entity.kind == Kind::Initializer ? " of " : " in ");
    print(outer);
    return nullptr;
}

void Printer::printEntityName(const Node& entity, const EntityForm& form, bool isMultiWord)
{
    const auto outExtra = [&] {
        out(form.extra);
        if (form.number)
            out(*form.number);
    };
    if (!form.hasName && form.fixedName.empty()) {
        outExtra();
        return;
    }
    const bool extraFirst = !form.extra.empty() && isMultiWord;
    if (extraFirst) {
        outExtra();
        out(" of ");
    }
    const std::size_t before = m_out.size();
    out(form.fixedName);
    if (form.fixedName.empty()) {
        const Node* const name = entity.child(1);
        if (!isKind(name, Kind::PrivateName))
            print(name);
        if (const Node* const file = childOfKind(entity, Kind::PrivateName))
            print(file);
    }
    if (extraFirst || form.extra.empty())
        return;
    out(m_out.size() != before ? "." : "");
    outExtra();
}

void Printer::printEntityType(const Node& entity,
                              const EntityForm& form,
                              const Node* arguments,
                              bool isMultiWord)
{
    const Node* const type = withoutType(childOfKind(entity, Kind::Type));
    if (type == nullptr) {
        fail();
        return;
    }
    if (form.type == TypeForm::Colon || !isCallable(type)) {
        if (m_style.isSimplified)
            return;
        out(" : ");
    } else if (isMultiWord || needsSpaceBefore(type)) {
        out(" ");
    }
    printTypeOf(entity, *type, arguments);
}

/// The `arguments` of a generic function are in the place of its signature.
void Printer::printTypeOf(const Node& entity, const Node& type, const Node* arguments)
{
    const Node* const labels = childOfKind(entity, Kind::LabelList);
    if (labels == nullptr && arguments == nullptr) {
        print(&type);
        return;
    }
    if (arguments != nullptr) {
        out("<");
        print(arguments);
        out(">");
    }
    const Node* function = &type;
    if (type.kind == Kind::GenericType) {
        if (arguments == nullptr)
            print(type.child(0));
        out(needsSpaceBefore(type.child(1)) ? " " : "");
        function = withoutType(type.child(1));
    }
    if (isKind(function, Kind::FunctionType))
        printFunctionType(*function, labels);
    else
        fail();
}

void Printer::printExtension(const Node& node)
{
    if (!m_style.isSimplified) {
        out("(extension in ");
        print(node.child(0));
        out("):");
    }
    print(node.child(1));
    if (node.count == 3)
        print(node.child(2));
}

void Printer::printAnonymousContext(const Node& node)
{
    if (m_style.isSimplified)
        return;
    print(node.child(1));
    out(".(unknown context at ");
    print(node.child(0));
    out(")");
    if (const Node* const arguments = node.child(2); arguments != nullptr && arguments->count > 0) {
        out("<");
        print(arguments);
        out(">");
    }
}

/// Children: the discriminator of the file, and the name unless another node has it.
void Printer::printPrivateName(const Node& node)
{
    const bool hasName = node.count > 1;
    if (m_style.isSimplified) {
        if (hasName)
            print(node.child(1));
        return;
    }
    out("(");
    if (hasName)
        print(node.child(1));
    out(hasName ? " in " : "in ");
    print(node.child(0));
    out(")");
}

void Printer::printConformance(const Node& node)
{
    if (node.count == 4) {
        out("property behavior storage of ");
        print(node.child(2));
        out(" in ");
        print(node.child(0));
        out(" : ");
        print(node.child(1));
        return;
    }
    print(node.child(0));
    if (m_style.isSimplified)
        return;
    out(" : ");
    print(node.child(1));
    out(" in ");
    print(node.child(2));
}

void Printer::printTypeMangling(const Node& node)
{
    if (!isKind(node.child(0), Kind::LabelList)) {
        print(node.child(0));
        return;
    }
    const Node* const function = withoutType(node.child(1));
    if (isKind(function, Kind::FunctionType))
        printFunctionType(*function, node.child(0));
    else
        print(function);
}

} // namespace faultline::demangling::swift
