// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace faultline::library {

/// A path as the system has it: any bytes but zero.
struct SqlPath
{
    std::string bytes;
};

/// A value for a place of a statement.
using SqlValue = std::variant<std::monostate, std::int64_t, std::string, ByteView, SqlPath>;

/// One statement of a connection, which must outlive it. Errors of all calls are those of
/// SqlConnection.
class SqlStatement
{
public:
    virtual ~SqlStatement() = default;

    /// Values for the places 1, 2, …, which replace the former ones; the statement starts anew.
    virtual Result<void> bind(const std::vector<SqlValue>& values) = 0;

    /// Goes to the next row; false after the last.
    virtual Result<bool> step() = 0;

    // Columns of the present row, counted from 0. Other types are converted; null reads as empty.
    virtual std::int64_t integer(int column) const = 0;
    virtual std::string text(int column) const = 0;
    virtual bool isNull(int column) const = 0;
    virtual ByteView bytes(int column) const = 0; ///< A copy.

    std::optional<std::int64_t> integerIfAny(int column) const
    {
        return isNull(column) ? std::nullopt : std::optional(integer(column));
    }
};

/// A database that understands the SQL of this folder, for one thread at a time. Places are "?" or
/// "?1", "?2", …. Errors of all calls: Malformed (the database is damaged, or none),
/// PermissionDenied, Timeout (others write for too long), NotFound, Cancelled, DownloadFailed (its
/// server does not answer), Unsupported, Internal (the disk is full, no memory, a fault of ours).
/// The detail has the database's words.
class SqlConnection
{
public:
    virtual ~SqlConnection() = default;

    /// Runs statements without results, which are separated by ";".
    virtual Result<void> run(const std::string& sql) = 0;
    /// Prepares one statement.
    virtual Result<std::unique_ptr<SqlStatement>> prepare(std::string_view sql) = 0;

    /// Once a stop is requested, on any thread, a statement that runs ends soon, and it and all
    /// later ones are Cancelled, but for those of transactions, which keep what was changed.
    virtual void stopWith(std::stop_token stop) = 0;

    // Use SqlTransaction.
    virtual Result<void> begin() = 0;
    virtual Result<void> commit() = 0;
    virtual void rollBack() = 0;

    /// Prepares, binds and steps once; for statements that change something.
    Result<void> change(std::string_view sql, const std::vector<SqlValue>& values = {});
    /// The same for one that returns the id of its row.
    Result<std::int64_t> insert(std::string_view sql, const std::vector<SqlValue>& values);
    /// The first column of the first row; absent without a row.
    Result<std::optional<std::int64_t>> number(std::string_view sql,
                                               const std::vector<SqlValue>& values = {});
};

/// Everything until commit() happens together or not at all.
class SqlTransaction
{
public:
    static Result<SqlTransaction> begin(SqlConnection& connection);
    SqlTransaction(SqlTransaction&& other) noexcept;
    SqlTransaction& operator=(SqlTransaction&&) = delete;
    /// Takes everything back unless it was committed.
    ~SqlTransaction();

    Result<void> commit();

private:
    explicit SqlTransaction(SqlConnection& connection) : m_connection(&connection) {}

    SqlConnection* m_connection;
};

} // namespace faultline::library
