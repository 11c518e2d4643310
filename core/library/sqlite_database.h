// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/sql_connection.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace faultline::library {

/// A statement of SQLite.
class SqliteStatement final : public SqlStatement
{
public:
    SqliteStatement(sqlite3* database, sqlite3_stmt* statement)
        : m_database(database), m_statement(statement)
    {
    }

    ~SqliteStatement() override;
    SqliteStatement(const SqliteStatement&) = delete;
    SqliteStatement& operator=(const SqliteStatement&) = delete;

    Result<void> bind(const std::vector<SqlValue>& values) override;
    Result<bool> step() override;
    std::int64_t integer(int column) const override;
    std::string text(int column) const override;
    bool isNull(int column) const override;
    ByteView bytes(int column) const override;

private:
    sqlite3* m_database;
    sqlite3_stmt* m_statement;
};

/// What ends the statements of a database.
struct SqliteStop
{
    sqlite3* database;
    std::stop_token token;
};

/// The only user of SQLite: an open database, for one thread at a time.
class SqliteDatabase final : public SqlConnection
{
public:
    enum class Access : std::uint8_t { Read, Write, Create };

    /// Opens a file that exists, or makes one for Create. On a disk that cannot be written, Read
    /// also opens a file without its log; a log that is not empty is PermissionDenied there,
    /// because its content would be missing.
    static Result<SqliteDatabase> open(const std::filesystem::path& path, Access access);
    SqliteDatabase(SqliteDatabase&& other) noexcept;
    SqliteDatabase& operator=(SqliteDatabase&& other) noexcept;
    ~SqliteDatabase() override;

    Result<void> run(const std::string& sql) override;
    Result<std::unique_ptr<SqlStatement>> prepare(std::string_view sql) override;
    /// Others cannot write until its end.
    Result<void> begin() override;
    Result<void> commit() override;
    void rollBack() override;
    void stopWith(std::stop_token stop) override;

    /// Is it open for reading only, as asked or because the file cannot be written?
    bool isReadOnly() const;

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
    std::unique_ptr<SqliteStop> m_stop; ///< SQLite has its address.
};

} // namespace faultline::library
