// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/query.h"
#include "core/library/sqlite_database.h"

#include <string>
#include <vector>

namespace faultline::library {

/// A condition on rows "r" of the table reports, with the values of its places. Texts of the search
/// are values only, so none of them is read as SQL.
struct SqlCondition
{
    std::string sql; ///< Always a condition; "1" without any term.
    std::vector<SqlValue> values;
};

SqlCondition conditionOf(const Query& query);

/// A list or column of the reports in SQL.
struct SqlField
{
    const char* expression = nullptr; ///< Of "r", or of "x" if there is a list.
    const char* list = nullptr;       ///< The table whose rows "x" belong to "r"; null: none.
    const char* restriction = "1";    ///< On "x".
};

SqlField sqlFieldOf(QueryField field);

} // namespace faultline::library
