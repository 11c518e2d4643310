// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/inspection.h"

#include "core/base/result.h"

#include <algorithm>

namespace faultline::variables {

namespace {

CppValue valueOf(const RowFrame& row, const object::VariableInfo& variable)
{
    return Evaluator::valueAt({.type = variable.type, .storage = row.frame->place(variable)});
}

} // namespace

CppAnswer<std::optional<CppValue>> RowScope::find(std::string_view name) const
{
    // Inner blocks come last and hide outer ones.
    const auto& variables = m_row.function->variables;
    for (auto i = variables.size(); i-- > 0;) {
        if (variables[i].name == name)
            return valueOf(m_row, variables[i]);
    }
    const auto self = std::ranges::find(variables, "this", &object::VariableInfo::name);
    if (self == variables.end())
        return std::optional<CppValue>();
    const auto object = m_evaluator.dereferenced(valueOf(m_row, *self));
    return object ? m_evaluator.memberOrNone(*object, name) : std::optional<CppValue>();
}

Result<ValueNode>
evaluatedIn(const RowFrame& row, std::string_view expression, ValuePresenter& presenter)
{
    FL_TRY(const auto parsed, natvis::parseExpression(expression));
    RowScope scope(row, presenter.evaluator());
    auto node = presenter.evaluated(parsed, scope);
    if (!node)
        return fail(ErrorKind::NotFound, node.error().text);
    return *std::move(node);
}

std::vector<Variable> inspected(const RowFrame& row,
                                std::string_view expression,
                                const Naming& naming,
                                const VariableLimits& limits)
{
    Variable failed;
    failed.name = std::string(expression);
    failed.role = VariableRole::Expression;
    const auto parsed = natvis::parseExpression(expression);
    if (!parsed) {
        failed.state = ValueState::Unsupported;
        failed.text = parsed.error().detail;
        return {std::move(failed)};
    }
    const Values values(*row.frame, naming, limits.values);
    ValuePresenter presenter(values);
    RowScope scope(row, presenter.evaluator());
    auto node = presenter.evaluated(*parsed, scope);
    if (!node) {
        failed.state = node.error().state;
        failed.text = std::move(node.error().text);
        return {std::move(failed)};
    }
    node->name = std::string(expression);
    node->role = VariableRole::Expression;
    return writtenOut(presenter, *node, limits);
}

} // namespace faultline::variables
