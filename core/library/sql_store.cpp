// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/sql_store.h"

#include <array>

namespace faultline::library {

namespace {

/// Before the names of texts that are kept for users, in library_meta.
constexpr std::string_view kKeptPrefix = "text.";

} // namespace

std::string_view batchItemStateName(BatchItemState state)
{
    constexpr std::array<std::string_view, 4> kNames{"queued", "done", "duplicate", "failed"};
    return kNames[static_cast<std::size_t>(state)];
}

SqlStore::SqlStore(std::unique_ptr<SqlConnection> connection, ReadOnly readOnly)
    : m_connection(std::move(connection)), m_readOnly(readOnly)
{
}

/// Reads a number of library_meta; a number that was never written is 0.
Result<std::uint64_t> SqlStore::countOf(const char* key)
{
    FL_TRY(const auto number,
           m_connection->number("SELECT CAST(value AS BIGINT) FROM library_meta WHERE key=?",
                                {std::string(key)}));
    return static_cast<std::uint64_t>(number.value_or(0));
}

Result<std::uint64_t> SqlStore::changeNumber()
{
    return countOf("change");
}

Result<std::uint64_t> SqlStore::regroupings()
{
    return countOf("regroupings");
}

Result<void> SqlStore::countRegrouping()
{
    return m_connection->change(
        "INSERT INTO library_meta VALUES('regroupings','1') ON CONFLICT(key) DO UPDATE SET "
        "value=CAST(CAST(library_meta.value AS BIGINT)+1 AS TEXT)");
}

Result<SqlTransaction> SqlStore::beginWriting()
{
    switch (m_readOnly) {
    case ReadOnly::No: {
        FL_TRY(auto transaction, SqlTransaction::begin(*m_connection));
        FL_CHECK(beganWriting());
        return transaction;
    }
    case ReadOnly::Asked: break;
    case ReadOnly::Refused: return fail(ErrorKind::PermissionDenied, "library: ", refusal());
    case ReadOnly::Newer:
        return fail(ErrorKind::PermissionDenied,
                    "library: a later version of this program has written it, so this one only "
                    "reads it");
    }
    return fail(ErrorKind::PermissionDenied, "library: it is open for reading only");
}

Result<void> SqlStore::commit(SqlTransaction& transaction)
{
    FL_CHECK(
        m_connection->change("UPDATE library_meta SET value=CAST(CAST(value AS BIGINT)+1 AS TEXT) "
                             "WHERE key='change'"));
    return transaction.commit();
}

Result<std::map<std::string, std::string>> SqlStore::keptTexts()
{
    std::map<std::string, std::string> texts;
    FL_TRY(auto statement,
           m_connection->prepare(
               "SELECT key,value FROM library_meta WHERE substr(key,1,length(?))=?"));
    const std::string prefix(kKeptPrefix);
    FL_CHECK(statement->bind({prefix, prefix}));
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return texts;
        texts.emplace(statement->text(0).substr(prefix.size()), statement->text(1));
    }
}

Result<void> SqlStore::keepTexts(const std::map<std::string, std::string>& texts)
{
    FL_TRY(auto transaction, beginWriting());
    for (const auto& [name, text] : texts) {
        const auto key = concat(kKeptPrefix, name);
        FL_CHECK(m_connection->change("DELETE FROM library_meta WHERE key=?", {key}));
        FL_CHECK(m_connection->change("INSERT INTO library_meta VALUES(?,?)", {key, text}));
    }
    return commit(transaction);
}

} // namespace faultline::library
