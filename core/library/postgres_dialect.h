// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/pattern_cache.h"
#include "core/library/query_sql.h"
#include "core/library/sqlite_tokenizer.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::library {

/// What a text index of PostgreSQL keeps of a text, and how it is asked: the words find candidates
/// through an index, and the phrase of words decides.
struct PostgresText
{
    std::string words;   ///< Each with a space before it.
    std::string lexemes; ///< The words as a tsvector.
};

PostgresText indexedText(const std::vector<std::string>& words);

class PostgresDialect final : public SqlDialect
{
public:
    /// Both outlive the dialect.
    PostgresDialect(SqlConnection& connection, const SqliteTokenizer& tokenizer)
        : m_connection(connection), m_tokenizer(tokenizer)
    {
    }

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

private:
    using ValueTest = std::function<bool(std::string_view)>;

    /// Has the field a value that fulfils a condition which only we can test? The server's regular
    /// expressions are others than ours, so the values come here and are tested here. The result is
    /// kept, by the condition's text, until something changes.
    Result<std::string> isAmongValues(const SqlField& field,
                                      const std::string& condition,
                                      const ValueTest& test,
                                      std::vector<SqlValue>& values);
    Result<std::string> arrayOf(const SqlField& field, const ValueTest& test);

    SqlConnection& m_connection;
    const SqliteTokenizer& m_tokenizer;
    PatternCache m_patterns;
    std::int64_t m_change = -1;                  ///< Of m_arrays.
    std::map<std::string, std::string> m_arrays; ///< By field and condition: the values in SQL.
    std::size_t m_keptBytes = 0;                 ///< Of m_arrays.
};

} // namespace faultline::library
