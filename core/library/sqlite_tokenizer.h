// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct fts5_tokenizer;
struct Fts5Tokenizer;

namespace faultline::library {

/// Cuts texts into words as the text index of SQLite does (FTS5's unicode61), so that every store
/// finds the same. For one thread at a time.
class SqliteTokenizer
{
public:
    /// Errors: Internal (SQLite was built without FTS5, no memory).
    static Result<std::unique_ptr<SqliteTokenizer>> create();
    ~SqliteTokenizer();
    SqliteTokenizer(const SqliteTokenizer&) = delete;
    SqliteTokenizer& operator=(const SqliteTokenizer&) = delete;

    /// Letters and digits in small letters without their marks; everything else is between words.
    std::vector<std::string> words(std::string_view text) const;

private:
    explicit SqliteTokenizer(sqlite3* database);

    Result<void> findTokenizer();

    sqlite3* m_database;
    std::unique_ptr<fts5_tokenizer> m_functions;
    Fts5Tokenizer* m_tokenizer = nullptr;
};

} // namespace faultline::library
