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

    TypeHome home() const override
    {
        return {.entry = m_row.function->unit, .mayLackScopes = true};
    }

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

/// The value of an expression. Errors: Malformed (the expression), NotFound (it cannot be
/// followed).
Result<ValueNode>
evaluatedIn(const RowFrame& row, std::string_view expression, ValuePresenter& presenter);

} // namespace faultline::variables
