// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace faultline::library {

/// A value for a place of a statement.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string, ByteView>;

/// The only user of SQLite. Errors of all calls: Malformed (the file is damaged or no database),
/// PermissionDenied, Timeout (another process writes for too long), NotFound, Cancelled, Internal
/// (the disk is full, no memory, a fault of ours). The detail has SQLite's words.
class SqliteStatement
{
public:
    SqliteStatement(SqliteStatement&& other) noexcept;
    SqliteStatement& operator=(SqliteStatement&& other) noexcept;
    ~SqliteStatement();

    /// Values for the places 1, 2, …, which replace the former ones; the statement starts anew.
    Result<void> bind(const std::vector<SqlValue>& values);

    /// Goes to the next row; false after the last.
    Result<bool> step();

    // Columns of the present row, counted from 0. Other types are converted; null reads as empty.
    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string text(int column) const;
    bool isNull(int column) const;
    std::optional<std::int64_t> integerIfAny(int column) const;
    ByteView bytes(int column) const; ///< A copy.

private:
    friend class SqliteDatabase;

    SqliteStatement(sqlite3* database, sqlite3_stmt* statement)
        : m_database(database), m_statement(statement)
    {
    }

    sqlite3* m_database;
    sqlite3_stmt* m_statement;
};

/// An open database, for one thread at a time.
class SqliteDatabase
{
public:
    enum class Access : std::uint8_t { Read, Write, Create };

    /// Opens a file that exists, or makes one for Create. On a disk that cannot be written, Read
    /// also opens a file without its log; a log that is not empty is PermissionDenied there,
    /// because its content would be missing.
    static Result<SqliteDatabase> open(const std::filesystem::path& path, Access access);
    SqliteDatabase(SqliteDatabase&& other) noexcept;
    SqliteDatabase& operator=(SqliteDatabase&& other) noexcept;
    ~SqliteDatabase();

    /// Runs statements without results, which are separated by ";".
    Result<void> run(const std::string& sql);
    /// Prepares one statement.
    Result<SqliteStatement> prepare(std::string_view sql) const;
    /// Prepares, binds and steps once; for statements that change something.
    Result<void> change(std::string_view sql, const std::vector<SqlValue>& values = {});
    /// The first column of the first row; absent without a row.
    Result<std::optional<std::int64_t>> number(std::string_view sql,
                                               const std::vector<SqlValue>& values = {}) const;

    /// Is it open for reading only, as asked or because the file cannot be written?
    bool isReadOnly() const;

    std::int64_t lastRow() const;
    std::int64_t changedRows() const;

    /// Copies everything to another file, also while others write.
    Result<void> copyTo(const std::filesystem::path& target) const;

    using TextTest = std::function<bool(std::string_view pattern, std::string_view text)>;

    /// Makes a function of two texts for SQL. `test` lives as long as the database and throws
    /// nothing.
    Result<void> addTextTest(const char* name, TextTest test);

private:
    explicit SqliteDatabase(sqlite3* database) : m_database(database) {}

    static Result<SqliteDatabase>
    openUri(const std::filesystem::path& path, Access access, bool isImmutable);

    sqlite3* m_database;
    std::vector<std::unique_ptr<TextTest>> m_tests;
};

/// Everything until commit() happens together or not at all. Others cannot write meanwhile.
class SqliteTransaction
{
public:
    static Result<SqliteTransaction> begin(SqliteDatabase& database);
    SqliteTransaction(SqliteTransaction&& other) noexcept;
    SqliteTransaction& operator=(SqliteTransaction&&) = delete;
    /// Takes everything back unless it was committed.
    ~SqliteTransaction();

    Result<void> commit();

private:
    explicit SqliteTransaction(SqliteDatabase& database) : m_database(&database) {}

    SqliteDatabase* m_database;
};

} // namespace faultline::library
