// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/names/swift/node.h"
#include "core/formats/names/swift/phrases.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::demangling::swift {

/// The letters and labels that the mangling uses. They changed with every prefix.
enum class Dialect : std::uint8_t {
    Swift4, // "_T0": labels are part of the parameter tuple.
    Swift5  // "$S", "$s", "$e".
};

/// Reads the stack mangling: every operator takes its operands from a stack and pushes one node.
/// The functions are named after Swift's docs/ABI/Mangling.rst. A parser reads one name. The work
/// is linear in the name except for repeated substitutions, which the node limit bounds. Only the
/// arguments of nested generic types recurse, under a depth limit.
class Parser
{
public:
    Parser(Arena& arena, std::string_view text, Dialect dialect)
        : m_arena(arena), m_text(text), m_dialect(dialect), m_stack(arena.memory()),
          m_substitutions(arena.memory())
    {
    }

    /// Returns a Global node, or null when a part is not understood.
    Node* parseSymbol();

private:
    using Nodes = std::pmr::vector<Node*>;
    using Predicate = bool (*)(Kind);

    // Reading.
    char peek(std::size_t ahead = 0) const
    {
        return m_position + ahead < m_text.size() ? m_text[m_position + ahead] : '\0';
    }

    void skip(std::size_t count) { m_position += std::min(count, m_text.size() - m_position); }

    std::string_view rest() const { return m_text.substr(m_position); }

    /// Returns '\0' at the end.
    char take()
    {
        const char c = peek();
        skip(1);
        return c;
    }

    bool accept(char c)
    {
        const bool found = c != '\0' && peek() == c;
        skip(found ? 1 : 0);
        return found;
    }

    bool accept(std::string_view text);
    std::optional<unsigned> natural();
    std::optional<unsigned> index();
    Node* indexNode();

    // The stack.
    bool push(Node* node);
    Node* pop();
    Node* pop(Kind kind);
    Node* pop(Predicate matches);
    Node* popTypeContent();
    Node* popNominal();
    Node* popModule();
    Node* popContext();
    Node* popProtocol();
    Node* popOperand(Operand operand);
    Node* popList(Kind listKind, Node* (Parser::*popItem)());

    Node* popType() { return pop(Kind::Type); }

    Node* popRequirement() { return pop(isRequirement); }

    // Making.
    Node* type(Node* content) { return m_arena.make(Kind::Type, {content}); }

    Node* text(Kind kind, std::string_view text);
    Node* phrase(std::string_view phrase, std::initializer_list<Node*> children);
    Node* keptPhrase(Kind kind, std::string_view phrase, std::initializer_list<Node*> children);
    Node* substitutable(Node* node);

    // parser.cpp
    Node* operation();
    Node* phraseOperation(char family);
    Node* assemble();

    // parse_names.cpp
    Node* identifier();
    bool identifierPart(std::string& name, bool isPunycode);
    void rememberWords(std::string_view text);
    Node* operatorIdentifier();
    Node* localIdentifier();
    Node* multiSubstitution();
    Node* repeated(Node* node, unsigned count);
    Node* standardSubstitution();
    Node* standardType(Kind kind, std::string_view name);

    // parse_types.cpp
    Node* builtinType();
    Node* builtinVector();
    Node* nominalType(Kind kind);
    Node* functionType(FunctionFlavor flavor, bool hasClangType = false);
    Node* clangType();
    Node* popParameters();
    Node* popParameterLabels(const Node* type);
    Node* popOldParameterLabels(Node& parameters);
    Node* popTupleElement(bool& isFirst);
    Node* tuple();
    Node* pack(std::string_view phrase);
    Node* specialType();
    Node* metatype(Kind kind);
    Node* boxType(bool isGeneric);
    Node* sugaredType();
    Node* protocolList();
    Node* differentiable();
    Node* integerType();
    Node* extendedExistentialShape(bool isGeneric);

    // parse_impl_types.cpp
    Node* implFunctionType();
    bool implSubstitutions(Node& function);
    bool implAttributes(Node& function);
    bool implConvention(Node& function);
    unsigned implOperands(Node& function);
    Node* implParameter(std::string_view prefix);
    Node* implResult(std::string_view prefix, bool mayDiffer);

    // parse_generics.cpp
    Node* genericSignature(bool hasCounts);
    Node* genericRequirement();
    Node* layoutRequirement(Node* constrained);
    Node* genericParam(int depth, int paramIndex);
    Node* genericParamIndex();
    Node* associatedType(Node* base, bool isCompound);
    Node* popAssociatedTypeName();
    Node* archetype();
    Node* opaqueType();
    Node* packElement();
    Node* boundGenericType();
    bool boundGenerics(Nodes& lists, Node*& conformances);
    Node* bindGenerics(Node* nominal, const Nodes& lists, std::size_t at);
    Node* bindContext(Node* nominal, const Nodes& lists, std::size_t at);

    // parse_conformances.cpp
    Node* conformanceOperation();
    Node* concreteConformance();
    Node* dependentConformance(std::string_view name, Node* (Parser::*popTarget)());
    Node* dependentConformanceRoot();
    Node* popDependentAssociated();
    Node* popAnyConformance();
    Node* popConformanceList();
    Node* retroactiveConformance();
    Node* popRetroactiveConformances();
    Node* popProtocolConformance();
    std::optional<std::string> conformanceIndex();

    // parse_entities.cpp
    Node* plainFunction();
    Node* functionEntity();
    Node* initializerEntity(Kind kind);
    Node* closure(std::string_view name);
    Node* entity(Kind kind);
    Node* subscript();
    Node* accessor(Node* storage);
    Node* extensionContext();
    Node* anonymousContext();
    Node* macroExpansion();
    Node* macroExpansion(Kind kind, std::string_view description);
    Node* macroLocation();

    // parse_thunks.cpp
    Node* thunk();
    Node* reabstractionThunk(char code);
    Node* keyPathThunk(char code);
    Node* keyPathComparison(bool isEquality);
    Node* completionHandler(bool isChecked);
    Node* outlinedVariable();
    Node* outlinedBridgedMethod();
    Node* resumePartial(std::string_view phrase);
    Node* witness();
    Node* outlinedWitness();
    Node* globalOnce(std::string_view phrase);
    Node* valueWitness();
    Node* metadata();
    Node* popAssociatedTypePath();

    // parse_autodiff.cpp
    Node* autoDiff();
    Node* autoDiffFunction(std::string_view prefix);
    Node* autoDiffSubset();
    Node* autoDiffSelfReordering();
    Node* differentiabilityWitness();
    std::optional<std::string> indexSubset(char end);
    Node* popAll();

    // parse_specializations.cpp
    Node* specialization(std::string_view description);
    Node* partialSpecialization(std::string_view description);
    Node* specializationHead(Kind kind, std::string_view description);
    Node* specializationWithDroppedArguments();
    Node* functionSpecialization();
    bool specializationParam(Node& param);
    bool constantFacts(Node& param);
    Node* constantValue(Fact fact);
    bool flagFacts(Node& param);
    bool addFact(Node& param, Fact fact, std::initializer_list<Node*> operands = {});
    bool popFactOperands(Node& param);

    Arena& m_arena;
    const std::string_view m_text;
    const Dialect m_dialect;
    Nodes m_stack;
    Nodes m_substitutions;
    std::size_t m_position = 0;
    std::array<std::string_view, 26> m_words; // Later identifiers refer to them by letter.
    std::size_t m_wordCount = 0;
    unsigned m_depth = 0; // Depth of bindGenerics().
};

} // namespace faultline::demangling::swift
