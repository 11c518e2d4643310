// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/sql_connection.h"

#include <utility>

namespace faultline::library {

Result<void> SqlConnection::change(std::string_view sql, const std::vector<SqlValue>& values)
{
    FL_TRY(const auto statement, prepare(sql));
    FL_CHECK(statement->bind(values));
    FL_TRY(const bool hasRow, statement->step());
    static_cast<void>(hasRow);
    return {};
}

Result<std::int64_t> SqlConnection::insert(std::string_view sql,
                                           const std::vector<SqlValue>& values)
{
    FL_TRY(const auto id, number(sql, values));
    if (!id)
        return fail(ErrorKind::Internal, "library: a new row has no id");
    return *id;
}

Result<std::optional<std::int64_t>> SqlConnection::number(std::string_view sql,
                                                          const std::vector<SqlValue>& values)
{
    FL_TRY(const auto statement, prepare(sql));
    FL_CHECK(statement->bind(values));
    FL_TRY(const bool hasRow, statement->step());
    return hasRow ? statement->integerIfAny(0) : std::nullopt;
}

Result<SqlTransaction> SqlTransaction::begin(SqlConnection& connection)
{
    FL_CHECK(connection.begin());
    return SqlTransaction(connection);
}

SqlTransaction::SqlTransaction(SqlTransaction&& other) noexcept
    : m_connection(std::exchange(other.m_connection, nullptr))
{
}

SqlTransaction::~SqlTransaction()
{
    if (m_connection != nullptr)
        m_connection->rollBack();
}

Result<void> SqlTransaction::commit()
{
    FL_CHECK(m_connection->commit());
    m_connection = nullptr;
    return {};
}

} // namespace faultline::library
