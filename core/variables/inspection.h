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
        Member,      ///< After "."; also through a pointer.
        Arrow,       ///< After "->".
        Index,       ///< "[3]".
        Dereference, ///< "*" before.
        AddressOf    ///< "&" before; the last step.
    };
    Kind kind = Kind::Variable;
    std::string name;
    std::int64_t index = 0;
};

/// Parses "name", "this->items[2].size", "*p", "&p->next", "(*p).x". Errors: Malformed, with the
/// place in the text; TooLarge work is refused the same way.
Result<std::vector<InspectionStep>> parseInspection(std::string_view expression);

/// The value of an expression in a row, with its parts, under the expression as its name. An
/// expression that cannot be parsed or followed gives one variable without a value, whose state
/// says why and whose text says where.
std::vector<Variable> inspected(const RowFrame& row,
                                std::string_view expression,
                                const Naming& naming,
                                const VariableLimits& limits);

/// Where the value of an expression lies. Errors: Malformed (the expression), NotFound (it cannot
/// be followed, or gives an address, which lies nowhere).
Result<TypedPlace> placeOf(const RowFrame& row, std::string_view expression, const Values& values);

} // namespace faultline::variables
