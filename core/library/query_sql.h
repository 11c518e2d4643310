// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/query.h"
#include "core/library/sql_connection.h"

#include <string>
#include <vector>

namespace faultline::library {

/// A list or column of the reports in SQL.
struct SqlField
{
    const char* expression = nullptr; ///< Of "r", or of "x" if there is a list.
    const char* list = nullptr;       ///< The table whose rows "x" belong to "r"; null: none.
    const char* restriction = "TRUE"; ///< On "x".
};

SqlField sqlFieldOf(QueryField field);

/// What databases write differently. Each function returns a condition; what compares texts knows
/// the case of ASCII letters only. All databases must find the same.
class SqlDialect
{
public:
    virtual ~SqlDialect() = default;

    /// The value of one place is in the text, whatever its case.
    virtual std::string contains(const std::string& expression) const = 0;
    /// The text ends with the value of two places.
    virtual std::string endsWith(const std::string& expression) const = 0;
    /// A regular expression of core/signature is in the field. Its values are added.
    virtual Result<std::string>
    matches(const SqlField& field, const std::string& pattern, std::vector<SqlValue>& values) = 0;
    /// The field has a version that stands to this one as the operator says (versionFulfils()). Its
    /// values are added.
    virtual Result<std::string> comparesVersion(const SqlField& field,
                                                QueryOperator comparison,
                                                const std::string& version,
                                                std::vector<SqlValue>& values) = 0;
    /// Each of these words, which have letters or digits, begins words of one indexed text of "r".
    /// Their values are added.
    virtual Result<std::string> hasWords(const std::vector<std::string>& words,
                                         std::vector<SqlValue>& values) = 0;
};

/// A condition on rows "r" of the table reports, with the values of its places. Texts of the search
/// are values only, so none of them is read as SQL.
struct SqlCondition
{
    std::string sql; ///< Always a condition; "TRUE" without any term.
    std::vector<SqlValue> values;
};

/// Errors: those of the dialect.
Result<SqlCondition> conditionOf(const Query& query, SqlDialect& dialect);

} // namespace faultline::library
