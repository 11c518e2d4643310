// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/library_store.h"
#include "core/library/query_sql.h"
#include "core/library/sqlite_database.h"
#include "core/library/sqlite_schema.h"
#include "core/signature/pattern_set.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace faultline::library {

/// A library in one SQLite file. Reading goes on while another process writes (WAL).
class SqliteStore final : public LibraryStore
{
public:
    enum class Access : std::uint8_t { Read, Write, Create };

    /// Opens a library, or makes one for Create. Where it cannot be written, Write opens it for
    /// reading only, which isReadOnly() tells. Errors: NotFound, PermissionDenied, Malformed
    /// (damaged, or no database), Unsupported (no library; of a later program that shuts this one
    /// out; of an earlier one, which `faultline library migrate` brings up to date), Internal.
    static Result<std::unique_ptr<SqliteStore>> open(const std::filesystem::path& path,
                                                     Access access);
    ~SqliteStore() override;

    bool isReadOnly() const override { return m_readOnly != ReadOnly::No; }

    Result<std::uint64_t> changeNumber() override;
    Result<std::vector<std::string>> check() override;
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
    Result<std::vector<std::pair<std::string, std::uint64_t>>>
    countBy(QueryField field, const Query& query, std::uint64_t limit) override;
    Result<void> eachStack(
        std::uint64_t limit,
        const std::function<void(ReportId, GroupId, std::vector<RecordedFrame>)>& visit) override;
    Result<std::vector<StoredStack>> stacksBefore(ReportId before, std::uint64_t limit) override;
    Result<std::optional<ActionId>> changeReports(std::span<const Target> reports,
                                                  const TriageChange& change,
                                                  const Author& author) override;
    Result<std::optional<ActionId>>
    changeGroup(Target group, const TriageChange& change, const Author& author) override;
    Result<ActionId> undo(ActionId action, const Author& author) override;
    Result<std::vector<HistoryEntry>> history(HistoryOf of, std::int64_t id) override;
    Result<void> resign(std::span<const Resigned> reports) override;
    Result<BatchId> beginBatch(std::string_view source, std::int64_t at) override;
    Result<void> queue(BatchId batch, std::span<const std::string> paths) override;
    Result<std::vector<std::string>> queued(BatchId batch) override;
    Result<void> finishItem(BatchId batch, const BatchItem& item) override;
    Result<void> finishBatch(BatchId batch, std::int64_t at) override;
    Result<std::vector<BatchSummary>> batches() override;
    Result<std::vector<BatchItem>> batchItems(BatchId batch) override;

private:
    /// A row's triage with its version.
    struct Row
    {
        TriageState triage;
        std::int64_t rowVersion = 0;
    };

    /// Why it is open for reading only.
    enum class ReadOnly : std::uint8_t {
        No,
        Asked,
        Refused, ///< The file or its folder cannot be written.
        Newer    ///< A later program has written it.
    };

    SqliteStore(SqliteDatabase database, ReadOnly readOnly);

    static Result<std::unique_ptr<SqliteStore>> openForReading(const std::filesystem::path& path,
                                                               ReadOnly why);
    bool matches(std::string_view pattern, std::string_view text);
    Result<void> prepare();
    Result<SqliteTransaction> beginWriting();
    Result<void> commit(SqliteTransaction& transaction);

    Result<GroupId> groupFor(const std::string& signature);
    Result<ReportId> insertReport(const NewReport& report,
                                  GroupId group,
                                  const TriageState& triage,
                                  bool isRegression);
    Result<void> insertLists(ReportId id, const ReportRecord& record);
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

    Result<GroupSummary> groupFromRow(const SqliteStatement& statement, const SqlCondition& where);
    Result<std::vector<std::pair<std::string, std::uint64_t>>>
    frequent(const char* column, GroupId group, const SqlCondition& where);

    SqliteDatabase m_database;
    ReadOnly m_readOnly;
    std::map<std::string, signature::Pattern, std::less<>> m_patterns; ///< Of the last searches.
};

} // namespace faultline::library
