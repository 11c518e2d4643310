// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/detail_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

/// What a variable is to its frame, or a part to the value around it.
enum class VariableRole : std::uint8_t {
    Local,
    Argument,
    This,
    Captured, ///< By a lambda, closure or coroutine.
    Static,
    Global,
    Member,
    Base,    ///< A base class's part.
    Element, ///< Of an array or container.
    Pointee, ///< What a pointer or reference leads to.
    Variant, ///< The alternative in use.
    Expression
};

/// "local", "argument", "this", …
std::string_view variableRoleName(VariableRole role);

/// Is there a value, and if not, why?
enum class ValueState : std::uint8_t {
    Known,
    Guessed,      ///< A value that may be of another moment, such as an argument's register.
    OptimizedOut, ///< The debug info gives no place at this address.
    NotInDump,    ///< It lies in memory that the file does not have.
    RegisterNotRecovered, ///< It was in a register that the walk could not recover.
    EntryValueUnknown,    ///< It is known from the caller's call only, which does not tell it.
    TypeUnknown,          ///< Its type is not in the debug files at hand.
    Damaged,              ///< What describes it, or its own content, contradicts itself.
    Unsupported,          ///< Described by means that Faultline does not know.
    TooLarge,             ///< A limit ended the reading.
    NotStored,            ///< It was not among what the report keeps.
    NotSetUp,     ///< The function was stopped before it had put its variables in their places.
    NoSuchElement ///< What an expression chooses by its index or key is not in the container.
};

/// "known", "guessed", "optimized_out", …
std::string_view valueStateName(ValueState state);

enum class ValueKind : std::uint8_t {
    None, ///< There is no value of its own: parts only, or nothing.
    Boolean,
    Integer,
    Floating,
    Character,
    Enumerator,
    Pointer, ///< Also references, pointers to members and to functions.
    String,
    Summary ///< Text that stands for the parts.
};

/// "none", "boolean", "integer", …
std::string_view valueKindName(ValueKind kind);

/// A variable, or a part of one, with its value. What is shown is in one of three members, so that
/// redaction can tell numbers from the text of the process.
struct Variable
{
    std::optional<std::uint32_t> parent; ///< Index in the same list; absent for a variable itself.
    std::string name;                    ///< "count", "[3]", "std::exception"; may be empty.
    std::string type;                    ///< As the language writes it; empty when unknown.
    VariableRole role = VariableRole::Local;
    ValueState state = ValueState::Known;
    ValueKind kind = ValueKind::None;
    std::string number; ///< Boolean, Integer, Floating, Enumerator: as shown, of any size.
    std::optional<std::uint64_t> pointer; ///< Pointer: the address that it holds.
    std::string pointerSymbol;            ///< "vtable for Shape", "main+0x12"; empty when unknown.
    std::string text;                     ///< Character, String, Summary: in UTF-8, unquoted.
    std::optional<std::uint64_t> address; ///< Where the value lies in the process.
    std::optional<std::uint64_t> sizeBytes;
    std::optional<std::uint32_t> bitOffset; ///< For a bit-field: its first bit, from `address`.
    std::optional<std::uint32_t> bitCount;  ///< For a bit-field: its width.
    /// How many parts the value has. There may be fewer in the list, or none.
    std::uint64_t partCount = 0;
    std::uint32_t declaredAtLine = 0; ///< In the file of the frame's function; 0: unknown.
};

/// The variables of one row of a stack. A part comes after the value that it is a part of.
struct FrameVariables
{
    std::uint32_t thread = 0; ///< Index into Event::threads.
    std::uint32_t row = 0;    ///< Index into ThreadStack::frames.
    std::vector<Variable> variables;
};

/// The variables that a report keeps, when somebody asked for them.
struct ReportVariables
{
    DetailState state = DetailState::Present;
    std::vector<FrameVariables> frames;
};

} // namespace faultline
