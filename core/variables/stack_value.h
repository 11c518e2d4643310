// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/value_info.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace faultline::variables {

/// The type of a value on the stack of an expression: the generic type (an address), or a base type
/// of up to 8 bytes.
struct StackType
{
    object::BaseEncoding encoding = object::BaseEncoding::None; ///< None: the generic type.
    std::uint8_t sizeBytes = 8;
    std::uint8_t bitCount =
        0; ///< Of an unsigned integer that does not fill its bytes; 0 otherwise.

    bool isFloat() const { return encoding == object::BaseEncoding::Float; }

    bool isSigned() const
    {
        return encoding == object::BaseEncoding::Signed ||
               encoding == object::BaseEncoding::SignedChar;
    }

    friend bool operator==(const StackType&, const StackType&) = default;
};

/// A value on the stack. Integers have no bits above their size; floats have their own bits.
struct StackValue
{
    std::uint64_t bits = 0;
    StackType type;

    std::int64_t asSigned() const;
    /// For floats only.
    double asFloat() const;
    bool isZero() const;
};

StackValue integerOf(std::uint64_t bits, StackType type);

/// The value in another type (DW_OP_convert). Absent when it does not fit: a float outside the
/// integers.
std::optional<StackValue> converted(const StackValue& value, StackType type);

/// The result of a binary arithmetic or logic operation (DWARF 5 §2.5.1.4, §2.5.1.5). Absent for a
/// division by zero, operands of different types, and logic on floats; a generic value and an
/// integer of its size fit each other where the sign does not matter.
std::optional<StackValue>
applied(std::uint8_t operation, const StackValue& left, const StackValue& right);

} // namespace faultline::variables
