// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/library/query_sql.h"
#include "core/library/sql_rows.h"
#include "core/library/sql_store.h"

namespace faultline::library {

namespace {

constexpr const char* kSummaryColumns =
    "r.id,r.group_id,r.imported_at,r.crashed_at,r.signature,r.kind,r.product,r.version,r.os,"
    "r.reason,r.path,r.quality,r.regression,r.row_version,r.status,r.fixed_in,r.duplicate_of,"
    "r.assignee,r.ticket,r.notes,r.customer,r.tags";

ReportSummary summaryFrom(const SqlStatement& row)
{
    ReportSummary summary;
    summary.id = row.integer(0);
    summary.group = row.integer(1);
    summary.importedAt = row.integer(2);
    summary.crashedAt = row.integerIfAny(3);
    summary.signature = row.text(4);
    summary.kind = row.text(5);
    summary.product = row.text(6);
    summary.version = row.text(7);
    summary.os = row.text(8);
    summary.reason = row.text(9);
    summary.path = row.text(10);
    summary.quality = static_cast<std::uint32_t>(row.integer(11));
    summary.isRegression = row.integer(12) != 0;
    summary.rowVersion = row.integer(13);
    summary.triage = triageFrom(row, 14);
    return summary;
}

/// Lists are sorted by their smallest entry. Reports that do not know when they crashed stand
/// after all that do. Databases differ in where values that are absent stand unless they are told.
std::string orderOf(SearchOrder order)
{
    const auto field = sqlFieldOf(order.field);
    const std::string expression =
        field.list == nullptr ? std::string(field.expression)
                              : concat("(SELECT min(", field.expression, ") FROM ", field.list,
                                       " x WHERE x.report_id=r.id AND ", field.restriction, ")");
    return concat(" ORDER BY ", order.field == QueryField::Date ? "r.crashed_at IS NULL," : "",
                  expression, order.isDescending ? " DESC NULLS LAST" : " NULLS FIRST", ", r.id");
}

std::vector<SqlValue>
withPage(std::vector<SqlValue> values, std::uint64_t offset, std::uint64_t limit)
{
    values.push_back(rowCount(limit));
    values.push_back(rowCount(offset));
    return values;
}

/// Reads rows until the end, or until the file's damage, which becomes part of the page.
template <class Row, class Read>
Result<void> readPage(SqlStatement& statement, Page<Row>& page, Read read)
{
    for (;;) {
        const auto hasRow = statement.step();
        if (!hasRow) {
            if (hasRow.error().kind != ErrorKind::Malformed)
                return std::unexpected(hasRow.error());
            page.damage = hasRow.error().detail;
            return {};
        }
        if (!*hasRow)
            return {};
        FL_TRY(auto row, read(statement));
        page.rows.push_back(std::move(row));
    }
}

/// The number of rows is worth nothing when they cannot be read.
template <class Row>
Result<void> readTotal(SqlConnection& connection,
                       const std::string& sql,
                       const std::vector<SqlValue>& values,
                       Page<Row>& page)
{
    const auto total = connection.number(sql, values);
    if (total) {
        page.total = static_cast<std::uint64_t>(total->value_or(0));
        return {};
    }
    if (total.error().kind != ErrorKind::Malformed)
        return std::unexpected(total.error());
    page.damage = total.error().detail;
    page.total = page.rows.size();
    return {};
}

constexpr const char* kGroupColumns =
    "g.id,g.signature,count(r.id),count(DISTINCT nullif(r.customer,'')),"
    "min(coalesce(r.crashed_at,r.imported_at)),max(coalesce(r.crashed_at,r.imported_at)),"
    "CAST(coalesce(sum(r.regression),0) AS "
    "BIGINT),g.row_version,g.status,g.fixed_in,g.duplicate_of,g.assignee,"
    "g.ticket,g.notes,g.customer,g.tags,min(r.crashed_at),max(r.crashed_at),count(r.crashed_at)";

const char* groupColumn(GroupOrder::By by)
{
    switch (by) {
    case GroupOrder::By::Reports: break;
    case GroupOrder::By::Customers: return "count(DISTINCT nullif(r.customer,''))";
    case GroupOrder::By::FirstSeen:
        return "count(r.crashed_at)=0,min(coalesce(r.crashed_at,r.imported_at))";
    case GroupOrder::By::LastSeen:
        return "count(r.crashed_at)=0,max(coalesce(r.crashed_at,r.imported_at))";
    case GroupOrder::By::Signature: return "g.signature";
    case GroupOrder::By::Status: return "g.status";
    }
    return "count(r.id)";
}

} // namespace

Result<Page<ReportSummary>>
SqlStore::search(const Query& query, SearchOrder order, std::uint64_t offset, std::uint64_t limit)
{
    FL_TRY(const auto where, conditionOf(query, dialect()));
    Page<ReportSummary> page;
    FL_TRY(auto statement,
           m_connection->prepare(concat("SELECT ", kSummaryColumns, " FROM reports r WHERE ",
                                        where.sql, orderOf(order), " LIMIT ? OFFSET ?")));
    FL_CHECK(statement->bind(withPage(where.values, offset, limit)));
    FL_CHECK(readPage(*statement, page, [](const SqlStatement& row) {
        return Result<ReportSummary>(summaryFrom(row));
    }));
    FL_CHECK(readTotal(*m_connection, "SELECT count(*) FROM reports r WHERE " + where.sql,
                       where.values, page));
    return page;
}

Result<std::vector<ReportSummary>> SqlStore::summaries(std::span<const ReportId> reports)
{
    FL_TRY(auto statement, m_connection->prepare(
                               concat("SELECT ", kSummaryColumns, " FROM reports r WHERE r.id=?")));
    std::vector<ReportSummary> rows;
    for (const auto id : reports) {
        FL_CHECK(statement->bind({id}));
        FL_TRY(const bool hasRow, statement->step());
        if (hasRow)
            rows.push_back(summaryFrom(*statement));
    }
    return rows;
}

Result<std::vector<GroupSummary>> SqlStore::groupStates(std::span<const GroupId> groups)
{
    FL_TRY(auto statement,
           m_connection->prepare(concat("SELECT id,signature,row_version,", kTriageColumns,
                                        " FROM groups WHERE id=?")));
    std::vector<GroupSummary> states;
    for (const auto id : groups) {
        FL_CHECK(statement->bind({id}));
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            continue;
        GroupSummary state;
        state.id = statement->integer(0);
        state.signature = statement->text(1);
        state.rowVersion = statement->integer(2);
        state.triage = triageFrom(*statement, 3);
        states.push_back(std::move(state));
    }
    return states;
}

Result<std::vector<ValueCount>>
SqlStore::frequent(const char* column, GroupId group, const SqlCondition& where)
{
    std::vector<ValueCount> values;
    FL_TRY(auto statement,
           m_connection->prepare(concat("SELECT r.", column, ",count(*) FROM reports r WHERE ",
                                        where.sql, " AND r.group_id=? AND r.", column,
                                        "<>'' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?")));
    auto places = where.values;
    places.emplace_back(group);
    places.push_back(rowCount(kFrequentValues));
    FL_CHECK(statement->bind(places));
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return values;
        values.emplace_back(statement->text(0), static_cast<std::uint64_t>(statement->integer(1)));
    }
}

Result<GroupSummary> SqlStore::groupFromRow(const SqlStatement& row, const SqlCondition& where)
{
    GroupSummary group;
    group.id = row.integer(0);
    group.signature = row.text(1);
    group.count = static_cast<std::uint64_t>(row.integer(2));
    group.customers = static_cast<std::uint64_t>(row.integer(3));
    group.firstSeen = row.integerIfAny(4);
    group.lastSeen = row.integerIfAny(5);
    group.regressions = static_cast<std::uint64_t>(row.integer(6));
    group.rowVersion = row.integer(7);
    group.triage = triageFrom(row, 8);
    constexpr int kAfterTriage = 16;
    group.firstCrash = row.integerIfAny(kAfterTriage);
    group.lastCrash = row.integerIfAny(kAfterTriage + 1);
    group.timed = static_cast<std::uint64_t>(row.integer(kAfterTriage + 2));
    FL_TRY(group.versions, frequent("version", group.id, where));
    FL_TRY(group.systems, frequent("os", group.id, where));
    FL_TRY(group.reasons, frequent("reason", group.id, where));
    return group;
}

Result<Page<GroupSummary>>
SqlStore::groups(const Query& query, GroupOrder order, std::uint64_t offset, std::uint64_t limit)
{
    FL_TRY(const auto where, conditionOf(query, dialect()));
    Page<GroupSummary> page;
    FL_TRY(auto statement,
           m_connection->prepare(concat(
               "SELECT ", kGroupColumns, " FROM reports r JOIN groups g ON g.id=r.group_id WHERE ",
               where.sql, " GROUP BY g.id ORDER BY ", groupColumn(order.by),
               order.isDescending ? " DESC" : "", ", g.id LIMIT ? OFFSET ?")));
    FL_CHECK(statement->bind(withPage(where.values, offset, limit)));
    FL_CHECK(readPage(*statement, page,
                      [&](const SqlStatement& row) { return groupFromRow(row, where); }));
    FL_CHECK(readTotal(*m_connection,
                       "SELECT count(DISTINCT r.group_id) FROM reports r WHERE " + where.sql,
                       where.values, page));
    return page;
}

Result<std::vector<GroupDay>> SqlStore::groupDays(const Query& query,
                                                  std::span<const GroupId> groups,
                                                  std::int64_t since,
                                                  std::uint32_t days)
{
    FL_TRY(const auto where, conditionOf(query, dialect()));
    FL_TRY(auto statement,
           m_connection->prepare(concat(
               "SELECT (coalesce(r.crashed_at,r.imported_at)-?1)/?2,count(*) FROM reports r WHERE "
               "r.group_id=?3 AND coalesce(r.crashed_at,r.imported_at)>=?1 AND "
               "coalesce(r.crashed_at,r.imported_at)<?1+?4 AND ",
               where.sql, " GROUP BY 1")));
    std::vector<GroupDay> counts;
    for (const auto group : groups) {
        std::vector<SqlValue> values{since, kSecondsPerDay, group, days * kSecondsPerDay};
        values.insert(values.end(), where.values.begin(), where.values.end());
        FL_CHECK(statement->bind(values));
        for (;;) {
            FL_TRY(const bool hasRow, statement->step());
            if (!hasRow)
                break;
            counts.push_back({.group = group,
                              .day = static_cast<std::uint32_t>(statement->integer(0)),
                              .count = static_cast<std::uint64_t>(statement->integer(1))});
        }
    }
    return counts;
}

Result<GroupSummary> SqlStore::group(GroupId id)
{
    FL_TRY(auto statement, m_connection->prepare(
                               concat("SELECT ", kGroupColumns,
                                      " FROM groups g LEFT JOIN reports r ON r.group_id=g.id WHERE "
                                      "g.id=? GROUP BY g.id")));
    FL_CHECK(statement->bind({id}));
    FL_TRY(const bool hasRow, statement->step());
    if (!hasRow)
        return fail(ErrorKind::NotFound, "library: there is no group ", id);
    return groupFromRow(*statement, {.sql = "TRUE", .values = {}});
}

Result<std::vector<ValueCount>>
SqlStore::countBy(QueryField field, const Query& query, std::uint64_t limit)
{
    FL_TRY(const auto where, conditionOf(query, dialect()));
    const auto column = sqlFieldOf(field);
    const std::string from = column.list == nullptr ? std::string("reports r WHERE ")
                                                    : concat("reports r JOIN ", column.list,
                                                             " x ON x.report_id=r.id AND ",
                                                             column.restriction, " WHERE ");
    // A list may have a value twice.
    const auto* const counted =
        column.list == nullptr ? ",count(*) FROM " : ",count(DISTINCT r.id) FROM ";
    std::vector<ValueCount> values;
    FL_TRY(auto statement, m_connection->prepare(concat(
                               "SELECT ", column.expression, counted, from, where.sql,
                               " GROUP BY 1 ORDER BY 2 DESC, 1 NULLS FIRST LIMIT ? OFFSET ?")));
    FL_CHECK(statement->bind(withPage(where.values, 0, limit)));
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return values;
        values.emplace_back(statement->text(0), static_cast<std::uint64_t>(statement->integer(1)));
    }
}

} // namespace faultline::library
