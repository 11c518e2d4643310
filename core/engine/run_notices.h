// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/notice.h"
#include "core/engine/open_events.h"
#include "core/symbolicate/run/symbolication.h"

#include <functional>
#include <utility>

namespace faultline::engine {

/// Passes every new state of a run on as a notice. `run` must outlive it. Thread-safe if `notify`
/// is.
class RunNotices final : public symbolicate::SymbolicationObserver
{
public:
    using Notify = std::function<void(Notice)>;

    RunNotices(const EventRun& run, Notify notify) : m_run(run), m_notify(std::move(notify)) {}

    void onStep(std::string_view step, std::uint32_t done, std::uint32_t total) override
    {
        m_notify(JobProgress{.job = m_run.job,
                             .event = m_run.id,
                             .step = std::string(step),
                             .done = done,
                             .total = total});
    }

    void onStack(std::shared_ptr<const ThreadStack> stack) override
    {
        m_notify(StackSnapshot{
            .event = m_run.id, .generation = m_run.generation, .value = std::move(stack)});
    }

    void onModule(std::uint32_t module, std::shared_ptr<const ModuleReport> report) override
    {
        m_notify(ModuleSnapshot{.event = m_run.id,
                                .generation = m_run.generation,
                                .module = module,
                                .value = std::move(report)});
    }

    void onLookup(std::uint32_t module, std::shared_ptr<const OpenLookup> lookup) override
    {
        m_notify(LookupSnapshot{.event = m_run.id,
                                .generation = m_run.generation,
                                .module = module,
                                .value = std::move(lookup)});
    }

    bool wantsLookups() const override { return true; }

    /// Later runs would replace names by raw addresses for a moment.
    bool wantsRawStacks() const override { return m_run.generation == 1; }

    bool wantsCrashingThreadFirst() const override { return true; }

    bool wantsPartialReport() const override { return true; }

private:
    const EventRun& m_run;
    const Notify m_notify;
};

/// Hears of the steps of the work only.
class StepObserver final : public symbolicate::SymbolicationObserver
{
public:
    using OnStep =
        std::function<void(std::string_view step, std::uint32_t done, std::uint32_t total)>;

    /// `step` may be null; it must outlive this.
    explicit StepObserver(const OnStep& step) : m_step(step) {}

    void onStep(std::string_view step, std::uint32_t done, std::uint32_t total) override
    {
        if (m_step)
            m_step(step, done, total);
    }

private:
    const OnStep& m_step;
};

} // namespace faultline::engine
