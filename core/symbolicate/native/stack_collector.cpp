// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/stack_collector.h"

#include "core/net/transport/http_status.h"

#include <algorithm>
#include <atomic>

namespace faultline::symbolicate {

namespace {

/// Provides no module data, so that a walk uses only the crash file.
class EmptyProvider final : public unwind::WalkModuleProvider
{
public:
    unwind::WalkModule module(std::uint32_t /*moduleIndex*/) override
    {
        unwind::WalkModule answer;
        answer.state = unwind::WalkModule::State::Unavailable;
        return answer;
    }
};

class ResolvingProvider final : public unwind::WalkModuleProvider
{
public:
    explicit ResolvingProvider(ModuleResolver& resolver) : m_resolver(resolver) {}

    unwind::WalkModule module(std::uint32_t moduleIndex) override
    {
        return m_resolver.states().walkModule(moduleIndex);
    }

private:
    ModuleResolver& m_resolver;
};

struct Walk
{
    std::uint32_t thread = 0;
    // Kept from the first step of the walk to its last.
    std::unique_ptr<unwind::StackWalker> walker;
    std::optional<std::uint32_t> waitsFor;
};

/// What all walks of an event together may still use.
class WalkBudget
{
public:
    explicit WalkBudget(const ParseLimits& limits)
        : m_limits(limits), m_framesLeft(limits.maxFramesPerEvent)
    {
    }

    /// Returns the reason to end the walk if no further frame is allowed.
    std::optional<StackEnd> takeFrame()
    {
        if (m_framesLeft.fetch_sub(1, std::memory_order_relaxed) <= 0)
            return StackEnd::FrameLimit;
        return m_walked.load(std::memory_order_relaxed) > m_limits.maxWalkTime
                   ? std::optional(StackEnd::TimeLimit)
                   : std::nullopt;
    }

    void addTime(std::chrono::steady_clock::duration passed)
    {
        auto known = m_walked.load(std::memory_order_relaxed);
        while (!m_walked.compare_exchange_weak(known, known + passed, std::memory_order_relaxed)) {
        }
    }

    std::string describe(StackEnd end) const
    {
        return end == StackEnd::TimeLimit
                   ? concat("walking the event's stacks took more than ",
                            net::durationText(m_limits.maxWalkTime))
                   : concat("the event has more than ", m_limits.maxFramesPerEvent, " frames");
    }

private:
    const ParseLimits& m_limits;
    std::atomic<std::int64_t> m_framesLeft;
    std::atomic<std::chrono::steady_clock::duration> m_walked{};
};

/// Counts the time of a step, but not the time that the walk waits for files.
unwind::StackWalker::Step timedStep(unwind::StackWalker& walker, WalkBudget& budget)
{
    const auto begin = std::chrono::steady_clock::now();
    auto step = walker.next();
    budget.addTime(std::chrono::steady_clock::now() - begin);
    return step;
}

void endAtBudget(WalkedThread& result, StackEnd end, const WalkBudget& budget)
{
    result.end = end;
    result.endNote = budget.describe(end);
    result.finished = true;
}

/// Steps until the walk ends or needs a module that has not arrived yet.
void advance(Walk& walk,
             WalkedThread& result,
             ModuleResolver* resolver,
             WalkBudget& budget,
             const std::stop_token& stop)
{
    walk.waitsFor.reset();
    while (!stop.stop_requested()) {
        auto step = timedStep(*walk.walker, budget);
        if (auto* frame = std::get_if<unwind::WalkedFrame>(&step)) {
            if (const auto end = budget.takeFrame())
                return endAtBudget(result, *end, budget);
            result.frames.push_back(std::move(*frame));
        } else if (const auto* needs = std::get_if<unwind::StackWalker::NeedsModule>(&step)) {
            walk.waitsFor = needs->module;
            if (resolver != nullptr)
                resolver->requestWalk(needs->module);
            return;
        } else {
            auto& finished = std::get<unwind::StackWalker::Finished>(step);
            result.end = finished.reason;
            result.endNote = std::move(finished.note);
            result.finished = true;
            return;
        }
    }
}

/// The most important thread comes first, so that its modules are fetched first.
std::vector<Walk> walksOf(const Event& event)
{
    std::vector<Walk> walks;
    for (std::uint32_t i = 0; i < event.threads.size(); ++i) {
        if (!bringsFrames(event.threads[i]))
            walks.push_back({i, nullptr, std::nullopt});
    }
    std::ranges::stable_partition(
        walks, [&event](const Walk& walk) { return event.requestingThread == walk.thread; });
    return walks;
}

/// Returns the walks that need not wait for a module.
std::vector<Walk*> runnableOf(std::vector<Walk>& open, const ModuleResolver* resolver)
{
    std::vector<Walk*> runnable;
    for (auto& walk : open) {
        if (!walk.waitsFor || resolver->states().isWalkReady(*walk.waitsFor))
            runnable.push_back(&walk);
    }
    return runnable;
}

/// Blocks while each walk of `open` waits for a module.
void waitForAny(const std::vector<Walk>& open, const ModuleResolver& resolver)
{
    std::vector<std::uint32_t> awaited;
    awaited.reserve(open.size());
    for (const auto& walk : open)
        awaited.push_back(*walk.waitsFor);
    resolver.states().waitForWalk(awaited);
}

} // namespace

bool bringsFrames(const EventThread& thread)
{
    return thread.givenFrames.has_value() || !thread.prewalked.empty() || thread.skipped;
}

std::vector<WalkedThread> StackCollector::collect(ModuleResolver* resolver,
                                                  const ThreadDone& done,
                                                  std::stop_token stop) const
{
    std::vector<WalkedThread> results(m_event.threads.size());
    std::unique_ptr<unwind::WalkModuleProvider> provider;
    if (resolver != nullptr)
        provider = std::make_unique<ResolvingProvider>(*resolver);
    else
        provider = std::make_unique<EmptyProvider>();

    auto open = walksOf(m_event);
    WalkBudget budget(m_services.limits);
    const auto codeBudget = std::make_shared<unwind::CodeBudget>();
    while (!open.empty() && !stop.stop_requested()) {
        const auto runnable = runnableOf(open, resolver);
        if (runnable.empty()) {
            waitForAny(open, *resolver);
            continue;
        }
        m_services.compute.parallelFor(
            runnable.size(),
            [&](std::size_t i) {
                Walk& walk = *runnable[i];
                WalkedThread& result = results[walk.thread];
                if (!walk.walker)
                    walk.walker = std::make_unique<unwind::StackWalker>(
                        m_event, m_modules, walk.thread, *provider, m_services.limits, m_preference,
                        codeBudget);
                advance(walk, result, resolver, budget, stop);
                if (result.finished)
                    walk.walker.reset();
                if (result.finished && done)
                    done(walk.thread, result);
            },
            stop);
        std::erase_if(open, [&](const Walk& walk) { return results[walk.thread].finished; });
    }
    return results;
}

} // namespace faultline::symbolicate
