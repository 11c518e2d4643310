// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/contained.h"
#include "core/engine/library/group_study.h"
#include "core/engine/library/library_service.h"
#include "core/likeness/stack_index.h"

#include <algorithm>
#include <utility>

namespace faultline::engine {

namespace {

/// Stacks of one step, between which other commands come.
constexpr std::uint64_t kStacksOfStep = 1000;
/// So many reports stand for a group: its latest ones.
constexpr std::uint64_t kSpokesmen = 4;
constexpr std::size_t kMostAlike = 5;

using Frames = std::vector<library::RecordedFrame>;

std::uint64_t unpairedFrames(const likeness::Alignment& alignment)
{
    return static_cast<std::uint64_t>(
        std::ranges::count_if(alignment.rows, [](const likeness::AlignedRow& row) {
            return !row.a || !row.b || row.kind == likeness::PairKind::Renamed;
        }));
}

bool isDuplicateOf(const library::GroupSummary& group, const library::GroupSummary& other)
{
    return group.triage.duplicateOf == other.id;
}

/// The stacks of the latest reports of a group that have one.
Result<std::vector<Frames>> spokesmenOf(library::LibraryStore& store, library::GroupId group)
{
    FL_TRY(const auto latest,
           store.search(queryOfGroup(group), {library::QueryField::Id, true}, 0, kSpokesmen));
    std::vector<Frames> stacks;
    for (const auto& row : latest.rows) {
        FL_TRY(auto report, store.report(row.id));
        if (!report.record.frames.empty())
            stacks.push_back(std::move(report.record.frames));
    }
    return stacks;
}

/// Absent when the group or the report has gone since the stacks were read, or when both groups are
/// told to be one already.
Result<std::optional<AlikeGroup>> alikeGroup(library::LibraryStore& store,
                                             const likeness::StackIndex& index,
                                             const library::GroupSummary& group,
                                             const Frames& frames,
                                             const likeness::Likely& likely)
{
    const auto isGone = [](const Error& error) { return error.kind == ErrorKind::NotFound; };
    auto other = store.group(likely.group);
    if (!other)
        return isGone(other.error()) ? Result<std::optional<AlikeGroup>>(std::nullopt)
                                     : std::unexpected(std::move(other.error()));
    if (isDuplicateOf(*other, group) || isDuplicateOf(group, *other))
        return std::nullopt;
    const auto report = store.report(likely.report);
    if (!report)
        return isGone(report.error()) ? Result<std::optional<AlikeGroup>>(std::nullopt)
                                      : std::unexpected(report.error());
    return AlikeGroup{.group = *std::move(other),
                      .likeness = likely.likeness,
                      .report = likely.report,
                      .differing = unpairedFrames(index.explain(frames, report->record.frames))};
}

} // namespace

/// The stacks of the library that is open. What was added meanwhile is read when they are needed
/// again; all are when reports have left their groups.
struct LibraryService::Stacks
{
    std::uint64_t regroupings = 0; ///< Of the library.
    likeness::StackIndex index{};
    library::ReportId newest = 0;
};

void LibraryService::findAlike(library::GroupId group)
{
    stepAlike(group, ++m_lastAlike);
}

/// Reads some stacks, tells, and goes on after the commands that came meanwhile.
void LibraryService::stepAlike(library::GroupId group, std::uint64_t call)
{
    const auto failed = [this, group](Error error) {
        m_callback(LibraryAlike{.group = group, .error = std::move(error)});
    };
    const auto task = [this, group, call, failed] {
        if (m_lastAlike != call)
            return;
        const auto hasMore = readStacks();
        if (!hasMore)
            return failed(hasMore.error());
        if (*hasMore) {
            m_callback(LibraryAlike{.group = group, .read = m_desk.stacks->index.size()});
            return stepAlike(group, call);
        }
        auto groups = alikeGroups(group);
        if (!groups)
            return failed(std::move(groups.error()));
        m_callback(LibraryAlike{.group = group,
                                .read = m_desk.stacks->index.size(),
                                .isDone = true,
                                .groups = *std::move(groups)});
    };
    post(task, failed);
}

/// Returns whether there are more. Errors: those of the store.
Result<bool> LibraryService::readStacks()
{
    FL_TRY(auto* const store, this->store());
    FL_TRY(const auto regroupings, store->regroupings());
    if (!m_desk.stacks || m_desk.stacks->regroupings != regroupings)
        m_desk.stacks = std::make_shared<Stacks>(regroupings);
    auto& known = *m_desk.stacks;
    FL_TRY(const auto stacks, store->stacksAfter(known.newest, kStacksOfStep));
    for (const auto& stack : stacks) {
        known.index.add(stack.report, stack.group, stack.frames);
        known.newest = stack.report;
    }
    return stacks.size() == kStacksOfStep;
}

Result<std::vector<AlikeGroup>> LibraryService::alikeGroups(library::GroupId id)
{
    FL_TRY(auto* const store, this->store());
    const auto& index = m_desk.stacks->index;
    FL_TRY(const auto group, store->group(id));
    FL_TRY(const auto stacks, spokesmenOf(*store, id));
    std::vector<AlikeGroup> groups;
    for (const auto& likely : index.groupsLike(stacks, id)) {
        if (groups.size() == kMostAlike)
            break;
        FL_TRY(auto alike, alikeGroup(*store, index, group, stacks.front(), likely));
        if (alike)
            groups.push_back(*std::move(alike));
    }
    return groups;
}

} // namespace faultline::engine
