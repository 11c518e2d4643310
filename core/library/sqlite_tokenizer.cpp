// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/sqlite_tokenizer.h"

#include <sqlite3.h>

namespace faultline::library {

namespace {

int keepWord(void* words, int, const char* text, int length, int, int)
{
    static_cast<std::vector<std::string>*>(words)->emplace_back(text,
                                                                static_cast<std::size_t>(length));
    return SQLITE_OK;
}

/// FTS5 hands out its functions by a pointer of this name (SQLite's manual of FTS5, "Extending
/// FTS5").
fts5_api* functionsOf(sqlite3* database)
{
    fts5_api* api = nullptr;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, nullptr) == SQLITE_OK) {
        sqlite3_bind_pointer(statement, 1, static_cast<void*>(&api), "fts5_api_ptr", nullptr);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return api;
}

} // namespace

SqliteTokenizer::SqliteTokenizer(sqlite3* database)
    : m_database(database), m_functions(std::make_unique<fts5_tokenizer>())
{
}

SqliteTokenizer::~SqliteTokenizer()
{
    if (m_tokenizer != nullptr)
        m_functions->xDelete(m_tokenizer);
    sqlite3_close_v2(m_database);
}

Result<std::unique_ptr<SqliteTokenizer>> SqliteTokenizer::create()
{
    sqlite3* database = nullptr;
    const int code = sqlite3_open_v2(":memory:", &database,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    std::unique_ptr<SqliteTokenizer> tokenizer(new SqliteTokenizer(database));
    if (code != SQLITE_OK)
        return fail(ErrorKind::Internal, "library: no memory for the text index");
    FL_CHECK(tokenizer->findTokenizer());
    return tokenizer;
}

Result<void> SqliteTokenizer::findTokenizer()
{
    auto* const api = functionsOf(m_database);
    void* context = nullptr;
    if (api == nullptr ||
        api->xFindTokenizer(api, "unicode61", &context, m_functions.get()) != SQLITE_OK ||
        m_functions->xCreate(context, nullptr, 0, &m_tokenizer) != SQLITE_OK)
        return fail(ErrorKind::Internal, "library: SQLite has no text index (FTS5)");
    return {};
}

std::vector<std::string> SqliteTokenizer::words(std::string_view text) const
{
    std::vector<std::string> words;
    m_functions->xTokenize(m_tokenizer, &words, FTS5_TOKENIZE_DOCUMENT, text.data(),
                           static_cast<int>(text.size()), keepWord);
    return words;
}

} // namespace faultline::library
