// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/printer.h"

namespace faultline::demangling::swift {

namespace {

bool isSwiftType(const Node& nominal, std::string_view name)
{
    return isKind(nominal.child(0), Kind::Module) && nominal.child(0)->text == "Swift" &&
           isKind(nominal.child(1), Kind::Identifier) && nominal.child(1)->text == name;
}

bool isExistential(const Node* type)
{
    return type != nullptr && type->kind >= Kind::ExistentialMetatype &&
           type->kind <= Kind::ProtocolListWithAnyObject;
}

} // namespace

bool isSimpleType(const Node* node)
{
    node = withoutType(node);
    if (node == nullptr)
        return true;
    switch (node->kind) {
    case Kind::Class:
    case Kind::Structure:
    case Kind::Enum:
    case Kind::Protocol:
    case Kind::TypeAlias:
    case Kind::OtherNominal:
    case Kind::BuiltinTuple:
    case Kind::BoundGeneric:
    case Kind::BoundFunction:
    case Kind::Module:
    case Kind::Tuple:
    case Kind::Metatype:
    case Kind::ExistentialMetatype:
    case Kind::SugaredOptional:
    case Kind::GenericType:
    case Kind::GenericParam:
    case Kind::TypeList:
    case Kind::SimplePhrase: return true;
    case Kind::ProtocolList: return node->child(0)->count <= 1;
    case Kind::ProtocolListWithAnyObject: return node->child(0)->child(0)->count == 0;
    default: return false;
    }
}

bool needsSpaceBefore(const Node* type)
{
    type = withoutType(type);
    if (isKind(type, Kind::GenericType))
        return false;
    return !isKind(type, Kind::FunctionType) ||
           type->number > static_cast<std::uint64_t>(FunctionFlavor::Uncurried);
}

void Printer::printType(const Node& node)
{
    switch (node.kind) {
    case Kind::Type: print(node.child(0)); break;
    case Kind::TypeMangling: printTypeMangling(node); break;
    case Kind::BoundGeneric: printBoundGeneric(node); break;
    case Kind::FunctionType: printFunctionType(node, nullptr); break;
    case Kind::Tuple:
        out("(");
        printList(node, ", ");
        out(")");
        break;
    case Kind::TupleElement:
        out(node.text);
        out(node.text.empty() ? "" : ": ");
        print(node.child(0));
        out(node.number != 0 ? "..." : "");
        break;
    case Kind::InOut: printPhrase(node); break;
    case Kind::Metatype:
    case Kind::ExistentialMetatype: printMetatype(node); break;
    case Kind::ProtocolList:
    case Kind::ProtocolListWithClass:
    case Kind::ProtocolListWithAnyObject: printProtocols(node); break;
    case Kind::SugaredOptional:
        printParenthesised(node.child(0));
        out("?");
        break;
    case Kind::ImplFunctionType: printImplFunction(node); break;
    case Kind::ImplParameter:
    case Kind::ImplResult:
        out(node.text);
        print(node.child(0));
        break;
    case Kind::BoxLayout: printBoxLayout(node); break;
    default: fail(); break;
    }
}

/// Children: the generic type, its arguments, and conformances that other modules declare.
void Printer::printBoundGeneric(const Node& node)
{
    const Node* const nominal = withoutType(node.child(0));
    const Node* const arguments = node.child(1);
    if (nominal == nullptr || arguments == nullptr) {
        fail();
        return;
    }
    const bool mayBeSugared = node.count == 2;
    const bool isEnum = nominal->kind == Kind::Enum && mayBeSugared && arguments->count == 1;
    const bool isStructure = nominal->kind == Kind::Structure && mayBeSugared;
    if (nominal->kind == Kind::Protocol && mayBeSugared) {
        printList(*arguments, "");
        out(" as ");
        print(node.child(0));
    } else if (isEnum && isSwiftType(*nominal, "Optional")) {
        printParenthesised(arguments->child(0));
        out("?");
    } else if (isEnum && isSwiftType(*nominal, "ImplicitlyUnwrappedOptional")) {
        printParenthesised(arguments->child(0));
        out("!");
    } else if (isStructure && arguments->count == 1 && isSwiftType(*nominal, "Array")) {
        out("[");
        print(arguments->child(0));
        out("]");
    } else if (isStructure && arguments->count == 2 && isSwiftType(*nominal, "Dictionary")) {
        out("[");
        print(arguments->child(0));
        out(" : ");
        print(arguments->child(1));
        out("]");
    } else {
        print(node.child(0));
        out("<");
        print(arguments);
        out(">");
    }
}

void Printer::printMetatype(const Node& node)
{
    const Node* const type = withoutType(node.child(0));
    out(node.text);
    if (node.kind == Kind::ExistentialMetatype) {
        print(type);
        out(".Type");
        return;
    }
    printParenthesised(type);
    out(isExistential(type) ? ".Protocol" : ".Type");
}

void Printer::printProtocols(const Node& node)
{
    if (node.kind == Kind::ProtocolList) {
        const Node* const types = node.child(0);
        if (types != nullptr && types->count == 0)
            out("Any");
        else if (types != nullptr)
            printList(*types, " & ");
        return;
    }
    const Node* const types = node.child(0)->child(0);
    if (node.kind == Kind::ProtocolListWithClass) {
        print(node.child(1));
        out(" & ");
        printList(*types, " & ");
        return;
    }
    printList(*types, " & ");
    out(types->count > 0 ? " & Swift.AnyObject" : "Swift.AnyObject");
}

void Printer::printParenthesised(const Node* type)
{
    const bool isSimple = isSimpleType(type);
    out(isSimple ? "" : "(");
    print(type);
    out(isSimple ? "" : ")");
}

void Printer::printBoxLayout(const Node& layout)
{
    out("{");
    for (std::size_t i = 0; i < layout.count && m_ok; ++i) {
        out(i > 0 ? ", " : " ");
        print(layout.child(i));
    }
    out(" }");
}

} // namespace faultline::demangling::swift
