// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/variable.h"
#include "core/variables/thread_frames.h"
#include "core/variables/value_presenter.h"

#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace faultline::variables {

/// The state of a value in a report.
ValueState stateOf(Absence absence);

/// What a part is to the value around it.
VariableRole roleOfPart(const NamedPlace& part, const object::TypeInfo& whole);

/// How much of each variable is written out.
struct VariableLimits
{
    std::uint32_t depth = 2;      ///< Levels of parts below a variable.
    std::uint32_t items = 64;     ///< Parts of each value.
    std::size_t variables = 8192; ///< Of one row, with all parts.
    ValueLimits values = {};
    std::stop_token stop = {}; ///< Ends the writing early.
};

/// The variables of one row of a stack with their values, as a report keeps them: parts stand
/// behind what they are part of.
std::vector<Variable>
variablesOf(const RowFrame& row, const Naming& naming, const VariableLimits& limits);

/// One value with its parts.
std::vector<Variable>
writtenOut(ValuePresenter& presenter, const ValueNode& value, const VariableLimits& limits);

/// Parts of one value of a row.
struct PartsQuestion
{
    std::string_view expression; ///< The value of this expression, instead of a variable.
    /// The variable's number in variablesOf() with depth 0, unless there is an expression, and then
    /// the number of each part in Values::children(). Without an expression it is not empty.
    std::span<const std::uint64_t> path;
    std::uint64_t first = 0;
    std::uint64_t most = 64;
};

/// Parts of a value, without what is in them. A pointer's part is what it leads to. Errors:
/// NotFound (no such variable or part), Malformed (the expression).
Result<std::vector<Variable>> partsOf(const RowFrame& row,
                                      const Naming& naming,
                                      const PartsQuestion& question,
                                      const ValueLimits& limits = {});

} // namespace faultline::variables
