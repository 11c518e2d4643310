// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/library/query.h"
#include "core/library/report_lists.h"
#include "core/library/report_record.h"
#include "core/library/triage_state.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace faultline::library {

/// How a library is opened.
enum class StoreAccess : std::uint8_t {
    Read,
    Write,
    Create ///< Makes it if there is none.
};

/// Ids of rows; never used twice in one library.
using BatchId = std::int64_t;
using ActionId = std::int64_t;

/// What a report is added with.
struct NewReport
{
    ReportRecord record;
    ByteView payload; ///< packReport()'s bytes; may be empty.
    std::optional<BatchId> batch;
    std::int64_t importedAt = 0; ///< Unix seconds.
    std::string customer;        ///< Whom it is from; empty: as its group has it.
};

struct Added
{
    enum class Kind : std::uint8_t {
        New,
        Duplicate ///< The library has this file and part; nothing was changed.
    };

    Kind kind = Kind::New;
    ReportId id = 0;
    GroupId group = 0;
    bool isRegression = false; ///< Its group is fixed in this version or an earlier one.
};

/// A report with everything but its payload.
struct StoredReport
{
    ReportSummary summary;
    ReportRecord record;
    std::optional<BatchId> batch;
};

/// The leading stack of a report.
struct StoredStack
{
    ReportId report = 0;
    GroupId group = 0;
    std::vector<RecordedFrame> frames;
};

struct GroupHead
{
    GroupId id = 0;
    std::string signature;
    std::string status; ///< statusName().
};

/// The version of a report's row.
struct RowVersion
{
    ReportId id = 0;
    std::int64_t version = 0;
};

/// What columns in memory have of a report: those fields that have many equal values, each in the
/// order of its list in report_columns.h.
struct ColumnValues
{
    ReportId id = 0;
    std::int64_t rowVersion = 0;
    std::optional<std::int64_t> crashedAt;
    std::vector<std::string> texts;
    std::vector<std::optional<std::int64_t>> numbers;
    std::vector<std::vector<std::string>> lists;
};

/// A row that is to be changed, as its reader saw it.
struct Target
{
    std::int64_t id = 0;
    std::int64_t rowVersion = 0;
};

enum class HistoryOf : std::uint8_t { Report, Group };

/// One change of one field.
struct HistoryEntry
{
    ActionId action = 0; ///< What was changed together has one number.
    std::int64_t at = 0; ///< Unix seconds.
    std::string who;
    HistoryOf of = HistoryOf::Report;
    std::int64_t id = 0;
    TriageField field = TriageField::Status;
    std::string before;
    std::string after;
};

/// Who changes something, and when.
struct Author
{
    std::string name;    ///< Of the user in the system.
    std::int64_t at = 0; ///< Unix seconds.
};

/// A report's new signature.
struct Resigned
{
    ReportId id = 0;
    std::string signature;
    std::string protoSignature;
    signature::Mode mode = signature::Mode::Faultline;
    std::uint32_t algorithm = 0;
    std::string rulesHash;
};

enum class BatchItemState : std::uint8_t { Queued, Done, Duplicate, Failed };

/// "queued", "done", "duplicate", "failed".
std::string_view batchItemStateName(BatchItemState state);

struct BatchItem
{
    std::string path;
    BatchItemState state = BatchItemState::Queued;
    std::string problem; ///< Of Failed.
    std::uint32_t reports = 0;
};

struct BatchSummary
{
    BatchId id = 0;
    std::string source;
    std::int64_t startedAt = 0;
    std::optional<std::int64_t> finishedAt;
    std::uint64_t items = 0;
    std::uint64_t queued = 0;
};

/// A library of reports. For one thread at a time; several processes may use one library. Every
/// change happens together or not at all. Each row has a version that grows by one with each
/// change: whoever changes a row names the version that was seen, and gets Conflict if somebody
/// else has changed it meanwhile. Errors of all calls: Conflict, NotFound (no such row),
/// PermissionDenied (it is open for reading only), Timeout (others write for too long), Malformed
/// (the store is damaged, or a value breaks a rule of its field), Internal (the disk is full, …).
class LibraryStore : public ReportLists
{
public:
    virtual bool isReadOnly() const = 0;
    /// Once a stop is requested, on any thread, a call that reads ends soon, and it and all later
    /// ones are Cancelled. Changes go on.
    virtual void stopWith(std::stop_token stop) = 0;
    /// Grows with every change by anyone, so that others notice it.
    virtual Result<std::uint64_t> changeNumber() = 0;
    /// Grows whenever anyone takes reports out of their groups, by new signatures or by removal.
    virtual Result<std::uint64_t> regroupings() = 0;
    /// Reads everything and tells what is wrong; empty when nothing is.
    virtual Result<std::vector<std::string>> check() = 0;

    /// Adds a report to the group of its signature, which is made if needed. The report takes over
    /// the group's triage.
    virtual Result<Added> add(const NewReport& report) = 0;
    virtual Result<StoredReport> report(ReportId id) = 0;
    /// packReport()'s bytes; empty when there are none.
    virtual Result<ByteView> payload(ReportId id) = 0;
    /// Has the library this crash file? `sha256` is that of the file.
    virtual Result<std::vector<ReportId>> findFile(std::string_view sha256) = 0;
    virtual Result<void> remove(Target report) = 0;

    virtual Result<GroupSummary> group(GroupId id) = 0;
    /// The group of a signature or of a former one.
    virtual Result<std::optional<GroupId>> findGroup(std::string_view signature) = 0;
    /// The reports that the query finds, by their ids.
    virtual Result<std::vector<ReportId>> find(const Query& query) = 0;
    /// The rows of these reports in this order. Those that are not there any more are left out.
    virtual Result<std::vector<ReportSummary>> summaries(std::span<const ReportId> reports) = 0;
    /// These groups in this order without what is counted of their reports. Those that are not
    /// there any more are left out.
    virtual Result<std::vector<GroupSummary>> groupStates(std::span<const GroupId> groups) = 0;
    /// What all groups are sorted by besides what is counted of their reports.
    virtual Result<std::vector<GroupHead>> groupHeads() = 0;
    /// The versions of all reports' rows.
    virtual Result<std::vector<RowVersion>> rowVersions() = 0;
    /// The values of the reports from `first` to `last`, at most `limit`, by their ids.
    virtual Result<std::vector<ColumnValues>>
    columnsBetween(ReportId first, ReportId last, std::uint64_t limit) = 0;

    /// Calls visit(id, group, frames) for the `limit` reports that were added last, the oldest of
    /// them first.
    virtual Result<void>
    eachStack(std::uint64_t limit,
              const std::function<void(ReportId, GroupId, std::vector<RecordedFrame>)>& visit) = 0;

    /// The stacks of the `limit` reports that were added last before `before`; the latest first. 0
    /// begins with the latest one.
    virtual Result<std::vector<StoredStack>> stacksBefore(ReportId before, std::uint64_t limit) = 0;
    /// The stacks of the `limit` reports that were added first after `after`; the earliest first. 0
    /// begins with the earliest one.
    virtual Result<std::vector<StoredStack>> stacksAfter(ReportId after, std::uint64_t limit) = 0;

    /// Changes reports together. Nothing is returned when they are like that already.
    virtual Result<std::optional<ActionId>> changeReports(std::span<const Target> reports,
                                                          const TriageChange& change,
                                                          const Author& author) = 0;
    /// Changes a group and all its reports, including those that come later. Nothing is returned
    /// when they are like that already.
    virtual Result<std::optional<ActionId>>
    changeGroup(Target group, const TriageChange& change, const Author& author) = 0;
    /// Takes an action back. Conflict if one of its fields has been changed since.
    virtual Result<ActionId> undo(ActionId action, const Author& author) = 0;
    /// The latest first.
    virtual Result<std::vector<HistoryEntry>> history(HistoryOf of, std::int64_t id) = 0;

    /// Gives reports new signatures. A group whose reports all get one signature is renamed, or
    /// merged into the group that has it; others are split and keep their triage. Former signatures
    /// still find the group in which most of their reports are.
    virtual Result<void> resign(std::span<const Resigned> reports) = 0;

    /// Texts that a library keeps for those who use it, by their names: its own rules.
    virtual Result<std::map<std::string, std::string>> keptTexts() = 0;
    /// Replaces those that are named; the others stay.
    virtual Result<void> keepTexts(const std::map<std::string, std::string>& texts) = 0;

    /// A journal of what is to be imported, so that an interrupted import goes on.
    virtual Result<BatchId> beginBatch(std::string_view source, std::int64_t at) = 0;
    /// Paths that the batch has already are left out.
    virtual Result<void> queue(BatchId batch, std::span<const std::string> paths) = 0;
    virtual Result<std::vector<std::string>> queued(BatchId batch) = 0;
    virtual Result<void> finishItem(BatchId batch, const BatchItem& item) = 0;
    virtual Result<void> finishBatch(BatchId batch, std::int64_t at) = 0;
    /// The latest first.
    virtual Result<std::vector<BatchSummary>> batches() = 0;
    virtual Result<std::vector<BatchItem>> batchItems(BatchId batch) = 0;
};

} // namespace faultline::library
