// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/postgres_dialect.h"
#include "core/library/sql_store.h"
#include "core/library/sqlite_tokenizer.h"

#include <memory>
#include <string>
#include <vector>

namespace faultline::library {

/// A library on a PostgreSQL server, in the schema that is the first of the connection's
/// search_path. Reading goes on while others write; those who write wait for each other.
class PostgresStore final : public SqlStore
{
public:
    using Access = StoreAccess;

    /// Opens a library, or makes one for Create. Where the database lets its user only read, Write
    /// opens it for reading only, which isReadOnly() tells. Errors: NotFound (there is none in the
    /// database), Unsupported (as SqliteStore::open(); a database that is not in UTF-8), those of
    /// PostgresDatabase::open().
    static Result<std::unique_ptr<PostgresStore>> open(const std::string& url, Access access);

    /// Reads every row, so that damage shows.
    Result<std::vector<std::string>> check() override;

private:
    PostgresStore(std::unique_ptr<SqlConnection> connection,
                  ReadOnly readOnly,
                  std::unique_ptr<SqliteTokenizer> tokenizer);

    SqlDialect& dialect() override { return m_dialect; }

    const char* refusal() const override { return "the database lets this user only read"; }

    Result<void> beganWriting() override;
    Result<void> addTexts(ReportId report, const IndexedTexts& texts) override;
    Result<void> replaceText(ReportId report, IndexedText which, const std::string& text) override;
    Result<void> removeTexts(ReportId report) override;

    std::unique_ptr<SqliteTokenizer> m_tokenizer;
    PostgresDialect m_dialect;
};

} // namespace faultline::library
