// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory_resource>
#include <optional>
#include <span>
#include <string_view>

namespace faultline::demangling::swift {

/// The kind of a node. Nodes that differ only in their words share a kind with a phrase (`Phrase`,
/// `Attribute`, `Accessor` …). A node has its own kind if the grammar or the printer must recognise
/// it.
enum class Kind : std::uint8_t {
    // Marks between operands.
    EmptyList,
    FirstElement,
    Variadic,
    Suffix,
    // Annotations of a function type.
    ClangType,
    SendingResult,
    GlobalActor,
    IsolatedAny,
    NonIsolatedCaller,
    Differentiable,
    Throws,
    Sendable,
    Async,
    // Names.
    Identifier,
    Module,
    Operator,
    LocalName,
    PrivateName,
    RelatedName,
    LabelList,
    // Leaves.
    Number,
    Text,
    NestedName, // A mangled name inside the mangled name.
    // Contexts.
    AnonymousContext,
    Extension,
    Class,
    Structure,
    Enum,
    Protocol,
    TypeAlias,
    OtherNominal,
    BuiltinTuple,
    // Entities.
    Function,
    BoundFunction,
    Variable,
    Subscript,
    Accessor,
    Allocator,
    Constructor,
    Lifetime,    // Deinitialisers and the functions around instance variables.
    Initializer, // Initializer of a variable or a property wrapper.
    DefaultArgument,
    Closure,
    Static,
    OpaqueReturnTypeOf,
    AutoDiffFunction,
    Macro,
    GenericParamDecl,
    MacroExpansion,       // An attached macro.
    MacroExpansionInBody, // Also attached, but never the context of another expansion.
    FreestandingMacroExpansion,
    MacroUniqueName,
    MacroLocation,
    // Types.
    Type,
    TypeMangling,
    BoundGeneric,
    FunctionType,
    Tuple,
    TupleElement,
    InOut,
    Metatype,
    ExistentialMetatype,
    ProtocolList,
    ProtocolListWithClass,
    ProtocolListWithAnyObject,
    SugaredOptional,
    ImplFunctionType,
    ImplParameter,
    ImplResult,
    ImplPattern,
    ImplInvocation,
    BoxLayout,
    // Lists.
    TypeList,  // Printed without separators.
    CommaList, // ", " between the children.
    DottedList,
    // Generics.
    GenericSignature,
    GenericParamCount,
    GenericParam, // `number` is depth << 32 | index.
    GenericType,
    PackMarker,
    ValueMarker,
    Requirement,
    ProtocolConformance,
    ConcreteConformance,
    DependentConformance,
    OpaqueConformance,
    ConformanceList,
    ConformanceRef,
    RetroactiveConformance,
    // Text with %0…%9 for the children, and "full|simplified" where the styles differ.
    Phrase,
    SimplePhrase, // A type that needs no parentheses.
    ExistentialShape,
    Attribute,
    PartialApply,
    Specialization,
    FunctionSpecialization,
    SpecializationParam,
    SpecializationReturn,
    SpecializationFact,
    Global
};

enum class FunctionFlavor : std::uint8_t {
    Plain,
    NoEscape,
    Uncurried,
    AutoClosure,
    EscapingAutoClosure,
    Thin,
    CPointer,
    Block,
    EscapingBlock
};

/// What happened to an argument of a specialised function; flags may be combined. Source: Swift's
/// docs/ABI/Mangling.rst, "FUNCTION-SIGNATURE SPECIALIZATION".
enum class Fact : std::uint16_t {
    ConstantFunction,
    ConstantGlobal,
    ConstantInteger,
    ConstantFloat,
    ConstantString,
    Closure,
    BoxToValue,
    BoxToStack,
    InOutToOut,
    ConstantKeyPath,
    ConstantStruct,
    SameAsArgument,
    Dead = 1 << 6,
    OwnedToGuaranteed = 1 << 7,
    Exploded = 1 << 8,
    GuaranteedToOwned = 1 << 9,
    ExistentialToGeneric = 1 << 10
};

/// Nodes form a graph without cycles, because a substitution has many parents.
struct Node
{
    Kind kind = Kind::Text;
    std::string_view text; ///< A name, a phrase, or what the kind requires.
    std::uint64_t number = 0;
    Node** items = nullptr;
    std::uint32_t count = 0;
    std::uint32_t capacity = 0;

    std::span<Node* const> children() const { return {items, count}; }

    /// Null when there are fewer children.
    Node* child(std::size_t index) const { return index < count ? items[index] : nullptr; }

    Node* last() const { return count == 0 ? nullptr : items[count - 1]; }
};

/// The child of a Type node; any other node itself.
inline const Node* withoutType(const Node* node)
{
    while (node != nullptr && node->kind == Kind::Type)
        node = node->child(0);
    return node;
}

inline bool isKind(const Node* node, Kind kind)
{
    return node != nullptr && node->kind == kind;
}

/// Owns all nodes and texts of one name. Its results are null when an operand is null or a limit is
/// reached, so a failure passes through every expression.
class Arena
{
public:
    static constexpr std::size_t kMaxNodes = 1 << 15;
    static constexpr std::size_t kMaxTextBytes = 1 << 17;

    Node* leaf(Kind kind, std::string_view text = {}, std::uint64_t number = 0);
    Node* make(Kind kind, std::initializer_list<Node*> children);
    Node* make(Kind kind, std::string_view phrase, std::initializer_list<Node*> children);

    /// `parent`, or null when either is null.
    Node* add(Node* parent, Node* child);

    /// The nodes come off a stack in reverse order.
    static void reverse(Node& node, std::size_t from = 0);

    /// A copy that lives as long as the nodes. Absent when the names get too long.
    std::optional<std::string_view> keep(std::string_view text);

    std::pmr::memory_resource* memory() { return &m_memory; }

private:
    alignas(std::max_align_t) std::array<std::byte, 12 * 1024> m_first;
    std::pmr::monotonic_buffer_resource m_memory{m_first.data(), m_first.size()};
    std::size_t m_nodes = 0;
    std::size_t m_textBytes = 0;
};

// Questions of the grammar.
bool isDeclName(Kind kind);
bool isAnyGeneric(Kind kind);
bool isContext(Kind kind);
bool isEntity(Kind kind); // True also for a type, because it names an entity.
bool isRequirement(Kind kind);
bool isFunctionAttribute(Kind kind);

} // namespace faultline::demangling::swift
