// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/names/swift/node.h"
#include "core/formats/names/swift/swift_demangle.h"

namespace faultline::demangling::swift {

/// Prints nodes as text. A node in the form "name in context" normally prints its context itself.
/// If the node is a prefix of another, it returns the context to its caller.
class Printer
{
public:
    /// `nesting` is the number of names around this one.
    Printer(const SwiftStyle& style, unsigned nesting) : m_style(style), m_nesting(nesting) {}

    /// Absent when a limit is reached or a node lacks the children of its kind.
    std::optional<std::string> run(const Node& global);

private:
    enum class TypeForm : std::uint8_t { None, Colon, Function };

    struct EntityForm
    {
        TypeForm type = TypeForm::None;
        bool hasName = false;
        std::string_view extra = {}; // "getter", "closure #" …
        std::optional<std::uint64_t> number = {};
        std::string_view fixedName = {}; // Replaces the name.
    };

    /// Guards every function that can contain itself.
    class Step
    {
    public:
        explicit Step(Printer& printer);

        ~Step() { --m_printer.m_depth; }

        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;

    private:
        Printer& m_printer;
    };

    void out(std::string_view text);
    void out(std::uint64_t number);

    void fail() { m_ok = false; }

    // printer.cpp
    const Node* print(const Node* node, bool isPrefix = false);
    void printTerm(const Node& node);
    void printPhrase(const Node& node);
    void printList(const Node& node, std::string_view separator);
    void printNested(std::string_view name);
    void printSuffix(std::string_view suffix);

    // print_entities.cpp
    const Node* printContextual(const Node& node, bool isPrefix);
    const Node* printEntity(const Node& entity, bool isPrefix, const EntityForm& form);
    const Node* printAccessor(const Node& accessor, bool isPrefix);
    const Node* printMacro(const Node& node, bool isPrefix);
    void printEntityName(const Node& entity, const EntityForm& form, bool isMultiWord);
    void printEntityType(const Node& entity,
                         const EntityForm& form,
                         const Node* arguments,
                         bool isMultiWord);
    void printTypeOf(const Node& entity, const Node& type, const Node* arguments);
    void printExtension(const Node& node);
    void printAnonymousContext(const Node& node);
    void printPrivateName(const Node& node);
    void printConformance(const Node& node);
    void printTypeMangling(const Node& node);

    // print_types.cpp
    void printType(const Node& node);
    void printBoundGeneric(const Node& node);
    void printMetatype(const Node& node);
    void printProtocols(const Node& node);
    void printParenthesised(const Node* type);
    void printBoxLayout(const Node& layout);

    // print_functions.cpp
    void printFunctionType(const Node& function, const Node* labels);
    void printParameters(const Node* labels, const Node* type);
    void printImplFunction(const Node& function);

    // print_generics.cpp
    void printGenericParam(std::uint64_t depth, std::uint64_t place);
    void printSignature(const Node& signature);
    void printSpecialization(const Node& node);
    void printFact(const Node& fact);
    void printFactFlags(std::uint64_t facts);

    const SwiftStyle& m_style;
    const unsigned m_nesting;
    std::string m_out;
    unsigned m_depth = 0;
    unsigned m_steps = 0;
    bool m_showRequirements = false; // Shows requirements in the simplified style too.
    bool m_saidSpecialized = false;
    bool m_ok = true;
};

/// Can the type be followed by "?" or ".Type" without parentheses?
bool isSimpleType(const Node* node);
bool needsSpaceBefore(const Node* type);

/// The readable form of a name inside another one's text.
std::optional<std::string>
demangleNested(std::string_view name, const SwiftStyle& style, unsigned nesting);

} // namespace faultline::demangling::swift
