// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/sqlite_dialect.h"

#include "core/base/text.h"

namespace faultline::library {

std::string SqliteDialect::contains(const std::string& expression) const
{
    return concat("instr(lower(", expression, "),lower(?))>0");
}

std::string SqliteDialect::endsWith(const std::string& expression) const
{
    return concat("substr(", expression, ",-max(1,length(?)))=?");
}

Result<std::string> SqliteDialect::matches(const SqlField& field,
                                           const std::string& pattern,
                                           std::vector<SqlValue>& values)
{
    values.emplace_back(pattern);
    return concat(kMatchesFunction, "(?,", field.expression, ")");
}

/// Nothing is less or greater than no version.
Result<std::string> SqliteDialect::comparesVersion(const SqlField& field,
                                                   QueryOperator comparison,
                                                   const std::string& version,
                                                   std::vector<SqlValue>& values)
{
    const std::string column = field.expression;
    const bool isFirst = comparison == QueryOperator::Less || comparison == QueryOperator::AtLeast;
    const bool isNot = comparison == QueryOperator::Less || comparison == QueryOperator::Greater;
    values.emplace_back(version);
    return concat("(", column, "<>'' AND ", isNot ? "NOT " : "", kVersionFunction, "(",
                  isFirst ? column : "?", ",", isFirst ? "?" : column, "))");
}

/// Each word is one phrase of the text index, in which quotes are doubled.
Result<std::string> SqliteDialect::hasWords(const std::vector<std::string>& words,
                                            std::vector<SqlValue>& values)
{
    std::string match;
    for (const auto& word : words) {
        match += match.empty() ? "\"" : " \"";
        for (const char c : word)
            match += c == '"' ? std::string("\"\"") : std::string(1, c == '\0' ? ' ' : c);
        match += "\"*";
    }
    values.emplace_back(match);
    return std::string("r.id IN (SELECT rowid FROM report_text WHERE report_text MATCH ?)");
}

} // namespace faultline::library
