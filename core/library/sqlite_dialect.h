// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/query_sql.h"

namespace faultline::library {

/// The SQL function by which SQLite asks for a regular expression: fl_matches(pattern, text).
inline constexpr const char* kMatchesFunction = "fl_matches";

/// The SQL function by which SQLite compares versions: fl_is_version_at_least(version, other).
inline constexpr const char* kVersionFunction = "fl_is_version_at_least";

class SqliteDialect final : public SqlDialect
{
public:
    std::string contains(const std::string& expression) const override;
    std::string endsWith(const std::string& expression) const override;
    Result<std::string> matches(const SqlField& field,
                                const std::string& pattern,
                                std::vector<SqlValue>& values) override;
    Result<std::string> comparesVersion(const SqlField& field,
                                        QueryOperator comparison,
                                        const std::string& version,
                                        std::vector<SqlValue>& values) override;
    Result<std::string> hasWords(const std::vector<std::string>& words,
                                 std::vector<SqlValue>& values) override;
};

} // namespace faultline::library
