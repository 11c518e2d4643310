// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/sqlite_schema.h"

#include <array>

namespace faultline::library {

namespace {

constexpr const char* kVersion1 =
#include "core/library/schema_1.inc"
    ;

constexpr std::array kMigrations{Migration{.to = 1, .sql = kVersion1}};
static_assert(kMigrations.back().to == kSchemaVersion);

/// "FLLB": tells our files from other programs' (PRAGMA application_id).
constexpr std::int64_t kApplicationId = 0x464c4c42;

Result<std::int64_t> pragma(SqliteDatabase& database, std::string_view name)
{
    FL_TRY(const auto value, database.number("PRAGMA " + std::string(name)));
    return value.value_or(0);
}

Result<void> runStep(SqliteDatabase& database, const Migration& step)
{
    FL_TRY(auto transaction, SqlTransaction::begin(database));
    // Another process may have been faster.
    FL_TRY(const auto version, pragma(database, "user_version"));
    if (version >= step.to)
        return {};
    FL_CHECK(database.run(step.sql));
    FL_CHECK(database.run(concat("PRAGMA user_version=", step.to)));
    return transaction.commit();
}

/// A copy under another name first, so that a half copy is never taken for a whole one.
Result<void> backUp(const SqliteDatabase& database, const std::filesystem::path& target)
{
    std::error_code error;
    if (std::filesystem::exists(target, error))
        return {};
    auto unfinished = target;
    unfinished += ".unfinished";
    std::filesystem::remove(unfinished, error);
    FL_CHECK(database.copyTo(unfinished));
    std::filesystem::rename(unfinished, target, error);
    if (error)
        return fail(ErrorKind::Internal, "cannot rename ", unfinished.string(), ": ",
                    error.message());
    return {};
}

} // namespace

std::span<const Migration> migrations()
{
    return kMigrations;
}

Result<SchemaState> schemaState(SqliteDatabase& database)
{
    FL_TRY(const auto version, pragma(database, "user_version"));
    FL_TRY(const auto application, pragma(database, "application_id"));
    FL_TRY(const auto tables, database.number("SELECT count(*) FROM sqlite_schema"));
    if (application != kApplicationId)
        return tables.value_or(0) == 0 && version == 0 ? SchemaState::Empty : SchemaState::Foreign;
    FL_TRY(const auto oldest,
           database.number("SELECT CAST(value AS INTEGER) FROM library_meta WHERE key=?",
                           {std::string(kOldestReaderKey)}));
    return stateOfVersion(version, oldest);
}

Result<void> migrateSteps(SqliteDatabase& database, std::span<const Migration> steps)
{
    for (const auto& step : steps)
        FL_CHECK(runStep(database, step));
    return {};
}

std::filesystem::path backupPath(const std::filesystem::path& library, std::int64_t version)
{
    auto path = library;
    path += concat(".v", version, ".backup");
    return path;
}

Result<std::optional<std::filesystem::path>> migrateLibrary(const std::filesystem::path& library)
{
    FL_TRY(auto database, SqliteDatabase::open(library, SqliteDatabase::Access::Write));
    FL_TRY(const auto state, schemaState(database));
    if (state == SchemaState::Present)
        return std::optional<std::filesystem::path>();
    if (state != SchemaState::Older)
        return refuseMigration(library.string(), state);
    FL_TRY(const auto version, pragma(database, "user_version"));
    const auto copy = backupPath(library, version);
    FL_CHECK(backUp(database, copy));
    FL_CHECK(migrateSteps(database, migrations()));
    return std::optional(copy);
}

} // namespace faultline::library
