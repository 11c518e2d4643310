// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/items/services.h"
#include "core/symbolicate/native/module_resolver.h"
#include "core/unwind/walk/stack_walker.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace faultline::symbolicate {

/// One walked thread.
struct WalkedThread
{
    std::vector<unwind::WalkedFrame> frames;
    StackEnd end = StackEnd::NotReached;
    std::string endNote;
    bool finished = false;
};

/// Walks the threads of an event that have no given frames. All walks together stop at
/// ParseLimits::maxFramesPerEvent and maxWalkTime. With a resolver, a walk fetches the modules that
/// it meets and waits for them. Without one, it uses the file's own content.
class StackCollector
{
public:
    /// Called once per finished thread, from pool threads, possibly at the same time.
    using ThreadDone = std::function<void(std::uint32_t thread, const WalkedThread& walked)>;
    /// Everything that is referred to must outlive the collector. `resolver` and `done` may be
    /// null.
    StackCollector(const Services& services,
                   const Event& event,
                   const unwind::ModuleMap& modules,
                   unwind::UnwindPreference preference,
                   ModuleResolver* resolver,
                   ThreadDone done,
                   std::stop_token stop);
    ~StackCollector();
    StackCollector(const StackCollector&) = delete;
    StackCollector& operator=(const StackCollector&) = delete;

    /// Walks only this thread, as far as the modules that are there lead; walkAll() goes on with it
    /// later. Returns whether the thread needs no more walking. Never waits. Needs a resolver.
    bool walkAhead(std::uint32_t thread);

    /// Somebody may watch the thread that crashed.
    static ModuleResolver::Need needOf(const Event& event, std::uint32_t thread);

    /// Walks all threads that have not been walked, in parallel.
    void walkAll();

    /// What is known of each thread; indexed like Event::threads.
    const std::vector<WalkedThread>& walked() const { return m_walked; }

    /// The same, moved out.
    std::vector<WalkedThread> takeWalked() { return std::move(m_walked); }

private:
    struct Walk;
    class Budget;

    void advance(Walk& walk);
    void goOn(Walk& walk);
    unwind::StackWalker::Step timedStep(unwind::StackWalker& walker);
    void endAtBudget(WalkedThread& result, StackEnd end) const;
    bool mayGoOn(const Walk& walk) const;
    std::vector<Walk*> runnable();
    void waitForAny() const;

    const Services& m_services;
    const Event& m_event;
    const unwind::ModuleMap& m_modules;
    const unwind::UnwindPreference m_preference;
    ModuleResolver* const m_resolver;
    const ThreadDone m_done;
    const std::stop_token m_stop;
    const std::unique_ptr<unwind::WalkModuleProvider> m_provider;
    const std::unique_ptr<Budget> m_budget;
    const std::shared_ptr<unwind::CodeBudget> m_codeBudget;
    std::vector<Walk> m_open;
    std::vector<WalkedThread> m_walked;
};

/// True if the thread needs no walk.
bool bringsFrames(const EventThread& thread);

} // namespace faultline::symbolicate
