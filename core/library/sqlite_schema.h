// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/schema_state.h"
#include "core/library/sqlite_database.h"

#include <filesystem>
#include <optional>
#include <span>

namespace faultline::library {

/// The steps from an empty file to the present schema, in order.
std::span<const Migration> migrations();

/// Errors: those of the database.
Result<SchemaState> schemaState(SqliteDatabase& database);

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
