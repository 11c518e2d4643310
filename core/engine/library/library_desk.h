// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/library/library_notice.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace faultline::engine {

/// A library as the window uses it: commands that return at once, and answers that arrive as
/// notices (library_notice.h). LibraryService implements it.
class LibraryDesk
{
public:
    virtual ~LibraryDesk() = default;

    /// Answer: LibraryOpened. Closes the library that was open.
    virtual void open(std::filesystem::path file) = 0;

    /// Answers: LibraryPage, then LibraryTotals and a LibraryFacet for each field; or
    /// LibraryRefused. A later search ends an earlier one, whose answers may stay away.
    virtual SearchId search(LibrarySearch search) = 0;
    /// Further rows of the last search. Answer: LibraryPage or LibraryRefused.
    virtual void more(SearchId id, LibrarySearch search, std::uint64_t offset) = 0;

    /// Answer: LibraryDetail. A later call ends an earlier one that has not begun.
    virtual void detail(library::HistoryOf of, std::int64_t id) = 0;
    /// Answer: LibraryOriginal. Reads the whole file.
    virtual void findOriginal(library::ReportId report) = 0;

    /// Answers: LibraryGroup, then LibraryShares for each of `fields`. Days are counted to `now` in
    /// Unix seconds. A later call ends an earlier one.
    virtual void study(library::GroupId group,
                       std::int64_t now,
                       std::uint32_t days,
                       std::vector<library::QueryField> fields) = 0;
    /// Answers: LibraryAlike, again and again: at first all stacks of the library are read. A later
    /// call ends an earlier one, whose answers may stay away.
    virtual void findAlike(library::GroupId group) = 0;
    /// Answer: LibraryComparison. Open reports can be compared without a library.
    virtual ComparisonId compare(ComparedReport before, ComparedReport after) = 0;

    /// A search of stacks ends after so many reports that have the text.
    static constexpr std::uint64_t kMostFound = 1000;

    /// Looks for a text in the stacks of all reports. Answers: LibraryFoundStacks, again and again.
    /// A later call ends an earlier one, whose answers may stay away.
    virtual FindId findStacks(std::shared_ptr<const insight::TextPattern> pattern) = 0;
    virtual void cancelFind() = 0;

    /// Answer: LibraryRules.
    virtual void readRules() = 0;
    /// Tries edited lists without changing anything. Answers: LibraryTrial, and with a library
    /// LibrarySignPreview, again and again. A later call ends an earlier one.
    virtual TrialId tryRules(signature::RuleLayer own, std::optional<OpenReport> report) = 0;
    /// Writes the lists and signs all reports by them; a line that is no rule refuses it. Answers:
    /// LibraryRulesApplied, LibraryRules, LibraryChanged.
    virtual void applyRules(signature::RuleLayer own) = 0;

    /// Changes groups or reports as they were seen. Answers: LibraryChangeDone, LibraryChanged.
    virtual void change(library::HistoryOf of,
                        std::vector<library::Target> rows,
                        library::TriageChange change) = 0;
    /// Takes actions back, the last one first. Answers: LibraryChangeDone, LibraryChanged.
    virtual void undo(std::vector<library::ActionId> actions) = 0;

    /// Takes reports, or groups with all their reports, out of the library; the crash files stay.
    /// Nothing takes that back. Answers: LibraryRemoved, LibraryChanged.
    virtual void remove(library::HistoryOf of, std::vector<library::Target> rows) = 0;

    /// Has anybody changed the library? Answer: LibraryChanged if so.
    virtual void lookForChanges() = 0;

    /// Imports files and folders with all that is below them. The library is made if needed.
    /// Answers: LibraryImport, again and again, the last one with Done, Cancelled or Failed. While
    /// an import runs, a second one is not begun.
    virtual void startImport(std::vector<std::filesystem::path> paths, std::string customer) = 0;
    /// Between two files.
    virtual void pauseImport() = 0;
    virtual void resumeImport() = 0;
    virtual void cancelImport() = 0;
};

} // namespace faultline::engine
