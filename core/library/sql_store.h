// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/library_store.h"
#include "core/library/query_sql.h"
#include "core/library/sql_connection.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace faultline::library {

/// Why a library is open for reading only.
enum class ReadOnly : std::uint8_t {
    No,
    Asked,
    Refused, ///< Its place cannot be written.
    Newer    ///< A later program has written it.
};

/// What the text index keeps of a report.
enum class IndexedText : std::uint8_t { Signature, Functions, Comment, Notes };

struct IndexedTexts
{
    std::string signature;
    std::string functions;
    std::string comment;
};

/// A library in a database: everything that is the same in all of them.
class SqlStore : public LibraryStore
{
public:
    bool isReadOnly() const override { return m_readOnly != ReadOnly::No; }

    void stopWith(std::stop_token stop) override { m_connection->stopWith(std::move(stop)); }

    Result<std::uint64_t> changeNumber() override;
    Result<std::uint64_t> regroupings() override;
    Result<Added> add(const NewReport& report) override;
    Result<StoredReport> report(ReportId id) override;
    Result<ByteView> payload(ReportId id) override;
    Result<std::vector<ReportId>> findFile(std::string_view sha256) override;
    Result<void> remove(Target report) override;
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
    Result<GroupSummary> group(GroupId id) override;
    Result<std::optional<GroupId>> findGroup(std::string_view signature) override;
    Result<std::vector<ValueCount>>
    countBy(QueryField field, const Query& query, std::uint64_t limit) override;
    Result<std::vector<ReportId>> find(const Query& query) override;
    Result<std::vector<ReportSummary>> summaries(std::span<const ReportId> reports) override;
    Result<std::vector<GroupSummary>> groupStates(std::span<const GroupId> groups) override;
    Result<std::vector<GroupHead>> groupHeads() override;
    Result<std::vector<RowVersion>> rowVersions() override;
    Result<std::vector<ColumnValues>>
    columnsBetween(ReportId first, ReportId last, std::uint64_t limit) override;
    Result<void> eachStack(
        std::uint64_t limit,
        const std::function<void(ReportId, GroupId, std::vector<RecordedFrame>)>& visit) override;
    Result<std::vector<StoredStack>> stacksBefore(ReportId before, std::uint64_t limit) override;
    Result<std::vector<StoredStack>> stacksAfter(ReportId after, std::uint64_t limit) override;
    Result<std::optional<ActionId>> changeReports(std::span<const Target> reports,
                                                  const TriageChange& change,
                                                  const Author& author) override;
    Result<std::optional<ActionId>>
    changeGroup(Target group, const TriageChange& change, const Author& author) override;
    Result<ActionId> undo(ActionId action, const Author& author) override;
    Result<std::vector<HistoryEntry>> history(HistoryOf of, std::int64_t id) override;
    Result<void> resign(std::span<const Resigned> reports) override;
    Result<std::map<std::string, std::string>> keptTexts() override;
    Result<void> keepTexts(const std::map<std::string, std::string>& texts) override;
    Result<BatchId> beginBatch(std::string_view source, std::int64_t at) override;
    Result<void> queue(BatchId batch, std::span<const std::string> paths) override;
    Result<std::vector<std::string>> queued(BatchId batch) override;
    Result<void> finishItem(BatchId batch, const BatchItem& item) override;
    Result<void> finishBatch(BatchId batch, std::int64_t at) override;
    Result<std::vector<BatchSummary>> batches() override;
    Result<std::vector<BatchItem>> batchItems(BatchId batch) override;

protected:
    SqlStore(std::unique_ptr<SqlConnection> connection, ReadOnly readOnly);

    SqlConnection& connection() { return *m_connection; }

private:
    /// A row's triage with its version.
    struct Row
    {
        TriageState triage;
        std::int64_t rowVersion = 0;
    };

    virtual SqlDialect& dialect() = 0;
    /// Why nothing can be written where ReadOnly::Refused is set.
    virtual const char* refusal() const = 0;

    /// The first thing that happens in each transaction that writes.
    virtual Result<void> beganWriting() { return {}; }

    virtual Result<void> addTexts(ReportId report, const IndexedTexts& texts) = 0;
    virtual Result<void>
    replaceText(ReportId report, IndexedText which, const std::string& text) = 0;
    virtual Result<void> removeTexts(ReportId report) = 0;

    Result<SqlTransaction> beginWriting();
    Result<void> commit(SqlTransaction& transaction);
    Result<std::uint64_t> countOf(const char* key);
    Result<void> countRegrouping();

    Result<GroupId> groupFor(const std::string& signature);
    Result<GroupId> insertGroup(const std::string& signature);
    Result<ReportId> insertReport(const NewReport& report,
                                  GroupId group,
                                  const TriageState& triage,
                                  bool isRegression);
    Result<void> insertLists(ReportId id, const ReportRecord& record);
    Result<void>
    insertRows(const char* into, std::size_t columns, const std::vector<SqlValue>& values);
    Result<void> addLists(ReportId id, ReportRecord& record);

    Result<Row> row(HistoryOf of, std::int64_t id);
    Result<Row> expectedRow(HistoryOf of, Target target);
    Result<void> writeTriage(HistoryOf of, std::int64_t id, const TriageState& state);
    Result<void> noteChanges(ActionId action,
                             const Author& author,
                             HistoryOf of,
                             std::int64_t id,
                             const TriageState& before,
                             const TriageState& after);
    /// Returns whether the row is another one now.
    Result<bool> applyChange(ActionId action,
                             const Author& author,
                             HistoryOf of,
                             Target target,
                             const TriageChange& change);
    Result<ActionId> nextAction();
    Result<std::vector<HistoryEntry>> entries(std::string_view where,
                                              const std::vector<SqlValue>& values);
    Result<void> undoEntry(const HistoryEntry& entry, ActionId action, const Author& author);

    Result<void> moveGroup(GroupId group,
                           const std::map<std::string, std::vector<const Resigned*>>& bySignature);
    Result<GroupId> targetOfMove(GroupId group, const std::string& signature, bool isWholeGroup);
    Result<void> signReport(const Resigned& report, GroupId group);

    Result<GroupSummary> groupFromRow(const SqlStatement& statement, const SqlCondition& where);
    Result<std::vector<ValueCount>>
    frequent(const char* column, GroupId group, const SqlCondition& where);

    std::unique_ptr<SqlConnection> m_connection;
    ReadOnly m_readOnly;
};

} // namespace faultline::library
