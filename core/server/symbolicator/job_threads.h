// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/blocking.h"
#include "core/base/thread_start.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <vector>

namespace faultline::server {

struct JobThreadsOptions
{
    std::size_t maxThreads = 256;
    /// So many tasks compute at a time; those that wait (BlockingScope) do not count. 0: one for
    /// each processor. Jobs that all compute at once would all end late.
    std::size_t places = 0;
    /// When no task could begin for so long, a further one begins: long tasks hold up short ones
    /// no longer than that.
    std::chrono::milliseconds patience{10};
};

/// Threads for jobs that may wait (for downloads, for compute tasks). Tasks begin in the order of
/// their arrival. Threads are started on demand up to a limit, and kept. When the system has no
/// further thread, tasks wait for those that there are. What escapes a task ends the task alone.
class JobThreads final : private BlockingListener
{
public:
    using Task = std::move_only_function<void()>;

    explicit JobThreads(const JobThreadsOptions& options);

    /// Finishes running jobs and drops queued ones.
    ~JobThreads() override;
    JobThreads(const JobThreads&) = delete;
    JobThreads& operator=(const JobThreads&) = delete;

    /// Returns false when there is no thread at all, nor can one be started; the task is dropped
    /// then.
    bool post(Task task);
    /// Takes the task if a thread can begin with it soon. Returns false otherwise.
    bool postIfFree(Task& task);

private:
    using Clock = std::chrono::steady_clock;

    void onBlocked() override;
    void onUnblocked() override;

    bool postLocked(Task& task);
    void ensureThreadLocked();
    bool addThreadLocked();
    bool mayBeginLocked() const;
    bool waitForTask(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
    void work(const std::stop_token& stop);

    const JobThreadsOptions m_options;
    std::mutex m_mutex; // Guards all members after it.
    std::condition_variable_any m_wake;
    std::deque<Task> m_queue;
    std::size_t m_idle = 0;        // Threads that wait for a task.
    std::size_t m_computing = 0;   // Tasks that run and do not wait.
    std::size_t m_places;          // So many may; grows while nothing begins.
    Clock::time_point m_lastBegin; // Of a task, or of a further place.
    bool m_isWatched = false;      // An idle thread looks after the queue.
    std::vector<Thread> m_threads;
};

} // namespace faultline::server
