// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/variables/frame_variables.h"

#include <string_view>

namespace faultline::variables {

/// A place that an expression names: the steps from a variable to it.
struct InspectionStep
{
    enum class Kind : std::uint8_t {
        Variable,    ///< By name: of the row, a member of `this`, or a global.
        Address,     ///< A number, which a cast makes a pointer.
        Cast,        ///< "(Type*)" before: a pointer to the type called `name`.
        Member,      ///< After "."; also through a pointer.
        Arrow,       ///< After "->".
        Index,       ///< "[3]".
        Dereference, ///< "*" before.
        AddressOf    ///< "&" before.
    };
    Kind kind = Kind::Variable;
    std::string name;
    std::int64_t index = 0; ///< Of an element; for Address the bits of the number.
};

/// Parses "name", "this->items[2].size", "*p", "&p->next", "(*p).x", "((Node*)0x7f10)->next". A
/// cast is always to a pointer, and to one level of pointers. Errors: Malformed, with the
/// place in the text; TooLarge work is refused the same way.
Result<std::vector<InspectionStep>> parseInspection(std::string_view expression);

/// The value of an expression in a row, with its parts, under the expression as its name. An
/// expression that cannot be parsed or followed gives one variable without a value, whose state
/// says why and whose text says where.
std::vector<Variable> inspected(const RowFrame& row,
                                std::string_view expression,
                                const Naming& naming,
                                const VariableLimits& limits);

/// The members that lead from one object of a list or tree to the next.
struct ListQuestion
{
    std::string_view expression; ///< The first object, or a pointer to it.
    /// Names from one object to the next, with dots through what lies between: "next", "hook.next".
    /// Several, with commas, visit a tree: "left,right". Empty is not allowed.
    std::string_view members;
    std::uint64_t first = 0; ///< Objects from this number on.
    std::uint64_t most = 64;
};

/// The objects of a list or tree in the order of their distance from the first, without what is in
/// them. A null pointer ends the way, and so does an object that was visited before. A pointer
/// whose value or target is not known stands for its object and says why. Errors: Malformed (the
/// expression or the members), NotFound (it cannot be followed, or has no such member), TooLarge
/// (more than kMostListed objects).
Result<std::vector<Variable>> listed(const RowFrame& row,
                                     const Naming& naming,
                                     const ListQuestion& question,
                                     const ValueLimits& limits = {});

constexpr std::uint64_t kMostListed = 1u << 16;

/// Where the value of an expression lies. Errors: Malformed (the expression), NotFound (it cannot
/// be followed, or gives an address, which lies nowhere).
Result<TypedPlace> placeOf(const RowFrame& row, std::string_view expression, const Values& values);

} // namespace faultline::variables
