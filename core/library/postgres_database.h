// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/sql_connection.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct pg_conn;
struct pg_result;

namespace faultline::library {

/// Is this the address of a library on a PostgreSQL server ("postgresql://…", "postgres://…")?
bool isPostgresUrl(std::string_view place);

/// The address as messages may show it: what could be a password is "***".
std::string shownUrl(std::string_view url);

/// The only user of libpq, which is loaded when the first database is opened: a connection to a
/// PostgreSQL server. If it was lost, the next call outside of a transaction makes it anew. Texts
/// become valid UTF-8, and zero bytes in them U+FFFD, because the server stores no others.
class PostgresDatabase final : public SqlConnection
{
public:
    /// Connects as libpq does: what the URL leaves open comes from its environment, its service
    /// file and .pgpass. Errors: Unsupported (a password in the URL, no URL of libpq, a server
    /// before 12, libpq is not installed), PermissionDenied (the server lets nobody in with this
    /// name and password), DownloadFailed (it does not answer or refuses).
    static Result<std::unique_ptr<PostgresDatabase>> open(const std::string& url);
    ~PostgresDatabase() override;
    PostgresDatabase(const PostgresDatabase&) = delete;
    PostgresDatabase& operator=(const PostgresDatabase&) = delete;

    Result<void> run(const std::string& sql) override;
    Result<std::unique_ptr<SqlStatement>> prepare(std::string_view sql) override;
    Result<void> begin() override;
    Result<void> commit() override;
    void rollBack() override;

    void stopWith(std::stop_token stop) override { m_stop = std::move(stop); }

private:
    friend class PostgresStatement;

    explicit PostgresDatabase(pg_conn* connection) : m_connection(connection) {}

    Result<void> startSession();
    Result<void> ensureConnected();
    bool isAlive();
    /// What the server answers to the command that was sent, as PQexec() has it: the result of its
    /// last statement, or the first failure. Freed with PQclear(). Errors: Cancelled, if it may be
    /// stopped.
    Result<pg_result*> answer(int wasSent, bool mayStop);
    Result<void> waitForAnswer(bool mayStop);
    /// Sends one command. The result is freed with PQclear().
    Result<pg_result*> execute(const std::string& sql, const std::vector<SqlValue>& values);
    /// Frees a result that tells of a failure, which is returned.
    Result<void> checked(pg_result* result);
    std::unexpected<Error> lostConnection() const;

    /// What the server knows the statement by, if it is to know it.
    Result<std::optional<std::string>>
    preparedName(const std::string& sql, const unsigned* types, int count);

    pg_conn* m_connection;
    std::stop_token m_stop;
    bool m_isAnswerDue = false; ///< A statement was stopped, so the connection is of no more use.
    bool m_isInTransaction = false;
    std::map<std::string, std::string> m_prepared; ///< Names of statements in this session.
};

} // namespace faultline::library
