// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/sql_rows.h"

#include <algorithm>

namespace faultline::library {

TriageState triageFrom(const SqlStatement& statement, int first)
{
    TriageState state;
    state.status = parseStatus(statement.text(first)).value_or(Status::New);
    state.fixedIn = statement.text(first + 1);
    state.duplicateOf = statement.integerIfAny(first + 2);
    state.assignee = statement.text(first + 3);
    state.ticket = statement.text(first + 4);
    state.notes = statement.text(first + 5);
    state.customer = statement.text(first + 6);
    static_cast<void>(setFieldText(state, TriageField::Tags, statement.text(first + 7)));
    return state;
}

std::vector<SqlValue> triageValues(const TriageState& state)
{
    return {std::string(statusName(state.status)),
            state.fixedIn,
            valueOf(state.duplicateOf),
            state.assignee,
            state.ticket,
            state.notes,
            state.customer,
            fieldText(state, TriageField::Tags)};
}

SqlValue rowCount(std::uint64_t count)
{
    constexpr std::uint64_t kMost = 1ull << 62;
    return static_cast<std::int64_t>(std::min(count, kMost));
}

SqlValue valueOf(const std::optional<std::int64_t>& number)
{
    return number ? SqlValue(*number) : SqlValue();
}

} // namespace faultline::library
