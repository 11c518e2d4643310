// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/language.h"
#include "core/base/result.h"

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::object {

/// An entry of debug info (a type, a variable, a function), named for the reader that gave it.
struct EntryRef
{
    std::uint32_t part = 0; ///< Which of the reader's files; 0 names no entry.
    std::uint64_t offset = 0;

    explicit operator bool() const { return part != 0; }

    friend auto operator<=>(const EntryRef&, const EntryRef&) = default;
};

/// An expression of the DWARF stack machine (DWARF 5 §2.5). `unit` decides how it is read. The
/// bytes live as long as the reader.
struct LocationExpression
{
    Bytes bytes;
    EntryRef unit;
};

/// How the expressions of a unit are read.
struct ExpressionUnit
{
    std::endian order = std::endian::little;
    std::uint16_t version = 0;
    std::uint8_t addressBytes = 8;
    std::uint8_t offsetBytes = 4;
};

/// A constant in the debug info: a number, or the bytes of the value in memory order.
struct ConstantValue
{
    std::uint64_t number = 0;
    Bytes bytes;           ///< If not empty, they are the value.
    bool isSigned = false; ///< The number is a signed one.
};

enum class TypeKind : std::uint8_t {
    Unknown, ///< Cannot be read, or of a kind that this reader does not know.
    Void,
    Base,
    Pointer,
    LeftReference,
    RightReference,
    MemberPointer,
    Array,
    Vector, ///< An array that registers hold (DW_AT_GNU_vector).
    Struct,
    Class,
    Union,
    Enum,
    Function,
    Typedef,
    Const,
    Volatile,
    Restrict,
    Atomic,
    Unspecified, ///< decltype(nullptr).
    Text,        ///< A character string of Fortran.
};

enum class BaseEncoding : std::uint8_t {
    None,
    Boolean,
    Signed,
    Unsigned,
    SignedChar,
    UnsignedChar,
    Utf,
    Float,
    Complex,
    Address
};

struct TypeMember
{
    enum class Kind : std::uint8_t { Field, Base, VirtualBase };
    Kind kind = Kind::Field;
    std::string_view name;
    EntryRef type;
    std::optional<std::uint64_t> offsetBytes; ///< Absent when only the object itself tells.
    LocationExpression place;    ///< Then this tells it, given the object's address. Empty as well:
                                 ///< what describes the place cannot be read.
    std::uint32_t bitSize = 0;   ///< 0: no bit-field.
    std::uint64_t bitOffset = 0; ///< From the start of the object, for a bit-field. Counted from
                                 ///< the lowest bit of the first byte (little-endian).
    bool isArtificial = false;   ///< Made by the compiler (a pointer to the vtable).
    bool isInOtherOrder = false; ///< Its bytes are not in the process's order.
};

/// One alternative of a variant part.
struct TypeVariant
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> values; ///< Inclusive ranges; empty: the
                                                                 ///< default alternative.
    std::vector<TypeMember> members;
};

/// A part of a structure whose members depend on a discriminant (Rust's enums).
struct VariantPart
{
    std::optional<TypeMember> discriminant;
    std::vector<TypeVariant> variants;
};

struct Enumerator
{
    std::string_view name;
    std::uint64_t value = 0; ///< Sign-extended where the enumeration is signed.
};

/// One dimension of an array.
struct ArrayBound
{
    std::int64_t lower = 0;
    std::optional<std::uint64_t> count; ///< Absent: unknown, or only the frame tells it.
    LocationExpression countPlace;      ///< Gives the number of elements, in a frame.
    LocationExpression upperPlace;      ///< Gives the highest index, in a frame.
    EntryRef countVariable;             ///< A variable with the number of elements.
    EntryRef upperVariable;             ///< A variable with the highest index.
};

/// One type, without those that it refers to.
struct TypeInfo
{
    TypeKind kind = TypeKind::Unknown;
    std::string_view name; ///< With its scopes; empty for unnamed and derived types.
    Language language = Language::Unknown;
    std::optional<std::uint64_t> sizeBytes;
    BaseEncoding encoding = BaseEncoding::None;
    EntryRef target;            ///< What it points to, its elements, its other name, its result.
    EntryRef container;         ///< The class of a pointer to a member.
    bool isDeclaration = false; ///< The definition is not in this file's debug info.
    bool isEnumClass = false;
    bool isVariadic = false;
    bool isEncodedOtherwise = false; ///< The bytes of a base type are not its value: they are in
                                     ///< another order, scaled, or have a bias.
    bool isCut = false; ///< It has more members, enumerators or dimensions than the limit.
    std::uint32_t alignmentBytes = 0; ///< As declared; 0 when it was not.
    std::vector<TypeMember> members;
    std::vector<VariantPart> variantParts;
    std::vector<Enumerator> enumerators;
    std::vector<ArrayBound> bounds;
    std::vector<EntryRef> parameters; ///< Types of a function's parameters.
    /// Types of a template's arguments, in order and with packs opened. An argument that is no type
    /// is not among them.
    std::vector<EntryRef> templateTypes;
};

using TypeInfoPtr = std::shared_ptr<const TypeInfo>;

/// A variable as it is at one code address.
struct VariableInfo
{
    EntryRef entry;
    std::string_view name;
    EntryRef type;
    bool isParameter = false;
    bool isArtificial = false; ///< `this`, and what the compiler adds.
    bool isStatic = false;     ///< One for the whole program: its location holds everywhere.
    std::optional<LocationExpression> location; ///< Absent: nowhere at this address.
    bool isFromList = false; ///< The location holds at certain addresses only, this one among them.
                             ///< Others hold from where the function has set up its frame.
    bool isInFrame = false;  ///< The location counts from a register that the function moves in its
                             ///< prologue and back at its end, which FrameExtent can tell.
    std::optional<ConstantValue> constant;
    bool isInOtherOrder = false; ///< Its bytes are not in the process's order.
    bool isDamaged = false;      ///< Its location cannot be read.
    std::uint32_t line = 0;
};

/// How far a function's frame reaches while its body runs, where the debug info tells it.
struct FrameExtent
{
    std::uint64_t bytes = 0; ///< From the stack pointer to the return address on the stack, or to
                             ///< the caller's stack pointer on CPUs that have none there.
    std::optional<std::uint64_t> otherBytes; ///< What it may be instead.
    bool growsFurther = false;               ///< The function makes it larger as it runs.
};

/// A function that contains a code address: itself or by an inlined call.
struct FunctionInfo
{
    EntryRef entry;
    EntryRef unit;
    std::string_view name;
    bool isInlined = false;
    Language language = Language::Unknown;
    std::optional<LocationExpression> frameBase; ///< For the outermost function only.
    std::optional<FrameExtent> frameExtent;      ///< The same.
    std::uint64_t entryAddress = 0;              ///< Linked. Of the outermost function only.
    std::vector<VariableInfo> variables;         ///< Outer blocks first.
};

/// One register or memory place and the value that it has when a call is made.
struct CallParameter
{
    LocationExpression place;
    LocationExpression value;
};

/// What the debug info says about a call.
struct CallSite
{
    EntryRef target;                  ///< The function called; none for an indirect call.
    LocationExpression targetAddress; ///< Gives the function's address in the caller's frame.
    std::vector<CallParameter> parameters;
    bool isTailCall = false;
};

/// A jump to another function, which returns in place of the one that jumps.
struct TailJump
{
    std::uint64_t address = 0; ///< Where the instruction begins; 0 when only `end` is known.
    std::uint64_t end = 0;     ///< Where it ends; 0 when only `address` is known.
};

/// Types and variables of one debug file, read lazily: only what is asked for. Addresses are linked
/// ones. Not thread-safe. The texts live as long as the reader.
class ValueInfoReader
{
public:
    virtual ~ValueInfoReader() = default;

    /// The functions at a code address, innermost first: inlined ones, then the function itself.
    /// Empty when the file does not know the address.
    virtual std::vector<FunctionInfo> functionsAt(std::uint64_t linkedAddress) = 0;

    /// The linked address from which on a function has set up its frame, so that the locations of
    /// its variables hold. Its first address, or 0, when the file does not tell.
    virtual std::uint64_t prologueEnd(EntryRef function) = 0;

    /// The call whose return address this is, in the function that contains it.
    virtual std::optional<CallSite> callReturningTo(std::uint64_t linkedAddress) = 0;

    /// Has a function further instances, which one may jump to from another?
    virtual bool hasOtherInstance(EntryRef function) = 0;

    /// The jumps of a function to others. Absent when the debug info does not claim to describe all
    /// of them.
    virtual std::optional<std::vector<TailJump>> tailJumps(EntryRef function) = 0;

    /// Are both entries of the same function: one its definition, the other its declaration or
    /// abstract form?
    virtual bool isSameFunction(EntryRef one, EntryRef other) = 0;

    /// The name by which other units and modules know a function; empty when none does.
    virtual std::string_view externalName(EntryRef function) = 0;

    /// The variable of an entry at an address, for implicit pointers and array bounds.
    virtual std::optional<VariableInfo> variable(EntryRef entry, std::uint64_t linkedAddress) = 0;

    /// Never null: a type that cannot be read has kind Unknown. No entry means void.
    virtual TypeInfoPtr type(EntryRef entry) = 0;

    /// The definition of a type that is only declared here; none when the file has no definition.
    virtual EntryRef definitionOf(EntryRef declaration) = 0;

    /// The types with this name, with scopes or without, at most `most`.
    virtual std::vector<EntryRef> typesNamed(std::string_view name, std::size_t most) = 0;

    /// The definition of the class with this mangled name, as the type information of Microsoft's
    /// compiler has it (".?AVName@Scope@@"). Returns no entry when the file has no such class, or
    /// several that differ. Only PDBs have these names.
    virtual EntryRef classMangled(std::string_view /*name*/) { return {}; }

    /// Global variables with this name.
    virtual std::vector<VariableInfo> globalsNamed(std::string_view name, std::size_t most) = 0;

    virtual ExpressionUnit unit(EntryRef unit) = 0;
    /// Entry `index` of the unit's addresses; absent when there is none.
    virtual std::optional<std::uint64_t> indexedAddress(EntryRef unit, std::uint64_t index) = 0;
    /// The entry at an offset from the unit's start, as typed operations name base types.
    virtual EntryRef entryInUnit(EntryRef unit, std::uint64_t offset) = 0;
    /// The entry at an offset from the section's start, as implicit pointers name variables.
    virtual EntryRef entryInFile(EntryRef unit, std::uint64_t offset) = 0;
};

} // namespace faultline::object
