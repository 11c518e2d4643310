#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace faultline {

/// Threads, up to a fixed number, for work that never waits for a network, a lock held across work,
/// or another task. A task that needs parts done in parallel splits itself with parallelFor, which
/// helps instead of waiting. A thread is started when work finds no idle one: a short run of the
/// program needs few. The destructor finishes what runs, drops what is queued, and joins.
class WorkerPool
{
public:
    using Task = std::move_only_function<void()>;

    /// `threadCount` is the most there can be; 0 means one per core.
    explicit WorkerPool(std::size_t threadCount = 0);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Queues a task; runs in order of posting. Exceptions that escape a task end the process: core
    /// throws nothing.
    void post(Task task);

    /// Calls body(0) … body(count-1), in any order, on the caller's thread and on idle workers;
    /// returns when all are done. Indexes not begun when `stop` fires are skipped. Safe to call
    /// from inside a task, also nested.
    void parallelFor(std::size_t count,
                     const std::function<void(std::size_t)>& body,
                     std::stop_token stop = {});

    /// The most there can be.
    std::size_t threadCount() const { return m_threadLimit; }

private:
    void startThread();
    void work();

    const std::size_t m_threadLimit;
    std::mutex m_mutex; // Guards all that follow.
    std::condition_variable m_wake;
    std::deque<Task> m_queue;
    std::size_t m_idle = 0; // Threads that wait for work.
    bool m_isEnding = false;
    std::vector<std::thread> m_threads;
};

} // namespace faultline
