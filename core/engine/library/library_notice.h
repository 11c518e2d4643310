// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/library/group_study.h"
#include "core/engine/library/import_counts.h"
#include "core/engine/library/library_compare.h"
#include "core/engine/library/library_signing.h"
#include "core/insight/frame_search.h"
#include "core/library/library_store.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace faultline::engine {

enum class SearchId : std::uint64_t {};

/// What a list of a library shows.
struct LibrarySearch
{
    enum class Rows : std::uint8_t { Groups, Reports };

    std::string line;     ///< A search line (core/library/query.h).
    std::int64_t now = 0; ///< What its relative dates count from, in Unix seconds.
    Rows rows = Rows::Groups;
    library::GroupOrder groupOrder{};
    library::SearchOrder reportOrder{};
    std::uint64_t limit = 100; ///< Rows of a page.
    std::uint32_t days = 14;   ///< Groups also tell their reports on each of so many days to `now`.
    std::vector<library::QueryField> facets{}; ///< Values are counted for these fields.
};

/// The outcome of opening a library.
struct LibraryOpened
{
    enum class State : std::uint8_t {
        Absent, ///< There is no such file yet; an import makes it.
        Ready,
        ReadOnly,
        Failed ///< With `error`.
    };

    std::filesystem::path file;
    State state = State::Failed;
    std::string user{}; ///< The name under which changes are made.
    std::optional<Error> error{};
};

/// Rows from `offset` on; only the page that the search asks for is filled.
struct LibraryPage
{
    SearchId search{};
    std::uint64_t offset = 0;
    library::Page<library::GroupSummary> groups{};
    library::Page<library::ReportSummary> reports{};
    std::vector<library::GroupDay> days{}; ///< Of `groups`.
    std::uint64_t change = 0;              ///< The library's change number of these rows.
};

/// A search without rows: its line is wrong, or the library cannot be read.
struct LibraryRefused
{
    SearchId search{};
    Error error;
    bool isLineWrong = false;
    std::optional<library::QueryWord> where{}; ///< In the line, if one word is wrong.
};

/// How many there are of everything.
struct LibraryTotals
{
    SearchId search{};
    std::uint64_t reports = 0; ///< In the library.
    std::uint64_t groups = 0;
    std::uint64_t foundReports = 0; ///< By the search.
    std::uint64_t foundGroups = 0;
    std::uint64_t newGroups = 0;        ///< Found groups with reports of status "new".
    std::uint64_t regressionGroups = 0; ///< Found groups with regressions.
};

/// The most frequent values of a field, counted over the terms on other fields.
struct LibraryFacet
{
    SearchId search{};
    library::QueryField field{};
    Result<std::vector<std::pair<std::string, std::uint64_t>>> values;
};

/// What is known of a group or of a report.
struct LibraryFacts
{
    std::optional<library::GroupSummary> group{};  ///< The group, or that of the report.
    std::optional<library::StoredReport> report{}; ///< The report, or the latest of the group.
    std::vector<library::HistoryEntry> history{};
};

struct LibraryDetail
{
    library::HistoryOf of{};
    std::int64_t id = 0;
    Result<LibraryFacts> facts;
};

/// Everything about a group but the shares of its values.
struct LibraryGroup
{
    library::GroupId group = 0;
    Result<GroupStudy> study;
};

/// The values of one field in a group.
struct LibraryShares
{
    library::GroupId group = 0;
    library::QueryField field{};
    Result<FieldShares> shares;
};

/// A group that may be the same bug as another one.
struct AlikeGroup
{
    library::GroupSummary group;
    double likeness = 0;          ///< Of their latest stacks on average, 0 to 1.
    library::ReportId report = 0; ///< The report that is most like the other group.
    std::uint64_t differing = 0;  ///< Frames of both stacks that only one of them has.
};

/// Groups that are like a group, the likest first; those that are told to be duplicates already are
/// left out. The last notice of a question has `isDone` or `error`.
struct LibraryAlike
{
    library::GroupId group = 0;
    std::uint64_t read = 0; ///< Stacks of the library so far.
    bool isDone = false;
    std::vector<AlikeGroup> groups{};
    std::optional<Error> error{};
};

enum class ComparisonId : std::uint64_t {};

/// Two reports side by side.
struct LibraryComparison
{
    ComparisonId id{};
    Result<Comparison> comparison;
};

/// The rules by which reports of the library are signed. Without a library, the shipped ones.
struct LibraryRules
{
    signature::RuleLayer shipped{};
    signature::RuleLayer own{}; ///< Edited by users; over the shipped ones.
    bool canChange = false;     ///< There is a library that can be written.
    signature::Mode mode = signature::Mode::Faultline;
    std::optional<Error> error{}; ///< Why the own lists cannot be read.
};

/// A signature with the entries that decided about its frames.
struct SignatureTrace
{
    signature::Signature signature;
    std::vector<std::string> entries; ///< One for each frame; empty where none decided.
};

enum class TrialId : std::uint64_t {};

/// What edited rules say by themselves, and of the open report.
struct LibraryTrial
{
    TrialId trial{};
    /// The edited lists with empty lines in place of those that are no rules.
    signature::RuleLayer right{};
    /// Lines of the own lists that are no rules. They are left out, the others count.
    std::array<std::vector<signature::RuleProblem>, signature::kListCount> problems{};
    std::optional<SignatureTrace> now{}; ///< By the rules in force; absent without a report.
    std::optional<SignatureTrace> then{};
    std::optional<Error> error{}; ///< The lists cannot be used together.
};

/// A report of the library whose signature would become another one.
struct MovedReport
{
    std::string name; ///< Its file.
    SignatureTrace now;
    SignatureTrace then;
};

/// What edited rules would do to the library. The last notice has `isDone` or `error`.
struct LibrarySignPreview
{
    TrialId trial{};
    std::uint64_t checked = 0;
    std::uint64_t reports = 0; ///< Of the library.
    bool isDone = false;
    SignPreview preview{}; ///< Whole when `isDone`.
    /// The first report that would move, when `isDone`; absent if none does or it cannot be read.
    std::optional<MovedReport> example{};
    std::optional<Error> error{};
};

/// Edited rules were written, and all reports signed by them, or not.
struct LibraryRulesApplied
{
    std::uint64_t moved = 0;
    std::optional<Error> error{};
};

/// The library is another one than that of the last page: this or another program changed it.
struct LibraryChanged
{
    std::uint64_t change = 0;
};

/// The outcome of a change or of an undo.
struct LibraryChangeDone
{
    std::vector<library::ActionId> actions{}; ///< What can be undone now.
    bool isUndo = false;
    std::optional<Error> error{}; ///< What was not changed.
};

/// Reports are no longer in the library.
struct LibraryRemoved
{
    std::uint64_t reports = 0;
    std::optional<Error> error{}; ///< Why others are still there.
};

/// Where the crash file of a report is.
struct LibraryOriginal
{
    enum class State : std::uint8_t {
        Found,
        NoPath, ///< The library has only the name of the file.
        Gone,
        Changed,   ///< Another file has its name now.
        Unreadable ///< With `error`.
    };

    library::ReportId report = 0;
    State state = State::Gone;
    std::filesystem::path path{}; ///< It may lead into a container (core/intake/crash_files.h).
    std::optional<Error> error{};
};

/// A file, or a part of one, that is done.
struct ImportedFile
{
    std::string path;
    std::string part{};
    library::BatchItemState state{};
    std::string problem{}; ///< Of Failed.
};

struct LibraryImport
{
    enum class Phase : std::uint8_t {
        Finding, ///< Folders are read.
        Running,
        Paused,
        Done,
        Cancelled, ///< What is done is kept; an equal import goes on with the rest.
        Failed     ///< With `error`: the library cannot be written, or a folder not be read.
    };

    Phase phase = Phase::Finding;
    std::uint64_t files = 0;     ///< Of the import.
    std::uint64_t filesDone = 0; ///< Including those that an interrupted import had done.
    ImportCounts counts{};
    std::string current{};                ///< The file that is being read.
    std::vector<ImportedFile> finished{}; ///< Since the last notice.
    std::optional<Error> error{};
};

enum class FindId : std::uint64_t {};

/// A row of a stored stack that has the text.
struct FoundRow
{
    std::uint32_t row = 0; ///< Index into FoundStack::frames.
    insight::FramePart part = insight::FramePart::Function;
    insight::TextRange range{}; ///< Of the function's or the module's name.
};

/// A stored report whose leading stack has the text.
struct FoundStack
{
    library::ReportSummary report;
    std::vector<library::RecordedFrame> frames;
    std::vector<FoundRow> rows; ///< Never empty.
};

/// Stacks of the library that have a text, the latest reports first. The last notice of a search
/// has `isDone` or `error`.
struct LibraryFoundStacks
{
    FindId find{};
    std::vector<FoundStack> found{}; ///< Since the last notice.
    std::uint64_t checked = 0;       ///< Reports so far.
    std::uint64_t reports = 0;       ///< Of the library.
    bool isDone = false;
    bool isCut = false; ///< It ended after LibraryDesk::kMostFound reports; there may be more.
    std::optional<Error> error{};
};

using LibraryNotice = std::variant<LibraryOpened,
                                   LibraryPage,
                                   LibraryRefused,
                                   LibraryTotals,
                                   LibraryFacet,
                                   LibraryDetail,
                                   LibraryGroup,
                                   LibraryShares,
                                   LibraryAlike,
                                   LibraryComparison,
                                   LibraryRules,
                                   LibraryTrial,
                                   LibrarySignPreview,
                                   LibraryRulesApplied,
                                   LibraryChanged,
                                   LibraryChangeDone,
                                   LibraryRemoved,
                                   LibraryOriginal,
                                   LibraryImport,
                                   LibraryFoundStacks>;

} // namespace faultline::engine
