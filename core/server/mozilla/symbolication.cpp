// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/symbolication.h"

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>

namespace faultline::server::mozilla {

namespace {

/// Collects answers that arrive on other threads. Look-ups share its ownership, so a late answer
/// does no harm.
class Collector
{
public:
    explicit Collector(std::size_t wanted) : m_wanted(wanted) {}

    void add(const ModuleName& module, ModuleAnswer answer)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_answers.emplace(module, std::move(answer));
        }
        m_changed.notify_all();
    }

    Result<std::map<ModuleName, ModuleAnswer>> wait(std::stop_token stop)
    {
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait(lock, std::move(stop), [this] { return m_answers.size() == m_wanted; }))
            return fail(ErrorKind::Cancelled, "request cancelled");
        return std::move(m_answers);
    }

private:
    const std::size_t m_wanted;
    std::mutex m_mutex; // Guards m_answers.
    std::condition_variable_any m_changed;
    std::map<ModuleName, ModuleAnswer> m_answers;
};

/// Counts frames and stacks, and returns the modules to look up.
std::set<ModuleName> examine(const SymbolicateRequest& request, DebugFigures& figures)
{
    std::set<ModuleName> wanted;
    for (const auto& job : request.jobs) {
        for (const auto& stack : job.stacks) {
            std::set<ModuleName> ofStack;
            for (const auto& frame : stack) {
                ++figures.frames;
                figures.realFrames += frame.module && frame.offset ? 1 : 0;
                if (frame.module && job.modules[*frame.module].isComplete())
                    ofStack.insert(job.modules[*frame.module]);
            }
            for (const auto& module : ofStack)
                ++figures.stacksPerModule[module.key()];
            wanted.merge(ofStack);
        }
    }
    return wanted;
}

} // namespace

const ModuleAnswer* SymbolicateAnswer::find(const ModuleName& module) const
{
    const auto found = modules.find(module);
    return found == modules.end() ? nullptr : &found->second;
}

bool SymbolicateAnswer::isTransient() const
{
    return std::ranges::any_of(modules, [](const auto& entry) {
        return entry.second.state == ModuleAnswer::State::Transient;
    });
}

Result<SymbolicateAnswer>
symbolicate(const SymbolicateRequest& request, ModuleFinder& finder, std::stop_token stop)
{
    const auto begin = std::chrono::steady_clock::now();
    SymbolicateAnswer answer;
    const auto wanted = examine(request, answer.debug);
    const auto collector = std::make_shared<Collector>(wanted.size());
    for (const auto& module : wanted) {
        finder.find(module, stop, [collector, module](ModuleAnswer found) {
            collector->add(module, std::move(found));
        });
    }
    FL_TRY(answer.modules, collector->wait(std::move(stop)));
    answer.debug.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return answer;
}

} // namespace faultline::server::mozilla
