// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/library/group_study.h"

#include "core/likeness/stack_alignment.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace faultline::engine {

namespace {

constexpr std::uint64_t kReports = 200;
constexpr std::size_t kComparedStacks = 32;
constexpr std::size_t kShownFrames = 100;
constexpr std::uint64_t kValues = 6;

std::set<std::string> keysOf(const std::vector<library::RecordedFrame>& frames)
{
    std::set<std::string> keys;
    for (const auto& frame : frames)
        keys.insert(likeness::frameKey(frame));
    keys.erase(std::string());
    return keys;
}

/// The stack with the greatest sum of its likeness to all others.
std::size_t mostTypical(std::span<const ReportStack* const> stacks)
{
    const likeness::Weights weights;
    std::vector<likeness::PreparedStack> prepared;
    for (const auto* stack : stacks)
        prepared.push_back(
            likeness::prepare(stack->frames, weights, [](std::uint64_t) { return 1.0; }));
    std::vector<double> sums(stacks.size());
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        for (std::size_t j = i + 1; j < stacks.size(); ++j) {
            const auto likeness = likeness::likenessOf(prepared[i], prepared[j], weights);
            sums[i] += likeness;
            sums[j] += likeness;
        }
    }
    return static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin());
}

Result<std::vector<ReportStack>> stacksOf(library::LibraryStore& store,
                                          const std::vector<library::ReportSummary>& reports)
{
    std::vector<ReportStack> stacks;
    for (std::size_t i = 0; i < std::min(reports.size(), kComparedStacks); ++i) {
        FL_TRY(auto report, store.report(reports[i].id));
        stacks.push_back({.report = reports[i].id, .frames = std::move(report.record.frames)});
    }
    return stacks;
}

} // namespace

library::Query queryOfGroup(library::GroupId group)
{
    library::QueryTerm term{.field = library::QueryField::Group,
                            .comparison = library::QueryOperator::Equals,
                            .value = {},
                            .number = group,
                            .last = group};
    library::Query query;
    query.terms.push_back(std::move(term));
    return query;
}

std::int64_t firstDayOf(std::int64_t now, std::uint32_t days)
{
    return now - now % library::kSecondsPerDay -
           (static_cast<std::int64_t>(days) - 1) * library::kSecondsPerDay;
}

CommonStack commonStack(std::span<const ReportStack> stacks)
{
    std::vector<const ReportStack*> known;
    for (const auto& stack : stacks) {
        if (!stack.frames.empty())
            known.push_back(&stack);
    }
    if (known.empty())
        return {};
    std::map<std::string, std::uint64_t> counts;
    for (const auto* stack : known) {
        for (const auto& key : keysOf(stack->frames))
            ++counts[key];
    }
    const auto& chosen = *known[mostTypical(known)];
    CommonStack common{.report = chosen.report, .compared = known.size()};
    for (std::size_t i = 0; i < std::min(chosen.frames.size(), kShownFrames); ++i) {
        const auto found = counts.find(likeness::frameKey(chosen.frames[i]));
        common.frames.push_back(
            {.frame = chosen.frames[i], .stacks = found == counts.end() ? 0 : found->second});
    }
    return common;
}

Result<FieldShares>
sharesOf(library::ReportLists& lists, library::GroupId group, library::QueryField field)
{
    FL_TRY(const auto here, lists.countBy(field, queryOfGroup(group), kValues));
    FL_TRY(const auto ofGroup, lists.search(queryOfGroup(group), {}, 0, 0));
    FL_TRY(const auto ofLibrary, lists.search({}, {}, 0, 0));
    FieldShares shares{.reportsHere = ofGroup.total, .reportsEverywhere = ofLibrary.total};
    for (const auto& [value, count] : here) {
        FL_TRY(const auto everywhere,
               library::Query::parse(library::queryTermText(field, value), 0));
        FL_TRY(const auto found, lists.search(everywhere, {}, 0, 0));
        shares.values.push_back({.value = value, .here = count, .everywhere = found.total});
    }
    return shares;
}

Result<GroupStudy>
studyOf(library::LibraryStore& store, library::GroupId group, std::int64_t now, std::uint32_t days)
{
    const auto query = queryOfGroup(group);
    const std::vector<library::GroupId> ids{group};
    GroupStudy study;
    study.firstDay = firstDayOf(now, days);
    FL_TRY(study.group, store.group(group));
    FL_TRY(study.history, store.history(library::HistoryOf::Group, group));
    FL_TRY(study.reports, store.search(query, {}, 0, kReports));
    FL_TRY(study.days, store.groupDays(query, ids, study.firstDay, days));
    FL_TRY(const auto stacks, stacksOf(store, study.reports.rows));
    study.stack = commonStack(stacks);
    return study;
}

} // namespace faultline::engine
