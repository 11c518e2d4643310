// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/names/swift/node.h"

#include <optional>

namespace faultline::demangling::swift {

/// What an operator takes from the stack.
enum class Operand : std::uint8_t {
    None,
    Any,
    Type,
    TypeContent, // What the type node holds.
    Nominal,
    Entity,
    Protocol,
    Conformance,
    AssociatedTypeName,
    Context,
    Module
};

/// An operator that makes one node from at most one operand.
struct PhraseOperator
{
    char family; // 'M' of "Ma"; '\0' if `code` is the whole operator.
    char code;
    Operand operand;
    Kind kind;
    bool isType; // The result is wrapped in a Type node.
    std::string_view phrase;
};

/// Source of all codes: Swift's docs/ABI/Mangling.rst. The words are those of swift-demangle.
const PhraseOperator* findPhrase(char family, char code);

/// "getter" for 'g', …; addressors have two letters. Absent for other entities.
std::optional<std::string_view> accessorName(char first, char second);

/// "destroy" for "xx".
std::optional<std::string_view> valueWitnessName(std::string_view code);

/// "outlined copy of %0" for 'y'.
std::optional<std::string_view> outlinedPhrase(char code);

struct StandardType
{
    char code;
    Kind kind;
    std::string_view name;
};

/// `Si`, or with `isConcurrency` `Scg`; null when unknown.
const StandardType* findStandardType(char code, bool isConcurrency);

/// "Builtin.RawPointer" for 'p'.
std::optional<std::string_view> builtinName(char code);

/// The character that a letter in an operator's name stands for; '\0' when there is none.
char operatorCharacter(char letter);

} // namespace faultline::demangling::swift
