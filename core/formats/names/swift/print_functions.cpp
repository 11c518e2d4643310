// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/printer.h"

namespace faultline::demangling::swift {

namespace {

/// The parts of a function type by their kind.
struct FunctionParts
{
    const Node* clangType = nullptr;
    const Node* isolatedAny = nullptr;
    const Node* actor = nullptr;
    const Node* differentiable = nullptr;
    const Node* nonIsolated = nullptr;
    const Node* sendable = nullptr;
    const Node* async = nullptr;
    const Node* throwing = nullptr;
    const Node* sendingResult = nullptr;
};

FunctionParts partsOf(const Node& function)
{
    FunctionParts parts;
    for (const Node* const child : function.children()) {
        switch (child->kind) {
        case Kind::ClangType: parts.clangType = child; break;
        case Kind::IsolatedAny: parts.isolatedAny = child; break;
        case Kind::GlobalActor: parts.actor = child; break;
        case Kind::Differentiable: parts.differentiable = child; break;
        case Kind::NonIsolatedCaller: parts.nonIsolated = child; break;
        case Kind::Sendable: parts.sendable = child; break;
        case Kind::Async: parts.async = child; break;
        case Kind::Throws: parts.throwing = child; break;
        case Kind::SendingResult: parts.sendingResult = child; break;
        default: break;
        }
    }
    return parts;
}

std::string conventionOf(FunctionFlavor flavor, const Node* clangType)
{
    const auto convention = [&](std::string_view name) {
        std::string words = "@convention(";
        words += name;
        if (clangType != nullptr) {
            words += ", mangledCType: \"";
            words += clangType->text;
            words += '"';
        }
        return words + ") ";
    };
    switch (flavor) {
    case FunctionFlavor::AutoClosure:
    case FunctionFlavor::EscapingAutoClosure: return "@autoclosure ";
    case FunctionFlavor::Thin: return "@convention(thin) ";
    case FunctionFlavor::CPointer: return convention("c");
    case FunctionFlavor::EscapingBlock: return "@escaping " + convention("block");
    case FunctionFlavor::Block: return convention("block");
    default: return {};
    }
}

} // namespace

void Printer::printFunctionType(const Node& function, const Node* labels)
{
    if (function.count < 2) {
        fail();
        return;
    }
    const FunctionParts parts = partsOf(function);
    out(conventionOf(static_cast<FunctionFlavor>(function.number), parts.clangType));
    out(parts.isolatedAny != nullptr ? "@isolated(any) " : "");
    if (parts.actor != nullptr)
        print(parts.actor);
    if (parts.differentiable != nullptr)
        print(parts.differentiable);
    out(parts.nonIsolated != nullptr ? "nonisolated(nonsending) " : "");
    out(parts.sendable != nullptr ? "@Sendable " : "");
    printParameters(labels, function.child(function.count - 2));
    if (!m_style.showArgumentTypes || !m_style.showReturnType)
        return;
    out(parts.async != nullptr ? " async" : "");
    if (parts.throwing != nullptr)
        print(parts.throwing);
    out(parts.sendingResult != nullptr ? " -> sending " : " -> ");
    print(function.last());
}

/// "(Int, by: Int)", or "(_:by:)" when types are not wanted.
void Printer::printParameters(const Node* labels, const Node* type)
{
    const Node* const parameters = withoutType(type);
    out("(");
    if (!isKind(parameters, Kind::Tuple)) {
        if (m_style.showArgumentTypes)
            print(parameters);
        else
            out("_:");
        out(")");
        return;
    }
    const bool hasLabels = labels != nullptr && labels->count > 0;
    if (hasLabels && labels->count < parameters->count)
        fail();
    for (std::size_t i = 0; i < parameters->count && m_ok; ++i) {
        const Node& parameter = *parameters->child(i);
        const bool isNamed = hasLabels && labels->child(i)->kind == Kind::Identifier;
        out(i > 0 && m_style.showArgumentTypes ? ", " : "");
        if (hasLabels)
            out(isNamed ? labels->child(i)->text : "_");
        else if (!m_style.showArgumentTypes)
            out(parameter.text.empty() ? "_" : parameter.text);
        if (!m_style.showArgumentTypes)
            out(":");
        else if (hasLabels)
            out(": ");
        if (m_style.showArgumentTypes)
            print(&parameter);
    }
    out(")");
}

/// "@escaping @callee_guaranteed @substituted <A> (@guaranteed A) -> (@owned A) for <Int>".
void Printer::printImplFunction(const Node& function)
{
    const Node* pattern = nullptr;
    const Node* invocation = nullptr;
    bool isSending = false;
    std::size_t next = 0;
    for (; next < function.count; ++next) {
        const Node* const child = function.child(next);
        if (child->kind == Kind::ImplParameter || child->kind == Kind::ImplResult)
            break;
        if (child->kind == Kind::ImplPattern) {
            pattern = child;
        } else if (child->kind == Kind::ImplInvocation) {
            invocation = child;
        } else if (child->kind == Kind::SendingResult) {
            isSending = true;
        } else {
            print(child);
            out(" ");
        }
    }
    if (pattern != nullptr) {
        out("@substituted ");
        print(pattern->child(0));
        out(" ");
    }
    const auto printAll = [&](Kind kind) {
        out("(");
        for (bool isFirst = true; isKind(function.child(next), kind) && m_ok; isFirst = false) {
            out(isFirst ? "" : ", ");
            print(function.child(next++));
        }
        out(")");
    };
    printAll(Kind::ImplParameter);
    out(isSending ? " -> sending " : " -> ");
    printAll(Kind::ImplResult);
    for (const Node* const arguments : {pattern != nullptr ? pattern->child(1) : nullptr,
                                        invocation != nullptr ? invocation->child(0) : nullptr}) {
        if (arguments == nullptr)
            continue;
        out(" for <");
        printList(*arguments, ""); // swift-demangle puts nothing between them.
        out(">");
    }
}

} // namespace faultline::demangling::swift
