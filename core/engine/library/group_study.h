// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/library_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace faultline::engine {

/// A frame of the stack that stands for a group.
struct CommonFrame
{
    library::RecordedFrame frame;
    /// How many of the compared stacks have it, anywhere; 0 when nothing names it.
    std::uint64_t stacks = 0;
};

/// The stack that is most like the others of a group.
struct CommonStack
{
    library::ReportId report = 0; ///< Whose stack it is; 0 when no report has one.
    std::uint64_t compared = 0;   ///< How many stacks were compared.
    std::vector<CommonFrame> frames{};
};

/// The stack of one report.
struct ReportStack
{
    library::ReportId report = 0;
    std::vector<library::RecordedFrame> frames;
};

/// Compares every stack with every other by likeness; the first of equally like ones is taken.
/// Stacks without frames are passed over. Quadratic in the number of stacks, so give it a few
/// dozen.
CommonStack commonStack(std::span<const ReportStack> stacks);

/// What is known of a group.
struct GroupStudy
{
    library::GroupSummary group;
    std::vector<library::HistoryEntry> history{};    ///< The latest change first.
    library::Page<library::ReportSummary> reports{}; ///< The latest ones first, at most 200.
    std::vector<library::GroupDay> days{};           ///< Counted from `firstDay`.
    std::int64_t firstDay = 0;                       ///< Unix seconds.
    CommonStack stack{};
};

/// How many reports have a value of a field, in a group and in the whole library.
struct ValueShare
{
    std::string value; ///< Empty: no value.
    std::uint64_t here = 0;
    std::uint64_t everywhere = 0;
};

/// What a field says about a group.
struct FieldShares
{
    std::vector<ValueShare> values{};    ///< The most frequent ones of the group, at most 6.
    std::uint64_t reportsHere = 0;       ///< Of the group.
    std::uint64_t reportsEverywhere = 0; ///< Of the library.
};

/// Counts the values of `field` among the reports of the group. Errors: those of the lists.
Result<FieldShares>
sharesOf(library::ReportLists& lists, library::GroupId group, library::QueryField field);

/// Reads everything else. `now` in Unix seconds ends the last of `days` days in UTC. Errors: those
/// of the store.
Result<GroupStudy>
studyOf(library::LibraryStore& store, library::GroupId group, std::int64_t now, std::uint32_t days);

/// The reports of one group.
library::Query queryOfGroup(library::GroupId group);

/// The first second of the first of `days` days in UTC that end with the one of `now`.
std::int64_t firstDayOf(std::int64_t now, std::uint32_t days);

} // namespace faultline::engine
