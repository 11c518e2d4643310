// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/variables/frame_variables.h"

#include <string_view>

namespace faultline::variables {

/// The names that an expression of a user may use in a row: its variables, members of its object,
/// and globals.
class RowScope final : public ExpressionScope
{
public:
    /// Both outlive it.
    RowScope(const RowFrame& row, Evaluator& evaluator) : m_row(row), m_evaluator(evaluator) {}

    CppAnswer<std::optional<CppValue>> find(std::string_view name) const override;

    CppValue* local(std::string_view) override { return nullptr; }

    const std::vector<std::string>& templateArguments() const override { return m_arguments; }

    std::vector<const natvis::Intrinsic*> intrinsics(std::string_view) const override { return {}; }

    std::unique_ptr<ExpressionScope>
    inside(std::optional<CppValue>, std::map<std::string, CppValue, std::less<>>) const override
    {
        return std::make_unique<RowScope>(m_row, m_evaluator);
    }

private:
    const RowFrame& m_row;
    Evaluator& m_evaluator;
    std::vector<std::string> m_arguments;
};

/// The value of an expression of C++ in a row ("this->items[2].size", "(T*)p + 1", "name,!"), with
/// its parts, under the expression as its name. An expression that cannot be parsed or followed
/// gives one variable without a value, whose state says why and whose text says where.
std::vector<Variable> inspected(const RowFrame& row,
                                std::string_view expression,
                                const Naming& naming,
                                const VariableLimits& limits);

/// The value of an expression. Errors: Malformed (the expression), NotFound (it cannot be
/// followed).
Result<ValueNode>
evaluatedIn(const RowFrame& row, std::string_view expression, ValuePresenter& presenter);

} // namespace faultline::variables
