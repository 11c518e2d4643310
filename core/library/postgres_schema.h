// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/schema_state.h"
#include "core/library/sql_connection.h"

#include <optional>
#include <span>
#include <string>

namespace faultline::library {

/// The version of the schema in `library_meta`.
inline constexpr const char* kSchemaKey = "schema";

/// The steps from an empty schema to the present one, in order. They have the tables of
/// schema_1.inc and its successors, in the types of PostgreSQL. Texts are compared by their bytes.
/// Indexes of texts that can be long are of hashes, because a B-tree's entry holds 2.7 KB at most.
std::span<const Migration> postgresMigrations();

/// The tables of a library, referred ones first.
std::span<const char* const> postgresTables();

/// The state of the connection's present schema. Errors: those of the connection.
Result<SchemaState> postgresState(SqlConnection& connection);

/// Runs the steps that are missing, each of them alone, so that an interrupted migration goes on
/// with the next call. Only one program at a time does. Errors: those of the connection.
Result<void> migratePostgresSteps(SqlConnection& connection, std::span<const Migration> steps);

/// Copies the library's tables into a schema of their own, "NAME_v1_backup", unless it is there
/// already; returns its name. Errors: those of the connection.
Result<std::string> backUpPostgres(SqlConnection& connection, std::int64_t version);

/// Brings a library up to date, after backUpPostgres(). Returns the schema of the copy, or nothing
/// when there was nothing to do. Errors: Unsupported (of a later program, or no library), those of
/// the connection.
Result<std::optional<std::string>> migratePostgresLibrary(const std::string& url);

} // namespace faultline::library
