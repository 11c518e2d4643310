// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/stack_value.h"

#include "core/variables/operations.h"

#include <bit>
#include <cmath>

namespace faultline::variables {

namespace {

std::uint64_t maskOf(unsigned sizeBytes)
{
    return sizeBytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * sizeBytes)) - 1;
}

StackValue floatOf(double number, StackType type)
{
    StackValue value;
    value.type = type;
    value.bits = type.sizeBytes == 4 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                                     : std::bit_cast<std::uint64_t>(number);
    return value;
}

std::optional<StackValue> comparedFloats(std::uint8_t operation, double left, double right)
{
    const auto answer = [](bool isTrue) { return integerOf(isTrue ? 1 : 0, StackType{}); };
    switch (operation) {
    case DW_OP_eq: return answer(left == right);
    case DW_OP_ge: return answer(left >= right);
    case DW_OP_gt: return answer(left > right);
    case DW_OP_le: return answer(left <= right);
    case DW_OP_lt: return answer(left < right);
    case DW_OP_ne: return answer(left != right);
    default: return std::nullopt;
    }
}

std::optional<StackValue>
appliedToFloats(std::uint8_t operation, const StackValue& left, const StackValue& right)
{
    const auto type = left.type;
    switch (operation) {
    case DW_OP_plus: return floatOf(left.asFloat() + right.asFloat(), type);
    case DW_OP_minus: return floatOf(left.asFloat() - right.asFloat(), type);
    case DW_OP_mul: return floatOf(left.asFloat() * right.asFloat(), type);
    case DW_OP_div: return floatOf(left.asFloat() / right.asFloat(), type);
    default: return comparedFloats(operation, left.asFloat(), right.asFloat());
    }
}

/// Division is signed for the generic type, and like the type for others; the remainder of the
/// generic type is unsigned.
std::optional<std::uint64_t>
quotient(const StackValue& left, const StackValue& right, bool isSignedDivision)
{
    if (right.bits == 0)
        return std::nullopt;
    if (!isSignedDivision)
        return left.bits / right.bits;
    // The most negative number divided by -1 is the one quotient that overflows.
    if (right.asSigned() == -1)
        return 0 - left.bits;
    return static_cast<std::uint64_t>(left.asSigned() / right.asSigned());
}

std::optional<std::uint64_t> remainder(const StackValue& left, const StackValue& right)
{
    if (right.bits == 0)
        return std::nullopt;
    if (!left.type.isSigned())
        return left.bits % right.bits;
    if (right.asSigned() == -1)
        return 0;
    return static_cast<std::uint64_t>(left.asSigned() % right.asSigned());
}

std::uint64_t shifted(std::uint8_t operation, const StackValue& left, std::uint64_t count)
{
    const auto bits = 8u * left.type.sizeBytes;
    if (operation == DW_OP_shra) {
        const auto most = count >= bits ? bits - 1 : count;
        return static_cast<std::uint64_t>(left.asSigned() >> most);
    }
    if (count >= bits)
        return 0;
    return operation == DW_OP_shl ? left.bits << count : left.bits >> count;
}

std::optional<bool>
compared(std::uint8_t operation, const StackValue& left, const StackValue& right)
{
    const bool isUnsigned =
        left.type.encoding != object::BaseEncoding::None && !left.type.isSigned();
    const auto order = isUnsigned ? left.bits <=> right.bits : left.asSigned() <=> right.asSigned();
    switch (operation) {
    case DW_OP_eq: return order == 0;
    case DW_OP_ge: return order >= 0;
    case DW_OP_gt: return order > 0;
    case DW_OP_le: return order <= 0;
    case DW_OP_lt: return order < 0;
    case DW_OP_ne: return order != 0;
    default: return std::nullopt;
    }
}

std::optional<std::uint64_t>
calculated(std::uint8_t operation, const StackValue& left, const StackValue& right)
{
    const bool isGeneric = left.type.encoding == object::BaseEncoding::None;
    switch (operation) {
    case DW_OP_and: return left.bits & right.bits;
    case DW_OP_or: return left.bits | right.bits;
    case DW_OP_xor: return left.bits ^ right.bits;
    case DW_OP_plus: return left.bits + right.bits;
    case DW_OP_minus: return left.bits - right.bits;
    case DW_OP_mul: return left.bits * right.bits;
    case DW_OP_div: return quotient(left, right, isGeneric || left.type.isSigned());
    case DW_OP_mod: return remainder(left, right);
    case DW_OP_shl:
    case DW_OP_shr:
    case DW_OP_shra: return shifted(operation, left, right.bits);
    default: return std::nullopt;
    }
}

/// Two generic values fit each other, whatever their size.
bool fitEachOther(StackType left, StackType right)
{
    return left == right || (left.encoding == object::BaseEncoding::None &&
                             right.encoding == object::BaseEncoding::None);
}

bool isInteger(StackType type)
{
    return !type.isFloat() && type.bitCount == 0;
}

/// LLVM joins generic values and typed integers of the same size. Operations that do not ask for
/// the sign of a number give the same bits either way.
bool joinSameBits(std::uint8_t operation, StackType left, StackType right)
{
    const bool needsNoSign = operation == DW_OP_and || operation == DW_OP_or ||
                             operation == DW_OP_xor || operation == DW_OP_plus ||
                             operation == DW_OP_minus || operation == DW_OP_mul;
    const bool isOneGeneric = (left.encoding == object::BaseEncoding::None) !=
                              (right.encoding == object::BaseEncoding::None);
    return needsNoSign && isOneGeneric && left.sizeBytes == right.sizeBytes && isInteger(left) &&
           isInteger(right);
}

bool isShift(std::uint8_t operation)
{
    return operation == DW_OP_shl || operation == DW_OP_shr || operation == DW_OP_shra;
}

} // namespace

StackValue integerOf(std::uint64_t bits, StackType type)
{
    const auto mask =
        type.bitCount == 0 ? maskOf(type.sizeBytes) : (std::uint64_t{1} << type.bitCount) - 1;
    return {bits & mask, type};
}

std::int64_t StackValue::asSigned() const
{
    const auto unused = 64 - 8 * type.sizeBytes;
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

double StackValue::asFloat() const
{
    return type.sizeBytes == 4
               ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
               : std::bit_cast<double>(bits);
}

bool StackValue::isZero() const
{
    return type.isFloat() ? asFloat() == 0 : bits == 0;
}

std::optional<StackValue> converted(const StackValue& value, StackType type)
{
    if (value.type.isFloat() && type.isFloat())
        return floatOf(value.asFloat(), type);
    if (type.isFloat())
        return floatOf(value.type.isSigned() ? static_cast<double>(value.asSigned())
                                             : static_cast<double>(value.bits),
                       type);
    if (!value.type.isFloat())
        return integerOf(value.type.isSigned() ? static_cast<std::uint64_t>(value.asSigned())
                                               : value.bits,
                         type);
    const auto number = std::trunc(value.asFloat());
    constexpr double kTwoTo63 = 9223372036854775808.0;
    if (!(number >= -kTwoTo63 && number < 2 * kTwoTo63))
        return std::nullopt;
    return integerOf(number < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(number))
                                : static_cast<std::uint64_t>(number),
                     type);
}

std::optional<StackValue>
applied(std::uint8_t operation, const StackValue& left, const StackValue& right)
{
    if (isShift(operation) ? left.type.isFloat() || right.type.isFloat()
                           : !fitEachOther(left.type, right.type) &&
                                 !joinSameBits(operation, left.type, right.type))
        return std::nullopt;
    if (left.type.isFloat())
        return appliedToFloats(operation, left, right);
    if (const auto answer = compared(operation, left, right))
        return integerOf(*answer ? 1 : 0, StackType{});
    const auto bits = calculated(operation, left, right);
    const bool isLeftGeneric = left.type.encoding == object::BaseEncoding::None;
    return bits ? std::optional(integerOf(*bits, isLeftGeneric ? right.type : left.type))
                : std::nullopt;
}

} // namespace faultline::variables
