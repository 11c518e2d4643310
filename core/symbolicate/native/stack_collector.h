// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/items/services.h"
#include "core/symbolicate/native/module_resolver.h"
#include "core/unwind/walk/stack_walker.h"

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

/// Walks in parallel all threads of an event that have no given frames. The result has one entry
/// per thread. All walks together stop at ParseLimits::maxFramesPerEvent and maxWalkTime. With a
/// resolver, the walk fetches the modules that it meets and waits for them. Without one, it uses
/// the file's own content.
class StackCollector
{
public:
    using ThreadDone = std::function<void(std::uint32_t thread, const WalkedThread& walked)>;

    StackCollector(const Services& services,
                   const Event& event,
                   const unwind::ModuleMap& modules,
                   unwind::UnwindPreference preference)
        : m_services(services), m_event(event), m_modules(modules), m_preference(preference)
    {
    }

    /// `done` is called once per finished thread, from pool threads, possibly at the same time.
    std::vector<WalkedThread>
    collect(ModuleResolver* resolver, const ThreadDone& done, std::stop_token stop) const;

private:
    const Services& m_services;
    const Event& m_event;
    const unwind::ModuleMap& m_modules;
    const unwind::UnwindPreference m_preference;
};

/// True if the thread needs no walk.
bool bringsFrames(const EventThread& thread);

} // namespace faultline::symbolicate
