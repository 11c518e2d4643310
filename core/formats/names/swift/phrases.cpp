// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/swift/phrases.h"

#include <algorithm>
#include <utility>

namespace faultline::demangling::swift {

namespace {

constexpr PhraseOperator phrase(char family, char code, Operand operand, std::string_view text)
{
    return {family, code, operand, Kind::Phrase, false, text};
}

constexpr PhraseOperator attribute(char family, char code, std::string_view text)
{
    return {family, code, Operand::None, Kind::Attribute, false, text};
}

constexpr PhraseOperator
typePhrase(char family, char code, Operand operand, std::string_view text, Kind kind = Kind::Phrase)
{
    return {family, code, operand, kind, true, text};
}

constexpr PhraseOperator mark(char family, char code, Kind kind)
{
    return {family, code, Operand::None, kind, false, {}};
}

using enum Operand;

using CodeText =
    std::pair<std::string_view, std::string_view>; ///< A code of the grammar, what it prints.

constexpr auto kPhrases = std::to_array<PhraseOperator>({
    // Metadata.
    phrase('M', 'a', Type, "type metadata accessor for %0"),
    phrase('M', 'A', Conformance, "reflection metadata associated type descriptor %0"),
    phrase('M', 'b', Type, "canonical specialized generic type metadata accessor for %0"),
    phrase('M', 'B', Type, "reflection metadata builtin descriptor %0"),
    phrase('M', 'c', Conformance, "protocol conformance descriptor for %0"),
    phrase('M', 'C', Nominal, "reflection metadata superclass descriptor %0"),
    phrase('M', 'D', Type, "demangling cache variable for type metadata for %0"),
    phrase('M', 'f', Type, "full type metadata for %0"),
    phrase('M', 'F', Type, "reflection metadata field descriptor %0"),
    phrase('M', 'g', Any, "opaque type descriptor accessor for %0"),
    phrase('M', 'h', Any, "opaque type descriptor accessor impl for %0"),
    phrase('M', 'i', Type, "type metadata instantiation function for %0"),
    phrase('M', 'I', Type, "type metadata instantiation cache for %0"),
    phrase('M', 'j', Any, "opaque type descriptor accessor key for %0"),
    phrase(
        'M', 'J', Any, "cache variable for noncanonical specialized generic type metadata for %0"),
    phrase('M', 'k', Any, "opaque type descriptor accessor var for %0"),
    phrase('M', 'K', Any, "metadata instantiation cache for %0"),
    phrase('M', 'l', Type, "type metadata singleton initialization cache for %0"),
    phrase('M', 'L', Type, "lazy cache variable for type metadata for %0"),
    phrase('M', 'm', Type, "metaclass for %0"),
    phrase('M', 'M', Type, "specialized generic metaclass for %0"),
    phrase('M', 'n', Type, "nominal type descriptor for %0"),
    phrase('M', 'N', Type, "noncanonical specialized generic type metadata for %0"),
    phrase('M', 'o', Type, "class metadata base offset for %0"),
    phrase('M', 'p', Protocol, "protocol descriptor for %0"),
    phrase('M', 'P', Type, "generic type metadata pattern for %0"),
    phrase('M', 'q', Any, "uniquable %0"),
    phrase('M', 'Q', Any, "opaque type descriptor for %0"),
    phrase('M', 'r', Type, "type metadata completion function for %0"),
    phrase('M', 's', Type, "ObjC resilient class stub for %0"),
    phrase('M', 'S', Protocol, "protocol self-conformance descriptor for %0"),
    phrase('M', 't', Type, "full ObjC resilient class stub for %0"),
    phrase('M', 'u', Type, "method lookup function for %0"),
    phrase('M', 'U', Type, "ObjC metadata update function for %0"),
    phrase('M', 'V', Entity, "property descriptor for %0"),
    phrase(
        'M', 'z', Type, "flag for loading of canonical specialized generic type metadata for %0"),
    // Descriptors of private contexts: "MX" and a letter.
    phrase('#', 'E', Context, "extension descriptor %0"),
    phrase('#', 'M', Module, "module descriptor %0"),
    phrase('#', 'X', Context, "anonymous descriptor %0"),
    // References to conformances, and records the runtime looks up.
    {'H', 'P', Protocol, Kind::ConformanceRef, false,
     "protocol conformance ref (type's module) %0"},
    {'H', 'p', Protocol, Kind::ConformanceRef, false,
     "protocol conformance ref (protocol's module) %0"},
    phrase('H', 'c', Conformance, "protocol conformance descriptor runtime record for %0"),
    phrase('H', 'n', Type, "nominal type descriptor runtime record for %0"),
    phrase('H', 'o', Any, "opaque type descriptor runtime record for %0"),
    phrase('H', 'r', Protocol, "protocol descriptor runtime record for %0"),
    attribute('H', 'F', "accessible function runtime record for |"),
    // Thunks and attributes of functions.
    phrase('T', 'c', Entity, "curry thunk of %0"),
    phrase('T', 'j', Entity, "dispatch thunk of %0"),
    phrase('T', 'q', Entity, "method descriptor for %0"),
    phrase('T', 'S', Entity, "protocol self-conformance witness for %0"),
    phrase('T', 'C', Type, "coroutine continuation prototype for %0"),
    phrase('T', 'l', AssociatedTypeName, "associated type descriptor for %0"),
    phrase('T', 'L', Protocol, "protocol requirements base descriptor for %0"),
    phrase('T', 'M', AssociatedTypeName, "default associated type metadata accessor for %0"),
    attribute('T', 'o', "@objc "),
    attribute('T', 'O', "@nonobjc "),
    attribute('T', 'D', "dynamic "),
    attribute('T', 'd', "super "),
    attribute('T', 'E', "distributed thunk |"),
    attribute('T', 'F', "distributed accessor for |"),
    attribute('T', 'm', "merged |"),
    attribute('T', 'X', "dynamically replaceable variable for |"),
    attribute('T', 'x', "dynamically replaceable key for |"),
    attribute('T', 'I', "dynamically replaceable thunk for |"),
    attribute('T', 'u', "async function pointer to "),
    {'T', 'A', None, Kind::PartialApply, false, "partial apply forwarder|partial apply"},
    {'T', 'a', None, Kind::PartialApply, false, "partial apply ObjC forwarder|partial apply"},
    // "Tw" and a letter.
    attribute('w', 'b', "back deployment thunk for |"),
    attribute('w', 'B', "back deployment fallback for "),
    attribute('w', 'c', "coro function pointer to "),
    attribute('w', 'd', "default override of "),
    attribute('w', 'S', "#_hasSymbol query for "),
    // Witnesses.
    phrase('W', 'C', Entity, "enum case for %0"),
    phrase('W', 'V', Type, "value witness table for %0"),
    phrase('W', 'S', Protocol, "protocol self-conformance witness table for %0"),
    phrase('W', 'P', Conformance, "protocol witness table for %0"),
    phrase('W', 'p', Conformance, "protocol witness table pattern for %0"),
    phrase('W', 'G', Conformance, "generic protocol witness table for %0"),
    phrase(
        'W', 'I', Conformance, "instantiation function for generic protocol witness table for %0"),
    phrase('W', 'r', Conformance, "resilient protocol witness table for %0"),
    phrase('W', 'a', Conformance, "protocol witness table accessor for %0"),
    // Types.
    typePhrase('X', 'o', Type, "unowned %0"),
    typePhrase('X', 'u', Type, "unowned(unsafe) %0"),
    typePhrase('X', 'w', Type, "weak %0"),
    typePhrase('X', 'b', Type, "@box %0", Kind::SimplePhrase),
    typePhrase('X', 'D', Type, "Self", Kind::SimplePhrase),
    typePhrase('X', 'p', Type, {}, Kind::ExistentialMetatype),
    typePhrase('X', 'e', None, "<ERROR TYPE>", Kind::SimplePhrase),
    // Sugar that the compiler keeps for the debugger: "XS" and a letter.
    typePhrase('@', 'q', Type, {}, Kind::SugaredOptional),
    typePhrase('@', 'a', Type, "[%0]", Kind::SimplePhrase),
    typePhrase('@', 'p', Type, "(%0)", Kind::SimplePhrase),
    // Annotations.
    mark('Y', 'a', Kind::Async),
    mark('Y', 'A', Kind::IsolatedAny),
    mark('Y', 'b', Kind::Sendable),
    mark('Y', 'C', Kind::NonIsolatedCaller),
    mark('Y', 'T', Kind::SendingResult),
    {'Y', 'c', TypeContent, Kind::GlobalActor, false, "@%0 "},
    {'Y', 'K', TypeContent, Kind::Throws, false, " throws(%0)"},
    typePhrase('Y', 'i', TypeContent, "isolated %0"),
    typePhrase('Y', 'k', TypeContent, "@noDerivative %0"),
    typePhrase('Y', 't', TypeContent, "_const %0"),
    typePhrase('Y', 'g', TypeContent, "@const %0"),
    typePhrase('Y', 'u', TypeContent, "sending %0"),
    // One letter.
    {'\0', 'K', None, Kind::Throws, false, " throws"},
    {'\0', 'N', Type, Kind::Phrase, false, "type metadata for %0"},
    {'\0', 'Z', Entity, Kind::Static, false, "static %0"},
    mark('\0', 'd', Kind::Variadic),
    typePhrase('\0', 'h', TypeContent, "__shared %0"),
    typePhrase('\0', 'm', Type, {}, Kind::Metatype),
    typePhrase('\0', 'n', TypeContent, "__owned %0"),
    {'\0', 's', None, Kind::Module, false, "Swift"},
    mark('\0', 'y', Kind::EmptyList),
    typePhrase('\0', 'z', TypeContent, "inout %0", Kind::InOut),
    mark('\0', '_', Kind::FirstElement),
});

constexpr std::string_view kFamilies("\0M#HTwWX@Y", 10);
constexpr std::size_t kCodes = 128;
static_assert(kPhrases.size() < 255);

/// Places in kPhrases by family and code, counted from one: every operator of a name is looked up.
constexpr auto kPhraseIndex = [] {
    std::array<std::array<std::uint8_t, kCodes>, kFamilies.size()> index{};
    for (std::size_t i = 0; i < kPhrases.size(); ++i)
        index[kFamilies.find(kPhrases[i].family)][static_cast<unsigned char>(kPhrases[i].code)] =
            static_cast<std::uint8_t>(i + 1);
    return index;
}();

constexpr auto kAccessors = std::to_array<CodeText>({
    {"m", "materializeForSet"},
    {"s", "setter"},
    {"g", "getter"},
    {"G", "getter"}, // The getter of a global.
    {"w", "willset"},
    {"W", "didset"},
    {"r", "read"},
    {"y", "read2"},
    {"M", "modify"},
    {"x", "modify2"},
    {"i", "init"},
    {"b", "borrow"},
    {"z", "mutate"},
    {"aO", "owningMutableAddressor"},
    {"ao", "nativeOwningMutableAddressor"},
    {"aP", "nativePinningMutableAddressor"},
    {"ap", "nativePinningMutableAddressor"}, // Before Swift 4.
    {"au", "unsafeMutableAddressor"},
    {"lO", "owningAddressor"},
    {"lo", "nativeOwningAddressor"},
    {"lp", "nativePinningAddressor"},
    {"lu", "unsafeAddressor"},
});

constexpr auto kValueWitnesses = std::to_array<CodeText>({
    {"al", "allocateBuffer"},
    {"ca", "assignWithCopy"},
    {"ta", "assignWithTake"},
    {"de", "deallocateBuffer"},
    {"xx", "destroy"},
    {"XX", "destroyBuffer"},
    {"Xx", "destroyArray"},
    {"CP", "initializeBufferWithCopyOfBuffer"},
    {"Cp", "initializeBufferWithCopy"},
    {"cp", "initializeWithCopy"},
    {"Tk", "initializeBufferWithTake"},
    {"tk", "initializeWithTake"},
    {"pr", "projectBuffer"},
    {"TK", "initializeBufferWithTakeOfBuffer"},
    {"Cc", "initializeArrayWithCopy"},
    {"Tt", "initializeArrayWithTakeFrontToBack"},
    {"tT", "initializeArrayWithTakeBackToFront"},
    {"xs", "storeExtraInhabitant"},
    {"xg", "getExtraInhabitantIndex"},
    {"ug", "getEnumTag"},
    {"up", "destructiveProjectEnumData"},
    {"ui", "destructiveInjectEnumTag"},
    {"et", "getEnumTagSinglePayload"},
    {"st", "storeEnumTagSinglePayload"},
});

/// Copies and consumes of generic values also say for which signature.
constexpr auto kOutlined = std::to_array<CodeText>({
    {"y", "outlined copy of %0%1"},
    {"e", "outlined consume of %0%1"},
    {"r", "outlined retain of %0"},
    {"s", "outlined release of %0"},
    {"b", "outlined init with take of %0"},
    {"B", "outlined init with take of %0"}, // The upper case ones do without a value witness.
    {"c", "outlined init with copy of %0"},
    {"C", "outlined init with copy of %0"},
    {"d", "outlined assign with take of %0"},
    {"D", "outlined assign with take of %0"},
    {"f", "outlined assign with copy of %0"},
    {"F", "outlined assign with copy of %0"},
    {"h", "outlined destroy of %0"},
    {"H", "outlined destroy of %0"},
    {"g", "outlined enum get tag of %0"},
    {"i", "outlined enum tag store of %0"},
    {"j", "outlined enum project data for load of %0"},
});

constexpr auto kBuiltins = std::to_array<CodeText>({
    {"A", "Builtin.ImplicitActor"},
    {"b", "Builtin.BridgeObject"},
    {"B", "Builtin.UnsafeValueBuffer"},
    {"e", "Builtin.Executor"},
    {"I", "Builtin.IntLiteral"},
    {"O", "Builtin.UnknownObject"},
    {"o", "Builtin.NativeObject"},
    {"p", "Builtin.RawPointer"},
    {"j", "Builtin.Job"},
    {"D", "Builtin.DefaultActorStorage"},
    {"d", "Builtin.NonDefaultDistributedActorStorage"},
    {"c", "Builtin.RawUnsafeContinuation"},
    {"t", "Builtin.SILToken"},
    {"w", "Builtin.Word"},
    {"P", "Builtin.PackIndex"},
});

constexpr auto kStandardTypes = std::to_array<StandardType>({
    {'A', Kind::Structure, "AutoreleasingUnsafeMutablePointer"},
    {'a', Kind::Structure, "Array"},
    {'b', Kind::Structure, "Bool"},
    {'D', Kind::Structure, "Dictionary"},
    {'d', Kind::Structure, "Double"},
    {'f', Kind::Structure, "Float"},
    {'h', Kind::Structure, "Set"},
    {'I', Kind::Structure, "DefaultIndices"},
    {'i', Kind::Structure, "Int"},
    {'J', Kind::Structure, "Character"},
    {'N', Kind::Structure, "ClosedRange"},
    {'n', Kind::Structure, "Range"},
    {'O', Kind::Structure, "ObjectIdentifier"},
    {'P', Kind::Structure, "UnsafePointer"},
    {'p', Kind::Structure, "UnsafeMutablePointer"},
    {'R', Kind::Structure, "UnsafeBufferPointer"},
    {'r', Kind::Structure, "UnsafeMutableBufferPointer"},
    {'S', Kind::Structure, "String"},
    {'s', Kind::Structure, "Substring"},
    {'u', Kind::Structure, "UInt"},
    {'V', Kind::Structure, "UnsafeRawPointer"},
    {'v', Kind::Structure, "UnsafeMutableRawPointer"},
    {'W', Kind::Structure, "UnsafeRawBufferPointer"},
    {'w', Kind::Structure, "UnsafeMutableRawBufferPointer"},
    {'q', Kind::Enum, "Optional"},
    {'B', Kind::Protocol, "BinaryFloatingPoint"},
    {'E', Kind::Protocol, "Encodable"},
    {'e', Kind::Protocol, "Decodable"},
    {'F', Kind::Protocol, "FloatingPoint"},
    {'G', Kind::Protocol, "RandomNumberGenerator"},
    {'H', Kind::Protocol, "Hashable"},
    {'j', Kind::Protocol, "Numeric"},
    {'K', Kind::Protocol, "BidirectionalCollection"},
    {'k', Kind::Protocol, "RandomAccessCollection"},
    {'L', Kind::Protocol, "Comparable"},
    {'l', Kind::Protocol, "Collection"},
    {'M', Kind::Protocol, "MutableCollection"},
    {'m', Kind::Protocol, "RangeReplaceableCollection"},
    {'Q', Kind::Protocol, "Equatable"},
    {'T', Kind::Protocol, "Sequence"},
    {'t', Kind::Protocol, "IteratorProtocol"},
    {'U', Kind::Protocol, "UnsignedInteger"},
    {'X', Kind::Protocol, "RangeExpression"},
    {'x', Kind::Protocol, "Strideable"},
    {'Y', Kind::Protocol, "RawRepresentable"},
    {'y', Kind::Protocol, "StringProtocol"},
    {'Z', Kind::Protocol, "SignedInteger"},
    {'z', Kind::Protocol, "BinaryInteger"},
});

constexpr auto kConcurrencyTypes = std::to_array<StandardType>({
    {'A', Kind::Protocol, "Actor"},
    {'C', Kind::Structure, "CheckedContinuation"},
    {'c', Kind::Structure, "UnsafeContinuation"},
    {'E', Kind::Structure, "CancellationError"},
    {'e', Kind::Structure, "UnownedSerialExecutor"},
    {'F', Kind::Protocol, "Executor"},
    {'f', Kind::Protocol, "SerialExecutor"},
    {'G', Kind::Structure, "TaskGroup"},
    {'g', Kind::Structure, "ThrowingTaskGroup"},
    {'h', Kind::Protocol, "TaskExecutor"},
    {'I', Kind::Protocol, "AsyncIteratorProtocol"},
    {'i', Kind::Protocol, "AsyncSequence"},
    {'J', Kind::Structure, "UnownedJob"},
    {'M', Kind::Class, "MainActor"},
    {'P', Kind::Structure, "TaskPriority"},
    {'S', Kind::Structure, "AsyncStream"},
    {'s', Kind::Structure, "AsyncThrowingStream"},
    {'T', Kind::Structure, "Task"},
    {'t', Kind::Structure, "UnsafeCurrentTask"},
});

template <class Table>
std::optional<std::string_view> findText(const Table& table, std::string_view code)
{
    const auto found = std::ranges::find(table, code, &Table::value_type::first);
    return found == table.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

const PhraseOperator* findPhrase(char family, char code)
{
    const std::size_t row = kFamilies.find(family);
    if (row == std::string_view::npos || static_cast<unsigned char>(code) >= kCodes)
        return nullptr;
    const std::uint8_t place = kPhraseIndex[row][static_cast<unsigned char>(code)];
    return place == 0 ? nullptr : &kPhrases[place - 1];
}

std::optional<std::string_view> accessorName(char first, char second)
{
    const char code[] = {first, second};
    const bool isAddressor = first == 'a' || first == 'l';
    return findText(kAccessors, std::string_view(code, isAddressor ? 2 : 1));
}

std::optional<std::string_view> valueWitnessName(std::string_view code)
{
    return findText(kValueWitnesses, code);
}

std::optional<std::string_view> outlinedPhrase(char code)
{
    return findText(kOutlined, std::string_view(&code, 1));
}

const StandardType* findStandardType(char code, bool isConcurrency)
{
    const std::span<const StandardType> table =
        isConcurrency ? std::span<const StandardType>(kConcurrencyTypes) : kStandardTypes;
    const auto found = std::ranges::find(table, code, &StandardType::code);
    return found == table.end() ? nullptr : &*found;
}

std::optional<std::string_view> builtinName(char code)
{
    return findText(kBuiltins, std::string_view(&code, 1));
}

char operatorCharacter(char letter)
{
    constexpr std::string_view kCharacters = "& @/= >    <*!|+?%-~   ^ .";
    if (letter < 'a' || letter > 'z')
        return '\0';
    const char c = kCharacters[static_cast<std::size_t>(letter - 'a')];
    return c == ' ' ? '\0' : c;
}

} // namespace faultline::demangling::swift
