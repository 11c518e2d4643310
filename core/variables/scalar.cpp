// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of the expressions' numbers.
#include "core/variables/evaluator.h"

#include <cmath>

namespace faultline::variables {

namespace {

using natvis::Operator;
using ScalarKind = Scalar::Kind;

/// Cuts to the type's size and extends again.
std::uint64_t fitted(std::uint64_t bits, bool isSigned, unsigned bytes)
{
    if (bytes >= 8)
        return bits;
    const auto unused = 64 - 8 * bytes;
    return isSigned
               ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused)
               : bits << unused >> unused;
}

double asDouble(const Scalar& number)
{
    if (number.kind == ScalarKind::Floating)
        return number.floating;
    return number.kind == ScalarKind::Signed
               ? static_cast<double>(static_cast<std::int64_t>(number.bits))
               : static_cast<double>(number.bits);
}

Scalar floatingNumber(double value)
{
    return {.kind = ScalarKind::Floating, .floating = value, .bytes = 8};
}

bool compare(Operator op, auto left, auto right)
{
    switch (op) {
    case Operator::Less: return left < right;
    case Operator::LessEqual: return left <= right;
    case Operator::Greater: return left > right;
    case Operator::GreaterEqual: return left >= right;
    case Operator::Equal:
        return left <= right && left >= right; // Nothing equals what is no number.
    default: return !(left <= right && left >= right);
    }
}

bool isComparison(Operator op)
{
    return op >= Operator::Less && op <= Operator::NotEqual;
}

CppAnswer<Scalar> calculatedFloating(Operator op, double left, double right)
{
    switch (op) {
    case Operator::Multiply: return floatingNumber(left * right);
    case Operator::Divide: return floatingNumber(left / right);
    case Operator::Add: return floatingNumber(left + right);
    case Operator::Subtract: return floatingNumber(left - right);
    default: return unfit("the operator does not fit floating-point numbers");
    }
}

std::unexpected<CppFault> undefined(std::string_view text)
{
    return std::unexpected(CppFault{ValueState::Damaged, std::string(text)});
}

CppAnswer<std::uint64_t>
divided(Operator op, std::uint64_t left, std::uint64_t right, bool isSigned)
{
    if (right == 0)
        return undefined("division by zero");
    if (!isSigned)
        return op == Operator::Divide ? left / right : left % right;
    const auto one = static_cast<std::int64_t>(left);
    const auto other = static_cast<std::int64_t>(right);
    if (other == -1) // The smallest number has no positive counterpart.
        return op == Operator::Divide ? 0 - left : 0;
    return static_cast<std::uint64_t>(op == Operator::Divide ? one / other : one % other);
}

CppAnswer<std::uint64_t>
calculatedWhole(Operator op, std::uint64_t left, std::uint64_t right, bool isSigned, unsigned bytes)
{
    const bool isShift = op == Operator::ShiftLeft || op == Operator::ShiftRight;
    if (isShift && right >= 8 * bytes)
        return undefined("a shift by more bits than the number has");
    switch (op) {
    case Operator::Multiply: return left * right;
    case Operator::Divide:
    case Operator::Remainder: return divided(op, left, right, isSigned);
    case Operator::Add: return left + right;
    case Operator::Subtract: return left - right;
    case Operator::ShiftLeft: return left << right;
    case Operator::ShiftRight:
        return isSigned ? static_cast<std::uint64_t>(static_cast<std::int64_t>(left) >> right)
                        : left >> right;
    case Operator::BitAnd: return left & right;
    case Operator::BitXor: return left ^ right;
    case Operator::BitOr: return left | right;
    default: return unfit("the operator does not fit numbers");
    }
}

/// Smaller types become int before they are calculated with ([conv.prom]).
Scalar promoted(const Scalar& number)
{
    if (number.kind == ScalarKind::Floating || number.kind == ScalarKind::Pointer ||
        number.bytes >= 4)
        return number;
    return {.kind = ScalarKind::Signed, .bits = number.bits, .bytes = 4};
}

/// Beyond 64 bits the result is not defined ([conv.fpint]); it is 0 here.
std::uint64_t wholePart(double number)
{
    const double whole = std::trunc(number);
    if (whole >= 0)
        return whole < 0x1p64 ? static_cast<std::uint64_t>(whole) : 0;
    return whole >= -0x1p63 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)) : 0;
}

} // namespace

Scalar wholeNumber(std::uint64_t bits, bool isSigned, unsigned bytes)
{
    return {.kind = isSigned ? ScalarKind::Signed : ScalarKind::Unsigned,
            .bits = fitted(bits, isSigned, bytes),
            .bytes = bytes};
}

Scalar truth(bool value)
{
    return {.kind = ScalarKind::Boolean, .bits = value ? 1u : 0u, .bytes = 1};
}

Scalar convertedNumber(const Scalar& number, ScalarKind kind, unsigned bytes)
{
    if (kind == ScalarKind::Floating)
        return {.kind = ScalarKind::Floating,
                .floating = bytes == 4 ? static_cast<double>(static_cast<float>(asDouble(number)))
                                       : asDouble(number),
                .bytes = bytes};
    if (kind == ScalarKind::Boolean)
        return truth(number.isTrue());
    auto bits = number.bits;
    if (number.kind == ScalarKind::Floating) {
        bits = wholePart(number.floating);
    }
    return {.kind = kind, .bits = fitted(bits, kind == ScalarKind::Signed, bytes), .bytes = bytes};
}

CppAnswer<Scalar> calculated(Operator op, const Scalar& given)
{
    const auto operand = promoted(given);
    if (op == Operator::Not)
        return truth(!operand.isTrue());
    if (operand.kind == ScalarKind::Pointer)
        return unfit("the operator does not fit a pointer");
    if (op == Operator::Plus)
        return operand;
    if (operand.kind == ScalarKind::Floating)
        return op == Operator::Minus ? CppAnswer<Scalar>(floatingNumber(-operand.floating))
                                     : unfit("the operator does not fit floating-point numbers");
    const auto bits = op == Operator::Minus ? 0 - operand.bits : ~operand.bits;
    return wholeNumber(bits, operand.kind == ScalarKind::Signed, operand.bytes);
}

/// The usual arithmetic conversions ([expr.arith.conv]).
CppAnswer<Scalar> calculated(Operator op, const Scalar& left, const Scalar& right)
{
    if (left.kind == ScalarKind::Floating || right.kind == ScalarKind::Floating) {
        if (isComparison(op))
            return truth(compare(op, asDouble(left), asDouble(right)));
        return calculatedFloating(op, asDouble(left), asDouble(right));
    }
    const auto one = promoted(left);
    const auto other = promoted(right);
    const bool isShift = op == Operator::ShiftLeft || op == Operator::ShiftRight;
    const auto bytes = isShift ? one.bytes : std::max(one.bytes, other.bytes);
    const auto isUnsigned = [bytes](const Scalar& number) {
        return number.kind != ScalarKind::Signed && number.bytes == bytes;
    };
    const bool isSigned = !isUnsigned(one) && (isShift || !isUnsigned(other));
    const auto a = fitted(one.bits, isSigned, bytes);
    const auto b = isShift ? other.bits : fitted(other.bits, isSigned, bytes);
    if (isComparison(op))
        return truth(isSigned
                         ? compare(op, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b))
                         : compare(op, a, b));
    auto bits = calculatedWhole(op, a, b, isSigned, bytes);
    if (!bits)
        return std::unexpected(std::move(bits.error()));
    return wholeNumber(*bits, isSigned, bytes);
}

} // namespace faultline::variables
