// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/worker_pool.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/model/report.h"

#include <condition_variable>
#include <map>
#include <mutex>

namespace faultline::engine {

/// Runs jobs on its own threads, which may wait. Thread-safe.
class JobRunner
{
public:
    using Work = std::move_only_function<Result<void>(JobId, std::stop_token)>;
    /// Called on the job's thread after its work, or in start().
    using Finished = std::function<void(JobFinished)>;

    JobRunner(LogSink& log, Finished finished);
    /// Waits for the remaining jobs; call close() first.
    ~JobRunner();
    JobRunner(const JobRunner&) = delete;
    JobRunner& operator=(const JobRunner&) = delete;

    /// `event` is EventId{} for jobs without an event. Returns JobId{} after close(). A job that
    /// gets no thread ends in the call.
    JobId start(EventId event, std::stop_source stop, Work work);

    // Calls back waiting code, so hold no lock.
    void cancel(JobId job);
    void cancelAllOf(EventId event);
    void cancelAll();
    /// Cancels everything and accepts no further job.
    void close();

private:
    struct Job
    {
        EventId event{};
        std::stop_source stop;
    };

    void run(JobId id, const Job& job, Work work);
    void end(JobId id, EventId event, Result<void> outcome);
    template <class Matches>
    void stopAllThat(Matches matches);

    LogSink& m_log;
    Finished m_finished;
    std::mutex m_mutex; // Guards everything down to m_last.
    std::condition_variable m_idle;
    std::map<JobId, Job> m_running;
    bool m_isClosed = false;
    std::uint64_t m_last = 0;
    WorkerPool m_threads;
};

} // namespace faultline::engine
