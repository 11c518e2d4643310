// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/wait_chain.h"

#include "core/insight/thread_groups.h"

#include <algorithm>
#include <ranges>
#include <set>

namespace faultline::insight {

namespace {

ThreadPlace placeOfState(WaitState state)
{
    switch (state) {
    case WaitState::Unknown: return ThreadPlace::Unknown;
    case WaitState::Running: return ThreadPlace::Running;
    case WaitState::Sleeping: return ThreadPlace::Sleeping;
    case WaitState::Waiting: return ThreadPlace::Waiting;
    case WaitState::InInput: return ThreadPlace::InInput;
    case WaitState::InSystem: return ThreadPlace::InSystem;
    }
    return ThreadPlace::Unknown;
}

/// Who holds what each thread waits for. No more than one thread each, so the threads form chains.
std::vector<std::optional<WaitHolder>> holdersOf(const Report& report)
{
    std::vector<std::optional<WaitHolder>> holders(report.event->threads.size());
    for (const auto& wait : report.waits->threads) {
        const auto* object = waitedObject(report, wait);
        if (object != nullptr && wait.thread < holders.size())
            holders[wait.thread] = holderOf(report, *object);
    }
    return holders;
}

class Places
{
public:
    explicit Places(const Report& report)
        : m_places(report.event->threads.size(), ThreadPlace::Unknown)
    {
        if (!report.waits)
            return;
        for (const auto& wait : report.waits->threads)
            set(wait.thread, placeOfState(wait.state));
        for (const auto& finding : report.waits->findings)
            takeFinding(finding);
        m_holders = holdersOf(report);
        m_seen.resize(m_places.size());
        for (std::uint32_t i = 0; i < m_places.size(); ++i)
            follow(i);
    }

    std::vector<ThreadPlace> take() { return std::move(m_places); }

private:
    void set(std::uint32_t thread, ThreadPlace place)
    {
        if (thread < m_places.size())
            m_places[thread] = place;
    }

    void takeFinding(const WaitFinding& finding)
    {
        const bool isProven = finding.kind == WaitFindingKind::Deadlock ||
                              finding.kind == WaitFindingKind::SelfDeadlock;
        for (const auto thread : finding.threads) {
            if (isProven)
                set(thread, ThreadPlace::InDeadlock);
            else if (finding.kind == WaitFindingKind::PossibleDeadlock &&
                     thread < m_places.size() && m_places[thread] != ThreadPlace::InDeadlock)
                set(thread, ThreadPlace::InPossibleDeadlock);
        }
    }

    /// Goes along the holders to a thread whose place is known, and tells those on the way.
    void follow(std::uint32_t from)
    {
        std::vector<std::uint32_t> way;
        std::uint32_t at = from;
        while (!m_seen[at] && m_places[at] > ThreadPlace::InPossibleDeadlock && m_holders[at]) {
            m_seen[at] = true;
            way.push_back(at);
            at = m_holders[at]->thread;
        }
        for (const auto each : std::views::reverse(way)) {
            const auto& holder = *m_holders[each];
            const auto ahead = m_places[holder.thread];
            if (ahead > ThreadPlace::PerhapsBehind)
                return;
            const bool isSure = !holder.isGuess && ahead <= ThreadPlace::BehindDeadlock;
            m_places[each] = isSure ? ThreadPlace::BehindDeadlock : ThreadPlace::PerhapsBehind;
        }
    }

    std::vector<ThreadPlace> m_places;
    std::vector<std::optional<WaitHolder>> m_holders;
    std::vector<bool> m_seen;
};

} // namespace

std::vector<ThreadPlace> threadPlaces(const Report& report)
{
    return Places(report).take();
}

std::optional<WaitHolder> holderOf(const Report& report, const WaitObject& object)
{
    const auto count = report.event->threads.size();
    if (object.ownerState == OwnerState::Thread && object.owner && *object.owner < count)
        return WaitHolder{.thread = *object.owner, .isGuess = false};
    if (object.guessedOwner && *object.guessedOwner < count)
        return WaitHolder{.thread = *object.guessedOwner, .isGuess = true};
    return std::nullopt;
}

std::vector<WaitLink> waitChain(const Report& report, std::uint32_t thread)
{
    std::vector<WaitLink> chain;
    std::set<std::uint32_t> seen;
    while (seen.insert(thread).second) {
        chain.push_back({.thread = thread, .object = {}, .isGuess = false});
        const auto* wait = waitOf(report, thread);
        const auto* object = wait != nullptr ? waitedObject(report, *wait) : nullptr;
        if (object == nullptr)
            break;
        chain.back().object = wait->object;
        const auto holder = holderOf(report, *object);
        if (!holder)
            break;
        chain.back().isGuess = holder->isGuess;
        thread = holder->thread;
    }
    return chain;
}

std::vector<std::uint32_t> heldObjects(const Report& report, std::uint32_t thread)
{
    std::vector<std::uint32_t> held;
    if (!report.waits)
        return held;
    const auto& objects = report.waits->objects;
    for (std::uint32_t i = 0; i < objects.size(); ++i) {
        const auto& object = objects[i];
        if (object.ownerState == OwnerState::Thread && object.owner == thread &&
            object.kind != WaitObjectKind::ThreadEnd)
            held.push_back(i);
    }
    return held;
}

} // namespace faultline::insight
