// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/contained.h"
#include "core/engine/library/library_service.h"

#include <utility>

namespace faultline::engine {

namespace {

/// Reports of one step, between which other commands come.
constexpr std::uint64_t kReportsOfStep = 500;

std::vector<FoundRow> matchingRows(const std::vector<library::RecordedFrame>& frames,
                                   const insight::TextPattern& pattern)
{
    std::vector<FoundRow> rows;
    for (std::uint32_t i = 0; i < frames.size(); ++i) {
        if (const auto range = pattern.firstIn(frames[i].function))
            rows.push_back({.row = i, .part = insight::FramePart::Function, .range = *range});
        else if (const auto inModule = pattern.firstIn(frames[i].module))
            rows.push_back({.row = i, .part = insight::FramePart::Module, .range = *inModule});
    }
    return rows;
}

} // namespace

struct LibraryService::Find
{
    FindId id{};
    std::shared_ptr<const insight::TextPattern> pattern;
    library::ReportId last = 0; ///< 0 before the first step.
    std::uint64_t found = 0;
    LibraryFoundStacks told{}; ///< What the next notice says.
};

FindId LibraryService::findStacks(std::shared_ptr<const insight::TextPattern> pattern)
{
    const auto id = FindId(++m_lastFind);
    auto find = std::make_shared<Find>(Find{.id = id, .pattern = std::move(pattern)});
    find->told.find = id;
    stepFind(std::move(find));
    return id;
}

void LibraryService::cancelFind()
{
    ++m_lastFind;
}

/// Looks at some reports, tells, and goes on after the commands that came meanwhile.
void LibraryService::stepFind(std::shared_ptr<Find> find)
{
    const auto failed = [this, find](Error error) {
        m_callback(LibraryFoundStacks{.find = find->id, .error = std::move(error)});
    };
    const auto task = [this, find, failed] {
        if (m_lastFind != std::uint64_t(find->id))
            return;
        auto isMore = findMore(*find);
        if (!isMore)
            return failed(std::move(isMore.error()));
        find->told.isDone = !*isMore;
        m_callback(find->told);
        find->told.found.clear();
        if (*isMore)
            stepFind(find);
    };
    post(task, failed);
}

/// Returns whether there are more reports. Errors: those of the store.
Result<bool> LibraryService::findMore(Find& find)
{
    FL_TRY(auto* const store, this->store());
    if (find.last == 0) {
        FL_TRY(const auto all, store->search({}, {}, 0, 0));
        find.told.reports = all.total;
    }
    FL_TRY(auto stacks, store->stacksBefore(find.last, kReportsOfStep));
    for (auto& stack : stacks) {
        find.last = stack.report;
        ++find.told.checked;
        auto rows = matchingRows(stack.frames, *find.pattern);
        if (rows.empty())
            continue;
        FL_TRY(auto stored, store->report(stack.report));
        find.told.found.push_back({.report = std::move(stored.summary),
                                   .frames = std::move(stack.frames),
                                   .rows = std::move(rows)});
        find.told.isCut = ++find.found == kMostFound;
        if (find.told.isCut)
            return false;
    }
    return stacks.size() == kReportsOfStep;
}

} // namespace faultline::engine
