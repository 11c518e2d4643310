// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/library_store.h"
#include "core/library/report_columns.h"

namespace faultline::library {

/// Answers searches from the columns of a library. The store is asked for the rows of a page, and
/// for what has no column: words in texts, paths, comments, annotations.
class IndexedLists final : public ReportLists
{
public:
    /// Both must outlive the lists, and the columns must be those of the store's present state.
    IndexedLists(LibraryStore& store, const ReportColumns& columns);

    Result<Page<ReportSummary>> search(const Query& query,
                                       SearchOrder order,
                                       std::uint64_t offset,
                                       std::uint64_t limit) override;
    Result<Page<GroupSummary>> groups(const Query& query,
                                      GroupOrder order,
                                      std::uint64_t offset,
                                      std::uint64_t limit) override;
    Result<std::vector<GroupDay>> groupDays(const Query& query,
                                            std::span<const GroupId> groups,
                                            std::int64_t since,
                                            std::uint32_t days) override;
    Result<std::vector<ValueCount>>
    countBy(QueryField field, const Query& query, std::uint64_t limit) override;

private:
    struct Counted;

    Result<Places> placesOf(const Query& query);
    Result<Places> placesOf(const std::vector<const QueryTerm*>& termsOfField);
    Places placesOf(const QueryTerm& term, const ValueColumn& column);
    std::vector<Counted> countGroups(const Places& places) const;
    std::vector<ReportId> sortedPage(const Places& places,
                                     SearchOrder order,
                                     const ValueColumn& column,
                                     std::uint64_t offset,
                                     std::uint64_t limit) const;
    std::vector<Counted> sortedGroups(std::vector<Counted> groups,
                                      GroupOrder order,
                                      std::uint64_t offset,
                                      std::uint64_t limit) const;
    static void addCounts(GroupSummary& group, const Counted& counted);
    void addFrequent(std::vector<GroupSummary>& groups, const Places& places) const;

    LibraryStore& m_store;
    const ReportColumns& m_columns;
    PatternCache m_patterns;
};

} // namespace faultline::library
