// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/library/column_fields.h"
#include "core/library/query_sql.h"
#include "core/library/sql_rows.h"
#include "core/library/sql_store.h"

#include <algorithm>

namespace faultline::library {

namespace {

std::string columnsOfReports()
{
    std::string columns = "r.id,r.row_version,r.crashed_at";
    for (const auto field : kColumnTexts)
        columns += concat(',', sqlFieldOf(field).expression);
    for (const auto field : kColumnNumbers)
        columns += concat(',', sqlFieldOf(field).expression);
    return columns;
}

ColumnValues valuesFrom(const SqlStatement& row)
{
    ColumnValues values;
    int at = 0;
    values.id = row.integer(at++);
    values.rowVersion = row.integer(at++);
    values.crashedAt = row.integerIfAny(at++);
    for (std::size_t i = 0; i < kColumnTexts.size(); ++i)
        values.texts.push_back(row.text(at++));
    for (std::size_t i = 0; i < kColumnNumbers.size(); ++i)
        values.numbers.push_back(row.integerIfAny(at++));
    values.lists.resize(kColumnLists.size());
    return values;
}

/// Adds the values of one list to the reports, which stand in the order of their ids.
Result<void>
addList(SqlConnection& connection, std::size_t list, std::vector<ColumnValues>& reports)
{
    const auto field = sqlFieldOf(kColumnLists[list]);
    FL_TRY(auto statement,
           connection.prepare(concat("SELECT x.report_id,", field.expression, " FROM ", field.list,
                                     " x WHERE x.report_id>=? AND x.report_id<=? AND ",
                                     field.restriction)));
    FL_CHECK(statement->bind({reports.front().id, reports.back().id}));
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return {};
        const auto report =
            std::ranges::lower_bound(reports, statement->integer(0), {}, &ColumnValues::id);
        if (report != reports.end() && report->id == statement->integer(0))
            report->lists[list].push_back(statement->text(1));
    }
}

} // namespace

Result<std::vector<ReportId>> SqlStore::find(const Query& query)
{
    FL_TRY(const auto where, conditionOf(query, dialect()));
    FL_TRY(auto statement, m_connection->prepare("SELECT r.id FROM reports r WHERE " + where.sql +
                                                 " ORDER BY r.id"));
    FL_CHECK(statement->bind(where.values));
    std::vector<ReportId> found;
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return found;
        found.push_back(statement->integer(0));
    }
}

Result<std::vector<RowVersion>> SqlStore::rowVersions()
{
    FL_TRY(auto statement, m_connection->prepare("SELECT r.id,r.row_version FROM reports r"));
    FL_CHECK(statement->bind({}));
    std::vector<RowVersion> versions;
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return versions;
        versions.push_back({.id = statement->integer(0), .version = statement->integer(1)});
    }
}

Result<std::vector<GroupHead>> SqlStore::groupHeads()
{
    FL_TRY(auto statement, m_connection->prepare("SELECT id,signature,status FROM groups"));
    FL_CHECK(statement->bind({}));
    std::vector<GroupHead> heads;
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return heads;
        heads.push_back({.id = statement->integer(0),
                         .signature = statement->text(1),
                         .status = statement->text(2)});
    }
}

Result<std::vector<ColumnValues>>
SqlStore::columnsBetween(ReportId first, ReportId last, std::uint64_t limit)
{
    FL_TRY(auto statement,
           m_connection->prepare(concat("SELECT ", columnsOfReports(),
                                        " FROM reports r WHERE r.id>=? AND r.id<=? ORDER BY r.id "
                                        "LIMIT ?")));
    FL_CHECK(statement->bind({first, last, rowCount(limit)}));
    std::vector<ColumnValues> reports;
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            break;
        reports.push_back(valuesFrom(*statement));
    }
    for (std::size_t list = 0; !reports.empty() && list < kColumnLists.size(); ++list)
        FL_CHECK(addList(*m_connection, list, reports));
    return reports;
}

} // namespace faultline::library
