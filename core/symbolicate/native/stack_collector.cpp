// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/stack_collector.h"

#include "core/net/transport/http_status.h"

#include <algorithm>
#include <atomic>
#include <utility>

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

std::unique_ptr<unwind::WalkModuleProvider> providerFor(ModuleResolver* resolver)
{
    if (resolver == nullptr)
        return std::make_unique<EmptyProvider>();
    return std::make_unique<ResolvingProvider>(*resolver);
}

} // namespace

struct StackCollector::Walk
{
    std::uint32_t thread = 0;
    // Kept from the first step of the walk to its last.
    std::unique_ptr<unwind::StackWalker> walker;
    std::optional<std::uint32_t> waitsFor;
};

/// What all walks of an event together may still use.
class StackCollector::Budget
{
public:
    explicit Budget(const ParseLimits& limits)
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

StackCollector::StackCollector(const Services& services,
                               const Event& event,
                               const unwind::ModuleMap& modules,
                               unwind::UnwindPreference preference,
                               ModuleResolver* resolver,
                               ThreadDone done,
                               std::stop_token stop)
    : m_services(services), m_event(event), m_modules(modules), m_preference(preference),
      m_resolver(resolver), m_done(std::move(done)), m_stop(std::move(stop)),
      m_provider(providerFor(resolver)), m_budget(std::make_unique<Budget>(services.limits)),
      m_codeBudget(std::make_shared<unwind::CodeBudget>()), m_walked(event.threads.size())
{
    for (std::uint32_t i = 0; i < event.threads.size(); ++i) {
        if (!bringsFrames(event.threads[i]))
            m_open.push_back({i, nullptr, std::nullopt});
    }
    // The most important thread comes first, so that its modules are fetched first.
    std::ranges::stable_partition(
        m_open, [&event](const Walk& walk) { return event.requestingThread == walk.thread; });
}

StackCollector::~StackCollector() = default;

/// Counts the time of a step, but not the time that the walk waits for files.
unwind::StackWalker::Step StackCollector::timedStep(unwind::StackWalker& walker)
{
    const auto begin = std::chrono::steady_clock::now();
    auto step = walker.next();
    m_budget->addTime(std::chrono::steady_clock::now() - begin);
    return step;
}

void StackCollector::endAtBudget(WalkedThread& result, StackEnd end) const
{
    result.end = end;
    result.endNote = m_budget->describe(end);
    result.finished = true;
}

ModuleResolver::Need StackCollector::needOf(const Event& event, std::uint32_t thread)
{
    return event.requestingThread == thread ? ModuleResolver::Need::OfWatchedThread
                                            : ModuleResolver::Need::OfAnyThread;
}

/// Steps until the walk ends or needs a module that has not arrived yet.
void StackCollector::advance(Walk& walk)
{
    auto& result = m_walked[walk.thread];
    walk.waitsFor.reset();
    while (!m_stop.stop_requested()) {
        auto step = timedStep(*walk.walker);
        if (auto* frame = std::get_if<unwind::WalkedFrame>(&step)) {
            if (const auto end = m_budget->takeFrame())
                return endAtBudget(result, *end);
            result.frames.push_back(std::move(*frame));
        } else if (const auto* needs = std::get_if<unwind::StackWalker::NeedsModule>(&step)) {
            walk.waitsFor = needs->module;
            if (m_resolver != nullptr)
                m_resolver->requestWalk(needs->module, needOf(m_event, walk.thread));
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

void StackCollector::goOn(Walk& walk)
{
    if (!walk.walker)
        walk.walker =
            std::make_unique<unwind::StackWalker>(m_event, m_modules, walk.thread, *m_provider,
                                                  m_services.limits, m_preference, m_codeBudget);
    advance(walk);
    const auto& result = m_walked[walk.thread];
    if (!result.finished)
        return;
    walk.walker.reset();
    if (m_done)
        m_done(walk.thread, result);
}

bool StackCollector::mayGoOn(const Walk& walk) const
{
    return !walk.waitsFor || m_resolver->states().isWalkReady(*walk.waitsFor);
}

/// Returns the walks that need not wait for a module.
std::vector<StackCollector::Walk*> StackCollector::runnable()
{
    std::vector<Walk*> runnable;
    for (auto& walk : m_open) {
        if (mayGoOn(walk))
            runnable.push_back(&walk);
    }
    return runnable;
}

/// Blocks while each open walk waits for a module.
void StackCollector::waitForAny() const
{
    std::vector<std::uint32_t> awaited;
    awaited.reserve(m_open.size());
    for (const auto& walk : m_open)
        awaited.push_back(*walk.waitsFor);
    m_resolver->states().waitForWalk(awaited);
}

bool StackCollector::walkAhead(std::uint32_t thread)
{
    const auto walk = std::ranges::find(m_open, thread, &Walk::thread);
    if (walk == m_open.end())
        return true;
    while (!m_walked[thread].finished && mayGoOn(*walk) && !m_stop.stop_requested())
        goOn(*walk);
    const bool isFinished = m_walked[thread].finished;
    if (isFinished)
        m_open.erase(walk);
    return isFinished;
}

void StackCollector::walkAll()
{
    while (!m_open.empty() && !m_stop.stop_requested()) {
        const auto next = runnable();
        if (next.empty()) {
            waitForAny();
            continue;
        }
        m_services.compute.parallelFor(next.size(), [&](std::size_t i) { goOn(*next[i]); }, m_stop);
        std::erase_if(m_open, [&](const Walk& walk) { return m_walked[walk.thread].finished; });
    }
}

bool bringsFrames(const EventThread& thread)
{
    return thread.givenFrames.has_value() || !thread.prewalked.empty() || thread.skipped;
}

} // namespace faultline::symbolicate
