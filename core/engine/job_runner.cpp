// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/job_runner.h"

#include "core/base/contained.h"
#include "core/base/work_lane.h"

#include <vector>

namespace faultline::engine {

namespace {

constexpr std::size_t kJobThreads = 8;

} // namespace

JobRunner::JobRunner(LogSink& log, Finished finished)
    : m_log(log), m_finished(std::move(finished)), m_threads(kJobThreads)
{
}

JobRunner::~JobRunner()
{
    std::unique_lock lock(m_mutex);
    m_idle.wait(lock, [this] { return m_running.empty(); });
}

JobId JobRunner::start(EventId event, std::stop_source stop, Work work)
{
    JobId id{};
    {
        const std::lock_guard lock(m_mutex);
        if (m_isClosed)
            return id;
        id = JobId{++m_last};
        m_running.emplace(id, Job{event, stop});
    }
    if (auto ready = m_threads.ensureThread(); !ready) {
        end(id, event, std::move(ready));
        return id;
    }
    m_threads.post([this, id, job = Job{event, std::move(stop)}, work = std::move(work)]() mutable {
        run(id, job, std::move(work));
    });
    return id;
}

void JobRunner::run(JobId id, const Job& job, Work work)
{
    const WorkLaneScope lane(newWorkLane());
    auto outcome = job.stop.stop_requested()
                       ? fail(ErrorKind::Cancelled, "cancelled before it began")
                       : contained([&] { return work(id, job.stop.get_token()); });
    work = nullptr;
    end(id, job.event, std::move(outcome));
}

void JobRunner::end(JobId id, EventId event, Result<void> outcome)
{
    if (!outcome && outcome.error().kind != ErrorKind::Cancelled)
        m_log.write(LogLevel::Warning, "engine.job", outcome.error().describe());
    containedAlone([&] { m_finished(JobFinished{id, event, std::move(outcome)}); });
    const std::lock_guard lock(m_mutex);
    m_running.erase(id);
    m_idle.notify_all();
}

template <class Matches>
void JobRunner::stopAllThat(Matches matches)
{
    std::vector<std::stop_source> stops;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [id, job] : m_running) {
            if (matches(id, job))
                stops.push_back(job.stop);
        }
    }
    for (auto& stop : stops)
        stop.request_stop();
}

void JobRunner::cancel(JobId job)
{
    stopAllThat([job](JobId id, const Job&) { return id == job; });
}

void JobRunner::cancelAllOf(EventId event)
{
    stopAllThat([event](JobId, const Job& job) { return job.event == event; });
}

void JobRunner::cancelAll()
{
    stopAllThat([](JobId, const Job&) { return true; });
}

void JobRunner::close()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isClosed = true;
    }
    cancelAll();
}

} // namespace faultline::engine
