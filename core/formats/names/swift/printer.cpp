// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/printer.h"

#include <utility>

namespace faultline::demangling::swift {

namespace {

/// Substitutions let a short name print as an endless one, of which some parts print nothing.
constexpr unsigned kMaxSteps = 50'000;
constexpr unsigned kMaxDepth = 512;
constexpr unsigned kMaxNesting = 4;

} // namespace

Printer::Step::Step(Printer& printer) : m_printer(printer)
{
    if (++printer.m_depth > kMaxDepth || ++printer.m_steps > kMaxSteps)
        printer.m_ok = false;
}

void Printer::out(std::string_view text)
{
    if (!m_ok)
        return;
    m_out += text;
    if (m_out.size() > m_style.maxOutputBytes)
        m_ok = false;
}

void Printer::out(std::uint64_t number)
{
    out(std::to_string(number));
}

std::optional<std::string> Printer::run(const Node& global)
{
    print(&global);
    if (!m_ok || m_out.empty())
        return std::nullopt;
    return std::move(m_out);
}

const Node* Printer::print(const Node* node, bool isPrefix)
{
    const Step step(*this);
    if (node == nullptr)
        fail();
    if (!m_ok)
        return nullptr;
    if (node->kind >= Kind::Class && node->kind <= Kind::MacroUniqueName &&
        node->kind != Kind::Static && node->kind != Kind::OpaqueReturnTypeOf &&
        node->kind != Kind::AutoDiffFunction && node->kind != Kind::BuiltinTuple)
        return printContextual(*node, isPrefix);
    if (node->kind >= Kind::Type && node->kind <= Kind::BoxLayout)
        printType(*node);
    else
        printTerm(*node);
    return nullptr;
}

void Printer::printTerm(const Node& node)
{
    switch (node.kind) {
    case Kind::Identifier:
    case Kind::Operator:
    case Kind::Text:
    case Kind::ClangType:
    case Kind::Differentiable: out(node.text); break;
    case Kind::Module: out(m_style.isSimplified ? "" : node.text); break;
    case Kind::Number: out(node.number); break;
    case Kind::NestedName: printNested(node.text); break;
    case Kind::LabelList: break;
    case Kind::BuiltinTuple: out("Builtin.TheTupleType"); break;
    case Kind::LocalName:
        print(node.child(1));
        out(" #");
        out(node.child(0)->number + 1);
        break;
    case Kind::PrivateName: printPrivateName(node); break;
    case Kind::RelatedName:
        out("related decl '");
        out(node.text);
        out("' for ");
        print(node.child(0));
        break;
    case Kind::Extension: printExtension(node); break;
    case Kind::AnonymousContext: printAnonymousContext(node); break;
    case Kind::ProtocolConformance: printConformance(node); break;
    case Kind::TypeList:
    case Kind::Global: printList(node, ""); break;
    case Kind::CommaList: printList(node, ", "); break;
    case Kind::DottedList: printList(node, "."); break;
    case Kind::ConformanceList:
        out(node.count > 0 ? "(" : "");
        printList(node, ", ");
        out(node.count > 0 ? ")" : "");
        break;
    case Kind::GenericSignature: printSignature(node); break;
    case Kind::GenericParam: printGenericParam(node.number >> 32, node.number & 0xffffffff); break;
    case Kind::GenericType:
        print(node.child(0));
        out(needsSpaceBefore(node.child(1)) ? " " : "");
        print(node.child(1));
        break;
    case Kind::ExistentialShape: {
        const bool before = std::exchange(m_showRequirements, true);
        printPhrase(node);
        m_showRequirements = before;
        break;
    }
    case Kind::PartialApply:
        printPhrase(node);
        if (const Node* const what = node.child(0); what != nullptr && what->count > 0) {
            out(" for ");
            print(what);
        }
        break;
    case Kind::Specialization:
    case Kind::FunctionSpecialization: printSpecialization(node); break;
    case Kind::Suffix: printSuffix(node.text); break;
    case Kind::GlobalActor:
    case Kind::Throws:
    case Kind::Static:
    case Kind::OpaqueReturnTypeOf:
    case Kind::AutoDiffFunction:
    case Kind::MacroLocation:
    case Kind::Requirement:
    case Kind::ConcreteConformance:
    case Kind::DependentConformance:
    case Kind::OpaqueConformance:
    case Kind::ConformanceRef:
    case Kind::RetroactiveConformance:
    case Kind::Phrase:
    case Kind::SimplePhrase:
    case Kind::Attribute: printPhrase(node); break;
    default: fail(); break; // A mark that no operator took is a name we misread.
    }
}

void Printer::printPhrase(const Node& node)
{
    std::string_view words = node.text;
    if (const std::size_t bar = words.find('|'); bar != std::string_view::npos)
        words = m_style.isSimplified ? words.substr(bar + 1) : words.substr(0, bar);
    for (;;) {
        const std::size_t mark = words.find('%');
        out(words.substr(0, mark));
        if (mark == std::string_view::npos || !m_ok)
            return;
        print(node.child(static_cast<std::size_t>(words[mark + 1] - '0')));
        words.remove_prefix(mark + 2);
    }
}

void Printer::printList(const Node& node, std::string_view separator)
{
    for (std::size_t i = 0; i < node.count && m_ok; ++i) {
        out(i > 0 ? separator : "");
        print(node.child(i));
    }
}

void Printer::printNested(std::string_view name)
{
    if (m_nesting >= kMaxNesting) {
        fail();
        return;
    }
    const auto text = demangleNested(name, SwiftStyle::full(), m_nesting + 1);
    out(text ? *text : name);
}

/// Text that a linker or the optimizer put after a name, escaped like a string.
void Printer::printSuffix(std::string_view suffix)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    if (m_style.isSimplified)
        return;
    std::string escaped;
    for (const char c : suffix) {
        const auto byte = static_cast<unsigned char>(c);
        switch (c) {
        case '\\': escaped += "\\\\"; break;
        case '\t': escaped += "\\t"; break;
        case '\n': escaped += "\\n"; break;
        case '\r': escaped += "\\r"; break;
        case '"': escaped += "\\\""; break;
        case '\0': escaped += "\\0"; break;
        default:
            if (byte >= 0x20 && byte < 0x7f)
                escaped += c;
            else
                escaped.append({'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]});
            break;
        }
    }
    out(" with unmangled suffix \"");
    out(escaped);
    out("\"");
}

} // namespace faultline::demangling::swift
