// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/sqlite_database.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace faultline::library {

/// One step from a version of the schema to the next.
struct Migration
{
    std::int64_t to = 0; ///< PRAGMA user_version afterwards.
    const char* sql = nullptr;
};

/// The steps from an empty file to the present schema, in order.
std::span<const Migration> migrations();

/// The version that this program reads and writes.
std::int64_t schemaVersion();

/// Older programs may read what a newer one has written, as long as this number in `library_meta`
/// is not above their version.
inline constexpr const char* kOldestReaderKey = "oldest_reader";

/// How a file stands to this program.
enum class SchemaState : std::uint8_t {
    Empty,   ///< Nothing is in it.
    Present, ///< As this program writes it.
    Older,   ///< `faultline library migrate` brings it up to date.
    Newer,   ///< Of a later program, and readable.
    TooNew,  ///< Of a later program that shuts this one out.
    Foreign  ///< Some other program's database.
};

/// Errors: those of the database.
Result<SchemaState> schemaState(const SqliteDatabase& database);

/// Runs the steps that are missing, each of them alone, so that an interrupted migration goes on
/// with the next call. Errors: those of the database.
Result<void> migrateSteps(SqliteDatabase& database, std::span<const Migration> steps);

/// Where the copy lies that is made before a migration: "reports.fldb.v1.backup".
std::filesystem::path backupPath(const std::filesystem::path& library, std::int64_t version);

/// Brings a library up to date. First it is copied to backupPath(), unless a former, interrupted
/// migration has made the copy. Returns the copy's path, or nothing when there was nothing to do.
/// Errors: Unsupported (of a later program, or no library), those of the database.
Result<std::optional<std::filesystem::path>> migrateLibrary(const std::filesystem::path& library);

} // namespace faultline::library
