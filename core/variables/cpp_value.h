// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/variable.h"
#include "core/variables/values.h"

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>

namespace faultline::variables {

/// A type in an expression: one of the debug info or of the language itself, or pointers to it that
/// the debug info need not have. Without either it is void.
struct CppType
{
    object::EntryRef entry = {};
    object::TypeInfoPtr builtIn = {}; ///< A type of the language; null: `entry`.
    std::uint32_t pointers = 0;       ///< Levels of pointers to it.

    bool isEntry() const { return pointers == 0 && builtIn == nullptr; }
};

/// A number, a truth value or an address.
struct Scalar
{
    enum class Kind : std::uint8_t { Signed, Unsigned, Floating, Boolean, Pointer };
    Kind kind = Kind::Signed;
    std::uint64_t bits = 0; ///< Extended by the sign of a signed one.
    double floating = 0;
    unsigned bytes = 4; ///< Of the type.

    bool isTrue() const { return kind == Kind::Floating ? floating != 0 : bits != 0; }
};

/// What an expression gives: a number, or a place in the process.
struct CppValue
{
    CppType type = {};
    std::optional<Scalar> number = {}; ///< Absent: the value is in `place`.
    TypedPlace place = {};             ///< Its type is that of `type` if that is an entry.
    /// What a pointer without a number leads to: a value that has no address, such as one in
    /// registers. Null for other values.
    std::shared_ptr<const TypedPlace> pointee = {};
    std::optional<std::string> literal = {}; ///< It is this text, which has no address.
};

/// Why an expression has no value.
struct CppFault
{
    ValueState state = ValueState::TypeUnknown;
    std::string text = {};
    /// A compiler would refuse it: a name or a type does not exist, or does not fit.
    bool isUnfit = false;
};

template <class T>
using CppAnswer = std::expected<T, CppFault>;

/// Joins the parts of the text of a fault that a compiler would report.
template <class... Parts>
std::unexpected<CppFault> unfit(const Parts&... parts)
{
    return std::unexpected(CppFault{ValueState::TypeUnknown, concat(parts...), true});
}

/// How much the expressions of one question may still do.
class WorkBudget
{
public:
    static constexpr std::uint64_t kDefault = std::uint64_t{1} << 22;

    explicit WorkBudget(std::uint64_t steps = kDefault) : m_left(steps) {}

    bool take()
    {
        if (m_left == 0)
            return false;
        --m_left;
        return true;
    }

private:
    std::uint64_t m_left;
};

} // namespace faultline::variables
