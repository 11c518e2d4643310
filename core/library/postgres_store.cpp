// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/postgres_store.h"

#include "core/base/text.h"
#include "core/library/postgres_database.h"
#include "core/library/postgres_schema.h"

#include <utility>

namespace faultline::library {

namespace {

constexpr const char* kTextRow = "(?,?,?,CAST(? AS TSVECTOR))";

/// Texts of crashes are in any language.
Result<void> requireUtf8(SqlConnection& connection)
{
    FL_TRY(const auto encoding, connection.prepare("SELECT current_setting('server_encoding')"));
    FL_TRY(const bool hasRow, encoding->step());
    if (hasRow && encoding->text(0) != "UTF8")
        return fail(ErrorKind::Unsupported, "library: the database's encoding is ",
                    encoding->text(0), "; a library needs UTF8");
    return {};
}

/// A standby server lets nobody write; every other change touches library_meta.
Result<bool> mayWrite(SqlConnection& connection)
{
    FL_TRY(const auto may,
           connection.number("SELECT CASE WHEN has_table_privilege('library_meta','UPDATE') AND "
                             "current_setting('transaction_read_only')='off' THEN 1 ELSE 0 END"));
    return may.value_or(0) != 0;
}

} // namespace

PostgresStore::PostgresStore(std::unique_ptr<SqlConnection> connection,
                             ReadOnly readOnly,
                             std::unique_ptr<SqliteTokenizer> tokenizer)
    : SqlStore(std::move(connection), readOnly), m_tokenizer(std::move(tokenizer)),
      m_dialect(this->connection(), *m_tokenizer)
{
}

Result<std::unique_ptr<PostgresStore>> PostgresStore::open(const std::string& url, Access access)
{
    FL_TRY(auto database, PostgresDatabase::open(url));
    FL_TRY(auto state, postgresState(*database));
    if (state == SchemaState::Empty && access == Access::Create) {
        FL_CHECK(requireUtf8(*database));
        FL_CHECK(migratePostgresSteps(*database, postgresMigrations()));
        FL_TRY(state, postgresState(*database));
    }
    if (state == SchemaState::Empty)
        return fail(ErrorKind::NotFound, "library: there is none in ", shownUrl(url));
    if (state != SchemaState::Present && state != SchemaState::Newer)
        return refuseSchema(shownUrl(url), state);
    auto readOnly = access == Access::Read ? ReadOnly::Asked : ReadOnly::No;
    FL_TRY(const bool isWritable, mayWrite(*database));
    if (state == SchemaState::Newer)
        readOnly = ReadOnly::Newer;
    else if (readOnly == ReadOnly::No && !isWritable)
        readOnly = ReadOnly::Refused;
    FL_TRY(auto tokenizer, SqliteTokenizer::create());
    return std::unique_ptr<PostgresStore>(
        new PostgresStore(std::move(database), readOnly, std::move(tokenizer)));
}

Result<std::vector<std::string>> PostgresStore::check()
{
    std::vector<std::string> problems;
    for (const auto* table : postgresTables()) {
        const auto rows = connection().number(
            concat("SELECT count(hashtextextended(CAST(t.* AS TEXT),0)) FROM ", table, " t"));
        if (!rows && rows.error().kind != ErrorKind::Malformed)
            return std::unexpected(rows.error());
        if (!rows)
            problems.push_back(concat(table, ": ", rows.error().detail));
    }
    FL_TRY(const auto strays,
           connection().number("SELECT count(*) FROM reports r LEFT JOIN groups g ON "
                               "g.id=r.group_id WHERE g.id IS NULL"));
    if (strays.value_or(0) != 0)
        problems.push_back(concat(*strays, " reports belong to a group that is missing"));
    return problems;
}

/// Those who write do so one after the other: they begin with the lock of this row. A library that
/// a later program has migrated meanwhile is left alone.
Result<void> PostgresStore::beganWriting()
{
    FL_CHECK(connection().change("SELECT 1 FROM library_meta WHERE key='change' FOR UPDATE"));
    FL_TRY(const auto version,
           connection().number("SELECT CAST(value AS BIGINT) FROM library_meta WHERE key=?",
                               {std::string(kSchemaKey)}));
    if (version == kSchemaVersion)
        return {};
    return fail(
        ErrorKind::PermissionDenied,
        "library: a later version of this program has changed it, so this one only reads it");
}

Result<void> PostgresStore::addTexts(ReportId report, const IndexedTexts& texts)
{
    std::string rows;
    std::vector<SqlValue> values;
    const auto add = [&](IndexedText which, const std::string& text) {
        auto indexed = indexedText(m_tokenizer->words(text));
        if (indexed.words.empty())
            return;
        rows += concat(rows.empty() ? "" : ",", kTextRow);
        values.insert(values.end(), {report, std::int64_t{std::to_underlying(which)},
                                     std::move(indexed.words), std::move(indexed.lexemes)});
    };
    add(IndexedText::Signature, texts.signature);
    add(IndexedText::Functions, texts.functions);
    add(IndexedText::Comment, texts.comment);
    if (rows.empty())
        return {};
    return connection().change("INSERT INTO report_text VALUES" + rows, values);
}

Result<void> PostgresStore::replaceText(ReportId report, IndexedText which, const std::string& text)
{
    FL_CHECK(connection().change("DELETE FROM report_text WHERE report_id=? AND field=?",
                                 {report, std::int64_t{std::to_underlying(which)}}));
    const auto indexed = indexedText(m_tokenizer->words(text));
    if (indexed.words.empty())
        return {};
    return connection().change(
        concat("INSERT INTO report_text VALUES", kTextRow),
        {report, std::int64_t{std::to_underlying(which)}, indexed.words, indexed.lexemes});
}

/// They go with their report.
Result<void> PostgresStore::removeTexts(ReportId)
{
    return {};
}

} // namespace faultline::library
