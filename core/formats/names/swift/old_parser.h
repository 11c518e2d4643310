// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/names/swift/node.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::demangling::swift {

/// Reads the mangling of Swift 1 to 3, "_T…". It is a prefix grammar, so this is recursive descent
/// with a depth limit. The Objective-C runtime still uses such names for classes and protocols.
/// Makes the same nodes as Parser. Grammar: Swift's docs/ABI/OldMangling.rst.
class OldParser
{
public:
    OldParser(Arena& arena, std::string_view text)
        : m_arena(arena), m_text(text), m_substitutions(arena.memory())
    {
    }

    /// Returns a Global node, or null when a part is not understood.
    Node* parseSymbol();

private:
    /// Guards every production that can contain itself.
    class Step
    {
    public:
        explicit Step(OldParser& parser) : m_parser(parser) { ++m_parser.m_depth; }

        ~Step() { --m_parser.m_depth; }

        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;

        bool isTooDeep() const;

    private:
        OldParser& m_parser;
    };

    enum class Operand : std::uint8_t { Parameter, Result };

    // old_parser_names.cpp
    char peek() const { return m_position < m_text.size() ? m_text[m_position] : '\0'; }

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
    std::optional<std::uint64_t> natural();
    std::optional<std::uint64_t> index();
    Node* indexNode();
    std::optional<std::string_view> identifierText();
    Node* identifier();
    Node* operatorIdentifier();
    Node* declName();

    // Making.
    Node* wrap(Node* content) { return m_arena.make(Kind::Type, {content}); }

    Node* phrase(std::string_view words, std::initializer_list<Node*> children);
    Node* kept(Kind kind, const std::string& words, std::initializer_list<Node*> children = {});
    Node* substitutable(Node* node);

    // old_parser.cpp
    Node* global();
    Node* metadata();
    Node* witness();
    Node* partialApply();
    Node* valueWitness();
    Node* reabstractionThunk(bool isHelper);
    Node* module();
    Node* substitution();
    Node* declaration(Kind kind);
    Node* nominalType();
    Node* protocolName();
    Node* protocolIn(Node* context);
    Node* context();
    Node* extension(bool isConstrained);
    Node* conformance();

    // old_parser_entities.cpp
    Node* entity();
    Node* entityIn(Kind kind, Node* context);
    Node* typed(Kind kind, Node* context, Node* name);
    Node* closure(std::string_view words, Node* context);
    Node* initializer(Node* context);
    Node* accessor(std::string_view name, Node* context);
    bool specialization(Node& global);
    Node* genericSpecialization(Node* head);
    Node* functionSpecialization(Node* head);
    bool specializationParam(Node& param);
    bool constantFact(Node& param);
    bool closureFact(Node& param);
    bool flagFacts(Node& param);
    bool addFact(Node& param, Fact fact, std::initializer_list<Node*> operands = {});

    // old_parser_types.cpp
    Node* type() { return wrap(typeContent()); }

    Node* typeContent();
    Node* specialType();
    Node* builtinType();
    Node* functionType(FunctionFlavor flavor);
    Node* tuple(bool isVariadic);
    Node* boundGenericType();
    Node* bindGenerics(Node* nominal);
    Node* protocolList();
    Node* metatype(Kind kind);
    Node* boxType();
    Node* implFunctionType();
    Node* implOperand(Operand operand);

    // old_parser_generics.cpp
    Node* archetype();
    Node* memberOf(Node* base);
    Node* dependentType();
    Node* genericParam();
    Node* associatedType(bool isCompound);
    Node* dependentMember(Node* base);
    Node* genericSignature();
    Node* requirement();
    Node* layoutRequirement(Node* constrained);
    Node* constraint();

    Arena& m_arena;
    const std::string_view m_text;
    std::pmr::vector<Node*> m_substitutions;
    std::size_t m_position = 0;
    unsigned m_depth = 0;
};

} // namespace faultline::demangling::swift
