// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/library/library_store.h"
#include "core/library/value_column.h"

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace faultline::library {

/// What lists, counts and groups need of all reports of a library, by columns in memory: a search
/// or a count goes through the numbers of one column instead of the rows of a database. For one
/// thread at a time.
class ReportColumns
{
public:
    ReportColumns();

    /// Reads a whole library, which takes long. Errors: those of the store.
    static Result<std::unique_ptr<ReportColumns>> read(LibraryStore& store);

    /// Brings the columns to the present state of the library that they were read from. Returns
    /// false when so much has changed that reading all of it anew costs less; the columns are then
    /// of no use any more. Errors: those of the store.
    Result<bool> update(LibraryStore& store);

    /// Null for a field that has no column.
    const ValueColumn* column(QueryField field) const;

    /// The column of one of kColumnTexts, here and below of kColumnNumbers.
    const TextColumn& texts(QueryField field) const;
    const NumberColumn& numbers(QueryField field) const;

    std::size_t size() const { return m_versions.size(); }

    /// The places of reports that exist.
    const Places& present() const { return m_present; }

    /// The places of these reports; those that are not known are left out.
    Places placesOf(const std::vector<ReportId>& reports) const;

    ReportId idAt(std::size_t place) const { return m_ids[place]; }

    /// When the report crashed, if it knows that.
    const NumberColumn& crashed() const { return m_crashed; }

    /// Null for a group that is not known.
    const GroupHead* group(GroupId id) const;

private:
    void put(const ColumnValues& values);
    void drop(ReportId id);
    Result<std::vector<ReportId>> outdated(LibraryStore& store);
    Result<void> readBetween(LibraryStore& store, ReportId first, ReportId last);
    Result<void> readGroups(LibraryStore& store);

    std::map<QueryField, std::unique_ptr<ValueColumn>> m_columns;
    NumberColumn m_crashed;
    std::vector<ReportId> m_ids;
    std::vector<std::int64_t> m_versions; ///< Of rows, by place.
    Places m_present;
    std::unordered_map<ReportId, std::size_t> m_places;
    std::unordered_map<GroupId, GroupHead> m_groups;
    std::uint64_t m_change = 0; ///< The library's change number at which the columns were true.
};

} // namespace faultline::library
