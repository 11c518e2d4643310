// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/postgres_schema.h"

#include "core/base/text.h"
#include "core/library/postgres_database.h"

#include <array>

namespace faultline::library {

namespace {

constexpr const char* kVersion1 =
#include "core/library/postgres_schema_1.inc"
    ;

constexpr std::array kMigrations{Migration{.to = 1, .sql = kVersion1}};
static_assert(kMigrations.back().to == kSchemaVersion);

constexpr std::array kTables{"library_meta",   "groups",  "aliases",     "batches",
                             "batch_items",    "reports", "report_tags", "report_annotations",
                             "report_modules", "history", "report_text", "report_payloads"};

/// The names in kTables, joined with commas.
std::string tableNames()
{
    std::string names;
    for (const auto* table : kTables)
        names += concat(names.empty() ? "" : ",", table);
    return names;
}

/// Tells our tables from other programs'.
constexpr const char* kApplication = "faultline library";

/// Asks the catalog itself: what a session remembers of names may be older than the lock that it
/// has waited for.
Result<bool> hasMeta(SqlConnection& connection)
{
    FL_TRY(const auto tables,
           connection.number("SELECT count(*) FROM pg_tables WHERE schemaname=current_schema() AND "
                             "tablename='library_meta'"));
    return tables.value_or(0) != 0;
}

Result<std::optional<std::int64_t>> metaNumber(SqlConnection& connection, const char* key)
{
    return connection.number("SELECT CAST(value AS BIGINT) FROM library_meta WHERE key=?",
                             {std::string(key)});
}

/// Until the end of the transaction nobody else migrates a library of this schema.
Result<void> lockMigration(SqlConnection& connection)
{
    constexpr std::int64_t kLock = 0x464c4c42; // "FLLB"
    return connection.change(
        concat("SELECT pg_advisory_xact_lock(", kLock, ",hashtext(current_schema()))"));
}

Result<void> runStep(SqlConnection& connection, const Migration& step)
{
    FL_TRY(auto transaction, SqlTransaction::begin(connection));
    FL_CHECK(lockMigration(connection));
    // Another program may have been faster.
    FL_TRY(const bool exists, hasMeta(connection));
    if (exists) {
        FL_TRY(const auto version, metaNumber(connection, kSchemaKey));
        if (version.value_or(0) >= step.to)
            return {};
    }
    FL_CHECK(connection.run(step.sql));
    FL_CHECK(connection.change("UPDATE library_meta SET value=? WHERE key=?",
                               {concat(step.to), std::string(kSchemaKey)}));
    return transaction.commit();
}

} // namespace

std::span<const Migration> postgresMigrations()
{
    return kMigrations;
}

std::span<const char* const> postgresTables()
{
    return kTables;
}

Result<SchemaState> postgresState(SqlConnection& connection)
{
    FL_TRY(const bool exists, hasMeta(connection));
    if (!exists)
        return SchemaState::Empty;
    FL_TRY(
        const auto own,
        connection.number("SELECT count(*) FROM library_meta WHERE key='application' AND value=?",
                          {std::string(kApplication)}));
    if (own.value_or(0) == 0)
        return SchemaState::Foreign;
    FL_TRY(const auto version, metaNumber(connection, kSchemaKey));
    FL_TRY(const auto oldest, metaNumber(connection, kOldestReaderKey));
    return stateOfVersion(version.value_or(0), oldest);
}

Result<void> migratePostgresSteps(SqlConnection& connection, std::span<const Migration> steps)
{
    for (const auto& step : steps)
        FL_CHECK(runStep(connection, step));
    return {};
}

Result<std::string> backUpPostgres(SqlConnection& connection, std::int64_t version)
{
    FL_TRY(auto transaction, SqlTransaction::begin(connection));
    FL_CHECK(lockMigration(connection));
    const auto suffix = concat("_v", version, "_backup");
    FL_TRY(const auto name, connection.prepare("SELECT current_schema()||?"));
    FL_CHECK(name->bind({suffix}));
    FL_TRY(const bool hasName, name->step());
    auto copy = hasName ? name->text(0) : suffix;
    FL_TRY(const auto isThere,
           connection.number("SELECT count(*) FROM pg_namespace WHERE nspname=?", {copy}));
    if (isThere.value_or(0) != 0)
        return copy;
    // The server quotes the names. Other programs may have tables in the schema, too.
    FL_TRY(const auto statements,
           connection.prepare("SELECT format('CREATE SCHEMA %I',CAST(?1 AS TEXT))||';'||"
                              "string_agg(format('CREATE TABLE %I.%I AS TABLE %I.%I',?1,tablename,"
                              "schemaname,tablename),';') FROM pg_tables WHERE "
                              "schemaname=current_schema() AND "
                              "tablename=ANY(string_to_array(?2,','))"));
    FL_CHECK(statements->bind({copy, tableNames()}));
    FL_TRY(const bool hasTables, statements->step());
    if (hasTables)
        FL_CHECK(connection.run(statements->text(0)));
    FL_CHECK(transaction.commit());
    return copy;
}

Result<std::optional<std::string>> migratePostgresLibrary(const std::string& url)
{
    FL_TRY(const auto database, PostgresDatabase::open(url));
    FL_TRY(const auto state, postgresState(*database));
    if (state == SchemaState::Present)
        return std::optional<std::string>();
    if (state != SchemaState::Older)
        return refuseMigration(shownUrl(url), state);
    FL_TRY(const auto version, metaNumber(*database, kSchemaKey));
    FL_TRY(auto copy, backUpPostgres(*database, version.value_or(0)));
    FL_CHECK(migratePostgresSteps(*database, postgresMigrations()));
    return std::optional(std::move(copy));
}

} // namespace faultline::library
