// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/thread_groups.h"

#include "core/insight/frame_names.h"

#include <algorithm>
#include <map>

namespace faultline::insight {

namespace {

std::string stackKey(const Report& report, std::uint32_t thread)
{
    std::string key;
    const auto* stack = thread < report.stacks.size() ? report.stacks[thread].get() : nullptr;
    if (stack == nullptr)
        return key;
    for (const auto& frame : stack->frames) {
        const auto function = knownFunction(report, frame);
        key += function.empty() ? frameFunction(report, frame) : function;
        key += '\n';
    }
    return key;
}

std::string nameKey(const Event& event, std::uint32_t thread)
{
    const auto name = event.threads[thread].name.value_or("");
    const auto end = name.find_last_not_of("0123456789 -_#:.");
    return end == std::string::npos ? name : name.substr(0, end + 1);
}

struct Doing
{
    WaitState state = WaitState::Unknown;
    WaitObjectKind object = WaitObjectKind::Unknown;
};

Doing doingOf(const Report& report, std::uint32_t thread)
{
    const auto* wait = waitOf(report, thread);
    if (wait == nullptr)
        return {};
    const auto* object = waitedObject(report, *wait);
    return {wait->state, object != nullptr ? object->kind : WaitObjectKind::Unknown};
}

std::string stateKey(const Report& report, std::uint32_t thread)
{
    const auto doing = doingOf(report, thread);
    return {static_cast<char>(doing.state), static_cast<char>(doing.object)};
}

std::string keyOf(const Report& report, ThreadGrouping by, std::uint32_t thread)
{
    switch (by) {
    case ThreadGrouping::State: return stateKey(report, thread);
    case ThreadGrouping::Stack: return stackKey(report, thread);
    case ThreadGrouping::Name: break;
    }
    return nameKey(*report.event, thread);
}

ThreadGroup newGroup(const Report& report, ThreadGrouping by, std::uint32_t thread)
{
    ThreadGroup group;
    if (by == ThreadGrouping::Name)
        group.name = nameKey(*report.event, thread);
    if (by == ThreadGrouping::State) {
        const auto doing = doingOf(report, thread);
        group.state = doing.state;
        group.object = doing.object;
    }
    return group;
}

} // namespace

std::vector<ThreadGroup> groupThreads(const Report& report, ThreadGrouping by)
{
    std::vector<ThreadGroup> groups;
    std::map<std::string, std::size_t> groupOf;
    for (std::uint32_t i = 0; i < report.event->threads.size(); ++i) {
        const auto [at, isNew] = groupOf.emplace(keyOf(report, by, i), groups.size());
        if (isNew)
            groups.push_back(newGroup(report, by, i));
        groups[at->second].threads.push_back(i);
    }
    std::ranges::stable_sort(groups, std::ranges::greater{},
                             [](const ThreadGroup& group) { return group.threads.size(); });
    return groups;
}

const ThreadWait* waitOf(const Report& report, std::uint32_t thread)
{
    if (!report.waits)
        return nullptr;
    const auto& waits = report.waits->threads; // In the order of the threads.
    const auto found = std::ranges::lower_bound(waits, thread, {}, &ThreadWait::thread);
    return found == waits.end() || found->thread != thread ? nullptr : &*found;
}

const WaitObject* waitedObject(const Report& report, const ThreadWait& wait)
{
    return report.waits && wait.object && *wait.object < report.waits->objects.size()
               ? &report.waits->objects[*wait.object]
               : nullptr;
}

} // namespace faultline::insight
