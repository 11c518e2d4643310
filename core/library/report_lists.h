// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/library/query.h"
#include "core/library/triage_state.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace faultline::library {

/// Ids of rows; never used twice in one library.
using ReportId = std::int64_t;
using GroupId = std::int64_t;

/// A row of a list.
struct ReportSummary
{
    ReportId id = 0;
    GroupId group = 0;
    std::int64_t importedAt = 0;
    std::optional<std::int64_t> crashedAt;
    std::string signature;
    std::string kind;
    std::string product;
    std::string version;
    std::string os;
    std::string reason;
    std::string path;
    std::uint32_t quality = 0;
    bool isRegression = false;
    TriageState triage;
    std::int64_t rowVersion = 0;
};

/// Rows, and why there may be more: the file's damage ends a list early.
template <class Row>
struct Page
{
    std::vector<Row> rows;
    std::uint64_t total = 0;           ///< Of all pages.
    std::optional<std::string> damage; ///< What could not be read; the rows are what could.
};

/// A value with the number of reports that have it.
using ValueCount = std::pair<std::string, std::uint64_t>;

/// Reports of one signature.
struct GroupSummary
{
    GroupId id = 0;
    std::string signature;
    TriageState triage;
    std::uint64_t count = 0;
    std::uint64_t customers = 0; ///< Different ones.
    std::optional<std::int64_t> firstSeen;
    std::optional<std::int64_t> lastSeen;
    /// Only reports that know when they crashed count here. In the two above, the others count with
    /// the time of their import.
    std::optional<std::int64_t> firstCrash;
    std::optional<std::int64_t> lastCrash;
    std::uint64_t timed = 0; ///< So many reports know it.
    std::uint64_t regressions = 0;
    std::vector<ValueCount> versions; ///< The ten most frequent.
    std::vector<ValueCount> systems;  ///< The ten most frequent.
    std::vector<ValueCount> reasons;  ///< The ten most frequent.
    std::int64_t rowVersion = 0;
};

/// How many values a group tells of its versions, systems and reasons.
inline constexpr std::uint64_t kFrequentValues = 10;

/// How groups are sorted. Equal ones stand in the order of their ids.
struct GroupOrder
{
    enum class By : std::uint8_t { Reports, Customers, FirstSeen, LastSeen, Signature, Status };

    By by = By::Reports;
    bool isDescending = true;
};

/// Reports of a group on one day.
struct GroupDay
{
    GroupId group = 0;
    std::uint32_t day = 0; ///< Counted from the first one that was asked for.
    std::uint64_t count = 0;
};

struct SearchOrder
{
    QueryField field = QueryField::Date;
    bool isDescending = true;
};

/// What searches find in a library, as pages and as counts: from its rows (LibraryStore) or from
/// their columns in memory (IndexedLists). Both find the same. Errors of all calls: those of
/// LibraryStore.
class ReportLists
{
public:
    virtual ~ReportLists() = default;

    virtual Result<Page<ReportSummary>>
    search(const Query& query, SearchOrder order, std::uint64_t offset, std::uint64_t limit) = 0;
    /// Groups with the reports that the query finds.
    virtual Result<Page<GroupSummary>>
    groups(const Query& query, GroupOrder order, std::uint64_t offset, std::uint64_t limit) = 0;
    /// How many reports that the query finds these groups had on each of `days` days from `since`
    /// on, in Unix seconds. A report without the time of its crash counts when it was imported.
    /// Days without a report are left out.
    virtual Result<std::vector<GroupDay>> groupDays(const Query& query,
                                                    std::span<const GroupId> groups,
                                                    std::int64_t since,
                                                    std::uint32_t days) = 0;
    /// Values of a field with the number of reports that the query finds, the most frequent first.
    virtual Result<std::vector<ValueCount>>
    countBy(QueryField field, const Query& query, std::uint64_t limit) = 0;
};

} // namespace faultline::library
