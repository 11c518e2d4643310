// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/server/http/deadline_queue.h"
#include "core/server/http/request_scope.h"
#include "core/server/symbolicator/answer_shelf.h"
#include "core/server/symbolicator/job_id.h"
#include "core/server/symbolicator/job_threads.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::server {

struct JobTableOptions
{
    std::optional<std::size_t> maxConcurrent = 200; ///< Absent means no limit; 0 refuses every job.
    std::size_t maxThreads = 256;                   ///< Further jobs wait for a thread.
    std::chrono::milliseconds jobLimit = std::chrono::minutes(15);
    std::chrono::milliseconds retention =
        std::chrono::seconds(90); ///< How long the answer of a finished job is kept.
    AnswerShelfOptions answers{};
    std::function<JobKey()> makeKey = JobKey::random; ///< Must be unguessable.
    /// Learns of the end of each job that a request started, on any thread. Null: nobody does.
    std::function<void(const RequestInfo& request, std::string_view answer)> onEnd{};
};

/// A server's jobs: running, or finished and still readable (docs/spec/http-api.md §3).
/// Thread-safe.
class JobTable
{
public:
    /// Returns the response envelope as JSON text. Must end soon after the token is stopped.
    using Work = std::move_only_function<std::string(std::stop_token)>;
    using Answer = std::shared_ptr<const std::string>;
    /// Receives the answer, or null if it is still pending after the wait. Called once, from any
    /// thread.
    using Waiter = std::move_only_function<void(Answer)>;

    JobTable(const JobTableOptions& options, LogSink& log);
    /// Calls stop().
    ~JobTable();

    /// Tells whether the table got the thread that it needs. Without it every job is refused.
    /// Errors: those of startThread().
    const Result<void>& ready() const { return m_ready; }

    /// The same with the id under which a pending answer can be asked for later.
    using FirstWaiter = std::move_only_function<void(const JobKey&, Answer)>;

    /// Starts a job and waits as wait() does. An answer that arrives in time is not kept: nobody
    /// knows its id. Returns false when too many jobs are running or there is no thread for it; the
    /// waiter is not called then.
    bool submit(Work work, std::optional<std::chrono::milliseconds> limit, FirstWaiter waiter);

    /// A place among the running jobs, for work that waits for nothing and runs on the calling
    /// thread. The table must outlive it.
    class Place
    {
    public:
        explicit Place(JobTable* jobs) : m_jobs(jobs) {}

        ~Place()
        {
            if (m_jobs != nullptr)
                m_jobs->leave();
        }

        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

        /// False when too many jobs are running.
        explicit operator bool() const { return m_jobs != nullptr; }

    private:
        JobTable* m_jobs;
    };

    Place takePlace();

    /// Waits at most `limit`, or until the end without one, but does not block the calling thread.
    /// Returns false when the id is unknown or expired; the waiter is not called then.
    bool wait(const JobKey& key, std::optional<std::chrono::milliseconds> limit, Waiter waiter);

    /// Stops every job and waits for them; all waiters are called.
    void stop();

    std::size_t inFlight() const;

    /// From now on every new job is refused. Those that are known go on and can be waited for.
    void refuseNew();
    bool refusesNew() const;

    /// For jobs submitted from now on; see JobTableOptions::maxConcurrent.
    void setMaxConcurrent(std::optional<std::size_t> most);

    /// Calls `answered` after the thread of the deadlines and, if one is free, a job's thread have
    /// passed it on. Dropped when the table stops.
    void ping(std::move_only_function<void()> answered);

    struct RunningJob
    {
        JobKey key;
        RequestInfoPtr request; ///< May be null.
        std::chrono::steady_clock::time_point started;
    };

    struct Snapshot
    {
        std::vector<RunningJob> running; ///< The oldest first.
        std::size_t finished = 0;        ///< Whose answers are kept.
        std::uint64_t finishedBytes = 0; ///< Size of these answers, in memory and on disk.
    };

    Snapshot snapshot() const;

private:
    struct Waiting
    {
        Waiter waiter;
        std::optional<DeadlineQueue::Ticket> deadline;
    };

    struct Job
    {
        std::stop_source stop;
        /// The request that started the job. The job's end sets it to null, so that the setup which
        /// the request holds can be destroyed.
        RequestInfoPtr request = RequestScope::current();
        std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
        DeadlineQueue::Ticket limit;
        Answer answer;        ///< Null while the job runs.
        bool isKnown = false; ///< A client has the id and may ask again.
        std::map<std::uint64_t, Waiting> waiting;
    };

    using JobPtr = std::shared_ptr<Job>;

    bool enterLocked();
    void leave();
    bool giveUpLocked(const JobKey& key, const JobPtr& job);
    void run(const JobKey& key, const JobPtr& job, Work work);
    void complete(const JobKey& key, const JobPtr& job, std::string answer);
    void keep(const JobKey& key, const Answer& answer);
    bool post(const JobKey& key, const JobPtr& job, Work work);
    void
    addWaiter(const JobPtr& job, std::optional<std::chrono::milliseconds> limit, Waiter waiter);
    void giveUpWaiting(const JobPtr& job, std::uint64_t waiter);

    JobTableOptions m_options;
    LogSink& m_log;
    AnswerShelf m_shelf;
    mutable std::mutex m_mutex; // Guards m_options and the members below, jobs with their contents.
    std::map<JobKey, JobPtr> m_jobs; ///< Those that run. Ended ones move to the shelf.
    std::size_t m_inFlight = 0;
    bool m_refusesNew = false;
    std::uint64_t m_nextWaiter = 0;
    Result<void> m_ready;
    std::unique_ptr<DeadlineQueue> m_deadlines; ///< Null unless ready.
    std::unique_ptr<JobThreads> m_threads;
};

} // namespace faultline::server
